// How long a session lasts, and what ends it before.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { authenticationWhenCaughtUp, foundWhenCaughtUp } from '../../src/auth/catching-up.ts'
import type { Principal } from '../../src/auth/principal.ts'
import { sessions } from '../../src/auth/sessions.ts'
import { reader } from '../../src/projections/read.ts'
import { NotCaughtUp } from '../../src/projections/read-your-writes.ts'
import type { Document, DocumentStore } from '../../src/stores/document-store.ts'
import { memoryRecords } from '../http/memory-records.ts'

const minutes = 60_000
const hours = 60 * minutes
const start = Date.parse('2026-11-02T12:00:00.000Z')

/** `user`: what differs of the stored one; null: none is stored, as while the read models are rebuilt. */
const opened = (user: object | null = {}) => {
  let time = start
  const records = memoryRecords(() => time)
  const stored = { id: 'u', status: 'active', sessions_from: '2026-11-01T00:00:00.000Z', ...user } as unknown as Document
  const documents = { records, get: async () => (user === null ? undefined : stored) } as unknown as DocumentStore
  return {
    ...sessions({ documents, read: reader(documents), now: () => new Date(time) }),
    records,
    after: (ms: number) => {
      time = start + ms
    },
  }
}

for (const [what, awaitingCode, lasts] of [
  ['lasts twelve hours', false, 12 * hours],
  ['that waits for a one-time code lasts five minutes', true, 5 * minutes],
] as const)
  test(`a session ${what}, and says who the user was for a week more`, async () => {
    const { start: begin, find, findOrEnded, after } = opened()
    const session = await begin({ userId: 'u', awaitingCode, earlierForms: ['f'] })
    assert.equal((await find(session.token))?.session, { ...session, endsAt: start + lasts })
    after(lasts - 1)
    assert.is((await find(session.token))?.session.awaitingCode, awaitingCode)
    after(lasts)
    assert.is(await find(session.token), undefined)
    after(lasts + 7 * 24 * hours - 1)
    assert.equal(await findOrEnded(session.token), { ...session, endsAt: start + lasts })
    after(lasts + 7 * 24 * hours)
    assert.is(await findOrEnded(session.token), undefined)
  })

test('a session ends when its user signs out, is deactivated, or gets another password', async () => {
  const signedIn = async (user: object | null) => {
    const { start: begin, find } = opened(user)
    return (await find((await begin({ userId: 'u', awaitingCode: false })).token)) !== undefined
  }
  assert.is(await signedIn({}), true)
  assert.is(await signedIn({ status: 'inactive' }), false)
  assert.is(await signedIn(null), false)
  assert.is(await signedIn({ sessions_from: new Date(start).toISOString() }), true)
  assert.is(await signedIn({ sessions_from: new Date(start + 1).toISOString() }), false)
  const { start: begin, find, findOrEnded, end } = opened()
  const { token } = await begin({ userId: 'u', awaitingCode: false })
  await end(token)
  assert.equal([await find(token), await findOrEnded(token)], [undefined, undefined])
})

test('the token of a session is kept nowhere', async () => {
  const { start: begin, records } = opened()
  const { token } = await begin({ userId: 'u', awaitingCode: false })
  assert.not.match(records.dump(), token)
})

test('what is not known is looked for again once the read models have caught up', async () => {
  const looked = (...answers: readonly (string | undefined)[]) => {
    const left = [...answers]
    return { find: async () => left.shift(), left }
  }
  const known = looked('at once', 'later')
  assert.is(await foundWhenCaughtUp(known.find, async () => false), 'at once')
  assert.is(await foundWhenCaughtUp(looked(undefined, 'later').find, async () => true), 'later')
  assert.is(await foundWhenCaughtUp(looked(undefined, undefined).find, async () => true), undefined)
  const behind = await foundWhenCaughtUp(looked(undefined, 'later').find, async () => false).catch((error: unknown) => error)
  assert.instance(behind, NotCaughtUp)
})

test('a key that the read models learn of while they catch up is let in', async () => {
  const principal: Principal = { accountId: 'a', mode: 'test', actor: { type: 'api_key', id: 'k' }, scopes: [] }
  let isKnown = false
  const caughtUp = async () => {
    isKnown = true
    return true
  }
  const authenticate = authenticationWhenCaughtUp(
    async ({ credentials }) => (isKnown && credentials.secret === 'right' ? principal : undefined),
    caughtUp,
  )
  const presented = (secret: string) => authenticate({ credentials: { scheme: 'bearer', secret, password: '' }, clientAddress: undefined })
  assert.equal([await presented('right'), await presented('wrong')], [principal, undefined])
})

test.run()
