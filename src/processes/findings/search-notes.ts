// Notes about searches for evidence: a failed search stays noted on file until it succeeds, so that the review does not take silence for an answer.

import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { Source } from '../../events/parts.ts'

export const searchId = ({ submitted }: Business, ...what: readonly string[]): string =>
  derivedId(['search', ...what].join('\n'), submitted.business_id)

/** A search of data sets that are loaded, each as a whole. @param nothing the reason when no data set is loaded */
export const searchOfLoaded = (
  business: Business,
  product: string,
  {
    dataSets,
    nothing,
    record_ids = [],
  }: { readonly dataSets: readonly Source[]; readonly nothing: string; readonly record_ids?: string[] },
) => ({
  id: searchId(business, product),
  product,
  outcome: dataSets.length > 0 ? ('searched' as const) : ('unavailable' as const),
  reason: dataSets.length > 0 ? null : nothing,
  record_ids,
  sources: dataSets,
})

/** What a search found, with its note. @param found null: the search failed for as long as the order waited */
export const notedIn = (business: Business, what: string, found: Evidence | null): Evidence => {
  // What a search found ends the note of a failed one. There rarely is one.
  const hasFailed = Object.values(business.file.searches).some(({ outcome }) => outcome === 'unavailable')
  if (found !== null && !hasFailed) return found
  const id = searchId(business, what)
  const before = business.file.searches[id]
  const note = { id, product: what, sources: [] }
  if (found === null)
    return {
      searches: [
        {
          ...note,
          outcome: 'unavailable',
          reason: 'the source failed or did not answer in time',
          record_ids: [...(before?.record_ids ?? [])],
        },
      ],
    }
  const isNoted = found.searches?.some((each) => each.id === id) ?? false
  if (isNoted || before?.outcome !== 'unavailable') return found
  return {
    ...found,
    searches: [...(found.searches ?? []), { ...note, outcome: 'searched', reason: null, record_ids: [...before.record_ids] }],
  }
}
