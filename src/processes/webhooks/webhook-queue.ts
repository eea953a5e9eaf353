// The deliveries of one webhook: a line for each stream, and attempts at the first of each line. Events of an object arrive in order, and a slow or dead
// receiver delays no other.
import type { StoredDelivery, WebhookDeliveries, WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import { type InMemory, type Line, openLines } from './lines.ts'
import { openOutside } from './outside.ts'
import { openPace } from './pace.ts'
import type { AttemptOutcome } from './request.ts'
import { changeAfter, type Outcome } from './schedule.ts'

export type QueueDependencies = {
  readonly deliveries: WebhookDeliveries
  readonly now: () => Date
  /** Makes one attempt. `failed` says why there is nothing more to do. @throws when the stores cannot be reached */
  readonly attempt: (delivery: WebhookDelivery, signal: AbortSignal) => Promise<Outcome>
  /** Called after each attempt. */
  readonly onOutcome: (delivery: WebhookDelivery, outcome: AttemptOutcome) => Promise<void>
  /** Called when a delivery has arrived or was given up. */
  readonly onEnd: (delivery: WebhookDelivery) => void
  readonly onError: (error: unknown) => void
}

export type WebhookQueueOptions = QueueDependencies & {
  readonly inMemory: InMemory
  /** Called when its last delivery has ended. */
  readonly onEmpty: () => void
  /** Whether no attempt may begin now. */
  readonly isHeldBack: () => boolean
}

export type WebhookQueue = {
  readonly add: (stored: StoredDelivery) => boolean
  /** Begins the attempts that may begin. */
  readonly pump: () => void
  /** Gives up the attempts under way, and waits until they have ended. */
  readonly close: () => Promise<void>
}

/** Deliveries that are read from the outbox at once. */
const readAtOnce = 100
/** The pause before the stores are asked again when they could not be reached. */
const retryMs = 1_000
/** The longest time that a timer can be set to is a little more. */
const longestTimer = 2_000_000_000

export const openWebhookQueue = (options: WebhookQueueOptions): WebhookQueue => {
  const { deliveries, now, onOutcome, onEnd, onError, onEmpty, isHeldBack } = options
  const lines = openLines(options.inMemory)
  const outside = openOutside()
  const pace = openPace(() => pump())
  /** Lines whose first delivery may be tried, in turn. */
  const ready = new Set<Line>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()

  const pump = () => {
    if (isHeldBack()) return
    for (const line of ready) {
      if (underWay.size >= pace.attemptsAtOnce() || closing.signal.aborted) return
      ready.delete(line)
      line.running = true
      const work = deliver(line).finally(() => {
        underWay.delete(work)
        line.running = false
        schedule(line)
        pace.restWhileFailing()
        pump()
      })
      underWay.add(work)
    }
  }

  /** Makes the line's first delivery ready, now or when it is due. */
  const schedule = (line: Line) => {
    const [first] = line.waiting
    if (!first) {
      lines.remove(line)
      forgetWhenEmpty()
      return
    }
    if (line.running || closing.signal.aborted) return
    clearTimeout(line.timer)
    const makeReady = () => {
      ready.add(line)
      pump()
    }
    const wait = Date.parse(first.delivery.next_attempt_at ?? first.delivery.created_at) - now().getTime()
    if (wait <= 0) ready.add(line)
    else line.timer = setTimeout(makeReady, Math.min(wait, longestTimer)).unref()
  }

  const tell = (error: unknown) => {
    if (!closing.signal.aborted) onError(error)
  }

  /** Makes one attempt at the line's first delivery, which then stands in the line as it is stored. */
  const deliver = async (line: Line): Promise<void> => {
    const first = line.waiting[0]
    if (!first) return
    const tried = await tryOnce(first, options, closing.signal).catch((error) => {
      tell(error)
      const retry = new Date(now().getTime() + retryMs).toISOString()
      line.waiting[0] = { ...first, delivery: { ...first.delivery, next_attempt_at: retry } }
    })
    if (!tried) return
    const { outcome, after } = tried
    line.waiting[0] = after
    if (!('failed' in outcome)) {
      pace.note(outcome)
      // What comes of the outcome beside the delivery changes nothing about it.
      await onOutcome(first.delivery, outcome).catch(tell)
    }
    if (after.delivery.status === 'pending') return
    lines.removeFirst(line)
    onEnd(after.delivery)
    if (lines.areFew()) await refill()
  }

  const forgetWhenEmpty = () => {
    if (lines.areNone() && !outside.hasAny()) onEmpty()
  }

  /** Takes on what waits in the outbox, the oldest first. */
  const refill = async (): Promise<void> => {
    try {
      await outside.takeBack({
        hasRoom: () => lines.areFew() && lines.room() > 0,
        read: (key) => deliveries.later(key, readAtOnce),
        take: (each) => void (each.delivery.status === 'pending' && takeOn(each)),
      })
    } catch (error) {
      tell(error)
      setTimeout(() => void (closing.signal.aborted || refill()), retryMs).unref()
    }
    forgetWhenEmpty()
  }

  /** @returns whether it is new, or has changed since it was taken on */
  const takeOn = (stored: StoredDelivery): boolean => {
    if (closing.signal.aborted) return false
    const put = lines.put(stored)
    if (!put) return false
    if (put.isNewFirst) ready.delete(put.line)
    schedule(put.line)
    pump()
    return true
  }

  const forgetLine = (line: Line) => {
    clearTimeout(line.timer)
    ready.delete(line)
  }

  return {
    add: (stored) => {
      const hasRoom = lines.room() > 0
      if (!stored.delivery.asked && !outside.admits(stored.delivery.key, hasRoom)) return false
      const isNew = takeOn(stored)
      const last = hasRoom ? undefined : lines.makeRoom(forgetLine)
      if (last !== undefined) outside.leaveBehind(last)
      return isNew
    },
    pump,
    close: async () => {
      closing.abort(new Error('the service is stopping'))
      pace.close()
      for (const { timer } of lines.all()) clearTimeout(timer)
      await Promise.allSettled(underWay)
      lines.close()
    },
  }
}

type Tried = { readonly outcome: Outcome; readonly after: StoredDelivery }

/** Makes one attempt and records its outcome. @returns the delivery as it is then; undefined when the queue closed meanwhile */
const tryOnce = async (
  stored: StoredDelivery,
  { deliveries, attempt, now }: QueueDependencies,
  signal: AbortSignal,
): Promise<Tried | undefined> => {
  const outcome = await attempt(stored.delivery, signal)
  if (signal.aborted) return undefined
  const change = changeAfter(stored.delivery, outcome, now())
  // Where the record changed meanwhile, because another attempt was requested, what is stored counts. Where it is gone, the schedule goes on without it.
  const after = (await deliveries.update(stored, change)) ?? (await deliveries.get(stored.delivery.key))
  return { outcome, after: after ?? { ...stored, delivery: { ...stored.delivery, ...change } } }
}
