// The known word that a mistyped one is closest to, so that an error can name it.
import { distance } from 'fuzzball'

/**
 * The known word that differs in the fewest letters; undefined when each differs in more than `most`.
 * @example
 * closestWord('lst', ['list', 'create'], 2) // => 'list'
 * closestWord('keys', ['users'], 2) // => undefined
 */
export const closestWord = (word: string, known: readonly string[], most: number): string | undefined => {
  // Words differ in at least as many letters as one is longer than the other.
  const near = known.filter((each) => Math.abs(each.length - word.length) <= most)
  const ranked = near.map((each) => ({ each, letters: distance(word, each) })).sort((one, other) => one.letters - other.letters)
  return ranked.find(({ letters }) => letters <= most)?.each
}

/** A longer text was not meant to be one of them. */
const longestWord = 64

/**
 * The known word that was probably meant: the shorter the word, the fewer letters it may differ in. Undefined for words of three letters and fewer.
 * @example
 * likelyWord('reject', ['approved', 'rejected']) // => 'rejected'
 * likelyWord('tinn', ['tin', 'lien']) // => 'tin'
 * likelyWord('XX', ['CA', 'NY']) // => undefined
 */
export const likelyWord = (word: string, known: readonly string[]): string | undefined =>
  word.length < 4 || word.length > longestWord ? undefined : closestWord(word, known, word.length < 6 ? 1 : 2)
