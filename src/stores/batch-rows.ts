// The rows of uploaded batches: durable before the upload is answered, readable by every instance, so they lie in the document store's records,
// in chunks, compressed and encrypted with the batch's own key. Destroying that key erases the rows.
import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { erased, LostKey } from '../events/personal-data.ts'
import type { Records, StoredRecord } from './document-store.ts'
import type { JsonObject } from './event-store.ts'
import type { KeyRing } from './key-ring.ts'

const kind = 'batch_rows'
/** Stores take records of up to 16 MB; a hundred rows of a megabyte each make more than that. */
const longestPart = 8 * 1_048_576
/** Chunks are read before they are removed: fifty megabytes at once would be too much memory. */
const forgottenAtOnce = 20

/** The cells of each row, as uploaded. */
export type Rows = readonly (readonly string[])[]

export type BatchRows = {
  /** The key under which a batch's chunks are sealed; made when there is none. */
  readonly keyOf: (batchId: string) => Promise<KeyObject>
  /** Durable when it resolves; a chunk that is there already is replaced. */
  readonly write: (batchId: string, chunk: number, sealed: string) => Promise<void>
  /** Removes the rows of an upload that never became a batch. */
  readonly forget: (batchId: string) => Promise<void>
  /** null when the rows have been erased. @throws LostKey, and an Error when the chunk is missing */
  readonly read: (batchId: string, chunk: number) => Promise<Rows | null>
  /** Replaces every cell of a row by `[erased]`, without a trace of the cells. */
  readonly eraseRow: (batchId: string, chunk: number, index: number) => Promise<void>
}

export const openBatchRows = ({ records, keyRing }: { records: Records; keyRing: KeyRing }): BatchRows => {
  /** `withoutTrace`: also wipes the chunk's earlier content. */
  const write = async (batchId: string, chunk: number, sealed: string, withoutTrace = false) => {
    const before = await records.get(kind, keyOf(batchId, chunk, 0))
    const parts = Math.max(1, Math.ceil(sealed.length / longestPart))
    for (let part = 0; part < parts; part++) {
      const value = { sealed: sealed.slice(part * longestPart, (part + 1) * longestPart), parts }
      await replace(records, keyOf(batchId, chunk, part), value, withoutTrace)
    }
    for (let part = parts; part < partsOf(before); part++) await records.remove(kind, keyOf(batchId, chunk, part))
  }

  const rows: Omit<BatchRows, 'eraseRow'> = {
    keyOf: async (batchId) => {
      const key = (await keyRing.obtain([batchId])).get(batchId)
      if (typeof key !== 'object') throw new Error(`the key of batch ${batchId} has been ${key === 'erased' ? 'destroyed' : 'lost'}`)
      return key
    },
    write: (batchId, chunk, sealed) => write(batchId, chunk, sealed),
    forget: async (batchId) => {
      await keyRing.destroy(batchId)
      for (;;) {
        const written = await records.list(kind, { prefix: `${batchId}/`, limit: forgottenAtOnce })
        if (written.length === 0) return
        await Promise.all(written.map(({ key }) => records.remove(kind, key)))
      }
    },
    read: async (batchId, chunk) => {
      let sealed = ''
      for (let [part, parts] = [0, 1]; part < parts; part++) {
        const record = await records.get(kind, keyOf(batchId, chunk, part))
        if (typeof record?.value.sealed !== 'string') throw new Error(`chunk ${chunk} of batch ${batchId} is missing`)
        sealed += record.value.sealed
        parts = partsOf(record)
      }
      const key = (await keyRing.find([batchId])).get(batchId)
      if (key === 'erased') return null
      if (typeof key !== 'object') throw new LostKey(`the key of batch ${batchId} has been lost`)
      return openRows(sealed, key, chunk)
    },
  }
  const eraseRow = async (batchId: string, chunk: number, index: number) => {
    const record = await rows.read(batchId, chunk)
    if (!record?.[index]) return
    const without = record.map((cells, at) => (at === index ? cells.map(() => erased) : cells))
    await write(batchId, chunk, sealRows(without, await rows.keyOf(batchId), chunk), true)
  }
  return { ...rows, eraseRow }
}

const keyOf = (batchId: string, chunk: number, part: number): string =>
  `${batchId}/${String(chunk).padStart(6, '0')}${part === 0 ? '' : `.${part}`}`

const partsOf = (first: StoredRecord | undefined): number => Number(first?.value.parts ?? 1)

const replace = async (records: Records, key: string, value: JsonObject, withoutTrace: boolean): Promise<void> => {
  for (let expectedRevision = -1; ; ) {
    if ((await records.put(kind, key, value, { expectedRevision, withoutTrace })) !== undefined) return
    expectedRevision = (await records.get(kind, key))?.revision ?? -1
  }
}

/** Base64 of iv (12 bytes), tag (16 bytes) and the encrypted, compressed JSON. Pure computation, for a thread of its own. */
export const sealRows = (rows: Rows, key: KeyObject, chunk: number): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(String(chunk)))
  const text = Buffer.concat([cipher.update(gzipSync(JSON.stringify(rows), { level: 3 })), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

const unpack = promisify(gunzip)

const openRows = async (sealed: string, key: KeyObject, chunk: number): Promise<Rows> => {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(String(chunk)))
    .setAuthTag(bytes.subarray(12, 28))
  const packed = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
  return JSON.parse((await unpack(packed)).toString('utf8')) as Rows
}
