import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type AddressComparison,
  addressKey,
  compareAddresses,
  distanceMiles,
  formatAddress,
  parseAddress,
} from '../../../src/evidence/matching/addresses.ts'

const written: readonly (readonly [string, string])[] = [
  ['123 Grand St., New York, NY 10013', '123 Grand St, New York, NY 10013'],
  ['123 grand street new york ny 10013', '123 Grand St, New York, NY 10013'],
  ['123 GRAND ST\nNEW YORK NY 10013', '123 Grand St, New York, NY 10013'],
  ['123 Grand Street, New York, New York 10013', '123 Grand St, New York, NY 10013'],
  ['123 Grand St, New York, NY 10013, USA', '123 Grand St, New York, NY 10013'],
  ['123 Grand St, New York, NY 10013, United States of America', '123 Grand St, New York, NY 10013'],
  ['123 Grand St, New York, NY 100131234', '123 Grand St, New York, NY 10013-1234'],
  ['123 Grand St, New York, NY 10013-0000', '123 Grand St, New York, NY 10013'],
  ['4925 COLOMA DR SE, SALEM, OR 97302', '4925 Coloma Dr SE, Salem, OR 97302'],
  ['14976 southeast 172nd avenue, Clackamas, Oregon', '14976 SE 172nd Ave, Clackamas, OR'],
  ['123 Main St Apt 4B, Springfield, Illinois 62701-1234', '123 Main St, Apt 4B, Springfield, IL 62701-1234'],
  ['123 Main Street, Apartment 4b, Springfield IL', '123 Main St, Apt 4B, Springfield, IL'],
  ['123 Main St Suite #200 Boston MA 02108', '123 Main St, Ste 200, Boston, MA 02108'],
  ['123 Main St, #5, Boston, MA 02108', '123 Main St, #5, Boston, MA 02108'],
  ['121 SW Morrison St 11th Floor, Portland, OR 97204', '121 SW Morrison St, Fl 11, Portland, OR 97204'],
  ['100 Industrial Pkwy Bldg 4 Ste 200, Reno, NV 89501', '100 Industrial Pkwy, Bldg 4, Ste 200, Reno, NV 89501'],
  ['P.O. Box 55, Bend, Oregon 97708', 'PO Box 55, Bend, OR 97708'],
  ['post office box 55, bend, or 97708', 'PO Box 55, Bend, OR 97708'],
  ['PO BOX 12 SALEM OR 97301', 'PO Box 12, Salem, OR 97301'],
  ['One Main Street, Suite 200, Boston, MA', '1 Main St, Ste 200, Boston, MA'],
  ["12 O'Brien Way, Washington, D.C. 20001", "12 O'Brien Way, Washington, DC 20001"],
  ['1600 Pennsylvania Ave NW Washington DC 20500', '1600 Pennsylvania Ave NW, Washington, DC 20500'],
  ['456 SW MCDONALD ST, PORTLAND OR 97201', '456 SW McDonald St, Portland, OR 97201'],
  ['123 1/2 Main St, Ames, IA 50010', '123 1/2 Main St, Ames, IA 50010'],
  ['N6W23001 Bluemound Rd, Waukesha, WI 53188', 'N6W23001 Bluemound Rd, Waukesha, WI 53188'],
  ['123-45 Queens Blvd, Kew Gardens, NY 11415', '123-45 Queens Blvd, Kew Gardens, NY 11415'],
  ['100 Avenue of the Americas, New York, NY', '100 Avenue of the Americas, New York, NY'],
  ['Empire State Building, 350 5th Ave, New York, NY 10118', '350 5th Ave, Empire State Building, New York, NY 10118'],
  ['10 Downing St, London, United Kingdom', '10 Downing St, London, United Kingdom'],
  // Cities that are called as a state is.
  ['350 5th Ave, New York 10118', '350 5th Ave, New York, NY 10118'],
  ['350 5th Ave New York, 10118, USA', '350 5th Ave, New York, NY 10118'],
  ['350 5th Ave, Suite 3, New York', '350 5th Ave, Ste 3, New York, NY'],
  ['100 Broadway, New York 10005', '100 Broadway, New York, NY 10005'],
  ['12 Main St Albany, New York 12207', '12 Main St, Albany, NY 12207'],
  ['12 Main St Long Beach, New York 11561', '12 Main St, Long Beach, NY 11561'],
  ['12 Main St, Seattle, Washington 98101', '12 Main St, Seattle, WA 98101'],
  ['12 Main St Bend, OR 97708', '12 Main St, Bend, OR 97708'],
]

for (const [text, full] of written) {
  test(`"${text.replace('\n', '⏎')}" is written "${full}"`, () => {
    assert.is(parseAddress({ full_address: text }).address?.full_address, full)
    const again = parseAddress(full).address
    assert.is(again?.full_address, full, 'what was written is read again the same')
  })
}

test('components are read under either spelling of the line', () => {
  const expected = parseAddress('123 Grand St, Ste 5, New York, NY 10013').address
  const rest = { city: 'New York', state: 'New York', postal_code: '10013' }
  assert.equal(parseAddress({ address_line1: '123 Grand Street', address_line2: 'Suite 5', ...rest }).address, expected)
  assert.equal(parseAddress({ address_line_1: '123 Grand Street', address_line_2: 'Suite 5', ...rest }).address, expected)
  assert.equal(parseAddress({ address_line1: '123 Grand Street, Suite 5', ...rest, postal_code: 10013 }).address, expected)
  assert.equal(parseAddress({ address_line1: '123 Grand St Ste 5, New York, NY 10013' }).address, expected)
})

test('a building named in the first line gives way to the street in the second', () => {
  const { address } = parseAddress({ address_line1: 'Pioneer Tower', address_line2: '888 SW Fifth Ave', city: 'Portland', state: 'OR' })
  assert.is(address?.address_line1, '888 SW Fifth Ave')
  assert.is(address?.address_line2, 'Pioneer Tower')
})

test('a zero that a spreadsheet lost is put back where ZIP codes begin with one', () => {
  assert.is(parseAddress({ address_line1: '1 Elm St', city: 'Boston', state: 'MA', postal_code: 2108 }).address?.postal_code, '02108')
  const { address, problems } = parseAddress({ address_line1: '1 Elm St', city: 'Salem', state: 'OR', postal_code: '7301' })
  assert.is(address?.postal_code, null)
  assert.is(problems[0]?.message, '"7301" is not a ZIP code.')
})

test('what an address lacks is named', () => {
  const { address, problems } = parseAddress({ address_line2: 'Ste 4', city: 'Salem', state: 'ZZ' })
  assert.is(address?.city, 'Salem')
  assert.equal(
    problems.map(({ parameter }) => parameter),
    ['address_line1', 'state'],
  )
  assert.is(parseAddress({ city: 'Salem', state: 'constructor' }).address?.state, null)
  assert.equal(
    parseAddress({ full_address: '5 Maple Ct' }).problems.map(({ message }) => message),
    ['The address lacks its city.', 'The address lacks its state.'],
  )
})

for (const [text, lacking] of [
  ['12 Main St, OR 97301', 'city'],
  ['12 Main St NW, OR 97301', 'city'],
  ['1600 Pennsylvania Ave NW, Washington 20500', 'state'],
])
  test(`"${text}" lacks its ${lacking}: the end of a street is no city`, () =>
    assert.equal(
      parseAddress(text).problems.map(({ message }) => message),
      [`The address lacks its ${lacking}.`],
    ))

test('garbage is answered with problems and never throws', () => {
  const garbage = [
    null,
    undefined,
    12,
    true,
    [],
    {},
    '',
    '  ,, ',
    { full_address: 5 },
    { full_address: {} },
    'x'.repeat(5000),
    '((((',
    '\u0000\u0001',
    ', NY',
    '🏠',
    '1 '.repeat(149),
  ]
  for (const each of garbage) {
    const { address, problems } = parseAddress(each)
    assert.ok(address !== null || problems.length > 0, JSON.stringify(each))
  }
})

const submittedAndFound: readonly (readonly [string, string, AddressComparison['kind']])[] = [
  ['123 Grand St, New York, NY 10013', '123 GRAND STREET, NEW YORK, NY 10013-1234', 'same'],
  ['123 Grand St Apt 5, New York, NY 10013', '123 Grand St #5, New York, NY 10013', 'same'],
  ['123 Grand St, Manhattan, NY 10013', '123 Grand St, New York, NY 10013', 'same'],
  ['PO Box 55, Bend, OR 97708', 'P.O. Box 55, Bend, OR 97708', 'same'],
  ['5 St Marks Pl, New York, NY 10003', '5 Saint Marks Place, New York, NY 10003', 'same'],
  ['888 SW Fifth Ave, Portland, OR 97204', '888 SW 5th Avenue, Portland, OR 97204', 'same'],
  ['9 State Road 7, Miami, FL 33023', '9 SR 7, Miami, FL 33023', 'same'],
  ['12 N Main St, Ames, IA 50010', '12 Main St N, Ames, IA 50010', 'same'],
  ['350 5th Ave, Empire State Building, New York, NY 10118', '350 5th Ave, New York, NY 10118', 'same'],
  ['123 Grand St, New York, NY', '123 Grand St, New York, NY 10013', 'incomplete'],
  ['123 Grand, New York, NY 10013', '123 Grand St, New York, NY 10013', 'incomplete'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, Ste 4, New York, NY 10013', 'incomplete'],
  ['130 Reed Ln, Dallas, OR 97338', '130 NW Reed Ln, Dallas, OR 97338', 'incomplete'],
  ['123 Grand St', '123 Grand St, New York, NY 10013', 'incomplete'],
  ['323 Grand St, New York, NY 10013', '323 Grande St, New York, NY 10013', 'similar'],
  ['123 Grand St, Ste 4, New York, NY 10013', '123 Grand St, Ste 5, New York, NY 10013', 'similar'],
  ['123 Grand St, Ste 4, New York, NY 10013', '123 Grand St, New York, NY 10013', 'similar'],
  ['123 Grand St, New York, NY 10013', '123 Grand Ave, New York, NY 10013', 'similar'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, New York, NY 10014', 'similar'],
  ['12 N Main St, Ames, IA 50010', '12 S Main St, Ames, IA 50010', 'similar'],
  ['123 Grand St, New York, NY 10013', '125 Grand St, New York, NY 10013', 'different'],
  ['123 Grand St, New York, NY 10013', '123 Broad St, New York, NY 10013', 'different'],
  ['123 12th St, New York, NY 10013', '123 13th St, New York, NY 10013', 'different'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, Albany, NY 12201', 'different'],
  ['123 Grand St, Salem, OR', '123 Grand St, Salem, MA', 'different'],
  ['PO Box 55, Bend, OR 97708', 'PO Box 56, Bend, OR 97708', 'different'],
  ['PO Box 55, Bend, OR 97708', '55 Bond St, Bend, OR 97708', 'different'],
]

for (const [submitted, found, kind] of submittedAndFound) {
  test(`"${submitted}" against "${found}" is ${kind}`, () => {
    const [a, b] = [parseAddress(submitted).address, parseAddress(found).address]
    assert.ok(a && b)
    const comparison = compareAddresses(a, b)
    assert.is(comparison.kind, kind, JSON.stringify(comparison))
    assert.ok(comparison.explanation.length > 0)
    if (kind === 'same') assert.is(compareAddresses({ full_address: submitted }, { full_address: found }).kind, 'same')
  })
}

/** What a reviewer is told: how far the submitted address agrees with the one found, and what differs. */
const told: readonly (readonly [submitted: string, found: string, score: number, explanation: string])[] = [
  ['123 Grand St, New York, NY', '123 Grand St, New York, NY 10013', 0.98, 'ZIP code not given'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, New York, NY', 1, 'the same address'],
  ['123 Grand, New York, NY 10013', '123 Grand St, New York, NY 10013', 0.95, 'street type st not given'],
  ['123 Grand St, New York, NY 10013', '123 Grand, New York, NY 10013', 0.97, 'street type st not found'],
  ['123 Grand St, New York, NY 10013', '123 Grand Ave, New York, NY 10013', 0.85, 'street type differs: St vs Ave'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, Ste 4, New York, NY 10013', 0.95, 'unit 4 not given'],
  ['123 Grand St, Ste 4, New York, NY 10013', '123 Grand St, Ste 5, New York, NY 10013', 0.88, 'unit differs: 4 vs 5'],
  ['130 NW Reed Ln, Dallas, OR 97338', '130 Reed Ln, Dallas, OR 97338', 0.96, 'direction nw not found'],
  ['12 N Main St, Ames, IA 50010', '12 S Main St, Ames, IA 50010', 0.8, 'direction differs: N vs S'],
  ['Grand St, New York, NY 10013', '123 Grand St, New York, NY 10013', 0.8, 'number 123 not given'],
  ['123 Grand St, New York, NY 10013', 'Grand St, New York, NY 10013', 0.8, 'number 123 not found'],
  ['123 Grand St', '123 Grand St, New York, NY 10013', 0.9, 'city and ZIP code not given'],
  ['123 Grand St, 10014', '123 Grand St, New York, NY 10013', 0, 'in another place'],
  ['123 Grand St, New York, NY 10013', '123 Grand St', 0.85, 'city not found'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, New York, NY 10014', 0.9, 'ZIP code differs: 10013 vs 10014'],
  ['123 Grand St, Salem, OR', '123 Grand St, Salen, OR', 0, 'in another place'],
  ['123 Grand St, Salem, OR', '123 Grand St, Albany, OR', 0, 'in another place'],
  ['323 Grand St, New York, NY 10013', '323 Grande St, New York, NY 10013', 0.91, 'street differs: Grand vs Grande'],
  ['123 Grand St, New York, NY 10013', '125 Grand St, New York, NY 10013', 0, 'number differs: 123 vs 125'],
  ['123 Grand St, New York, NY 10013', '123 Broad St, New York, NY 10013', 0, 'street differs: Grand vs Broad'],
  ['123 Grand St, New York, NY 10013', '123 Grand St, Albany, NY 12201', 0, 'in another place'],
  ['PO Box 55, Bend, OR 97708', 'PO Box 56, Bend, OR 97708', 0, 'PO box differs'],
  ['PO Box 55, Bend, OR 97708', '55 Bond St, Bend, OR 97708', 0, 'one is a PO box, the other a street'],
  ['55 Bond St, Bend, OR 97708', 'PO Box 55, Bend, OR 97708', 0, 'one is a PO box, the other a street'],
  ['55 Bond St, PO Box 9, Bend, OR 97708', '55 Bond St, Bend, OR 97708', 1, 'the same address'],
  ['Bend, OR 97708', '55 Bond St, Bend, OR 97708', 0, 'the street is not given'],
  ['10 Downing St, London SW1A 2AA, UK', '10 Downing St, London SW1A 2AB, UK', 0.97, 'nearly the same text'],
]
for (const [submitted, found, score, explanation] of told)
  test(`"${submitted}" against "${found}" scores ${score}: ${explanation}`, () => {
    const compared = compareAddresses({ full_address: submitted }, { full_address: found })
    assert.equal([compared.score, compared.explanation], [score, explanation])
  })

test('two spellings of one address meet under one key, two units only without their units', () => {
  const key = (text: string, options = {}) => addressKey({ full_address: text }, options)
  assert.is(key('123 Grand Street Suite 4, New York, NY 10013-1234'), key('123 GRAND ST #4, NEW YORK, NY 10013'))
  assert.is.not(key('123 Grand St Ste 4, New York, NY 10013'), key('123 Grand St Ste 5, New York, NY 10013'))
  const withoutUnit = { withoutUnit: true }
  assert.is(key('123 Grand St Ste 4, New York, NY 10013', withoutUnit), key('123 Grand St Ste 5, New York, NY 10013', withoutUnit))
})

test('parts that are missing leave no gap in a written address', () => {
  assert.is(formatAddress({ address_line1: '1 Elm St', address_line2: null, city: null, state: 'OR', postal_code: null }), '1 Elm St, OR')
})

test('distances are in miles, and unknown without both points', () => {
  const portland = { latitude: 45.5152, longitude: -122.6784 }
  const salem = { latitude: 44.9429, longitude: -123.0351 }
  assert.ok(Math.abs((distanceMiles(portland, salem) ?? 0) - 43.2) < 0.5)
  assert.is(distanceMiles(portland, portland), 0)
  assert.is(distanceMiles(portland, { latitude: null, longitude: null }), null)
})

test.run()
