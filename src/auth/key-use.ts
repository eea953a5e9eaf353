// Records when a key or token was last used: at most once a minute for each, so that requests pay nothing for it.
import { LRUCache } from 'lru-cache'
import type { Records } from '../stores/document-store.ts'

export type KeyUse = {
  /** Records a use in the background. */
  readonly note: (keyHash: string) => void
}

const kind = 'key_use'
const everyMs = 60_000
/** The number of keys to remember. Forgetting one costs one extra write. */
const most = 10_000

export const keyUse = (records: Records, now: () => Date): KeyUse => {
  const noted = new LRUCache<string, number>({ max: most })
  const write = async (keyHash: string, at: number) => {
    const known = await records.get(kind, keyHash)
    // Another instance that records the same minute may win.
    await records.put(kind, keyHash, { at: new Date(at).toISOString() }, { expectedRevision: known?.revision ?? -1 })
  }
  return {
    note: (keyHash) => {
      const at = now().getTime()
      if (at - (noted.get(keyHash) ?? 0) < everyMs) return
      noted.set(keyHash, at)
      write(keyHash, at).catch(() => noted.delete(keyHash))
    },
  }
}

/** By hash of the key: when each was last used (ISO 8601, to the minute). Unused keys are left out. */
export const lastUses = async (records: Records, keyHashes: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await records.getMany(kind, keyHashes))].map(([key, { value }]) => [key, String(value.at)]))
