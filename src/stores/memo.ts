// Remembers what was looked up: a second caller shares the first one's promise. A failure is forgotten at once, so that the next caller tries again.
import { LRUCache } from 'lru-cache'

export type Memo<Value> = {
  /** The remembered value; made when there is none. */
  readonly get: (key: string, make: () => Promise<Value>) => Promise<Value>
  /** Makes the value anew. Callers that come meanwhile wait for the new one. */
  readonly renew: (key: string, make: () => Promise<Value>) => Promise<Value>
  readonly forget: (key: string) => void
  readonly clear: () => void
}

/**
 * Remembers `most` values at most; the one that nobody asked for the longest goes first.
 * @example
 * const sizes = openMemo<number>(2)
 * await sizes.get('a', async () => 1)
 * await sizes.get('a', async () => 2) // => 1
 */
export const openMemo = <Value>(most = 10_000): Memo<Value> => {
  const values = new LRUCache<string, Promise<Value>>({ max: most })

  const renew = (key: string, make: () => Promise<Value>): Promise<Value> => {
    const value = make()
    values.set(key, value)
    value.catch(() => {
      if (values.get(key) === value) values.delete(key)
    })
    return value
  }

  return {
    get: (key, make) => values.get(key) ?? renew(key, make),
    renew,
    forget: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}
