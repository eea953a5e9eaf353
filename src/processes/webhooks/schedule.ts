// What becomes of a delivery after an attempt: it has ended, or there is another attempt after a pause.
import { goneStatus, goneWords } from '../../interface/gone-receiver.ts'
import type { WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import type { AttemptOutcome } from './request.ts'

/** `failed` says why there is nothing more to do. */
export type Outcome = AttemptOutcome | { readonly failed: string }

/** The pauses after the first, second, ... attempt, in seconds; the last one goes on until three days are over. */
const pauses = [2, 10, 60, 300, 1_200, 3_600, 7_200, 14_400, 21_600, 43_200]
const triedForMs = 3 * 24 * 3_600_000

const longestPauseMs = Math.max(...pauses) * 1000

/** When the next attempt is due; null: there is none any more. `askedPauseMs`: not before this time is over, unless it is longer than the longest pause. */
export const nextAttemptAt = (
  { created_at, replayed_at, attempt }: Pick<WebhookDelivery, 'created_at' | 'replayed_at' | 'attempt'>,
  now: Date,
  askedPauseMs = 0,
): Date | null => {
  const end = Date.parse(replayed_at ?? created_at) + triedForMs
  if (now.getTime() >= end) return null
  const pauseMs = (pauses[attempt - 1] ?? pauses.at(-1) ?? 0) * 1000
  return new Date(Math.min(end, now.getTime() + Math.max(pauseMs, Math.min(askedPauseMs, longestPauseMs))))
}

export const changeAfter = (delivery: WebhookDelivery, outcome: Outcome, now: Date): Partial<WebhookDelivery> => {
  if ('failed' in outcome) return { status: 'failed', next_attempt_at: null, error: outcome.failed, asked: false }
  const made = {
    attempt: delivery.attempt + 1,
    response_status: outcome.responseStatus,
    duration_ms: outcome.durationMs,
    attempted_at: now.toISOString(),
    error: outcome.error,
    asked: false,
  }
  if (outcome.delivered) return { ...made, status: 'delivered', next_attempt_at: null }
  if (outcome.responseStatus === goneStatus) return { ...made, status: 'failed', next_attempt_at: null, error: goneWords }
  const next = nextAttemptAt({ ...delivery, attempt: made.attempt }, now, outcome.askedPauseMs)
  return next === null ? { ...made, status: 'failed', next_attempt_at: null } : { ...made, next_attempt_at: next.toISOString() }
}
