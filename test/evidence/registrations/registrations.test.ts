import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { askedQuestions, problemOf, warningsOf } from '../../../src/evidence/registrations/answers.ts'
import { type Jurisdiction, shippedJurisdictions } from '../../../src/evidence/registrations/jurisdictions.ts'
import { readLetter } from '../../../src/evidence/registrations/mail-reading.ts'
import { type Question, stateQuestions } from '../../../src/evidence/registrations/questions.ts'
import { agenciesOf, madeUpItems } from '../../../src/evidence/registrations/registration.ts'
import { fitsFormat, stateAgencies } from '../../../src/evidence/registrations/state-agencies.ts'
import { filled } from '../../filled.ts'

const noWithholding = ['AK', 'FL', 'NV', 'NH', 'SD', 'TN', 'TX', 'WA', 'WY']

test('50 states and DC have an agency for unemployment insurance, and all but nine one for withholding', () => {
  assert.is(stateAgencies.size, 51)
  assert.equal(
    [...stateAgencies].flatMap(([state, { withholding }]) => (withholding ? [] : [state])),
    noWithholding,
  )
})

test('made-up numbers fit the format of their agency, in every state', () => {
  for (const [state, { withholding, unemployment }] of stateAgencies) {
    const agencies = agenciesOf(state, ['state_tax_withholdings', 'state_unemployment_insurance'], [])
    const items = madeUpItems(state, agencies, { seed: '0198c0de-0000-7000', date: '2026-11-01' })
    const numbers = items.filter(({ key }) => key === 'account_number').map(({ value }) => value)
    const formats = [...(withholding ? [withholding.formats] : []), unemployment.formats]
    assert.is(numbers.length, formats.length, state)
    for (const [index, number] of filled(numbers.entries())) assert.ok(fitsFormat(number, formats[index] ?? []), `${state} ${number}`)
  }
})

test('what is known of a company is not asked again, in any state', () => {
  const known = { entity_type: 'LLC', formation_date: '2020-01-02' }
  for (const state of stateAgencies.keys()) {
    const asked = (company: Readonly<Record<string, string>>) =>
      askedQuestions(stateQuestions(state), company, {}).flatMap(({ key }) => (key in known ? [key] : []))
    assert.equal(asked({}), Object.keys(known), state)
    assert.equal(asked({ entity_type: 'LLC' }), ['formation_date'], state)
    assert.equal(asked(known), [], state)
  }
})

test('an account number may be typed without its separators', () => {
  assert.ok(fitsFormat('12345678', ['###-####-#']))
  assert.ok(fitsFormat('wth 12345678 01', ['WTH-########-##']))
  assert.not.ok(fitsFormat('1234567', ['###-####-#']))
  assert.not.ok(fitsFormat('1234567A', ['###-####-#']))
})

/** As payroll providers publish them, with digits of no employer. */
const accountNumbers: readonly (readonly [state: string, kind: 'withholding' | 'unemployment', number: string])[] = [
  ['AL', 'withholding', 'R123456789'],
  ['AK', 'unemployment', '0001234567'],
  ['AR', 'withholding', '12345678-WHW'],
  ['CO', 'withholding', '1234567890001'],
  ['CT', 'withholding', '1234567-001'],
  ['GA', 'withholding', '1234567-AB'],
  ['IN', 'unemployment', '123456A'],
  ['KS', 'withholding', '036-123456789-F01'],
  ['KY', 'unemployment', '12 123456A 1'],
  ['ME', 'withholding', '1234-5678'],
  ['ME', 'unemployment', '12-3456789AB'],
  ['MO', 'unemployment', '12-34567-8-90'],
  ['NE', 'withholding', '1234567'],
  ['NM', 'unemployment', '1234567890'],
  ['NV', 'unemployment', '1234567.89'],
  ['OH', 'withholding', '52-123456'],
  ['SC', 'unemployment', '12345678'],
  ['SD', 'unemployment', '12345.6-7'],
  ['TX', 'unemployment', '00-123456-7'],
  ['VT', 'withholding', 'WHT-10123456'],
  ['VA', 'withholding', '30-123456789F-001'],
  ['WA', 'unemployment', '000 123456 78 9'],
  ['WV', 'unemployment', '000012345-6'],
]
for (const [state, kind, number] of accountNumbers)
  test(`${number} is a number for ${kind} in ${state}`, () =>
    assert.ok(fitsFormat(number, stateAgencies.get(state)?.[kind]?.formats ?? ['none'])))

test('every question that hangs on another one hangs on one that is asked before it', () => {
  for (const state of stateAgencies.keys()) {
    const questions = stateQuestions(state)
    assert.is(new Set(questions.map(({ key }) => key)).size, questions.length, state)
    for (const [index, { question_dependency: on, key }] of filled(questions.entries()))
      if (on)
        assert.ok(
          questions.slice(0, index).some((each) => each.key === on.key),
          `${state} ${key}`,
        )
  }
})

test('a conditional question is asked once the one before it is answered so', () => {
  const keys = (answers: Readonly<Record<string, string>>, company = {}) =>
    askedQuestions(stateQuestions('PA'), company, answers).map(({ key }) => key)
  assert.not.ok(keys({}).includes('withholding_account_number'))
  assert.ok(keys({ has_withholding_account_number: 'true' }).includes('withholding_account_number'))
  assert.ok(keys({ has_withholding_account_number: 'false' }).includes('withholding_start_date'))
  assert.ok(keys({}).includes('entity_type'))
  assert.not.ok(keys({}, { entity_type: 'LLC' }).includes('entity_type'))
  assert.ok(keys({ entity_type: 'Nonprofit' }).includes('is_501c3'))
  assert.not.ok(keys({}, { formation_state: 'PA' }).includes('qualification_start_date'))
})

test('a state without withholding asks nothing for it, and asks employers for unemployment insurance alone', () => {
  assert.equal(stateQuestions('TX', ['state_tax_withholdings']), [])
  assert.ok(
    filled(stateQuestions('TX', ['state_unemployment_insurance'])).every(
      ({ categories }) => !categories.includes('state_tax_withholdings'),
    ),
  )
  assert.ok(stateQuestions('PA', ['state_tax_withholdings']).length > 0)
})

test('a further name is asked for where the legal name is longer than 40 letters or has others than a registry takes', () => {
  const isAsked = (legal_name: string) => askedQuestions(stateQuestions('PA'), { legal_name }, {}).some(({ key }) => key === 'name_in_use')
  assert.equal(['A'.repeat(40), 'A'.repeat(41), 'A & B', 'A B'].map(isAsked), [false, true, true, false])
})

test('an agency that is named twice has two slugs, and one that is named once keeps its own', () => {
  const place = { ...shippedJurisdictions[0], slug: 'somewhere', agencyName: 'Somewhere' } as Jurisdiction
  const once = agenciesOf('PA', ['annual_filing'], [place]).map(({ slug }) => slug)
  const twice = agenciesOf('PA', ['annual_filing', 'annual_filing'], [place, place]).map(({ slug }) => slug)
  assert.is(once.at(-1), 'somewhere')
  assert.equal(
    twice.filter((slug) => once.includes(slug)),
    once,
  )
  assert.equal([twice.length, new Set(twice.slice(-2)).size], [4, 2])
})

const asking = (change: Partial<Question>): Question => ({
  key: 'asked',
  label: 'Asked',
  type: 'text',
  categories: [],
  optional: false,
  validation: null,
  company_dependencies: [],
  options: [],
  sublabel: null,
  components: [],
  question_dependency: null,
  warning: null,
  api_only: false,
  tooltip: null,
  jurisdiction_slugs: [],
  updated_at: '2026-11-01T00:00:00.000Z',
  ai_validated: false,
  ...change,
})

type Condition = NonNullable<Question['company_dependencies'][number][number]>
const conditions: readonly (readonly [actual: string, comparator: Condition['comparator'], value: Condition['value'], holds: boolean])[] = [
  ['LLC', undefined, 'LLC', true],
  ['LLC', undefined, ['Corporation', 'LLC'], true],
  ['LLC', '==', 'Corporation', false],
  ['payroll\nsales', '==', 'sales', true],
  ['', '==', '', true],
  ['LLC', '!=', 'Corporation', true],
  ['LLC', '!=', ['Corporation', 'LLC'], false],
  ['10', '>', '9', true],
  ['9', '>', '9', false],
  ['9', '>=', '9', true],
  ['8', '>=', '9', false],
  ['9', '<', '10', true],
  ['9', '<', '9', false],
  ['9', '<=', '9', true],
  ['10', '<=', '9', false],
  ['', '<', '9', false],
  ['2026-01-02', '>', '2026-01-01', true],
  ['Acme Widgets', 'starts_with', ['Best', 'Acme'], true],
  ['The Acme', 'starts_with', 'Acme', false],
  ['12345', 'len_gt', '4', true],
  ['12345', 'len_gt', '5', false],
  ['Acme Widgets', 'missing_suffix', ['LLC', 'Inc'], true],
  ['Acme Widgets inc. ', 'missing_suffix', ['LLC', 'Inc'], false],
  ['Acme Princ', 'missing_suffix', 'Inc', true],
  ['', 'missing_suffix', 'Inc', false],
  ['Acme & Sons', 'has_special_chars', '', true],
  ["Joe's Café No. 5, Inc", 'has_special_chars', '', false],
]
for (const [actual, comparator, value, expected] of conditions)
  test(`of a company, "${actual}" ${comparator ?? 'is'} "${value}": ${expected}`, () => {
    const question = asking({ company_dependencies: [[{ field: 'legal_name', value, ...(comparator && { comparator }) }]] })
    assert.is(askedQuestions([question], { legal_name: actual }, {}).length === 1, expected)
  })

test('a question is asked where all conditions of one list hold, and once', () => {
  const [llc, old] = [
    { field: 'entity_type', value: 'LLC' },
    { field: 'age', value: '5', comparator: '>' as const },
  ]
  const keys = (company_dependencies: Question['company_dependencies'], company: Readonly<Record<string, string>>, answers = {}) =>
    askedQuestions([asking({ company_dependencies }), asking({ key: 'other' }), asking({ key: 'other' })], company, answers).map(
      ({ key }) => key,
    )
  assert.equal(keys([[llc, old]], { entity_type: 'LLC', age: '6' }), ['asked', 'other'])
  assert.equal(keys([[llc, old]], { entity_type: 'LLC', age: '5' }), ['other'])
  assert.equal(keys([[llc], [old]], { entity_type: 'LLC', age: '5' }), ['asked', 'other'])
  assert.equal(keys([[llc]], {}, { entity_type: 'LLC' }), ['asked', 'other'], 'answered meanwhile')
  assert.equal(askedQuestions([{ ...asking({}), api_only: true }], {}, {}), [])
})

const answers: readonly (readonly [question: Partial<Question>, answer: string, problem: string | null])[] = [
  [{}, ' ', 'Please answer this question.'],
  [{ optional: true }, '', null],
  [{ type: 'document' }, '', null],
  [{}, 'anything', null],
  [{ type: 'boolean' }, 'true', null],
  [{ type: 'boolean' }, 'false', null],
  [{ type: 'boolean' }, 'yes', 'Please choose yes or no.'],
  [{ type: 'number' }, '-1.5', null],
  [{ type: 'number' }, '1,5', 'Please give a number.'],
  [{ type: 'number', validation: { min_value: 1 } }, '1', null],
  [{ type: 'number', validation: { min_value: 1 } }, '0', 'Must be at least 1.'],
  [{ type: 'select', options: ['a', 'b'] }, 'b', null],
  [{ type: 'select', options: ['a', 'b'] }, 'c', 'Please choose from the list.'],
  [{ type: 'multiselect', options: ['a', 'b'] }, 'a\nb', null],
  [{ type: 'multiselect', options: ['a', 'b'] }, 'a\nc', 'Please choose from the list.'],
  [{ type: 'phone' }, '+1 (503) 555-0100', null],
  [{ type: 'phone' }, '555-010', null],
  [{ type: 'phone' }, '55-010', 'Please give a telephone number.'],
  [{ type: 'phone' }, 'call me', 'Please give a telephone number.'],
  [{ validation: { format: ['##-###', 'A##'] } }, '12-345', null],
  [{ validation: { format: ['##-###', 'W##'] } }, '1', 'Use the format ##-### or W##.'],
  [{ validation: { format: ['######'] } }, '12345', 'Enter a 6-digit code.'],
  [{ type: 'date', validation: { date: [{ before: true, date: 'today' }] } }, '2026-11-21', null],
  [{ type: 'date', validation: { date: [{ before: true, date: 'today' }] } }, '2026-11-22', 'Must be before that date.'],
  [{ type: 'date', validation: { date: [{ before: false, date: '2026-01-01' }] } }, '2026-01-01', null],
  [{ type: 'date', validation: { date: [{ before: false, date: '2026-01-01' }] } }, '2025-12-31', 'Must be after that date.'],
  [{ type: 'date', validation: { date: [{ before: false, key: 'formed', message: 'Too early.' }] } }, '2026-01-01', 'Too early.'],
  [{ type: 'date', validation: { date: [{ before: false, key: 'not_answered' }] } }, '2026-01-01', null],
]
for (const [change, answer, problem] of answers)
  test(`"${answer}" to a question ${JSON.stringify(change)} is answered by: ${problem ?? 'nothing'}`, () =>
    assert.is(problemOf(asking(change), answer, { answers: { formed: '2026-02-01' }, today: '2026-11-21' }), problem))

test('dates are held against each other, and against today', () => {
  const question = stateQuestions('PA').find(({ key }) => key === 'first_wage_date')
  assert.ok(question)
  if (!question) return
  const context = { answers: { formation_date: '2026-01-01' }, today: '2026-11-21' }
  assert.match(problemOf(question, '2025-12-31', context) ?? '', 'before the company was formed')
  assert.is(problemOf(question, '2026-11-01', context), null)
  assert.is(problemOf(question, '2026-02-30', context), 'Please give a date as YYYY-MM-DD.')
  assert.is(warningsOf(question, '2026-02-01', context).length, 1)
  assert.is(warningsOf(question, '2026-11-01', context).length, 0)
  const warned = asking({ type: 'date', warning: { date: [{ before: false, date: 'today', offset_days: 30, message: 'Far off.' }] } })
  assert.equal(
    ['2026-12-21', '2026-12-22', 'soon'].map((answer) => warningsOf(warned, answer, context)),
    [[], ['Far off.'], []],
  )
})

const letters: readonly (readonly [text: string, tag: string | null, actionNeeded: boolean])[] = [
  ['A penalty was assessed for failure to file.', 'delinquency notice', false],
  ['Your contribution rate for 2027 is 2.7 percent.', 'rate notice', false],
  ['Notice of claim: please respond by 1 December.', 'benefit claim', true],
  ['Your account number is 12-345.', 'account registration', false],
  ['Your filing frequency changes to monthly.', 'filing frequency', false],
  ['A refund of $12 is on its way.', 'refund', false],
  ['We received your power of attorney. Action required: sign it.', 'power of attorney', true],
  ['Pay the amount due date 1 December, a penalty may apply.', 'delinquency notice', true],
  ['Season greetings.', null, false],
]
for (const [text, tag, actionNeeded] of letters)
  test(`a letter "${text}" is tagged ${tag ?? 'nothing'}${actionNeeded ? ' and asks for something' : ''}`, () => {
    const read = readLetter(text, [])
    assert.equal([read.tag, read.actionNeeded], [tag, actionNeeded])
  })

test('a name that several companies have suggests none of them, a longer name or a number the one', () => {
  const company = (id: string, legal_name: string, ein: string | null = null) => ({ id, legal_name, dba_name: null, ein })
  const companies = [company('a', 'Acme Widgets'), company('b', 'ACME Widgets', '123456789'), company('c', 'Acme Widgets of Salem')]
  const of = (text: string) => readLetter(text, companies).companyId
  assert.equal([of('To Acme Widgets.'), of('To Acme Widgets of Salem.'), of('To Acme Widgets, EIN 12-3456789.')], [null, 'c', 'b'])
  const twice = { ...company('d', 'Twice Named'), dba_name: 'TWICE NAMED' }
  assert.is(readLetter('To Twice Named.', [twice]).companyId, 'd')
})

test('a letter suggests its agency, company and tag', () => {
  const companies = [
    { id: 'a', legal_name: 'Acme Widgets LLC', dba_name: null, ein: '123456789' },
    { id: 'b', legal_name: 'Other Inc', dba_name: null, ein: null },
  ]
  const read = readLetter(
    'California Employment Development Department\nEIN 12-3456789\nYour account is past due. Pay within 10 days.',
    companies,
  )
  assert.equal(read, {
    agencyName: 'California Employment Development Department',
    state: 'CA',
    tag: 'delinquency notice',
    actionNeeded: true,
    companyId: 'a',
    companyName: 'Acme Widgets LLC',
  })
  assert.is(readLetter('Dear OTHER, INC.', companies).companyId, 'b')
  assert.is(readLetter('Employer 123456789', companies).companyId, 'a')
  assert.is(readLetter('Account 0012345678901 of Other Inc', companies).companyId, 'b', 'digits of a longer number are no EIN')
  assert.is(readLetter('', companies).companyId, null)
})

test.run()
