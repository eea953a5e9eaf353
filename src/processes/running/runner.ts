// The runner: delivers events to a process at least once, in order per aggregate, many aggregates at a time. A reaction that fails is
// tried again with growing pauses, then kept as a dead letter for an operator. Nothing is lost by a kill: what was not done is delivered again.
import { type TimeOf, withClocks } from '../../commands/clock-times.ts'
import type { StoredEvent } from '../../events/catalogue.ts'
import type { EventMetadata } from '../../events/define.ts'
import { type Share, wholeLog } from '../../projections/checkpoints.ts'
import type { DocumentStore } from '../../stores/document-store.ts'
import type { EventLog } from '../../stores/event-log.ts'
import type { Batch, RecordedEvent } from '../../stores/event-store.ts'
import { fairShares } from '../../stores/fair-shares.ts'
import { checkpointOf } from '../../stores/process-checkpoints.ts'
import type { WorkState } from '../../stores/process-work.ts'
import { openSlices } from '../../stores/slices.ts'
import { openTurns, type Turns } from '../../stores/turns.ts'
import type { Process } from '../process.ts'
import { openAccountTurns } from './account-turns.ts'
import { type Attempt, openAttempts, queuedWork } from './attempts.ts'
import { openDeliveries } from './deliveries.ts'
import { inOrderByKey } from './pacing.ts'
import { openPoller, type Poller } from './poller.ts'
import { openProgress, type Progress } from './progress.ts'
import { startResumption } from './resumption.ts'
import { openRetryInbox, type RetryInbox, retryInboxKind } from './retry-inbox.ts'

export type Runner = {
  /** The name of its process. */
  readonly process: string
  /** Up to where every event has been handled or written into the retry inbox. */
  readonly position: () => bigint
  /** How many events its retry inbox holds, by state. */
  readonly work: () => Readonly<Record<WorkState, number>>
  /** Stops taking events, lets running reactions end, saves the checkpoint. */
  readonly close: () => Promise<void>
}

export type RunnerOptions = {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly process: Process
  readonly share?: Share
  readonly now?: () => Date
  /** The time of the test clock that a stream follows; none follows one when absent. */
  readonly timeOf?: TimeOf
  /** The pause before the n-th retry in milliseconds; null: it becomes a dead letter. */
  readonly pause?: (failures: number) => number | null
  /** Reactions of an account at a time; a third more of all accounts, so that none holds up another. */
  readonly concurrency?: number
  /** A reaction that takes longer counts as failed. */
  readonly timeoutMs?: number
  /** The poller of the worker; the runner's own when absent. */
  readonly poller?: Poller
  /** Between two tries while a store is away. */
  readonly awayPauseMs?: number
  /** Awaited before each piece of work, see turns.ts. */
  readonly turns?: Turns
  readonly onError?: (error: unknown, event: StoredEvent, gaveUp: boolean) => void
  readonly onSubscriptionError?: (error: unknown) => void
}

/**
 * One second, doubling up to five minutes, for about an hour.
 * @example
 * growingPause(1) // => 1000
 * growingPause(12) // => 300000
 * growingPause(21) // => null
 */
export const growingPause = (failures: number): number | null => (failures > 20 ? null : Math.min(1000 * 2 ** (failures - 1), 300_000))

/** The most events of an account under way: after a kill these are delivered again. */
const mostOfAccount = 512
/** The most events that wait in memory for their account's turn; the others are read again. */
const mostKept = 2_000
/** The most events taken on and not done. One account's may be that many before others behind them have to wait. */
const window = 50_000

/**
 * Delivers the events of a process to it, from where it stopped the last time, until it is closed.
 * @example
 * import type { DocumentStore } from 'src/stores/document-store.ts'
 * import type { EventLog } from 'src/stores/event-log.ts'
 * declare const stores: { log: EventLog; documents: DocumentStore }
 * const runner = await startRunner({ ...stores, process: { name: 'greeting', on: { BusinessCreated: async () => undefined } } })
 * await runner.close()
 */
export const startRunner = async (options: RunnerOptions): Promise<Runner> => {
  const { log, documents, process, share = wholeLog, now = () => new Date(), onSubscriptionError } = options
  const { pause = growingPause, concurrency = 16, timeoutMs = 120_000, awayPauseMs = 2_000 } = options
  const { timeOf = noTime, turns = openTurns(), onError = () => undefined } = options
  const turn = process.prompt ? turns.urgent : turns.usual
  const failures = onSubscriptionError ? { onError: onSubscriptionError } : {}
  const poller = options.poller ?? openPoller({ documents, end: log.store.end, now, ...failures })
  const kind = retryInboxKind(process.name, share.partition)
  const retryInbox = await openRetryInbox(documents.records, kind)
  const start = (await checkpointOf(documents, process.name, share.partition)) ?? -1n
  const stopping = new AbortController()
  const progress = openProgress(start, window)
  const doneAhead = openDoneAhead(progress)
  const deliveries = openDeliveries({ process, now: withClocks(now), timeoutMs })
  const slots = fairShares({ places: Math.ceil((concurrency * 4) / 3), perAccount: concurrency })
  const streams = inOrderByKey(stopping.signal)

  const attempt = openAttempts({
    retryInbox,
    deliver: (event, count, time) =>
      slots.run(event.metadata.account_id, async () => {
        await turn()
        return deliveries.deliver(event, count, time)
      }),
    timeOf: process.inRealTime ? noTime : ({ stream, metadata }) => timeOf(stream, { accountId: metadata.account_id, mode: metadata.mode }),
    now,
    pause,
    awayPauseMs,
    stopping: stopping.signal,
    onWorkDone: doneAhead.add,
    onError,
  })
  const first = firstAttempt({ retryInbox, doneAhead, attempt })
  const isMine = concerns(process, share)
  const take = openAccountTurns({
    most: mostOfAccount,
    mostKept,
    stopping: stopping.signal,
    work: ({ stream, revision, recorded }, opened) =>
      streams.run(stream, async () => {
        const again = async () => log.open(recorded ? [recorded] : await log.store.read(stream, { from: revision, limit: 1 }))
        const [event] = opened ? [opened] : await again()
        if (event) await first(event)
      }),
  })

  const onBatch = async ({ events, position }: Batch) => {
    const mine = events.filter(isMine)
    if (mine.length > 0) {
      poller.wake()
      const recorded = new Map(mine.map((event) => [event.position, event]))
      for (const event of await log.open(mine, openSlices({ turn, budgetMs: turns.pieceMs }))) {
        await progress.room()
        if (stopping.signal.aborted) return
        take(event, recorded.get(event.position)!, progress.take(event.position))
      }
    }
    progress.take(position)()
  }

  const endAlongside = await process.alongside?.(share, poller)
  const endResumption = startResumption({ log, retryInbox, attempt, inOrder: streams.run, now })
  const unwatch = poller.watch(kind, retryInbox.learn)
  const saveLast = poller.keep({ process: process.name, share, position: progress.reached, onSaved: doneAhead.forget })
  const subscription = log.store.subscribe(
    { types: Object.keys(process.on), turn, ...(start >= 0n ? { after: start } : {}), ...failures },
    onBatch,
  )

  return {
    process: process.name,
    position: progress.reached,
    work: retryInbox.counts,
    close: async () => {
      stopping.abort(new Error('the service is stopping'))
      deliveries.end(stopping.signal.reason)
      progress.end()
      endResumption()
      unwatch()
      await Promise.allSettled([subscription.close(), streams.idle(), endAlongside?.()])
      await saveLast()
      if (!options.poller) await poller.close()
    },
  }
}

const noTime = async () => undefined

/** Most events need no reaction: they are left out before they are opened. */
const concerns =
  ({ takes = () => true, seen = () => true }: Process, share: Share) =>
  (event: RecordedEvent): boolean =>
    share.owns(String(event.metadata.account_id)) && takes(event.metadata as EventMetadata) && seen(event)

type DoneAhead = ReturnType<typeof openDoneAhead>

/** Events that were done from the retry inbox before the log brings them again, as it does after a kill. */
const openDoneAhead = (progress: Progress) => {
  const positions = new Map<string, bigint>()
  return {
    add: ({ id, position }: StoredEvent) => {
      if (position > progress.reached()) positions.set(id, position)
    },
    has: ({ id }: StoredEvent) => positions.has(id),
    /** Nothing up to this position comes again. */
    forget: (position: bigint) => {
      for (const [id, at] of positions) if (at <= position) positions.delete(id)
    },
  }
}

/** The first attempt at an event from the log: it waits behind an earlier one of its aggregate that has failed. Events that a kill brings again are skipped. */
const firstAttempt =
  ({ retryInbox, doneAhead, attempt }: { readonly retryInbox: RetryInbox; readonly doneAhead: DoneAhead; readonly attempt: Attempt }) =>
  async (event: StoredEvent): Promise<void> => {
    if (retryInbox.at(event) || doneAhead.has(event)) return
    if (retryInbox.blocked(event.stream)) await retryInbox.write(queuedWork(event))
    else await attempt(event)
  }
