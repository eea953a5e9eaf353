// The workbook of a process: the events that it still has to do something about (failed, deferred, queued behind a failed one, parked),
// durable in the document store's records and indexed in memory by aggregate.
import type { Records, StoredRecord } from '../stores/document-store.ts'

export type WorkState = 'failed' | 'deferred' | 'queued' | 'parked'

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
  /** The revision of its record; absent before it was first written. */
  readonly record?: number | undefined
}

/** The kind of record that holds a process's workbook for one share of the accounts. */
export const workbookKind = (process: string, partition: string): string => `work_${process}.${partition}`

export type Workbook = Awaited<ReturnType<typeof openWorkbook>>

/** `askEveryMs`: so often the store is asked for due work that was made so elsewhere; what was written here is known to the moment. */
export const openWorkbook = async (records: Records, kind: string, askEveryMs = 0) => {
  const byStream = new Map<string, Map<number, Work>>()
  let askedAt = 0
  /** No work known here is due before. */
  let nextDue = 0

  const remember = (work: Work) => {
    const works = byStream.get(work.stream) ?? new Map<number, Work>()
    byStream.set(work.stream, works.set(work.revision, work))
    nextDue = Math.min(nextDue, work.dueAt?.getTime() ?? nextDue)
  }

  const forget = ({ stream, revision }: Work) => {
    const works = byStream.get(stream)
    works?.delete(revision)
    if (works?.size === 0) byStream.delete(stream)
  }

  const worksOf = (stream: string) => [...(byStream.get(stream)?.values() ?? [])]

  const nextQueued = (stream: string): Work | undefined =>
    worksOf(stream).some(({ state }) => state === 'failed')
      ? undefined
      : worksOf(stream)
          .filter(({ state }) => state === 'queued')
          .sort((a, b) => a.revision - b.revision)[0]

  for (let after: string | undefined; ; ) {
    const page = await records.list(kind, { limit: 1000, ...(after === undefined ? {} : { after }) })
    for (const record of page) remember(workFrom(record))
    after = page.at(-1)?.key
    if (page.length < 1000) break
  }

  return {
    /** Whether this very event is written down already. */
    holds: ({ stream, revision }: { readonly stream: string; readonly revision: number }): boolean =>
      byStream.get(stream)?.has(revision) ?? false,

    /** What queued up behind work that is done: a kill came before it was taken on. */
    abandoned: (): readonly Work[] => [...byStream.keys()].flatMap((stream) => nextQueued(stream) ?? []),

    /** Whether an earlier event of the aggregate has failed, so that later ones must wait. */
    blocked: (stream: string): boolean => worksOf(stream).some(({ state }) => state === 'failed'),

    /** The first event that waits behind a failed one, once nothing is in its way. */
    nextQueued,

    write: async (work: Work): Promise<void> => {
      const { record, dueAt, ...value } = work
      const key = keyOf(work)
      const expectedRevision = record ?? (await records.get(kind, key))?.revision ?? -1
      const revision = await records.put(kind, key, value, { expectedRevision, ...(dueAt ? { dueAt } : {}) })
      if (revision === undefined) throw new Error(`the work on ${key} was changed by another instance`)
      remember({ ...work, record: revision })
    },

    remove: async (work: Work): Promise<void> => {
      await records.remove(kind, keyOf(work))
      forget(work)
    },

    /** What is due; work that another instance (an operator's retry) made due counts too. */
    due: async (now: Date): Promise<readonly Work[]> => {
      if (now.getTime() < nextDue && performance.now() < askedAt + askEveryMs) return []
      askedAt = performance.now()
      const works = (await records.due(kind, now, 100)).map(workFrom)
      for (const work of works) remember(work)
      nextDue = works.length > 0 ? 0 : earliest([...byStream.values()].flatMap((each) => [...each.values()]))
      return works
    },
  }
}

const earliest = (works: readonly Work[]): number =>
  works.reduce((least, { dueAt }) => Math.min(least, dueAt?.getTime() ?? least), Number.POSITIVE_INFINITY)

const keyOf = ({ stream, revision }: Work): string => `${stream}/${String(revision).padStart(10, '0')}`

const workFrom = ({ value, revision, dueAt }: StoredRecord): Work => ({
  ...(value as unknown as Omit<Work, 'dueAt' | 'record'>),
  dueAt: dueAt ?? null,
  record: revision,
})
