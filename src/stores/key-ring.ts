// The key ring: one key per subject of personal data, wrapped by the master key and kept apart from the log, where it can be destroyed.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import { LRUCache } from 'lru-cache'
import { decrypt, encrypt } from '../events/aes-gcm.ts'
import { heirOf, type SubjectKey, type SubjectKeys } from '../events/personal-data.ts'
import { randomFromStock } from '../events/random.ts'
import type { Records, SetAside } from './document-store.ts'
import type { JsonObject } from './event-store.ts'
import { openSlices } from './slices.ts'

export const subjectKeyKind = 'subject_keys'

/** Whether the record says that the key was destroyed. */
export const isDestroyedKey = (ofKind: string, { wrapped }: JsonObject): boolean => ofKind === subjectKeyKind && wrapped === undefined

export type KeyRing = {
  /** The subjects' keys. `lost`: there is none, or it cannot be opened. */
  readonly find: (subjects: readonly string[]) => Promise<SubjectKeys>
  /** The same, making the keys that do not exist yet. They are durable when it resolves. */
  readonly obtain: (subjects: readonly string[]) => Promise<SubjectKeys>
  /** The same for a writer that goes on while new keys are being written. */
  readonly begin: (subjects: readonly string[]) => Promise<BegunKeys>
  /** The subject itself, or the first of its heirs whose key was not destroyed: what is added to its record now is sealed for that one. */
  readonly living: (subject: string) => Promise<string>
  /** Drops the keys of these subjects from memory: another instance may have destroyed them. */
  readonly forget: (subjects: readonly string[]) => void
  /** Calls back with each subject whose key is destroyed here. */
  readonly follow: (onDestroyed: (subject: string) => void) => void
  /** The keys that were found and that the master key does not open. */
  readonly unopened: () => readonly SetAside[]
  /**
   * The opened data of events that this process wrote, by their sealed data. The next reader need not decrypt them.
   * Whenever a key is destroyed or forgotten, a new, empty map takes its place. Ask for it before the keys, so that an erasure in between leaves the new map empty.
   */
  readonly opened: () => WeakMap<JsonObject, JsonObject>
  /** Counts the keys destroyed or forgotten so far. Values opened before the last time may be erased. */
  readonly erasures: () => number
  /** Destroys a subject's key for good. @returns whether there was one */
  readonly destroy: (subject: string) => Promise<boolean>
}

export type BegunKeys = {
  /** Some may have just been made. What they seal is not to be written yet. */
  readonly keys: SubjectKeys
  /** The same object once all are durable; others where another writer was quicker to make one, and what was sealed is to be sealed again. */
  readonly durable: Promise<SubjectKeys>
}

/** A key is looked up again after this time, so that one destroyed by another instance opens nothing for long. */
const trustedMs = 60_000

/** Keys that are read and unwrapped between two looks at the clock. */
const lookedUpAtOnce = 100

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
  const cache = new LRUCache<string, KeyObject>({ max: cached, ttl: trustedMs, ttlResolution: 0 })
  const followers: ((subject: string) => void)[] = []
  let erasures = 0
  let opened = new WeakMap<JsonObject, JsonObject>()

  const noteErasure = () => {
    erasures++
    opened = new WeakMap()
  }

  const damaged = (subject: string): SetAside => ({
    kind: subjectKeyKind,
    key: subject,
    file: basename(records.place),
    found_at: new Date().toISOString(),
  })
  const unopened = new Map<string, SetAside>()

  const remember = (subject: string, key: KeyObject) => {
    cache.set(subject, key)
    unopened.delete(subject)
  }

  const find = async (subjects: readonly string[]) => {
    const keys = new Map<string, SubjectKey>(subjects.map((subject) => [subject, cache.get(subject) ?? 'lost']))
    const missing = subjects.filter((subject) => keys.get(subject) === 'lost')
    if (missing.length === 0) return keys
    const slices = openSlices()
    for (let at = 0; at < missing.length; at += lookedUpAtOnce) {
      if (slices.isOver()) await slices.rest()
      for (const [subject, { value }] of await records.getMany(subjectKeyKind, missing.slice(at, at + lookedUpAtOnce))) {
        const key = typeof value.wrapped === 'string' ? unwrap(master, subject, value.wrapped) : 'erased'
        if (typeof key === 'object') remember(subject, key)
        if (key === 'lost' && !unopened.has(subject)) unopened.set(subject, damaged(subject))
        keys.set(subject, key)
      }
    }
    return keys
  }

  /** Writes a new key. @returns the one that stands: another writer may have been quicker */
  const written = async (subject: string, key: KeyObject): Promise<SubjectKey> => {
    const made = await records.put(subjectKeyKind, subject, { wrapped: wrap(master, subject, key) }, { expectedRevision: -1 })
    if (made === undefined) return (await find([subject])).get(subject) ?? 'lost'
    remember(subject, key)
    return key
  }

  const begin = async (subjects: readonly string[]): Promise<BegunKeys> => {
    const found = await find(subjects)
    const made = new Map<string, SubjectKey>()
    const writing: Promise<SubjectKey>[] = []
    for (const subject of subjects) {
      if (found.get(subject) !== 'lost' || made.has(subject)) continue
      const key = newKey()
      made.set(subject, key)
      writing.push(written(subject, key))
    }
    if (made.size === 0) return { keys: found, durable: Promise.resolve(found) }
    const keys = new Map([...found, ...made])
    const durable = Promise.all(writing).then((written) => withWritten(keys, made, written))
    // It is handled where it is awaited, which may be later.
    durable.catch(() => undefined)
    return { keys, durable }
  }

  const living = async (subject: string): Promise<string> => {
    let found = subject
    while ((await find([found])).get(found) === 'erased') found = heirOf(found)
    return found
  }

  return {
    find,
    begin,
    living,
    obtain: async (subjects) => (await begin(subjects)).durable,
    follow: (onDestroyed) => void followers.push(onDestroyed),
    unopened: () => [...unopened.values()],
    forget: (subjects) => {
      noteErasure()
      for (const subject of subjects) cache.delete(subject)
    },
    opened: () => opened,
    erasures: () => erasures,
    destroy: async (subject) => {
      cache.delete(subject)
      const existed = await destroyStored(records, subject)
      // A lookup that ran meanwhile has put it back.
      cache.delete(subject)
      unopened.delete(subject)
      noteErasure()
      for (const tell of followers) tell(subject)
      return existed
    },
  }
}

/** The keys that stand: the same map, unless another writer was quicker to make one of them. */
const withWritten = (
  keys: ReadonlyMap<string, SubjectKey>,
  made: ReadonlyMap<string, SubjectKey>,
  written: readonly SubjectKey[],
): ReadonlyMap<string, SubjectKey> => {
  const standing = [...made.keys()].map((subject, n): [string, SubjectKey] => [subject, written[n] ?? 'lost'])
  return standing.every(([subject, key]) => key === made.get(subject)) ? keys : new Map([...keys, ...standing])
}

/**
 * Replaces the stored key by the note that it was destroyed, in one write: at no moment does it look lost, and a late writer makes no new one.
 * Written again over an earlier note, it clears the trace that an interrupted attempt has left.
 * @returns whether there was a key
 */
const destroyStored = async (records: Records, subject: string): Promise<boolean> => {
  let existed = false
  for (let isDone = false; !isDone; ) {
    const record = await records.get(subjectKeyKind, subject)
    const isDestroyed = record !== undefined && isDestroyedKey(subjectKeyKind, record.value)
    existed ||= record !== undefined && !isDestroyed
    const note = isDestroyed ? record.value : { destroyed_at: new Date().toISOString() }
    const options = { expectedRevision: record?.revision ?? -1, withoutTrace: true }
    if (!record) await records.remove(subjectKeyKind, subject)
    isDone = (await records.put(subjectKeyKind, subject, note, options)) !== undefined
  }
  return existed
}

const newKey = (): KeyObject => {
  const bytes = randomFromStock(32)
  const key = createSecretKey(bytes)
  // The stock stays in memory for a while.
  bytes.fill(0)
  return key
}

/** @returns the key, encrypted for this subject alone, in base64 */
export const wrap = (master: KeyObject, subject: string, key: KeyObject): string =>
  encrypt(master, key.export(), { boundTo: subject }).toString('base64')

/** `lost` where it was wrapped by another master key, for another subject, or was damaged. */
export const unwrap = (master: KeyObject, subject: string, wrapped: string): SubjectKey => {
  try {
    return createSecretKey(decrypt(master, Buffer.from(wrapped, 'base64'), subject))
  } catch {
    return 'lost'
  }
}
