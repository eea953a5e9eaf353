// Which worker does what: each partition is under a lease, taken over within seconds when its holder dies or stalls, given back when it stops.
// No clocks are compared: every worker writes a beat now and then, and each watches by its own clock whether the others' beats go on. A beat says how
// long it counts: longer where the store was slow lately, so that a worker keeps its leases although its beats take their time. A worker that takes a lease
// raises its token, by which the document store refuses a former holder that wakes up late.
import type { Records, StoredRecord } from '../../stores/document-store.ts'
import { pauseFor } from '../../stores/pause-for.ts'

export type Lease = { readonly partition: string; readonly token: number }

/** Ends the work of a lease; called once. */
export type EndWork = () => Promise<void>

export type Leases = {
  readonly held: () => readonly Lease[]
  /** Ends all work and gives the leases back. */
  readonly close: () => Promise<void>
}

export type LeaseOptions = {
  readonly records: Records
  readonly partitions: readonly string[]
  /** A name that no other worker has, now or before. */
  readonly worker: string
  /** Begins the work of a lease that was taken. */
  readonly begin: (lease: Lease) => Promise<EndWork>
  /** `leaseTtlMs` when absent. A worker stops a little earlier on its own. */
  readonly ttlMs?: number
  readonly onError?: (error: unknown) => void
}

const leaseKind = 'leases'
export const workerKind = 'workers'
/** A worker that has been silent for this time has lost its leases. */
export const leaseTtlMs = 3_000
/** After a slow beat the next one counts for longer: for this many times the milliseconds that the slow one took. */
const timesAsLong = 6
/**
 * With each quicker beat that time shrinks to this part of itself. It shrinks slowly, because a store that stalls once stalls again, and work that
 * changes hands each time makes it slower still.
 */
const shortening = 0.95
/** The most that a beat counts for, as a multiple of the usual time. */
const longestTtl = 5

/** A worker whose last beat is older is forgotten. */
const forgottenMs = 3_600_000

type LeaseRecord = { readonly holder: string | null; readonly token: number; readonly revision: number }
/** Work under a lease of this worker. */
type Held = { readonly token: number; readonly work: Promise<EndWork> }

/** Resolves after the first look at the leases. */
export const holdLeases = async (options: LeaseOptions): Promise<Leases> => {
  const { records, worker, begin, ttlMs = leaseTtlMs, onError } = options
  const works = openWorks(begin, onError)
  const beats = openBeats({ records, worker, ttlMs, onMissed: works.endAll })
  const transfers = openTransfers({ records, worker, ttlMs, works, mayHold: beats.isCurrent })
  const look = async () => {
    const alive = await beats.alive()
    if (beats.isCurrent()) await transfers.settle(options.partitions, alive, onError)
  }
  // Beats do not wait for looks, which take several times as long.
  const beating = every(ttlMs / 4, beats.write, onError)
  await beating.first
  const looking = every(ttlMs / 4, look, onError)
  await looking.first

  return {
    held: () => works.held().map(([partition, { token }]) => ({ partition, token })),
    close: async () => {
      transfers.stop()
      await Promise.all([looking.end(), beating.end()])
      beats.stop()
      await Promise.allSettled(works.held().map(([partition, held]) => transfers.giveBack(partition, held)))
      await works.ended()
      await records.remove(workerKind, worker).catch(() => undefined)
    },
  }
}

/** Does the task now, and then again and again: at this interval from begin to begin, or at once where the last one took longer. */
const every = (milliseconds: number, task: () => Promise<void>, onError: LeaseOptions['onError']) => {
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let running: Promise<void> = Promise.resolve()
  const turn = () => {
    const began = performance.now()
    running = task()
      .catch((error) => onError?.(error))
      .then(() => {
        if (!ended) timer = setTimeout(turn, Math.max(0, milliseconds - (performance.now() - began)))
      })
    return running
  }
  return {
    /** Resolves when the task was done once. */
    first: turn(),
    end: async () => {
      ended = true
      clearTimeout(timer)
      await running
    },
  }
}

type TransferOptions = Pick<LeaseOptions, 'records' | 'worker'> & {
  readonly ttlMs: number
  readonly works: Works
  /** Whether the last beat of this worker still counts. */
  readonly mayHold: () => boolean
}

/** Takes leases and gives them back, until this worker holds its fair share. */
const openTransfers = ({ records, worker, ttlMs, works, mayHold }: TransferOptions) => {
  /** Partitions that are being given back. */
  const leaving = new Set<string>()
  let stopped = false

  const release = (partition: string, { token, revision }: Pick<LeaseRecord, 'token' | 'revision'>) =>
    records.put(leaseKind, partition, { holder: null, token }, { expectedRevision: revision })

  /**
   * The lease goes back when the work has ended, so that the next holder finds all of it done. It also goes back when that takes as long as a
   * lease takes to lapse: the next holder's token then keeps out what is still under way, and nobody waits for a store that hangs.
   */
  const giveBack = async (partition: string, held: Held): Promise<void> => {
    const patience = new AbortController()
    leaving.add(partition)
    try {
      await Promise.race([works.end(partition, held), pauseFor(ttlMs, patience.signal)])
      const lease = leaseOf(await records.get(leaseKind, partition))
      if (lease.holder === worker && lease.token === held.token) await release(partition, lease)
    } finally {
      patience.abort()
      leaving.delete(partition)
    }
  }

  const take = async (partition: string, { token, revision }: LeaseRecord) => {
    const lease: Lease = { partition, token: token + 1 }
    const won = await records.put(leaseKind, partition, { holder: worker, token: lease.token }, { expectedRevision: revision })
    if (won === undefined) return
    if (stopped) await release(partition, { ...lease, revision: won })
    else if (mayHold()) works.begin(lease)
  }

  const settle = async (partitions: readonly string[], alive: readonly string[], onError: LeaseOptions['onError']) => {
    const stored = new Map((await records.list(leaseKind)).map((record) => [record.key, leaseOf(record)]))
    const at = (partition: string) => stored.get(partition) ?? noLease
    const isMine = (partition: string) => at(partition).holder === worker
    for (const [partition, held] of works.held())
      if (!isMine(partition) || at(partition).token !== held.token) void works.end(partition, held)
    const share = fairShare(partitions.length, alive.length, alive.indexOf(worker))
    for (const [partition, held] of works.held().slice(share)) giveBack(partition, held).catch((error) => onError?.(error))
    const free = partitions.filter((partition) => {
      const { holder } = at(partition)
      return !works.has(partition) && (holder === null || holder === worker || !alive.includes(holder))
    })
    const wanted = Math.max(0, share - works.held().length)
    for (const partition of free.slice(0, wanted)) await take(partition, at(partition))
    // Leases of this worker that it gave back while the store was away.
    for (const partition of free.slice(wanted)) if (isMine(partition) && !leaving.has(partition)) await release(partition, at(partition))
  }

  return {
    giveBack,
    settle,
    /** Takes no more leases. */
    stop: () => {
      stopped = true
    },
  }
}

type Works = ReturnType<typeof openWorks>

/** The work of this worker's leases: begun once for each, ended once. */
const openWorks = (begin: LeaseOptions['begin'], onError: LeaseOptions['onError']) => {
  const held = new Map<string, Held>()
  const ending = new Set<Promise<void>>()

  /** Work ends at once, whatever becomes of the lease. */
  const end = (partition: string, { work }: Held): Promise<void> => {
    held.delete(partition)
    const ended = work.then((endWork) => endWork()).catch((error) => onError?.(error))
    ending.add(ended)
    return ended.finally(() => ending.delete(ended))
  }

  return {
    held: () => [...held],
    has: (partition: string) => held.has(partition),
    begin: (lease: Lease) => {
      const { partition, token } = lease
      const begun: Held = { token, work: begin(lease) }
      held.set(partition, begun)
      begun.work.catch((error) => {
        onError?.(error)
        if (held.get(partition) === begun) held.delete(partition)
      })
    },
    end,
    endAll: () => {
      for (const [partition, each] of held) void end(partition, each)
    },
    ended: () => Promise.all(ending),
  }
}

type BeatOptions = Pick<LeaseOptions, 'records' | 'worker'> & {
  readonly ttlMs: number
  /** Called when the worker could not write a beat, before any other may think it gone. */
  readonly onMissed: () => void
}

const openBeats = ({ records, worker, ttlMs, onMissed }: BeatOptions) => {
  /** The last beat of each worker that is listed, and when it had been seen. */
  let seen: ReadonlyMap<string, { readonly revision: number; readonly at: number }> = new Map()
  let revision = -1
  /** For how many milliseconds the next beat is to count. */
  let counts = ttlMs
  let guard: NodeJS.Timeout | undefined
  /** Until then no other worker may think this one gone. */
  let current = Number.NEGATIVE_INFINITY

  const put = (expectedRevision: number) =>
    records.put(workerKind, worker, { worker, counts_ms: counts }, { expectedRevision, expiresAt: new Date(Date.now() + forgottenMs) })

  const holdUntil = (moment: number) => {
    current = moment
    clearTimeout(guard)
    guard = setTimeout(onMissed, Math.max(0, moment - performance.now()))
  }

  return {
    write: async () => {
      const began = performance.now()
      const end = began + 0.8 * counts
      // Others may see this beat, which may count for less than the last one, long before this worker knows that it is written.
      if (end < current) holdUntil(end)
      const written = (await put(revision)) ?? (await put((await records.get(workerKind, worker))?.revision ?? -1))
      if (written === undefined) throw new Error(`another worker has the name ${worker}`)
      revision = written
      holdUntil(end)
      const longest = Math.max(ttlMs, timesAsLong * (performance.now() - began), shortening * counts)
      counts = Math.round(Math.min(longestTtl * ttlMs, longest))
    },
    /** Whether the last beat of this worker still counts: no other may think it gone. */
    isCurrent: () => performance.now() < current,
    /** The workers whose beats go on, in an order that all agree on. */
    alive: async (): Promise<readonly string[]> => {
      const began = performance.now()
      const listed = await records.list(workerKind)
      // What is listed stood in the store at some moment between the two: the later one counts for a new beat, and the earlier one for an old.
      const ended = performance.now()
      const beatOf = ({ key, revision }: StoredRecord) => {
        const known = seen.get(key)
        return known?.revision === revision ? known : { revision, at: ended }
      }
      seen = new Map(listed.map((record) => [record.key, beatOf(record)]))
      const isAlive = ({ key, value }: StoredRecord) => key === worker || began - (seen.get(key)?.at ?? began) < countsOf(value, ttlMs)
      return listed
        .filter(isAlive)
        .map(({ key }) => key)
        .toSorted()
    },
    stop: () => clearTimeout(guard),
  }
}

/** For how many milliseconds a beat counts. */
export const countsOf = ({ counts_ms: counts }: StoredRecord['value'], ttlMs: number): number =>
  typeof counts === 'number' ? counts : ttlMs

const noLease: LeaseRecord = { holder: null, token: 0, revision: -1 }

const leaseOf = (record: StoredRecord | undefined): LeaseRecord =>
  record
    ? {
        holder: typeof record.value.holder === 'string' ? record.value.holder : null,
        token: Number(record.value.token),
        revision: record.revision,
      }
    : noLease

/** How many of the partitions the worker at this rank should hold: all of them together, and no two differ by more than one. */
const fairShare = (partitions: number, workers: number, rank: number): number =>
  Math.floor(partitions / workers) + (rank < partitions % workers ? 1 : 0)
