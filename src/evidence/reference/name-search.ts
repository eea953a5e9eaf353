// Finds records by a name that may be misspelt: among a million names, the few that share its rare words, in a few milliseconds.
//
// Each word of the query expands to the words of the index that it may be a misspelling of. A rare word is looked up alone;
// frequent words are looked up only in combination. Names with the same letters but other spaces are found too.

import type { DatabaseSync } from 'node:sqlite'
import { typingErrors } from '../matching/letters.ts'
import { soundKey } from '../matching/sound.ts'
import { askedKeys, canBeMisspelt, shortened, wordsOf } from './name-words.ts'
import type { Family } from './records.ts'
import { onlyRow, query } from './typed-rows.ts'

export type NameCandidate = {
  /** The record's row in its file. */
  readonly record: number
  readonly name: string
  /** The share of weighted words that the two names have in common, 0 to 1. It orders candidates and decides nothing. */
  readonly likeness: number
}

/** `state` limits nationwide data sets to records of that state, because thousands elsewhere may have the same name. */
export type NameSearch = (name: string, limit: number, state?: string) => readonly NameCandidate[]

/** The maximum number of names to fetch per search; more would only match common words. */
const fetchedAtMost = 1_200
/** A word in fewer names than this is rare enough to look up alone. */
const rareBelow = 600
/** The maximum number of names to look through when only one state's are wanted. */
const lookedThroughAtMost = 20_000
const variantsPerWord = 12
const wordsPerQuestion = 8

type Variant = { readonly word: string; readonly names: number; readonly closeness: number }
type SearchWord = { readonly word: string; readonly variants: readonly Variant[]; readonly names: number; readonly weight: number }
type NameRow = { readonly id: number; readonly record: number; readonly name: string; readonly words: string }

/** Where records of nationwide data sets hold their state. */
const statePaths: { readonly [F in Family]?: string } = {
  exempt: '$.address.state',
  loans: '$.address.state',
  licences: '$.address.state',
  carriers: '$.addresses[0].state',
}

/** The names whose ids a query finds; only those of `$state` if it is not null. */
const namesOf = (ids: string, path: string | undefined): string =>
  `SELECT names.id, record, name, words FROM (${ids} LIMIT ${lookedThroughAtMost}) AS found JOIN names ON names.id = found.id
  WHERE $state IS NULL ${path === undefined ? '' : `OR (SELECT data ->> '${path}' FROM records WHERE records.id = record) = $state`}`

export function nameSearch(db: DatabaseSync, family: Family): NameSearch {
  const index = openIndex(db, family)
  return (name, limit, state) => {
    const words = wordsOf[family](name).slice(0, wordsPerQuestion)
    if (words.length === 0) return []
    const asked = lookedUp(words, index)
    const best = new Map<number, NameCandidate>()
    for (const row of namesToCompare({ asked, words, state: state ?? null }, index).values()) {
      const likeness = likenessOf(asked, words, row.words)
      if (likeness > (best.get(row.record)?.likeness ?? 0)) best.set(row.record, { record: row.record, name: row.name, likeness })
    }
    return [...best.values()].sort((a, b) => b.likeness - a.likeness || a.record - b.record).slice(0, limit)
  }
}

type Index = ReturnType<typeof openIndex>

const openIndex = (db: DatabaseSync, family: Family) => {
  const path = statePaths[family]
  const statements = {
    word: query<{ names: number }>(db, 'SELECT names FROM words WHERE word = ?'),
    spelt: query<{ word: string; names: number }>(
      db,
      'SELECT words.word, words.names FROM spellings JOIN words ON words.id = spellings.word WHERE spelling = ?',
    ),
    sameLetters: query<NameRow>(db, `${namesOf(`SELECT id FROM names WHERE replace(words, ' ', '') = $letters`, path)} LIMIT 200`),
    startingWith: query<NameRow>(
      db,
      `${namesOf(`SELECT id FROM names WHERE replace(words, ' ', '') >= $letters AND replace(words, ' ', '') < $end`, path)} LIMIT 100`,
    ),
    withWords: query<NameRow>(db, `${namesOf('SELECT rowid AS id FROM name_words WHERE name_words MATCH $words', path)} LIMIT $room`),
  }
  const { count: nameCount } = onlyRow<{ count: number }>(db, 'SELECT coalesce(max(id), 0) AS count FROM names')
  return { statements, nameCount }
}

/** The words of the index that a word may be a misspelling of, the closest first. */
function variantsOf(word: string, { statements }: Index): readonly Variant[] {
  const found = new Map<string, Variant>()
  const consider = (candidate: string, names: number) => {
    if (found.has(candidate)) return
    const closeness = closenessOf(word, candidate)
    if (closeness > 0) found.set(candidate, { word: candidate, names, closeness })
  }
  const lookUp = (candidate: string) => {
    const row = statements.word.get(candidate)
    if (row) consider(candidate, row.names)
  }
  lookUp(word)
  if (canBeMisspelt(word)) {
    for (const shorter of shortened(word)) lookUp(shorter)
    for (const key of askedKeys(word)) {
      for (const row of statements.spelt.all(key)) consider(row.word, row.names)
    }
  }
  return [...found.values()].sort((a, b) => b.closeness - a.closeness || b.names - a.names).slice(0, variantsPerWord)
}

function lookedUp(words: readonly string[], index: Index): readonly SearchWord[] {
  const { nameCount } = index
  return words.map((word) => {
    const variants = variantsOf(word, index)
    const names = variants.reduce((sum, variant) => sum + variant.names, 0)
    // A word that occurs in no name still counts: names without it are less alike.
    return { word, variants, names, weight: Math.log((nameCount + 1) / (Math.min(names, nameCount) + 1)) + 0.5 }
  })
}

type Question = { readonly asked: readonly SearchWord[]; readonly words: readonly string[]; readonly state: string | null }

/** The names to compare: those of the same letters, then those with the words that few names have. */
function namesToCompare({ asked, words, state }: Question, { statements }: Index): Map<number, NameRow> {
  const rows = new Map<number, NameRow>()
  const add = (found: readonly NameRow[]) => {
    for (const row of found) rows.set(row.id, row)
  }
  const letters = words.join('')
  add(statements.sameLetters.all({ letters, state }))
  if (letters.length >= 5) add(statements.startingWith.all({ letters, end: `${letters}\u{10ffff}`, state }))
  const match = (question: string) => {
    const room = fetchedAtMost - rows.size
    if (room > 0) add(statements.withWords.all({ words: question, room, state }))
  }
  const known = asked.filter((one) => one.names > 0).toSorted((a, b) => a.names - b.names)
  const rare = known.filter(
    (one, at) => one.names <= rareBelow && known.slice(0, at + 1).reduce((sum, other) => sum + other.names, 0) <= fetchedAtMost,
  )
  for (const one of rare) match(anyOf(one))
  // Neighbouring words may be one word in the index: `Blue River` is found as `Blueriver`.
  for (let at = 1; at < words.length; at++) {
    const joined = (words[at - 1] as string) + words[at]
    const row = statements.word.get(joined)
    if (row && row.names <= rareBelow) match(quoted(joined))
  }
  const crowded = known.filter((one) => !rare.includes(one))
  const [rarest, ...others] = known
  if (rarest === undefined || crowded.length === 0) return rows
  // All words together first, then the rarest with each other word, then the rarest alone.
  if (known.length > 2) match(known.map(anyOf).join(' AND '))
  for (const other of others) match(`${anyOf(rarest)} AND ${anyOf(other)}`)
  if (rare.length === 0 && rows.size < fetchedAtMost / 2) match(anyOf(rarest))
  return rows
}

/** 1 for the word itself, less for each typing error, 0 for another word. */
function closenessOf(asked: string, found: string): number {
  if (asked === found) return 1
  const shorter = Math.min(asked.length, found.length)
  const errors = typingErrors(asked, found, shorter >= 7 ? 2 : 1)
  if (errors >= 0) return 1 - (errors * 1.2) / Math.max(asked.length, found.length)
  return soundKey(asked) === soundKey(found) ? 0.75 : 0
}

function likenessOf(asked: readonly SearchWord[], words: readonly string[], foundWords: string): number {
  const found = foundWords.split(' ')
  if (found.join('') === words.join('')) return 1
  let shared = 0
  let all = 0
  const matched = new Set<string>()
  for (const one of asked) {
    all += one.weight
    const variant = one.variants.find((candidate) => found.includes(candidate.word))
    if (variant === undefined) continue
    shared += one.weight * variant.closeness
    matched.add(variant.word)
  }
  // Extra words of the found name count half, because people often leave out part of a name.
  const average = all / asked.length
  const extra = found.filter((word) => !matched.has(word)).length * average * 0.5
  return shared / (all + extra)
}

const quoted = (word: string): string => `"${word}"`
const anyOf = ({ variants }: SearchWord): string => `(${variants.map((variant) => quoted(variant.word)).join(' OR ')})`
