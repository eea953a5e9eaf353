// Chooses members of a list by chance, the same ones for the same seed.

/** Numbers from 0 to 1 that look random and follow from the seed alone (mulberry32). */
const numbersOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` members of the list, or all of a shorter one, in the order of the list. Each member has the same chance. */
export const sampleOf = <T>(members: readonly T[], count: number, seed: number): readonly T[] => {
  const next = numbersOf(seed)
  return members
    .map((member, index) => ({ member, index, lot: next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, count)
    .toSorted((one, other) => one.index - other.index)
    .map(({ member }) => member)
}
