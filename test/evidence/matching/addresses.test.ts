import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type AddressComparison,
  type AddressLike,
  addressKey,
  compareAddresses,
  distanceMiles,
  formatAddress,
  parseAddress,
} from '../../../src/evidence/matching/addresses.ts'
import { stateCode, stateName } from '../../../src/evidence/matching/states.ts'

const spelt: readonly (readonly [string, string, AddressComparison['kind']])[] = [
  ['12 SE Oak St', '12 S.E. Oak St', 'same'],
  ['12 SE Oak St', '12 S E Oak St', 'same'],
  ['12 SE Oak St', '12 South East Oak St', 'same'],
  ['12 Oak St SE', '12 Oak St S.E.', 'same'],
  ['12 S E St', '12 South E St', 'same'],
  ['12 S E St', '12 SE St', 'different'],
  ['12 North West St', '12 NW St', 'different'],
  ['12 S Oak St', '12 SE Oak St', 'similar'],
  ['12 S.E. Oak St', '12 S.W. Oak St', 'similar'],
  ['PO Box 12', 'POB 12', 'same'],
  ['PO Box 12', 'P.O.B. 12', 'same'],
  ['PO Box 12', 'POB 13', 'different'],
  ['12 Oak St', '12 Oak St c/o Ann Roe', 'same'],
  ['12 Oak St', 'C/O ANN ROE 12 OAK ST', 'same'],
  ['12 Oak St', 'Attn: Ann R, 12 Oak St', 'same'],
  ['PO Box 12', 'c/o Ann Roe POB 12', 'same'],
  ['12 Oak St c/o Ann Roe', '12 Elm St c/o Ann Roe', 'different'],
  ['c/o Ann Roe', '12 Oak St', 'different'],
  ['12 Hwy 97', '12 OR-97', 'same'],
  ['12 Hwy 97', '12 Oregon Highway 97', 'same'],
  ['12 US-97', '12 US Highway 97', 'same'],
  ['12 OR-97', '12 OR-58', 'different'],
  ['12 1/2 Oak St', '12½ Oak St', 'same'],
  ['12 Oak St', '12½ Oak St', 'different'],
  ['RR 2 Box 5', 'Rural Route 2 Box 5', 'same'],
  ['RR 2 Box 5', 'Rural Route 2 Box 6', 'different'],
  ['12 RR 2', '12 CR 2', 'different'],
  ['12 County Road 5', '12 CR 5', 'same'],
  ['8500 Peña Blvd', '8500 PENA BOULEVARD', 'same'],
  ['12 J.F.K. Blvd', '12 JFK Blvd', 'same'],
  ['12–14 O’Brien St', "12-14 O'Brien St", 'same'],
  ['12 Oʼbrien\u00a0St', "12 O'Brien St", 'same'],
  ['１２ Oak St', '12 Oak St', 'same'],
  ['5300 Washington St A234', '5300 WASHINGTON ST, A234', 'same'],
  ['5300 Washington St A234', '5300 WASHINGTON STREET APT A234', 'same'],
  ['5300 Washington St A234', '5300 Washington St A235', 'similar'],
  ['12 Park Ave S 4B', '12 Park Ave S #4B', 'same'],
  ['12 5th St B2', '12 5th St Unit B2', 'same'],
  ['3500 Oaks Clubhouse Drive 111', '3500 OAKS CLUBHOUSE DR, 111', 'same'],
  ['3500 Oaks Clubhouse Drive 111', '3500 OAKS CLUBHOUSE DR #112', 'similar'],
  ['12 Private Drive 5', '12 Private Drive 6', 'different'],
  ['12 W Avenue 8', '12 W Avenue 9', 'different'],
  ['12 W Avenue J8', '12 W Avenue J9', 'different'],
  ['12 County Road B2', '12 County Road B3', 'different'],
]
for (const [one, other, kind] of spelt)
  test(`"${one}" and "${other}" are ${kind}, in parts and in one text`, () => {
    const full = (line: string) => ({ full_address: `${line}, Bend, OR 97701` })
    const inParts = (line: string) => ({ ...full(line), address_line1: line, city: 'Bend', state: 'OR', postal_code: '97701' })
    assert.is(compareAddresses(inParts(one), inParts(other)).kind, kind)
    assert.is(compareAddresses(full(one), full(other)).kind, kind)
    assert.is(compareAddresses(full(other), full(one)).kind, kind)
  })

const written: readonly (readonly [string, string])[] = [
  ['8500 PEÑA BLVD, Denver, CO 80249', '8500 Peña Blvd, Denver, CO 80249'],
  ['9 La Cañada Boulevard Suite 4, Reno, NV 89501', '9 La Cañada Blvd, Ste 4, Reno, NV 89501'],
  ['5 Łódź Ave N, Chicago, IL 60601', '5 Łódź Ave N, Chicago, IL 60601'],
  ['7 Ñ St, Reno, NV 89501', '7 Ñ St, Reno, NV 89501'],
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
  ['PSC 1234 BOX 5678, APO AE 09012', 'PSC 1234 Box 5678, APO, AE 09012'],
  ['RR 2 BOX 15, SALEM, OR 97301', 'RR 2 Box 15, Salem, OR 97301'],
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
  // Commas, lines and spaces as people type them.
  ['12 Main St., , Ames,, IA  50010 ', '12 Main St, Ames, IA 50010'],
  [' ,, 12 Main St, Ames, IA 50010,, ', '12 Main St, Ames, IA 50010'],
  ['12 Main St\r\n\r\nAmes, IA 50010', '12 Main St, Ames, IA 50010'],
  ['12 Main St;;Ames;IA 50010', '12 Main St, Ames, IA 50010'],
  ['12 Main St ,Ames , IA 50010', '12 Main St, Ames, IA 50010'],
  ['12  Main\t\tSt, Ames, IA 50010', '12 Main St, Ames, IA 50010'],
  ['12 Main.. St.,, Ames, IA 50010', '12 Main St, Ames, IA 50010'],
  ['12 Elm . Oak , St, Ames, IA 50010', '12 Elm Oak, St, Ames, IA 50010'],
  ['12 N. Main St., Ames, IA 50010', '12 N Main St, Ames, IA 50010'],
  // The country and the state at the end.
  ['12 Main St, Ames, IA 50010 U.S.A.', '12 Main St, Ames, IA 50010'],
  ['12 Main St, Ames, IA 50010 U. S. A.', '12 Main St, Ames, IA 50010'],
  ['12 Main St, Ames, IA 50010, US', '12 Main St, Ames, IA 50010'],
  ['12 Main St, Ames, IA 50010, U S', '12 Main St, Ames, IA 50010'],
  ['12 Main St, Ames, IA 50010, United States', '12 Main St, Ames, IA 50010'],
  ['12 USA Pkwy, Reno, NV 89501', '12 USA Pkwy, Reno, NV 89501'],
  ['12 United States Ave, Reno, NV 89501', '12 United States Ave, Reno, NV 89501'],
  ['12 Main St Reno NV.', '12 Main St, Reno, NV'],
  ['10 Downing St, Floor 2, London, UK', '10 Downing St, Floor 2, London, UK'],
  ['12 New York', '12, New York, NY'],
  // Numbers of five digits that are no ZIP code, and ZIP codes that are.
  ['12 Hwy 20001, Reno, NV', '12 Hwy 20001, Reno, NV'],
  ['PO Box 10118, Reno, NV', 'PO Box 10118, Reno, NV'],
  ['12 Main St Suite 20001', '12 Main St, Ste 20001'],
  ['12 Main St, Reno, NV 89501 1234', '12 Main St, Reno, NV 89501-1234'],
  ['Reno NV 89501', 'Reno, NV 89501'],
  ['89501', '89501'],
  // Boxes.
  ['P O Box 12 Salem OR 97301', 'PO Box 12, Salem, OR 97301'],
  ['PO Box #12 Salem OR 97301', 'PO Box 12, Salem, OR 97301'],
  ['P. O. Box # 12  New Salem OR 97301', 'PO Box 12, New Salem, OR 97301'],
  ['P.O. Box No. 12, Salem, OR', 'PO Box 12, Salem, OR'],
  ['POBox 12 Salem OR 97301', 'PO Box 12, Salem, OR 97301'],
  ['P.O. Box12, Salem, OR', 'PO Box 12, Salem, OR'],
  ['Box 12, Salem, OR', 'PO Box 12, Salem, OR'],
  ['Post  Office  Box 12a, Salem, OR', 'PO Box 12A, Salem, OR'],
  ['pobox 12-b, salem, or', 'PO Box 12-B, Salem, OR'],
  ['Big Box 12, Salem, OR', 'Big Box 12, Salem, OR'],
  ['PO Box 12 Upper, Salem, OR', 'PO Box 12 Upper, Salem, OR'],
  ['Post Office Box 5, Two Towers, Reno, NV', 'PO Box 5, Two Towers, Reno, NV'],
  ['12 Main St PO Box 5b, Ames, IA', '12 Main St, PO Box 5B, Ames, IA'],
  // House numbers.
  ['n6w23001 bluemound rd, waukesha, wi', 'N6W23001 Bluemound Rd, Waukesha, WI'],
  ['12b Main St, Ames, IA', '12B Main St, Ames, IA'],
  ['12  1/2 main st, ames, ia', '12 1/2 Main St, Ames, IA'],
  ['12-14 Main St, Ames, IA', '12-14 Main St, Ames, IA'],
  ['ten elm st, ames, ia', '10 Elm St, Ames, IA'],
  ['Ten Elm, Ames, IA', 'Ten Elm, Ames, IA'],
  ['W12 Main St, Reno, NV', 'W12 Main St, Reno, NV'],
  ['b5 Plaza, 5 Main St, Reno, NV', '5 Main St, b5 Plaza, Reno, NV'],
  // Units.
  ['Suite 5, 12 Main St, Reno, NV', '12 Main St, Ste 5, Reno, NV'],
  ['Acme Inc, Suite 5, 12 Main St, Reno, NV', '12 Main St, Acme Inc, Ste 5, Reno, NV'],
  ['12 Main St Apt 4, Bldg C, Reno, NV', '12 Main St, Apt 4, Bldg C, Reno, NV'],
  ['12 Main St, Suite 5', '12 Main St, Ste 5'],
  ['12 Main St 2nd Fl, Ames, IA', '12 Main St, Fl 2, Ames, IA'],
  ['12 Main St # b, Ames, IA', '12 Main St, #B, Ames, IA'],
  ['12 Main St Apt. No 5, Ames, IA', '12 Main St, Apt 5, Ames, IA'],
  ['12 Main St Ste a-b, Ames, IA', '12 Main St, Ste A-B, Ames, IA'],
  ['12 Main St Ste Five, Ames, IA', '12 Main St Ste Five, Ames, IA'],
  ['12 MAIN ST UNIT 4B, AMES, IA', '12 Main St, Unit 4B, Ames, IA'],
  ['Apt 5, Ames, IA', 'Apt 5, Ames, IA'],
  ['12 Main St, care of Bo Li Apt 5, Ames, IA', '12 Main St, care of Bo Li Apt 5, Ames, IA'],
  ['12 Main St Apt-5, Ames, IA', '12 Main St, Apt 5, Ames, IA'],
  ['Acme Inc, P O Box 12, Reno, NV', 'PO Box 12, Acme Inc, Reno, NV'],
  ['Acme Inc, POBox 12, Reno, NV', 'PO Box 12, Acme Inc, Reno, NV'],
  ['12 Main St PO Box 5 Reno NV', '12 Main St, PO Box 5, Reno, NV'],
  ['Highway 20 North, Reno, NV', 'Highway 20 N, Reno, NV'],
  // Commas and points.
  ['12 Main St,Ames,IA 50010', '12 Main St, Ames, IA 50010'],
  ['12 Main St , , Ames,, IA', '12 Main St, Ames, IA'],
  [', 12 Main St, Ames, IA', '12 Main St, Ames, IA'],
  ['10 Downing St,, London, UK', '10 Downing St, London, UK'],
  ['12 Main St. Ste Five, Ames, IA', '12 Main St Ste Five, Ames, IA'],
  ['12 Main St.. Ste Five, Ames, IA', '12 Main St Ste Five, Ames, IA'],
  ['12 Main St Ste Five., Apt 5, Ames, IA', '12 Main St Ste Five, Apt 5, Ames, IA'],
  // A state without a comma.
  ['12 Main St Madison Wisconsin', '12 Main St, Madison, WI'],
  ['12 Main St Bend Oregon', '12 Main St, Bend, OR'],
  ['New York 10118', 'NY 10118'],
  // Capitals.
  ['12 42ND ST, AMES, IA', '12 42nd St, Ames, IA'],
  ['12 B42ND ST, AMES, IA', '12 B42ND St, Ames, IA'],
  ['12 MCCOY ST, AMES, IA', '12 McCoy St, Ames, IA'],
  ['12 MCA ST, AMES, IA', '12 Mca St, Ames, IA'],
  ['12 AMCORES ST, AMES, IA', '12 Amcores St, Ames, IA'],
  ['12 42NDX ST, AMES, IA', '12 42NDX St, Ames, IA'],
  ['12 US HWY 20, AMES, IA', '12 US Hwy 20, Ames, IA'],
  ['12 MAIN ST, PORT DC, IA', '12 Main St, Port DC, IA'],
  ["12 St Mary's O'Brien Way, Ames, IA", "12 St Mary's O'Brien Way, Ames, IA"],
]

for (const [text, full] of written) {
  test(`"${text.replaceAll(/[\r\n]+/g, '⏎')}" is written "${full}"`, () => {
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
  ['12 Broadway Washington', 'state'],
  ['12 Oak St NW WA 98101', 'city'],
  ['12 Oak St N WA 98101', 'city'],
  ['12 Main St, Lebanon', 'state'],
  ['5 Elm Ct Court MN 55101', 'city'],
  ['12 County Rd 10118, NV', 'city'],
  ['5 Maple Ct 06101', 'city'],
  ['5 Maple Court Connecticut', 'city'],
  ['5 Maple Ave D. C.', 'city'],
  ['5 Maple NY', 'city'],
])
  test(`"${text}" lacks its ${lacking}: the end of a street is no city`, () =>
    assert.equal(
      parseAddress(text).problems.map(({ message }) => message),
      [`The address lacks its ${lacking}.`],
    ))

for (const street of ['5 Maple Ct', '5 Via La', '5 Main Pr', '5 Mainme', '5 Maple Ave N.Y.'])
  test(`"${street}" ends a street, and names no state`, () => assert.is(parseAddress(street).address?.state, null))

test('one member that is given is enough for an address, and an empty one for none', () => {
  const read = (given: object) => parseAddress(given).address?.full_address
  assert.is(read({ city: 'Salem', full_address: '12 Main St, Ames, IA' }), 'Salem')
  assert.is(read({ address_line1: '12 Main St', full_address: '5 Elm St, Ames, IA' }), '12 Main St')
  assert.is(read({ address_line1: '  ', address_line_1: '12 Main St', city: 'Ames' }), '12 Main St, Ames')
  assert.is(read({ address_line1: '12 Main St, Ste 5', city: 'Ames' }), '12 Main St, Ste 5, Ames')
  assert.is(read({ address_line1: '12 Main St, Ste 5', state: 'IA' }), '12 Main St, Ste 5, IA')
  assert.is(read({ address_line1: '12 Main St, Ste 5', postal_code: '50010' }), '12 Main St, Ste 5, 50010')
  assert.is(read({ postal_code: 50010 }), '50010')
  assert.is(read({ city: 'Washington', state: 'D C' }), 'Washington, DC')
  assert.is(read({ city: 'Ames..', state: 'IA' }), 'Ames, IA')
  assert.is(parseAddress('89501').address?.postal_code, '89501')
  assert.is(read({ city: 'Ames ', state: ' new  hampshire ' }), 'Ames, NH')
  assert.equal(parseAddress({ address_line1: '12 Main St', city: 5, state: {}, postal_code: Number.NaN }).address?.postal_code, null)
  assert.equal(parseAddress({ address_line2: 'Ste 5' }), {
    address: null,
    problems: [{ parameter: 'address', message: 'The address is empty.' }],
  })
})

test('an address is read up to 300 characters', () => {
  const long = (length: number) => parseAddress({ address_line1: 'x'.repeat(length), city: 'Ames', state: 'IA' })
  assert.is(long(300).problems.length, 0)
  assert.equal(long(301), { address: null, problems: [{ parameter: 'address', message: 'An address is at most 300 characters long.' }] })
})

test('a problem names the member that it is in', () => {
  const problems = (given: unknown) => parseAddress(given).problems.map(({ parameter }) => parameter)
  assert.equal(problems({ full_address: 'Oak Street' }), ['full_address', 'full_address'])
  assert.equal(problems({ address_line1: 'Oak Street' }), ['city', 'state'])
  assert.equal(problems({ address_line1: '1 Elm St', city: 'Salem', state: 'OR', postal_code: '973012' }), ['postal_code'])
  assert.equal(problems({ address_line1: '1 Elm St', city: 'Salem', state: 'OR', postal_code: 'x97301' }), ['postal_code'])
  assert.equal(problems({ address_line1: '1 Elm St', city: 'Salem', state: 'OR', postal_code: ' 97301 ' }), [])
})

test('an address abroad keeps its parts as they are given', () => {
  const given = { address_line1: '10 Downing St', address_line2: 'Floor 2', city: 'London', postal_code: 'SW1A 2AA', country: 'UK' }
  const { city, ...withoutCity } = given
  const full_address = '10 Downing St, Floor 2, London, SW1A 2AA, UK'
  assert.equal(parseAddress(given), { address: { full_address, ...given, state: null }, problems: [] })
  assert.equal(parseAddress({ ...withoutCity, state: 'Greater London' }).address, {
    ...withoutCity,
    full_address: '10 Downing St, Floor 2, Greater London SW1A 2AA, UK',
    city: null,
    state: null,
  })
  assert.equal(parseAddress({ city, country: 'UK' }).address, {
    full_address: 'London, UK',
    address_line1: null,
    address_line2: null,
    city,
    state: null,
    postal_code: null,
    country: 'UK',
  })
  assert.equal(parseAddress('10 Downing St, Floor 2, London, UK').address, {
    full_address: '10 Downing St, Floor 2, London, UK',
    address_line1: '10 Downing St',
    address_line2: 'Floor 2',
    city: 'London',
    state: null,
    postal_code: null,
    country: 'UK',
  })
  for (const country of ['us', 'U.S.', 'usa', 'U.S.A. ', 'U. S.', 'United States', 'united states of america'])
    assert.is(parseAddress({ city: 'Ames', country }).address?.country, 'US', country)
  assert.is(parseAddress('10 Downing St, Floor 2, Wing B, London, UK').address?.address_line2, 'Floor 2, Wing B')
  assert.is(formatAddress({ city, country: 'UK' }), 'London, UK')
  for (const country of ['Russia', 'Cyprus', 'US Minor Outlying Islands'])
    assert.is(parseAddress({ city: 'Ames', country }).address?.country, country)
})

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
  ['N6W23001 Bluemound Rd, Ames, IA 50010', 'N6W23002 Bluemound Rd, Ames, IA 50010', 0, 'number differs: N6w23001 vs N6w23002'],
  ['N16W23001 Bluemound Rd, Ames, IA 50010', 'N16W2 Bluemound Rd, Ames, IA 50010', 0, 'number differs: N16w23001 vs N16w2'],
  ['12 1/2 Main St, Ames, IA 50010', '12 Main St, Ames, IA 50010', 0, 'number differs: 12 1/2 vs 12'],
  ['12B Main St, Ames, IA 50010', '12 Main St, Ames, IA 50010', 0, 'number differs: 12b vs 12'],
  ['123 Grand St, Springfeld, OR', '123 Grand St, Springfield, OR', 0.95, 'city differs: Springfeld vs Springfield'],
  ['123 Grand St, Springfeld, OR 97301', '123 Grand St, Springfield, OR 97302', 0.9, 'ZIP code differs: 97301 vs 97302'],
  ['123 Grand St, Springfield', '123 Grand St, Springfield, OR', 0.95, 'state not given'],
  ['123 Grand St, Springfield, 97301', '123 Grand St, Springfield', 0.95, 'state not given'],
  ['123 Grand St, 97301', '123 Grand St, Springfield, OR', 0.9, 'city not given'],
  ['123 Grand St, OR', '123 Grand St, Springfield, OR 97301', 0.9, 'city and ZIP code not given'],
  ['123 Grand St, Ames, IA', '10 Downing St, London, UK', 0.37, 'another address'],
  ['10 Downing St, London, UK', '10 Downing St, London, UK', 1, 'the same address'],
  ['10 Downing St, London, UK', '10 Downing St, London, England', 0.82, 'another address'],
  ['123 Night Owl Rd, Ames, IA 50010', '123 Nightowl Rd, Ames, IA 50010', 1, 'the same address'],
  ['123 Hwy 12, Ames, IA 50010', '123 Hwy 21, Ames, IA 50010', 0, 'street differs: Hwy 12 vs Hwy 21'],
  ['123 12th Grandview St, Ames, IA 50010', '123 13th Grandview St, Ames, IA 50010', 0, 'street differs: 12th Grandview vs 13th Grandview'],
  ['123 Abcde Ave, Ames, IA 50010', '123 Abcdf Ave, Ames, IA 50010', 0.8, 'street differs: Abcde vs Abcdf'],
  [
    '123 Grand St Apt 4, Ames',
    '123 Grant Ave Apt 5, Ames, IA',
    0.568,
    'state not given; street differs: Grand vs Grant; street type differs: St vs Ave; unit differs: 4 vs 5',
  ],
  ['12 NW Main St, Ames, IA 50010', '12 SE Main St, Ames, IA 50010', 0.8, 'direction differs: NW vs SE'],
  ['12 N Main St W, Ames, IA 50010', '12 Main St, Ames, IA 50010', 0.96, 'direction n w not found'],
  ['12 Main St, PO Box 5, Ames, IA 50010', '14 Main St, PO Box 5, Ames, IA 50010', 1, 'the same address'],
  ['12 Main St, PO Box 5, Ames, IA 50010', '14 Main St, PO Box 6, Ames, IA 50010', 0, 'PO box differs'],
  ['12 Main St, PO Box 5, Ames, IA', '14 Main St, PO Box 5, Ames, IA 50010', 0.98, 'ZIP code not given'],
  ['Main St, PO Box 5, Ames, IA 50010', 'Main St, PO Box 6, Ames, IA 50010', 0, 'PO box differs'],
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

const keys: readonly (readonly [string, string])[] = [
  ['123 N Grand St Ste 4, New York, NY 10013', '123 n grand st|4|10013'],
  ['123 Grand St, New York, NY', '123 grand st||new york|ny'],
  ['123 Grand St, Bldg C, New York, NY 10013', '123 grand st|bldg c|10013'],
  ['123 Grand St, Empire Building, New York, NY 10013', '123 grand st||10013'],
  ['123 Grand St, Apt  B, New York, NY 10013', '123 grand st|b|10013'],
  ['Grand St, New York, NY 10013', 'grand st||10013'],
  ['PO Box 5, Ste 4, Bend, OR 97708', 'po box 5|4|97708'],
  ['9 Grand St, PO Box 5, Bend, OR 97708', 'po box 5||97708'],
  ['10 Downing St, London, UK', '10 downing st||london|uk'],
]
for (const [text, key] of keys)
  test(`"${text}" is found under "${key}"`, () => {
    assert.is(addressKey({ full_address: text }), key)
    assert.is(addressKey(parseAddress(text).address ?? { full_address: '' }), key)
  })

/** Every spelling of a street that means the same, each with the one that is compared. */
const streets: readonly (readonly [string, string])[] = [
  ['5 Saint Marks Pl', '5 St Marks Pl'],
  ['5 Sainte Marie St', '5 St Marie St'],
  ['5 Mount Hood Rd', '5 Mt Hood Rd'],
  ['5 Fort Worth Rd', '5 Ft Worth Rd'],
  ['5 Highway 9', '5 Hwy 9'],
  ['5 State Hiway 9', '5 State Hwy 9'],
  ['5 State Highway 9', '5 Hwy 9'],
  ['5 State Route 9', '5 SR 9'],
  ['5 State Rd 9', '5 SR 9'],
  ['5 County Road 9', '5 CR 9'],
  ['5 County Rte 9', '5 CR 9'],
  ['5 Co Rd 9', '5 CR 9'],
  ['5 U.S. Highway 9', '5 US Hwy 9'],
  ['5 Route 9', '5 Rte 9'],
  ['5 Avenue of the Oaks', '5 Ave of the Oaks'],
  ['5 Old North Trail Rd', '5 Old N Trail Rd'],
  ['5 Old South Trail Rd', '5 Old S Trail Rd'],
  ['5 Old East Trail Rd', '5 Old E Trail Rd'],
  ['5 Old West Trail Rd', '5 Old W Trail Rd'],
  ['5 First St', '5 1st St'],
  ['5 Second St', '5 2nd St'],
  ['5 Third St', '5 3rd St'],
  ['5 Fourth St', '5 4th St'],
  ['5 Tenth St', '5 10th St'],
]
for (const [one, other] of streets)
  test(`"${one}" and "${other}" are the same street`, () =>
    assert.is(addressKey({ full_address: `${one}, Ames, IA 50010` }), addressKey({ full_address: `${other}, Ames, IA 50010` })))

test('parts that are missing leave no gap in a written address', () => {
  assert.is(formatAddress({ address_line1: '1 Elm St', address_line2: null, city: null, state: 'OR', postal_code: null }), '1 Elm St, OR')
})

test('distances are in miles, and unknown without both points', () => {
  const portland = { latitude: 45.5152, longitude: -122.6784 }
  const salem = { latitude: 44.9429, longitude: -123.0351 }
  assert.ok(Math.abs((distanceMiles(portland, salem) ?? 0) - 43.2) < 0.5)
  assert.is(distanceMiles(portland, portland), 0)
  for (const unknown of [{ ...salem, latitude: null }, { ...salem, longitude: null }, {}]) {
    assert.is(distanceMiles(portland, unknown), null)
    assert.is(distanceMiles(unknown, portland), null)
  }
})

/** Addresses as records of others have them, which were not read by `parseAddress`. */
const unread: readonly (readonly [given: Partial<AddressLike>, key: string])[] = [
  [{ address_line1: '12 Main St', city: 'Ames', state: 'IA' }, '12 main st||ames|ia'],
  [{ address_line1: '12 Main St', state: ' iowa ' }, '12 main st|||ia'],
  [{ city: 'Ames', state: 'Iowa' }, '||ames|ia'],
  [
    { address_line1: '12 Main St. , ', address_line2: 'Ste 5,Bldg 2', city: 'St. Louis', state: ' new  york ' },
    '12 main st|5 bldg 2|st louis|ny',
  ],
  [{ address_line1: '12 Main St', city: 'Ames', state: 'IA', country: 'usa ' }, '12 main st||ames|ia'],
  [{ address_line1: ' PO Box #12 ', city: 'Ames', state: 'IA' }, 'po box 12||ames|ia'],
  [{ address_line1: '12  1/2 Main  St', city: 'Ames', state: 'IA' }, '12 1/2 main st||ames|ia'],
  [{ address_line1: 'ten  elm  st', city: 'Ames', state: 'IA' }, '10 elm st||ames|ia'],
]
for (const [given, key] of unread)
  test(`${JSON.stringify(given)} is found under "${key}", whatever its full address says`, () =>
    assert.is(addressKey({ full_address: '5 Elm St, Reno, NV', ...given }), key))

test('a state is named and abbreviated, and what is none stays as it is', () => {
  assert.equal([stateName('DE'), stateName('DC'), stateName('Ontario')], ['Delaware', 'District of Columbia', 'Ontario'])
  assert.equal(['Delaware', 'DELAWARE', 'de', 'Ontario'].map(stateCode), ['DE', 'DE', 'DE', 'Ontario'])
})

test('spaces around a line of an address make it no other', () => {
  for (const line of ['PO Box 12', '5 Main St']) {
    const keyOf = (address_line1: string) =>
      addressKey({ full_address: '', address_line1, address_line2: null, city: 'Salem', state: 'OR', postal_code: '97301' })
    assert.is(keyOf(` ${line} `), keyOf(line))
  }
})

test('letters that nobody sees make a street no other', () => {
  const keyOf = (address_line1: string) =>
    addressKey({ full_address: '', address_line1, address_line2: null, city: 'Salem', state: 'OR', postal_code: '97301' })
  assert.is(keyOf('5 Har\u00adbour\u200b Ave'), keyOf('5 Harbour Ave'))
  assert.is.not(keyOf('5 Har bour Ave'), keyOf('5 Harbour Ave'))
})

test.run()
