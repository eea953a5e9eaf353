// Which worker does what: each partition is under a lease, taken over within seconds when its holder dies or stalls, given back when it stops.
// No clocks are compared: every worker writes a beat now and then, and each watches by its own clock whether the others' beats go on. Whoever takes
// a lease raises its token, by which the document store refuses a former holder that wakes up late.
import type { Records, StoredRecord } from '../stores/document-store.ts'
import { pauseFor } from './pacing.ts'

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
  /** A worker that has been silent for so long has lost its leases; it stops by itself a little earlier. */
  readonly ttlMs?: number
  readonly onError?: (error: unknown) => void
}

const leaseKind = 'leases'
const workerKind = 'workers'

/** A worker that is long gone is forgotten. */
const forgottenMs = 3_600_000

type Held = { readonly token: number; readonly work: Promise<EndWork> }
type Seen = { readonly revision: number; readonly at: number }
type Standing = { readonly holder: string | null; readonly token: number; readonly revision: number }

/** Resolves after the first look round. */
export const holdLeases = async ({ records, partitions, worker, begin, ttlMs = 3_000, onError }: LeaseOptions): Promise<Leases> => {
  const held = new Map<string, Held>()
  const seen = new Map<string, Seen>()
  const ending = new Set<Promise<void>>()
  /** Partitions that are being given back. */
  const leaving = new Set<string>()
  let beatRevision = -1
  let guard: NodeJS.Timeout | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Work ends at once, whatever becomes of the lease. */
  const end = (partition: string, { work }: Held): Promise<void> => {
    held.delete(partition)
    const ended = work.then((endWork) => endWork()).catch((error) => onError?.(error))
    ending.add(ended)
    return ended.finally(() => ending.delete(ended))
  }

  const abandonAll = () => {
    for (const [partition, each] of held) void end(partition, each)
  }

  /**
   * The lease goes back when the work has ended, so that the next holder finds all of it done; or when that takes as long as a lease takes to
   * lapse: the next holder's token then keeps out what is still under way, and nobody waits for a store that hangs.
   */
  const giveBack = async (partition: string, each: Held): Promise<void> => {
    const patience = new AbortController()
    leaving.add(partition)
    try {
      await Promise.race([end(partition, each), pauseFor(ttlMs, patience.signal)])
      const standing = standingOf(await records.get(leaseKind, partition))
      if (standing.holder === worker && standing.token === each.token) await release(partition, standing)
    } finally {
      patience.abort()
      leaving.delete(partition)
    }
  }

  const release = (partition: string, { token, revision }: Standing) =>
    records.put(leaseKind, partition, { holder: null, token }, { expectedRevision: revision })

  const beat = async () => {
    const began = performance.now()
    const write = (expectedRevision: number) =>
      records.put(workerKind, worker, { worker }, { expectedRevision, expiresAt: new Date(Date.now() + forgottenMs) })
    const revision = (await write(beatRevision)) ?? (await write((await records.get(workerKind, worker))?.revision ?? -1))
    if (revision === undefined) throw new Error(`another worker bears the name ${worker}`)
    beatRevision = revision
    clearTimeout(guard)
    // Before anybody else may think this worker gone.
    guard = setTimeout(abandonAll, Math.max(0, 0.8 * ttlMs - (performance.now() - began)))
  }

  /** The workers whose beats go on, in an order that all agree on. */
  const living = async (): Promise<readonly string[]> => {
    const now = performance.now()
    const listed = await records.list(workerKind)
    for (const { key, revision } of listed) if (seen.get(key)?.revision !== revision) seen.set(key, { revision, at: now })
    const isAlive = (key: string) => key === worker || now - (seen.get(key)?.at ?? now) < ttlMs
    return listed
      .map(({ key }) => key)
      .filter(isAlive)
      .toSorted()
  }

  const take = async (partition: string, { token, revision }: Standing) => {
    const lease: Lease = { partition, token: token + 1 }
    const won = await records.put(leaseKind, partition, { holder: worker, token: lease.token }, { expectedRevision: revision })
    if (won === undefined || closed) return
    const each: Held = { token: lease.token, work: begin(lease) }
    held.set(partition, each)
    each.work.catch((error) => {
      onError?.(error)
      if (held.get(partition) === each) held.delete(partition)
    })
  }

  const lookRound = async () => {
    await beat()
    const alive = await living()
    const standings = new Map((await records.list(leaseKind)).map((record) => [record.key, standingOf(record)]))
    const at = (partition: string) => standings.get(partition) ?? nobody
    for (const [partition, each] of held)
      if (at(partition).holder !== worker || at(partition).token !== each.token) void end(partition, each)
    const due = fairShare(partitions.length, alive.length, alive.indexOf(worker))
    for (const [partition, each] of [...held].slice(due)) giveBack(partition, each).catch((error) => onError?.(error))
    const free = partitions.filter((partition) => {
      const { holder } = at(partition)
      return !held.has(partition) && (holder === null || holder === worker || !alive.includes(holder))
    })
    const wanted = Math.max(0, due - held.size)
    for (const partition of free.slice(0, wanted)) await take(partition, at(partition))
    // What the store, being away, did not hear was given back.
    for (const partition of free.slice(wanted))
      if (at(partition).holder === worker && !leaving.has(partition)) await release(partition, at(partition))
  }

  let looking: Promise<void> = Promise.resolve()
  const turn = () => {
    looking = lookRound()
      .catch((error) => onError?.(error))
      .then(() => {
        if (!closed) timer = setTimeout(turn, ttlMs / 4)
      })
    return looking
  }
  await turn()

  return {
    held: () => [...held].map(([partition, { token }]) => ({ partition, token })),
    close: async () => {
      closed = true
      clearTimeout(timer)
      await looking
      clearTimeout(guard)
      await Promise.allSettled([...held].map(([partition, each]) => giveBack(partition, each)))
      await Promise.all(ending)
      await records.remove(workerKind, worker).catch(() => undefined)
    },
  }
}

const nobody: Standing = { holder: null, token: 0, revision: -1 }

const standingOf = (record: StoredRecord | undefined): Standing =>
  record
    ? {
        holder: typeof record.value.holder === 'string' ? record.value.holder : null,
        token: Number(record.value.token),
        revision: record.revision,
      }
    : nobody

/** How many of the partitions the worker at this rank should hold: all of them together, and no two differ by more than one. */
const fairShare = (partitions: number, workers: number, rank: number): number =>
  Math.floor(partitions / workers) + (rank < partitions % workers ? 1 : 0)
