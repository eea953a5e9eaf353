// Letters and spelling: reduces a text to plain lower-case letters and measures how alike two words are spelt.

import { distance } from 'fuzzball'

/** Letters that do not decompose into a base letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ə: 'a',
}

/** Lower case, without accents, with plain quotes and dashes. Letters of other scripts stay. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  if (isPlain(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþıħŋə]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[\u2018\u2019\u201a\u201b\u02bb\u02bc\u02be\u02bf`´]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
}

function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 126) return false
  return true
}

/** One bit per letter or digit in the word. Two words whose masks differ in many bits cannot be one typing error apart. */
export function letterMask(word: string): number {
  let mask = 0
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) & 31)
  return mask
}

export function bitCount(value: number): number {
  let v = value - ((value >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** How many typing errors a word of this length may contain and still count as the same word. Short words and numbers may contain none. */
export function errorsAllowed(length: number): number {
  if (length < 4) return 0
  if (length < 7) return 1
  if (length < 12) return 2
  return 3
}

/**
 * The number of typing errors between two words (an added, missing or different letter, or two neighbours exchanged), up to
 * `limit`; -1 if there are more.
 */
export function typingErrors(a: string, b: string, limit: number): number {
  if (a === b) return 0
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return -1
  const edits = distance(a, b, plainDistance)
  const errors = edits === 2 && isTransposition(a, b) ? 1 : edits
  return errors <= limit ? errors : -1
}

const plainDistance = { full_process: false }

function isTransposition(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let i = 0
  while (a[i] === b[i]) i++
  return a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2)
}
