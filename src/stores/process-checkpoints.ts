// Up to where the processes have handled the log: a record for each partition of the accounts. It stands beside their retry inboxes, which hold what is
// still to be done about events before it, so that a backup has both of one moment; and it stays when the read models are deleted.
import { type DocumentStore, Fenced, type Inventory, type Records, type StoredRecord } from './document-store.ts'
import { furtherOf } from './event-store.ts'

export type ProcessCheckpoints = {
  /** By the name of the process: up to where every event is handled, or in the retry inbox. */
  readonly positions: ReadonlyMap<string, bigint>
  /** What the processes did about those events is in a log that reaches up to here. */
  readonly logEnd: bigint
  /** Fencing token of the lease under which they were saved; none on a single instance. */
  readonly token?: number | undefined
}

export const processCheckpointKind = 'process_checkpoints'

const none: ProcessCheckpoints = { positions: new Map(), logEnd: -1n }

export const readProcessCheckpoints = async (records: Records, partition: string): Promise<ProcessCheckpoints> =>
  checkpointsIn(await records.get(processCheckpointKind, partition))

/**
 * Moves positions forward, never back, and keeps those of processes that are not among them.
 * @throws Fenced when the token is lower than the last one seen
 */
export const saveProcessCheckpoints = async (records: Records, partition: string, saved: ProcessCheckpoints): Promise<void> => {
  await write(records, partition, (before) => {
    if (saved.token !== undefined && before.token !== undefined && before.token > saved.token)
      throw new Fenced(`the processes of partition ${partition}: the lease with token ${saved.token} was taken over`)
    const positions = new Map(before.positions)
    for (const [process, position] of saved.positions) positions.set(process, furtherOf(positions.get(process) ?? position, position))
    return { positions, logEnd: furtherOf(before.logEnd, saved.logEnd), token: saved.token ?? before.token }
  })
}

/** Puts these in the place of those that are there, further on or not. */
export const replaceProcessCheckpoints = (records: Records, partition: string, checkpoints: ProcessCheckpoints): Promise<void> =>
  write(records, partition, ({ token }) => ({ token, ...checkpoints }))

/** Delivers the whole log to all processes again, from their next start on. */
export const forgetProcessCheckpoints = async (records: Records): Promise<void> => {
  for (const key of await records.keys(processCheckpointKind)) await replaceProcessCheckpoints(records, key, none)
}

/** How far the log reached at least when checkpoints were saved the last time; before every position when none were. */
export const reachOfProcesses = async (records: Records): Promise<bigint> =>
  (await records.list(processCheckpointKind)).map((record) => checkpointsIn(record).logEnd).reduce(furtherOf, -1n)

/** The checkpoint of a process, or undefined before its first start. Until it has one here, that of an earlier release counts. */
export const checkpointOf = async (
  { records, inventory }: Pick<DocumentStore, 'records' | 'inventory'>,
  process: string,
  partition: string,
): Promise<bigint | undefined> => {
  const { positions } = await readProcessCheckpoints(records, partition)
  return positions.get(process) ?? checkpointsWithReadModels(await inventory(), partition).get(process)
}

/** Up to where a process has handled the log for every account; undefined where that is not known of all. */
export const slowestCheckpointOf = async (records: Records, process: string): Promise<bigint | undefined> => {
  const saved = (await records.list(processCheckpointKind)).map((record) => checkpointsIn(record).positions.get(process))
  const known = saved.filter((position) => position !== undefined)
  return known.length < saved.length ? undefined : known.toSorted((one, other) => (one < other ? -1 : 1))[0]
}

/** Those that earlier releases kept with the read models, each as if it had documents. */
export const checkpointsWithReadModels = (inventory: Inventory, partition: string): ReadonlyMap<string, bigint> =>
  new Map(oldOnes(inventory).flatMap((old) => (old.partition === partition ? [[old.process, old.position] as const] : [])))

/** Moves them here. Only for a single instance: others of an earlier release would still go on from them. */
export const moveProcessCheckpoints = async (documents: DocumentStore): Promise<void> => {
  const old = oldOnes(await documents.inventory())
  for (const [partition, some] of Map.groupBy(old, (each) => each.partition)) {
    const { positions } = await readProcessCheckpoints(documents.records, partition)
    const missing = new Map(some.flatMap(({ process, position }) => (positions.has(process) ? [] : [[process, position] as const])))
    if (missing.size === 0) continue
    await saveProcessCheckpoints(documents.records, partition, { positions: missing, logEnd: [...missing.values()].reduce(furtherOf) })
  }
  for (const collection of new Set(old.map((each) => each.collection))) await documents.drop(collection)
}

const oldOnes = ({ checkpoints }: Inventory) =>
  checkpoints.flatMap(({ collection, partition, position }) => {
    const process = /^process_(\w+)@1$/.exec(collection)?.[1]
    return process === undefined ? [] : [{ collection, process, partition, position }]
  })

/** Of two instances that write at once, the later one builds on what the earlier one wrote. */
const write = async (records: Records, partition: string, change: (before: ProcessCheckpoints) => ProcessCheckpoints): Promise<void> => {
  for (;;) {
    const record = await records.get(processCheckpointKind, partition)
    const { positions, logEnd, token } = change(checkpointsIn(record))
    const value = {
      positions: Object.fromEntries([...positions].map(([process, position]) => [process, String(position)])),
      log_end: String(logEnd),
      ...(token === undefined ? {} : { token }),
    }
    const revision = await records.put(processCheckpointKind, partition, value, { expectedRevision: record?.revision ?? -1 })
    if (revision !== undefined) return
  }
}

const checkpointsIn = (record: StoredRecord | undefined): ProcessCheckpoints => {
  if (!record) return none
  const { positions, log_end: logEnd, token } = record.value
  return {
    positions: new Map(Object.entries(positions ?? {}).map(([process, position]) => [process, BigInt(String(position))])),
    logEnd: BigInt(String(logEnd)),
    ...(typeof token === 'number' ? { token } : {}),
  }
}
