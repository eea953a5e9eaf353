// The names of all listed parties, packed: each different word is kept once, and a name is the numbers of its words. The few names that a
// screening compares in full are prepared again.

import type { NameWord } from './alignment.ts'
import { hashOf } from './key-index.ts'
import type { ListedParty } from './listed.ts'
import type { PersonWord } from './prepared-person.ts'
import { spokenKey } from './romanisations.ts'
import type { ScreenedBusiness } from './screened-business.ts'
import { romanisedKeysOf } from './screened-person.ts'
import { type PreparedListedName, prepareListedName } from './screening.ts'
import { cutName } from './thresholds.ts'

export type ListedNames = {
  readonly count: number
  readonly business: Words<NameWord>
  readonly person: Words<PersonWord>
  party(place: number): ListedParty
  /** 1 where the party is a person. */
  readonly isIndividual: Uint8Array
  /** How the person's name sounds in Korean or Chinese; none for most. */
  spoken(place: number): readonly string[]
  prepared(place: number): PreparedListedName
  /** Hashes of the telling words written together and of all letters, of the name of a business. */
  readonly joined: Int32Array
  readonly letters: Int32Array
  /** Hashes of the first letters of long names: of their telling words, and of all letters. */
  readonly beginnings: Int32Array
  readonly allBeginnings: Int32Array
  /** 1 where a name of a business can be read in several ways. */
  readonly hasParts: Uint8Array
  /** Where the other ways stand, after the names, in `business`, `joined`, `letters`, `beginnings` and `allBeginnings`. */
  partsOf(place: number): readonly number[]
}

/** The different words of all names, and of the other ways to read them. Name `place` has those from `starts[place]` to `starts[place + 1]` of `of`. */
export type Words<Word> = WrittenWords & { readonly all: readonly Word[]; readonly starts: Uint32Array; readonly of: Uint32Array }

/** Of each word its length, first letter and `letterMask`, as it is written. */
export type WrittenWords = {
  readonly lengths: Uint16Array
  readonly firsts: Uint16Array
  readonly masks: Int32Array
}

export type ListedNamesBuilder = { add(listed: PreparedListedName): number; finish(): ListedNames }

export function listedNamesBuilder(): ListedNamesBuilder {
  const parties: ListedParty[] = []
  const partyOf: number[] = []
  /** 0 is the party's own name; from 1 on, its aliases. */
  const nameOf: number[] = []
  const business = wordsBuilder<NameWord>(
    ({ text, written }) => `${text} ${written}`,
    ({ written }) => written,
  )
  const person = wordsBuilder<PersonWord>(
    ({ text }) => text,
    ({ text }) => text,
  )
  const [joined, letters, beginnings, allBeginnings, hasParts]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []]

  const spoken = new Map<number, readonly string[]>()
  const parts = new Map<number, readonly ScreenedBusiness[]>()
  const addBusiness = (name: ScreenedBusiness | null): number => {
    business.add(name?.words ?? [])
    letters.push(hashOf(name?.letters ?? ''))
    beginnings.push(hashOf(beginningOf(name?.joined ?? '')))
    allBeginnings.push(hashOf(beginningOf(name?.letters ?? '', cutName.from)))
    return joined.push(hashOf(name?.joined ?? '')) - 1
  }

  return {
    add: ({ party, asBusiness, asPerson }) => {
      const isNext = parties.at(-1) === party
      if (!isNext) parties.push(party)
      nameOf.push(isNext ? (nameOf.at(-1) as number) + 1 : 0)
      addBusiness(asBusiness)
      hasParts.push(asBusiness !== null && asBusiness.parts.length > 0 ? 1 : 0)
      if (asBusiness !== null && asBusiness.parts.length > 0) parts.set(partyOf.length, asBusiness.parts)
      person.add(asPerson?.words ?? [])
      const keys = asPerson === null ? [] : romanisedKeysOf(asPerson)
      if (keys.length > 0) spoken.set(partyOf.length, keys.map(spokenKey))
      return partyOf.push(parties.length - 1) - 1
    },
    finish: () => {
      const places = new Map([...parts].map(([place, ways]) => [place, ways.map(addBusiness)]))
      const [ofParty, ofName] = [Uint32Array.from(partyOf), Uint16Array.from(nameOf)]
      const party = (place: number) => parties[ofParty[place] as number] as ListedParty
      return {
        count: partyOf.length,
        business: business.finish(),
        person: person.finish(),
        party,
        isIndividual: Uint8Array.from(ofParty, (at) => Number(parties[at]?.type === 'individual')),
        prepared: (place) => prepareListedName(party(place), ofName[place] as number),
        joined: Int32Array.from(joined),
        letters: Int32Array.from(letters),
        beginnings: Int32Array.from(beginnings),
        allBeginnings: Int32Array.from(allBeginnings),
        hasParts: Uint8Array.from(hasParts),
        spoken: (place) => spoken.get(place) ?? [],
        partsOf: (place) => places.get(place) ?? [],
      }
    },
  }
}

/** The first letters of a name that may be cut, or that a cut name may begin; none of a shorter name. */
export const beginningOf = (letters: string, length: number = cutName.telling): string =>
  letters.length < length ? '' : letters.slice(0, length)

function wordsBuilder<Word extends { readonly mask: number }>(keyOf: (word: Word) => string, writtenOf: (word: Word) => string) {
  const numbers = new Map<string, number>()
  const all: Word[] = []
  const starts = [0]
  const of: number[] = []
  return {
    add: (words: readonly Word[]) => {
      for (const word of words) {
        const key = keyOf(word)
        const number = numbers.get(key) ?? all.push(word) - 1
        numbers.set(key, number)
        of.push(number)
      }
      starts.push(of.length)
    },
    finish: (): Words<Word> => ({
      all,
      starts: Uint32Array.from(starts),
      of: Uint32Array.from(of),
      lengths: Uint16Array.from(all, (word) => writtenOf(word).length),
      firsts: Uint16Array.from(all, (word) => writtenOf(word).charCodeAt(0)),
      masks: Int32Array.from(all, ({ mask }) => mask),
    }),
  }
}
