// The queues of deliveries: one for each webhook, in it one line for each stream. Events of an object arrive in order, and a slow or dead receiver
// delays no other. All that is in memory here is in the outbox too, so a kill loses nothing. Of one webhook only the oldest are in memory, and fewer where
// many webhooks have a backlog: the others wait in the outbox until there is room, so that no backlog fills the memory.
import { fairShares } from '../../interface/fair-shares.ts'
import type { StoredDelivery, WebhookDeliveries, WebhookDelivery } from '../../stores/webhook-deliveries.ts'
import { openOutside } from './outside.ts'
import type { Attempt } from './request.ts'
import { changeAfter, type Outcome } from './schedule.ts'

export type QueueDependencies = {
  readonly deliveries: WebhookDeliveries
  readonly now: () => Date
  /** Makes one attempt. `failed` says why there is nothing more to do. @throws when the stores cannot be reached */
  readonly attempt: (delivery: WebhookDelivery, signal: AbortSignal) => Promise<Outcome>
  /** Called after each attempt. */
  readonly onOutcome: (delivery: WebhookDelivery, attempt: Attempt) => Promise<void>
  /** Called when a delivery has arrived or was given up. */
  readonly onEnd: (delivery: WebhookDelivery) => void
  readonly onError: (error: unknown) => void
}

export type DeliveryQueues = {
  /**
   * Takes a delivery on. One that is here already gets its new time: it may be due at once.
   * @returns whether anything came of it: false for one that is here as it is stored, or waits in the outbox
   */
  readonly add: (stored: StoredDelivery) => boolean
  /** Begins no attempt for these accounts, until what it returns is called: what goes first may not be here yet. */
  readonly hold: (owns: (accountId: string) => boolean) => () => void
  /** Gives up the deliveries of these accounts, with the attempts under way. The next worker makes them again. */
  readonly drop: (owns: (accountId: string) => boolean) => Promise<void>
}

/** Attempts under way in all, and of one account: receivers that never answer hold up no other account's deliveries. */
const sharedAttempts = { places: 256, perAccount: 64 }

export const openDeliveryQueues = ({ attempt, ...others }: QueueDependencies): DeliveryQueues => {
  const shares = fairShares(sharedAttempts)
  const dependencies: QueueDependencies = {
    ...others,
    attempt: (delivery, signal) =>
      shares.run(delivery.account_id, async () => {
        signal.throwIfAborted()
        return attempt(delivery, signal)
      }),
  }
  const queues = new Map<string, { readonly accountId: string; readonly queue: Queue }>()
  const heldBack = new Set<(accountId: string) => boolean>()
  const inMemory: InMemory = { deliveries: 0 }
  const open = (accountId: string, onEmpty: () => void): Queue =>
    openQueue({ ...dependencies, inMemory, onEmpty, isHeldBack: () => [...heldBack].some((owns) => owns(accountId)) })
  return {
    add: (stored) => {
      const { webhook_id: id, account_id: accountId } = stored.delivery
      const forget = () => {
        if (queues.get(id) === known) queues.delete(id)
      }
      const known = queues.get(id) ?? { accountId, queue: open(accountId, forget) }
      queues.set(id, known)
      return known.queue.add(stored)
    },
    hold: (owns) => {
      heldBack.add(owns)
      return () => {
        heldBack.delete(owns)
        for (const { queue } of queues.values()) queue.pump()
      }
    },
    drop: async (owns) => {
      const dropped = [...queues].filter(([, { accountId }]) => owns(accountId))
      for (const [id] of dropped) queues.delete(id)
      await Promise.all(dropped.map(([, { queue }]) => queue.close()))
    },
  }
}

/** The deliveries of one webhook. */
type Queue = {
  readonly add: (stored: StoredDelivery) => boolean
  /** Begins the attempts that may begin. */
  readonly pump: () => void
  readonly close: () => Promise<void>
}

/** How many deliveries are in memory, of all webhooks. */
type InMemory = { deliveries: number }

type OpenQueue = QueueDependencies & {
  readonly inMemory: InMemory
  /** Called when its last delivery has ended. */
  readonly onEmpty: () => void
  readonly isHeldBack: () => boolean
}

/** The deliveries of one stream, the oldest event first. */
type Line = { readonly stream: string; readonly waiting: StoredDelivery[]; timer: NodeJS.Timeout | undefined; running: boolean }

/** The most attempts at once to one receiver, and the number of failures in a row after which it gets one attempt at a time, with a pause behind it. */
const attemptsAtOnce = 8
const failingFrom = 3
const pauseMs = 1_000
/** The longest pause that a receiver gets for all its deliveries when it asks for one; the delivery that it answered waits for as long as it asked. */
const longestAskedPauseMs = 60_000
/** The most deliveries of one webhook in memory, while those of all webhooks are fewer than `mostInAll`; a webhook always has room for `leastHeld`. */
const mostHeld = 3_000
const leastHeld = 100
const mostInAll = 100_000
const refillBelow = mostHeld / 2
/** Deliveries that are read from the outbox at once, and those above the most at which the newest leave the memory. */
const atOnce = 100

const openQueue = (dependencies: OpenQueue): Queue => {
  const { deliveries, now, onOutcome, onEnd, onError, inMemory, onEmpty, isHeldBack } = dependencies
  const lines = new Map<string, Line>()
  /** Lines whose first delivery may be tried, in turn. */
  const ready = new Set<Line>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  let failures = 0
  let pause: NodeJS.Timeout | undefined
  let pausedUntil = 0
  let held = 0
  const outside = openOutside()
  const room = () => (inMemory.deliveries < mostInAll ? mostHeld : leastHeld) - held

  const count = (more: number) => {
    held += more
    inMemory.deliveries += more
  }

  const pump = () => {
    if (isHeldBack()) return
    const limit = failures >= failingFrom ? 1 : attemptsAtOnce
    for (const line of ready) {
      if (pause !== undefined || underWay.size >= limit || closing.signal.aborted) return
      ready.delete(line)
      line.running = true
      const work = deliver(line).finally(() => {
        underWay.delete(work)
        line.running = false
        schedule(line)
        if (failures >= failingFrom) rest(pauseMs)
        pump()
      })
      underWay.add(work)
    }
  }

  const rest = (forMs: number) => {
    const until = performance.now() + forMs
    if (pause !== undefined && until <= pausedUntil) return
    const over = () => {
      pause = undefined
      pump()
    }
    clearTimeout(pause)
    pausedUntil = until
    pause = setTimeout(over, forMs).unref()
  }

  /** Makes the line's first delivery ready, now or when it is due. */
  const schedule = (line: Line) => {
    const [first] = line.waiting
    if (!first) {
      lines.delete(line.stream)
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
    const tried = await tryOnce(first, dependencies, closing.signal).catch((error) => {
      tell(error)
      const retry = new Date(now().getTime() + 1_000).toISOString()
      line.waiting[0] = { ...first, delivery: { ...first.delivery, next_attempt_at: retry } }
    })
    if (!tried) return
    const { outcome, after } = tried
    line.waiting[0] = after
    if (!('failed' in outcome)) {
      failures = outcome.delivered ? 0 : failures + 1
      if (outcome.askedPauseMs !== undefined) rest(Math.min(outcome.askedPauseMs, longestAskedPauseMs))
      // What comes of the outcome beside the delivery changes nothing about it.
      await onOutcome(first.delivery, outcome).catch(tell)
    }
    if (after.delivery.status === 'pending') return
    line.waiting.shift()
    count(-1)
    onEnd(after.delivery)
    if (held < refillBelow) await refill()
  }

  const forgetWhenEmpty = () => {
    if (lines.size === 0 && !outside.hasAny()) onEmpty()
  }

  /** Takes on what waits in the outbox, the oldest first. */
  const refill = async (): Promise<void> => {
    try {
      await outside.takeBack({
        hasRoom: () => held < refillBelow && room() > 0,
        read: (key) => deliveries.later(key, atOnce),
        take: (each) => void (each.delivery.status === 'pending' && hold(each)),
      })
    } catch (error) {
      tell(error)
      setTimeout(() => void (closing.signal.aborted || refill()), retryMs).unref()
    }
    forgetWhenEmpty()
  }

  /** Leaves the newest to the outbox when too many are in memory. What is being tried stays. */
  const makeRoom = () => {
    if (room() > -atOnce) return
    const mayLeave = [...lines.values()].flatMap(({ waiting, running }) => waiting.slice(running ? 1 : 0))
    const newestFirst = mayLeave.map(({ delivery }) => delivery.key).toSorted()
    const last = newestFirst[-room()] ?? ''
    for (const line of lines.values()) {
      const staying = line.waiting.filter(({ delivery }, at) => delivery.key >= last || (at === 0 && line.running))
      count(staying.length - line.waiting.length)
      line.waiting.splice(0, line.waiting.length, ...staying)
      if (staying.length > 0) continue
      clearTimeout(line.timer)
      ready.delete(line)
      lines.delete(line.stream)
    }
    outside.leaveBehind(last)
  }

  const hold = (stored: StoredDelivery): boolean => {
    if (closing.signal.aborted) return false
    const { key, stream } = stored.delivery
    const line: Line = lines.get(stream) ?? { stream, waiting: [], timer: undefined, running: false }
    const known = line.waiting.findIndex(({ delivery }) => delivery.key === key)
    if (known >= 0 && (line.running || line.waiting[known]?.revision === stored.revision)) return false
    lines.set(stream, line)
    if (known >= 0) line.waiting[known] = stored
    else {
      count(1)
      if (putInOrder(line, stored) === 0) ready.delete(line)
    }
    schedule(line)
    pump()
    return true
  }

  return {
    add: (stored) => {
      const hasRoom = room() > 0
      if (!stored.delivery.asked && !outside.admits(stored.delivery.key, hasRoom)) return false
      const isNew = hold(stored)
      if (!hasRoom) makeRoom()
      return isNew
    },
    pump,
    close: async () => {
      closing.abort(new Error('the service is stopping'))
      clearTimeout(pause)
      for (const { timer } of lines.values()) clearTimeout(timer)
      await Promise.allSettled(underWay)
      count(-held)
    },
  }
}

const longestTimer = 2_000_000_000
const retryMs = 1_000

/** Puts a delivery at its place: keys of newer events are smaller. The one that is being tried stays first. @returns its place */
const putInOrder = ({ waiting, running }: Line, stored: StoredDelivery): number => {
  let at = waiting.length
  while (at > (running ? 1 : 0) && (waiting[at - 1]?.delivery.key ?? '') < stored.delivery.key) at--
  waiting.splice(at, 0, stored)
  return at
}

type Tried = { readonly outcome: Outcome; readonly after: StoredDelivery }

/** Makes one attempt and records its outcome. @returns the delivery as it is then; undefined when the queue closed meanwhile */
const tryOnce = async (stored: StoredDelivery, dependencies: QueueDependencies, signal: AbortSignal): Promise<Tried | undefined> => {
  const { deliveries, attempt, now } = dependencies
  const outcome = await attempt(stored.delivery, signal)
  if (signal.aborted) return undefined
  const change = changeAfter(stored.delivery, outcome, now())
  // Where the record changed meanwhile, because another attempt was requested, what is stored counts. Where it is gone, the schedule goes on without it.
  const after = (await deliveries.update(stored, change)) ?? (await deliveries.get(stored.delivery.key))
  return { outcome, after: after ?? { ...stored, delivery: { ...stored.delivery, ...change } } }
}
