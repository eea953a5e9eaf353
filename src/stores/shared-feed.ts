// One subscription for many readers: a worker runs every process for each of its partitions, and would otherwise have the server send it the whole
// log once for each. The end of the log is kept in memory for all of them. A reader that is further back reads the log until it has caught up.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Batch, type EventStore, passes, type RecordedEvent, type SubscribeOptions, type Subscription } from './event-store.ts'

/** The same store, whose subscriptions share one. `kept`: the number of events kept in memory for readers that have nearly caught up. */
export const shareFeed = (store: EventStore, { kept = 4_096 }: { kept?: number } = {}): EventStore => {
  let feed: Feed | undefined
  const followers = new Set<Subscription>()
  return {
    append: (stream, events, expectedRevision) => store.append(stream, events, expectedRevision),
    read: (stream, options) => store.read(stream, options),
    readAll: (options) => store.readAll(options),
    subscribe: (options, onBatch) => {
      feed ??= openFeed(store, kept)
      const follower = follow({ store, feed, options, onBatch })
      followers.add(follower)
      return {
        close: () => {
          followers.delete(follower)
          return follower.close()
        },
      }
    },
    close: async () => {
      await Promise.all([...followers].map((follower) => follower.close()))
      await feed?.close()
      await store.close()
    },
  }
}

type Feed = {
  /** Everything behind this position is here; undefined until the end of the log is known. */
  readonly from: () => bigint | undefined
  /** The stretch behind a position that is covered. */
  readonly behind: (position: bigint, size: number) => Batch
  /** Calls back at each arrival. @returns what ends it */
  readonly listen: (wake: () => void, onError: (error: unknown) => void) => () => void
  readonly close: () => Promise<void>
}

/** Before the first event. */
const beginning = -1n

const nothing: Batch = { events: [], position: beginning, live: false }

const openFeed = (store: EventStore, kept: number): Feed => {
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
    for (let pause = 50; !closing.signal.aborted; pause = Math.min(pause * 2, 5_000))
      try {
        const [last] = await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 }))
        if (closing.signal.aborted) return
        from = reached = last?.position ?? beginning
        subscription = store.subscribe({ ...(last ? { after: last.position } : {}), onError: tellAll }, onBatch)
        wakeAll()
        return
      } catch (error) {
        tellAll(error)
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
  }
  const opening = open()

  return {
    from: () => from,
    behind: (position, size) => {
      const first = firstBehind(events, position)
      const some = events.slice(first, first + size)
      const isAll = first + some.length === events.length
      return { events: some, position: isAll ? reached : (some.at(-1)?.position ?? position), live: isAll }
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

type Following = {
  readonly store: EventStore
  readonly feed: Feed
  readonly options: SubscribeOptions
  readonly onBatch: (batch: Batch) => Promise<void>
}

const follow = ({ store, feed, options, onBatch }: Following): Subscription => {
  const { streamPrefixes, types, batchSize = 500 } = options
  const closing = new AbortController()
  const wanted = passes(options)
  let news = Promise.withResolvers<void>()
  const tell = (error: unknown) => {
    try {
      options.onError?.(error)
    } catch {
      // A failing error handler must not end the subscription.
    }
  }
  const leave = feed.listen(() => news.resolve(), tell)

  /** A page of the log after the position. A page that is not full reaches at least to the begin of the feed. */
  const readOn = async (position: bigint, from: bigint): Promise<Batch> => {
    const filter = { ...(streamPrefixes ? { streamPrefixes } : {}), ...(types ? { types } : {}) }
    const after = position === beginning ? {} : { after: position }
    const events = await Array.fromAsync(store.readAll({ ...after, limit: batchSize, ...filter }))
    const last = events.at(-1)?.position ?? position
    return { events, position: events.length < batchSize && from > last ? from : last, live: false }
  }

  const run = async () => {
    let position = options.after ?? beginning
    let live = false
    let failures = 0
    while (!closing.signal.aborted) {
      // Made before the look, so that no arrival during it is missed.
      news = Promise.withResolvers()
      const from = feed.from()
      try {
        const batch: Batch =
          from === undefined ? nothing : position >= from ? feed.behind(position, batchSize) : await readOn(position, from)
        const caughtUp: boolean = live || batch.live
        if (batch.position === beginning || (batch.position <= position && caughtUp === live)) {
          await news.promise
          continue
        }
        if (closing.signal.aborted) return
        await onBatch({ events: batch.events.filter(wanted), position: batch.position, live: caughtUp })
        position = batch.position
        live = caughtUp
        failures = 0
      } catch (error) {
        if (closing.signal.aborted) return
        tell(error)
        await sleep(Math.min(50 * 2 ** failures++, 10_000), undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  const running = run()
  return {
    close: async () => {
      closing.abort()
      leave()
      news.resolve()
      await running
    },
  }
}
