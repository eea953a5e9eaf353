// Two addresses that are the same, and two that just are not: for each part that may differ, in both directions.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type AddressComparison, compareAddresses, distanceMiles } from '../../../src/evidence/matching/addresses.ts'

const pairs: readonly (readonly [submitted: string, found: string, kind: AddressComparison['kind'], score: number, told: string])[] = [
  ['12 Grand View Rd, Salem, OR 97301', '12 Grandview Rd, Salem, OR 97301', 'same', 1, 'the same address'],
  ['12 Grandview Rd, Salem, OR 97301', '12 Grand View Rd, Salem, OR 97301', 'same', 1, 'the same address'],
  ['12 Grand View Rd, Salem, OR 97301', '12 Grand Vue Rd, Salem, OR 97301', 'similar', 0.84, 'street differs: Grand View vs Grand Vue'],
  ['12 Oak Rd, Salem, OR 97301', '12 Elm Rd, Salem, OR 97301', 'different', 0, 'street differs: Oak vs Elm'],
  ['12 12th St, Salem, OR 97301', '12 13th St, Salem, OR 97301', 'different', 0, 'street differs: 12th vs 13th'],
  ['12 Oak Rd, Salem, OR 97301', '13 Oak Rd, Salem, OR 97301', 'different', 0, 'number differs: 12 vs 13'],
  ['Oak Rd, Salem, OR 97301', '13 Oak Rd, Salem, OR 97301', 'incomplete', 0.8, 'number 13 not given'],
  ['13 Oak Rd, Salem, OR 97301', 'Oak Rd, Salem, OR 97301', 'similar', 0.8, 'number 13 not found'],
  ['12 Oak, Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'incomplete', 0.95, 'street type rd not given'],
  ['12 Oak Rd, Salem, OR 97301', '12 Oak, Salem, OR 97301', 'similar', 0.97, 'street type rd not found'],
  ['12 Oak St, Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'similar', 0.85, 'street type differs: St vs Rd'],
  ['12 Oak Rd, Salem, OR 97301', '12 N Oak Rd, Salem, OR 97301', 'incomplete', 0.95, 'direction n not given'],
  ['12 N Oak Rd, Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'similar', 0.96, 'direction n not found'],
  ['12 N Oak Rd, Salem, OR 97301', '12 S Oak Rd, Salem, OR 97301', 'similar', 0.8, 'direction differs: N vs S'],
  ['12 N Oak Rd, Salem, OR 97301', '12 Oak Rd N, Salem, OR 97301', 'same', 1, 'the same address'],
  ['12 Oak Rd, Salem, OR 97301', '12 Oak Rd, Ste 4, Salem, OR 97301', 'incomplete', 0.95, 'unit 4 not given'],
  ['12 Oak Rd, Ste 4, Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'similar', 0.94, 'unit 4 not found'],
  ['12 Oak Rd, Ste 4, Salem, OR 97301', '12 Oak Rd, Ste 5, Salem, OR 97301', 'similar', 0.88, 'unit differs: 4 vs 5'],
  ['PO Box 7, Salem, OR 97301', 'PO Box 7, Salem, OR 97301', 'same', 1, 'the same address'],
  ['PO Box 7, Salem, OR 97301', 'PO Box 8, Salem, OR 97301', 'different', 0, 'PO box differs'],
  ['PO Box 7, Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'different', 0, 'one is a PO box, the other a street'],
  ['12 Oak Rd, Salem, OR 97301', 'PO Box 7, Salem, OR 97301', 'different', 0, 'one is a PO box, the other a street'],
  ['12 Oak Rd, PO Box 7, Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'same', 1, 'the same address'],
  ['12 Oak Rd, PO Box 7, Salem, OR 97301', '13 Oak Rd, Salem, OR 97301', 'different', 0, 'one is a PO box, the other a street'],
  ['Salem, OR 97301', '12 Oak Rd, Salem, OR 97301', 'place only', 0, 'the street is not given'],
  ['12 Oak Rd, Salem, OR 97301', '12 Oak Rd, Salem, WA 98501', 'different', 0, 'in another place'],
  ['12 Oak Rd, Salem, OR 97301', '12 Oak Rd, Salem, OR 97302', 'similar', 0.9, 'ZIP code differs: 97301 vs 97302'],
  ['12 Oak Rd, Salem, OR', '12 Oak Rd, Salem, OR 97301', 'incomplete', 0.98, 'ZIP code not given'],
  ['12 Oak Rd, Salem, OR 97301', '12 Oak Rd, Salem, OR', 'same', 1, 'the same address'],
  ['12 Oak Rd, Salem', '12 Oak Rd, Salem, OR 97301', 'incomplete', 0.95, 'state not given'],
  ['12 Oak Rd, Salem, OR', '12 Oak Rd, Salen, OR', 'different', 0, 'in another place'],
  ['12 Oak Rd, Salem, OR', '12 Oak Rd, Bend, OR', 'different', 0, 'in another place'],
  ['12 Oak Rd, Portland, OR', '12 Oak Rd, Portlend, OR', 'similar', 0.95, 'city differs: Portland vs Portlend'],
  ['12 Oak Rd, San Francisco, CA', '12 Oak Rd, Sen Francesco, CA', 'similar', 0.95, 'city differs: San Francisco vs Sen Francesco'],
  ['12 Oak Rd, Ste 4, Salem, OR 97301', '13 Oak Rd, Ste 5, Salem, OR 97301', 'different', 0, 'number differs: 12 vs 13'],
  [
    '12 Line 12 Exit 5, Salem, OR 97301',
    '12 Lines 12 Exit 5, Salem, OR 97301',
    'similar',
    0.97,
    'street differs: Line 12 Exit 5 vs Lines 12 Exit 5',
  ],
  ['1 Rue Abc, Nice, Italy', '1 Rua Abc, Nise, Italy', 'similar', 0.9, 'nearly the same text'],
  ['12 Oak Rd', '12 Oak Rd, Salem, OR 97301', 'incomplete', 0.9, 'city and ZIP code not given'],
  ['12 Oak Rd, 97301', '12 Oak Rd, Salem, OR 97301', 'same', 1, 'the same address'],
  ['12 Oak Rd, Salem, OR', '12 Oak Rd, OR', 'similar', 0.85, 'city not found'],
  [
    '12 Oak St, Ste 4, Salem, OR 97301',
    '12 S Oak Rd, Ste 5, Salem, OR 97301',
    'similar',
    0.711,
    'street type differs: St vs Rd; direction s not given; unit differs: 4 vs 5',
  ],
  [
    '12 N Oak St, Ste 4, Salem, OR 97301',
    '12 S Oak Rd, Ste 5, Salem, OR 97301',
    'different',
    0.598,
    'street type differs: St vs Rd; direction differs: N vs S; unit differs: 4 vs 5',
  ],
  [
    '12 N Oakwod St, Ste 4, Salem, OR 97301',
    '12 S Oakwood Rd, Ste 5, Salem, OR 97302',
    'different',
    0.495,
    'ZIP code differs: 97301 vs 97302; street differs: Oakwod vs Oakwood; street type differs: St vs Rd; direction differs: N vs S; unit differs: 4 vs 5',
  ],
  ['10 Downing St, London SW1A 2AA, United Kingdom', '10 Downing St, London SW1A 2AA, United Kingdom', 'same', 1, 'the same address'],
  [
    '10 Downing St, London SW1A 2AA, United Kingdom',
    '10 Downing Str, London SW1A 2AA, United Kingdom',
    'similar',
    0.99,
    'nearly the same text',
  ],
  ['10 Downing St, London SW1A 2AA, United Kingdom', '221 Baker St, London NW1 6XE, United Kingdom', 'different', 0.72, 'another address'],
]
for (const [submitted, found, kind, score, told] of pairs)
  test(`"${submitted}" against "${found}" is ${kind}: ${told}`, () => {
    const compared = compareAddresses({ full_address: submitted }, { full_address: found })
    assert.equal([compared.kind, compared.score, compared.explanation], [kind, score, told])
  })

test('distances hold across the equator and the meridian, and are unknown where a part of a point is', () => {
  const miles = (a: readonly (number | null)[], b: readonly (number | null)[]) =>
    distanceMiles({ latitude: a[0], longitude: a[1] }, { latitude: b[0], longitude: b[1] })
  const rounded = (a: readonly number[], b: readonly number[]) => Math.round(miles(a, b) ?? Number.NaN)
  assert.is(rounded([0, 0], [0, 1]), 69)
  assert.is(rounded([0, 0], [1, 0]), 69)
  assert.is(rounded([60, 0], [60, 1]), 35, 'a degree of longitude is half as long there')
  assert.is(rounded([-1, -1], [1, 1]), 195)
  assert.is(rounded([0, 0], [0, 180]), 12_437)
  for (const unknown of [
    [null, 0],
    [0, null],
  ]) {
    assert.is(miles(unknown, [0, 0]), null)
    assert.is(miles([0, 0], unknown), null)
  }
})

test.run()
