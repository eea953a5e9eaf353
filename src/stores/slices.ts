// Long work in slices of measured time, so that requests are answered in between. Work that counts its steps instead blocks for as long as its
// steps happen to take.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** After this much work others get their turn. */
const sliceMs = 8

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

/** Sorts texts by their UTF-16 code units, in slices: short runs at once, which are then merged in pairs. */
export const sortedInSlices = async (texts: readonly string[], slices: Slices = openSlices()): Promise<readonly string[]> => {
  const starts = Array.from({ length: Math.ceil(texts.length / runLength) }, (_, run) => run * runLength)
  let runs: readonly (readonly string[])[] = await inSlices(starts, (start) => texts.slice(start, start + runLength).sort(), slices)
  while (runs.length > 1) {
    const longer: (readonly string[])[] = []
    for (let run = 0; run < runs.length; run += 2) longer.push(await merged(runs[run] ?? [], runs[run + 1] ?? [], slices))
    runs = longer
  }
  return runs[0] ?? []
}

/** This many texts are sorted in less than a slice. */
const runLength = 1_000

const merged = async (one: readonly string[], other: readonly string[], slices: Slices): Promise<readonly string[]> => {
  const texts: string[] = []
  let [left, right] = [0, 0]
  for (;;) {
    const [first, second] = [one[left], other[right]]
    if (first === undefined || second === undefined) return texts.concat(one.slice(left), other.slice(right))
    texts.push(first <= second ? first : second)
    if (first <= second) left++
    else right++
    if (slices.isOver()) await slices.rest()
  }
}
