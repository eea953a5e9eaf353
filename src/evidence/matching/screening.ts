// Screening against lists: decides which listed parties a business or person may be, from their names and aliases alone.
// Finds listed names under misspellings, other word orders and legal forms; what is too common or too short must agree exactly.

import type { ListedParty, NameQuality, ScreenedName } from './listed.ts'
import { compareNames, type PreparedName, prepareName } from './names.ts'
import { comparePeople, type PreparedPerson, preparePerson } from './people.ts'
import { screeningRules } from './thresholds.ts'

export type PreparedScreened = {
  readonly kind: 'business' | 'person'
  readonly name: string
  readonly asBusiness: PreparedName
  readonly asPerson: PreparedPerson
}

export type PreparedListedName = {
  readonly party: ListedParty
  readonly name: string
  readonly quality: NameQuality
  readonly asBusiness: PreparedName | null
  readonly asPerson: PreparedPerson | null
}

export type ScreeningHit = {
  readonly party: ListedParty
  readonly matchedName: string
  readonly quality: NameQuality
  /** 0 to 1, with the words that explain it to a reviewer. */
  readonly match: { readonly score: number; readonly explanation: string }
}

export function prepareScreened(screened: ScreenedName): PreparedScreened {
  return { ...screened, asBusiness: prepareName(screened.name), asPerson: preparePerson(withoutForm(screened)) }
}

/** A listed party's name and aliases, each ready to be compared. Screen with these again and again. */
export function prepareListed(party: ListedParty): readonly PreparedListedName[] {
  const entity = party.type === 'entity' || party.type === 'unknown'
  const individual = party.type === 'individual' || party.type === 'unknown'
  if (!entity && !individual) return []
  const prepare = (name: string, quality: NameQuality): PreparedListedName => ({
    party,
    name,
    quality,
    asBusiness: entity ? prepareName(name) : null,
    asPerson: individual ? preparePerson(name) : null,
  })
  return [prepare(party.name, 'name'), ...party.aliases.map((alias) => prepare(alias.name, alias.weak ? 'weak alias' : 'alias'))]
}

/**
 * The hits among these candidates, one per listed party, best first.
 * @example
 * const listed = prepareListed({ id: '1', type: 'entity', name: 'Ironwood Trading House Ltd', aliases: [] })
 * screen(prepareScreened({ kind: 'business', name: 'Ironwod Trading House' }), listed).map(({ party }) => party.id) // => ['1']
 * screen(prepareScreened({ kind: 'business', name: 'Acme Widgets' }), listed) // => []
 */
export function screen(screened: PreparedScreened, candidates: Iterable<PreparedListedName>): readonly ScreeningHit[] {
  const best = new Map<ListedParty, ScreeningHit>()
  for (const candidate of candidates) {
    const hit = screenOne(screened, candidate)
    if (hit && hit.match.score > (best.get(candidate.party)?.match.score ?? 0)) best.set(candidate.party, hit)
  }
  return [...best.values()].toSorted((a, b) => b.match.score - a.match.score)
}

function screenOne(screened: PreparedScreened, listed: PreparedListedName): ScreeningHit | null {
  const rule = screeningRules[screened.kind][listed.party.type]
  if (!rule) return null
  const { score, singleWord, match } =
    listed.asBusiness && screened.kind === 'business'
      ? compareAsBusinesses(screened.asBusiness, listed.asBusiness)
      : compareAsPeople(screened.asPerson, listed.asPerson)
  const least = Math.max(rule.least[listed.quality], singleWord < rule.shortBelow ? rule.singleWord : 0)
  if (score < least || letterCount(listed) < rule.letters) return null
  const { score: told, explanation } = match()
  return { party: listed.party, matchedName: listed.name, quality: listed.quality, match: { score: told, explanation } }
}

type Comparison = {
  /** What the rules are held against. */
  readonly score: number
  /** The letters of the listed word where both names come down to one word, 0 where only one of them does, infinity where neither. */
  readonly singleWord: number
  /** What the reviewer is told. */
  readonly match: () => ScreeningHit['match']
}

/** Whoever evades a list changes the legal form first: it counts for nothing here, but is told. */
function compareAsBusinesses(screened: PreparedName, listed: PreparedName): Comparison {
  return {
    score: compareNames(screened, listed, { ignoreLegalForm: true }).score,
    singleWord: singleWordOf(screened.words.length, listed.words.length, listed.joined.length),
    match: () => compareNames(screened, listed),
  }
}

function compareAsPeople(screened: PreparedPerson, listed: PreparedPerson | null): Comparison {
  const match = listed ? comparePeople(screened, listed) : { score: 0, explanation: 'no name' }
  return {
    score: match.score,
    singleWord: singleWordOf(screened.words.length, listed?.words.length ?? 0, listed?.text.length ?? 0),
    match: () => match,
  }
}

function singleWordOf(screenedWords: number, listedWords: number, listedLetters: number): number {
  if (screenedWords !== 1 && listedWords !== 1) return Number.POSITIVE_INFINITY
  return screenedWords === listedWords ? listedLetters : 0
}

function letterCount(listed: PreparedListedName): number {
  return listed.asBusiness?.joined.length ?? listed.asPerson?.text.length ?? 0
}

/** `Viktor Anatolijevitch Bout LLC` carries the name of a person. */
function withoutForm(screened: ScreenedName): string {
  if (screened.kind === 'person') return screened.name
  return prepareName(screened.name).core.join(' ')
}
