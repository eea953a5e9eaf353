// Copies the contents of a document store, except read models: the keys of personal data and all other records, the open work of the processes, and
// their progress. Read models are rebuilt from the log instead.
import { partitionOf } from '../projections/partitions.ts'
import type { DocumentStore, StoredRecord } from '../stores/document-store.ts'
import { furtherOf, type JsonObject } from '../stores/event-store.ts'
import { failingWorkKind } from '../stores/failing-work.ts'
import { type Files, fileKind } from '../stores/files.ts'
import { isDestroyedKey } from '../stores/key-ring.ts'
import {
  checkpointsWithReadModels,
  processCheckpointKind,
  readProcessCheckpoints,
  replaceProcessCheckpoints,
} from '../stores/process-checkpoints.ts'
import { recordPages } from '../stores/record-pages.ts'
import { sealedDocumentKind } from '../stores/sealed-documents.ts'

/** The claims of running instances, which mean nothing to another store; what a worker makes again when it starts; and what is copied in another way. */
const notCopied = new Set(['leases', 'workers', failingWorkKind, fileKind, processCheckpointKind])

/** How far each process has come with all of the source's partitions, by its name. */
export const processCheckpoints = async ({ records, inventory }: DocumentStore): Promise<ReadonlyMap<string, bigint>> => {
  const found = await inventory()
  const kept = await records.keys(processCheckpointKind)
  const partitions = new Set([...kept, ...found.checkpoints.map(({ partition }) => partition)])
  const furthestBack = new Map<string, bigint>()
  for (const partition of partitions) {
    const { positions } = await readProcessCheckpoints(records, partition)
    for (const [process, position] of new Map([...checkpointsWithReadModels(found, partition), ...positions])) {
      const known = furthestBack.get(process)
      if (known === undefined || position < known) furthestBack.set(process, position)
    }
  }
  return furthestBack
}

/** Copies records that the target lacks, and destroys the keys that the source has destroyed. @returns how many were copied and how many were there */
export const copyRecords = async (
  from: DocumentStore,
  to: DocumentStore,
  partitions: number,
): Promise<{ readonly copied: number; readonly before: number }> => {
  const counts = { copied: 0, before: 0 }
  const { recordKinds } = await from.inventory()
  for (const kind of recordKinds) {
    if (notCopied.has(kind)) continue
    for await (const page of recordPages(from.records, kind)) {
      const written = await Promise.all(page.map((record) => put(to, kindIn(kind, record, partitions), record)))
      for (const isNew of written) counts[isNew ? 'copied' : 'before']++
    }
  }
  return counts
}

/** The work of a process is stored by partition, which may differ in the target. */
const kindIn = (kind: string, { value }: StoredRecord, partitions: number): string => {
  const [, process] = /^(work_\w+)\./.exec(kind) ?? []
  return process ? `${process}.${partitionOf(String(value.accountId), partitions)}` : kind
}

const put = async (to: DocumentStore, kind: string, { key, value, dueAt, expiresAt }: StoredRecord): Promise<boolean> => {
  const times = { ...(dueAt ? { dueAt } : {}), ...(expiresAt ? { expiresAt } : {}) }
  if ((await to.records.put(kind, key, value, { expectedRevision: -1, ...times })) !== undefined) return true
  if (isDestroyedKey(kind, value)) await destroyToo(to, kind, key, value)
  return false
}

/** A person erased after an earlier attempt copied their key is erased in the target as well. */
const destroyToo = async ({ records }: DocumentStore, kind: string, key: string, value: JsonObject): Promise<void> => {
  const held = await records.get(kind, key)
  if (held && !isDestroyedKey(kind, held.value))
    await records.put(kind, key, value, { expectedRevision: held.revision, withoutTrace: true })
}

/** Copies the files that records of the source refer to; none if both use an S3-compatible store. @returns how many there are */
export const copyFiles = async (source: DocumentStore, from: Files, to: Files): Promise<number> => {
  let count = 0
  for await (const page of recordPages(source.records, sealedDocumentKind))
    for (const { value } of page) {
      const bytes = typeof value.file === 'string' ? await from.read(value.file) : null
      if (bytes) await to.write(bytes)
      if (bytes) count++
    }
  return count
}

/** Lets processes continue from their checkpoints, not from those of another log. `positions` maps the source's positions to the target's. */
export const setProcessCheckpoints = async (
  { records }: DocumentStore,
  checkpoints: ReadonlyMap<string, bigint>,
  positions: ReadonlyMap<bigint, bigint>,
  partitions: readonly string[],
): Promise<void> => {
  const reached = [...checkpoints].flatMap(([process, position]) => {
    const target = positions.get(position)
    return target === undefined || target < 0n ? [] : [[process, target] as const]
  })
  const logEnd = reached.map(([, position]) => position).reduce(furtherOf, -1n)
  for (const partition of partitions) await replaceProcessCheckpoints(records, partition, { positions: new Map(reached), logEnd })
}
