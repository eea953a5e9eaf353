// The names of all listed parties, packed: each different word is kept once, and a name is the numbers of its words. The few names that a
// screening compares in full are prepared again.

import type { NameWord } from './alignment.ts'
import { hashOf } from './key-index.ts'
import type { ListedParty } from './listed.ts'
import type { PersonWord } from './people.ts'
import { type PreparedListedName, prepareListedName } from './screening.ts'

export type ListedNames = {
  readonly count: number
  readonly business: Words<NameWord>
  readonly person: Words<PersonWord>
  party(place: number): ListedParty
  /** 1 where the party is a person. */
  readonly isIndividual: Uint8Array
  prepared(place: number): PreparedListedName
  /** Hashes of the telling words written together and of all letters, of the name of a business. */
  readonly joined: Int32Array
  readonly letters: Int32Array
  /** 1 where a name is several, joined by "doing business as". */
  readonly hasParts: Uint8Array
}

/** The different words of all names. Name `place` has those from `starts[place]` to `starts[place + 1]` of `of`. */
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
  const [joined, letters, hasParts]: [number[], number[], number[]] = [[], [], []]

  return {
    add: ({ party, asBusiness, asPerson }) => {
      const isNext = parties.at(-1) === party
      if (!isNext) parties.push(party)
      nameOf.push(isNext ? (nameOf.at(-1) as number) + 1 : 0)
      joined.push(hashOf(asBusiness?.joined ?? ''))
      letters.push(hashOf(asBusiness?.letters ?? ''))
      hasParts.push(asBusiness !== null && asBusiness.parts.length > 0 ? 1 : 0)
      business.add(asBusiness?.words ?? [])
      person.add(asPerson?.words ?? [])
      return partyOf.push(parties.length - 1) - 1
    },
    finish: () => {
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
        hasParts: Uint8Array.from(hasParts),
      }
    },
  }
}

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
