// The retry inbox of a process: the events that are not done yet (failed, deferred, queued behind a failed one, dead
// letters), durable in the document store's records and indexed in memory by aggregate.
import type { Records, StoredRecord } from '../../stores/document-store.ts'
import { type FailingWork, forgetFailing, noteFailing } from '../../stores/failing-work.ts'
import { currentStateName, isFailing, type WorkState } from '../../stores/process-work.ts'
import { recordPages } from '../../stores/record-pages.ts'
import { openAgenda } from './agenda.ts'

/** One event to be delivered again. `dueAt` is null where something else must happen first. */
export type Work = {
  readonly stream: string
  readonly revision: number
  readonly type: string
  readonly accountId: string
  readonly state: WorkState
  readonly deliveries: number
  readonly failures: number
  readonly error: string | null
  readonly dueAt: Date | null
  /** When it is wanted on the test clock of its stream (ISO 8601). With no `dueAt` it waits until the clock is advanced; absent where it follows none. */
  readonly clockAt?: string | undefined
  /** The revision of its record; absent before it was first written. */
  readonly record?: number | undefined
}

/** Which event it is. */
type Place = Pick<Work, 'stream' | 'revision'>

/** The kind of record that holds a process's retry inbox for one share of the accounts. */
export const retryInboxKind = (process: string, partition: string): string => `work_${process}.${partition}`

export type RetryInbox = Awaited<ReturnType<typeof openRetryInbox>>

export const openRetryInbox = async (records: Records, kind: string) => {
  const { remember, forget, ...known } = openIndex()

  /** Keeps the notes of failing work in step. They are written after the work. */
  const note = async (before: Work | undefined, after: Work | undefined): Promise<void> => {
    const [failed, fails] = [failingOf(before), failingOf(after)]
    if (fails && !failed) await noteFailing(records, fails)
    if (failed && !fails) await forgetFailing(records, failed)
  }

  const failingOf = (work: Work | undefined): FailingWork | undefined =>
    work && isFailing(work.state) ? { accountId: work.accountId, kind, key: keyOf(work) } : undefined

  for await (const page of recordPages(records, kind)) {
    const works = page.map(workFrom)
    works.forEach(remember)
    // A note may be missing after a crash. Those of a page share a commit: thousands fail where a source was away.
    await Promise.all(works.map((work) => note(undefined, work)))
  }

  return {
    ...known,

    write: async (work: Work): Promise<void> => {
      const { record, dueAt, clockAt, ...rest } = work
      const value = { ...rest, ...(clockAt === undefined ? {} : { clockAt }) }
      const key = keyOf(work)
      const expectedRevision = record ?? (await records.get(kind, key))?.revision ?? -1
      const revision = await records.put(kind, key, value, { expectedRevision, ...(dueAt ? { dueAt } : {}) })
      if (revision !== undefined) {
        const before = known.at(work)
        remember({ ...work, record: revision })
        return note(before, work)
      }
      // Another instance wrote it, or a write of ours whose answer was lost: the stored record counts.
      const current = await records.get(kind, key)
      if (current) remember(workFrom(current))
      else forget(work)
      throw new Error(`the work on ${key} was changed by another instance`)
    },

    remove: async (work: Work): Promise<void> => {
      await records.remove(kind, keyOf(work))
      const before = known.at(work) ?? work
      forget(work)
      await note(before, undefined)
    },

    /** Learns what another instance changed (an operator's retry). Work that is unknown here has been done meanwhile. */
    learn: (changed: readonly StoredRecord[]): void => {
      for (const work of changed.map(workFrom)) {
        const before = known.at(work)
        if (before?.record !== undefined && before.record < (work.record ?? 0)) remember(work)
      }
    },
  }
}

/** The work in memory, by aggregate. */
const openIndex = () => {
  const byStream = new Map<string, Map<number, Work>>()
  const agenda = openAgenda<Work>()

  const worksOf = (stream: string) => [...(byStream.get(stream)?.values() ?? [])]

  /** Whether an earlier event of the aggregate has failed, so that later ones must wait. */
  const blocked = (stream: string): boolean => worksOf(stream).some(({ state }) => state === 'failed')

  /** The first event that waits behind a failed one, once nothing blocks it. */
  const nextQueued = (stream: string): Work | undefined => {
    if (blocked(stream)) return undefined
    const queued = worksOf(stream).filter(({ state }) => state === 'queued')
    return queued.sort((a, b) => a.revision - b.revision)[0]
  }

  return {
    remember: (work: Work) => {
      const works = byStream.get(work.stream) ?? new Map<number, Work>()
      const before = works.get(work.revision)
      if (before) agenda.remove(before)
      agenda.add(work)
      byStream.set(work.stream, works.set(work.revision, work))
    },

    forget: ({ stream, revision }: Place) => {
      const works = byStream.get(stream)
      const work = works?.get(revision)
      if (work) agenda.remove(work)
      works?.delete(revision)
      if (works?.size === 0) byStream.delete(stream)
    },

    /** The current work on this very event. */
    at: ({ stream, revision }: Place): Work | undefined => byStream.get(stream)?.get(revision),

    blocked,
    nextQueued,

    /** The first event of each queue whose earlier work is done: a kill came before it was begun. */
    abandoned: (): readonly Work[] => [...byStream.keys()].flatMap((stream) => nextQueued(stream) ?? []),

    /** How many events are here, by state. */
    counts: (): Readonly<Record<WorkState, number>> => {
      const counts = { dead_letter: 0, failed: 0, queued: 0, deferred: 0 }
      for (const works of byStream.values()) for (const { state } of works.values()) counts[state]++
      return counts
    },

    /** The due work, the oldest due time first. */
    due: agenda.due,
  }
}

const keyOf = ({ stream, revision }: Place): string => `${stream}/${String(revision).padStart(10, '0')}`

export const workFrom = ({ value, revision, dueAt }: StoredRecord): Work => ({
  ...(value as Omit<Work, 'dueAt' | 'record' | 'state'>),
  state: currentStateName(value.state) as WorkState,
  dueAt: dueAt ?? null,
  record: revision,
})
