// Ids of the entries of a list: the publisher's own number, or a hash of what identifies the entry where the publisher gives none. Never a
// line number, which changes with every line that is put in before it.

import { createHash } from 'node:crypto'
import type { Records } from './data-set.ts'
import type { Cell } from './fields.ts'

/**
 * An id from the cells that tell an entry from all others. Case and spaces do not matter.
 * @example
 * idOfContent('KELLY, Ann', '1 Main St') === idOfContent('Kelly, Ann', '1 Main St') // => true
 */
export function idOfContent(...cells: readonly Cell[]): string {
  const plain = cells.map((cell) => cell?.toLowerCase().replace(/\s+/g, ' ').trim() ?? '')
  return createHash('sha256').update(JSON.stringify(plain)).digest('hex').slice(0, 16)
}

/** The id, or the id with a counter when the publisher repeats the entry: `15268`, `15268-2`. */
export function unusedId<R>(records: Records<R>, id: string, keyOf: (id: string) => string = (same) => same): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? id : `${id}-${count}`
    if (records.get(keyOf(candidate)) === undefined) return candidate
  }
}
