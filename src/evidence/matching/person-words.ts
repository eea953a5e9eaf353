// How alike two words of people's names are: the same, an initial, a short form, another spelling or a typing error.

import { errorsAllowed, spellingErrors } from './letters.ts'
import type { PersonWord } from './prepared-person.ts'
import { consonants } from './scripts.ts'
import { nearSound } from './sound.ts'

export type PeopleOptions = {
  /** One of the names was read from a script that writes no short vowels. */
  readonly consonantsOnly?: boolean
}

/** How well one name matches the other, and in which way. */
export type Likeness = {
  readonly likeness: number
  readonly as: 'itself' | 'initial' | 'short form' | 'spelling'
  readonly reason: string | null
}

/** The most that these two words can count as alike in any two names, whether they are family names or not. */
export function possiblePersonLikeness(a: PersonWord, b: PersonWord, { consonantsOnly }: PeopleOptions): number {
  if (a.text === b.text) return 1
  if (consonantsOnly) return Math.max(consonantLikeness(a, b).likeness, withErrors(a, b))
  const [short, long] = a.text.length <= b.text.length ? [a.text, b.text] : [b.text, a.text]
  if (short.length === 1) return long.startsWith(short) ? 0.85 : 0
  const soundsSo = a.sound === b.sound || (long.length - short.length === 2 && long.endsWith(short)) || haveShortForm(a, b)
  return soundsSo ? 0.95 : Math.max(isRespelt(a, b) ? 0.92 : 0, nearSound(a.sound, b.sound) ? 0.9 : 0, withErrors(a, b))
}

function withErrors(a: PersonWord, b: PersonWord): number {
  const [short, long] = [Math.min(a.text.length, b.text.length), Math.max(a.text.length, b.text.length)]
  const limit = short < 3 ? 0 : Math.max(1, Math.min(2, errorsAllowed(short)))
  const errors = spellingErrors(a.text, b.text, limit, a.mask ^ b.mask)
  return errors < 0 ? 0 : Math.max(1 - (errors / long) * 0.9, errors === 1 ? 0.75 : 0)
}

const haveShortForm = ({ shortForms }: PersonWord, other: PersonWord): boolean =>
  shortForms.length > 0 && other.shortForms.length > 0 && shortForms.some((line) => other.shortForms.includes(line))

/** How alike two words are where one of them is written without vowels. */
export function consonantLikeness(a: PersonWord, b: PersonWord): Likeness {
  const [x, y] = [consonants(a.text), consonants(b.text)]
  if (x !== y) return unlike
  return {
    likeness: x.length >= 3 ? 0.95 : x.length === 2 ? 0.92 : 0.88,
    as: 'spelling',
    reason: `"${a.text}" has the consonants of "${b.text}"`,
  }
}

/** `Jewgeni` sounds like `Yevgeni` to a German. */
const isRespelt = (a: PersonWord, b: PersonWord): boolean =>
  (a.otherSounds.length > 0 && a.otherSounds.includes(b.sound)) || (b.otherSounds.length > 0 && b.otherSounds.includes(a.sound))

const equal: Likeness = { likeness: 1, as: 'itself', reason: null }
const unlike: Likeness = { likeness: 0, as: 'spelling', reason: null }

export function personWordLikeness(a: PersonWord, b: PersonWord): Likeness {
  if (a.text === b.text) return equal
  const [short, long] = a.text.length <= b.text.length ? [a, b] : [b, a]
  if (short.text.length === 1)
    return long.text.startsWith(short.text) && (long.family || !long.closing)
      ? { likeness: 0.85, as: 'initial', reason: `initial "${short.text}" for "${long.text}"` }
      : unlike
  if (a.sound === b.sound && short.text.length > 2) return { likeness: 0.95, as: 'spelling', reason: `"${a.text}" sounds like "${b.text}"` }
  if (!a.family && !b.family && haveShortForm(a, b)) return { likeness: 0.94, as: 'short form', reason: `"${a.text}" for "${b.text}"` }
  if (isRespelt(a, b)) return { likeness: 0.92, as: 'spelling', reason: `"${a.text}" is "${b.text}" in another language's spelling` }
  if (long.text.length - short.text.length === 2 && short.text.length > 3 && /^[ae]l/.test(long.text) && long.text.endsWith(short.text)) {
    return { likeness: 0.95, as: 'spelling', reason: `"${a.text}" against "${b.text}"` }
  }
  if (nearSound(a.sound, b.sound)) return { likeness: 0.9, as: 'spelling', reason: `"${a.text}" sounds nearly like "${b.text}"` }
  const limit = Math.min(2, errorsAllowed(short.text.length))
  const errors = spellingErrors(a.text, b.text, limit, a.mask ^ b.mask)
  if (errors < 0) return unlike
  const likeness = 1 - (errors / long.text.length) * (a.text[0] === b.text[0] ? 0.9 : 1.2)
  return { likeness, as: 'spelling', reason: `"${a.text}" against "${b.text}"` }
}
