// Notes about looks for evidence: that one could not be made stands on file until it can, so that the review does not take silence for an answer.
import { v5 as uuidv5 } from 'uuid'
import type { Business } from '../commands/business-state.ts'
import type { Evidence } from '../commands/findings.ts'

export const searchId = ({ submitted }: Business, ...what: readonly string[]): string =>
  uuidv5(['search', ...what].join('\n'), submitted.business_id)

/** What a look found, with the note that goes with it. @param found null: the look failed for as long as the order waited */
export const notedIn = (business: Business, what: string, found: Evidence | null): Evidence => {
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
