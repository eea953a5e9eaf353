// The worker: folds the read models and runs the processes, for the whole log on the embedded stores, or for the partitions whose leases it holds.
import { least, type Share, wholeLog } from '../../projections/checkpoints.ts'
import { partitionNames, partitionOf, shareOf } from '../../projections/partitions.ts'
import type { AnyProjection } from '../../projections/projection.ts'
import { type Projector, startProjector } from '../../projections/projector.ts'
import type { DocumentStore } from '../../stores/document-store.ts'
import type { EventLog } from '../../stores/event-log.ts'
import { pauseFor } from '../../stores/pause-for.ts'
import { openTurns, type Turns } from '../../stores/turns.ts'
import type { Process } from '../process.ts'
import { type EndWork, holdLeases, type Leases } from './leases.ts'
import { semaphore } from './pacing.ts'
import { openPoller, type Poller } from './poller.ts'
import { type Runner, type RunnerOptions, startRunner } from './runner.ts'

export type Worker = {
  /** The projector of the account's share, where this worker has it. */
  readonly projectorFor: (accountId: string) => Projector | undefined
  /** The same by the name of the partition. */
  readonly projectorOf: (partition: string) => Projector | undefined
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
  /** See RunnerOptions. */
  readonly timeOf?: RunnerOptions['timeOf']
  readonly leaseMs?: number
  /** Of all background work of this thread. */
  readonly turns?: Turns
  readonly onReactionError?: (process: Process, ...failure: Parameters<NonNullable<RunnerOptions['onError']>>) => void
  /** Called with each failure that is tried again; `what` names the work. */
  readonly onError?: (what: string, error: unknown) => void
}

/** Processes started at a time. */
const startsAtOnce = 4

type ShareWork = { readonly projector: Projector; readonly builder: Builder; readonly runners: readonly Runner[] }

export const startWorker = async (options: WorkerOptions): Promise<Worker> => {
  const { log, documents, building = [], partitions, turns = openTurns() } = options
  const report = seldom(options.onError)
  const works = new Map<string, ShareWork>()
  let builds = building.length > 0 && !options.buildsLater
  const poller = openPoller({
    documents,
    end: log.store.end,
    ...(options.now ? { now: options.now } : {}),
    ...(partitions === 1 ? {} : sharedPace),
    onError: (error) => report('looking for due work and saving progress', error),
  })
  const shared: Shared = { ...options, turns, works, builds: () => builds, poller, starts: semaphore(startsAtOnce), report }
  const begin = async (): Promise<EndWork> => (partitions === 1 ? startShare(shared, wholeLog) : (await takeLeases(shared)).close)
  const end = await begin().catch(async (error) => {
    await poller.close()
    throw error
  })
  const all = () => [...works.values()]
  const runners = () => all().flatMap((work) => work.runners)

  return {
    projectorFor: (accountId) => works.get(partitionOf(accountId, partitions))?.projector,
    projectorOf: (partition) => works.get(partition)?.projector,
    builderFor: (accountId) => works.get(partitionOf(accountId, partitions))?.builder.projector(),
    build: async (on) => {
      builds = on
      await Promise.all(all().map(({ builder }) => builder.turn(on)))
    },
    partitions: () => [...works.keys()],
    projected: () => least(all().map(({ projector }) => projector.position())),
    processed: () => least(runners().map((runner) => runner.position())),
    runners,
    close: async () => {
      await end()
      await poller.close()
    },
  }
}

/** What the work of all shares has in common. */
type Shared = WorkerOptions & {
  readonly turns: Turns
  /** The work under way, by partition. */
  readonly works: Map<string, ShareWork>
  /** Whether new versions are being built. */
  readonly builds: () => boolean
  readonly poller: Poller
  /** Lets a few processes start at a time. */
  readonly starts: ReturnType<typeof semaphore>
  readonly report: NonNullable<WorkerOptions['onError']>
}

/** The projector comes first, because writers wait for it. The processes follow. @returns what ends the work */
const startShare = async (shared: Shared, share: Share): Promise<EndWork> => {
  const { log, documents, projections, building = [], works, turns, report } = shared
  const common = { log, documents, share }
  const projector = await startProjector({
    ...common,
    projections,
    pace: { turn: turns.urgent, budgetMs: turns.pieceMs },
    onError: (error) => report('projecting', error),
  })
  const builder = openBuilder(() => {
    const onError = (error: unknown) => report('building read models', error)
    return startProjector({ ...common, projections: building, pace: { turn: turns.usual, budgetMs: turns.pieceMs }, beside: true, onError })
  })
  const runners: Runner[] = []
  const work: ShareWork = { projector, builder, runners }
  works.set(share.partition, work)
  const endProjecting = async () => {
    if (works.get(share.partition) === work) works.delete(share.partition)
    await Promise.all([projector.close(), builder.turn(false)])
  }
  await builder.turn(shared.builds()).catch(async (error) => {
    await endProjecting()
    throw error
  })
  const processes = startProcesses(shared, share, runners)
  if (share.token === undefined) await processes.started
  return async () => {
    await Promise.all([endProjecting(), processes.close()])
  }
}

/** Starts the processes a few at a time, so that the store answers others meanwhile. A start that fails is tried again. */
const startProcesses = (shared: Shared, share: Share, runners: Runner[]) => {
  const ending = new AbortController()

  const startOne = async (process: Process): Promise<void> => {
    while (!ending.signal.aborted)
      try {
        return void runners.push(await startProcess(shared, process, share))
      } catch (error) {
        shared.report(`the process ${process.name}`, error)
        await pauseFor(1_000, ending.signal)
      }
  }

  /** The starts under way. Those that still wait for their turn when the share ends are left out. */
  const starting = new Set<Promise<void>>()
  const startInTurn = (process: Process) =>
    shared.starts.run(() => {
      const start = startOne(process).finally(() => starting.delete(start))
      starting.add(start)
      return start
    })

  return {
    started: Promise.all(shared.processes.map(startInTurn)),
    close: async () => {
      ending.abort()
      await Promise.all(starting)
      await Promise.all(runners.map((runner) => runner.close()))
    },
  }
}

const takeLeases = (shared: Shared): Promise<Leases> =>
  holdLeases({
    records: shared.documents.records,
    partitions: partitionNames(shared.partitions),
    worker: shared.name,
    begin: ({ partition, token }) => startShare(shared, shareOf(partition, shared.partitions, token)),
    onError: (error) => shared.report('keeping the leases', error),
    ...(shared.leaseMs === undefined ? {} : { ttlMs: shared.leaseMs }),
  })

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
  const reportedAt = new Map<string, number>()
  return (what, error) => {
    const kind = `${what} ${error instanceof Error ? error.name : typeof error}`
    if (performance.now() < (reportedAt.get(kind) ?? Number.NEGATIVE_INFINITY) + quietMs) return
    reportedAt.set(kind, performance.now())
    onError?.(what, error)
  }
}

const quietMs = 10_000

/** Several workers over a network ask the store less often. After a kill, somewhat more events are delivered again. */
const sharedPace = { saveEveryMs: 5_000, askEveryMs: 1_000 }

const startProcess = (
  { log, documents, now, timeOf, turns, onReactionError, report, poller }: Shared,
  process: Process,
  share: Share,
): Promise<Runner> =>
  startRunner({
    log,
    documents,
    process,
    share,
    poller,
    ...(now ? { now } : {}),
    ...(timeOf ? { timeOf } : {}),
    turns,
    onError: (...failure) => onReactionError?.(process, ...failure),
    onSubscriptionError: (error) => report(`the process ${process.name}`, error),
  })
