// What an employer lacks before a tax registration: for each need what meets it, and what just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { sameName } from '../../../src/evidence/matching/thresholds.ts'
import { registrationReadiness } from '../../../src/processes/agents/registration-readiness.ts'
import { source } from '../../commands/businesses.ts'
import { address, assessment, formation, person, registration } from '../../commands/evidence.ts'
import { filled } from '../../filled.ts'
import { type Known, outcomeOf, verified } from './said.ts'

const needs = async (known: Known) => (await outcomeOf(registrationReadiness, 'check_needs', { business: verified(known) })).said
const line = (said: readonly string[], word: string) => said.find((each) => each.includes(word))

const registered = (change: Parameters<typeof registration>[0]) => ({ evidence: { registrations: [registration(change)] } })
const score = (value: number) => ({ score: value, explanation: '' })
const at = (address_line1: string | null) => ({ submitted: { addresses: [{ ...address, address_line1 }] } })
const tin = (
  outcome: 'found' | 'mismatch' | 'not_found' | 'person' | 'unknown',
  submitted: Known['submitted'] = { tin: '123456789', tin_type: 'ein' },
) => ({
  submitted,
  evidence: { tin: { outcome, name: null, attempt: 1, sources: [source] } },
})
const vouched = (verified: boolean): readonly BusinessEvent[] => [
  { type: 'TinVouched', data: { action_id: source.id, verified, by: 'Ann' } },
]

const rows: readonly (readonly [need: string, met: readonly Known[], missing: readonly (readonly [Known, why: string])[]])[] = [
  [
    'the legal name',
    [registered({ match: score(sameName) })],
    [
      [registered({ match: score(sameName - 0.01) }), 'No registration carries the submitted name'],
      [registered({ name_type: 'dba' }), 'No registration carries the submitted name'],
      [{}, 'No registration carries the submitted name'],
    ],
  ],
  [
    'an EIN',
    [tin('found'), { ...tin('mismatch'), acted: vouched(true) }, tin('unknown'), { submitted: { tin: '123456789', tin_type: 'ein' } }],
    [
      [tin('mismatch'), 'The tax authority has the submitted number under another name.'],
      [tin('not_found'), 'The tax authority does not know the submitted number.'],
      [tin('person'), 'The submitted number is that of a person.'],
      [tin('found', { tin: '123456789', tin_type: 'ssn' }), 'A social security number was submitted.'],
      [{ ...tin('found'), acted: vouched(false) }, 'The number was found to be wrong by hand.'],
      [{ submitted: { tin: null } }, 'Apply to the IRS (form SS-4).'],
    ],
  ],
  [
    'a street address',
    [
      at('1 Main St'),
      at('1 Box Ave'),
      at('12 PO Box Lane'),
      {
        submitted: {
          addresses: [
            { ...address, address_line1: 'PO Box 7' },
            { ...address, id: person.id },
          ],
        },
      },
    ],
    [
      [at('PO Box 7'), 'Agencies take no post box'],
      [at(' P.O.Box 7'), 'Agencies take no post box'],
      [at('p. o. box 7'), 'Agencies take no post box'],
      [at(null), 'Agencies take no post box'],
      [{}, 'Agencies take no post box'],
    ],
  ],
  [
    'a responsible person',
    [{ submitted: { people: [person] } }, { evidence: { people: [{ id: person.id, name: 'ANN DOE', titles: [], sources: [source] }] } }],
    [[{}, 'Name the owner, officer or member']],
  ],
  [
    'an active registration in the home state',
    [registered({}), registered({ jurisdiction: 'UNKNOWN' })],
    [
      [registered({ status: 'inactive' }), '(OR inactive)'],
      [registered({ jurisdiction: 'FOREIGN' }), '(OR active)'],
      [{}, 'None was found'],
    ],
  ],
  [
    'the date of formation',
    [{ evidence: { formation: formation({ formation_date: '2019-03-01' }) } }],
    [
      [{ evidence: { formation: formation({ formation_date: null }) } }, 'Take it from the formation document.'],
      [{}, 'Take it from the formation document.'],
    ],
  ],
]
for (const [need, met, missing] of rows) {
  for (const [index, known] of filled(met.entries()))
    test(`${need} is on file (case ${index + 1})`, async () => {
      assert.match(line(await needs(known), need) ?? '', /^On file: /)
    })
  for (const [index, [known, why]] of filled(missing.entries()))
    test(`${need} is missing (case ${index + 1})`, async () => {
      const said = line(await needs(known), need) ?? ''
      assert.match(said, /^Missing: /)
      assert.match(said, why)
    })
}

test('what is missing is told first, and each need once', async () => {
  const said = await needs(tin('found'))
  const starts = said.map((text) => text.slice(0, text.indexOf(':')))
  assert.equal(
    starts,
    starts.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)),
  )
  assert.equal(new Set(starts), new Set(['Missing', 'On file']))
  assert.is(new Set(said.map((text) => text.replace(/^[^:]*: ([^.,]*).*/, '$1'))).size, said.length)
})

test('what is on file is told with what it says, and cites it', async () => {
  const [one, two] = ['one', 'two'].map((id) => ({ ...source, id }))
  assert.ok(one && two)
  const known: Known = {
    submitted: { tin: '123456789', tin_type: 'ein', people: [person], addresses: [address] },
    evidence: {
      registrations: [
        registration({ sources: [one] }),
        registration({ file_number: '2', name: 'ACME', match: score(0.5), status: 'inactive', sources: [two] }),
      ],
      tin: { outcome: 'found', name: null, attempt: 1, sources: [two] },
      formation: formation({ formation_date: '2019-03-01', sources: [two] }),
      assessments: [assessment({ sources: [one] })],
      people: [{ id: person.id, name: 'ANN DOE', titles: [], sources: [two] }],
    },
  }
  const { drafts: [draft] = [], title } = await outcomeOf(registrationReadiness, 'check_needs', { business: verified(known) })
  assert.is(title, 'Ready for a tax registration')
  assert.equal(
    draft?.statements.map(({ text, sources }) => [text, sources]),
    [
      ['On file: the legal name as the registry writes it, "ACME WIDGETS LLC".', ['one']],
      ['On file: an EIN.', ['two']],
      ['On file: a street address.', ['one']],
      ['On file: a responsible person.', ['two']],
      ['On file: an active registration in the home state.', ['one']],
      ['On file: the date of formation, 2019-03-01.', ['two']],
    ],
  )
})

test('the title counts what is missing, and a missing need cites what shows it', async () => {
  const of = async (known: Known) => outcomeOf(registrationReadiness, 'check_needs', { business: verified(known) })
  assert.is((await of({})).title, 'Not ready: 6 things missing')
  const { title, drafts: [draft] = [] } = await of({
    submitted: { tin: null, people: [person], addresses: [address] },
    evidence: {
      registrations: [registration()],
      formation: formation({ formation_date: '2019-03-01' }),
      tin: { outcome: 'found', name: null, attempt: 1, sources: [source] },
    },
  })
  assert.is(title, 'Not ready: 1 thing missing')
  assert.equal(draft?.statements[0]?.sources, [], 'no number was submitted: an earlier check shows nothing')
  const lapsed = (await of(registered({ status: 'inactive' }))).drafts?.[0]?.statements.find(({ text }) => text.includes('home state'))
  assert.equal(lapsed?.sources, [source.id])
})

test('a number that nobody confirmed is not told as confirmed', async () => {
  assert.match(line(await needs(tin('unknown')), 'an EIN') ?? '', 'submitted but confirmed by nobody')
  assert.not.match(line(await needs(tin('found')), 'an EIN') ?? '', 'confirmed by nobody')
})

const agencies = (known: Known) => outcomeOf(registrationReadiness, 'name_agencies', { business: verified(known) })
const living = (...states: readonly (string | null)[]) => ({
  addresses: states.map((state, index) => ({ ...address, id: `0198c0de-0000-7000-8000-00000000100${index}`, state })),
})

test('each state with an address has its agencies named once, and a state without a registration is told', async () => {
  const { said } = await agencies({ submitted: living('OR', 'OR', 'WA'), ...registered({ state: 'OR' }) })
  assert.equal(
    said.map((text) => [text.split(':')[0], text.includes('no registration was found there')]),
    [
      ['Oregon', false],
      ['Washington', false],
      ['Washington', true],
    ],
  )
})

test('the agencies are named with their numbers, and a state that does not tax wages has one of them', async () => {
  const { said } = await agencies({
    submitted: living('OR', 'TX'),
    evidence: { registrations: [registration(), registration({ state: 'TX' })] },
  })
  assert.is(said.length, 2)
  assert.match(said[0] ?? '', /^Oregon: withholding with .+ \(its number: .+\); unemployment insurance with .+ \(its number: .+\)\.$/)
  assert.match(said[1] ?? '', /^Texas: no withholding: the state does not tax wages; unemployment insurance with .+\.$/)
})

test('a place that is no state has no agencies, and the others keep theirs', async () => {
  assert.is((await agencies({ submitted: living('ZZ') })).resolution, 'skip')
  assert.equal((await agencies({ submitted: living('ZZ', 'OR', null), ...registered({}) })).said.length, 1)
})

test('where no address has a state, no agency is named', async () => {
  assert.is((await agencies({ submitted: living(null) })).resolution, 'skip')
})

test.run()
