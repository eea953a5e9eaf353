// How far the read models of an instance are: whether they have passed a position or hold the log, and how far each is behind.
import type { Logger } from 'pino'
import type { ReadModelLag } from '../inner/service-health.ts'
import type { Worker } from '../processes/running/worker.ts'
import type { Build } from '../projections/build-beside.ts'
import { addressOf, least } from '../projections/checkpoints.ts'
import { type FirstFold, followFirstFold } from '../projections/first-fold.ts'
import { partitionNames, partitionOf } from '../projections/partitions.ts'
import { type CaughtUp, catchingUp, type Passed, readYourWrites, slowest } from '../projections/read-your-writes.ts'
import type { Plan } from '../projections/versions.ts'
import { furtherOf, lastEvent } from '../stores/event-store.ts'
import type { Stores } from '../stores/open.ts'
import { readModelLags } from './health.ts'

type Followed = {
  readonly stores: Pick<Stores, 'events' | 'documents'>
  readonly plan: Plan
  readonly partitions: number
  /** How long a write waits for the read models. */
  readonly waitMs: number
  readonly log: Logger
  /** Undefined before it has started, and without the role `worker`. */
  readonly worker: () => Worker | undefined
  readonly build: () => Build | undefined
}

export type FollowedReadModels = {
  readonly partitionFor: (accountId: string) => string
  readonly passed: Passed
  readonly caughtUp: CaughtUp
  readonly lags: () => Promise<readonly ReadModelLag[]>
  /** Follows the fold of what stands in the log now, and logs its progress. */
  readonly followFirstFold: () => FirstFold
}

export const followReadModels = (followed: Followed): FollowedReadModels => {
  const { stores, plan, partitions, worker } = followed
  const { events, documents } = stores
  const names = partitionNames(partitions)
  const addresses = plan.serving.map(addressOf)
  const end = async () => (await lastEvent(events))?.position
  const foldedHere = (partition: string) => worker()?.projectorOf(partition)?.position()
  const foldedIn = async (partition: string) => furtherOf(foldedHere(partition) ?? -1n, await slowest(documents, addresses, partition))

  return {
    ...passing(followed),
    caughtUp: catchingUp({ head: end, partitions: names, passed: passingPartitions(followed) }),
    lags: () =>
      readModelLags({
        events,
        documents,
        served: plan.serving.map((projection) => ({ name: projection.spec.name, address: addressOf(projection) })),
        partitions: names,
        foldedHere,
      }),
    followFirstFold: () =>
      followFirstFold({
        head: end,
        folded: async () => least(await Promise.all(names.map(foldedIn))) ?? -1n,
        onProgress: ({ position, end }, isDone) =>
          followed.log.info(
            { position: Number(position), end: Number(end), percent: percentOf(position, end) },
            isDone ? 'the read models hold the log' : 'the read models are being folded: this instance is ready when they hold the log',
          ),
      }),
  }
}

/** Waits for the read models of an account that answer, and for their new versions once these are nearly complete. */
const passing = ({ stores: { documents }, plan, partitions, waitMs, worker, build }: Followed) => {
  const partitionFor = (accountId: string) => partitionOf(accountId, partitions)
  const ready = { partitionFor, documents, waitMs }
  const passedServing = readYourWrites({
    ...ready,
    projectorFor: (accountId) => worker()?.projectorFor(accountId),
    projections: plan.serving,
  })
  const passedBuilding = readYourWrites({
    ...ready,
    projectorFor: (accountId) => worker()?.builderFor(accountId),
    projections: plan.building,
  })
  const isBuilt = (accountId: string) => build()?.isNear(partitionFor(accountId)) === true
  const passed: Passed = async (position, accountId) =>
    (await passedServing(position, accountId)) &&
    // If the build was abandoned meanwhile, there is nothing to wait for.
    (!isBuilt(accountId) || (await passedBuilding(position, accountId)) || !isBuilt(accountId))
  return { partitionFor, passed }
}

/** Waits for the read models of a whole partition. */
const passingPartitions = ({ stores: { documents }, plan, waitMs, worker }: Followed): Passed =>
  readYourWrites({
    documents,
    waitMs,
    partitionFor: (partition) => partition,
    projectorFor: (partition) => worker()?.projectorOf(partition),
    projections: plan.serving,
  })

const percentOf = (position: bigint, end: bigint): number => (end <= 0n ? 100 : Math.max(0, Number((position * 100n) / end)))
