// The words that find a name, and the keys that lead from a misspelt word to the right one. Imports and searches use the same rules, so
// that they agree.

import { normaliseName, splitDba } from '../matching/names.ts'
import { preparePerson } from '../matching/prepared-person.ts'
import { soundKey } from '../matching/sound.ts'
import type { Family } from './records.ts'

/** The maximum number of words of a name to consider; further ones no longer distinguish names. */
const wordsAtMost = 12

/** The distinctive words of a business's name, of a listed party's name in any order, or of an industry's title. */
export const wordsOf: Readonly<Record<Family, (name: string) => readonly string[]>> = {
  entities: businessWords,
  exempt: businessWords,
  carriers: businessWords,
  loans: businessWords,
  licences: businessWords,
  liens: businessWords,
  leis: businessWords,
  parties: (name) => distinct([...businessWords(name), ...preparePerson(name).words.map((word) => word.text)]),
  codes: (title) =>
    distinct(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !titleFillers.has(word))
      .map(singular),
  revocations: () => [],
  zips: () => [],
  relationships: () => [],
  controllers: () => [],
}

/** A name and its trade names: `Smith LLC d/b/a Joe's Diner` is found by either. */
export function namesIn(name: string): readonly string[] {
  const { name: first, dbas } = splitDba(name)
  return dbas.length === 0 ? [name] : [first, ...dbas]
}

function businessWords(name: string): readonly string[] {
  return normaliseName(name).core.slice(0, wordsAtMost)
}

const titleFillers: ReadonlySet<string> = new Set('and or the of for in on not except other all by to from with a an n e c nec'.split(' '))

function singular(word: string): string {
  if (word.length < 4 || /ss$|us$|is$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)]

/** Shorter words, and numbers, are found only as written. */
const misspeltFrom = 4
export const canBeMisspelt = (word: string): boolean => word.length >= misspeltFrom && !/\d/.test(word)

/** The word without each of its letters in turn. Two words one typing error apart share one of these, or one word is among the other's. */
export function shortened(word: string): readonly string[] {
  const found = new Set<string>()
  for (let at = 0; at < word.length; at++) found.add(word.slice(0, at) + word.slice(at + 1))
  return [...found]
}

/** The keys that the index stores for a word, as 32-bit numbers. They are half as long, and a rare collision costs only a comparison. */
export function spellingKeys(word: string): readonly number[] {
  if (!canBeMisspelt(word)) return []
  return [...new Set([...shortened(word).map(spellingKey), soundSpelling(word)])]
}

/** The keys to look up for a word of a query. They include the word itself, which may lack one letter of an indexed word. */
export function askedKeys(word: string): readonly number[] {
  return canBeMisspelt(word) ? [...new Set([spellingKey(word), ...spellingKeys(word)])] : []
}

const soundSpelling = (word: string): number => spellingKey(`~${soundKey(word)}`)

/** FNV-1a. */
function spellingKey(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
