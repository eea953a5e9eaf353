// The runner: delivers events to a process at least once, in order per aggregate, many aggregates at a time. A reaction that fails is kept,
// tried again with growing pauses, then parked where an operator sees it. Nothing is lost by a kill: what was not done is delivered again.
import { v5 as uuidv5 } from 'uuid'
import type { StoredEvent } from '../events/catalogue.ts'
import { type Share, wholeLog } from '../projections/projector.ts'
import { type CollectionSpec, type DocumentStore, UnknownCollection } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import { type Batch, type RecordedEvent, StoreUnavailable } from '../stores/event-store.ts'
import type { Delivery, Later, Process, Reaction } from './process.ts'
import { openWorkbook, type Work, workbookKind } from './workbook.ts'

export type Runner = {
  /** Up to where every event has been handled or written into the workbook. */
  readonly position: () => bigint
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
  /** How often the checkpoint is saved while events come in, in milliseconds. */
  readonly saveEveryMs?: number
  /** How often the store is asked whether somebody else (an operator) made work due. */
  readonly askEveryMs?: number
  /** Between two tries while a store is away. */
  readonly awayPauseMs?: number
  /** Awaited before each reaction: how work that nobody waits for lets requests go first. */
  readonly courtesy?: () => Promise<void>
  readonly onError?: (error: unknown, event: StoredEvent, parked: boolean) => void
  readonly onSubscriptionError?: (error: unknown) => void
}

/** One second, doubling up to five minutes, for about an hour. */
export const growingPause = (failures: number): number | null => (failures > 20 ? null : Math.min(1000 * 2 ** (failures - 1), 300_000))

/** Events taken on and not yet done, at most: what a kill makes the runner look at again. */
const window = 512
const pollMs = 250

/** The collection under which a process's checkpoints stand; it holds no documents. */
export const checkpointCollection = ({ name }: Process): CollectionSpec => ({ name: `process_${name}`, version: 1, indexes: [] })

type Taken = { readonly position: bigint; done: boolean }

export const startRunner = async ({
  log,
  documents,
  process,
  share = wholeLog,
  now = () => new Date(),
  pause = growingPause,
  concurrency = 16,
  timeoutMs = 120_000,
  saveEveryMs = pollMs,
  askEveryMs = pollMs,
  awayPauseMs = 2_000,
  courtesy = async () => undefined,
  onError,
  onSubscriptionError,
}: RunnerOptions): Promise<Runner> => {
  const { name: collection } = checkpointCollection(process)
  const workbook = await openWorkbook(documents.records, workbookKind(process.name, share.partition), askEveryMs)
  const stopping = new AbortController()
  const checkpoint = () => documents.checkpoint(collection, share.partition)
  const define = async (error: unknown) => {
    if (!(error instanceof UnknownCollection)) throw error
    await documents.define([checkpointCollection(process)])
    return checkpoint()
  }
  let reached = (await checkpoint().catch(define)) ?? -1n
  let saved = reached
  let savedAt = performance.now()
  const taken: Taken[] = []
  const lines = new Map<string, Promise<void>>()
  const slots = semaphore(concurrency)
  const resumed = new Set<string>()
  /** Events done from the workbook before the log brought them again after a kill, with their positions. */
  const doneBefore = new Map<string, bigint>()
  const running = new Set<AbortController>()
  let room = Promise.withResolvers<void>()

  const deliver = async (event: StoredEvent, count: number): Promise<Later | undefined> => {
    const reaction = process.on[event.type] as Reaction<StoredEvent['type']> | undefined
    if (!reaction) return undefined
    if (stopping.signal.aborted) throw stopping.signal.reason
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => controller.abort(new Error(`no end after ${timeoutMs} ms`)), timeoutMs)
    running.add(controller)
    const context: Delivery['context'] = (step) => ({
      accountId: event.metadata.account_id,
      actor: { type: 'process', id: process.name },
      commandId: uuidv5(`${process.name}/${step}`, event.id),
      correlationId: event.metadata.correlation_id,
      causationId: event.id,
      at: now(),
    })
    try {
      return (await raced(reaction(event, { count, context, signal }), signal)) ?? undefined
    } finally {
      clearTimeout(timer)
      running.delete(controller)
    }
  }

  /** Delivers and writes down what is still to be done; true when the event needs nothing more. */
  const attempt = async (event: StoredEvent, work: Work | undefined): Promise<boolean> => {
    const count = (work?.deliveries ?? 0) + 1
    try {
      const again = await slots.run(async () => {
        if (!process.prompt) await courtesy()
        return deliver(event, count)
      })
      if (!again) {
        if (work) await workbook.remove(work)
        if (work && event.position > reached) doneBefore.set(event.id, event.position)
        return true
      }
      await workbook.write({ ...workOf(event, work), deliveries: count, failures: 0, state: 'deferred', dueAt: again.at })
    } catch (error) {
      if (stopping.signal.aborted) throw error
      // A store that is away says nothing against the event: it is tried again soon, and never parked for that.
      const isAway = error instanceof StoreUnavailable
      const failures = (work?.failures ?? 0) + (isAway ? 0 : 1)
      const wait = isAway ? awayPauseMs : pause(failures)
      onError?.(error, event, wait === null)
      const state = wait === null ? 'parked' : 'failed'
      const dueAt = wait === null ? null : new Date(now().getTime() + wait)
      await workbook.write({ ...workOf(event, work), deliveries: count, failures, state, dueAt, error: messageOf(error) })
    }
    return false
  }

  /** The first delivery of an event: queued behind an earlier one of its aggregate that has failed. What a kill brings again is known here. */
  const take = async (event: StoredEvent) => {
    if (workbook.holds(event) || doneBefore.has(event.id)) return
    if (workbook.blocked(event.stream))
      await workbook.write({ ...workOf(event, undefined), deliveries: 0, failures: 0, state: 'queued', dueAt: null })
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

  const done = (entry: Taken) => {
    entry.done = true
    while (taken[0]?.done) reached = taken.shift()?.position ?? reached
    if (taken.length < window) room.resolve()
  }

  const onBatch = async ({ events, position }: Batch) => {
    const concerned = events.filter((event) => event.type in process.on && share.owns(accountOf(event)))
    for (const event of await log.open(concerned)) {
      while (taken.length >= window && !stopping.signal.aborted) {
        room = Promise.withResolvers()
        await room.promise
      }
      if (stopping.signal.aborted) return
      const entry: Taken = { position: event.position, done: false }
      taken.push(entry)
      inLine(event.stream, () => take(event)).then(
        () => done(entry),
        () => undefined,
      )
    }
    const last: Taken = { position, done: false }
    taken.push(last)
    done(last)
  }

  const save = async () => {
    const isEarly = performance.now() < savedAt + saveEveryMs && !stopping.signal.aborted
    if (reached === saved || isEarly) return
    const position = reached
    for (const [id, at] of doneBefore) if (at <= position) doneBefore.delete(id)
    savedAt = performance.now()
    await documents.commit([
      { collection, partition: share.partition, changes: [], position, ...(share.token === undefined ? {} : { token: share.token }) },
    ])
    saved = position
  }

  /** One due piece of work, and behind it what queued up for the same aggregate. */
  const resume = (work: Work) =>
    inLine(work.stream, async () => {
      for (let next: Work | undefined = work; next; next = workbook.nextQueued(work.stream)) {
        const [event] = await log.open(await log.store.read(next.stream, { from: next.revision, limit: 1 }))
        if (!event) await workbook.remove(next)
        else if (!(await attempt(event, next)) && workbook.blocked(work.stream)) return
      }
    })

  /** Work that is being done does not hold up what becomes due meanwhile. */
  const start = (work: Work) => {
    const key = `${work.stream}/${work.revision}`
    if (resumed.has(key)) return
    resumed.add(key)
    const end = () => resumed.delete(key)
    resume(work).then(end, end)
  }

  const turn = async () => {
    await save()
    for (const work of await workbook.due(now())) start(work)
  }

  for (const work of workbook.abandoned()) start(work)

  const turns = (async () => {
    while (!stopping.signal.aborted) {
      await turn().catch((error) => onSubscriptionError?.(error))
      await pauseFor(pollMs, stopping.signal)
    }
  })()

  const endAlongside = await process.alongside?.(share)

  const subscription = log.store.subscribe(
    { ...(reached >= 0n ? { after: reached } : {}), ...(onSubscriptionError ? { onError: onSubscriptionError } : {}) },
    onBatch,
  )

  return {
    position: () => reached,
    close: async () => {
      stopping.abort(new Error('the service is stopping'))
      for (const controller of running) controller.abort(stopping.signal.reason)
      room.resolve()
      await Promise.allSettled([subscription.close(), turns, ...lines.values(), endAlongside?.()])
      await save().catch(() => undefined)
    },
  }
}

const accountOf = ({ metadata }: RecordedEvent): string => String(metadata.account_id)

const workOf = (event: StoredEvent, work: Work | undefined) => ({
  stream: event.stream,
  revision: event.revision,
  type: event.type,
  accountId: event.metadata.account_id,
  error: work?.error ?? null,
  record: work?.record,
})

const messageOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500)

/** The promise, or the signal's reason when that comes first. */
export const raced = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })

/** Does the task again, with growing pauses, until it gets through: only the stores can make it fail. */
const insistently = async (task: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (let failures = 1; ; failures++) {
    try {
      return await task()
    } catch (error) {
      if (signal.aborted) throw error
      await pauseFor(Math.min(100 * 2 ** failures, 10_000), signal)
      if (signal.aborted) throw error
    }
  }
}

const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
  })

/** Runs so many tasks at a time. */
export const semaphore = (size: number) => {
  let free = size
  const waiting: (() => void)[] = []
  return {
    run: async <Value>(task: () => Promise<Value>): Promise<Value> => {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      else free--
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}

/** Waits while requests are being answered, but never so long that they could keep background work from going on. */
export const requestsFirst =
  (inFlight: () => number, longestMs = 200): (() => Promise<void>) =>
  async () => {
    const until = performance.now() + longestMs
    while (inFlight() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
  }
