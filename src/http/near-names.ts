// The name that a misspelt one was probably meant to be, so that an error can say so.
import { distance } from 'fuzzball'

/** The fewest letters of a word that says enough for two names to be alike. */
const tellingLetters = 4

/**
 * The most similar of the known names; undefined when none is similar: letters differ in two places at most, one holds the other, or they share
 * a word.
 * @example
 * nearName('line1', ['address_line1', 'city']) // => 'address_line1'
 * nearName('postcode', ['city', 'state']) // => undefined
 */
export const nearName = (name: string, known: readonly string[]): string | undefined => {
  const ranked = known.map((each) => ({ each, distance: distanceOf(plain(name), plain(each)) }))
  ranked.sort((one, other) => one.distance - other.distance)
  return ranked[0] && ranked[0].distance < unlike ? ranked[0].each : undefined
}

const unlike = 5

/** `addressLine1` and `address-line-1` are the same name as `address_line1`. */
const plain = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z0-9]/)

const distanceOf = (one: readonly string[], other: readonly string[]): number => {
  const [left, right] = [one.join(''), other.join('')]
  if (left === right) return 0
  const differing = left.length >= tellingLetters ? distance(left, right) : unlike
  if (differing <= 2) return differing
  if (Math.min(left.length, right.length) >= tellingLetters && (left.includes(right) || right.includes(left))) return 3
  const words = new Set(other.map(singular))
  return one.some((word) => word.length >= tellingLetters && words.has(singular(word))) ? 4 : unlike
}

const singular = (word: string): string => word.replace(/(?<!s)s$/, '')
