import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { partProblems } from '../../../src/evidence/registrations/answer-parts.ts'
import { problemOf } from '../../../src/evidence/registrations/answers.ts'
import { stateQuestions } from '../../../src/evidence/registrations/questions.ts'

const today = '2026-11-21'

const question = (key: string) => {
  const found = stateQuestions('CA').find((each) => each.key === key)
  if (!found) throw new Error(`no question ${key}`)
  return found
}

const problems = (key: string, answer: unknown) => Object.fromEntries(partProblems(question(key), JSON.stringify(answer), today))

const address = { address_line1: '1 Main St', city: 'Salem', state: 'OR', postal_code: '97301' }
const officer = { name: 'Ann Doe', title: 'Owner', ownership_percentage: '50', ssn: '123-45-6789', home_address: '' }

const state = 'Enter a US state, such as OR or Oregon.'
const zip = 'Enter a ZIP code of five or nine digits.'
const ssn = 'Enter the nine digits of an SSN or ITIN.'
const percentage = 'Enter a percentage from 0 to 100.'
const month = 'Enter a month from 1 to 12.'

type Case = readonly [key: string, answer: object, problems: object]
const cases: readonly Case[] = [
  ['principal_address', address, {}],
  ['principal_address', { ...address, state: 'oregon', postal_code: '97301-1234' }, {}],
  ['principal_address', { ...address, state: 'Bavaria' }, { state }],
  ['principal_address', { ...address, state: 'XX' }, { state }],
  ['principal_address', { ...address, postal_code: 'zz' }, { postal_code: zip }],
  ['principal_address', { ...address, postal_code: '9730' }, { postal_code: zip }],
  ['principal_address', { ...address, city: '' }, { city: 'Please fill this in.' }],
  ['fiscal_year_end', { month: '12', day: '31' }, {}],
  ['fiscal_year_end', { month: '1000', day: '1000' }, { month, day: 'Enter a day from 1 to 31.' }],
  ['fiscal_year_end', { month: '2', day: '29' }, {}],
  ['fiscal_year_end', { month: '2', day: '30' }, { day: 'Enter a day from 1 to 29.' }],
  ['fiscal_year_end', { month: '12', day: '' }, { day: 'Please fill this in.' }],
  ['twenty_weeks_date', { month: '1000', year: '1000' }, { month, year: 'Enter a year from 1900 to 2027.' }],
  ['twenty_weeks_date', { month: '1', year: '2027' }, {}],
  ['twenty_weeks_date', { month: '0', year: '2028' }, { month, year: 'Enter a year from 1900 to 2027.' }],
  ['ca_wages_over_100', { quarter: '4', year: '2026' }, {}],
  ['ca_wages_over_100', { quarter: '5', year: '2026' }, { quarter: 'Enter a quarter from 1 to 4.' }],
  ['officers', [officer, { ...officer, ssn: '912 70 1234' }], {}],
  ['officers', [officer, { ...officer, ssn: '12' }], { '1.ssn': ssn }],
  ['officers', [{ ...officer, ssn: '000-45-6789' }], { '0.ssn': ssn }],
  ['officers', [{ ...officer, ssn: '123-45-67890' }], { '0.ssn': ssn }],
  ['officers', [{ ...officer, ownership_percentage: '100%' }], {}],
  ['officers', [{ ...officer, ownership_percentage: '150' }], { '0.ownership_percentage': percentage }],
  ['officers', [{ ...officer, ownership_percentage: '-1' }], { '0.ownership_percentage': percentage }],
  ['officers', [{ ...officer, ownership_percentage: 'half' }], { '0.ownership_percentage': percentage }],
  [
    'officers',
    [officer, { ...officer, ownership_percentage: '50.01' }],
    { '1.ownership_percentage': 'With the rows above this is 100.01%. Together at most 100%.' },
  ],
  ['officers', [{ ...officer, name: '' }], { '0.name': 'Please fill this in.' }],
]
for (const [key, answer, expected] of cases)
  test(`${JSON.stringify(answer)} to ${key}: ${Object.keys(expected).join(', ') || 'nothing'} is refused`, () =>
    assert.equal(problems(key, answer), expected))

test('three owners of a third each own all of it', () => {
  const third = { ...officer, ownership_percentage: '33.33334' }
  assert.equal(problems('officers', [third, third, third]), {})
})

test('a question with a wrong part is open, and says how many fields are wrong', () => {
  const answer = JSON.stringify({ ...address, state: 'Bavaria', postal_code: 'zz' })
  assert.is(problemOf(question('principal_address'), answer, { answers: {}, today }), 'Please correct 2 fields.')
  assert.is(problemOf(question('principal_address'), JSON.stringify(address), { answers: {}, today }), null)
})

test.run()
