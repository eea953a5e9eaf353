// Chooses members of a list by chance, the same ones for the same seed.
import { randomFrom } from '../../bench/parts/random.ts'

/** `count` members of the list, or all of a shorter one, in the order of the list. Each member has the same chance. */
export const sampleOf = <T>(members: readonly T[], count: number, seed: number): readonly T[] => {
  const next = randomFrom(seed)
  return members
    .map((member, index) => ({ member, index, lot: next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, count)
    .toSorted((one, other) => one.index - other.index)
    .map(({ member }) => member)
}
