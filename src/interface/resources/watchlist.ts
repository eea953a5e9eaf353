// The watchlist screening of a business in responses: each screened list with its hits.
import type { z } from 'zod'
import type { WatchlistHit } from '../../events/business-evidence.ts'
import { type EvidenceFile, type Fact, openHits } from '../../events/evidence-file.ts'
import type { Dismissal } from '../../events/watchlist-dismissals.ts'
import type { Watchlist, WatchlistDismissal, WatchlistResult } from '../records/evidence.ts'
import { actorResource } from './actors.ts'

const listedAt = (date: string | null): string | null => (date === null ? null : new Date(date).toISOString())

type Names = ReadonlyMap<string, string>

/** `names`: of the users and accounts that dismissed hits. */
export const watchlistResult = (
  hit: Fact<WatchlistHit>,
  { file, names }: { readonly file: EvidenceFile; readonly names: Names },
): z.output<typeof WatchlistResult> => {
  const dismissal = file.dismissals[hit.id]
  return {
    object: 'watchlist_result',
    id: hit.id,
    status: dismissal ? 'dismissed' : 'hit',
    entity_name: hit.entity_name,
    entity_aliases: [...hit.entity_aliases],
    listed_at: listedAt(hit.listed_at),
    agency_information_url: hit.agency_information_url,
    agency_list_url: hit.agency_list_url,
    score: hit.match.score,
    addresses: hit.addresses.map((full_address) => ({ full_address })),
    // Some publishers have no page for an entry: a link to the whole list is no link to the entry.
    url: hit.url === hit.agency_list_url ? null : hit.url,
    list_country: hit.list_country,
    list_url: hit.agency_list_url,
    list_region: hit.list_region,
    categories: [...hit.programs],
    entry_id: hit.entry_id ?? null,
    list_version: file.screening?.lists.find(({ abbr }) => abbr === hit.list)?.version ?? null,
    screened: hit.screened,
    screened_id: hit.screened_id,
    screened_name: hit.screened_name,
    matched_alias: (hit.quality ?? (hit.matched_name === hit.entity_name ? 'name' : 'alias')) === 'name' ? null : hit.matched_name,
    explanation: hit.match.explanation,
    entity_type: hit.entity_type,
    title: hit.title ?? null,
    dates_of_birth: [...(hit.dates_of_birth ?? [])],
    nationalities: [...(hit.nationalities ?? [])],
    identifiers: [...(hit.identifiers ?? [])],
    remarks: hit.remarks,
    dismissal: dismissal ? dismissalResource(dismissal, names) : null,
    earlier_dismissals: (file.ended_dismissals[hit.id] ?? []).map((ended) => ({
      ...dismissalResource(ended, names),
      ended_at: ended.ended_at,
      cause: ended.cause,
      changes: ended.changes.map(({ field, removed, added }) => ({ field, removed: [...removed], added: [...added] })),
    })),
  }
}

const dismissalResource = ({ reason, scope, at, by }: Dismissal, names: Names): z.output<typeof WatchlistDismissal> => ({
  reason,
  scope,
  dismissed_at: at,
  dismissed_by: by && actorResource(by, names),
})

type Screened = { readonly file: EvidenceFile; readonly people: readonly { readonly id: string; readonly name: string }[] }

/** `people`: those who were submitted, companies among them too. Each is shown, with or without hits. */
export const watchlistResource = ({ file, people: submitted }: Screened, names: Names): z.output<typeof Watchlist> | null => {
  const { screening } = file
  if (!screening) return null
  const hits = Object.values(file.hits)
  const result = (hit: Fact<WatchlistHit>) => watchlistResult(hit, { file, names })
  const agencies = new Map(
    screening.lists.map(({ agency, agency_abbr, organization }) => [agency_abbr, { abbr: agency_abbr, name: agency, org: organization }]),
  )
  const ids = new Set(submitted.map(({ id }) => id))
  const screened = hits.filter(({ screened, screened_id }) => screened === 'person' || ids.has(screened_id))
  const hitNames = screened.map(({ screened_id, screened_name }) => [screened_id, screened_name] as const)
  const people = [...new Map([...submitted.map(({ id, name }) => [id, name] as const), ...hitNames])].map(([id, name]) => ({
    object: 'person',
    id,
    name,
    results: screened.filter((hit) => hit.screened_id === id).map(result),
  }))
  return {
    object: 'watchlist',
    id: screening.screening_id,
    hit_count: openHits(file).length,
    agencies: [...agencies.values()],
    lists: [
      ...screening.lists.map(({ country: _, entries: __, sha256: ___, content_sha256: ____, data_set: _____, ...list }) => list),
      ...listsOfStanding(hits, screening),
    ].map((list) => ({
      object: 'watchlist_source',
      ...list,
      results: hits.filter((hit) => hit.list === list.abbr).map(result),
    })),
    people,
  }
}

/** The lists that were not searched because their data are not loaded, of hits that stand meanwhile: as the sources of the hits tell of them. */
const listsOfStanding = (hits: readonly Fact<WatchlistHit>[], { lists }: Pick<NonNullable<EvidenceFile['screening']>, 'lists'>) => {
  const others = hits.filter(({ list }) => !lists.some(({ abbr }) => abbr === list))
  return [...Map.groupBy(others, ({ list }) => list)].map(([abbr, [first]]) => {
    const { agency = '', data_set = abbr, version = '' } = first?.sources[0]?.metadata ?? {}
    return { agency: String(agency), agency_abbr: '', organization: '', title: String(data_set), abbr, version: String(version) }
  })
}
