// Finds the businesses that a new version of a data set concerns. New, removed and changed rows are compared with the names and numbers on file,
// by the same rules that a search uses.
import { join } from 'node:path'
import { compareNames } from '../matching/names.ts'
import { prepareListed, prepareScreened, screen } from '../matching/screening.ts'
import { similarName } from '../matching/thresholds.ts'
import { differences } from './differences.ts'
import { termsOf } from './index-terms.ts'
import { dataSetOf } from './kinds.ts'
import { askedKeys, namesIn, spellingKeys, wordsOf } from './name-words.ts'
import type { Controller, Entity, ExemptOrganisation, Family, LegalEntity, LegalRelationship, ListedParty, RecordOf } from './records.ts'
import { openReferenceFile } from './reference-file.ts'
import { comparedAs } from './screening.ts'

/** The parts of a business that reference data can concern. */
export type Watched = {
  readonly id: string
  readonly names: readonly string[]
  readonly people: readonly string[]
  /** Nine digits. */
  readonly tin: string | null
  readonly registrations: readonly { readonly state: string; readonly file_number: string }[]
  /** Submitted or found. */
  readonly lei?: string | null
  /** Of Companies House, its own and those of the companies above it. */
  readonly company_numbers?: readonly string[]
}

/** `previous` is the file that was replaced; null when none is left to compare with, and then every row counts as new. */
export type Replaced = { readonly folder: string; readonly kind: string; readonly file: string; readonly previous: string | null }

export type Comparison = { readonly replaced: Replaced; readonly watched: readonly Watched[] }

/** The number of words of a changed name to look up, rarest first. Names with more words in common are found by these too. */
const wordsLookedUp = 3

/** The families that a monitor's checks read. Changes of other families make no difference to them. */
type WatchedFamily = Extract<Family, 'entities' | 'parties' | 'exempt' | 'liens' | 'leis' | 'relationships' | 'controllers'>

const numbersOf: { readonly [F in WatchedFamily]: (record: RecordOf[F]) => readonly (string | null)[] } = {
  entities: ({ tin, state, file_number }: Entity) => [tin, registrationKey(state, file_number)],
  exempt: ({ ein }: ExemptOrganisation) => [ein],
  parties: () => [],
  liens: () => [],
  leis: ({ lei }: LegalEntity) => [lei],
  relationships: ({ start }: LegalRelationship) => [start],
  controllers: ({ company_number }: Controller) => [company_number],
}

const registrationKey = (state: string, fileNumber: string): string => `${state} ${fileNumber}`

const isWatched = (family: Family): family is WatchedFamily => family in numbersOf

/** Whether a new version of the data set can make a difference to a monitor's checks. */
export function concernsMonitors(kind: string): boolean {
  return isWatched(dataSetOf(kind).family)
}

/** Returns the ids of the businesses concerned. Synchronous: a thread runs it beside the event loop. */
export function touchedBy(replaced: Replaced, watched: readonly Watched[]): readonly string[] {
  const { family } = dataSetOf(replaced.kind)
  if (!isWatched(family) || watched.length === 0) return []
  const touched = new Set<string>()
  const index = indexOf(watched, family)
  for (const record of changedRecords(replaced)) {
    const numbers = (numbersOf[family] as (record: unknown) => readonly (string | null)[])(record)
    for (const number of numbers) for (const business of (number !== null && index.numbers.get(number)) || []) touched.add(business.id)
    const names = (termsOf[family] as (record: unknown) => { readonly names: readonly string[] })(record).names.flatMap(namesIn)
    for (const business of index.alike(names)) {
      if (touched.has(business.id)) continue
      if (family === 'parties' ? isHit(business, record as ListedParty) : isAlike(business, names)) touched.add(business.id)
    }
    if (touched.size === watched.length) break
  }
  return [...touched]
}

function isAlike({ names }: Watched, found: readonly string[]): boolean {
  return names.some((name) => found.some((each) => compareNames(name, each).score >= similarName))
}

function isHit({ names, people }: Watched, party: ListedParty): boolean {
  const listed = prepareListed({ ...party, id: '' })
  const screened = [
    ...names.map((name) => ({ kind: 'business' as const, name })),
    ...people.map((name) => ({ kind: 'person' as const, name })),
  ]
  return screened.flatMap(comparedAs).some((each) => screen(prepareScreened(each), listed).length > 0)
}

/** Rows that are new, removed or changed; a changed row comes with its old and its new content. */
function* changedRecords({ folder, file, previous }: Replaced): Generator<unknown> {
  if (previous !== null) {
    for (const { now, was } of differences(join(folder, file), join(folder, previous)))
      for (const data of [now, was]) if (data !== null) yield JSON.parse(data)
    return
  }
  const { db } = openReferenceFile(join(folder, file))
  try {
    for (const { data } of db.prepare('SELECT data FROM records').iterate()) yield JSON.parse(String(data))
  } finally {
    db.close()
  }
}

function indexOf(watched: readonly Watched[], family: WatchedFamily) {
  const numbers = new Map<string, Watched[]>()
  const words = new Map<string, Watched[]>()
  const spellings = new Map<number, Watched[]>()
  for (const business of watched) {
    for (const { state, file_number } of business.registrations) put(numbers, registrationKey(state, file_number), business)
    if (business.tin !== null) put(numbers, business.tin, business)
    for (const number of [business.lei ?? [], business.company_numbers ?? []].flat()) put(numbers, number, business)
    const told = family === 'parties' ? [...business.names, ...business.people] : business.names
    for (const word of new Set(told.flatMap(namesIn).flatMap(wordsOf[family]))) {
      put(words, word, business)
      for (const key of spellingKeys(word)) put(spellings, key, business)
    }
  }
  const sharing = (word: string): readonly Watched[] => [
    ...(words.get(word) ?? []),
    ...askedKeys(word).flatMap((key) => spellings.get(key) ?? []),
  ]
  return {
    numbers,
    alike: (names: readonly string[]): ReadonlySet<Watched> => {
      const found = new Set<Watched>()
      for (const name of names) {
        const candidates = wordsOf[family](name)
          .map(sharing)
          .filter((each) => each.length > 0)
          .sort((a, b) => a.length - b.length)
        for (const each of candidates.slice(0, wordsLookedUp).flat()) found.add(each)
      }
      return found
    },
  }
}

function put<Key>(index: Map<Key, Watched[]>, key: Key, business: Watched): void {
  const held = index.get(key)
  if (held) held.push(business)
  else index.set(key, [business])
}
