// The end of the log, kept in memory for all readers of this process: one subscription fills it, and readers that have nearly caught up take from it.
import type { Batch, EventStore, RecordedEvent, Subscription } from './event-store.ts'
import { restAfter } from './growing-rest.ts'

/** Before the first event. */
export const beginning = -1n

export type LogEnd = {
  /** Everything behind this position is here; undefined until the end of the log is known. */
  readonly from: () => bigint | undefined
  /** The stretch behind a position that is covered. */
  readonly behind: (position: bigint, size: number) => Batch
  /** Calls back at each arrival. @returns what ends it */
  readonly listen: (wake: () => void, onError: (error: unknown) => void) => () => void
  readonly close: () => Promise<void>
}

/** `kept`: the most events in memory; half of them are there from the start, so that a short log is never read twice. */
export const openLogEnd = (store: EventStore, kept: number): LogEnd => {
  const closing = new AbortController()
  const listeners = new Set<{ readonly wake: () => void; readonly onError: (error: unknown) => void }>()
  const events: RecordedEvent[] = []
  let from: bigint | undefined
  let reached = beginning
  let subscription: Subscription | undefined

  const wakeAll = () => {
    for (const { wake } of listeners) wake()
  }
  const tellAll = (error: unknown) => {
    for (const { onError } of listeners) onError(error)
  }

  const onBatch = async (batch: Batch) => {
    events.push(...batch.events)
    reached = batch.position
    if (events.length > kept) from = events.splice(0, events.length - Math.ceil(kept / 2)).at(-1)?.position ?? from
    wakeAll()
  }

  const open = async () => {
    const limit = Math.ceil(kept / 2)
    const newest = (await Array.fromAsync(store.readAll({ direction: 'backwards', limit }))).reverse()
    if (closing.signal.aborted) return
    const before = newest.length === limit ? newest.shift() : undefined
    const start = before?.position ?? beginning
    const end = newest.at(-1)?.position ?? start
    subscription = store.subscribe({ ...(end === beginning ? {} : { after: end }), onError: tellAll }, onBatch)
    // Only now: where the subscription is refused, all of this is read again. No batch can have come yet.
    events.push(...newest)
    from = start
    reached = end
    wakeAll()
  }

  const insist = async () => {
    for (let failures = 0; !closing.signal.aborted && !subscription; failures++)
      try {
        await open()
      } catch (error) {
        tellAll(error)
        await restAfter(failures, closing.signal)
      }
  }
  const opening = insist()

  return {
    from: () => from,
    behind: (position, size) => {
      const first = firstBehind(events, position)
      const some = events.slice(first, first + size)
      const isAll = first + some.length === events.length
      const last = some.at(-1)?.position ?? position
      return { events: some, position: isAll && reached > last ? reached : last, live: isAll }
    },
    listen: (wake, onError) => {
      const listener = { wake, onError }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing.abort()
      await opening
      await subscription?.close()
    },
  }
}

/** The index of the first event behind the position. */
const firstBehind = (events: readonly RecordedEvent[], position: bigint): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.position ?? 0n) > position) high = middle
    else low = middle + 1
  }
  return low
}
