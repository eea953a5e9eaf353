// Where agents see the evidence speak against itself: for each rule what meets it, and what just does not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sameName } from '../../../src/evidence/matching/thresholds.ts'
import { businessVerification } from '../../../src/processes/agents/business-verification.ts'
import { contradictionsIn, reconcile } from '../../../src/processes/agents/contradictions.ts'
import { source } from '../../commands/businesses.ts'
import { address, person, registration } from '../../commands/evidence.ts'
import { filled } from '../../filled.ts'
import { type Known, outcomeOf, site, verified } from './said.ts'

type About = NonNullable<Parameters<typeof contradictionsIn>[1]>
const told = (known: Known, about: About): readonly string[] => contradictionsIn(verified(known), about).map(({ text }) => text)

const officer = (name: string) => ({ id: '0198c0de-0000-7000-8000-0000000000d1', name, titles: ['MANAGER'] })
const named = (name: string) => ({ ...person, name })
const addressIn = (state: string | null) => ({ ...address, state })
const registered = (...all: readonly Parameters<typeof registration>[0][]) => ({ registrations: all.map((each) => registration(each)) })
const tin = (outcome: 'found' | 'mismatch' | 'person') => ({ tin: { outcome, name: null, attempt: 1, sources: [source] } })
const score = (value: number) => ({ score: value, explanation: '' })
const onSite = (...states: readonly (string | null)[]) => ({
  website: site({ addresses: states.map((state) => ({ ...addressIn(state), sources: [source] })) as never }),
})

const rows: readonly (readonly [rule: string, about: About, holds: readonly Known[], doesNot: readonly Known[]])[] = [
  [
    'the name claims another legal form than the registry has',
    'registration',
    [
      { submitted: { name: 'Acme LLC' }, evidence: registered({ entity_type: 'CORPORATION' }) },
      { submitted: { name: 'Acme L.L.C.' }, evidence: registered({ entity_type: 'PARTNERSHIP' }) },
      { submitted: { name: 'Acme Limited Liability Company' }, evidence: registered({ entity_type: 'CORPORATION' }) },
      { submitted: { name: 'Acme Inc' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme Incorporated' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme Corp.' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme Corporation' }, evidence: registered({ entity_type: 'PARTNERSHIP' }) },
      { submitted: { name: 'Acme LP' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme Limited Partnership' }, evidence: registered({ entity_type: 'CORPORATION' }) },
      { submitted: { name: 'Corp Services LLC' }, evidence: registered({ entity_type: 'PARTNERSHIP' }) },
      { submitted: { name: 'Acme LLC' }, evidence: registered({ entity_type: 'LLC' }, { entity_type: 'CORPORATION', file_number: '2' }) },
    ],
    [
      { submitted: { name: 'Acme LLC' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme LLC' }, evidence: registered({ entity_type: null }) },
      { submitted: { name: 'Acme LLC' }, evidence: registered({ entity_type: 'CORPORATION', name_type: 'dba' }) },
      { submitted: { name: 'Acme Inc' }, evidence: registered({ entity_type: 'NON_PROFIT' }) },
      { submitted: { name: 'Acme LP' }, evidence: registered({ entity_type: 'PARTNERSHIP' }) },
      { submitted: { name: 'Corp Services LLC' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme Limited Liability Corporation' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Acme Incline' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Llcool Music' }, evidence: registered({ entity_type: 'CORPORATION' }) },
      { submitted: { name: 'Alpine' }, evidence: registered({ entity_type: 'LLC' }) },
      { submitted: { name: 'Doe Limited Liability Partnership' }, evidence: registered({ entity_type: 'PARTNERSHIP' }) },
    ],
  ],
  [
    'there are two home states',
    'registration',
    [{ evidence: registered({ state: 'OR' }, { state: 'WA', file_number: '2' }) }],
    [
      { evidence: registered({ state: 'OR' }, { state: 'OR', file_number: '2' }) },
      { evidence: registered({ state: 'OR' }, { state: 'WA', file_number: '2', jurisdiction: 'FOREIGN' }) },
      { evidence: registered({ state: 'OR' }, { state: 'WA', file_number: '2', name_type: 'dba' }) },
    ],
  ],
  [
    'it is active in one registry and inactive in another',
    'registration',
    [{ evidence: registered({ status: 'active' }, { status: 'inactive', file_number: '2' }) }],
    [
      { evidence: registered({ status: 'active' }, { status: 'unknown', file_number: '2' }) },
      { evidence: registered({ status: 'inactive' }, { status: 'inactive', file_number: '2' }) },
    ],
  ],
  [
    'no submitted address lies where it is registered',
    'registration',
    [{ submitted: { addresses: [addressIn('WA')] }, evidence: registered({ state: 'OR' }) }],
    [
      { submitted: { addresses: [addressIn('WA'), { ...addressIn('OR'), id: person.id }] }, evidence: registered({ state: 'OR' }) },
      { submitted: { addresses: [] }, evidence: registered({ state: 'OR' }) },
      { submitted: { addresses: [addressIn(null)] }, evidence: registered({ state: 'OR' }) },
      { submitted: { addresses: [addressIn('WA')] }, evidence: registered({ state: 'OR', jurisdiction: 'FOREIGN' }) },
      {
        submitted: { addresses: [addressIn('WA')] },
        evidence: registered({ state: 'OR', addresses: [{ ...addressIn('WA'), labels: [] }] as never }),
      },
      {
        submitted: { addresses: [addressIn('WA')] },
        evidence: registered({ state: 'OR' }, { state: 'WA', file_number: '2', jurisdiction: 'FOREIGN' }),
      },
    ],
  ],
  [
    'the registry has the name, and the tax authority the number under another',
    'tin',
    [{ evidence: { ...registered({ match: score(sameName) }), ...tin('mismatch') } }],
    [
      { evidence: { ...registered({ match: score(sameName - 0.01) }), ...tin('mismatch') } },
      { evidence: { ...registered({ match: score(1) }), ...tin('found') } },
      { evidence: tin('mismatch') },
    ],
  ],
  [
    'a company has the number of a person',
    'tin',
    [{ submitted: { name: 'Acme LLC' }, evidence: tin('person') }],
    [
      { submitted: { name: 'Ann Doe Gardening' }, evidence: tin('person') },
      { submitted: { name: 'Acme LLC' }, evidence: tin('found') },
    ],
  ],
  [
    'the registry names people, none of whom was submitted',
    'people',
    [
      { submitted: { people: [named('Ann Doe')] }, evidence: registered({ officers: [officer('BOB JONES')] }) },
      {
        submitted: { people: [named('Imaginary River Holdings')] },
        evidence: registered({ officers: [officer('IMAGINARY HOLDINGS, LLC')] }),
      },
    ],
    [
      { submitted: { people: [named('Ann Doe')] }, evidence: registered({ officers: [officer('BOB JONES'), officer('ANN DOE')] }) },
      {
        submitted: { people: [named('Ann Doe'), { ...named('Eve Roe'), id: source.id }] },
        evidence: registered({ officers: [officer('ANN DOE')] }),
      },
      { submitted: { people: [] }, evidence: registered({ officers: [officer('BOB JONES')] }) },
      { submitted: { people: [named('Ann Doe')] }, evidence: registered({ officers: [] }) },
      {
        submitted: { people: [named('Imaginary River Holdings')] },
        evidence: registered({ officers: [officer('IMAGINARY RIVER HOLDINGS, LLC')] }),
      },
    ],
  ],
  [
    'the website names somebody else',
    'website',
    [{ evidence: { website: site({ name_match: null }) } }],
    [
      { evidence: { website: site({ name_match: null, parked: true }) } },
      { evidence: { website: site({ name_match: null, status: 'offline' }) } },
      { evidence: { website: site() } },
    ],
  ],
  [
    'the website is at home in another state',
    'website',
    [{ submitted: { addresses: [addressIn('OR')] }, evidence: onSite('TX', 'NM') }],
    [
      { submitted: { addresses: [addressIn('OR')] }, evidence: onSite('TX', 'OR') },
      { submitted: { addresses: [addressIn('OR')] }, evidence: onSite(null) },
      { submitted: { addresses: [addressIn('OR')] }, evidence: onSite() },
      { submitted: { addresses: [] }, evidence: onSite('TX') },
      {
        submitted: { addresses: [addressIn('OR')] },
        evidence: { ...onSite('TX'), ...registered({ state: 'TX', jurisdiction: 'FOREIGN' }) },
      },
    ],
  ],
]
for (const [rule, about, holds, doesNot] of rows) {
  for (const [index, known] of filled(holds.entries()))
    test(`it is a contradiction where ${rule} (case ${index + 1})`, () => {
      assert.is(told(known, about).length, 1)
    })
  for (const [index, known] of filled(doesNot.entries()))
    test(`it is none where that is just not so: ${rule} (case ${index + 1})`, () => {
      assert.equal(told(known, about), [])
    })
}

test('the people that a registry names are told once each, five at most', () => {
  const names = ['A ONE', 'B TWO', 'C THREE', 'D FOUR', 'E FIVE', 'F SIX']
  const evidence = registered({ officers: [officer('A ONE'), ...names.map(officer)] })
  assert.equal(told({ submitted: { people: [named('Ann Doe')] }, evidence }, 'people'), [
    'Contradiction: the registry names A ONE, B TWO, C THREE, D FOUR and E FIVE, none of whom was submitted.',
  ])
})

const sourced = (id: string) => ({ ...source, id })
const first = sourced('0198c0de-0000-7000-8000-0000000000e1')
const second = sourced('0198c0de-0000-7000-8000-0000000000e2')
const third = sourced('0198c0de-0000-7000-8000-0000000000e3')
const citing: readonly (readonly [text: string, about: About, known: Known, cited: readonly (typeof source)[]])[] = [
  [
    'the submitted name claims a limited liability company, but WA 2 is registered as Corporation.',
    'registration',
    {
      submitted: { name: 'Acme LLC' },
      evidence: registered(
        { sources: [first] },
        { state: 'WA', file_number: '2', jurisdiction: 'FOREIGN', entity_type: 'CORPORATION', sources: [second] },
      ),
    },
    [second],
  ],
  [
    'registrations in OR and WA each claim to be the home state’s: a business has one.',
    'registration',
    {
      evidence: registered(
        { sources: [first] },
        { state: 'WA', file_number: '2', sources: [second] },
        { state: 'ID', file_number: '3', jurisdiction: 'FOREIGN', sources: [third] },
      ),
    },
    [first, second],
  ],
  [
    'active as OR 1, inactive as OR 2.',
    'registration',
    {
      evidence: registered(
        { sources: [first] },
        { status: 'inactive', file_number: '2', sources: [second] },
        { status: 'unknown', file_number: '3', sources: [third] },
      ),
    },
    [first, second],
  ],
  [
    'every submitted address lies in WA, but the business is registered in OR alone, and no registration has an address elsewhere.',
    'registration',
    {
      submitted: { addresses: [addressIn('WA'), { ...addressIn('WA'), id: person.id }] },
      evidence: registered(
        { sources: [first] },
        { file_number: '2', sources: [second] },
        { state: 'ID', file_number: '3', jurisdiction: 'FOREIGN', sources: [third] },
      ),
    },
    [first, second],
  ],
  [
    'the registry carries the submitted name, the tax authority has the number under another.',
    'tin',
    {
      evidence: {
        ...registered({ sources: [first] }, { file_number: '2', match: score(sameName - 0.01), sources: [second] }),
        tin: { ...tin('mismatch').tin, sources: [third] },
      },
    },
    [first, third],
  ],
  [
    'the registry names BOB JONES, none of whom was submitted.',
    'people',
    {
      submitted: { people: [named('Ann Doe')] },
      evidence: registered({ officers: [officer('BOB JONES')], sources: [first] }, { file_number: '2', officers: [], sources: [second] }),
    },
    [first],
  ],
  [
    'the website gives addresses in TX alone, where the business neither is registered nor has a submitted address.',
    'website',
    {
      submitted: { addresses: [addressIn('OR')] },
      evidence: { website: { ...onSite('TX', 'TX', null).website, sources: [first] } },
    },
    [source, first],
  ],
]
for (const [text, about, known, cited] of citing)
  test(`a contradiction cites what it rests on, and nothing else: ${text}`, () => {
    const [found, ...others] = contradictionsIn(verified(known), about)
    assert.is(found?.text, `Contradiction: ${text}`)
    assert.equal(
      found?.sources,
      cited.map(({ id }) => id),
    )
    assert.equal([others, found?.isVerdict], [[], true], 'no model words it otherwise')
  })

test('contradictions of one subject are told for it alone, and without any the step is skipped', async () => {
  const lookFor = (about: About | undefined, known: Known) =>
    outcomeOf({ ...businessVerification, steps: [reconcile(about)] }, 'reconcile', { business: verified(known) })
  const known = { evidence: { website: site({ name_match: null }) } }
  assert.equal((await lookFor('website', known)).said, ['Contradiction: the submitted website is online, but does not name the business.'])
  assert.is((await lookFor(undefined, known)).said.length, 1)
  assert.is((await lookFor('website', known)).resolution, undefined)
  assert.is((await lookFor('tin', known)).resolution, 'skip')
  assert.is((await lookFor(undefined, {})).resolution, 'skip')
})

test('nothing is told that no source shows', () => {
  const claimed = (sources: readonly (typeof source)[]) => {
    const evidence = registered({ entity_type: 'CORPORATION', sources: [...sources] })
    return told({ submitted: { name: 'Acme LLC' }, evidence }, 'registration').length
  }
  assert.equal([claimed([source]), claimed([])], [1, 0])
})

test.run()
