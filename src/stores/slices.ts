// Long work in slices of measured time, so that requests are answered in between. Work that counts its steps instead blocks for as long as its
// steps happen to take.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** After this much work others get their turn. */
export const sliceMs = 8

export type Slices = {
  /** Whether the work has gone on for a whole slice. */
  readonly isOver: () => boolean
  /** Lets everything else that waits have its turn, and begins the next slice. */
  readonly rest: () => Promise<void>
}

export type SliceOptions = {
  /** Looked up for each slice. */
  readonly budgetMs?: () => number
  /** Milliseconds. */
  readonly now?: () => number
  readonly turn?: () => Promise<unknown>
}

/**
 * The first slice begins now.
 * @example
 * const slices = openSlices()
 * for (const each of ['one', 'two']) {
 *   console.log(each)
 *   if (slices.isOver()) await slices.rest()
 * }
 */
export const openSlices = ({ budgetMs = () => sliceMs, now = () => performance.now(), turn = nextTurn }: SliceOptions = {}): Slices => {
  let until = now() + budgetMs()
  return {
    isOver: () => now() >= until,
    rest: async () => {
      await turn()
      until = now() + budgetMs()
    },
  }
}

/** Maps a list in slices. */
export const inSlices = async <Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
  slices: Slices = openSlices(),
): Promise<readonly Result[]> => {
  const results: Result[] = []
  for (const item of items) {
    results.push(work(item))
    if (slices.isOver()) await slices.rest()
  }
  return results
}
