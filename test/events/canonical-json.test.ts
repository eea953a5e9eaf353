import canonicalize from 'canonicalize'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalJson, inOrder, jsonInOrder } from '../../src/events/canonical-json.ts'
import { filled } from '../filled.ts'

const test = suite('canonical JSON')

test('the example of RFC 8785 comes out as the RFC has it', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  assert.is(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('members come in the order of their UTF-16 code units, also where the runtime would put numbers first', () => {
  const values = [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
    { 10: 'b', 9: 'c', a: { 2: 1, 11: 2 } },
    { 10: 'b', 9: 'c' },
    { a: [{ 2: 1, 11: 2 }] },
    { b: [{ z: 1, y: [] }, {}], a: { d: null, c: 'x' } },
    { b: undefined, a: [undefined] },
    { at: new Date(0) },
    JSON.parse('{"b":1,"__proto__":{"a":2}}'),
  ]
  for (const value of values) assert.is(canonicalJson(value), canonicalize(value))
})

test('what is no JSON is refused', () => {
  for (const value of ['\ud800', { a: ['\udfff'] }, Number.NaN, { n: Number.POSITIVE_INFINITY }]) assert.throws(() => canonicalJson(value))
  assert.is(canonicalJson('\\ud800'), '"\\\\ud800"', 'the same characters written out are text like any other')
})

/** Values of all shapes, the same ones in each run. */
const manyValues = (count: number): readonly unknown[] => {
  let seed = 1
  const below = (end: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % end
  }
  const names = ['a', 'b', 'aa', 'Z', 'é', '\u20ac', '\u{1f600}', '_', '$', '', 'a b', '"', '7', '10', '01', '-1']
  const leaves = [null, true, false, 0, -0, 1.5, 1e21, 'text', '', '\\ud800 written out', '"\n', undefined]
  const made = (depth: number): unknown => {
    const kind = depth === 0 ? 0 : below(4)
    if (kind < 2) return leaves[below(leaves.length)]
    const members = Array.from({ length: below(5) }, () => made(depth - 1))
    return kind === 2 ? members : Object.fromEntries(members.map((member) => [names[below(names.length)], member]))
  }
  return Array.from({ length: count }, () => ({ value: made(4) }))
}

test('any value has the text that the package of the RFC gives it', () => {
  for (const value of filled(manyValues(5_000))) assert.is(canonicalJson(value), canonicalize(value))
})

test('a value in order is the same value, and its members stand as in its canonical text', () => {
  let copied = 0
  for (const value of manyValues(2_000) as readonly object[]) {
    const found = inOrder(value)
    const text = canonicalJson(value)
    assert.is(canonicalJson(found), text)
    assert.equal(JSON.parse(JSON.stringify(found)), JSON.parse(text))
    if (!/"(7|10|01)":/.test(text)) assert.is(JSON.stringify(found), text)
    if (found !== value) copied++
  }
  assert.ok(copied > 500)
})

test('the text of a value in order is its canonical text', () => {
  for (const value of filled(manyValues(2_000)) as readonly object[]) assert.is(jsonInOrder(inOrder(value)), canonicalJson(value))
  assert.is(jsonInOrder({ a: [{ 9: 1, 10: 2 }] }), '{"a":[{"10":2,"9":1}]}')
  assert.throws(() => jsonInOrder({ a: '\ud800' }))
})

test('what is in order already is not copied, and no value is changed', () => {
  const inner = Object.freeze({ a: 1, b: Object.freeze([Object.freeze({ c: null })]) })
  assert.is(inOrder(inner), inner)
  const outer = Object.freeze({ z: inner, y: undefined, x: [undefined] })
  const found = inOrder(outer)
  assert.is(found.z, inner)
  assert.equal(Object.keys(found), ['x', 'z'])
  assert.equal(Object.keys(outer), ['z', 'y', 'x'])
})

test.run()
