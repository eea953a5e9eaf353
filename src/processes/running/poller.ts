// The poller of a worker serves all of its runners together, so that the store gets few requests however many runners there are: one query finds the
// due work of all their retry inboxes, or a few where there is much, and one record of each share has all their checkpoints.
import type { Share } from '../../projections/checkpoints.ts'
import type { DocumentStore, DueRecord } from '../../stores/document-store.ts'
import type { EventStore } from '../../stores/event-store.ts'
import { pauseFor } from '../../stores/pause-for.ts'
import { saveProcessCheckpoints } from '../../stores/process-checkpoints.ts'

export type Poller = {
  /** Calls `take` with the due records of that kind, again and again while they are due. @returns what ends it */
  readonly watch: (kind: string, take: Take) => () => void
  /** Saves a checkpoint now and then. @returns what saves it for the last time */
  readonly keep: (checkpoint: Kept) => () => Promise<void>
  /** To be called when events arrive: work may become due soon, so the poller asks more often for a while. */
  readonly wake: () => void
  readonly close: () => Promise<void>
}

/** Takes due work on. @returns false when it had all of it before */
export type Take = (due: readonly DueRecord[]) => unknown

export type Kept = {
  readonly process: string
  readonly share: Share
  readonly position: () => bigint
  readonly onSaved?: (position: bigint) => void
}

export type PollerOptions = {
  readonly documents: Pick<DocumentStore, 'records'>
  /** Of the log that the runners read. */
  readonly end: EventStore['end']
  readonly now?: () => Date
  /** Between two queries for due work. Four times as long while nothing happens. */
  readonly askEveryMs?: number
  /** Between two saves. After a kill the events of this time are delivered again. */
  readonly saveEveryMs?: number
  readonly onError?: (error: unknown) => void
}

/** The most due records of one query. */
const atOnce = 1_000
/** The most queries left out in a row when the last ones found nothing. */
const mostLeftOut = 3
/** The same for one kind whose last answers were full and held nothing new, such as a backlog for a receiver that is down: reading it takes long. */
const mostLeftOutWhenKnown = 31

export const openPoller = (options: PollerOptions): Poller => {
  const { documents, end, now = () => new Date(), askEveryMs = 250, saveEveryMs = 250, onError } = options
  const closing = new AbortController()
  const failed = (error: unknown) => onError?.(error)
  const work = openDueWork(documents.records, now)
  const checkpoints = openCheckpoints({ ...documents, end, failed })
  let isAwake = true

  /** Asks on, less and less often while nothing is due. */
  const ask = async () => {
    for (let idle = 0, leftOut = 0; ; ) {
      await pauseFor(askEveryMs, closing.signal)
      if (closing.signal.aborted) return
      if (!isAwake && leftOut < idle) {
        leftOut++
        continue
      }
      const wasAwake = isAwake
      isAwake = false
      leftOut = 0
      const found = await work.ask().catch(failed)
      idle = found === 0 && !wasAwake ? Math.min(idle + 1, mostLeftOut) : 0
    }
  }

  const keepSaving = async () => {
    while (!closing.signal.aborted) {
      await pauseFor(saveEveryMs, closing.signal)
      await checkpoints.save()
    }
  }

  const ended = Promise.all([ask(), keepSaving()])

  return {
    watch: work.watch,
    keep: checkpoints.keep,
    wake: () => {
      isAwake = true
    },
    close: async () => {
      closing.abort()
      await ended
    },
  }
}

/** Finds the due records of all watched kinds. */
const openDueWork = (records: DocumentStore['records'], now: () => Date) => {
  const watchers = new Map<string, Set<Take>>()
  const resting = openResting()
  return {
    watch: (kind: string, take: Take) => {
      const takers = watchers.get(kind) ?? new Set()
      watchers.set(kind, takers.add(take))
      return () => {
        takers.delete(take)
        if (takers.size === 0 && watchers.get(kind) === takers) watchers.delete(kind)
      }
    },
    /** @returns how many records it found due, and kinds that it left out because many are */
    ask: async (): Promise<number> => {
      const asked = [...watchers.keys()].filter((kind) => !resting.leavesOut(kind))
      const due = await dueOf(records, asked, now())
      for (const [kind, some] of due) {
        const told = [...(watchers.get(kind) ?? [])].map((take) => take(some))
        resting.note(kind, some.length >= atOnce && told.every((had) => had === false))
      }
      return [...due.values()].reduce((sum, some) => sum + some.length, watchers.size - asked.length)
    },
  }
}

/** The kinds that are asked for less and less often. */
const openResting = () => {
  const rests = new Map<string, { readonly length: number; left: number }>()
  return {
    /** Whether this query leaves the kind out. */
    leavesOut: (kind: string): boolean => {
      const rest = rests.get(kind)
      return rest !== undefined && rest.left-- > 0
    },
    /** `isKnown`: the answer was full and held nothing new. */
    note: (kind: string, isKnown: boolean) => {
      if (!isKnown) return void rests.delete(kind)
      const length = Math.min((rests.get(kind)?.length ?? 0) * 2 + 1, mostLeftOutWhenKnown)
      rests.set(kind, { length, left: length })
    },
  }
}

/**
 * The due records of each kind, the longest due first. One query finds them all, unless its answer is full. Records of one kind may have filled it, such as
 * a thousand deliveries behind one that fails, so the others are asked for again without the kind that has the most.
 */
const dueOf = async (
  records: DocumentStore['records'],
  kinds: readonly string[],
  now: Date,
): Promise<Map<string, readonly DueRecord[]>> => {
  const due = new Map<string, readonly DueRecord[]>()
  for (let asked = kinds; asked.length > 0; ) {
    const found = await records.due(asked, now, atOnce)
    const byKind = [...Map.groupBy(found, ({ kind }) => kind)]
    for (const [kind, some] of byKind) due.set(kind, some)
    if (found.length < atOnce) break
    const [[most] = []] = byKind.toSorted(([, one], [, other]) => other.length - one.length)
    asked = asked.filter((kind) => kind !== most)
  }
  return due
}

type CheckpointOptions = Pick<DocumentStore, 'records'> & Pick<PollerOptions, 'end'> & { readonly failed: (error: unknown) => void }

/** Saves the checkpoints of each share in which one moved. */
const openCheckpoints = ({ records, end, failed }: CheckpointOptions) => {
  const saved = new Map<Kept, bigint>()
  let saving: Promise<void> = Promise.resolve()
  let nextSave: Promise<void> | undefined

  const write = async (share: Share, all: readonly Kept[]): Promise<void> => {
    const now = all.map((kept) => ({ kept, position: kept.position() }))
    const positions = new Map(now.map(({ kept, position }) => [kept.process, position]))
    // After the positions: what was done about the events before them is in the log by then.
    await saveProcessCheckpoints(records, share.partition, { positions, logEnd: await end(), token: share.token })
    for (const { kept, position } of now) {
      if (saved.has(kept)) saved.set(kept, position)
      kept.onSaved?.(position)
    }
  }

  /** Where another worker took a share over, its runners end here soon. The failed save of that share keeps no other share from being saved. */
  const writeMoved = async (): Promise<void> => {
    const hasMoved = (kept: Kept) => kept.position() > (saved.get(kept) ?? -1n)
    const moved = [...Map.groupBy(saved.keys(), ({ share }) => share)].filter(([, all]) => all.some(hasMoved))
    await Promise.all(moved.map(([share, all]) => write(share, all).catch(failed)))
  }

  /** One save after the other. A caller that comes while a save waits for its turn shares it. */
  const save = (): Promise<void> => {
    nextSave ??= saving.then(() => {
      nextSave = undefined
      saving = writeMoved()
      return saving
    })
    return nextSave
  }

  return {
    save,
    keep: (checkpoint: Kept) => {
      saved.set(checkpoint, checkpoint.position())
      return async () => {
        await save()
        saved.delete(checkpoint)
      }
    },
  }
}
