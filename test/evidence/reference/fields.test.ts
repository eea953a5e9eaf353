import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  clean,
  isoDate,
  monthDate,
  orNone,
  plainDigits,
  postalAddress,
  postalCode,
  wholeNumber,
} from '../../../src/evidence/reference/fields.ts'
import { officerTitles } from '../../../src/evidence/reference/florida.ts'

test('a date is read in every form that the agencies write', () => {
  const written: Record<string, string> = {
    '03/29/2019': '2019-03-29',
    '4/14/20': '2020-04-14',
    '2022-04-07': '2022-04-07',
    '2025-06-16T00:00:00.000': '2025-06-16',
    '09272023': '2023-09-27',
    '20230927': '2023-09-27',
    '8-Feb-25': '2025-02-08',
    '1-Jun-74': '1974-06-01',
    '24 Feb 2022': '2022-02-24',
    '43928': '2020-04-07',
    '43928.99': '2020-04-07',
  }
  for (const [cell, date] of Object.entries(written)) assert.is(isoDate(cell), date, cell)
})

test('a word for nothing is nothing, and a name that holds one is a name', () => {
  for (const cell of ['NONE', 'none', 'N/A', 'NA', 'Same', '-', '%', null]) assert.is(orNone(cell), null, String(cell))
  for (const cell of ['NONE SUCH LLC', 'NANA', '7']) assert.is(orNone(cell), cell)
})

test('what is no day of the calendar is no date', () => {
  const none = ['02/30/2020', '13/01/2020', '00000000', '00000', '00/00/0000', '0001-01-01', '01/01/0001', 'unknown', '31-Feb-20', '12']
  for (const cell of none) assert.is(isoDate(cell), null, cell)
  assert.is(isoDate(null), null)
})

test('a month without a day is its first day, and no month is none', () => {
  assert.is(monthDate('200303'), '2003-03-01')
  assert.is(monthDate('202413'), null)
  assert.is(monthDate(''), null)
})

test('a ZIP code keeps its zeros and gets its hyphen', () => {
  assert.is(postalCode('19809-0000'), '19809')
  assert.is(postalCode('76022-5855'), '76022-5855')
  assert.is(postalCode('00984-3869'), '00984-3869')
  assert.is(postalCode('326070021'), '32607-0021')
  assert.is(postalCode('7302'), '07302')
  assert.is(postalCode('32259--192'), '32259')
  assert.is(postalCode('32259-19'), '32259')
  assert.is(postalCode('00000-0000'), null)
  assert.is(postalCode('EC3N 1DY'), 'EC3N 1DY')
})

test('NUL bytes, no-break spaces and line breaks in a cell are spaces, and nothing else is nothing', () => {
  assert.is(clean('  RESTORATIONS LLC\u00a0  '), 'RESTORATIONS LLC')
  assert.is(clean('A\u0000\u0000B'), 'A B')
  assert.is(clean('No.8633 Zhongchun Road, \nMinhang'), 'No.8633 Zhongchun Road, Minhang')
  assert.is(clean('Limited  Liability Company(LLC)'), 'Limited Liability Company(LLC)')
  assert.is(clean(' \u0000\u001a'), null)
  assert.is(clean('KRISTIN&#39;S AND LOOLAH&#X2019;S'), "KRISTIN'S AND LOOLAH’S")
  assert.is(clean('A &#; B &#0; &amp;'), 'A &#; B &amp;')
})

test('numbers are read without what decorates them', () => {
  assert.is(wholeNumber('$1,777,610'), 1_777_610)
  assert.is(wholeNumber('NULL'), null)
  assert.is(plainDigits('00830331'), '830331')
  assert.is(plainDigits('00000000'), null)
})

test('an address is written in one line, with the state by its code', () => {
  const address = postalAddress({ line1: '1 PHANTOM PLZ', city: 'NEW YORK', state: 'NEW YORK', zip: '10013', country: 'US' })
  assert.is(address?.full_address, '1 PHANTOM PLZ, NEW YORK, NY 10013')
  assert.is(address?.state, 'NY')
  assert.is(postalAddress({ line1: null, city: null, zip: '00000-0000' }), null)
  const loose = postalAddress({ line1: '2020 W MCNAB RD, , SUITE 99', line2: ',', city: 'PARRISH,', state: 'FL', zip: '34219' })
  assert.equal([loose?.full_address, loose?.city], ['2020 W MCNAB RD, SUITE 99, PARRISH, FL 34219', 'PARRISH'])
})

test('a postal code abroad stays as it is written, and a territory has ZIP codes', () => {
  const codeIn = (zip: string, country: string, state: string | null = null) =>
    postalAddress({ line1: '1 HIGH ST', city: 'X', state, zip, country })?.postal_code
  assert.is(codeIn('8001', 'CH'), '8001')
  assert.is(codeIn('01310100', 'BRAZIL', 'SP'), '01310100')
  assert.is(codeIn('00000', 'MX'), null)
  assert.is(codeIn('901', 'PR', 'PR'), '00901')
  assert.is(codeIn('7302', 'USA', 'NJ'), '07302')
})

test("codes of Florida's officers are spelt out, several offices in one code too", () => {
  assert.equal(officerTitles('MGRM'), ['MANAGING MEMBER'])
  assert.equal(officerTitles('PD'), ['PRESIDENT', 'DIRECTOR'])
  assert.equal(officerTitles('DPST'), ['DIRECTOR', 'PRESIDENT', 'SECRETARY', 'TREASURER'])
  assert.equal(officerTitles('DCEO'), ['DIRECTOR', 'CHIEF EXECUTIVE OFFICER'])
  assert.equal(officerTitles('XYZ'), ['XYZ'])
})

test.run()
