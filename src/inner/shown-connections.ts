// Connections that an account has been shown: by the id of one, a business can be created that it prefills (specification 4.1, `connection_id`).
import type { Connected } from '../projections/connections.ts'
import type { Service } from './service.ts'

const kind = 'shown_connections'

/** How long a connection that was shown can be referred to. */
const keptMs = 90 * 86_400_000

/** Which business a connection leads to: one of the account's own, or one of the reference data by its id there. */
export type ShownConnection = { readonly businessId: string | null; readonly identity: string }

type ConnectionStores = Pick<Service, 'documents' | 'now'>

/** Notes those that were not noted before. */
export const noteShown = async (
  { documents: { records }, now }: ConnectionStores,
  accountId: string,
  shown: readonly { readonly id: string; readonly connected: Connected }[],
): Promise<void> => {
  const known = await records.getMany(
    kind,
    shown.map(({ id }) => keyOf(accountId, id)),
  )
  const expiresAt = new Date(now().getTime() + keptMs)
  await Promise.all(
    shown
      .filter(({ id }) => !known.has(keyOf(accountId, id)))
      .map(({ id, connected }) => {
        const value = { business_id: connected.businessId, identity: connected.id }
        return records.put(kind, keyOf(accountId, id), value, { expectedRevision: -1, expiresAt })
      }),
  )
}

/** null: the account was shown no such connection. */
export const shownConnection = async (
  { documents: { records } }: Pick<Service, 'documents'>,
  accountId: string,
  id: string,
): Promise<ShownConnection | null> => {
  const record = await records.get(kind, keyOf(accountId, id))
  if (!record) return null
  const { business_id, identity } = record.value
  return { businessId: typeof business_id === 'string' ? business_id : null, identity: String(identity) }
}

const keyOf = (accountId: string, id: string): string => `${accountId}/${id}`
