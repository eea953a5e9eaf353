// When a key or token was last used: a note at most once a minute for each, so that it costs the requests nothing.
import type { Records } from '../stores/document-store.ts'

export type KeyUse = {
  /** Notes a use in the background. */
  readonly note: (keyHash: string) => void
}

const kind = 'key_use'
const everyMs = 60_000
/** So many keys are remembered before the oldest are forgotten, which costs one write more. */
const most = 10_000

export const keyUse = (records: Records, now: () => Date): KeyUse => {
  const noted = new Map<string, number>()
  const write = async (keyHash: string, at: number) => {
    const known = await records.get(kind, keyHash)
    // Another instance that notes the same minute may win.
    await records.put(kind, keyHash, { at: new Date(at).toISOString() }, { expectedRevision: known?.revision ?? -1 })
  }
  return {
    note: (keyHash) => {
      const at = now().getTime()
      if (at - (noted.get(keyHash) ?? 0) < everyMs) return
      if (noted.size >= most) for (const oldest of noted.keys()) if (noted.delete(oldest) && noted.size < most) break
      noted.set(keyHash, at)
      write(keyHash, at).catch(() => noted.delete(keyHash))
    },
  }
}

/** By the hashes of the keys: when each was last used (ISO 8601, to the minute); those never used are left out. */
export const lastUses = async (records: Records, keyHashes: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await records.getMany(kind, keyHashes))].map(([key, { value }]) => [key, String(value.at)]))
