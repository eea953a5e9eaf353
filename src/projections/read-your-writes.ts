// Read-your-writes: tells a writer when the read models have passed its events, on whichever instance they are projected.
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from '../stores/document-store.ts'
import { addressOf, least } from './checkpoints.ts'
import type { AnyProjection } from './projection.ts'
import type { Projector } from './projector.ts'

/** Whether the read models of every account pass what is in the log now, within the time that a writer waits. */
export type CaughtUp = () => Promise<boolean>

/** Something may be missing from the read models that is in the log. */
export class NotCaughtUp extends Error {
  override readonly name = 'NotCaughtUp'
}

export type Passed = (position: bigint, accountId: string) => Promise<boolean>

type Waiter = { readonly position: bigint; readonly until: number; readonly resolve: (passed: boolean) => void }

/**
 * `projectorFor`: the account's projector, where it is one of this process. Otherwise, or when its share moves to another worker meanwhile,
 * the checkpoints of the account's partition are asked. A store that cannot be asked is asked again until `waitMs` are over.
 */
export const readYourWrites = ({
  projectorFor,
  partitionFor,
  documents,
  projections,
  waitMs = 2_000,
}: {
  projectorFor: (accountId: string) => Projector | undefined
  partitionFor: (accountId: string) => string
  documents: DocumentStore
  projections: readonly AnyProjection[]
  waitMs?: number
}): Passed => {
  const addresses = projections.map(addressOf)
  const watches = new Map<string, ReturnType<typeof watchPartition>>()

  const passedElsewhere = (position: bigint, partition: string, until: number): Promise<boolean> => {
    const watch = watches.get(partition) ?? watchPartition(() => slowest(documents, addresses, partition))
    watches.set(partition, watch)
    return watch(position, until)
  }

  return async (position, accountId) => {
    const until = performance.now() + waitMs
    if (await projectorFor(accountId)?.passed(position, waitMs)) return true
    return passedElsewhere(position, partitionFor(accountId), until)
  }
}

/** Waits once for all who ask meanwhile. */
export const catchingUp = ({
  head,
  partitions,
  passed,
}: {
  /** The position of the last event in the log; undefined when it is empty. */
  readonly head: () => Promise<bigint | undefined>
  readonly partitions: readonly string[]
  readonly passed: (position: bigint, partition: string) => Promise<boolean>
}): CaughtUp => {
  let waiting: Promise<boolean> | undefined
  const wait = async () => {
    const position = await head()
    if (position === undefined) return true
    return (await Promise.all(partitions.map((partition) => passed(position, partition)))).every(Boolean)
  }
  return () => {
    waiting ??= wait().finally(() => {
      waiting = undefined
    })
    return waiting
  }
}

/** Up to where all these read models are folded, by their checkpoints. */
export const slowest = async (documents: DocumentStore, addresses: readonly string[], partition: string): Promise<bigint> => {
  const found = await documents.checkpoints(addresses, partition)
  return least(addresses.map((address) => found.get(address) ?? -1n)) ?? -1n
}

/** Asks for the checkpoint of a partition while writers wait for it: one query for all of them, often at first, then less often. */
const watchPartition = (checkpoint: () => Promise<bigint>) => {
  let waiters: Waiter[] = []
  let reached = -1n

  const settle = () => {
    const now = performance.now()
    const still: Waiter[] = []
    for (const waiter of waiters) {
      if (waiter.position <= reached) waiter.resolve(true)
      else if (waiter.until < now) waiter.resolve(false)
      else still.push(waiter)
    }
    waiters = still
  }

  const watch = async () => {
    for (let wait = shortestWaitMs; ; wait = Math.min(wait * 1.5, longestWaitMs)) {
      const before = reached
      reached = await checkpoint().catch(() => reached)
      if (reached > before) wait = shortestWaitMs
      settle()
      if (waiters.length === 0) return
      await pause(wait)
    }
  }

  return (position: bigint, until: number): Promise<boolean> => {
    if (position <= reached) return Promise.resolve(true)
    return new Promise((resolve) => {
      if (waiters.push({ position, until, resolve }) === 1) void watch()
    })
  }
}

const shortestWaitMs = 4
const longestWaitMs = 50
