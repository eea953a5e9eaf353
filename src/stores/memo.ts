// Remembers what was looked up: a second caller shares the first one's promise. A failure is forgotten at once, so that the next caller tries again.
import { LRUCache } from 'lru-cache'

export type Memo<Value> = {
  /** The remembered value; made when there is none. */
  readonly get: (key: string, make: () => Promise<Value>) => Promise<Value>
  /** The remembered value; undefined while there is none. */
  readonly known: (key: string) => Value | undefined
  /** Makes the value again. Callers that come meanwhile wait for the new one. */
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
  const values = new LRUCache<string, Held<Value>>({ max: most })

  const renew = (key: string, make: () => Promise<Value>): Promise<Value> => {
    const held: Held<Value> = { promise: make() }
    values.set(key, held)
    held.promise.then(
      (value) => {
        held.value = value
      },
      () => {
        if (values.get(key) === held) values.delete(key)
      },
    )
    return held.promise
  }

  return {
    get: (key, make) => values.get(key)?.promise ?? renew(key, make),
    known: (key) => values.get(key)?.value,
    renew,
    forget: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

type Held<Value> = { readonly promise: Promise<Value>; value?: Value }
