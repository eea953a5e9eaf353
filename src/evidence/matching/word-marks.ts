// Marks the words of two names for a reader: which are in both, which only sound or look alike, and which one name has alone. It explains a hit and
// decides nothing.
import { errorsAllowed, fold, typingErrors } from './letters.ts'
import { consonants, inLatin } from './scripts.ts'
import { soundKey } from './sound.ts'

export type WordMark = 'same' | 'similar' | 'alone'
export type MarkedWord = { readonly text: string; readonly mark: WordMark }

type Word = { readonly text: string; readonly letters: string }

/**
 * The words of both names in their order, as written.
 * @example
 * markWords('Ironwod Trading', 'IRONWOOD TRADING HOUSE').second
 * // => [{ text: 'IRONWOOD', mark: 'similar' }, { text: 'TRADING', mark: 'same' }, { text: 'HOUSE', mark: 'alone' }]
 */
export function markWords(
  first: string,
  second: string,
): { readonly first: readonly MarkedWord[]; readonly second: readonly MarkedWord[] } {
  const [a, b] = [wordsOf(first), wordsOf(second)]
  const marks = [new Map<Word, WordMark>(), new Map<Word, WordMark>()] as const
  const free = (words: readonly Word[], side: 0 | 1) => words.filter((word) => !marks[side].has(word))
  const mark = (words: readonly Word[], others: readonly Word[], as: WordMark) => {
    for (const word of words) marks[0].set(word, as)
    for (const other of others) marks[1].set(other, as)
  }

  for (const word of a) {
    const other = free(b, 1).find(({ letters }) => letters === word.letters)
    if (other) mark([word], [other], 'same')
  }
  for (const word of free(a, 0)) {
    const other = free(b, 1).find((each) => isSimilar(word, each))
    if (other) mark([word], [other], 'similar')
  }
  for (const word of free(a, 0)) {
    const parts = partsOf(word, free(b, 1))
    if (parts) mark([word], parts, 'similar')
  }
  for (const other of free(b, 1)) {
    const parts = partsOf(other, free(a, 0))
    if (parts) mark(parts, [other], 'similar')
  }

  const marked = (words: readonly Word[], side: 0 | 1) => words.map((word) => ({ text: word.text, mark: marks[side].get(word) ?? 'alone' }))
  return { first: marked(a, 0), second: marked(b, 1) }
}

const wordsOf = (name: string): readonly Word[] =>
  name
    .split(/\s/)
    .filter((text) => text !== '')
    .map((text) => ({ text, letters: fold(inLatin(text).text).replace(/[^\p{L}\p{N}]/gu, '') || text }))

const isSimilar = ({ text, letters: one }: Word, { letters: other }: Word): boolean => {
  if (one[0] === other[0] && (one.length === 1 || other.length === 1)) return true
  const shorter = Math.min(one.length, other.length)
  if (shorter < 3) return false
  const isArabic = /\p{Script=Arabic}/u.test(text)
  return (
    typingErrors(one, other, errorsAllowed(shorter)) >= 0 ||
    soundKey(one) === soundKey(other) ||
    (isArabic && consonants(one) === consonants(other))
  )
}

/** Two neighbouring words that together are the one: `Kwang il` for `Kwangil`. */
const partsOf = ({ letters }: Word, others: readonly Word[]): readonly Word[] | undefined => {
  for (const [at, other] of others.entries()) {
    const next = others[at + 1]
    if (next && other.letters + next.letters === letters) return [other, next]
  }
  return undefined
}
