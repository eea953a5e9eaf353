// The runner: delivers events to a process at least once, in order per aggregate, many aggregates at a time. A reaction that fails is kept,
// tried again with growing pauses, then parked where an operator sees it. Nothing is lost by a kill: what was not done is delivered again.
import type { StoredEvent } from '../events/catalogue.ts'
import type { EventMetadata } from '../events/define.ts'
import { type Share, wholeLog } from '../projections/projector.ts'
import { type CollectionSpec, type DocumentStore, UnknownCollection } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import { type Batch, type RecordedEvent, StoreUnavailable } from '../stores/event-store.ts'
import type { WorkState } from '../stores/process-work.ts'
import { openDeliveries } from './deliveries.ts'
import { insistently, semaphore } from './pacing.ts'
import { openPoller, type Poller } from './poller.ts'
import type { Process } from './process.ts'
import { openProgress } from './progress.ts'
import { isDue, openRetryInbox, retryInboxKind, type Work } from './retry-inbox.ts'

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
  /** The pause before the n-th retry in milliseconds; null: park it. */
  readonly pause?: (failures: number) => number | null
  /** Reactions at a time. */
  readonly concurrency?: number
  /** A reaction that takes longer counts as failed. */
  readonly timeoutMs?: number
  /** Those of the worker that this one is part of; its own when absent. */
  readonly poller?: Poller
  /** Between two tries while a store is away. */
  readonly awayPauseMs?: number
  /** Awaited before each reaction: how work that nobody waits for lets requests go first. */
  readonly yieldToRequests?: () => Promise<void>
  readonly onError?: (error: unknown, event: StoredEvent, parked: boolean) => void
  readonly onSubscriptionError?: (error: unknown) => void
}

/** One second, doubling up to five minutes, for about an hour. */
export const growingPause = (failures: number): number | null => (failures > 20 ? null : Math.min(1000 * 2 ** (failures - 1), 300_000))

/** Events taken on and not yet done, at most: what a kill makes the runner look at again. */
const window = 512
/** Works from the retry inbox taken on at a time. */
const resumedAtOnce = 100
/** Between two looks into the retry inbox. */
const turnMs = 250

/** The collection under which a process's checkpoints stand; it holds no documents. */
export const checkpointCollection = ({ name }: Process): CollectionSpec => ({ name: `process_${name}`, version: 1, indexes: [] })

export const startRunner = async ({
  log,
  documents,
  process,
  share = wholeLog,
  now = () => new Date(),
  pause = growingPause,
  concurrency = 16,
  timeoutMs = 120_000,
  awayPauseMs = 2_000,
  yieldToRequests = async () => undefined,
  onError,
  onSubscriptionError,
  poller: given,
}: RunnerOptions): Promise<Runner> => {
  const poller = given ?? openPoller({ documents, now, ...(onSubscriptionError ? { onError: onSubscriptionError } : {}) })
  const { name: collection } = checkpointCollection(process)
  const kind = retryInboxKind(process.name, share.partition)
  const retryInbox = await openRetryInbox(documents.records, kind)
  const stopping = new AbortController()
  const checkpoint = () => documents.checkpoint(collection, share.partition)
  const define = async (error: unknown) => {
    if (!(error instanceof UnknownCollection)) throw error
    await documents.define([checkpointCollection(process)])
    return checkpoint()
  }
  const start = (await checkpoint().catch(define)) ?? -1n
  const progress = openProgress(start, window)
  const deliveries = openDeliveries({ process, now, timeoutMs })
  const { takes = () => true } = process
  const lines = new Map<string, Promise<void>>()
  const slots = semaphore(concurrency)
  const resumed = new Set<string>()
  /** Events done from the retry inbox before the log brought them again after a kill, with their positions. */
  const doneBefore = new Map<string, bigint>()

  /** Delivers and writes down what is still to be done; true when the event needs nothing more. */
  const attempt = async (event: StoredEvent, work: Work | undefined): Promise<boolean> => {
    const count = (work?.deliveries ?? 0) + 1
    try {
      const again = await slots.run(async () => {
        if (!process.prompt) await yieldToRequests()
        return deliveries.deliver(event, count)
      })
      if (!again) {
        if (work) await retryInbox.remove(work)
        if (work && event.position > progress.reached()) doneBefore.set(event.id, event.position)
        return true
      }
      await retryInbox.write({ ...workOf(event, work), deliveries: count, failures: 0, state: 'deferred', dueAt: again.at })
    } catch (error) {
      if (stopping.signal.aborted) throw error
      // A store that is away says nothing against the event: it is tried again soon, and never parked for that.
      const isAway = error instanceof StoreUnavailable
      const failures = (work?.failures ?? 0) + (isAway ? 0 : 1)
      const wait = isAway ? awayPauseMs : pause(failures)
      onError?.(error, event, wait === null)
      const state = wait === null ? 'parked' : 'failed'
      const dueAt = wait === null ? null : new Date(now().getTime() + wait)
      await retryInbox.write({ ...workOf(event, work), deliveries: count, failures, state, dueAt, error: messageOf(error) })
    }
    return false
  }

  /** The first delivery of an event: queued behind an earlier one of its aggregate that has failed. What a kill brings again is known here. */
  const take = async (event: StoredEvent) => {
    if (retryInbox.at(event) || doneBefore.has(event.id)) return
    if (retryInbox.blocked(event.stream))
      await retryInbox.write({ ...workOf(event, undefined), deliveries: 0, failures: 0, state: 'queued', dueAt: null })
    else await attempt(event, undefined)
  }

  const inLine = (stream: string, task: () => Promise<void>): Promise<void> => {
    const line = (lines.get(stream) ?? Promise.resolve()).then(() => insistently(task, stopping.signal))
    lines.set(stream, line)
    const leave = () => {
      if (lines.get(stream) === line) lines.delete(stream)
    }
    line.then(leave, leave)
    return line
  }

  const onBatch = async ({ events, position }: Batch) => {
    const concerned = events.filter((event) => share.owns(accountOf(event)) && takes(event.metadata as unknown as EventMetadata))
    if (concerned.length > 0) poller.wake()
    for (const event of await log.open(concerned)) {
      await progress.room()
      if (stopping.signal.aborted) return
      const done = progress.take(event.position)
      inLine(event.stream, () => take(event)).then(done, () => undefined)
    }
    progress.take(position)()
  }

  /** One due piece of work, and behind it what queued up for the same aggregate. Begun again, it may find the work done or put off. */
  const resume = (work: Work) =>
    inLine(work.stream, async () => {
      const standing = retryInbox.at(work)
      if (standing?.dueAt && !isDue(standing, now())) return
      for (let next = standing ?? retryInbox.nextQueued(work.stream); next; next = retryInbox.nextQueued(work.stream)) {
        const [event] = await log.open(await log.store.read(next.stream, { from: next.revision, limit: 1 }))
        if (!event) await retryInbox.remove(next)
        else if (!(await attempt(event, next)) && retryInbox.blocked(work.stream)) return
      }
    })

  /** Work that is being done does not hold up what becomes due meanwhile. */
  const begin = (work: Work) => {
    const end = () => resumed.delete(keyOf(work))
    resumed.add(keyOf(work))
    resume(work).then(end, end)
  }

  const turn = () => {
    const due = retryInbox.due(now()).filter((work) => !resumed.has(keyOf(work)))
    for (const work of due.slice(0, Math.max(0, resumedAtOnce - resumed.size))) begin(work)
  }

  const endAlongside = await process.alongside?.(share, poller)

  for (const work of retryInbox.abandoned()) begin(work)
  const turns = setInterval(turn, turnMs)
  const unwatch = poller.watch(kind, retryInbox.learn)
  const saveLast = poller.keep({
    collection,
    share,
    position: progress.reached,
    onSaved: (position) => {
      for (const [id, at] of doneBefore) if (at <= position) doneBefore.delete(id)
    },
  })

  const subscription = log.store.subscribe(
    {
      types: Object.keys(process.on),
      ...(start >= 0n ? { after: start } : {}),
      ...(onSubscriptionError ? { onError: onSubscriptionError } : {}),
    },
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
      clearInterval(turns)
      unwatch()
      await Promise.allSettled([subscription.close(), ...lines.values(), endAlongside?.()])
      await saveLast()
      if (!given) await poller.close()
    },
  }
}

const accountOf = ({ metadata }: RecordedEvent): string => String(metadata.account_id)

const keyOf = ({ stream, revision }: Pick<Work, 'stream' | 'revision'>): string => `${stream}/${revision}`

const workOf = (event: StoredEvent, work: Work | undefined) => ({
  stream: event.stream,
  revision: event.revision,
  type: event.type,
  accountId: event.metadata.account_id,
  error: work?.error ?? null,
  record: work?.record,
})

const messageOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500)
