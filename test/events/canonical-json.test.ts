import canonicalize from 'canonicalize'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalJson } from '../../src/events/canonical-json.ts'

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
  ]
  for (const value of values) assert.is(canonicalJson(value), canonicalize(value))
})

test('what is no JSON is refused', () => {
  for (const value of ['\ud800', { a: ['\udfff'] }, Number.NaN, { n: Number.POSITIVE_INFINITY }]) assert.throws(() => canonicalJson(value))
  assert.is(canonicalJson('\\ud800'), '"\\\\ud800"', 'the same characters written out are text like any other')
})

test.run()
