// Reads the name of a person: which words are given and which are family names, without titles, particles and degrees.

import { givenNames } from './given-names.ts'
import { fold, letterMask } from './letters.ts'
import { remembered } from './remembered.ts'
import { otherSounds } from './romanisations.ts'
import { soundKey } from './sound.ts'

export type PreparedPerson = {
  /** Given names first, then family names: `usama muhammad bin ladin`. */
  readonly text: string
  readonly words: readonly PersonWord[]
  /** Which of a family's members of this name: `jr`, `ii`, ... */
  readonly suffix: string | null
  /** Whether family and given names are told apart, as in `Last, First`. */
  readonly ordered: boolean
}

export type PersonWord = {
  readonly text: string
  readonly family: boolean
  /** A family name, or the last name if the order is unknown. An initial matches it only if the order is known. */
  readonly closing: boolean
  readonly sound: string
  /** How it sounds if another language spells it so. */
  readonly otherSounds: readonly string[]
  readonly mask: number
  /** The lines of the table of given names that have this word, whether it is a given name here or not. */
  readonly shortForms: readonly number[]
}

/** `'BIN LADIN, Usama'`, `'Usama bin Ladin'` and `'Dr. Usama Bin Ladin Jr.'` give the same words. */
export function preparePerson(name: string): PreparedPerson {
  const [head = [], ...tail] = fold(name)
    .replace(excellency, '')
    .replace(/\([^)]*\)/g, ' ')
    .split(',')
    .map(splitPerson)
    .filter((words) => words.length > 0)
  const suffix = [...head.slice(1), ...tail.flat()].map((word) => generations.get(word)).find((of) => of !== undefined) ?? null
  const rest = tail.flat().filter((word) => !isSuffix(word))
  const front = head.filter((word, at) => at === 0 || !isSuffix(word))
  const family = rest.length > 0
  const spelt = meaningful([...rest.map((text) => ({ text, family: false })), ...front.map((text) => ({ text, family }))])
  // Of `GARCIA LOPEZ, Van` only family names are left.
  const ordered = family && spelt.some((word) => !word.family)
  const words = spelt.map((word, at, all) => personWord(word, word.family || (!ordered && at === all.length - 1)))
  return { text: words.map((word) => word.text).join(' '), words, suffix, ordered }
}

/** Each with its usual form. */
const generations: ReadonlyMap<string, string> = new Map([
  ['jr', 'jr'],
  ['junior', 'jr'],
  ['sr', 'sr'],
  ['senior', 'sr'],
  ['ii', 'ii'],
  ['iii', 'iii'],
  ['iv', 'iv'],
])
/** `H.E. Sergei Korolenko`. */
const excellency = /^h\.e\.\s+(?=\S+\s+\S)/
const degrees: ReadonlySet<string> = new Set('esq md phd dds dvm cpa mba msc jd llm ceo cfo coo'.split(' '))
const isSuffix = (word: string): boolean => generations.has(word) || degrees.has(word)
const titles: ReadonlySet<string> = new Set(
  'mr mrs ms miss dr prof sir hon rev fr sheikh shaykh shaikh sheik cheikh hajji haji hajj mullah mulla maulvi maulawi mawlawi maulana his excellency engr engineer minister ambassador president lieutenant lt major brigadier brig commander admiral adm marshal sgt sergeant ayatollah general gen col colonel capt captain maj'.split(
    ' ',
  ),
)
/** Particles inside names, which are often omitted. A single letter is one only after two names: `Song Y. Choe` has an initial. */
const particles: ReadonlySet<string> = new Set(
  'al el ul bin ibn bint binti ben ould wuld uld ouled de la las los del da dos das di van von der den du le y e the'.split(' '),
)
/** `Abd`, `Abdul`, `Abdel`, ...; before some letters the article takes their sound: `Abdur Rahman`, `Abdus Salam`. */
const servantOf = /^abd(?:u|(?:ou|[aeou])[lrsnzdt])?$/
const shortFormLines = new Map<string, number[]>()
for (const [line, forms] of givenNames.entries())
  for (const form of forms) shortFormLines.set(form, [...(shortFormLines.get(form) ?? []), line])

function splitPerson(text: string): string[] {
  return text.replaceAll("'", '').match(/[\p{L}\p{N}]+/gu) ?? []
}

type SpeltName = { readonly text: string; readonly family: boolean }

function meaningful(words: readonly SpeltName[]): readonly SpeltName[] {
  const merged: SpeltName[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as SpeltName
    let next = at + 1
    if (!word.text.startsWith('abd')) {
      merged.push(word)
      continue
    }
    if (servantOf.test(word.text)) {
      while (next < words.length - 1 && particles.has((words[next] as SpeltName).text)) next++
      const name = words[next]
      if (name) {
        merged.push({ text: `abd${name.text}`, family: name.family })
        at = next
        continue
      }
    }
    merged.push({ ...word, text: word.text.replace(/^abd(?:ou|[aeou])(?:l|r(?=r)|(?=[rsnzdt]))(?=.{3})(?!l?ah$)/, 'abd') })
  }
  const bare = merged.filter(({ text, family }, at) => !isParticle(text, at) && (family || at === merged.length - 1 || !titles.has(text)))
  const whole = bare.length > 1 && bare.some((word) => word.family) === merged.some((word) => word.family)
  return whole ? bare : merged
}

const isParticle = (text: string, at: number): boolean => particles.has(text) && (text.length > 1 || at > 1)

/** A word of a name, as it stands in a `PreparedPerson`. */
export function personWord({ text, family }: SpeltName, closing: boolean): PersonWord {
  const { sound, others, mask, shortForms } = readWord(text)
  return { text, family, closing, sound, otherSounds: others, mask, shortForms }
}

const none: readonly number[] = []
const readWord = remembered(50_000, (text) => ({
  sound: soundKey(text),
  others: otherSounds(text),
  mask: letterMask(text),
  shortForms: shortFormLines.get(text) ?? none,
}))
