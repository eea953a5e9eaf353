// The plain way to find the names that a screening compares, without packing or bounds: what screening-index.ts must agree with.

import type { ListedParty, ScreenedName } from '../../../src/evidence/matching/listed.ts'
import { spellingsTogether } from '../../../src/evidence/matching/people.ts'
import type { PreparedPerson } from '../../../src/evidence/matching/prepared-person.ts'
import { spokenKey } from '../../../src/evidence/matching/romanisations.ts'
import type { ScreenedBusiness } from '../../../src/evidence/matching/screened-business.ts'
import { romanisedKeysOf } from '../../../src/evidence/matching/screened-person.ts'
import {
  type PreparedListedName,
  type PreparedScreened,
  prepareListed,
  prepareScreened,
  type ScreeningHit,
  screen,
} from '../../../src/evidence/matching/screening.ts'
import { consonants } from '../../../src/evidence/matching/scripts.ts'
import { cutName, distinctiveWord } from '../../../src/evidence/matching/thresholds.ts'

export type ScreeningIndex = {
  readonly nameCount: number
  /** `shift` moves every threshold: for measuring. */
  screen(screened: ScreenedName, shift?: number): readonly ScreeningHit[]
  candidates(screened: PreparedScreened): readonly PreparedListedName[]
}

export function straightforwardIndex(parties: Iterable<ListedParty>): ScreeningIndex {
  const names: PreparedListedName[] = []
  const postings = new Map<string, number[]>()
  const nearWords = new Map<string, string[]>()

  for (const party of parties) {
    for (const listed of prepareListed(party)) {
      const place = names.push(listed) - 1
      for (const key of keysOf(listed.asBusiness, listed.asPerson === null ? [] : [listed.asPerson], true)) {
        const before = postings.get(key)
        if (before) {
          before.push(place)
          continue
        }
        postings.set(key, [place])
        for (const mark of marksOf(key)) {
          const words = nearWords.get(mark)
          if (words) words.push(key)
          else nearWords.set(mark, [key])
        }
      }
    }
  }

  function candidates(screened: PreparedScreened): readonly PreparedListedName[] {
    const found = new Set<number>()
    const keys = keysOf(screened.asBusiness, screened.asPeople, screened.consonantsOnly)
    const lists = [...new Set(keys.flatMap(near))].map((key) => postings.get(key) ?? []).toSorted((a, b) => a.length - b.length)
    for (const [at, list] of lists.entries()) {
      // Very frequent words only cost work, so they are used only if there is nothing rarer.
      if (at > 0 && found.size > 0 && list.length > crowded) break
      for (const place of list) found.add(place)
    }
    return [...found].map((place) => names[place] as PreparedListedName)
  }

  function near(key: string): string[] {
    return [key, ...marksNear(key).flatMap((mark) => nearWords.get(mark) ?? [])]
  }

  const isRare = (word: string): boolean => (postings.get(word)?.length ?? 0) <= distinctiveWord.names

  return {
    nameCount: names.length,
    candidates,
    screen: (name, shift = 0) => {
      const prepared = prepareScreened(name)
      return screen(prepared, candidates(prepared), { shift, isRare })
    },
  }
}

const crowded = 3000

function keysOf(business: ScreenedBusiness | null, people: readonly PreparedPerson[], byConsonants: boolean): string[] {
  const keys = new Set<string>()
  if (business) {
    for (const part of [business, ...business.parts]) {
      const telling = part.words.filter((word) => word.weight >= 0.45)
      for (const word of telling.length > 0 ? telling : part.words) keys.add(word.text)
      if (part.words.length > 1) keys.add(part.joined)
      keys.add(`=${part.letters}`)
      if (part.joined.length >= cutName.telling) keys.add(`^${part.joined.slice(0, cutName.telling)}`)
    }
  }
  for (const person of people) {
    for (const word of person.words) {
      if (word.text.length === 1) continue
      keys.add(word.text)
      keys.add(`~${word.sound}`)
      for (const sound of word.otherSounds) keys.add(`~${sound}`)
      if (byConsonants) keys.add(`#${consonants(word.text)}`)
    }
    for (const key of romanisedKeysOf(person)) keys.add(`%${spokenKey(key)}`)
    if (person.words.length > 1) for (const together of spellingsTogether(person)) keys.add(together)
  }
  return [...keys]
}

/** A key of at least `long` letters is marked by its first and last `end` letters: one typing error leaves one of the two intact. */
const long = 12
const end = 5

/** Marks that find a key despite one typing error. A sound, or a very short key, is found only as it is. */
function marksOf(key: string): string[] {
  if (key.length < 4 || /^[~#=%^]/.test(key)) return []
  return key.length < long ? variants(key) : endMarks(key, key.length)
}

/** The marks of all keys one typing error away: an added, missing or different letter, or two exchanged. */
function marksNear(key: string): string[] {
  if (key.length < 4 || /^[~#=%^]/.test(key)) return []
  const short = key.length <= long ? variants(key) : []
  const lengths = [key.length - 1, key.length, key.length + 1].filter((length) => length >= long)
  return [...short, ...lengths.flatMap((length) => endMarks(key, length))]
}

const endMarks = (key: string, length: number): string[] => [`<${length}${key.slice(0, end)}`, `>${length}${key.slice(-end)}`]

/** The word, and the word without each of its letters. Two words one typing error apart have one of these in common. */
function variants(key: string): string[] {
  const without = [`=${key}`]
  for (let i = 0; i < key.length; i++) without.push(`=${key.slice(0, i)}${key.slice(i + 1)}`)
  return without
}
