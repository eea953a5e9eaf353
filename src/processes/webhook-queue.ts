// The queues of deliveries: one for each webhook, in it one line for each stream, so that what is told of an object is told in order, and a slow or dead
// receiver delays no other. What is in memory here stands in the outbox too; a kill loses nothing.
import type { StoredDelivery, WebhookDeliveries, WebhookDelivery } from '../stores/webhook-deliveries.ts'
import type { Attempt } from './webhook-request.ts'

export type QueueDependencies = {
  readonly deliveries: WebhookDeliveries
  readonly now: () => Date
  /** Makes one attempt; null when there is nothing more to do about it (`failed` says why). @throws when the stores cannot be reached */
  readonly attempt: (delivery: WebhookDelivery, signal: AbortSignal) => Promise<Attempt | { readonly failed: string }>
  /** Told of each attempt's outcome. */
  readonly onOutcome: (delivery: WebhookDelivery, attempt: Attempt) => Promise<void>
  readonly onError: (error: unknown) => void
}

export type DeliveryQueues = {
  /** Takes on what is not held yet; what waits for its next attempt and has been made due is tried at once. */
  readonly add: (held: StoredDelivery) => void
  /** Lets go of what belongs to these accounts; attempts under way are given up, and made again by whoever takes over. */
  readonly drop: (owns: (accountId: string) => boolean) => Promise<void>
}

type Line = { readonly stream: string; readonly waiting: StoredDelivery[]; timer: NodeJS.Timeout | undefined; running: boolean }
type Queue = {
  readonly accountId: string
  readonly lines: Map<string, Line>
  /** Lines whose first delivery may be tried, in turn. */
  readonly ready: Set<Line>
  readonly stopping: AbortController
  running: number
  failures: number
}

/** Attempts at a time to one receiver; one that keeps failing is asked with one at a time. */
const atATime = 8
const failingFrom = 3

/** The pauses after the first, second, ... attempt, in seconds; the last one goes on until three days are over. */
const pauses = [2, 10, 60, 300, 1_200, 3_600, 7_200, 14_400, 21_600, 43_200]
const triedForMs = 3 * 24 * 3_600_000

/** When the next attempt is due; null: there is none any more. */
export const nextAttemptAt = ({ created_at, attempt }: Pick<WebhookDelivery, 'created_at' | 'attempt'>, now: Date): Date | null => {
  const end = Date.parse(created_at) + triedForMs
  if (now.getTime() >= end) return null
  return new Date(Math.min(end, now.getTime() + (pauses[attempt - 1] ?? pauses.at(-1) ?? 0) * 1000))
}

export const openDeliveryQueues = ({ deliveries, now, attempt, onOutcome, onError }: QueueDependencies): DeliveryQueues => {
  const queues = new Map<string, Queue>()
  const held = new Map<string, Line>()
  const underWay = new Map<Queue, Set<Promise<void>>>()

  const queueOf = ({ webhook_id, account_id }: WebhookDelivery): Queue => {
    const known = queues.get(webhook_id)
    if (known) return known
    const queue: Queue = {
      accountId: account_id,
      lines: new Map(),
      ready: new Set(),
      stopping: new AbortController(),
      running: 0,
      failures: 0,
    }
    queues.set(webhook_id, queue)
    return queue
  }

  const pump = (queue: Queue) => {
    if (queue.stopping.signal.aborted) return
    const limit = queue.failures >= failingFrom ? 1 : atATime
    for (const line of queue.ready) {
      if (queue.running >= limit) return
      queue.ready.delete(line)
      line.running = true
      queue.running++
      const work = deliver(queue, line).finally(() => {
        underWay.get(queue)?.delete(work)
        line.running = false
        queue.running--
        setUp(queue, line)
        pump(queue)
      })
      underWay.set(queue, (underWay.get(queue) ?? new Set()).add(work))
    }
  }

  /** Makes the line's first delivery ready, now or when it is due. */
  const setUp = (queue: Queue, line: Line) => {
    const [first] = line.waiting
    if (!first) {
      queue.lines.delete(line.stream)
      return
    }
    if (line.running || queue.stopping.signal.aborted) return
    clearTimeout(line.timer)
    const wait = Date.parse(first.delivery.next_attempt_at ?? first.delivery.created_at) - now().getTime()
    if (wait <= 0) queue.ready.add(line)
    else
      line.timer = setTimeout(
        () => {
          queue.ready.add(line)
          pump(queue)
        },
        Math.min(wait, longestTimer),
      ).unref()
  }

  const deliver = async (queue: Queue, line: Line): Promise<void> => {
    const first = line.waiting[0]
    if (!first) return
    try {
      const { signal } = queue.stopping
      const outcome = await attempt(first.delivery, signal)
      if (signal.aborted) return
      const after = await deliveries.update(first, changeAfter(first.delivery, outcome, now()))
      // Somebody asked for another attempt meanwhile, or the outbox could not be asked in order: what stands there counts.
      line.waiting[0] = after ?? (await deliveries.get(first.delivery.key)) ?? first
      if (!('failed' in outcome)) {
        queue.failures = outcome.delivered ? 0 : queue.failures + 1
        await onOutcome(first.delivery, outcome)
      }
      if (line.waiting[0]?.delivery.status !== 'pending') {
        line.waiting.shift()
        held.delete(first.delivery.key)
      }
    } catch (error) {
      onError(error)
      const retry = new Date(now().getTime() + 1_000).toISOString()
      line.waiting[0] = { ...first, delivery: { ...first.delivery, next_attempt_at: retry } }
    }
  }

  return {
    add: (stored) => {
      const { delivery } = stored
      const queue = queueOf(delivery)
      const known = held.get(delivery.key)
      if (known) {
        const at = known.waiting.findIndex((each) => each.delivery.key === delivery.key)
        if (known.running || at < 0) return
        known.waiting[at] = stored
        setUp(queue, known)
        return pump(queue)
      }
      const line = queue.lines.get(delivery.stream) ?? { stream: delivery.stream, waiting: [], timer: undefined, running: false }
      queue.lines.set(delivery.stream, line)
      held.set(delivery.key, line)
      // Older events go first; keys of newer ones are smaller. What is being tried stays where it is.
      let at = line.waiting.length
      while (at > (line.running ? 1 : 0) && (line.waiting[at - 1]?.delivery.key ?? '') < delivery.key) at--
      line.waiting.splice(at, 0, stored)
      if (line.running) return
      if (at === 0) queue.ready.delete(line)
      setUp(queue, line)
      pump(queue)
    },
    drop: async (owns) => {
      const dropped = [...queues].filter(([, { accountId }]) => owns(accountId))
      for (const [id, queue] of dropped) {
        queues.delete(id)
        queue.stopping.abort(new Error('the service is stopping'))
        for (const line of queue.lines.values()) {
          clearTimeout(line.timer)
          for (const { delivery } of line.waiting) held.delete(delivery.key)
        }
        await Promise.allSettled(underWay.get(queue) ?? [])
        underWay.delete(queue)
      }
    },
  }
}

const longestTimer = 2_000_000_000

const changeAfter = (delivery: WebhookDelivery, outcome: Attempt | { readonly failed: string }, now: Date): Partial<WebhookDelivery> => {
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
  const next = nextAttemptAt({ ...delivery, attempt: made.attempt }, now)
  return next === null ? { ...made, status: 'failed', next_attempt_at: null } : { ...made, next_attempt_at: next.toISOString() }
}
