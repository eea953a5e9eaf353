// The watchlist screening of a business as it leaves the service: every list that was screened, with its hits.
import type { z } from 'zod'
import type { WatchlistHit } from '../../events/business-evidence.ts'
import { type EvidenceFile, type Fact, openHits } from '../../events/evidence-file.ts'
import type { Watchlist, WatchlistResult } from '../records/evidence.ts'

const listedAt = (date: string | null): string | null => (date === null ? null : new Date(date).toISOString())

export const watchlistResult = (hit: Fact<WatchlistHit>, dismissed = false): z.output<typeof WatchlistResult> => ({
  object: 'watchlist_result',
  id: hit.id,
  status: dismissed ? 'dismissed' : 'hit',
  entity_name: hit.entity_name,
  entity_aliases: [...hit.entity_aliases],
  listed_at: listedAt(hit.listed_at),
  agency_information_url: hit.agency_information_url,
  agency_list_url: hit.agency_list_url,
  score: hit.match.score,
  addresses: hit.addresses.map((full_address) => ({ full_address })),
  url: hit.url,
  list_country: hit.list_country,
  list_url: hit.agency_list_url,
  list_region: hit.list_region,
  categories: [...hit.programs],
})

export const watchlistResource = (file: EvidenceFile): z.output<typeof Watchlist> | null => {
  const { screening, dismissals } = file
  if (!screening) return null
  const hits = Object.values(file.hits)
  const result = (hit: Fact<WatchlistHit>) => watchlistResult(hit, dismissals[hit.id] !== undefined)
  const agencies = new Map(
    screening.lists.map(({ agency, agency_abbr, organization }) => [agency_abbr, { abbr: agency_abbr, name: agency, org: organization }]),
  )
  const screened = hits.filter(({ screened }) => screened === 'person')
  const people = [...new Set(screened.map(({ screened_id }) => screened_id))].map((id) => {
    const results = screened.filter((hit) => hit.screened_id === id)
    return { object: 'person', id, name: results[0]?.screened_name, results: results.map(result) }
  })
  return {
    object: 'watchlist',
    id: screening.screening_id,
    hit_count: openHits(file).length,
    agencies: [...agencies.values()],
    lists: screening.lists.map(({ version: _, ...list }) => ({
      object: 'watchlist_source',
      ...list,
      results: hits.filter((hit) => hit.list === list.abbr).map(result),
    })),
    people,
  }
}
