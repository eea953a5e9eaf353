// The worker: folds the read models and runs the processes, for the whole log on the embedded stores, or for the partitions whose leases it holds.

import { setTimeout as pause } from 'node:timers/promises'
import { least, type Share, wholeLog } from '../projections/checkpoints.ts'
import { partitionNames, partitionOf, shareOf } from '../projections/partitions.ts'
import type { AnyProjection } from '../projections/projection.ts'
import { type Projector, startProjector } from '../projections/projector.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { EventLog } from '../stores/event-log.ts'
import { holdLeases, type Leases } from './leases.ts'
import { semaphore } from './pacing.ts'
import { openPoller, type Poller } from './poller.ts'
import type { Process } from './process.ts'
import { checkpointCollection, type Runner, type RunnerOptions, startRunner } from './runner.ts'

export type Worker = {
  /** The projector of the account's share, where this worker has it. */
  readonly projectorFor: (accountId: string) => Projector | undefined
  /** The same for the versions that are being built. */
  readonly builderFor: (accountId: string) => Projector | undefined
  /** Begins or ends the building of the new versions, for all shares of this worker, also those it takes later. */
  readonly build: (on: boolean) => Promise<void>
  /** The partitions that this worker holds. */
  readonly partitions: () => readonly string[]
  /** Up to where all of its shares are folded; undefined without one. */
  readonly projected: () => bigint | undefined
  /** Up to where all of its processes have read; undefined without one. */
  readonly processed: () => bigint | undefined
  /** Its runners: one for each process and share. */
  readonly runners: () => readonly Runner[]
  readonly close: () => Promise<void>
}

export type WorkerOptions = {
  readonly log: EventLog
  readonly documents: DocumentStore
  readonly projections: readonly AnyProjection[]
  /** New versions. They are folded beside the others until they have caught up, and then like the others. */
  readonly building?: readonly AnyProjection[]
  /** Whether their building waits until the operator resumes it. */
  readonly buildsLater?: boolean
  readonly processes: readonly Process[]
  /** 1: everything is this worker's, without leases. */
  readonly partitions: number
  /** A name that no other worker has, now or before. */
  readonly name: string
  readonly now?: () => Date
  readonly leaseMs?: number
  /** Awaited before each reaction, see RunnerOptions. */
  readonly yieldToRequests?: () => Promise<void>
  readonly onReactionError?: (process: Process, ...failure: Parameters<NonNullable<RunnerOptions['onError']>>) => void
  /** Called with each failure that is tried again; `what` names the work. */
  readonly onError?: (what: string, error: unknown) => void
}

/** Processes started at a time. */
const startsAtOnce = 4

type Work = { readonly projector: Projector; readonly builder: Builder; readonly runners: readonly Runner[] }

export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { log, documents, projections, building = [], processes, partitions, name } = options
  const tell = seldom(options.onError)
  const works = new Map<string, Work>()
  let builds = building.length > 0 && !options.buildsLater
  const failed = (what: string) => (error: unknown) => tell(what, error)
  await documents.define(processes.map(checkpointCollection))

  const starts = semaphore(startsAtOnce)
  const poller = openPoller({
    documents,
    ...(options.now ? { now: options.now } : {}),
    ...(partitions === 1 ? {} : sharedPace),
    onError: failed('looking for due work and saving progress'),
  })

  /** The projector comes first, because writers wait for it. The processes follow a few at a time, so that the store answers others meanwhile. */
  const begin = async (share: Share) => {
    const projector = await startProjector({ log, documents, projections, share, onError: failed('projecting') })
    const builder = openBuilder(() =>
      startProjector({ log, documents, projections: building, share, onError: failed('building read models') }),
    )
    const runners: Runner[] = []
    const work: Work = { projector, builder, runners }
    const ending = new AbortController()
    works.set(share.partition, work)
    await builder.turn(builds)
    const startOne = async (process: Process) => {
      while (!ending.signal.aborted)
        try {
          return void runners.push(await startProcess({ ...options, onError: tell, poller }, process, share))
        } catch (error) {
          tell(`the process ${process.name}`, error)
          await pause(1_000, undefined, { signal: ending.signal }).catch(() => undefined)
        }
    }
    /** The starts under way. Those that still wait for their turn when the share ends are left out. */
    const starting = new Set<Promise<void>>()
    const started = Promise.all(
      processes.map((process) =>
        starts.run(() => {
          const start = startOne(process).finally(() => starting.delete(start))
          starting.add(start)
          return start
        }),
      ),
    )
    if (share.token === undefined) await started
    return async () => {
      ending.abort()
      if (works.get(share.partition) === work) works.delete(share.partition)
      const ended = Promise.all(starting).then(() => Promise.all(runners.map((runner) => runner.close())))
      await Promise.all([projector.close(), builder.turn(false), ended])
    }
  }

  const leased = (): Promise<Leases> =>
    holdLeases({
      records: documents.records,
      partitions: partitionNames(partitions),
      worker: name,
      begin: ({ partition, token }) => begin(shareOf(partition, partitions, token)),
      onError: failed('keeping the leases'),
      ...(options.leaseMs === undefined ? {} : { ttlMs: options.leaseMs }),
    })
  const end = partitions === 1 ? await begin(wholeLog) : (await leased()).close

  return {
    projectorFor: (accountId) => works.get(partitionOf(accountId, partitions))?.projector,
    builderFor: (accountId) => works.get(partitionOf(accountId, partitions))?.builder.projector(),
    build: async (on) => {
      builds = on
      await Promise.all([...works.values()].map(({ builder }) => builder.turn(on)))
    },
    partitions: () => [...works.keys()],
    projected: () => least([...works.values()].map(({ projector }) => projector.position())),
    processed: () => least([...works.values()].flatMap(({ runners }) => runners.map((runner) => runner.position()))),
    runners: () => [...works.values()].flatMap(({ runners }) => runners),
    close: async () => {
      await end()
      await poller.close()
    },
  }
}

type Builder = { readonly projector: () => Projector | undefined; readonly turn: (on: boolean) => Promise<void> }

/** The projector of the new versions for one share. Requests to begin and to end it are done in their order. */
const openBuilder = (start: () => Promise<Projector>): Builder => {
  let projector: Projector | undefined
  let turned: Promise<void> = Promise.resolve()
  const turn = async (on: boolean) => {
    if (on) projector ??= await start()
    else {
      await projector?.close()
      projector = undefined
    }
  }
  return {
    projector: () => projector,
    turn: (on) => {
      turned = turned.catch(() => undefined).then(() => turn(on))
      return turned
    },
  }
}

/** While a store is away, every process of every partition fails at every try. Each kind of failure is reported only now and then. */
const seldom = (onError: WorkerOptions['onError']): NonNullable<WorkerOptions['onError']> => {
  const toldAt = new Map<string, number>()
  return (what, error) => {
    const kind = `${what} ${error instanceof Error ? error.name : typeof error}`
    if (performance.now() < (toldAt.get(kind) ?? Number.NEGATIVE_INFINITY) + quietMs) return
    toldAt.set(kind, performance.now())
    onError?.(what, error)
  }
}

const quietMs = 10_000

/** Several workers over a network ask the store less often. After a kill, somewhat more events are delivered again. */
const sharedPace = { saveEveryMs: 5_000, askEveryMs: 1_000 }

const startProcess = (
  { log, documents, now, yieldToRequests, onReactionError, onError, poller }: WorkerOptions & { readonly poller: Poller },
  process: Process,
  share: Share,
) =>
  startRunner({
    log,
    documents,
    process,
    share,
    poller,
    ...(now ? { now } : {}),
    ...(yieldToRequests ? { yieldToRequests } : {}),
    onError: (...failure) => onReactionError?.(process, ...failure),
    onSubscriptionError: (error) => onError?.(`the process ${process.name}`, error),
  })
