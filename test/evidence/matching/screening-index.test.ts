import { distance } from 'fuzzball'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomFrom } from '../../../bench/parts/random.ts'
import { typingErrors } from '../../../src/evidence/matching/letters.ts'
import type { ListedParty, ScreenedName } from '../../../src/evidence/matching/listed.ts'
import { prepareScreened } from '../../../src/evidence/matching/screening.ts'
import { screeningIndex } from '../../../src/evidence/matching/screening-index.ts'
import { filled } from '../../filled.ts'
import { straightforwardIndex } from './straightforward-index.ts'

const random = randomFrom(18)
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const telling =
  'Vostok Petrokhim Zaryan Kwang Il Sun Belt Garantex Blom Abdul Rahman Korolenko Novosibirsk Tian Yi Jean Marie Kang 7 M G'.split(' ')
const ordinary = 'Trading Group Holdings International Bank Industries Moscow Services of and General Export'.split(' ')
const forms = ['LLC', 'Ltd', 'GmbH', 'OOO', 'd/b/a Zaryan House', '']
const people =
  'Muhammad Yusuf Jorge Gonzalez Sergei Bob Robert Mitchell Michelle al Hashimi Lee J Jeanmarie Jean Marie Kim Kang-chin Abd'.split(' ')

const some = (words: readonly string[], most: number): string[] =>
  Array.from({ length: 1 + Math.floor(random() * most) }, () => oneOf(words))
const businessName = () => [...some(telling, 3), ...some(ordinary, 2).slice(random() < 0.4 ? 2 : 0), oneOf(forms)].join(' ').trim()
const personName = () => (random() < 0.5 ? `${some(people, 2).join(' ')}, ${some(people, 2).join(' ')}` : some(people, 4).join(' '))

function misspelt(name: string): string {
  const at = Math.floor(random() * name.length)
  return oneOf([
    name,
    `${name.slice(0, at)}${name.slice(at + 1)}`,
    `${name.slice(0, at)}x${name.slice(at)}`,
    name.replace(' ', ''),
    `The ${name} Group`,
  ])
}

const types = ['entity', 'individual', 'unknown', 'vessel'] as const
const parties: readonly ListedParty[] = Array.from({ length: 400 }, (_, at) => {
  const type = types[at % 4] as ListedParty['type']
  const name = type === 'individual' ? personName : businessName
  return { id: String(at), type, name: name(), aliases: at % 3 === 0 ? [{ name: name() }, { name: name(), weak: true }] : [] }
})

test('the packed index finds exactly what the straightforward one finds, in the same order', () => {
  const [packed, plain] = [screeningIndex(parties), straightforwardIndex(parties)]
  assert.is(packed.nameCount, plain.nameCount)
  let hits = 0
  for (let at = 0; at < 240; at++) {
    const screened: ScreenedName =
      at % 2 === 0 ? { kind: 'business', name: misspelt(businessName()) } : { kind: 'person', name: misspelt(personName()) }
    for (const shift of [0, -0.06]) {
      const found = packed.screen(screened, shift)
      assert.equal(found, plain.screen(screened, shift), `${screened.kind} ${screened.name}`)
      hits += found.length
    }
  }
  assert.ok(hits > 200, `${hits} hits`)
})

/** The word in two at each place: as it is, with a letter lost, and with one too many. */
const splits = (word: string): readonly string[] =>
  Array.from({ length: word.length - 3 }, (_, n) => [word.slice(0, n + 2), word.slice(n + 2)] as const).flatMap(([one, next]) => [
    `${one} ${next}`,
    `${one.slice(0, -1)} ${next}`,
    `${one} ${next.slice(1)}`,
    `${one}x ${next}`,
  ])

test('a word that is written in two with a typing error is found by both indexes alike, whichever name has it in two', () => {
  const names = (word: string) => [word, ...splits(word)].map((each) => each.trim())
  let hits = 0
  for (const [kind, type, word, rest] of [
    ['business', 'entity', 'Petrokhim', 'Zaryan'],
    ['person', 'individual', 'Jeanmarie', 'Korolenko'],
  ] as const) {
    const listed = names(word).map((each, at): ListedParty => ({ id: String(at), type, name: `${each} ${rest}`, aliases: [] }))
    const [packed, plain] = [screeningIndex(listed), straightforwardIndex(listed)]
    for (const each of filled(names(word))) {
      const screened: ScreenedName = { kind, name: `${each} ${rest}` }
      const found = packed.screen(screened, -0.06)
      assert.equal(found, plain.screen(screened, -0.06), screened.name)
      hits += found.length
    }
  }
  assert.ok(hits > 300, `${hits} hits`)
})

const entities = (names: readonly string[]) =>
  screeningIndex(names.map((name, at): ListedParty => ({ id: String(at), type: 'entity', name, aliases: [] })))

test('a distinctive word finds longer names if at most six have it', () => {
  const found = (count: number) =>
    entities(
      'Alpen Borisov Cordoba Dzeta Elbrus Fergana Gorky'
        .split(' ')
        .slice(0, count)
        .map((word) => `GARANTEXO ${word} PETROKHIM`),
    ).screen({
      kind: 'business',
      name: 'Garantexo LLC',
    }).length
  assert.equal([found(6), found(7)], [6, 0])
})

test('a word that more than 3,000 names have finds them only if it is alone, and each name once', () => {
  const found = (count: number, name: string) => {
    const names = Array.from({ length: count }, (_, at) => `VOSTOK ${(at + 1000).toString(36)}q`)
    return entities([...names, 'PETROKHIM ZARYAN']).candidates(prepareScreened({ kind: 'business', name })).length
  }
  assert.equal([found(3000, 'Vostok Petrokhim'), found(3001, 'Vostok Petrokhim'), found(3001, 'Vostok')], [3001, 1, 3001])
  assert.is(found(1, 'Petrokhim Zaryan'), 1)
})

test('typing errors are counted as the library counts them', () => {
  const letters = [...'abcab']
  for (let at = 0; at < 3000; at++) {
    const [a, b] = [some(letters, 9).join(''), some(letters, 9).join('')]
    const edits = distance(a, b, { full_process: false })
    const errors = typingErrors(a, b, 3)
    // Two neighbours exchanged are one error of two edits.
    assert.ok(errors === (edits > 3 || Math.abs(a.length - b.length) > 3 ? -1 : edits) || (edits === 2 && errors === 1), `${a} ${b}`)
  }
})

test.run()
