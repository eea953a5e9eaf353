// The known word that a mistyped one is closest to, so that an error can name it.
import { distance } from 'fuzzball'

/**
 * The known word that differs in the fewest letters; undefined when each differs in more than `most`.
 * @example
 * closestWord('lst', ['list', 'create'], 2) // => 'list'
 * closestWord('keys', ['users'], 2) // => undefined
 */
export const closestWord = (word: string, known: readonly string[], most: number): string | undefined => {
  const ranked = known.map((each) => ({ each, letters: distance(word, each) })).sort((one, other) => one.letters - other.letters)
  return ranked.find(({ letters }) => letters <= most)?.each
}
