// The words that a name is found by, and the keys by which a misspelt word finds the right one. The same rules make the index at
// import and the question at search.

import { normaliseName, splitDba } from '../matching/names.ts'
import { preparePerson } from '../matching/people.ts'
import { soundKey } from '../matching/sound.ts'
import type { Family } from './records.ts'

/** Most words of a name that are looked at; longer ones tell names no further apart. */
const wordsAtMost = 12

/** Words of a business's name that tell it from others, of a listed party's name in any order, or of the title of an industry. */
export const wordsOf: Readonly<Record<Family, (name: string) => readonly string[]>> = {
  entities: businessWords,
  exempt: businessWords,
  carriers: businessWords,
  loans: businessWords,
  licences: businessWords,
  liens: businessWords,
  parties: (name) => distinct([...businessWords(name), ...preparePerson(name).words.map((word) => word.text)]),
  codes: (title) =>
    distinct(title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !titleFillers.has(word))
      .map(singular),
  revocations: () => [],
  zips: () => [],
}

/** A name and those it trades under: `Smith LLC d/b/a Joe's Diner` is found by either. */
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

/** Words shorter than this, and numbers, are found as they are written only. */
const misspeltFrom = 4
export const canBeMisspelt = (word: string): boolean => word.length >= misspeltFrom && !/\d/.test(word)

/** The word without each of its letters in turn: two words one typing error apart share one of them, or one is the other's. */
export function shortened(word: string): readonly string[] {
  const found = new Set<string>()
  for (let at = 0; at < word.length; at++) found.add(word.slice(0, at) + word.slice(at + 1))
  return [...found]
}

/** What the index keeps for a word, as 32-bit numbers: a rare wrong one costs a comparison, and they are half as long. */
export function spellingKeys(word: string): readonly number[] {
  if (!canBeMisspelt(word)) return []
  return [...new Set([...shortened(word).map(spellingKey), soundSpelling(word)])]
}

/** What is looked up for a word of a question: with the word itself, which is a shorter form of one that has a letter more. */
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
