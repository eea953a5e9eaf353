// The ids of watchlist hits. A hit is one screened party with one entry of a list, and keeps its id for as long as the list has the entry, even if
// its line in the file or its other data changes.

import type { Business } from '../../commands/business-state.ts'
import type { WatchlistHit } from '../../events/business-evidence.ts'
import { derivedId } from '../../events/derived-id.ts'
import { changesOfEntry } from '../../events/watchlist-dismissals.ts'

type Found = Omit<WatchlistHit, 'id'>

/** The hits with their ids: those on file keep theirs, new ones get an id from the list and the id of the entry. */
export const withIds = <Each extends Found>({ submitted, file }: Business, found: readonly Each[]): readonly (Each & { id: string })[] => {
  const onFile = hitsOnFile(file)
  const taken = new Set<string>()
  const take = (hit: WatchlistHit | undefined): string | undefined => {
    if (hit) taken.add(hit.id)
    return hit?.id
  }
  const isFree = ({ id }: WatchlistHit) => !taken.has(id)

  const byEntry = found.map((each) => take(onFile.find((hit) => isFree(hit) && isOfParty(hit, each) && isEntry(hit, each))))
  return found.map((each, at) => {
    // An older event does not say which entry it was, and an id from the content changes with the content.
    const others = onFile.filter((hit) => isFree(hit) && isOfParty(hit, each) && hit.entity_name === each.entity_name)
    const same = (hit: WatchlistHit) => changesOfEntry(hit, { ...each, id: hit.id }).length === 0
    const id = byEntry[at] ?? take(others.find(same) ?? others[0]) ?? newId(submitted.business_id, each, taken)
    taken.add(id)
    return { ...each, id }
  })
}

/** The hits on file, and those that were dismissed and then not found for a while. */
const hitsOnFile = ({ hits, dismissals }: Business['file']): readonly WatchlistHit[] => [
  ...Object.values(hits),
  ...Object.entries(dismissals).flatMap(([id, { hit }]) => (hit === null || hits[id] ? [] : [hit])),
]

const isOfParty = (hit: WatchlistHit, { list, screened_id }: Found): boolean => hit.list === list && hit.screened_id === screened_id

const isEntry = ({ entry_id }: WatchlistHit, found: Found): boolean => entry_id !== undefined && entry_id === found.entry_id

const newId = (businessId: string, { list, screened_id, entity_name, entry_id }: Found, taken: ReadonlySet<string>): string => {
  const parts = ['watchlist', list, screened_id, entry_id ?? entity_name]
  for (let count = 1; ; count++) {
    const id = derivedId([...parts, ...(count === 1 ? [] : [String(count)])].join('\n'), businessId)
    if (!taken.has(id)) return id
  }
}
