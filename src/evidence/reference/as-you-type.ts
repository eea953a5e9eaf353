// Finds records while the user types their name. The last word may be unfinished. Words may stand anywhere in the name and may contain a typing
// error. A search among a million names takes a few milliseconds.
//
// The vocabulary of a file is kept sorted in memory, so that all completions of an unfinished word lie next to each other.
import type { DatabaseSync } from 'node:sqlite'
import { bitCount, fold, letterMask, typingErrors } from '../matching/letters.ts'
import { askedKeys, canBeMisspelt, shortened, wordsOf } from './name-words.ts'
import type { Family } from './records.ts'
import { query } from './typed-rows.ts'

export type TypedCandidate = {
  /** The record's row in its file. */
  readonly record: number
  readonly name: string
  /** Orders the candidates: 1 if the name is as typed, a little less for each further word, and less if it has the words elsewhere or spelt otherwise. */
  readonly rank: number
}

export type AsYouType = (typed: string) => readonly TypedCandidate[]

/** The typed text as words: the finished words, and the possible completions of the unfinished last one. */
type Reading = { readonly finished: readonly string[]; readonly begun: readonly string[]; readonly optional: boolean }

type NameRow = { readonly id: number; readonly record: number; readonly name: string; readonly words: string }
type Likely = ReadonlyMap<string, number>

const wordsPerQuestion = 6
/** Completions of an unfinished word to search for when the finished words are all very frequent. */
const continuations = 40
const rowsPerQuestion = 400
const misspeltRank = 0.75
/** A shorter unfinished word is completed as it is typed only: too many words begin with letters that are one error away. */
const misspeltBeginningFrom = 5
/** The longest word that a misspelt beginning is completed to: the fewer letters were typed, the more of the word they have to be. */
const longestCompletion = (typed: string): number => 2 * (typed.length - 2)
/** The rank of a name that has the typed letters but other spaces. */
const sameLettersRank = 0.9
/** The beginning of one of these may be a word of the name or its legal form. */
const forms = ['llc', 'inc', 'incorporated', 'corporation', 'ltd', 'limited', 'company', 'llp', 'lllp', 'pllc', 'pc']

export function asYouType(db: DatabaseSync, family: Family): AsYouType {
  const vocabulary = openVocabulary(db)
  const statements = {
    spelt: query<{ word: string }>(
      db,
      'SELECT words.word, words.names FROM spellings JOIN words ON words.id = spellings.word WHERE spelling = ?',
    ),
    startingWith: query<NameRow>(
      db,
      `SELECT id, record, name, words FROM names WHERE replace(words, ' ', '') >= ? AND replace(words, ' ', '') < ? LIMIT 80`,
    ),
    withWords: query<NameRow>(
      db,
      'SELECT names.id, names.record, names.name, names.words FROM name_words JOIN names ON names.id = name_words.rowid WHERE name_words MATCH ? LIMIT ?',
    ),
  }

  /** The word, and the words of the index that it may be a misspelling of. */
  const misspellings = (word: string): Likely => {
    const found = new Map<string, number>(vocabulary.has(word) ? [[word, 1]] : [])
    if (!canBeMisspelt(word)) return found
    const consider = (candidate: string) => {
      if (found.has(candidate)) return
      const errors = typingErrors(word, candidate, Math.min(word.length, candidate.length) >= 7 ? 2 : 1)
      if (errors > 0) found.set(candidate, misspeltRank / errors)
    }
    for (const shorter of shortened(word)) if (vocabulary.has(shorter)) consider(shorter)
    for (const key of askedKeys(word)) for (const row of statements.spelt.all(key)) consider(row.word)
    return found
  }

  const fetch = (finished: readonly Likely[], narrowedBy: Likely | null, letters: readonly string[]): Map<number, NameRow> => {
    const rows = new Map<number, NameRow>()
    const add = (found: readonly NameRow[]) => {
      for (const row of found) rows.set(row.id, row)
    }
    for (const each of letters) if (each.length >= 3) add(statements.startingWith.all(each, `${each}\u{10ffff}`))
    const groups = finished.map((likely) => anyOf(likely.keys()))
    const rarest = Math.min(...finished.map((likely) => [...likely.keys()].reduce((sum, word) => sum + vocabulary.names(word), 0)))
    // A rare word: look through the few names that have it. If all words are frequent, the unfinished one must narrow the search.
    const narrowing = narrowedBy && (finished.length === 0 || rarest > rowsPerQuestion) ? [anyOf(narrowedBy.keys())] : []
    const question = [...groups, ...narrowing].filter((group) => group !== '()').join(' AND ')
    if (question !== '') add(statements.withWords.all(question, rowsPerQuestion))
    return rows
  }

  const asTyped: Spelling = {
    wordsFor: (word) => new Map(vocabulary.has(word) ? [[word, 1]] : []),
    endsFor: (begun) => vocabulary.beginnings(begun, continuations),
  }
  const misspelt: Spelling = { wordsFor: misspellings, endsFor: vocabulary.misspeltBeginnings }

  const search = ({ finished, begun, optional }: Reading, { wordsFor, endsFor }: Spelling): TypedCandidate[] => {
    const known = finished.map(wordsFor)
    const ends = begun.length === 0 ? null : endsFor(begun)
    if (known.some((likely) => likely.size === 0)) return letterwise([...finished, begun[0] ?? ''].join(''))
    const stem = finished.join('')
    const stems = optional ? [stem, stem + (begun[0] ?? '')] : [stem + begun[0]]
    const rows = fetch(known, optional ? null : ends, stems)
    return [...rows.values()].flatMap(({ record, name, words }) => {
      const letters = stems.some((stem) => stem.length >= 3 && words.replaceAll(' ', '').startsWith(stem)) ? sameLettersRank : 0
      const rank = Math.max(letters, rankOf(words.split(' '), known, { begun, ends, optional }))
      return rank > 0 ? [{ record, name, rank }] : []
    })
  }

  /** Names that begin with exactly these letters, wherever the spaces are. */
  const letterwise = (letters: string): TypedCandidate[] =>
    letters.length < 3
      ? []
      : statements.startingWith.all(letters, `${letters}\u{10ffff}`).map(({ record, name }) => ({
          record,
          name,
          rank: sameLettersRank,
        }))

  return (typed) => {
    const best = new Map<number, TypedCandidate>()
    const keep = (found: readonly TypedCandidate[]) => {
      for (const one of found) if (one.rank > (best.get(one.record)?.rank ?? 0)) best.set(one.record, one)
    }
    const reading = readingOf(typed, family)
    keep(search(reading, asTyped))
    if (best.size < 5) keep(search(reading, misspelt))
    return [...best.values()].sort((a, b) => b.rank - a.rank || a.name.length - b.name.length || a.record - b.record)
  }
}

/** What typed text stands for: a finished word for some of the index, the beginnings of a word for its ends. */
type Spelling = {
  readonly wordsFor: (word: string) => Likely
  readonly endsFor: (beginnings: readonly string[]) => Likely
}

/** A last word that is ignored when finished (`of`, `Inc`) may be the beginning of one that is not. */
const readingOf = (typed: string, family: Family): Reading => {
  const words = wordsOf[family](typed).slice(0, wordsPerQuestion)
  const last = (fold(typed).match(/[\p{L}\p{N}'.&-]+\s*$/u)?.[0] ?? '').replace(/[^\p{L}\p{N}]/gu, '')
  const lastWord = words.at(-1)
  const isUnderCursor = lastWord !== undefined && (lastWord === last || wordsOf[family](last).at(-1) === lastWord)
  const maybeForm = words.length > 1 && forms.some((form) => form.startsWith(last))
  if (isUnderCursor) return { finished: words.slice(0, -1), begun: [...new Set([last, lastWord])], optional: maybeForm }
  return { finished: words, begun: last === '' ? [] : [last], optional: true }
}

type Ending = { readonly begun: readonly string[]; readonly ends: Likely | null; readonly optional: boolean }

/** How well the words of a name fit: 0 for one that lacks a word, less than 1 for misspellings, another order and further words. */
const rankOf = (words: readonly string[], finished: readonly Likely[], ending: Ending): number => {
  let rank = 1
  let inOrder = true
  let at = -1
  for (const likely of finished) {
    const place = words.findIndex((word) => likely.has(word))
    if (place < 0) return 0
    rank *= likely.get(words[place] as string) ?? 0
    if (place !== at + 1) inOrder = false
    at = place
  }
  const { ends, optional } = ending
  if (ends) {
    const { place, closeness } = endingIn(words, ending, at + 1)
    if (place < 0 && !optional) return 0
    rank *= place >= 0 ? closeness : 0.97
    if (place !== at + 1 && !optional) inOrder = false
  }
  const asked = finished.length + (ends && !optional ? 1 : 0)
  return rank * (inOrder ? 1 : 0.85) - 0.01 * Math.max(0, words.length - asked)
}

/** The word that is begun: the closest one, and of equally close ones that at the expected place. -1 where there is none. */
const endingIn = (words: readonly string[], { begun, ends }: Ending, expected: number): { place: number; closeness: number } => {
  let place = -1
  let closeness = 0
  words.forEach((word, index) => {
    const close = begun.some((beginning) => word.startsWith(beginning)) ? 1 : (ends?.get(word) ?? 0)
    if (close > closeness || (close === closeness && place >= 0 && index === expected)) {
      place = index
      closeness = close
    }
  })
  return { place, closeness }
}

type Vocabulary = {
  readonly has: (word: string) => boolean
  readonly names: (word: string) => number
  /** The most frequent words with this beginning. */
  readonly beginnings: (prefixes: readonly string[], atMost: number) => Likely
  /** The most frequent words whose beginning is one typing error away from one of these. */
  readonly misspeltBeginnings: (prefixes: readonly string[]) => Likely
}

/** Built on the first search: half a million words take a few tenths of a second and about 20 MB. */
const openVocabulary = (db: DatabaseSync): Vocabulary => {
  let words: string[] = []
  let counts = new Uint32Array()
  let masks = new Int32Array()
  let read = false
  const load = () => {
    if (read) return
    const rows = query<{ word: string; names: number }>(db, 'SELECT word, names FROM words').all()
    rows.sort((a, b) => (a.word < b.word ? -1 : 1))
    words = rows.map(({ word }) => word)
    counts = Uint32Array.from(rows, ({ names }) => names)
    masks = Int32Array.from(words, letterMask)
    read = true
  }
  const placeOf = (word: string): number => {
    load()
    let low = 0
    let high = words.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((words[middle] as string) < word) low = middle + 1
      else high = middle
    }
    return low
  }
  const stretch = (prefix: string): readonly [from: number, to: number] => [placeOf(prefix), placeOf(`${prefix}\u{10ffff}`)]

  /** The most frequent of these words, each with its likelihood. */
  const mostFrequent = (places: ReadonlyMap<number, number>, atMost: number): Likely => {
    const chosen = [...places.keys()]
    if (chosen.length > atMost) chosen.sort((a, b) => (counts[b] as number) - (counts[a] as number))
    return new Map(chosen.slice(0, atMost).map((place) => [words[place] as string, places.get(place) ?? 0]))
  }

  return {
    has: (word) => words[placeOf(word)] === word,
    names: (word) => {
      const place = placeOf(word)
      return words[place] === word ? (counts[place] as number) : 0
    },
    beginnings: (prefixes, atMost) => {
      const places = new Map<number, number>()
      for (const prefix of prefixes) {
        const [from, to] = stretch(prefix)
        for (let place = from; place < to; place++) places.set(place, 1)
      }
      return mostFrequent(places, atMost)
    },
    misspeltBeginnings: (prefixes) => {
      const places = new Map<number, number>()
      for (const prefix of prefixes) {
        if (!canBeMisspelt(prefix) || prefix.length < misspeltBeginningFrom) continue
        const [first, second, third] = prefix
        const mask = letterMask(prefix)
        const allowed = prefix.length >= 8 ? 2 : 1
        for (const start of new Set([`${first}${second}`, `${first}${third}`, `${second}${first}`])) {
          const [from, to] = stretch(start)
          for (let place = from; place < to; place++) {
            // A beginning that is one typing error away has few other letters.
            if (bitCount(mask & ~(masks[place] as number)) > allowed || places.has(place)) continue
            const word = words[place] as string
            const errors = word.length > longestCompletion(prefix) ? -1 : errorsAtBeginning(prefix, word, allowed)
            if (errors >= 0) places.set(place, errors === 0 ? 1 : misspeltRank / errors)
          }
        }
      }
      return mostFrequent(places, continuations)
    },
  }
}

/**
 * The number of typing errors between the typed text and the beginning of the word; -1 if there are more than allowed. The last letter typed is in both:
 * without it, or with another in its place, `intel` would begin `integrity`.
 */
const errorsAtBeginning = (prefix: string, word: string, allowed: number): number => {
  let fewest = -1
  for (const length of [prefix.length, prefix.length + 1, prefix.length - 1]) {
    if (length > word.length && word.length < prefix.length - 1) continue
    const beginning = word.slice(0, length)
    if (prefix.at(-1) !== beginning.at(-1)) continue
    const errors = typingErrors(prefix, beginning, allowed)
    if (errors >= 0 && (fewest < 0 || errors < fewest)) fewest = errors
    if (fewest === 0) break
  }
  return fewest
}

const anyOf = (words: Iterable<string>): string => `(${[...words].map((word) => `"${word}"`).join(' OR ')})`
