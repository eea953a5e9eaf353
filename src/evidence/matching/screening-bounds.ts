// Rules out listed names that can be no hit for a screened one, by an upper bound of their score: the few others are compared in full. Each
// screened word is compared once with each different listed word, not once for each name that has it.

import { type NameWord, possibleLikeness } from './alignment.ts'
import { hashOf } from './key-index.ts'
import { bitCount, letterMask, spellingErrors } from './letters.ts'
import { beginningOf, type ListedNames, type WrittenWords } from './listed-names.ts'
import { type PeopleOptions, possiblePersonLikeness } from './person-words.ts'
import type { PersonWord, PreparedPerson } from './prepared-person.ts'
import { spokenKey } from './romanisations.ts'
import type { ScreenedBusiness } from './screened-business.ts'
import { cutWord, romanisedKeysOf } from './screened-person.ts'
import { cutName, severalMisspelt } from './thresholds.ts'

/** Whether the listed name at this place may have the least score. False is certain, true is not. */
export type MayReach = (place: number) => boolean

export type Bounds = {
  business(screened: ScreenedBusiness, least: number): MayReach
  /** Of any of these people. */
  people(screened: readonly PreparedPerson[], options: PeopleOptions, least: (place: number) => number): MayReach
}

export function boundsOf(names: ListedNames): Bounds {
  const rememberBusiness = rememberingEach(names.business.all.length)
  const rememberPerson = rememberingEach(names.person.all.length)
  return {
    business: (screened, least) =>
      anyOf([screened, ...screened.parts].map((one, at) => businessBound(names, one, least, rememberBusiness(at)))),
    people: (screened, options, least) =>
      anyOf(screened.map((person, at) => personBound(names, person, { options, least, remember: rememberPerson(at) }))),
  }
}

const always: MayReach = () => true
const anyOf = (each: readonly MayReach[]): MayReach =>
  each.length === 1 ? (each[0] as MayReach) : (place) => each.some((mayReach) => mayReach(place))
/** Two neighbouring words written together score no more than this against one word. */
const joinedLikeness = 0.98

function businessBound(names: ListedNames, screened: ScreenedBusiness, least: number, remember: Remember): MayReach {
  const { words } = screened
  if (words.length === 0 || least <= 0) return always
  const listed = names.business
  const { all, starts, of } = listed
  const weights = words.map(({ weight }) => weight)
  const own = writtenWords(words.map(({ written }) => written))
  const pairs = words.slice(1).map((word, i) => (words[i] as NameWord).written + word.written)
  const pairMasks = pairs.map(letterMask)
  const [joined, letters] = [hashOf(screened.joined) | 0, hashOf(screened.letters) | 0]
  const [begun, allBegun] = [beginningOf(screened.joined), beginningOf(screened.letters, cutName.from)].map((beginning) =>
    beginning === '' ? null : hashOf(beginning) | 0,
  )
  const lone = words.length === 1 ? (words[0] as NameWord).text : null
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  /** With more weight lost, even all words of the screened name are too little. */
  const mostLost = lone === null ? 2 * total * (1 / least - 1) + 1e-9 : Number.POSITIVE_INFINITY
  const [agree, doubt] = [new Float64Array(words.length), new Float64Array(words.length)]

  /** The likeness of each screened word, and then of each two neighbouring ones written together. */
  const rowOf = remember((number) => {
    const word = all[number] as NameWord
    return [
      ...words.map((each) => possibleLikeness(each, word)),
      ...pairs.map((pair, i) => (spellingErrors(pair, word.written, 1, (pairMasks[i] as number) ^ word.mask) >= 0 ? joinedLikeness : 0)),
    ]
  })

  return (place) => reaches(place) || (names.hasParts[place] === 1 && names.partsOf(place).some(reaches))

  function reaches(place: number): boolean {
    if (names.joined[place] === joined || names.letters[place] === letters) return true
    if (names.beginnings[place] === begun || names.allBeginnings[place] === allBegun) return true
    const [from, to] = [starts[place] as number, starts[place + 1] as number]
    agree.fill(0)
    for (let i = 0; i < words.length; i++) doubt[i] = (weights[i] as number) / 2
    let lost = 0
    for (let at = from; at < to; at++) {
      const number = of[at] as number
      const row = rowOf(number)
      const joins = at + 1 < to && meetJoined(number, of[at + 1] as number)
      if (row !== null) {
        // One distinctive word of a longer name has a score of its own.
        if (lone !== null && (all[number] as NameWord).text === lone) return true
        meetWord(row, (all[number] as NameWord).weight)
      } else if (!joins && !(at > from && meetJoined(of[at - 1] as number, number))) {
        lost += (all[number] as NameWord).weight
        if (lost > mostLost) return false
      }
    }
    return most(lost) >= least
  }

  function meetWord(row: readonly number[], weight: number): void {
    for (let i = 0; i < words.length; i++) {
      const likeness = row[i] as number
      const shared = Math.min(weights[i] as number, weight)
      if (likeness > 0) meet(i, shared * likeness, shared * (1 - likeness))
      if (i + 1 === words.length || row[words.length + i] === 0) continue
      meet(i, shared * joinedLikeness, 0)
      meet(i + 1, Math.min(weights[i + 1] as number, weight) * joinedLikeness, 0)
    }
  }

  /** Two neighbouring listed words may be one screened word. */
  function meetJoined(one: number, next: number): boolean {
    const length = (listed.lengths[one] as number) + (listed.lengths[next] as number)
    const mask = (listed.masks[one] as number) | (listed.masks[next] as number)
    let found = false
    for (let i = 0; i < words.length; i++) {
      if (!nearly(own, i, length, mask)) continue
      found = true
      meet(i, (weights[i] as number) * joinedLikeness, 0)
    }
    return found
  }

  function meet(i: number, agreed: number, doubted: number): void {
    if (agreed > (agree[i] as number)) agree[i] = agreed
    if (doubted < (doubt[i] as number)) doubt[i] = doubted
  }

  /** The score if every word were paired as well as it can be. */
  function most(lost: number): number {
    let [agreed, apart] = [0, lost / 2]
    for (let i = 0; i < words.length; i++) {
      agreed += agree[i] as number
      apart += agree[i] === 0 ? (weights[i] as number) / 2 : (doubt[i] as number)
    }
    return agreed === 0 ? 0 : agreed / (agreed + apart)
  }
}

/** What each name left out costs at least, and each that has no like. */
const [perLeftOut, perLacking] = [0.03, 0.2]

type PersonRule = { readonly options: PeopleOptions; readonly least: (place: number) => number; readonly remember: Remember }

function personBound(names: ListedNames, person: PreparedPerson, { options, least, remember }: PersonRule): MayReach {
  const { words } = person
  if (words.length === 0) return always
  const spoken = romanisedKeysOf(person).map(spokenKey)
  const listed = names.person
  const { all, starts, of } = listed
  const own = writtenWords(words.map(({ text }) => text))
  /** One bit for each first letter, modulo 32. */
  const firsts = own.firsts.reduce((bits, letter) => bits | (1 << (letter & 31)), 0)
  const ownTogether = together(own, own.firsts.keys())
  const cut = cutWord(person)
  const best = new Float64Array(words.length)
  const rowOf = remember((number) => words.map((word) => possiblePersonLikeness(word, all[number] as PersonWord, options)))

  return (place) => {
    const [from, to] = [starts[place] as number, starts[place + 1] as number]
    return (
      most(from, to) + (to - from === words.length ? severalMisspelt.more : 0) >= least(place) ||
      mayBeWrittenAsOne(from, to) ||
      mayBeOneWord(from, to) ||
      mayBeCut(from, to) ||
      isSpokenAlike(place)
    )
  }

  /** The name may be the same in another spelling of its language. */
  function isSpokenAlike(place: number): boolean {
    return spoken.length > 0 && names.spoken(place).some((key) => spoken.includes(key))
  }

  /** Either every word of the shorter name has its like, or each without one costs. */
  function most(from: number, to: number): number {
    const count = to - from
    if (count === 0) return 0
    const leftOut = perLeftOut * Math.abs(count - words.length)
    best.fill(0)
    let [sum, lacking] = [0, 0]
    for (let at = from; at < to; at++) {
      const row = rowOf(of[at] as number)
      if (row === null) lacking++
      else sum += meet(row)
    }
    if (count >= words.length) {
      ;[sum, lacking] = [0, 0]
      for (let i = 0; i < words.length; i++) {
        sum += best[i] as number
        if (best[i] === 0) lacking++
      }
    }
    return Math.max(sum / Math.min(count, words.length), 1 - perLacking * Math.max(1, lacking)) - leftOut
  }

  function meet(row: readonly number[]): number {
    let highest = 0
    for (let i = 0; i < words.length; i++) {
      const likeness = row[i] as number
      if (likeness > highest) highest = likeness
      if (likeness > (best[i] as number)) best[i] = likeness
    }
    return highest
  }

  /** The word that may be cut may be the beginning of a listed one. All others have their like, as `most` has found. */
  function mayBeCut(from: number, to: number): boolean {
    if (cut === null || to - from < words.length) return false
    for (let i = 0; i < words.length; i++) if (best[i] === 0 && words[i] !== cut) return false
    for (let at = from; at < to; at++) if ((all[of[at] as number] as PersonWord).text.startsWith(cut.text)) return true
    return false
  }

  /** All words of one name may be the only word of the other. */
  function mayBeOneWord(from: number, to: number): boolean {
    if (to - from === 1) return words.length > 1 && nearly(listed, of[from] as number, ...ownTogether, 0)
    return words.length === 1 && nearly(own, 0, ...together(listed, of.subarray(from, to)), 0)
  }

  /** Two neighbouring words of one name may be one word of the other; both begin with the same letter. */
  function mayBeWrittenAsOne(from: number, to: number): boolean {
    for (let at = from; at < to; at++) {
      const there = of[at] as number
      if ((firsts & (1 << ((listed.firsts[there] as number) & 31))) === 0) continue
      for (let i = 0; i < words.length; i++) {
        if (listed.firsts[there] !== own.firsts[i]) continue
        if (at + 1 < to && mayBeOneName(listed, [there, of[at + 1] as number], own, i)) return true
        if (i + 1 < words.length && mayBeOneName(own, [i, i + 1], listed, there)) return true
      }
    }
    return false
  }
}

function mayBeOneName(parts: WrittenWords, [one, next]: readonly [number, number], wholes: WrittenWords, whole: number): boolean {
  if ((wholes.lengths[whole] as number) < 5) return false
  const length = (parts.lengths[one] as number) + (parts.lengths[next] as number)
  return nearly(wholes, whole, length, (parts.masks[one] as number) | (parts.masks[next] as number))
}

/** A word and letters of this length and mask may be one typing error apart. */
function nearly(words: WrittenWords, at: number, length: number, mask: number, errors: 0 | 1 = 1): boolean {
  const longer = length - (words.lengths[at] as number)
  return longer <= errors && longer >= -errors && bitCount(mask ^ (words.masks[at] as number)) <= 2 * errors
}

/** The length and the mask of words written together. */
function together(words: WrittenWords, places: Iterable<number>): [length: number, mask: number] {
  let [length, mask] = [0, 0]
  for (const at of places) {
    length += words.lengths[at] as number
    mask |= words.masks[at] as number
  }
  return [length, mask]
}

const writtenWords = (texts: readonly string[]): WrittenWords => ({
  lengths: Uint16Array.from(texts, (text) => text.length),
  masks: Int32Array.from(texts, letterMask),
  firsts: Uint16Array.from(texts, (text) => text.charCodeAt(0)),
})

type Remember = (ask: (number: number) => readonly number[]) => (number: number) => readonly number[] | null

/** One for each of several names that are screened together. */
function rememberingEach(count: number): (at: number) => Remember {
  const each: Remember[] = []
  return (at) => (each[at] ??= remembering(count))
}

/** Remembers, for one screening, how like each listed word is; null where it is like none. */
function remembering(count: number): Remember {
  const rows = new Map<number, readonly number[]>()
  const states = new Uint8Array(count)
  let asked: number[] = []
  return (ask) => {
    for (const number of asked) states[number] = 0
    asked = []
    rows.clear()
    return (number) => {
      if (states[number] === isUnlike) return null
      if (states[number] === isLike) return rows.get(number) as readonly number[]
      const row = ask(number)
      const isAny = row.some((likeness) => likeness > 0)
      states[number] = isAny ? isLike : isUnlike
      asked.push(number)
      if (isAny) rows.set(number, row)
      return isAny ? row : null
    }
  }
}

const [isUnlike, isLike] = [1, 2]
