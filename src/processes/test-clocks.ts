// Advances test clocks: from one moment at which something is due to the next, in time order. At each it waits for what follows.
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { believedMs, streamsOnClockOf } from '../commands/clock-times.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { testClock } from '../commands/test-clock.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { liens } from '../projections/liens.ts'
import { eachFound, type Read } from '../projections/read.ts'
import type { DocumentStore, StoredRecord } from '../stores/document-store.ts'
import type { EventStore } from '../stores/event-store.ts'
import { readProcessCheckpoints } from '../stores/process-checkpoints.ts'
import { later, type Process } from './process.ts'
import { shortWaitMs } from './running/attempts.ts'
import { retryInboxKind, type Work, workFrom } from './running/retry-inbox.ts'

export type TestClockDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly read: Read
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  readonly log: { readonly store: Pick<EventStore, 'read'> }
  readonly documents: Pick<DocumentStore, 'records'>
  /** Those whose work the clocks hold. */
  readonly processes: readonly Process[]
  readonly partitionFor: (accountId: string) => string
  readonly now: () => Date
}

/** Between two looks at whether what follows is done. */
const lookEveryMs = 100
/** After that the reaction lets others have their turn. */
const longestTurnMs = 20_000

/** A piece of work of a stream that follows the clock, with its record. */
type Found = { readonly kind: string; readonly record: StoredRecord; readonly work: Work }

export const testClocks = (dependencies: TestClockDependencies): Process => {
  const { handle, load, now } = dependencies
  return {
    name: 'test_clocks',
    on: {
      /** Delivered again until its advance is done. A crash loses nothing: the next delivery finds what is still due. */
      TestClockAdvanceRequested: async ({ stream, position, data: { advance_id: advanceId, to }, metadata }, delivery) => {
        const id = aggregateIdOf(stream)
        const { account_id: accountId, recorded_at } = metadata
        // For a while a worker may go on believing that the account has no clocks.
        if (delivery.count === 1) return later(recorded_at, 2 * believedMs)
        const until = performance.now() + longestTurnMs
        for (;;) {
          if (delivery.signal.aborted) throw delivery.signal.reason
          const clock = await load(testClock, id)
          if (clock.status !== 'advancing' || clock.advance?.id !== advanceId) return undefined
          if (performance.now() > until || !(await dependencies.passed(position, accountId))) return later(now(), lookEveryMs)
          const found = await settledWork(dependencies, accountId, clock.businessIds)
          if (!found) {
            await pause(lookEveryMs, undefined, { signal: delivery.signal })
            continue
          }
          const [next] = found.map(({ work }) => wantedAt(work)).sort()
          if (next === undefined || next > to) {
            await handle(testClock, id, { type: 'FinishAdvance', advanceId }, delivery.context('done'))
            return undefined
          }
          if (next > clock.at) await handle(testClock, id, { type: 'StepTestClock', advanceId, at: next }, delivery.context(`step-${next}`))
          await Promise.all(found.filter(({ work }) => wantedAt(work) <= next).map((each) => release(dependencies, each)))
        }
      },
    },
  }
}

/** What waits for the clock; undefined while anything is under way. */
const settledWork = async (
  dependencies: TestClockDependencies,
  accountId: string,
  businessIds: readonly string[],
): Promise<readonly Found[] | undefined> => {
  const streams = await streamsOf(dependencies, businessIds)
  const last = await lastOf(dependencies, streams)
  if (!(await haveHandled(dependencies, accountId, last))) return undefined
  const found = await workOn(dependencies, accountId, streams)
  if (found.some(isUnderWay(dependencies.now()))) return undefined
  // Work that ended between the two may have led to more.
  return isDeepStrictEqual(last, await lastOf(dependencies, streams)) ? found : undefined
}

const streamsOf = async ({ read }: TestClockDependencies, businessIds: readonly string[]): Promise<readonly string[]> => {
  const streams = businessIds.map(async (business_id) => {
    const lienIds = await Array.fromAsync(eachFound(read(liens), { where: { business_id }, by: 'created_at' }), ({ id }) => id)
    return streamsOnClockOf(business_id, lienIds)
  })
  return (await Promise.all(streams)).flat()
}

/** What the processes still have to do about the streams. A dead letter waits for a person, and holds nothing up. */
const workOn = async (
  { documents, processes, partitionFor }: TestClockDependencies,
  accountId: string,
  streams: readonly string[],
): Promise<readonly Found[]> => {
  const kinds = processes.filter(follows).map(({ name }) => retryInboxKind(name, partitionFor(accountId)))
  const lists = kinds.flatMap((kind) =>
    streams.map(async (stream) => {
      const records = await documents.records.list(kind, { prefix: `${stream}/` })
      return records.map((record): Found => ({ kind, record, work: workFrom(record) }))
    }),
  )
  return (await Promise.all(lists)).flat().filter(({ work }) => work.state !== 'dead_letter')
}

/** Whether it goes on by itself, so that the clock waits for it. */
const isUnderWay =
  (now: Date) =>
  ({ work: { state, dueAt } }: Found): boolean =>
    state !== 'deferred' || (dueAt !== null && dueAt.getTime() - now.getTime() <= shortWaitMs)

/** When it is wanted (ISO 8601): on the clock, or as it was before its business had the clock. */
const wantedAt = ({ clockAt, dueAt }: Work): string => clockAt ?? dueAt?.toISOString() ?? ''

/** Makes the work due. Where the process wrote it meanwhile, the next look finds it again. */
const release = async ({ documents, now }: TestClockDependencies, { kind, record: { key, value, revision } }: Found): Promise<void> => {
  await documents.records.put(kind, key, value, { expectedRevision: revision, dueAt: now() })
}

/** The last position of each type of event in the streams. */
const lastOf = async ({ log }: TestClockDependencies, streams: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const last = new Map<string, bigint>()
  for (const events of await Promise.all(streams.map((stream) => log.store.read(stream))))
    for (const { type, position } of events) last.set(type, position > (last.get(type) ?? -1n) ? position : (last.get(type) ?? -1n))
  return last
}

/** Whether every process has handled those of the events that it takes, or noted them in its retry inbox. */
const haveHandled = async (
  { documents, processes, partitionFor }: TestClockDependencies,
  accountId: string,
  last: ReadonlyMap<string, bigint>,
): Promise<boolean> => {
  const reached = (await readProcessCheckpoints(documents.records, partitionFor(accountId))).positions
  return processes.filter(follows).every((process) => {
    const positions = Object.keys(process.on).flatMap((type) => last.get(type) ?? [])
    return positions.every((position) => position <= (reached.get(process.name) ?? -1n))
  })
}

const follows = ({ inRealTime }: Process): boolean => !inRealTime
