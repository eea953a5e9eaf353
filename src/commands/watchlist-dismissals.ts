// Dismissals of watchlist hits: which hits one covers, and when it ends. A dismissal rests on what was known of both sides: it ends when the listed
// entry changes, and one of the whole party also when the party's own data change.
import { isDeepStrictEqual } from 'node:util'
import type { BusinessEvent } from '../events/business.ts'
import type { WatchlistHit } from '../events/business-evidence.ts'
import type { DismissalScope } from '../events/business-judgements.ts'
import { openHits } from '../events/evidence-file.ts'
import { changesOfEntry } from '../events/watchlist-dismissals.ts'
import { type Business, businessAfter } from './business-state.ts'

/** The hits that a dismissal covers: of the whole party, all that it has now. What comes later is new and has to be looked at. */
export const coveredBy = ({ file }: Business, hit: WatchlistHit, scope: DismissalScope): readonly WatchlistHit[] =>
  openHits(file).filter(({ id, screened_id }) => (scope === 'party' ? screened_id === hit.screened_id : id === hit.id))

/** The ends of the dismissals that these events take the ground from. */
export const reopenings = (state: Business, events: readonly BusinessEvent[]): readonly BusinessEvent[] => {
  if (Object.keys(state.file.dismissals).length === 0) return []
  return [...byEntries(state, events), ...byParties(state, businessAfter(state, events))]
}

const byEntries = ({ file }: Business, events: readonly BusinessEvent[]): readonly BusinessEvent[] =>
  events.flatMap((event) => {
    if (event.type !== 'WatchlistHitFound' && event.type !== 'WatchlistHitChanged') return []
    const { hit } = event.data
    const dismissed = file.dismissals[hit.id]?.hit
    const changes = dismissed ? changesOfEntry(dismissed, hit) : []
    return changes.length === 0 ? [] : [reopened(hit, 'entry_changed', changes)]
  })

const byParties = (before: Business, after: Business): readonly BusinessEvent[] =>
  Object.values(before.file.dismissals).flatMap(({ scope, hit }) => {
    if (scope !== 'party' || !hit) return []
    const known = partyOf(before, hit) ?? {}
    // Who is no longer submitted is not somebody else for that, unless what told them apart went too.
    const changed = changedFields(known, partyOf(after, hit) ?? { name: known.name })
    const changes = changed.map((field) => ({ field, removed: [], added: [] }))
    return changes.length === 0 ? [] : [reopened(hit, 'party_changed', changes)]
  })

const reopened = (
  { id, list, entity_name }: WatchlistHit,
  cause: 'entry_changed' | 'party_changed',
  changes: ReturnType<typeof changesOfEntry>,
): BusinessEvent => ({ type: 'WatchlistHitReopened', data: { hit_id: id, cause, changes: [...changes], list, entity_name } })

type Party = { readonly [field: string]: unknown }

/** What is known of the party that can tell it from others; undefined: it is no longer in the file. */
const partyOf = ({ submitted, added, file }: Business, { screened_id }: WatchlistHit): Party | undefined => {
  const owner = submitted.ownership?.parties.find(({ id }) => id === screened_id)
  if (owner) return owner
  if (screened_id === submitted.business_id) {
    const { name, addresses, tin } = submitted
    return {
      name,
      names: added.names.map((each) => each.name).toSorted(),
      addresses: addresses.map(({ full_address }) => full_address).toSorted(),
      tin,
    }
  }
  const person = submitted.people.find(({ id }) => id === screened_id)
  if (person) return { name: person.name, dob: person.dob, ssn: person.ssn }
  const found = Object.values(file.found_owners).find(({ party_id }) => party_id === screened_id)
  return found && { name: found.name, born: found.born, lei: found.lei, registration_number: found.registration_number }
}

/** What was unknown and is not said any more is unknown still. */
const changedFields = (before: Party, after: Party): readonly string[] =>
  Object.keys(before).filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
