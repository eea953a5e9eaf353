// What registrations and addresses tell of a business, as it goes on file.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business, Submitted } from '../../../src/commands/business-state.ts'
import { differences } from '../../../src/commands/findings.ts'
import { compareRegisteredName } from '../../../src/evidence/matching/registration-names.ts'
import { sameName } from '../../../src/evidence/matching/thresholds.ts'
import type { PostalAddress, RegistrationFinding, Source } from '../../../src/evidence/ports.ts'
import { subjectOf } from '../../../src/processes/findings/parts.ts'
import { agentPlaceOf, fromAddresses, fromRegistrations } from '../../../src/processes/findings/registrations.ts'
import { created } from '../../commands/businesses.ts'
import { address, elsewhere, person } from '../../commands/evidence.ts'
import { addressFinding, registrationFinding } from '../../evidence/findings.ts'

const row = (n: number) => ({
  id: `0198c0de-0000-7000-8000-00000000f00${n}`,
  type: 'test',
  metadata: { data_set: 'a', version: '1', row: String(n) },
})
const source = row(0)

const acme = (change: Partial<Submitted> = {}) =>
  [created({ addresses: [address], people: [person], ...change })].reduce(business.evolve, business.initial) as Business

const finding = (change: Partial<RegistrationFinding> = {}) =>
  registrationFinding({ registration_date: '2010-01-01', sources: [source], ...change })
const found = (...findings: readonly RegistrationFinding[]) => fromRegistrations(acme(), findings, [])

test('a person on a registration who was submitted keeps their id; anybody else has the same id wherever they stand', () => {
  const { people = [], registrations = [] } = found(
    finding({
      officers: [
        { name: 'DOE, ANN', titles: ['Manager'] },
        { name: 'ROE, BOB', titles: ['Clerk'] },
      ],
      sources: [row(1)],
    }),
    finding({
      file_number: '2',
      officers: [{ name: 'Ann Doe', titles: ['Manager', 'President'] }],
      registered_agent: { name: 'Bob Roe', address },
      sources: [row(2)],
    }),
  )
  assert.equal(
    people.map(({ name, titles, sources }) => [name, titles, sources.map(({ metadata }) => metadata.row)]),
    [
      ['DOE, ANN', ['Manager', 'President'], ['1', '2']],
      ['ROE, BOB', ['Clerk'], ['1']],
    ],
  )
  assert.is(people[0]?.id, person.id)
  assert.is.not(people[1]?.id, person.id)
  assert.equal(registrations[1]?.registered_agent, { id: people[1]?.id, name: 'Bob Roe', address: address.full_address })
})

test('a registration that no search finds again is compared with the new name of a renamed business, and given up where only the old name was its', () => {
  const verified = differences(acme().file, found(finding()), null).reduce(business.evolve, acme()) as Business
  const isNameOf = (name: string) => {
    const renamed = business.evolve(verified, { type: 'BusinessUpdated', data: { name } }) as Business
    const searched = differences(renamed.file, fromRegistrations(renamed, [], []), null).reduce(business.evolve, renamed) as Business
    return Object.values(searched.file.registrations).map(({ match }) => match.score >= sameName)
  }
  assert.equal([isNameOf('Acme Widgets LLC'), isNameOf('ACME WIDGETS'), isNameOf('Zanzibar Trombones LLC')], [[true], [true], []])
})

test('a business that is corrected to another company loses what the registration of the first one told', () => {
  const names = ({ file }: Business) => Object.values(file.registrations).map(({ name }) => name)
  const place = { ...elsewhere, labels: ['principal'] }
  const first = finding({ addresses: [place], officers: [{ name: 'ROE, BOB', titles: ['Manager'] }], sources: [row(1)] })
  const other = finding({ name: 'ZANZIBAR TROMBONES LLC', file_number: '2', registration_date: '2020-02-02', sources: [row(2)] })
  const searched = (held: Business, ...findings: readonly RegistrationFinding[]) =>
    differences(held.file, fromRegistrations(held, findings, []), null).reduce(business.evolve, held) as Business
  const updated = (held: Business, data: object) => business.evolve(held, { type: 'BusinessUpdated', data } as never) as Business
  const verified = searched(acme(), first)
  assert.equal(subjectOf(verified).registrations, [{ state: 'OR', file_number: '1' }])
  const corrected = updated(verified, { name: 'Zanzibar Trombones LLC' })
  const { registrations, officers, names: searchedNames, addresses } = subjectOf(corrected)
  assert.equal([registrations, officers, searchedNames, addresses.length], [[], undefined, ['Zanzibar Trombones LLC'], 1])
  const again = searched(corrected, other)
  const { file } = again
  assert.equal(names(again), ['ZANZIBAR TROMBONES LLC'])
  assert.equal([Object.keys(file.people), Object.keys(file.addresses), file.formation?.formation_date], [[], [], '2020-02-02'])
  assert.equal(
    Object.values(file.names).map(({ name }) => name),
    ['ZANZIBAR TROMBONES LLC'],
  )
  assert.equal(names(searched(updated(again, { name: 'Acme Widgets LLC' }), first)), ['ACME WIDGETS LLC'], 'and back again')

  const kept = { ...address, address_line1: '9 Else Rd', full_address: '9 Else Rd, Bend, OR 97701', labels: ['principal'] }
  const two = searched(acme(), first, finding({ name: 'ZANZIBAR TROMBONES LLC', file_number: '2', addresses: [kept], sources: [row(2)] }))
  const half = updated(two, { name: 'Zanzibar Trombones LLC' })
  const subject = subjectOf(half)
  const at = subject.addresses.findIndex(({ full_address }) => full_address === kept.full_address)
  const { assessments = [] } = fromAddresses(half, subject, [addressFinding({ index: at })], [])
  assert.is(half.file.addresses[assessments[0]?.address_id ?? '']?.full_address, kept.full_address, 'an address is assessed as itself')

  const far = {
    ...elsewhere,
    full_address: '9 Far Rd, Reno, NV 89501',
    address_line1: '9 Far Rd',
    city: 'Reno',
    state: 'NV',
    postal_code: '89501',
  }
  const away = searched(updated(verified, { name: 'Zanzibar Trombones LLC', addresses: [far] }))
  assert.equal([names(away), away.file.formation?.formation_date], [[], null], 'nothing is known of the other one')

  const there = updated(verified, { name: 'Zanzibar Trombones LLC', addresses: [elsewhere] })
  assert.equal(names(searched(there)), ['ACME WIDGETS LLC'], 'the place is the same: it may not be renamed in the registry yet')
  assert.equal(names(searched(there, other)), ['ZANZIBAR TROMBONES LLC'], 'one with the name goes before it')
  const renamed = finding({ name: 'ZENITH LLC', sources: [row(3)] })
  assert.equal(names(searched(searched(verified, renamed))), ['ZENITH LLC'], 'a company that the registry renames stays')
})

const officers: readonly (readonly [officer: string, isFound: boolean])[] = [
  ['IMAGINARY HOLDINGS, L.L.C.', true],
  ['IMAGINARY HOLDINGS INC', false],
  ['IMAGINARY HOLDING PARTNERS LLC', false],
]
for (const [officer, isFound] of officers)
  test(`the submitted company Imaginary Holdings LLC is ${isFound ? '' : 'not '}the officer ${officer}`, () => {
    const company = { ...person, name: 'Imaginary Holdings LLC' }
    const on = finding({ officers: [{ name: officer, titles: ['MANAGER'] }] })
    const { people = [] } = fromRegistrations(acme({ people: [company] }), [on], [])
    assert.is(people[0]?.id === company.id, isFound)
  })

test('a submitted person who stands on a registration as its agent alone is found in that role; another agent is nobody of the business', () => {
  const agent = (name: string) => found(finding({ registered_agent: { name, address: null } })).people ?? []
  assert.equal(
    agent('DOE, ANN').map(({ id, titles }) => [id, titles]),
    [[person.id, ['REGISTERED AGENT']]],
  )
  assert.equal(agent('IMAGINARY REGISTERED AGENTS, INC.'), [])
})

test('the same registration, name and address found again have the same ids, and what was submitted is not found anew', () => {
  const labels = ['principal']
  const at = finding({
    addresses: [
      { ...address, labels },
      { ...elsewhere, labels },
    ],
  })
  const [one, two] = [found(at), found(at, { ...at, name: 'Acme Widgets, L.L.C.', file_number: '2' })]
  assert.equal(
    one.addresses?.map(({ full_address, labels }) => [full_address, labels]),
    [[elsewhere.full_address, labels]],
  )
  assert.is(two.addresses?.length, 1)
  assert.equal([two.names?.length, two.names?.[0]?.id], [1, one.names?.[0]?.id])
  assert.equal([two.registrations?.[0]?.id, two.registrations?.[1]?.id === one.registrations?.[0]?.id], [one.registrations?.[0]?.id, false])
})

const formations: readonly (readonly [
  what: string,
  findings: readonly RegistrationFinding[],
  formed: readonly [date: string | null, state: string | null],
])[] = [
  [
    'the home state says',
    [finding({ registration_date: '2015-01-01' }), finding({ jurisdiction: 'FOREIGN', state: 'WA' })],
    ['2015-01-01', 'OR'],
  ],
  [
    'lacking it nobody says when or where',
    [finding({ jurisdiction: 'FOREIGN', state: 'WA' }), finding({ jurisdiction: 'FOREIGN', registration_date: '2009-01-01' })],
    [null, null],
  ],
  ['a registry that does not tell its kind says nothing', [finding({ jurisdiction: 'UNKNOWN' })], [null, null]],
  ['a domestic record that names another state says nothing', [finding({ formed_in: 'DE' })], [null, null]],
  ['a domestic record that names its own state says', [finding({ formed_in: 'OR' })], ['2010-01-01', 'OR']],
  [
    'a trade name says nothing beside a legal one',
    [finding({ name_type: 'dba', registration_date: '2001-01-01' }), finding()],
    ['2010-01-01', 'OR'],
  ],
  [
    'two states that both say they are its home say nothing',
    [finding(), finding({ state: 'WA', registration_date: '2001-01-01' })],
    [null, null],
  ],
  [
    'the active record of the home state goes before an older one that is not',
    [finding({ file_number: '2', status: 'inactive', registration_date: '2001-01-01' }), finding()],
    ['2010-01-01', 'OR'],
  ],
]
for (const [what, findings, [date, state]] of formations)
  test(`of a formation ${what}`, () => {
    const { formation } = found(...findings)
    assert.equal([formation?.formation_date, formation?.formation_state, formation?.entity_type], [date, state, 'LLC'])
  })

test('a trade name alone is no entity: nothing of a formation goes on file', () => {
  assert.is(found(finding({ name_type: 'dba', jurisdiction: 'UNKNOWN', entity_type: 'ASSUMED BUSINESS NAME' })).formation, undefined)
})

test('the registries that were searched are on file; where they hold no registration, no formation is', () => {
  const { formation, searches } = fromRegistrations(acme(), [], [source])
  assert.equal([formation, searches?.map(({ outcome, sources }) => [outcome, sources])], [undefined, [['searched', [source]]]])
  assert.is(found(finding()).searches, undefined)
  const { searches: beside } = fromRegistrations(acme(), [finding()], [source])
  assert.equal(
    beside?.map(({ outcome, sources }) => [outcome, sources]),
    [['searched', [source]]],
  )
})

const inVersion = (version: string, type = 'or_sos') => ({ ...row(1), type, metadata: { data_set: 'Oregon', version, row: '1' } })
/** What a later look at the registry says of a registration on file in version 1. */
const later = (
  findings: readonly RegistrationFinding[],
  registries: readonly Source[] = [{ ...inVersion('2'), metadata: { data_set: 'Oregon', version: '2', row: 'all' } }],
  first = finding({ sources: [inVersion('1')] }),
) => {
  const before = acme()
  const evidence = fromRegistrations(before, [first], [{ ...inVersion('1'), metadata: { data_set: 'Oregon', version: '1', row: 'all' } }])
  const held = differences(before.file, evidence, null).reduce(business.evolve, before) as Business
  const again = fromRegistrations(held, findings, registries)
  return { ...again, types: differences(held.file, again, null).map(({ type }) => type) }
}

test('a registration that the newer version of its registry lacks is of unknown status, with both versions', () => {
  const { registrations = [], types, formation } = later([])
  assert.equal(
    registrations.map(({ status, status_details, vanished }) => [status, status_details, vanished]),
    [['unknown', 'No longer in Oregon, version 2; last seen in version 1', { last_version: '1', missing_from: '2' }]],
  )
  assert.ok(types.includes('RegistrationChanged'))
  assert.is(formation?.formation_date, null)
})

test('a registration whose registry was not searched, or is the version on file, stays as it is', () => {
  assert.equal(
    [later([], []).registrations, later([], [inVersion('1')]).registrations, later([], [inVersion('2', 'fl_sunbiz')]).registrations],
    [[], [], []],
  )
})

test('a list of the lately filed never turns an earlier registration into an unknown one, and what it told stands', () => {
  const partial = { ...inVersion('2'), metadata: { data_set: 'Oregon', version: '2', row: 'all', coverage: 'lately filed' } }
  const whole = { ...inVersion('2'), metadata: { data_set: 'Oregon', version: '2', row: 'all' } }
  const name = 'ACME WIDGETS OF OREGON LLC'
  const { score, explanation } = compareRegisteredName('Acme Widgets LLC', name)
  const named = finding({
    name,
    match: { score, explanation },
    addresses: [{ ...elsewhere, labels: ['principal'] }],
    officers: [{ name: 'DOE, ANN', titles: ['Manager'] }],
    sources: [inVersion('1')],
  })
  assert.equal(later([], [partial], named).registrations, [])
  assert.equal(later([], [partial], named).types, [])
  const gone = later([], [whole], named)
  assert.is(gone.registrations?.[0]?.status, 'unknown')
  assert.ok(
    ['NameGone', 'PersonGone', 'AddressGone'].every((type) => gone.types.some((each) => each === type)),
    gone.types.join(),
  )
  const anew = later([finding({ file_number: '2', sources: [inVersion('2')] })], [partial], named)
  assert.equal([anew.formation?.formation_date, anew.types.filter((type) => type.endsWith('Gone'))], ['2010-01-01', []])
})

test('the same file number under another name, agent or status is the same registration, and says what changed between which versions', () => {
  const { registrations = [], types } = later([finding({ name: 'MOSS BAKERY INC', status: 'inactive', sources: [inVersion('2')] })])
  assert.equal(
    registrations.map(({ changed }) => changed),
    [{ fields: ['name', 'status'], last_version: '1', since_version: '2', name_before: 'ACME WIDGETS LLC' }],
  )
  assert.ok(types.includes('RegistrationChanged') && !types.includes('RegistrationFound'))
})

test('a newer version that says the same changes nothing', () => {
  const { registrations = [], types } = later([finding({ sources: [inVersion('2')] })])
  assert.equal([registrations[0]?.changed, types], [undefined, []])
})

const nameId = '0198c0de-0000-7000-8000-0000000000e1'
const alsoCalled = (name: string, ...findings: readonly RegistrationFinding[]) => {
  const named = [{ type: 'BusinessUpdated' as const, data: { names: [{ id: nameId, name, type: 'dba' as const }] } }]
  const { name_comparisons = [] } = fromRegistrations(named.reduce(business.evolve, acme()) as Business, findings, [])
  return name_comparisons.map(({ kind, found_name, sources }) => [kind, found_name, sources.map(({ type }) => type)])
}

const furtherNames: readonly (readonly [what: string, findings: readonly RegistrationFinding[], kind: string, name: string | null])[] = [
  ['the same name', [finding(), finding({ name: 'ACME TOOLS', name_type: 'dba', file_number: '2' })], 'verified', 'ACME TOOLS'],
  ['a name with a typing error', [finding({ name: 'ACME TOOLES' })], 'similar', 'ACME TOOLES'],
  ['the same name, but only possibly its own', [finding({ name: 'ACME TOOLS', possible: 'nothing else agrees' })], 'similar', 'ACME TOOLS'],
  [
    'the same name, and possibly another',
    [finding({ name: 'ACME TOOLS', possible: 'no' }), finding({ name: 'ACME TOOLS' })],
    'verified',
    'ACME TOOLS',
  ],
  ['another name', [finding({ name: 'ZENITH ROOFING LLC' })], 'unverified', null],
  ['no registration', [], 'unverified', null],
]
for (const [what, findings, kind, name] of furtherNames)
  test(`a further name beside ${what} is ${kind}`, () => {
    assert.equal(alsoCalled('Acme Tools', ...findings), [[kind, name, name === null ? [] : ['registration']]])
  })

test('a further name that only a possible match carries cites the id of that match', () => {
  const named = [{ type: 'BusinessUpdated' as const, data: { names: [{ id: nameId, name: 'Acme Tools', type: 'dba' as const }] } }]
  const findings = [finding({ name: 'ACME TOOLS', possible: 'nothing else agrees' })]
  const { name_comparisons, possible_matches } = fromRegistrations(named.reduce(business.evolve, acme()) as Business, findings, [])
  const [match] = possible_matches ?? []
  assert.ok(match?.id)
  assert.is(name_comparisons?.[0]?.sources[0]?.id, match.id)
  assert.is(name_comparisons?.[0]?.sources[0]?.metadata.file_number, match.file_number)
})

/** So many degrees of latitude north of it, where a degree is 69 miles. */
const north = (degrees: number) => ({ ...elsewhere, latitude: 45 + degrees, longitude: -122 })
const lines = (full_address: string, address_line1: string, address_line2: string | null = null) => ({
  ...address,
  full_address,
  address_line1,
  address_line2,
})
const comparisons: readonly (readonly [what: string, held: readonly PostalAddress[], kind: string, explanation: string])[] = [
  ['the same one', [north(0), lines('1 Main Street, Portland, OR 97201', '1 Main Street')], 'verified', 'the same address'],
  ['one within 0.2 miles', [north(0.0028)], 'approximate', '2 Side St, Portland, OR 97201 lies 0.19 miles away'],
  ['one beyond 0.2 miles', [north(0.003)], 'unverified', 'no registration or record carries this address or a similar one'],
  [
    'a near one and a like one',
    [lines('1 Main Ave, Portland, OR 97201', '1 Main Ave'), north(0.001)],
    'approximate',
    '2 Side St, Portland, OR 97201 lies 0.07 miles away',
  ],
  ['a like one', [lines('1 Main Ave, Portland, OR 97201', '1 Main Ave')], 'similar', 'street type differs: St vs Ave'],
  [
    'a like one that is near',
    [{ ...lines('1 Main Ave, Portland, OR 97201', '1 Main Ave'), latitude: 45.001, longitude: -122 }],
    'approximate',
    '1 Main Ave, Portland, OR 97201 lies 0.07 miles away',
  ],
  [
    'the same one with its place',
    [{ ...lines('1 Main Street, Portland, OR 97201', '1 Main Street'), latitude: 45, longitude: -122 }],
    'verified',
    'the same address',
  ],
  ['one with a unit', [lines('1 Main St, Ste 4, Portland, OR 97201', '1 Main St', 'Ste 4')], 'incomplete', 'unit 4 not given'],
  ['another one', [elsewhere], 'unverified', 'no registration or record carries this address or a similar one'],
  ['none', [], 'unverified', 'no registration or record carries an address'],
]
for (const [what, held, kind, explanation] of comparisons)
  test(`a submitted address beside ${what} is ${kind}`, () => {
    const { assessments } = fromAddresses(
      acme(),
      subjectOf(acme()),
      [addressFinding({ latitude: 45, longitude: -122 })],
      held.map((each, at) => ({ address: each, sources: [row(at)] })),
    )
    const [only] = assessments ?? []
    assert.equal([only?.address_id, only?.comparison?.kind, only?.comparison?.explanation], [address.id, kind, explanation])
    assert.is(only?.sources.length, kind === 'unverified' ? 0 : 1)
  })

test('an address that the own registration has for its agent alone is a registered agent’s', () => {
  const agentAt = (labels: readonly string[] | null, registered_agent: RegistrationFinding['registered_agent']) => {
    const own = finding({ addresses: labels ? [{ ...address, labels: [...labels] }] : [], registered_agent, sources: [row(1)] })
    const [only] = fromAddresses(acme(), subjectOf(acme()), [addressFinding({})], [], agentPlaceOf(acme(), own)).assessments ?? []
    return only?.registered_agent_name
  }
  const agent = { name: 'Agents Inc', address }
  assert.is(agentAt(['registered_agent'], agent), 'Agents Inc')
  assert.is(agentAt(null, agent), 'Agents Inc')
  assert.is(agentAt(['registered_agent', 'principal'], agent), null)
  assert.is(agentAt(['principal'], { ...agent, address: elsewhere }), null)
  assert.is(agentAt(['principal'], null), null)
})

test('a submitted place without a street lacks it, and is near no address', () => {
  const place = { ...address, full_address: 'Portland, OR 97201', address_line1: null }
  const of = acme({ addresses: [place] })
  const comparisonWith = (held: PostalAddress) =>
    fromAddresses(of, subjectOf(of), [addressFinding({ latitude: 45, longitude: -122 })], [{ address: held, sources: [] }]).assessments?.[0]
      ?.comparison
  for (const held of [north(0), { ...place, latitude: 45, longitude: -122 }])
    assert.equal([comparisonWith(held)?.kind, comparisonWith(held)?.explanation], ['incomplete', 'the street is not given'])
  const salem = { ...place, full_address: '2 Side St, Salem, OR 97301', address_line1: '2 Side St', city: 'Salem', postal_code: '97301' }
  assert.is(comparisonWith(salem)?.kind, 'unverified')
})

test('an address of which only half a place is known, or none, is near no other', () => {
  const kinds = [
    [45, -122],
    [45, null],
    [null, -122],
    [null, null],
  ].map(([latitude = null, longitude = null]) => {
    const finding = addressFinding({ latitude, longitude })
    return fromAddresses(acme(), subjectOf(acme()), [finding], [{ address: north(0.0028), sources: [] }]).assessments?.[0]?.comparison?.kind
  })
  assert.equal(kinds, ['approximate', 'unverified', 'unverified', 'unverified'])
})

test('the middle of a ZIP code’s area is near no address, and still its place', () => {
  const finding = addressFinding({ latitude: 45, longitude: -122, rough: true })
  const [only] = fromAddresses(acme(), subjectOf(acme()), [finding], [{ address: north(0.0028), sources: [] }]).assessments ?? []
  assert.equal([only?.comparison?.kind, only?.latitude, only && 'rough' in only], ['unverified', 45, false])
})

test('an address that evidence told is assessed and not compared with itself', () => {
  const known = [...(found(finding({ addresses: [{ ...elsewhere, labels: [] }] })).addresses ?? [])]
  const at = {
    type: 'AddressFound' as const,
    data: { order_id: null, address: known.map(({ sources: _, ...each }) => each)[0]!, sources: [source] },
  }
  const state = business.evolve(acme(), at) as Business
  const { assessments } = fromAddresses(
    state,
    subjectOf(state),
    [addressFinding({ index: 1 }), addressFinding({ index: 2 })],
    [{ address: elsewhere, sources: [] }],
  )
  assert.equal(
    assessments?.map(({ address_id, comparison }) => [address_id, comparison]),
    [[known[0]?.id, null]],
  )
})

test.run()
