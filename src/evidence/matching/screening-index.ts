// Finds, among tens of thousands of listed names, the few to compare with a screened name: those that share a distinctive word with it,
// allowing one typing error, or all of its letters, and that an upper bound of their score does not rule out. In memory; built once per
// version of the lists.

import { type KeyIndex, keyIndexBuilder } from './key-index.ts'
import type { ListedParty, ScreenedName } from './listed.ts'
import { beginningOf, listedNamesBuilder } from './listed-names.ts'
import { spellingsTogether } from './people.ts'
import type { PreparedPerson } from './prepared-person.ts'
import { spokenKey } from './romanisations.ts'
import type { ScreenedBusiness } from './screened-business.ts'
import { romanisedKeysOf } from './screened-person.ts'
import {
  leastScore,
  type PreparedListedName,
  type PreparedScreened,
  prepareListed,
  prepareScreened,
  type ScreeningHit,
  screen,
} from './screening.ts'
import { boundsOf, type MayReach } from './screening-bounds.ts'
import { consonants } from './scripts.ts'
import { distinctiveWord } from './thresholds.ts'

export type ScreeningIndex = {
  readonly nameCount: number
  /** `shift` moves every threshold: for measuring. */
  screen(screened: ScreenedName, shift?: number): readonly ScreeningHit[]
  candidates(screened: PreparedScreened): readonly PreparedListedName[]
}

export function screeningIndex(parties: Iterable<ListedParty>): ScreeningIndex {
  const namesBuilder = listedNamesBuilder()
  const keysBuilder = keyIndexBuilder()
  for (const party of parties)
    for (const listed of prepareListed(party))
      keysBuilder.add(
        namesBuilder.add(listed),
        keysOf(listed.asBusiness, listed.asPerson === null ? [] : [listed.asPerson], { byConsonants: true }),
      )
  const [names, keys] = [namesBuilder.finish(), keysBuilder.finish()]
  const bounds = boundsOf(names)
  const placesFor = placesIn(keys, names.count)
  const isRare = (word: string): boolean => keys.count(word) <= distinctiveWord.names

  return {
    nameCount: names.count,
    candidates: (screened) => placesFor(screened).map(names.prepared),
    screen: (name, shift = 0) => {
      const prepared = prepareScreened(name)
      const places = placesFor(prepared).filter(mayBeHit(prepared, shift))
      return screen(prepared, places.map(names.prepared), { shift, isRare })
    },
  }

  function mayBeHit({ kind, asBusiness, asPeople, consonantsOnly }: PreparedScreened, shift: number): MayReach {
    // Scores are rounded to three digits.
    const leastOf = (...types: readonly ListedParty['type'][]) => Math.min(...types.map((type) => leastScore(kind, type))) + shift - 0.001
    const [least, ofIndividual] = [leastOf('entity', 'unknown'), leastOf('individual')]
    const isIndividual = (place: number) => names.isIndividual[place] === 1
    const asAPerson = bounds.people(asPeople, { consonantsOnly }, (place) => (isIndividual(place) ? ofIndividual : least))
    const asABusiness = asBusiness === null ? asAPerson : bounds.business(asBusiness, least)
    return (place) => (isIndividual(place) ? asAPerson : asABusiness)(place)
  }
}

const crowded = 3000

/** Where in the names those stand that share a key with a screened name. */
function placesIn(keys: KeyIndex, count: number): (screened: PreparedScreened) => readonly number[] {
  const seen = new Uint32Array(count)
  let screening = 0
  return ({ asBusiness, asPeople, consonantsOnly }) => {
    screening++
    const found: number[] = []
    const near = new Set(keysOf(asBusiness, asPeople, { byConsonants: consonantsOnly }).flatMap(keys.near))
    const lists = [...near].map(keys.placesOf).toSorted((a, b) => a.length - b.length)
    for (const list of lists) {
      // Very frequent words only cost work, so they are used only if there is nothing rarer.
      if (found.length > 0 && list.length > crowded) break
      for (const place of list) {
        if (seen[place] === screening) continue
        seen[place] = screening
        found.push(place)
      }
    }
    return found
  }
}

function keysOf(
  business: ScreenedBusiness | null,
  people: readonly PreparedPerson[],
  { byConsonants }: { readonly byConsonants: boolean },
): string[] {
  const keys = new Set<string>()
  if (business) {
    for (const part of [business, ...business.parts]) {
      const telling = part.words.filter((word) => word.weight >= 0.45)
      for (const word of telling.length > 0 ? telling : part.words) keys.add(word.text)
      if (part.words.length > 1) keys.add(part.joined)
      keys.add(`=${part.letters}`)
      const beginning = beginningOf(part.joined)
      if (beginning !== '') keys.add(`^${beginning}`)
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
