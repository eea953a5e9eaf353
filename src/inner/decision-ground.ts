// What a decision on a business rests on, in short: a form says with it what its user saw, so that nobody decides on what has changed since.
import { hash } from 'node:crypto'
import { openHits } from '../events/evidence-file.ts'
import type { BusinessDocument } from './businesses.ts'

/** Another one as soon as the status, the standing decision, the outcomes of the review or the open watchlist hits are others. */
export const groundOf = ({ id, status, decision, review, file }: BusinessDocument): string => {
  const outcomes = (review?.tasks ?? []).map(({ key, status, sub_label }) => [key, status, sub_label])
  const ground = [id, status, decision?.at, outcomes, openHits(file).map((hit) => hit.id)]
  return hash('sha256', JSON.stringify(ground), 'base64url')
}
