// The rows of uploaded batches: durable before the upload is answered, readable by every instance, so they lie in the document store's records,
// in chunks, compressed and encrypted with the batch's own key. Destroying that key erases the rows.
import { type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import { decrypt, encrypt } from '../events/aes-gcm.ts'
import { erased, LostKey } from '../events/personal-data.ts'
import type { Records, StoredRecord } from './document-store.ts'
import type { KeyRing } from './key-ring.ts'

const kind = 'batch_rows'
/** Stores take records of up to 16 MB; a hundred rows of a megabyte each make more than that. */
const longestPart = 8 * 1_048_576
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
  const { read: readChunk, put: putChunk } = openChunks(records)
  const keyFor = async (batchId: string): Promise<KeyObject | null> => {
    const key = (await keyRing.find([batchId])).get(batchId)
    if (key === 'erased') return null
    if (typeof key !== 'object') throw new LostKey(`the key of batch ${batchId} has been lost`)
    return key
  }
  return {
    keyOf: async (batchId) => {
      const key = (await keyRing.obtain([batchId])).get(batchId)
      if (typeof key !== 'object') throw new Error(`the key of batch ${batchId} has been ${key === 'erased' ? 'destroyed' : 'lost'}`)
      return key
    },
    write: async (batchId, chunk, sealed) => {
      const place = placeOf(batchId, chunk)
      for (let isDone = false; !isDone; ) isDone = await putChunk(place, await records.get(kind, place), { sealed, withoutTrace: false })
    },
    forget: async (batchId) => {
      await keyRing.destroy(batchId)
      for (;;) {
        const written = await records.keys(kind, { prefix: `${batchId}/`, limit: forgottenAtOnce })
        if (written.length === 0) return
        await Promise.all(written.map((key) => records.remove(kind, key)))
      }
    },
    read: async (batchId, chunk) => {
      const { sealed } = await readChunk(placeOf(batchId, chunk))
      const key = await keyFor(batchId)
      return key && openRows(sealed, key, chunk)
    },
    eraseRow: async (batchId, chunk, index) => {
      const place = placeOf(batchId, chunk)
      for (let isDone = false; !isDone; ) {
        const { first, sealed } = await readChunk(place)
        const key = await keyFor(batchId)
        if (!key) return
        const rows = await openRows(sealed, key, chunk)
        if (!rows[index]) return
        const without = rows.map((cells, at) => (at === index ? cells.map(() => erased) : cells))
        isDone = await putChunk(place, first, { sealed: sealRows(without, key, chunk), withoutTrace: true })
      }
    },
  }
}

const placeOf = (batchId: string, chunk: number): string => `${batchId}/${String(chunk).padStart(6, '0')}`

/**
 * A chunk is one record, and more beside it where it is long. Each writing has records of its own beside the first, which names them: the moment in which
 * the first one is replaced decides, so that a reader gets one writing or the other, also after a kill.
 */
const openChunks = (records: Records) => {
  const read = async (place: string): Promise<{ readonly first: StoredRecord; readonly sealed: string }> => {
    for (let missing: number | undefined; ; ) {
      const first = await records.get(kind, place)
      // It is only missing if it is not just being replaced.
      if (!first || first.revision === missing) throw new Error(`the chunk ${place} is missing`)
      const texts = [first.value.sealed]
      for (let part = 1; part < Number(first.value.parts); part++)
        texts.push((await records.get(kind, partKey(place, writingOf(first), part)))?.value.sealed)
      if (texts.every((text) => typeof text === 'string')) return { first, sealed: texts.join('') }
      missing = first.revision
    }
  }

  /** Writes in the place of what was read there. `withoutTrace`: also wipes that. @returns whether it still stood there */
  const put = async (place: string, before: StoredRecord | undefined, { sealed, withoutTrace }: Content): Promise<boolean> => {
    const writing = `${numberOf(writingOf(before)) + 1}-${randomBytes(6).toString('hex')}`
    const parts = Math.max(1, Math.ceil(sealed.length / longestPart))
    const textOf = (part: number) => sealed.slice(part * longestPart, (part + 1) * longestPart)
    for (let part = 1; part < parts; part++)
      await records.put(kind, partKey(place, writing, part), { sealed: textOf(part) }, { expectedRevision: -1 })
    const value = { sealed: textOf(0), parts, writing }
    const revision = await records.put(kind, place, value, { expectedRevision: before?.revision ?? -1, withoutTrace })
    const isDone = revision !== undefined
    if (before || !isDone) await clear(place)
    return isDone
  }

  /** Removes what is left of writings that were replaced, or that came too late. Those of a later one may be on their way. */
  const clear = async (place: string): Promise<void> => {
    const standing = writingOf(await records.get(kind, place))
    for (const part of await records.keys(kind, { prefix: `${place}.` })) {
      const writing = writingIn(part, place)
      if (writing !== standing && numberOf(writing) <= numberOf(standing)) await records.remove(kind, part)
    }
  }

  return { read, put }
}

type Content = { readonly sealed: string; readonly withoutTrace: boolean }

/** The writing that the first record of a chunk names: a number that grows, and what tells it from others with that number. Earlier releases named none. */
const writingOf = (first: StoredRecord | undefined): string => String(first?.value.writing ?? '')
const numberOf = (writing: string): number => Number(writing.split('-')[0])
const partKey = (place: string, writing: string, part: number): string => `${place}.${writing === '' ? '' : `${writing}.`}${part}`
const writingIn = (key: string, place: string): string =>
  key
    .slice(place.length + 1)
    .split('.')
    .at(-2) ?? ''

/** Base64 of the compressed and encrypted JSON. Pure computation, for a thread of its own. */
export const sealRows = (rows: Rows, key: KeyObject, chunk: number): string =>
  encrypt(key, gzipSync(JSON.stringify(rows), { level: 3 }), { boundTo: String(chunk) }).toString('base64')

const unpack = promisify(gunzip)

const openRows = async (sealed: string, key: KeyObject, chunk: number): Promise<Rows> => {
  const packed = decrypt(key, Buffer.from(sealed, 'base64'), String(chunk))
  return JSON.parse((await unpack(packed)).toString('utf8')) as Rows
}
