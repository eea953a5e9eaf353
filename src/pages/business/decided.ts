// Who decided on a business, for the pages that show it as it is or as it was at a past moment.
import type { BusinessDocument } from '../../inner/businesses.ts'
import { namesInHistory } from '../../inner/history.ts'
import { actorOf } from '../event-words.ts'
import type { Pages } from '../framework/pages.ts'
import type { Decided } from './verdict.ts'

/** Who made the latest decision; '' where there is none. */
export const deciderOf = async (inner: Pages['inner'], document: BusinessDocument): Promise<string> => {
  const { decision } = document
  if (!decision) return ''
  const made = { metadata: { actor: decision.actor, ...(decision.proposed_by && { proposed_by: decision.proposed_by }) } }
  return actorOf(made, await namesInHistory(inner, [document], [made]))
}

/** The approval or rejection that stands; null: there is none. */
export const decidedOf = async (inner: Pages['inner'], document: BusinessDocument): Promise<Decided | null> => {
  const { status, decision } = document
  if (!decision || (status !== 'approved' && status !== 'rejected')) return null
  return { status, at: decision.at, by: await deciderOf(inner, document) }
}
