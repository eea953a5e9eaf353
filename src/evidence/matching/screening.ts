// Screening against lists: decides which listed parties a business or person may be, from their names and aliases alone.
// Finds listed names despite misspellings, other word orders and legal forms. Common or short names must match exactly.

import type { NameWord } from './alignment.ts'
import type { ListedParty, NameQuality, ScreenedName } from './listed.ts'
import { compareForms, normaliseName } from './names.ts'
import { peopleIn, peopleWithin } from './names-within.ts'
import { isOrdinary } from './ordinary-words.ts'
import { type PreparedPerson, preparePerson } from './prepared-person.ts'
import { compareScreened, prepareScreenedBusiness, type ScreenedBusiness } from './screened-business.ts'
import { compareScreenedPeople } from './screened-person.ts'
import { inLatin, personInLatin } from './scripts.ts'
import { distinctiveWord, type ScreeningRule, screeningRules } from './thresholds.ts'

export type PreparedScreened = {
  readonly kind: 'business' | 'person'
  readonly name: string
  /** Of a business only. */
  readonly asBusiness: ScreenedBusiness | null
  /** Of a business, each person whom it may be named after; of a person, each whose name may stand there. */
  readonly asPeople: readonly PreparedPerson[]
  /** The name is in Arabic script, which writes no short vowels. */
  readonly consonantsOnly: boolean
}

export type PreparedListedName = {
  readonly party: ListedParty
  readonly name: string
  readonly quality: NameQuality
  readonly asBusiness: ScreenedBusiness | null
  readonly asPerson: PreparedPerson | null
}

export type ScreeningHit = {
  /** The least score that is a hit for such a pair. */
  readonly required: number
  readonly party: ListedParty
  readonly matchedName: string
  readonly quality: NameQuality
  /** 0 to 1, with an explanation for the reviewer. */
  readonly match: { readonly score: number; readonly explanation: string }
}

export function prepareScreened(screened: ScreenedName): PreparedScreened {
  const { text, consonantsOnly } = (screened.kind === 'person' ? personInLatin : inLatin)(screened.name)
  const asBusiness = screened.kind === 'business' ? prepareScreenedBusiness(screened.name) : null
  const asPeople = (screened.kind === 'business' ? peopleWithin : peopleIn)(text).map(preparePerson)
  return { ...screened, asBusiness, asPeople, consonantsOnly }
}

type IsRare = (word: string) => boolean
const always: IsRare = () => true
/** Where a list does not tell people from companies, a single word is the name of many a person. */
const never: IsRare = () => false

export type ScreenOptions = {
  /** Moves every threshold: for measuring. */
  readonly shift?: number
  /** Whether so few listed names have a word that it alone points to one of them. */
  readonly isRare?: IsRare
}

/** A listed party's name and aliases, prepared for comparison. Prepare once, screen many times. */
export function prepareListed(party: ListedParty): readonly PreparedListedName[] {
  if (!isScreenedFor(party)) return []
  return [party, ...party.aliases].map((_, at) => prepareListedName(party, at))
}

/** @param at 0 for the party's own name, from 1 on for its aliases */
export function prepareListedName(party: ListedParty, at: number): PreparedListedName {
  const alias = party.aliases[at - 1]
  const { name } = alias ?? party
  return {
    party,
    name,
    quality: alias === undefined ? 'name' : alias.weak ? 'weak alias' : 'alias',
    asBusiness: party.type === 'individual' ? null : prepareScreenedBusiness(name),
    asPerson: party.type === 'entity' ? null : preparePerson(personInLatin(name).text),
  }
}

const isScreenedFor = ({ type }: ListedParty): boolean => Object.values(screeningRules).some((rules) => rules[type] !== undefined)

/**
 * The hits among these candidates, one per listed party, best first.
 * @example
 * const listed = prepareListed({ id: '1', type: 'entity', name: 'Ironwood Trading House Ltd', aliases: [] })
 * screen(prepareScreened({ kind: 'business', name: 'Ironwod Trading House' }), listed).map(({ party }) => party.id) // => ['1']
 * screen(prepareScreened({ kind: 'business', name: 'Acme Widgets' }), listed) // => []
 */
export function screen(
  screened: PreparedScreened,
  candidates: Iterable<PreparedListedName>,
  options: ScreenOptions = {},
): readonly ScreeningHit[] {
  const best = new Map<ListedParty, ScreeningHit>()
  for (const candidate of candidates) {
    const hit = screenOne(screened, candidate, options)
    if (hit && hit.match.score > (best.get(candidate.party)?.match.score ?? 0)) best.set(candidate.party, hit)
  }
  return [...best.values()].toSorted((a, b) => b.match.score - a.match.score)
}

function screenOne(
  screened: PreparedScreened,
  listed: PreparedListedName,
  { shift = 0, isRare = always }: ScreenOptions,
): ScreeningHit | null {
  const rule = screeningRules[screened.kind][listed.party.type]
  if (!rule) return null
  const { score, single, explanation } =
    listed.asBusiness && screened.asBusiness
      ? compareAsBusinesses(screened.asBusiness, listed.asBusiness, listed.party.type === 'entity' ? isRare : never)
      : // Only entities have no name of a person, and people are not screened for those.
        compareAsPeople(screened, listed.asPerson as PreparedPerson)
  const required = Math.max(rule.least[listed.quality], leastFor(rule, single))
  // A very short name is a hit as it is listed, letter for letter.
  if (score < required + shift || (letterCount(listed) < rule.letters && !isLetterForLetter(screened, listed))) return null
  return {
    party: listed.party,
    matchedName: listed.name,
    quality: listed.quality,
    required,
    match: { score, explanation: withForms(screened, listed, explanation) },
  }
}

/** The least score of any hit of such a pair. */
export function leastScore(kind: ScreenedName['kind'], type: ListedParty['type']): number {
  const least = screeningRules[kind][type]?.least
  return least === undefined ? Number.POSITIVE_INFINITY : Math.min(least.name, least.alias, least['weak alias'])
}

/** Legal forms count for nothing, but are told. */
function withForms(screened: PreparedScreened, listed: PreparedListedName, explanation: string): string {
  if (screened.kind !== 'business' || listed.asBusiness === null) return explanation
  const { reason } = compareForms(normaliseName(screened.name).legalForm, normaliseName(listed.name).legalForm)
  return reason === null ? explanation : `${explanation}; ${reason}`
}

const isLetterForLetter = (screened: PreparedScreened, listed: PreparedListedName): boolean =>
  screened.name.trim().toLowerCase() === listed.name.trim().toLowerCase()

type Comparison = {
  readonly score: number
  readonly single: SingleWord | null
  readonly explanation: string
}

/** The word that one of the names or both come down to. */
type SingleWord = { readonly letters: number; readonly isOneSided: boolean }

/** Those who evade a list change the legal form first, so a different form does not lower the score, but is reported. */
function compareAsBusinesses(screened: ScreenedBusiness, listed: ScreenedBusiness, isRare: IsRare): Comparison {
  const word = distinctiveWordOf(screened, listed, isRare)
  if (word !== null)
    return {
      score: distinctiveWord.score,
      single: null,
      explanation: `a weak hit: only the distinctive word "${word}" of the longer name`,
    }
  return { ...compareScreened(screened, listed), single: singleWordOf(screened.words, listed.words) }
}

function distinctiveWordOf(screened: ScreenedBusiness, listed: ScreenedBusiness, isRare: IsRare): string | null {
  const [word, ...others] = screened.words
  if (word === undefined || others.length > 0 || listed.words.length < 2 || !isDistinctive(word)) return null
  return listed.words.some(({ text }) => text === word.text) && isRare(word.text) ? word.text : null
}

const isDistinctive = ({ text, weight }: NameWord): boolean =>
  text.length >= distinctiveWord.letters && weight === 1 && !ordinaryEnding.test(text) && !isOrdinary(text)

/** `exclusive`, `recreational`, `esperanza`, `woodford`: ordinary words of English and Spanish, and places, are the names of many. */
const ordinaryEnding =
  /(?:[ts]ions?|ments?|ness|it(?:y|ies)|[ae]nces?|ings?|als?|ives?|[ai]ble|ous|ful|less|ships?|ism|ists?|ics|[ao]ry|og(?:y|ies)|graphy|merce|ci[o]n|dad|mente|anza|fords?|tons?|villes?|woods?|fields?|shire|burgh?|lands?|houses?|lights?|stones?|worth|bridge|brook|falls?|crafts?|works?|side|lines?|points?|colou?rs?|ally|i[sz]ed?|y[sz]ed?)$/

function compareAsPeople({ consonantsOnly, kind, asPeople }: PreparedScreened, listed: PreparedPerson): Comparison {
  const options = { consonantsOnly, business: kind === 'business' }
  const compared = asPeople.map((person) => ({
    ...compareScreenedPeople(person, listed, options),
    single: singleWordOf(person.words, listed.words),
  }))
  return compared.reduce((best, each) => (each.score > best.score ? each : best))
}

type Words = readonly { readonly text: string }[]

function singleWordOf(screened: Words, listed: Words): SingleWord | null {
  const [word] = [listed, screened].find((words) => words.length === 1) ?? []
  return word === undefined ? null : { letters: word.text.length, isOneSided: screened.length !== listed.length }
}

function leastFor(rule: ScreeningRule, single: SingleWord | null): number {
  if (single === null) return 0
  if (single.isOneSided) return single.letters >= rule.longFrom ? rule.longWord : rule.singleWord
  return single.letters < rule.shortBelow ? rule.singleWord : 0
}

function letterCount(listed: PreparedListedName): number {
  return listed.asBusiness?.joined.length ?? listed.asPerson?.text.length ?? 0
}
