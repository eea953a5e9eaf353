// Search by parts of words: a text is indexed by every three signs that follow each other in it. A word can only occur in a text that has all
// of the word's own. What the index finds is then compared with the condition itself.
import { wordsOf } from './collections.ts'

const gramLength = 3

/** The text without differences of case, also those that only some stores see: two texts of which one contains the other still do so. */
export const foldedText = (text: string): string => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ')

/**
 * Each once.
 * @example
 * gramsOf('Acme') // => ['acm', 'cme']
 * gramsOf('Ac') // => []
 */
export const gramsOf = (text: string): readonly string[] => {
  const signs = [...foldedText(text)]
  return [...new Set(signs.slice(gramLength - 1).map((_, at) => signs.slice(at, at + gramLength).join('')))]
}

/** The most that are looked up: a few already tell most texts apart. */
const mostGrams = 24

/** The grams that a text with these words has, those of the longest word first. None where every word is too short: the index then does not help. */
export const gramsSought = (words: string): readonly string[] => {
  const longestFirst = wordsOf(words)
    .filter((word) => word.isWellFormed() && !word.includes('\0'))
    .toSorted((one, other) => other.length - one.length)
  return [...new Set(longestFirst.flatMap(gramsOf))].slice(0, mostGrams)
}
