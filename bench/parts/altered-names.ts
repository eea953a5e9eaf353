// Names as people submit them: as registered, in another usual spelling, with a typing error, and names near a registered one that nobody bears.

import { oneOf } from './random.ts'
import { plainName } from './raw-registries.ts'

type Random = () => number
/** null: this name cannot be altered so. */
export type Alter = (name: string, random: Random) => string | null

export type NameClass = {
  readonly alter: Alter
  /** The label of the task `name`; `nobody`: nobody bears the name, and no registration may be attached. */
  readonly expect: 'Verified' | 'Similar Match' | 'nobody'
  /** Whose address is submitted: its own, or that of another company of the state. */
  readonly place: 'own' | 'another'
}

const mistyped = (word: string, random: Random): string => {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const kinds = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + word[at] + word.slice(at),
    () => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
    () => word.slice(0, at) + oneOf([...'AEIOU'], random) + word.slice(at + 1),
  ]
  return oneOf(kinds, random)()
}

const inWord = (name: string, least: number, change: (word: string) => string, random: Random): string | null => {
  const core = new Set(plainName(name).split(' '))
  const words = name.split(' ')
  const fit = words.flatMap((word, at) => (/^[A-Z]+$/.test(word) && word.length >= least && core.has(word) ? [at] : []))
  const chosen = fit[Math.floor(random() * fit.length)]
  if (chosen === undefined) return null
  const altered = words.with(chosen, change(words[chosen] as string)).join(' ')
  return altered === name ? null : altered
}

const withoutForm = (name: string): string =>
  name.replace(/[,\s]+(?:LLC|L\.L\.C\.|INC\.?|CORP\.?|LIMITED LIABILITY COMPANY|INCORPORATED|CORPORATION)$/, '')

const withForm = (name: string, change: (core: string) => string): string =>
  `${change(withoutForm(name))}${name.slice(withoutForm(name).length)}`

/** The other usual spelling of the legal form. */
const otherForm = (name: string): string =>
  name
    .replace(/,? LLC$/, ', L.L.C.')
    .replace(/,? INC\.?$/, ', Incorporated')
    .replace(/,? CORP\.?$/, ' Corporation')

const common = ['GROUP', 'HOLDINGS', 'SERVICES', 'PARTNERS']
const distinctive = ['QUOKKA', 'ZEPHYRINE', 'TAMARACK', 'OBSIDIAN']

const usual: readonly ((name: string) => string)[] = [
  withoutForm,
  (name) => name.toLowerCase(),
  (name) => name.replaceAll(/ ?& ?/g, ' and ').replaceAll(/[.,]/g, ''),
  otherForm,
]

export const nameClasses: Readonly<Record<string, NameClass>> = {
  'as registered': { alter: (name) => name, expect: 'Verified', place: 'own' },
  'as people write it': { alter: (name, random) => oneOf(usual, random)(name), expect: 'Verified', place: 'own' },
  'typing error': {
    alter: (name, random) => inWord(name, 5, (word) => mistyped(word, random), random),
    expect: 'Similar Match',
    place: 'own',
  },
  'nobody: a common word more, elsewhere': {
    alter: (name, random) => withForm(name, (core) => `${core} ${oneOf(common, random)}`),
    expect: 'nobody',
    place: 'another',
  },
  'nobody: a letter differs, elsewhere': {
    alter: (name, random) => inWord(name, 5, (word) => mistyped(word, random), random),
    expect: 'nobody',
    place: 'another',
  },
  'nobody: plural, elsewhere': {
    alter: (name, random) => inWord(name, 4, (word) => (word.endsWith('S') ? word.slice(0, -1) : `${word}S`), random),
    expect: 'nobody',
    place: 'another',
  },
  'nobody: a number more, at the same address': {
    alter: (name, random) => withForm(name, (core) => `${core} ${oneOf(['II', '2', '7'], random)}`),
    expect: 'nobody',
    place: 'own',
  },
  'nobody: another distinctive word, at the same address': {
    alter: (name, random) => inWord(name, 5, () => oneOf(distinctive, random), random),
    expect: 'nobody',
    place: 'own',
  },
}
