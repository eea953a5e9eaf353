// The operator's routes on stores of their own, with two accounts.

import { account } from '../../../src/commands/account.ts'
import { type OperatorDependencies, operatorRoutes } from '../../../src/http/control/routes.ts'
import { features } from '../../../src/inner/account-settings.ts'
import { context, accountId as first } from '../../stores/log.ts'
import { type OverStores, openOverStores } from '../over-stores.ts'
import { errorsOf, toy } from '../toy.ts'

export { first }
export const second = '0198c0de-0000-7000-8000-0000000000bc'
/** An id that nothing has. */
export const nothing = '0198c0de-0000-7000-8000-0000000000ff'

const token = 'bvs_operator_of_these_tests'

// biome-ignore lint/suspicious/noExplicitAny: the bodies of the operator's routes have no described shape; tests say what they hold.
type Body = any

export type Operator = {
  readonly inner: OverStores
  /** What comes back, with the status of a success left to the caller. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: Body }>
  /** The status and, for each error, the parameter or else the message. */
  readonly refusal: (method: string, path: string, body?: unknown) => Promise<string>
  /** Without the operator's token. */
  readonly asAnother: (headers: Readonly<Record<string, string>>) => Promise<Response>
}

export const openOperator = async (overrides: (inner: OverStores) => Partial<OperatorDependencies> = () => ({})): Promise<Operator> => {
  const inner = await openOverStores()
  for (const [id, slug] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    const command = { type: 'CreateAccount' as const, account: { account_id: id, name: slug, slug, features: [...features] } }
    const { position } = await inner.handle(account, id, command, context({ accountId: id }))
    if (position !== null) await inner.passed(position, id)
  }
  const { send } = toy([], {
    openRoutes: [
      operatorRoutes({
        ...inner,
        token,
        interfaceVersion: '2026-11-22',
        audit: { seal: async () => ({}), erase: async () => null, repeat: async () => ({ keys: 0, unknown: 0, kept_by_reader: false }) },
        heldLists: () => [],
        onTrialError: () => undefined,
        screenAgain: () => Promise.reject(new Error('no list is held')),
        loadedLists: async () => [{ abbr: 'SDN', version: '2026-11-01' }],
        retryInboxes: [],
        setAside: async () => [],
        build: null,
        ...overrides(inner),
      }),
    ],
  })
  const sent = (method: string, path: string, body?: unknown, headers = { Authorization: `Bearer ${token}` }) =>
    send(method, `/operator${path}`, body, headers)
  return {
    inner,
    ask: async (...request) => {
      const answer = await sent(...request)
      return { status: answer.status, body: await answer.json() }
    },
    refusal: async (...request) => {
      const answer = await sent(...request)
      const errors = await errorsOf(answer)
      return [answer.status, ...errors.map(({ parameter, message }) => parameter ?? message)].join(' ')
    },
    asAnother: (headers) => send('GET', '/operator/accounts', undefined, headers),
  }
}
