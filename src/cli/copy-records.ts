// Copies the contents of a document store, except read models: the keys of personal data and all other records, the open work of the processes, and
// their progress. Read models are rebuilt from the log instead.
import { partitionOf } from '../projections/partitions.ts'
import type { DocumentStore, Inventory, StoredRecord } from '../stores/document-store.ts'
import type { JsonObject } from '../stores/event-store.ts'
import { type Files, fileKind } from '../stores/files.ts'
import { isDestroyedKey } from '../stores/key-ring.ts'
import { recordPages } from '../stores/record-pages.ts'
import { sealedDocumentKind } from '../stores/sealed-documents.ts'

/** The claims of running instances mean nothing to another store. */
const ofInstances = new Set(['leases', 'workers'])

/**
 * Positions of the processes' checkpoints, as far as all of the source's partitions have come.
 * @example
 * const at = (partition: string, position: bigint) => ({ collection: 'process_webhooks@1', partition, position })
 * processCheckpoints({ recordKinds: [], checkpoints: [at('0/2', 7n), at('1/2', 5n)] }) // => new Map([['process_webhooks@1', 5n]])
 */
export const processCheckpoints = ({ checkpoints }: Inventory): ReadonlyMap<string, bigint> => {
  const furthestBack = new Map<string, bigint>()
  for (const { collection, position } of checkpoints) {
    if (!collection.startsWith('process_')) continue
    const known = furthestBack.get(collection)
    if (known === undefined || position < known) furthestBack.set(collection, position)
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
    if (ofInstances.has(kind) || kind === fileKind) continue
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

/** Lets processes continue from their checkpoints. `positions` maps the source's positions to the target's. */
export const setProcessCheckpoints = async (
  to: DocumentStore,
  checkpoints: ReadonlyMap<string, bigint>,
  positions: ReadonlyMap<bigint, bigint>,
  partitions: readonly string[],
): Promise<void> => {
  for (const [address, position] of checkpoints) {
    const target = positions.get(position)
    const [name = '', version] = address.split('@')
    if (target === undefined || target < 0n) continue
    await to.define([{ name, version: Number(version), indexes: [] }])
    // Drops the checkpoint of another log first, because a checkpoint never moves back.
    await to.drop(address)
    await to.commit(partitions.map((partition) => ({ collection: address, partition, position: target, changes: [] })))
  }
}
