// Whether a submitted party and one on a record are the same: people are compared as people, companies as companies.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compareParties, isCompany, isSameParty, kindOfParty, type SubmittedParty } from '../../../src/evidence/matching/parties.ts'

const born = { dob: '1970-01-01' }
const same: readonly (readonly [submitted: string, found: string, more?: typeof born])[] = [
  ['Imaginary Holdings LLC', 'IMAGINARY HOLDINGS, L.L.C.'],
  ['Imaginary Holdings', 'IMAGINARY HOLDINGS LLC'],
  ['Imaginary Hillsborough Member', 'IMAGINARY HILLSBOROUGH MEMBER, LLC'],
  ['Imaginary Living Trust', 'IMAGINARY LIVING TRUST'],
  ['Ann Doe', 'DOE, ANN'],
  ['Bob Roe', 'ROE ROBERT'],
  ['Lawson Craft', 'CRAFT LAWSON'],
  ['Craft Lawson', 'LAWSON CRAFT', born],
  ['Yusuf Khalid', 'YOUSSEF KHALED', born],
  // A word of companies tells of one only at the end.
  ['Waldemar Hillsborough', 'WALDEMAR HILSBOROUGH'],
  ['Trust Hillsborough', 'TRUST HILSBOROUGH'],
  // Short legal forms are names and initials, too.
  ['Maria da Sa', 'DA SA, MARIA'],
  ['Wei Co', 'CO WEI'],
  ['Charity Jones', 'JONES, CHARITY'],
  ['John Smith PA', 'JOHN SMITH, P.A.'],
  ['Imaginary SA', 'IMAGINARY S.A.'],
]
for (const [submitted, found, more] of same)
  test(`${submitted} is ${found}`, () => {
    assert.ok(isSameParty({ name: submitted, ...more }, found))
  })

const different: readonly (readonly [submitted: SubmittedParty, found: string])[] = [
  [{ name: 'Imaginary Holdings LLC' }, 'IMAGINARY HOLDINGS INC'],
  [{ name: 'Imaginary Holdings' }, 'IMAGINARY RIVER HOLDINGS LLC'],
  [{ name: 'Imaginary River Holdings' }, 'IMAGINARY HOLDINGS'],
  [{ name: 'John Doe' }, 'JOHN DOE LLC'],
  [{ name: 'Thanh Nguyen', dob: '1970-01-01' }, 'THANH NGUYEN LLC'],
  [{ name: 'Thanh Nguyen', ssn: '123456789' }, 'THANH NGUYEN LLC'],
  [{ name: 'Ann Doe' }, 'ANN ROE'],
  [{ name: 'John Doe Sr', dob: '1940-01-01' }, 'JOHN DOE JR'],
  [{ name: '---' }, 'ANN ROE'],
  [{ name: 'Hillsborough Trust' }, 'HILSBOROUGH TRUST'],
  [{ name: 'Wentworth Hillsborough Trust' }, 'WENTWORTH Q HILLSBOROUGH TRUST'],
  [{ name: 'Hillsborough' }, 'HILSBOROUGH'],
]
for (const [submitted, found] of different)
  test(`${submitted.name} is not ${found}`, () => {
    assert.not.ok(isSameParty(submitted, found))
  })

const companies = [
  'Imaginary Holdings Ltd',
  'Imaginary GmbH',
  'IMAGINARY L.L.C.',
  'X L L C',
  'IMAGINARY, P.C.',
  'Imaginary & Co.',
  'Imaginary Company',
  'Imaginary SA',
  'Imaginary S.A.',
  'Imaginary AG',
  'Imaginary A/S',
  'Imaginary SpA',
  'Imaginary s.r.o.',
  'Imaginary sp. z o.o.',
  'Imaginary Sh.p.k.',
  'ООО Вымысел',
  'JONES FAMILY TRUST',
]
for (const name of companies)
  test(`${name} is screened as a company, but for somebody with a birthday`, () => {
    assert.is(kindOfParty({ name }), 'business')
    assert.is(kindOfParty({ name, ...born }), 'person')
    assert.ok(isCompany({ name }))
  })

const people = [
  'Charity Jones',
  'Charito Reyes',
  'Sam Profit',
  'L.P. Hartley',
  'Hillsborough Trust',
  'Trust Hillsborough',
  'Jane Coop',
  'Maria da Sa',
  'MARIA DA SA',
  'Wei Co',
  'CO, WEI',
  'Ag Ng',
  'Kim Ab',
  'Zao Wei',
  'Smith, Wei CO',
  'SMITH J L P',
  'John Smith PA',
  'Smith, John, P.A.',
  'Sergei & Anna Kolmu',
]
for (const name of people)
  test(`${name} is screened as a person, and so as a company, too`, () => {
    assert.is(kindOfParty({ name }), 'person')
  })

test('the comparison of two companies names what differs', () => {
  assert.match(compareParties({ name: 'Imaginary Holdings LLC' }, 'IMAGINARY HOLDINGS INC').explanation, /legal form LLC against/)
  assert.is(compareParties({ name: 'John Doe' }, 'JOHN DOE LLC').explanation, 'one is a company, the other a person')
})

test.run()
