// Connections that an account has seen. A business can be created from one by its id, with its data prefilled (specification 4.1, `connection_id`).
import type { Principal } from '../auth/principal.ts'
import type { Mode } from '../events/modes.ts'
import type { IdentitySource } from '../evidence/identities.ts'
import type { Link, LinkedEntities } from '../evidence/links.ts'
import type { Connected } from '../projections/connections.ts'
import { StoreUnavailable } from '../stores/event-store.ts'
import type { Documents } from './framework/reading.ts'
import type { Clock } from './framework/sending.ts'

export type IdentityLookUp = {
  readonly identities: (mode: Mode) => IdentitySource
  /** The businesses of the reference data that have one of the links; none for the sandbox. */
  readonly linked: (mode: Mode) => (links: readonly Link[]) => Promise<LinkedEntities>
}

const kind = 'shown_connections'

/** How long the id of a shown connection can be used. */
const keptMs = 90 * 86_400_000

/** Which business a connection leads to: one of the account's own, or one of the reference data by its id there. */
export type ShownConnection = { readonly businessId: string | null; readonly identity: string }

/** An account in one of its modes. */
type SeenBy = Pick<Principal, 'accountId' | 'mode'>

type ConnectionStores = Clock & Documents

/** Stores the connections that are not stored yet. A store that takes nothing does not stop the reading: they are noted when they are shown next. */
export const noteShown = async (
  { documents: { records }, now }: ConnectionStores,
  seen: SeenBy,
  shown: readonly { readonly id: string; readonly connected: Connected }[],
): Promise<void> => {
  const known = await records.getMany(
    kind,
    shown.map(({ id }) => keyOf(seen, id)),
  )
  const expiresAt = new Date(now().getTime() + keptMs)
  await Promise.all(
    shown
      .filter(({ id }) => !known.has(keyOf(seen, id)))
      .map(({ id, connected }) => {
        const value = { business_id: connected.businessId, identity: connected.id }
        return records.put(kind, keyOf(seen, id), value, { expectedRevision: -1, expiresAt })
      }),
  ).catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
}

/** null: the account has not seen this connection. */
export const shownConnection = async ({ documents: { records } }: Documents, seen: SeenBy, id: string): Promise<ShownConnection | null> => {
  const record = await records.get(kind, keyOf(seen, id))
  if (!record) return null
  const { business_id, identity } = record.value
  return { businessId: typeof business_id === 'string' ? business_id : null, identity: String(identity) }
}

const keyOf = ({ accountId, mode }: SeenBy, id: string): string => `${accountId}/${mode}/${id}`
