// Owners whom published data names and what the record of a legal entity identifier says, as they go on file.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business } from '../../../src/commands/business-state.ts'
import type { OwnershipParty } from '../../../src/events/ownership.ts'
import type {
  ControllerFinding,
  EvidenceSource,
  LegalEntityFinding,
  LegalParent,
  RegistrationFinding,
} from '../../../src/evidence/ports.ts'
import { formationByLei, fromLegalEntity } from '../../../src/processes/findings/lei.ts'
import { companiesOf, companyNumber, interestOf, ownersFound } from '../../../src/processes/findings/owners.ts'
import { subjectOf } from '../../../src/processes/findings/parts.ts'
import { businessId } from '../../commands/businesses.ts'
import { address, elsewhere, person } from '../../commands/evidence.ts'
import { legalEntityFinding, registrationFinding } from '../../evidence/findings.ts'
import { acme } from './acme.ts'

const { signal } = new AbortController()
const row = (name: string, metadata: object = {}) => ({
  id: '0198c0de-0000-7000-8000-0000000000cc',
  type: 'gleif',
  metadata: { data_set: 'gleif', version: '1', row: name, ...metadata },
})

const parent = (lei: string, percentage: number | null = null): LegalParent => ({
  lei,
  name: `Holding ${lei}`,
  country: 'DE',
  percentage,
  since: '2020-01-31',
  sources: [row(lei)],
})

const entity = (change: Partial<LegalEntityFinding> = {}): LegalEntityFinding =>
  legalEntityFinding({ sources: [row('L1'), row('L1 parents')], ...change })

const controller = (change: Partial<ControllerFinding> = {}): ControllerFinding => ({
  key: 'k1',
  type: 'person',
  name: 'Ben Jones',
  born: '1970-05',
  country: 'England',
  registration_number: null,
  natures: ['ownership-of-shares-25-to-50-percent'],
  since: '2020-01-31',
  sources: [row('k1')],
  ...change,
})

type Found = {
  readonly entity?: LegalEntityFinding | null
  readonly registrations?: readonly RegistrationFinding[]
  readonly controllers?: { readonly [number: string]: readonly ControllerFinding[] }
}

const owners = async (of: Business, { entity: found = null, registrations = [], controllers = {} }: Found) => {
  const asked: string[] = []
  const source: Pick<EvidenceSource, 'legalEntity' | 'registrations' | 'controllers'> = {
    legalEntity: async () => found,
    registrations: async () => registrations,
    controllers: async (number) => {
      asked.push(number)
      return controllers[number] ?? []
    },
  }
  // Nothing else of a source is asked.
  const evidence = await ownersFound(of, { subject: subjectOf(of), source: source as EvidenceSource, signal })
  return { asked, evidence, found: evidence.found_owners ?? [] }
}

test('the parents of a legal entity own it, with the share where it is told, and one parent is named once', async () => {
  const { found } = await owners(acme(), { entity: entity({ direct_parent: parent('P1', 75.5), ultimate_parent: parent('P2') }) })
  const told = {
    type: 'business',
    born: null,
    country: 'DE',
    registration_number: null,
    since: '2020-01-31',
    is_complete: false,
    owned_id: businessId,
  }
  assert.equal(
    found.map(({ id, party_id, ...rest }) => ({ ...rest, isOwnParty: party_id === id })),
    [
      {
        ...told,
        name: 'Holding P1',
        lei: 'P1',
        relation: 'direct_parent',
        interests: [{ kind: 'ownership', from: 75.5, to: 75.5 }],
        sources: [row('P1')],
        isOwnParty: true,
      },
      {
        ...told,
        name: 'Holding P2',
        lei: 'P2',
        relation: 'ultimate_parent',
        interests: [{ kind: 'other_control', from: null, to: null }],
        sources: [row('P2')],
        isOwnParty: true,
      },
    ] as never,
  )
  const same = await owners(acme(), { entity: entity({ direct_parent: parent('P1'), ultimate_parent: parent('P1') }) })
  assert.equal(
    same.found.map(({ relation }) => relation),
    ['direct_parent'],
  )
  const top = await owners(acme(), { entity: entity({ ultimate_parent: parent('P1') }) })
  assert.equal(
    top.found.map(({ relation }) => relation),
    ['ultimate_parent'],
  )
})

test('a record that is only possible proves no owner, and its number is not looked up', async () => {
  const possible = entity({ possible: 'another name', direct_parent: parent('P1') })
  const { found, asked, evidence } = await owners(acme(), { entity: possible })
  assert.equal([found, asked, evidence], [[], [], {}])
})

test('officers with the title of an owner own the company, and a submitted person keeps their id', async () => {
  const titles = ['Manager', 'managing member', 'President', 'Membership clerk', 'Sole proprietor', 'Partner']
  const officers = titles.map((title, index) => ({
    name: index === 5 ? 'PARTNER HOLDINGS LLC' : `Person ${'ABCDEF'[index]}`,
    titles: [title],
  }))
  const registration = registrationFinding({
    officers: [{ name: 'DOE, ANN', titles: ['Clerk', 'Owner'] }, ...officers],
    sources: [row('1')],
  })
  const possible = registrationFinding({ officers: [{ name: 'Zoe Roe', titles: ['Owner'] }], possible: 'only alike' })
  const { found } = await owners(acme(), { registrations: [registration, possible] })
  assert.equal(
    found.map(({ name, type, relation, interests }) => [name, type, relation, interests]),
    [
      ['DOE, ANN', 'person', 'registration', [{ kind: 'ownership', from: null, to: null }]],
      ['Person B', 'person', 'registration', [{ kind: 'ownership', from: null, to: null }]],
      ['Person E', 'person', 'registration', [{ kind: 'ownership', from: null, to: null }]],
      ['PARTNER HOLDINGS LLC', 'business', 'registration', [{ kind: 'ownership', from: null, to: null }]],
    ],
  )
  const [ann, other, , firm] = found
  assert.is(ann?.party_id, person.id)
  assert.is.not(other?.party_id, person.id)
  assert.is(firm?.party_id, firm?.id)
})

const holding: OwnershipParty = {
  id: '0198c0de-0000-7000-8000-0000000000f1',
  type: 'business',
  name: 'Holding Ltd',
  date_of_birth: null,
  country: 'GB',
  lei: null,
  registration_number: ' ni77 ',
}
const withOwner = (change: Partial<OwnershipParty> = {}) => ({ ownership: { parties: [{ ...holding, ...change }], interests: [] } })

test('controllers are looked up for the business and for British companies above it', async () => {
  const controllers = {
    '01234567': [controller()],
    '0000NI77': [controller({ name: null, born: null, natures: ['significant-influence-or-control'] })],
  }
  const { found, asked } = await owners(acme(withOwner()), { entity: entity(), controllers })
  assert.equal(asked, ['01234567', '0000NI77'])
  assert.equal(
    found.map(({ owned_id, name, relation, born, interests, is_complete, lei }) => [
      owned_id,
      name,
      relation,
      born,
      interests[0]?.kind,
      is_complete,
      lei,
    ]),
    [
      [businessId, 'Ben Jones', 'control_register', '1970-05', 'ownership', true, null],
      [holding.id, null, 'control_register', null, 'other_control', true, null],
    ],
  )
  assert.is(found[1]?.party_id, found[1]?.id)
  assert.is.not(found[0]?.party_id, found[0]?.id, 'a person is a party beyond this record')
})

const companies: readonly (readonly [what: string, change: Partial<OwnershipParty>, isOne: boolean])[] = [
  ['a British company with a number', {}, true],
  ['a company of another country', { country: 'DE' }, false],
  ['a person', { type: 'person' }, false],
  ['a company without a number', { registration_number: null }, false],
]
for (const [what, change, isOne] of companies)
  test(`${what} is ${isOne ? '' : 'not '}looked up in the register of control`, () => {
    assert.equal(companiesOf(acme(withOwner(change))), isOne ? [{ id: holding.id, number: '0000NI77' }] : [])
  })

for (const [authority, number, isOne] of [
  ['RA000585', '7', true],
  ['RA000586', '7', true],
  ['RA000587', '7', true],
  ['RA000602', '7', false],
  [null, '7', false],
  ['RA000585', null, false],
] as const)
  test(`a record of the authority ${authority} with the number ${number} ${isOne ? 'is' : 'is not'} one of Companies House`, () => {
    const record = (change: Partial<LegalEntityFinding> = {}) =>
      companiesOf(acme({}, fromLegalEntity(acme(), entity({ authority, number, ...change }), [row('all')])))
    assert.equal(record(), isOne ? [{ id: businessId, number: '00000007' }] : [])
    assert.equal(record({ possible: 'another name' }), [])
  })

test('without owners nothing is told, unless some were known before', async () => {
  assert.equal((await owners(acme(), {})).evidence, {})
  const known = await owners(acme(), { entity: entity({ direct_parent: parent('P1') }) })
  assert.equal((await owners(acme({}, known.evidence), {})).evidence, { found_owners: [] })
})

test('a number has eight signs, and a nature tells its kind and its band', () => {
  assert.equal([companyNumber(' sc123456 '), companyNumber('12')], ['SC123456', '00000012'])
  assert.equal(
    [
      'voting-rights-75-to-100-percent',
      'right-to-appoint-and-remove-directors',
      'right-to-share-surplus-assets-more-than-25-percent',
      'ownership-of-shares',
    ].map(interestOf),
    [
      { kind: 'voting_rights', from: 75, to: 100 },
      { kind: 'appoints_management', from: null, to: null },
      { kind: 'ownership', from: 25, to: 100 },
      { kind: 'ownership', from: null, to: null },
    ],
  )
})

const all = row('all')
const fromLei = (of: Business, found: LegalEntityFinding | null, data = [all]) => fromLegalEntity(of, found, data)

test('the record of an identifier that a former name found leaves the file, unless a place ties it or the identifier was submitted', () => {
  const found = entity({ name: 'ACME WIDGETS LLC', addresses: [{ ...address, labels: ['legal'] }] })
  const renamed = (change: object, of = acme({ addresses: [address] }, fromLei(acme(), found))) =>
    business.evolve(of, { type: 'BusinessUpdated', data: { name: 'Zanzibar Trombones Inc', ...change } } as never) as Business
  const kept = (of: Business) => [subjectOf(of).found_lei !== undefined, fromLei(of, null).lei_records?.length]
  assert.equal(kept(renamed({})), [true, 1], 'at its place')
  assert.equal(kept(renamed({ addresses: [elsewhere] })), [false, 0])
  assert.equal(kept(renamed({ addresses: [elsewhere], lei: found.lei })), [true, 1])
})

test('the record of an identifier goes on file with its addresses, its names and its parents', () => {
  const { sources: _, ...told } = parent('P1', 60)
  const given = entity({
    possible: 'another name',
    other_names: [{ name: 'ACME', type: 'TRADING_OR_OPERATING_NAME' }],
    addresses: [{ ...address, labels: ['legal'] }],
    direct_parent: parent('P1', 60),
    head_office: parent('P1', 60),
  })
  const [record] = fromLei(acme(), given).lei_records ?? []
  const { matched_name: __, ...rest } = given
  const { id: ___, ...parts } = address
  assert.equal(
    { ...record, id: '' },
    { ...rest, id: '', addresses: [{ ...parts, labels: ['legal'] }], direct_parent: told, head_office: told },
  )
  assert.is(fromLei(acme(), entity()).lei_records?.[0]?.possible, null)
})

test('a search is noted for a submitted identifier alone, and nothing is known where no identifiers are loaded', () => {
  const submitted = acme({ lei: 'L1' })
  const [search] = fromLei(submitted, entity()).searches ?? []
  assert.equal([search?.product, search?.outcome, search?.record_ids.length], ['lei', 'searched', 1])
  assert.is(fromLei(acme(), entity()).searches, undefined)
  const parents = row('all', { kind: 'gleif_rr' })
  assert.equal(Object.keys(fromLei(acme(), null, [parents])), [])
  assert.equal(fromLei(submitted, null, [parents]).searches?.[0]?.reason, 'no data of legal entity identifiers is loaded')
  assert.equal(fromLei(acme(), null, []), {})
  assert.equal(fromLei(acme(), null, [parents, all]), { lei_records: [] })
})

test('a record tells which of its fields changed since which version, and keeps that until they change again', () => {
  const next = (change: Partial<LegalEntityFinding>, version = '2') => entity({ ...change, sources: [row('L1', { version })] })
  const held = acme({}, fromLei(acme(), entity({ direct_parent: parent('P1'), addresses: [{ ...address, labels: ['legal'] }] })))
  const same = { direct_parent: parent('P1'), addresses: [{ ...address, labels: ['legal'] }] }
  const changedBy = (change: Partial<LegalEntityFinding>, of = held) => fromLei(of, next({ ...same, ...change })).lei_records?.[0]?.changed
  const versions = { last_version: '1', since_version: '2' }
  assert.is(changedBy({ category: 'FUND' }), undefined)
  for (const [change, field] of [
    [{ name: 'ACME TOOLS LTD' }, 'name'],
    [{ status: 'inactive' }, 'status'],
    [{ registration_status: 'LAPSED' }, 'registration status'],
    [{ direct_parent: parent('P1', 75) }, 'direct parent'],
    [{ ultimate_parent: parent('P2') }, 'ultimate parent'],
    [{ head_office: parent('P2') }, 'head office'],
    [{ number: '7654321' }, 'number in the register'],
    [{ authority: 'RA000586' }, 'number in the register'],
    [{ addresses: [] }, 'addresses'],
  ] as const)
    assert.equal(changedBy(change), { fields: [field], ...versions })
  const lapsed = acme({}, fromLei(held, next({ ...same, registration_status: 'LAPSED' })))
  assert.equal(fromLei(lapsed, next({ ...same, registration_status: 'LAPSED' }, '3')).lei_records?.[0]?.changed, {
    fields: ['registration status'],
    ...versions,
  })
  const back = fromLei(lapsed, next(same, '3')).lei_records?.[0]
  assert.equal(back?.changed, { fields: ['registration status'], last_version: '2', since_version: '3' })
})

test('a record has vanished where a newer version of the whole data no longer holds it', () => {
  const held = acme({}, fromLei(acme(), entity()))
  const statusIn = (of: Business, ...data: ReturnType<typeof row>[]) => {
    const [record] = fromLegalEntity(of, null, data).lei_records ?? []
    return record && [record.status, record.vanished, record.sources.length]
  }
  const newer = row('all', { version: '2' })
  const vanished = ['unknown', { last_version: '1', missing_from: '2' }, 3]
  assert.equal(statusIn(held, newer), vanished)
  assert.equal(statusIn(held, row('all')), ['active', undefined, 2], 'the same version')
  const lately = row('all', { version: '2', coverage: 'lately filed' })
  assert.equal(statusIn(held, lately), ['active', undefined, 2], 'a part of the data')
  assert.equal(statusIn(held, lately, newer), vanished)
  const gone = acme({}, fromLei(acme(), entity()), fromLegalEntity(held, null, [newer]))
  assert.equal(statusIn(gone, row('all', { version: '3' })), vanished, 'it stays as it was told')
  const other = acme({ lei: 'L2' }, fromLei(acme(), entity()))
  assert.is(statusIn(other, newer), undefined, 'another identifier was submitted')
  const own = acme({ lei: 'L1' }, fromLei(acme(), entity()))
  assert.equal(statusIn(own, newer), vanished)
})

test('a record tells the formation, and the state only of American companies', () => {
  assert.equal(formationByLei(entity({ jurisdiction: 'US-DE', entity_type: 'LLC' })), {
    entity_type: 'LLC',
    formation_date: '2001-02-03',
    formation_state: 'DE',
    sources: [row('L1')],
  })
  assert.is(formationByLei(entity())?.formation_state, null)
  assert.is(formationByLei(entity({ jurisdiction: null }))?.formation_state, null)
  assert.equal([formationByLei(null), formationByLei(entity({ possible: 'another name' }))], [undefined, undefined])
})

test.run()
