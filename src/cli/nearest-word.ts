// The word that a mistyped one was probably meant to be, for commands, options and other short names.
import { closestWord } from '../events/closest-word.ts'

/**
 * The known word that differs in the fewest letters: in two letters at most. A word that is cut off counts too.
 * @example
 * nearestWord('lst', ['list', 'create']) // => 'list'
 * nearestWord('limti', ['limit', 'soak']) // => 'limit'
 * nearestWord('keys', ['users']) // => undefined
 * nearestWord('cre', ['create']) // => 'create'
 * nearestWord('c', ['create']) // => undefined
 */
export const nearestWord = (word: string, known: readonly string[]): string | undefined => {
  return closestWord(word, known, word.length < 4 ? 1 : 2) ?? (word.length >= 3 ? known.find((each) => each.startsWith(word)) : undefined)
}

/** `: did you mean "list"?`, or nothing where no known word is near. */
export const orNearest = (word: string, known: readonly string[]): string => {
  const nearest = nearestWord(word, known)
  return nearest === undefined ? '' : `: did you mean "${nearest}"?`
}
