// A key for each record's value, in a slot that is overwritten in place when the record goes. As rows come and go, SQLite moves others from
// page to page and leaves copies behind in space that even secure_delete does not clear; without its key such a copy is noise.
// Slots are only ever appended and overwritten at the same length, which moves nothing: no copy of a key exists.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { JsonObject } from '../event-store.ts'

export type RecordKeys = {
  /** Encrypts under a new key. The key replaces the one in `slot`, or takes a free slot. */
  readonly seal: (value: JsonObject, slot?: number) => { readonly slot: number; readonly sealed: Uint8Array }
  /** Overwrites the key and frees its slot. */
  readonly destroy: (slot: number) => void
}

const keyBytes = 32
const tagBytes = 16
/** Each key encrypts one value only, so the nonce need not differ. */
const nonce = Buffer.alloc(12)

export const openRecordKeys = (database: DatabaseSync): RecordKeys => {
  const free = database.prepare('select slot from pads where free = 1 limit 1')
  const append = database.prepare('insert into pads (pad, free) values (?, 0) returning slot')
  const overwrite = database.prepare('update pads set pad = ?, free = ? where slot = ?')

  return {
    seal: (value, ownSlot) => {
      const key = randomBytes(keyBytes)
      const reused = ownSlot ?? free.get()?.slot
      if (reused !== undefined) overwrite.run(key, 0, reused)
      const slot = Number(reused ?? append.get(key)?.slot)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return { slot, sealed: Buffer.concat([cipher.getAuthTag(), text]) }
    },
    destroy: (slot) => {
      overwrite.run(Buffer.alloc(keyBytes), 1, slot)
    },
  }
}

/** Decrypts what `seal` encrypted. @param key from its slot */
export const unsealed = (sealed: Uint8Array, key: Uint8Array): JsonObject => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(sealed.subarray(0, tagBytes))
  return JSON.parse(decipher.update(sealed.subarray(tagBytes), undefined, 'utf8') + decipher.final('utf8'))
}
