// A screening as its certificate states it, from the event and the business as it stood then.
import type { z } from 'zod'
import type { StoredEvent } from '../../events/catalogue.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { ScreeningItem, ScreeningStatement } from '../records/screening-certificates.ts'

type Screened = StoredEvent<'WatchlistScreened'>

export const screeningItem = (businessId: string, { id, data, metadata }: Screened): z.output<typeof ScreeningItem> => ({
  object: 'screening',
  id,
  business_id: businessId,
  screened_at: metadata.recorded_at,
  lists: data.lists.length,
  hits: data.hit_ids.length,
})

type Stated = {
  readonly event: Screened
  readonly business: BusinessDocument
  readonly account: { readonly id: string; readonly name: string }
  readonly at: string
}

export const screeningStatement = ({ event: { id, data, metadata }, business, account, at }: Stated): ScreeningStatement => {
  // A hit that stands because the data of its list were not loaded is none that this screening found.
  const isSearched = (list: string) => data.lists.some(({ abbr }) => abbr === list)
  const found = data.hit_ids.flatMap((hitId) => business.file.hits[hitId] ?? []).filter(({ list }) => isSearched(list))
  const unread = (data.unread ?? []).map(({ screened, scripts }) => ({ screened, scripts: [...scripts] }))
  return {
    object: 'screening_certificate',
    format: 1,
    screening: { id, screened_at: metadata.recorded_at, event_hash: metadata.hash },
    issued_at: at,
    account: { id: account.id, name: account.name },
    mode: business.mode,
    business: { id: business.id, name: business.name },
    screened: data.screened?.map((party) => ({ ...party })) ?? null,
    lists: data.lists.map(({ abbr, title, agency, organization, version, data_set, entries, sha256, content_sha256 }) => ({
      abbr,
      title,
      agency,
      organization,
      version,
      data_set: data_set ?? null,
      entries: entries ?? null,
      sha256: sha256 ?? null,
      content_sha256: content_sha256 ?? null,
    })),
    index: data.index?.map((each) => ({ ...each })) ?? null,
    rule: data.rule ?? null,
    unread,
    outcome: outcomeOf({ lists: data.lists.length, found: found.length, unread: unread.length }),
    found: found.map((hit) => ({
      id: hit.id,
      party_id: hit.screened_id,
      screened_name: hit.screened_name,
      list: hit.list,
      entry_id: hit.entry_id ?? null,
      entity_name: hit.entity_name,
      matched_name: hit.matched_name,
      score: hit.match.score,
      explanation: hit.match.explanation,
      by_name: (({ score, explanation }) => ({ score, explanation }))(hit.by_name ?? hit.match),
    })),
  }
}

const outcomeOf = (counts: { readonly lists: number; readonly found: number; readonly unread: number }): ScreeningStatement['outcome'] => {
  if (counts.lists === 0) return 'no_lists'
  if (counts.found > 0) return 'found'
  return counts.unread > 0 ? 'not_fully_screened' : 'nothing_found'
}
