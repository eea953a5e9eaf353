// One subscription for many readers: a worker runs every process for each of its partitions, and would otherwise have the server send it the whole
// log once for each. The end of the log is kept in memory for all of them. Readers that are further back share a pass over the log until they have caught up.
import { openPasses, type Passes, type PassOptions, type Seat } from './common-pass.ts'
import { type Batch, type EventStore, passes as letsThrough, type SubscribeOptions, type Subscription } from './event-store.ts'
import { restAfter } from './growing-rest.ts'
import { beginning, type LogEnd, openLogEnd } from './log-end.ts'

export type SharedFeedOptions = PassOptions & {
  /** The most events kept in memory for readers that have nearly caught up. */
  readonly kept?: number
}

/** The same store. Its subscriptions share one subscription at the end of the log, and one pass at a time over the earlier events. */
export const shareFeed = (store: EventStore, { kept = 4_096, ...passOptions }: SharedFeedOptions = {}): EventStore => {
  const followers = new Set<Subscription>()
  let end: LogEnd | undefined
  let passes: Passes | undefined
  return {
    append: (stream, events, expectedRevision) => store.append(stream, events, expectedRevision),
    read: (stream, options) => store.read(stream, options),
    readAll: (options) => store.readAll(options),
    end: () => store.end(),
    subscribe: (options, onBatch) => {
      end ??= openLogEnd(store, kept)
      passes ??= openPasses(store, passOptions)
      const follower = follow({ end, passes, options, onBatch })
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
      await Promise.all([passes?.close(), end?.close()])
      await store.close()
    },
  }
}

type Following = {
  readonly end: LogEnd
  readonly passes: Passes
  readonly options: SubscribeOptions
  readonly onBatch: (batch: Batch) => Promise<void>
}

const follow = ({ end, passes, options, onBatch }: Following): Subscription => {
  const { batchSize = 500 } = options
  const closing = new AbortController()
  const wanted = letsThrough(options)
  let news = Promise.withResolvers<void>()
  let seat: Seat | undefined
  const tell = (error: unknown) => {
    try {
      options.onError?.(error)
    } catch {
      // A failing error handler must not end the subscription.
    }
  }
  const stopListening = end.listen(() => news.resolve(), tell)

  const leaveSeat = () => {
    seat?.leave()
    seat = undefined
  }

  /** The next batch behind the position; undefined where there is none yet. */
  const nextBehind = async (position: bigint, live: boolean): Promise<Batch | undefined> => {
    // Made before the look, so that no arrival during it is missed.
    news = Promise.withResolvers()
    const from = end.from()
    if (from !== undefined && position >= from) {
      leaveSeat()
      const batch = end.behind(position, batchSize)
      const isLive = live || batch.live
      if (batch.position > position || (isLive !== live && position > beginning))
        return { events: batch.events.filter(wanted), position: batch.position, live: isLive }
      await news.promise
      return undefined
    }
    if (from === undefined) {
      await news.promise
      return undefined
    }
    seat ??= passes.seat(position, { ...options, batchSize, onError: tell })
    const stretch = await seat.next(position, batchSize)
    if (!stretch) seat = undefined
    return stretch && { ...stretch, live }
  }

  const run = async () => {
    let position = options.after ?? beginning
    let live = false
    let failures = 0
    while (!closing.signal.aborted)
      try {
        const batch = await nextBehind(position, live)
        if (closing.signal.aborted) return
        if (!batch) continue
        await onBatch(batch)
        ;({ position, live } = batch)
        failures = 0
      } catch (error) {
        if (closing.signal.aborted) return
        tell(error)
        await restAfter(failures++, closing.signal)
      }
  }

  const running = run()
  return {
    close: async () => {
      closing.abort()
      stopListening()
      leaveSeat()
      news.resolve()
      await running
    },
  }
}
