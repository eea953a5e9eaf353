// The tasks about the state of the submitted address, the standing at home, the further names, the number, the address and the kind of entity.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BusinessEvent } from '../../../src/events/business.ts'
import { registrySearch } from '../../../src/events/evidence-file.ts'
import { source } from '../businesses.ts'
import { address, assessment, elsewhere, formation, registration, type Scene, tasksOf } from '../evidence.ts'

const taskOf = (key: string, scene: Scene) => {
  const task = tasksOf(scene).find((each) => each.key === key)
  return task && { label: task.label, outcome: [task.status, task.sub_label], message: task.message, sources: task.sources }
}

const registry = (state?: string, more: object = {}) => ({
  ...source,
  id: randomUUID(),
  metadata: { data_set: `Registry of ${state ?? 'all'}`, version: '1', row: 'all', ...(state === undefined ? {} : { state }), ...more },
})
const searched = (...sources: (typeof source)[]) => ({
  searches: [{ id: randomUUID(), product: registrySearch, outcome: 'searched' as const, reason: null, record_ids: [], sources }],
})

const submittedStates: readonly (readonly [what: string, scene: Scene, outcome: readonly string[] | undefined, says?: RegExp])[] = [
  [
    'an active one',
    { evidence: { registrations: [registration()] } },
    ['success', 'Submitted Active'],
    /^Oregon: an active registration \(1\)\.$/,
  ],
  ['an inactive one', { evidence: { registrations: [registration({ status: 'inactive' })] } }, ['warning', 'Submitted Inactive']],
  ['one of unknown status', { evidence: { registrations: [registration({ status: 'unknown' })] } }, ['warning', 'Submitted Unknown']],
  [
    'an inactive and an active one',
    { evidence: { registrations: [registration({ status: 'inactive' }), registration()] } },
    ['success', 'Submitted Active'],
  ],
  [
    'one in another state alone',
    { evidence: { registrations: [registration({ state: 'WA' })], ...searched(registry('OR'), registry('WA')) } },
    ['failure', 'Submitted Not Registered'],
    /^Oregon: no registration\.$/,
  ],
  [
    'one in another state, where Oregon was not searched',
    { evidence: { registrations: [registration({ state: 'WA' })], ...searched(registry('WA')) } },
    ['neutral', 'Unknown'],
    /^Oregon: not searched\.$/,
  ],
  [
    'one in another state, where of Oregon only what was filed lately was searched',
    {
      evidence: {
        registrations: [registration({ state: 'WA' })],
        ...searched(registry('WA'), registry('OR', { coverage: 'lately filed' })),
      },
    },
    ['neutral', 'Unknown'],
    /^Oregon: no registration among what was filed lately, and nothing else of it was searched\.$/,
  ],
  ['none', { evidence: { registrations: [], ...searched(registry()) } }, ['failure', 'Submitted Not Registered']],
  [
    'an assumed business name alone',
    { evidence: { registrations: [registration({ name_type: 'dba' })], ...searched(registry()) } },
    ['failure', 'Submitted Not Registered'],
  ],
  [
    'one in the second of two states',
    {
      submitted: { addresses: [address, { ...elsewhere, state: 'WA' }] },
      evidence: { registrations: [registration({ state: 'WA', file_number: '7' })], ...searched(registry()) },
    },
    ['success', 'Submitted Active'],
    /^Oregon: no registration\. Washington: an active registration \(7\)\.$/,
  ],
  ['none, by events that do not say what was searched', { evidence: { registrations: [registration({ state: 'WA' })] } }, undefined],
]
for (const [what, scene, outcome, says] of submittedStates)
  test(`sos_match with ${what} is ${outcome?.join(': ') ?? 'left out'}`, () => {
    const task = taskOf('sos_match', scene)
    assert.equal(task?.outcome, outcome)
    if (says) assert.match(task?.message ?? '', says)
    if (task) assert.equal([task.label, task.sources.length > 0], ['SOS Filings', true])
  })

const standings: readonly (readonly [sub_status: string | null, outcome: readonly string[] | undefined])[] = [
  ['GOOD_STANDING', ['success', 'Good Standing']],
  ['EXISTS', ['success', 'Good Standing']],
  ['NONCOMPLIANT', ['failure', 'Not Good Standing']],
  ['DISSOLVED', ['failure', 'Not Good Standing']],
  [null, undefined],
]
for (const [sub_status, outcome] of standings)
  test(`the sub-status ${sub_status} at home is ${outcome?.join(': ') ?? 'no task'}`, () => {
    const task = taskOf('sos_domestic_sub_status', { evidence: { registrations: [registration({ sub_status })] } })
    assert.equal(task?.outcome, outcome)
    if (task) assert.equal([task.label, task.sources], ['SOS Domestic Sub‑status', [source]])
  })

test('the sub-status of a foreign registration says nothing about the home state', () => {
  const foreign = registration({ sub_status: 'GOOD_STANDING', jurisdiction: 'FOREIGN' })
  assert.is(taskOf('sos_domestic_sub_status', { evidence: { registrations: [foreign] } }), undefined)
})

test('of several registrations that say they are of the home state, the one that the formation rests on is judged', () => {
  const outcome = (...registrations: readonly Parameters<typeof registration>[0][]) => {
    const task = taskOf('sos_domestic', { evidence: { registrations: registrations.map((each) => registration(each)) } })
    return task && [...task.outcome, task.message]
  }
  const [former, other] = [
    { file_number: '0', status: 'inactive' },
    { file_number: '2', state: 'WA' },
  ] as const
  const active = 'Active: the registration 1 in its home state OR.'
  assert.equal(outcome(former, {}), ['success', 'Active', active], 'the youngest of one state')
  assert.equal(outcome({ file_number: '3', name_type: 'dba', status: 'inactive' }, {}), ['success', 'Active', active], 'no assumed name')
  assert.equal(outcome({ ...former, state: 'WA', formed_in: 'OR' }, {}), ['success', 'Active', active], 'none that was formed elsewhere')
  const unclear = '1 in OR and 2 in WA each say that they are of the home state; one of them at most is.'
  assert.equal(outcome({}, { ...other, status: 'inactive' }), ['warning', 'Unknown', `Of unknown status: ${unclear}`])
  assert.equal(outcome({}, other), ['success', 'Active', `Active: ${unclear}`])
  assert.is(outcome({ name_type: 'dba' }), undefined)
})

test('the standing in other states is told beside that at home, and only of what is active', () => {
  const outcome = (...elsewhere: readonly Parameters<typeof registration>[0][]) => {
    const all = elsewhere.map((each, n) => registration({ state: 'CO', jurisdiction: 'FOREIGN', file_number: `C${n}`, ...each }))
    const task = taskOf('sos_sub_status', { evidence: { registrations: [registration({ sub_status: 'GOOD_STANDING' }), ...all] } })
    return task && [...task.outcome, task.message]
  }
  const late = { sub_status: 'NONCOMPLIANT', status_details: 'Noncompliant' }
  assert.is(outcome(), undefined, 'the home record has a task of its own')
  assert.is(outcome({ status: 'inactive', sub_status: 'WITHDRAWN' }, { sub_status: null }, { ...late, name_type: 'dba' }), undefined)
  assert.equal(outcome({ sub_status: 'GOOD_STANDING' }), ['success', 'Good Standing', 'CO C0: GOOD_STANDING.'])
  assert.equal(outcome({ sub_status: 'GOOD_STANDING' }, late), ['warning', 'Not Good Standing', 'CO C1: Noncompliant.'])
})

test('the legal form that a name claims is compared with the kind of entity that is registered', () => {
  const outcome = (name: string, entity_type: 'LLC' | 'CORPORATION' | 'NON_PROFIT' | null) =>
    taskOf('name_and_entity_type', { submitted: { name }, evidence: { formation: formation({ entity_type }) } })?.outcome
  assert.equal(outcome('Acme Widgets LLC', 'LLC'), ['success', 'Match'])
  assert.equal(outcome('Acme Widgets Inc.', 'NON_PROFIT'), ['success', 'Match'])
  assert.equal(outcome('Acme Widgets LLC', 'CORPORATION'), ['warning', 'Mismatch'])
  assert.is(outcome('Acme Widgets', 'CORPORATION'), undefined)
  assert.is(outcome('Acme Widgets LLC', null), undefined)
  const scene = { submitted: { name: 'Acme LP' }, evidence: { formation: formation({ entity_type: 'LLC' }) } }
  assert.is(taskOf('name_and_entity_type', scene)?.message, 'The name claims a partnership; registered as LLC.')
})

const [tools, shop] = [randomUUID(), randomUUID()]
const named: BusinessEvent = {
  type: 'BusinessUpdated',
  data: {
    names: [
      { id: tools, name: 'Acme Tools', type: 'dba' },
      { id: shop, name: 'The Acme Shop', type: null },
    ],
  },
}
const compared = (name_id: string, kind: 'verified' | 'similar' | 'unverified') => ({
  name_id,
  kind,
  found_name: kind === 'unverified' ? null : 'ACME',
  explanation: kind === 'unverified' ? 'no registration carries it' : 'compared',
  sources: [source],
})
const dba = (...name_comparisons: ReturnType<typeof compared>[]) => taskOf('dba_name', { evidence: { name_comparisons }, acted: [named] })

test('each further name is judged, and the worst of them counts', () => {
  assert.equal(dba(compared(tools, 'verified'), compared(shop, 'verified'))?.outcome, ['success', 'Verified'])
  assert.equal(dba(compared(tools, 'verified'), compared(shop, 'similar'))?.outcome, ['warning', 'Similar Match'])
  const worst = dba(compared(tools, 'unverified'), compared(shop, 'similar'))
  assert.equal([worst?.label, worst?.outcome], ['DBA Name', ['failure', 'Unverified']])
  assert.is(
    worst?.message,
    '"Acme Tools": Unverified, no registration carries it. "The Acme Shop": Similar Match, "ACME" is on record: compared.',
  )
  const registered = { ...compared(shop, 'similar'), sources: [{ ...source, type: 'registration' }] }
  assert.is(dba(registered)?.message, '"The Acme Shop": Similar Match, "ACME" is registered: compared.')
})

test('where the registry of its place was not searched, nobody can say that no registration carries a further name', () => {
  const found = { ...compared(tools, 'unverified'), sources: [] }
  const unsearched = taskOf('dba_name', { evidence: { name_comparisons: [found], ...searched(registry('WA')) }, acted: [named] })
  assert.equal(unsearched?.outcome, ['neutral', 'Unknown'])
  assert.is(
    unsearched?.message,
    'Oregon was not searched: no data of its registry is loaded. "Acme Tools": Unverified, no registration carries it.',
  )
})

test('a further name that no record carries cites the registries that were searched', () => {
  const found = { ...compared(tools, 'unverified'), sources: [] }
  const cited = (...names: readonly ReturnType<typeof compared>[]) =>
    taskOf('dba_name', { evidence: { name_comparisons: names, ...searched(registry('OR')) }, acted: [named] })?.sources.map(
      ({ metadata }) => metadata.data_set,
    )
  assert.equal(cited(found), ['Registry of OR'])
  assert.equal(cited(found, compared(shop, 'verified')), ['a'])
})

test('without a further name, or before one is compared, there is no dba_name', () => {
  assert.is(dba(), undefined)
  assert.is(dba(compared(randomUUID(), 'verified')), undefined)
})

const issued: readonly (readonly [
  'found' | 'person' | 'mismatch' | 'not_found' | 'unknown' | 'unavailable',
  readonly string[] | undefined,
])[] = [
  ['found', ['success', 'Issued']],
  ['person', ['success', 'Issued']],
  ['mismatch', ['success', 'Issued']],
  ['not_found', ['failure', 'Not Issued']],
  ['unknown', undefined],
  ['unavailable', undefined],
]
for (const [outcome, expected] of issued)
  test(`a number whose check says ${outcome} is ${expected?.[1] ?? 'not said to be issued or not'}`, () => {
    const tin = { outcome, name: null, attempt: 1, sources: [source] }
    const scene = { products: ['tin'] as const, submitted: { tin: '123456789', tin_type: 'ein' as const }, evidence: { tin } }
    assert.equal(taskOf('tin_issued', scene)?.outcome, expected)
  })

test('a number that was verified by hand is issued; one found wrong by hand is not judged', () => {
  const by = (verified: boolean) =>
    taskOf('tin_issued', {
      products: ['tin'],
      evidence: { tin: { outcome: 'not_found', name: null, attempt: 1, sources: [source] } },
      acted: [{ type: 'TinVouched', data: { action_id: randomUUID(), verified, by: 'user' } }],
    })
  assert.equal([by(true)?.outcome, by(false)], [['success', 'Issued'], undefined])
})

for (const [count, outcome] of [
  [1, ['neutral', '1']],
  [10, ['neutral', '10']],
  [11, ['warning', '11']],
] as const)
  test(`${count} businesses at the address is ${outcome[0]}`, () => {
    assert.equal(taskOf('location_frequency', { evidence: { assessments: [assessment({ location_count: count })] } })?.outcome, outcome)
  })

test('the busiest of several addresses counts, and one that nothing is known of is left out', () => {
  const both = (one: number | null, other: number | null) =>
    taskOf('location_frequency', {
      submitted: { addresses: [address, elsewhere] },
      evidence: { assessments: [assessment({ location_count: one }), assessment({ address_id: elsewhere.id, location_count: other })] },
    })
  assert.equal(both(2, 12)?.outcome, ['warning', '12'])
  assert.is(both(2, 12)?.message, `${elsewhere.full_address}: 12 businesses. ${address.full_address}: 2 businesses.`)
  assert.equal(both(null, 1)?.message, `${elsewhere.full_address}: 1 business.`)
  assert.is(both(null, null), undefined)
})

const types: readonly (readonly [submitted: 'LLC' | 'CORPORATION' | null, found: 'LLC' | null, outcome: readonly string[] | undefined])[] =
  [
    ['LLC', 'LLC', ['success', 'Match']],
    ['CORPORATION', 'LLC', ['warning', 'Mismatch']],
    [null, 'LLC', undefined],
    ['LLC', null, undefined],
  ]
for (const [told, found, outcome] of types)
  test(`submitted as ${told} and registered as ${found} is ${outcome?.join(': ') ?? 'no task'}`, () => {
    const task = taskOf('entity_type_match', {
      submitted: { formation: { entity_type: told, formation_date: null, formation_state: null } },
      evidence: { formation: formation(found === null ? {} : { entity_type: found }) },
    })
    assert.equal(task?.outcome, outcome)
    if (task) assert.equal([task.label, task.sources], ['Entity Type Match', [source]])
  })

const lienSearch = (record_ids: string[]) => ({
  searches: [{ id: randomUUID(), product: 'liens', outcome: 'searched' as const, reason: null, record_ids, sources: [source] }],
})
test('liens that a monitor searched are judged without an order of the product', () => {
  assert.is(taskOf('liens', { evidence: {} }), undefined)
  assert.equal(taskOf('liens', { evidence: lienSearch([]) })?.outcome, ['success', 'None Found'])
})

const assessed = (valid: boolean) => {
  const email = { id: randomUUID(), email: 'a@acme.example', sources: [source] }
  const known = { domain: 'acme.example', takes_mail: true, address_type: 'private' as const }
  return { email_addresses: [email], email_assessments: [{ ...email, ...known, subject_id: address.id, valid }] }
}
test('e-mail addresses are judged with the verification; without any, only where the product was ordered', () => {
  assert.equal(taskOf('email_risk', { evidence: assessed(true) })?.outcome, ['success', 'Low'])
  assert.equal(taskOf('email_risk', { evidence: assessed(false) })?.outcome, ['failure', 'High'])
  const later = [{ id: randomUUID(), email: 'b@acme.example', sources: [source] }]
  assert.is(
    taskOf('email_risk', { evidence: { ...assessed(true), email_addresses: later } }),
    undefined,
    'an address that is not its own any more',
  )
  assert.equal(taskOf('email_risk', { products: ['email_risk'], evidence: { email_addresses: later } })?.outcome, ['neutral', 'Unknown'])
  assert.is(taskOf('email_risk', { evidence: { email_assessments: [] } }), undefined)
  assert.equal(taskOf('email_risk', { products: ['email_risk'], evidence: { email_assessments: [] } })?.outcome, ['neutral', 'No Email'])
})

test.run()
