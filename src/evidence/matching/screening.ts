// Screening against lists: decides which listed parties a business or person may be, from their names and aliases alone.
// Finds listed names despite misspellings, other word orders and legal forms. Common or short names must match exactly.

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
  /** 0 to 1, with an explanation for the reviewer. */
  readonly match: { readonly score: number; readonly explanation: string }
}

export function prepareScreened(screened: ScreenedName): PreparedScreened {
  return { ...screened, asBusiness: prepareName(screened.name), asPerson: preparePerson(withoutForm(screened)) }
}

/** A listed party's name and aliases, prepared for comparison. Prepare once, screen many times. */
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
  /** The score that the rules apply to. */
  readonly score: number
  /** The length of the listed word if both names reduce to one word, 0 if only one of them does, infinity if neither does. */
  readonly singleWord: number
  /** The explanation for the reviewer. */
  readonly match: () => ScreeningHit['match']
}

/** Those who evade a list change the legal form first, so a different form does not lower the score, but is reported. */
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

/** `Viktor Anatolijevitch Bout LLC` contains the name of a person. */
function withoutForm(screened: ScreenedName): string {
  if (screened.kind === 'person') return screened.name
  return prepareName(screened.name).core.join(' ')
}
