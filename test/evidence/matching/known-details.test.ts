// What is known of both parties beside their names: for every rule a pair that meets it and one that just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  birthYearsIn,
  detailRules,
  type ListedDetails,
  type ScreenedDetails,
  withDetails,
} from '../../../src/evidence/matching/known-details.ts'

const nothing: ScreenedDetails & ListedDetails = {
  born: null,
  numbers: [],
  addresses: [],
  dates_of_birth: [],
  identifiers: [],
  countries: [],
}
const name = { score: 0.9, explanation: 'the same words' }

/** How much the details change a score of 0.9, and what the explanation says. */
const change = (screened: Partial<ScreenedDetails>, listed: Partial<ListedDetails>) => {
  const { score, explanation } = withDetails(name, { ...nothing, ...screened }, { ...nothing, ...listed })
  return [Math.round((score - name.score) * 1000) / 1000, explanation.replace(/^the same words(?:; )?/, '')] as const
}
const born = (own: string | null, ...listed: string[]) => change({ born: own }, { dates_of_birth: listed })

test('nothing known of both changes nothing', () => {
  assert.equal(born('1971-02-03'), [0, ''])
  for (const none of [null, '', 'erased', '0000-01-01']) assert.equal(born(none, '1971'), [0, ''], `${none}`)
  assert.equal(born('1971-02-03', 'unknown'), [0, ''])
  const exact = { score: 0.91234, explanation: 'the same words' }
  assert.equal(withDetails(exact, nothing, nothing), exact, 'not even rounded')
})

test('the same day, the same year, and a day in another year', () => {
  for (const listed of ['1971-02-03', '3 Feb 1971', '3 Feb. 1971'])
    assert.equal(born('1971-02-03', listed), [detailRules.sameBirthday, 'born on the same day'])
  for (const listed of ['1971-02-04', '1971', '1970 to 1973', 'Approximately 1965- 1971'])
    assert.equal(born('1971-02-03', listed), [detailRules.sameBirthYear, 'born in the same year'])
  assert.equal(born('1971-02-03', '1972-02-03'), [0, ''])
  assert.is(born('2004-02-03', '2004')[0], detailRules.sameBirthYear)
  assert.is(born('1971-02-03', ' 3 Feb 1971 ')[0], detailRules.sameBirthday)
})

test('an approximate year is right within two years, and not within three', () => {
  assert.is(born('1971-02-03', 'circa 1973')[0], detailRules.sameBirthYear)
  assert.is(born('1971-02-03', 'circa 1974')[0], 0, 'one year beyond')
  assert.is(born('1971-02-03', 'c. 1973')[0], detailRules.sameBirthYear)
  assert.is(born('1971-02-03', 'Dec. 1974')[0], detailRules.birthApart.by, 'a month is not an approximation')
})

test('two years apart change nothing, three lower, ten contradict', () => {
  assert.equal(born('1971-02-03', '1973'), [0, ''])
  for (const listed of ['1974', ' 1974 ', '6 May 1974'])
    assert.equal(born('1971-02-03', listed), [detailRules.birthApart.by, 'born 3 years apart (the list says 1974)'])
  assert.is(born('1971-02-03', '1980')[0], detailRules.birthApart.by)
  assert.equal(born('1971-02-03', '1981'), [detailRules.birthFarApart.by, 'born 10 years apart (the list says 1981): a contradiction'])
})

test('of several listed dates the nearest counts', () => {
  assert.is(born('1971-02-03', '1941', '1971')[0], detailRules.sameBirthYear)
  assert.is(born('1971-02-03', '1941', '1971-02-03')[0], detailRules.sameBirthday)
  assert.is(born('1971-02-03', '1941', '1951')[1], 'born 20 years apart (the list says 1951): a contradiction')
})

test('an identification number raises if it is the same and long enough, and is not told', () => {
  const numbers = (own: string, listed: string) => change({ numbers: [own] }, { identifiers: [listed] })
  assert.equal(numbers('12-345678', 'Tax ID No. 12345678 (Iran)'), [detailRules.sameNumber.by, 'an identification number is the same'])
  assert.equal(numbers('123456', 'Passport 123456')[0], detailRules.sameNumber.by)
  assert.equal(numbers('12345', 'Passport 12345'), [0, ''], 'five digits are too few')
  assert.equal(numbers('123456', 'Passport 1234567'), [0, ''], 'another number')
  assert.is(numbers('ab-123456', 'Passport AB123456')[0], detailRules.sameNumber.by)
  assert.equal(numbers('AB123456', 'Passport CD123456'), [0, ''], 'other letters')
})

const home = { address_line1: '1 Mill Lane', city: 'Salem', state: 'OR' }

test('the same street and city raise; another number or another city do not', () => {
  const at = (listed: string, own: Partial<typeof home> = {}) => change({ addresses: [{ ...home, ...own }] }, { addresses: [listed] })
  assert.equal(at('1 Mill Lane, Salem, OR 97301'), [detailRules.sameAddress, 'the same address in Salem'])
  assert.equal(at('11 Mill Lane, Salem, OR 97301'), [0, ''])
  assert.equal(at('1 Mill Lane, Portland, OR'), [0, ''])
  assert.is(at('1 MILL LANE SALEM')[0], detailRules.sameAddress)
  assert.is(at('1 Mill Lane, Salem', { address_line1: ' 1  Mill Lane.' })[0], detailRules.sameAddress)
  assert.equal(at('1 Mill Lane, Salem', { address_line1: 'Mill Lane' }), [0, ''], 'a street without a number')
})

test('the country raises or lowers a little, where both are known', () => {
  const country = (...countries: string[]) => change({ addresses: [home] }, { countries })
  assert.equal(country('Iran', 'United States'), [detailRules.sameCountry, 'the list names the United States too'])
  assert.equal(country('Iran'), [detailRules.otherCountry, 'the list names other countries (Iran)'])
  assert.equal(country(), [0, ''])
  for (const same of ['USA', ' us ', 'United States of America']) assert.is(country(same)[0], detailRules.sameCountry, same)
  for (const other of ['Belarus', 'US Virgin Islands']) assert.is(country(other)[0], detailRules.otherCountry, other)
  assert.is(country('Iran', 'Iraq', 'Syria', 'Cuba')[1], 'the list names other countries (Iran, Iraq, Syria)')
  const one = change({ addresses: [{ ...home, state: null }, home] }, { countries: ['Iran'] })
  assert.is(one[0], detailRules.otherCountry, 'one address in a state is enough')
  assert.equal(change({ addresses: [{ ...home, state: null }] }, { countries: ['Iran'] }), [0, ''])
})

test('the score stays between 0 and 1, and a contradiction lowers it without hiding the hit', () => {
  const score = (from: number, listed: string) =>
    withDetails({ score: from, explanation: '' }, { ...nothing, born: '1971-02-03' }, { ...nothing, dates_of_birth: [listed] }).score
  assert.equal([score(1, '1971-02-03'), score(0.1, '1941')], [1, 0])
})

test('the years of birth that a list gives are those of its dates, of a span the first fifty-one', () => {
  assert.equal(birthYearsIn(['17 Feb 1967', 'unknown', '1970 to 1972', '1967']), [1967, 1970, 1971, 1972])
  assert.equal(birthYearsIn(['circa 1956']), [1954, 1955, 1956, 1957, 1958])
  const long = birthYearsIn(['1900 to 1960'])
  assert.equal([long.length, long[0], long.at(-1)], [51, 1900, 1950])
})

test.run()
