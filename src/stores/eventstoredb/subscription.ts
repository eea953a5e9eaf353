// A subscription to the log of EventStoreDB that survives what happens to connections: it gathers what arrives into batches,
// hands them on one at a time, and after any failure begins again behind the last batch that was handled.
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type Batch, passes, type RecordedEvent, StoreUnavailable, type SubscribeOptions, type Subscription } from '../event-store.ts'
import { type Rests, restAfter } from '../growing-rest.ts'
import { asStoreError, type Connection, type ReadStream, type Try } from './connection.ts'
import { recordedIn, subscribeRequest, type Wanted } from './messages.ts'

/** Reads after a position: the last position read, and whether the subscription should have delivered anything up to there. */
export type Look = (
  after: bigint | undefined,
  closing: AbortSignal,
) => Promise<{
  readonly missed: boolean
  readonly position: bigint | undefined
  readonly atEnd: boolean
}>

type SubscriptionSettings = {
  readonly connection: Connection
  readonly look: Look
  readonly options: SubscribeOptions
  readonly onBatch: (batch: Batch) => Promise<void>
  readonly pauses: Rests
  readonly deadline: number
  readonly lookAfter: number
}

export const openSubscription = (settings: SubscriptionSettings): Subscription => {
  const { options, pauses } = settings
  const closing = new AbortController()

  const run = async () => {
    let position = options.after
    let failures = 0
    const onBatch = async (batch: Batch) => {
      await settings.onBatch(batch)
      position = batch.position
      failures = 0
    }
    while (!closing.signal.aborted) {
      try {
        await follow({ ...settings, onBatch }, position, closing.signal)
      } catch (error) {
        if (closing.signal.aborted) return
        tell(options, error)
        await restAfter(failures++, closing.signal, pauses)
      }
    }
  }

  const running = run()
  return {
    close: () => {
      closing.abort()
      return running
    },
  }
}

/** What arrived: an event, or a position without one, or the news that the past is over. */
type Arrived = { readonly event?: RecordedEvent; readonly position?: bigint; readonly live?: boolean }

/** Hands on batches behind `after` until the subscription is closed. @throws what `onBatch` throws, and what ends the stream */
const follow = async (settings: SubscriptionSettings, after: bigint | undefined, closing: AbortSignal): Promise<void> => {
  const { connection, look, options, onBatch, deadline, lookAfter } = settings
  const batchSize = options.batchSize ?? 500
  const stream = await openStream({ connection, options, deadline }, after, closing)
  const arrivals = gather(stream, passes(options), 2 * batchSize)
  const stop = () => arrivals.stop()
  closing.addEventListener('abort', stop, { once: true })

  let position = after
  let live = false
  let suspicious = false
  const handOn = async (events: readonly RecordedEvent[], reached: bigint) => {
    position = reached
    await onBatch({ events, position: reached, live })
  }

  try {
    while (!closing.aborted) {
      if (await arrivals.wait(lookAfter)) {
        suspicious = false
        // In catch-up a little patience makes large batches; live, an event is handed on at once.
        if (!live) await arrivals.fill(batchSize)
        const batch = arrivals.take(batchSize, position, live)
        const news = batch.events.length > 0 || batch.position !== position || batch.live !== live
        live = batch.live
        if (news) await handOn(batch.events, batch.position ?? beginning)
        continue
      }
      if (closing.aborted) return
      // Nothing came for a while. A subscription can go silent without an error, and one with a filter hears of
      // unwanted events only now and then. So it reads what comes after its position.
      const ahead = await look(position, closing)
      if (arrivals.waiting()) continue
      if (ahead.missed) {
        if (suspicious) throw new StoreUnavailable(`the subscription fell silent at position ${position ?? beginning}`)
        suspicious = true
        continue
      }
      suspicious = false
      const moved = ahead.position !== undefined && ahead.position > (position ?? beginning)
      if (!moved && (live || !ahead.atEnd)) continue
      live ||= ahead.atEnd
      await handOn([], moved ? ahead.position : (position ?? beginning))
    }
  } finally {
    closing.removeEventListener('abort', stop)
    arrivals.stop()
  }
}

/** No event of ours has this position: the log begins with a record of the server. */
const beginning = 0n

const openStream = (
  { connection, options, deadline }: Pick<SubscriptionSettings, 'connection' | 'options' | 'deadline'>,
  after: bigint | undefined,
  closing: AbortSignal,
): Promise<ReadStream> => {
  const open = async ({ signal }: Try) => {
    const stream = await connection.read(subscribeRequest(after, options))
    if (signal.aborted) stream.cancel()
    return stream
  }
  return connection.inTime(deadline, open, closing)
}

/** Milliseconds. */
const fillingTime = 10

/** Collects what arrives, up to about `bound` items: then the stream waits, and with it the server. */
const gather = (stream: ReadStream, wanted: Wanted, bound: number) => {
  const items: Arrived[] = []
  let failure: Error | undefined
  let stopped = false
  let wake: () => void = () => {}
  const passedBefore = checkpoints()

  const fail = (error: unknown) => {
    failure ??= asStoreError(error)
    wake()
  }
  stream.on('data', (response: ReadResp) => {
    // Behind an event that cannot be read nothing may follow: it would be passed over.
    if (failure) return
    try {
      const checkpoint = response.getCheckpoint()
      const arrived = checkpoint ? passedBefore(BigInt(checkpoint.getCommitPosition())) : arrivedIn(response, wanted)
      if (arrived) items.push(arrived)
    } catch (error) {
      fail(error)
    }
    if (items.length >= bound) stream.pause()
    wake()
  })
  stream.on('error', fail)
  stream.on('end', () => fail(new StoreUnavailable('the event store ended the subscription')))

  return {
    waiting: () => items.length > 0 || failure !== undefined,

    /** Whether something is there, now or within `patience` ms. @throws the failure of the stream, once all before it is taken */
    wait: async (patience: number): Promise<boolean> => {
      if (items.length > 0) return true
      if (stopped) return false
      if (failure) throw failure
      const arrival = Promise.withResolvers<void>()
      wake = arrival.resolve
      const timer = setTimeout(arrival.resolve, patience)
      await arrival.promise
      clearTimeout(timer)
      if (items.length === 0 && failure && !stopped) throw failure
      return items.length > 0
    },

    /** Waits a moment for a whole batch, or for the end of what there is. */
    fill: async (size: number): Promise<void> => {
      const full = () => items.length >= size || items.at(-1)?.live === true || failure !== undefined || stopped
      if (full()) return
      const filled = Promise.withResolvers<void>()
      wake = () => full() && filled.resolve()
      const timer = setTimeout(filled.resolve, fillingTime)
      await filled.promise
      clearTimeout(timer)
    },

    /** The next batch behind `position`. */
    take: (size: number, position: bigint | undefined, live: boolean) => {
      const { taken, ...batch } = firstOf(items, { size, position, live })
      items.splice(0, taken)
      if (items.length < bound / 2) stream.resume()
      return batch
    },

    stop: () => {
      stopped = true
      stream.cancel()
      wake()
    },
  }
}

/**
 * A checkpoint counts once another one has come behind it. Some releases of EventStoreDB send one that is ahead of what they have sent: where the
 * next event will be (its pull requests 4023 and 4975), or at the greatest number that there is (4892).
 */
const checkpoints = () => {
  let last: bigint | undefined
  return (checkpoint: bigint): Arrived => {
    const passed = last
    last = checkpoint
    return passed !== undefined && passed < checkpoint ? { position: passed } : {}
  }
}

type Stretch = { readonly size: number; readonly position: bigint | undefined; readonly live: boolean }

/** At most `size` events behind `position`: what lies before it came twice, and is passed over. `taken`: the number of items that they were among. */
const firstOf = (items: readonly Arrived[], { size, position, live }: Stretch) => {
  const events: RecordedEvent[] = []
  let reached = position
  let isLive = live
  let taken = 0
  for (const { event, position: here, live: news } of items) {
    const behind = here !== undefined && (reached === undefined || here > reached)
    if (event && behind && events.length === size) break
    if (event && behind) events.push(event)
    if (behind) reached = here
    isLive = news ?? isLive
    taken++
  }
  return { events, position: reached, live: isLive, taken }
}

const arrivedIn = (response: ReadResp, wanted: Wanted): Arrived | undefined => {
  if (response.hasEvent()) return recordedIn(response, wanted)
  if (response.hasCaughtUp()) return { live: true }
  if (response.hasFellBehind()) return { live: false }
  return undefined
}

/** An observer that fails is its own affair: the subscription goes on. */
const tell = ({ onError }: SubscribeOptions, error: unknown): void => {
  try {
    onError?.(error)
  } catch {}
}
