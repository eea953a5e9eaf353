// No test rests on what is true of every member of nothing.
import { globSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { doubtfulLists } from './empty-lists.ts'
import { filled } from './filled.ts'

test('an empty list is refused, and another one is given back', () => {
  assert.equal(filled(new Set([1, 2])), [1, 2])
  assert.throws(() => filled([]), 'the list is empty')
})

test('no test asserts of every member of a list that may be empty', () => {
  const doubtful = filled(globSync('test/**/*.ts')).flatMap((file) =>
    doubtfulLists(file, readFileSync(file, 'utf8')).map((place) => `${file}:${place}`),
  )
  assert.equal(doubtful, [])
})

const planted: readonly (readonly [what: string, text: string, doubtful: string | null])[] = [
  ['a loop over what was found', 'for (const each of found()) assert.ok(each)', 'found()'],
  ['a loop over what was filtered', 'for (const each of [1, 2].filter(isOdd)) assert.ok(each)', '[1, 2].filter(isOdd)'],
  ['a loop over a list', 'for (const each of [1, 2]) assert.ok(each)', null],
  ['a loop that asserts nothing', 'for (const each of found()) send(each)', null],
  ['a loop over what is filled', 'for (const each of filled(found())) assert.ok(each)', null],
  ['a loop over an empty list', 'for (const each of []) assert.ok(each)', '[]'],
  [
    'a list that is compared with one made of it',
    'const all = found()\nassert.equal(all, [...all.keys()])\nfor (const each of all) assert.ok(each)',
    'all',
  ],
  ['a loop over parts of a list', 'for (const each of [...found()]) assert.ok(each)', '[...found()]'],
  ['an inner loop', 'for (const each of [[1]]) for (const part of each) assert.ok(part)', 'each'],
  ['an outer loop', 'for (const each of found()) for (const part of [1]) assert.ok(part)', 'found()'],
  ['a loop that makes tests', "for (const each of found()) test('it holds', () => assert.ok(each))", 'found()'],
  ['a loop that calls what asserts', 'const holds = (each) => assert.ok(each)\nfor (const each of found()) holds(each)', 'found()'],
  ['a call for each', 'found().forEach((each) => assert.ok(each))', 'found()'],
  ['a call for each by name', 'function holds(each) { assert.ok(each) }\nfound().forEach(holds)', 'found()'],
  ['a call for each that asserts nothing', 'found().forEach((each) => send(each))', null],
  ['a constant', 'const all = [1, 2] as const\nfor (const each of all) assert.ok(each)', null],
  ['a constant that is found', 'const all = found()\nfor (const each of all) assert.ok(each)', 'all'],
  ['a list that may change', 'let all = [1]\nfor (const each of all) assert.ok(each)', 'all'],
  ['a parameter of the name of a constant', 'const all = [1]\nconst holds = (all) => { for (const each of all) assert.ok(each) }', 'all'],
  ['the rows of a table', 'const rows = { a: 1 }\nfor (const [name, row] of Object.entries(rows)) assert.is(row, name)', null],
  ['the rows of an empty table', 'const rows = {}\nfor (const name of Object.keys(rows)) assert.ok(name)', 'Object.keys(rows)'],
  ['numbers', 'for (const n of Array.from({ length: 3 }, (_, n) => n)) assert.ok(n)', null],
  ['a list of a length', 'const all = found()\nassert.is(all.length, 3)\nfor (const each of all) assert.ok(each)', null],
  ['a list without a length', 'const all = found()\nassert.is(all.length, 0)\nfor (const each of all) assert.ok(each)', 'all'],
  [
    'a list of a length that is asserted too late',
    'const all = found()\nfor (const each of all) assert.ok(each)\nassert.is(all.length, 3)',
    'all',
  ],
  ['a list with known members', 'const all = found()\nassert.equal(all.map(idOf), [1])\nfor (const each of all) assert.ok(each)', null],
  [
    'an object with as many keys',
    'const all = found()\nassert.ok(Object.keys(all).length > 3)\nfor (const [key] of Object.entries(all)) assert.ok(key)',
    null,
  ],
  ['rounds that are counted', 'let n = 0\nfor (const each of found()) { n++; assert.ok(each) }\nassert.ok(n > 3)', null],
  ['rounds that are counted for nothing', 'let n = 0\nfor (const each of found()) { n++; assert.ok(each) }\nassert.ok(n >= 0)', 'found()'],
  ['every member', 'assert.ok(found().every(isOdd))', 'found()'],
  ['every member is', 'assert.is(found().every(isOdd), true)', 'found()'],
  ['every member of some', 'const all = found()\nassert.ok(all.length > 1 && all.every(isOdd))', null],
  ['no member', 'assert.not.ok(found().some(isOdd))', 'found()'],
  ['a member', 'assert.ok(found().some(isOdd))', null],
]

for (const [what, text, doubtful] of planted)
  test(`${what} is ${doubtful === null ? 'let be' : 'refused'}`, () => {
    const line = text.split('\n').findIndex((each) => doubtful !== null && /for \(|forEach|every|some/.test(each)) + 1
    assert.equal(doubtfulLists('test/planted.ts', text), doubtful === null ? [] : [`${line}: ${doubtful}`])
  })

test.run()
