// The user whom an identity of the OpenID Connect provider belongs to: known already, known by address, or new. The provider says the roles.
import { foundWhenCaughtUp } from '../auth/catching-up.ts'
import type { Identity } from '../auth/openid-connect.ts'
import { type UserCommand, user } from '../commands/user.ts'
import { derivedId } from '../events/derived-id.ts'
import { orderedId } from '../events/ordered-id.ts'
import { accounts } from '../projections/accounts.ts'
import type { CaughtUp } from '../projections/read-your-writes.ts'
import { type UserDocument, users } from '../projections/users.ts'
import type { ProbityContext } from './framework/environment.ts'
import type { Reads } from './framework/reading.ts'
import type { Sending } from './framework/sending.ts'

/** Why nobody is signed in for an identity that the provider vouches for. */
export type NoUser = 'account_unknown' | 'other_account' | 'other_identity' | 'inactive'

type Vouched = { readonly identity: Identity; readonly account: string | null; readonly caughtUp: CaughtUp }

const namespace = 'd2a3c9a8-3f0f-5c52-9b57-5a3f6a3f52b1'

/** The active user of this identity, with the roles that the provider says. @throws Refused */
export const userOfIdentity = async (
  inner: Sending & Pick<Reads, 'read'>,
  c: ProbityContext,
  { identity, account, caughtUp }: Vouched,
): Promise<UserDocument | NoUser> => {
  const { hash, email, name, roles } = identity
  const accountId = await foundWhenCaughtUp(() => accountNamed(inner, account), caughtUp)
  if (accountId === undefined) return 'account_unknown'

  const send = async (id: string, command: UserCommand) => {
    const context = {
      accountId,
      actor: { type: 'process', id: 'openid_connect' },
      commandId: orderedId(),
      requestId: c.get('requestId'),
      at: inner.now(),
    } as const
    const { position } = await inner.handle(user, id, command, context)
    if (position !== null) await inner.passed(position, accountId)
  }

  const known = await foundWhenCaughtUp(() => find(inner, { identity_hash: hash }, { email }), caughtUp)
  if (known && known.account_id !== accountId) return 'other_account'
  if (known && known.identity_hash !== null && known.identity_hash !== hash) return 'other_identity'
  if (known?.status === 'inactive') return 'inactive'

  const id = known?.id ?? derivedId(hash, namespace)
  if (!known) await send(id, { type: 'AdmitUser', user: { user_id: id, email, name, roles: [...roles], identity_hash: hash } })
  else if (known.identity_hash === null) await send(id, { type: 'LinkIdentity', identityHash: hash })
  if (known) await send(id, { type: 'ChangeRoles', roles })
  const admitted = await foundWhenCaughtUp(() => inner.read(users).get(id), caughtUp)
  return admitted?.status === 'active' ? admitted : 'inactive'
}

const find = async ({ read }: Pick<Reads, 'read'>, ...wheres: readonly { identity_hash?: string; email?: string }[]) => {
  for (const where of wheres) {
    const [found] = await read(users).find({ where, perPage: 1 })
    if (found) return found
  }
  return undefined
}

/** null: the only one. */
const accountNamed = async ({ read }: Pick<Reads, 'read'>, slug: string | null): Promise<string | undefined> => {
  const [found, another] = await read(accounts).find({ ...(slug !== null && { where: { slug } }), perPage: 2 })
  return another ? undefined : found?.id
}
