// The key ring: one key per subject of personal data, wrapped by the master key and kept apart from the log, where it can be destroyed.
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Records } from './document-store.ts'
import type { JsonObject } from './event-store.ts'

const kind = 'subject_keys'

/** Whether the record says that the key was destroyed. */
export const isDestroyedKey = (ofKind: string, { wrapped }: JsonObject): boolean => ofKind === kind && wrapped === undefined

export type KeyRing = {
  /** The subjects' keys; null where none exists or it has been destroyed. */
  readonly find: (subjects: readonly string[]) => Promise<ReadonlyMap<string, KeyObject | null>>
  /** The same, making the keys that do not exist yet. They are durable when it resolves. */
  readonly obtain: (subjects: readonly string[]) => Promise<ReadonlyMap<string, KeyObject | null>>
  /** Drops the keys of these subjects from memory: another instance may have destroyed them. */
  readonly forget: (subjects: readonly string[]) => void
  /** Destroys a subject's key for good. @returns whether there was one */
  readonly destroy: (subject: string) => Promise<boolean>
}

/** A key is looked up again after this time, so that one destroyed by another instance opens nothing for long. */
const trustedMs = 60_000

/**
 * `masterKey`: 32 bytes that wrap every subject key (AES-256-GCM).
 * @example
 * import type { Records } from 'src/stores/document-store.ts'
 * declare const records: Records
 * const keyRing = openKeyRing({ records, masterKey: Buffer.alloc(32) })
 * await keyRing.obtain(['ann'])
 * await keyRing.destroy('ann')
 */
export const openKeyRing = ({ records, masterKey, cached = 20_000 }: { records: Records; masterKey: Buffer; cached?: number }): KeyRing => {
  const master = createSecretKey(masterKey)
  const cache = new Map<string, { readonly key: KeyObject; readonly until: number }>()

  const remember = (subject: string, key: KeyObject) => {
    if (cache.size >= cached) cache.delete(cache.keys().next().value as string)
    cache.set(subject, { key, until: Date.now() + trustedMs })
  }

  const find = async (subjects: readonly string[]) => {
    const keys = new Map<string, KeyObject | null>()
    const now = Date.now()
    for (const subject of subjects) {
      const held = cache.get(subject)
      keys.set(subject, held && held.until > now ? held.key : null)
    }
    const missing = subjects.filter((subject) => !keys.get(subject))
    if (missing.length === 0) return keys
    for (const [subject, { value }] of await records.getMany(kind, missing)) {
      if (typeof value.wrapped !== 'string') continue
      const key = unwrap(master, subject, value.wrapped)
      remember(subject, key)
      keys.set(subject, key)
    }
    return keys
  }

  const create = async (subject: string): Promise<KeyObject | null> => {
    const key = createSecretKey(randomBytes(32))
    const made = await records.put(kind, subject, { wrapped: wrap(master, subject, key) }, { expectedRevision: -1 })
    if (made === undefined) return (await find([subject])).get(subject) ?? null
    remember(subject, key)
    return key
  }

  return {
    find,
    obtain: async (subjects) => {
      const keys = new Map(await find(subjects))
      const missing = subjects.filter((subject) => !keys.get(subject))
      await Promise.all(missing.map(async (subject) => keys.set(subject, await create(subject))))
      return keys
    },
    forget: (subjects) => {
      for (const subject of subjects) cache.delete(subject)
    },
    destroy: async (subject) => {
      cache.delete(subject)
      let existed = false
      for (let isDone = false; !isDone; ) {
        const held = await records.get(kind, subject)
        if (held && isDestroyedKey(kind, held.value)) break
        // The bytes go first, also where a removal before left a trace; the empty record that follows keeps a late writer from making a new key for
        // the erased subject, and a key that somebody made in between goes as well.
        existed = (await records.remove(kind, subject)) || existed
        isDone = (await records.put(kind, subject, { destroyed_at: new Date().toISOString() }, { expectedRevision: -1 })) !== undefined
      }
      // A lookup that ran meanwhile has put it back.
      cache.delete(subject)
      return existed
    },
  }
}

/** The data was written under another master key; the message is one line for the operator. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
}

/** Compares the master key with the one that these records began with, so that a wrong one shows at the start and not in the first request. */
export const checkMasterKey = async ({ records, masterKey }: { records: Records; masterKey: Buffer }): Promise<void> => {
  const mark = Buffer.from(hkdfSync('sha256', masterKey, '', 'master key check', 32)).toString('base64')
  const [kept, key] = ['installation', 'master_key_mark']
  if ((await records.put(kept, key, { mark }, { expectedRevision: -1 })) !== undefined) return
  if ((await records.get(kept, key))?.value.mark !== mark)
    throw new WrongMasterKey('the master key (MASTER_KEY, or master.key in the data folder) is not the one that the data was written with')
}

const wrap = (master: KeyObject, subject: string, key: KeyObject): string => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(Buffer.from(subject))
  const text = Buffer.concat([cipher.update(key.export()), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
}

const unwrap = (master: KeyObject, subject: string, wrapped: string): KeyObject => {
  const bytes = Buffer.from(wrapped, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', master, bytes.subarray(0, 12))
    .setAAD(Buffer.from(subject))
    .setAuthTag(bytes.subarray(12, 28))
  return createSecretKey(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]))
}
