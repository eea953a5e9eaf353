// What records beside the registrations add to the evidence: names, addresses that are compared, and further names.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../../src/commands/business.ts'
import type { Business } from '../../../src/commands/business-state.ts'
import { similarName } from '../../../src/evidence/matching/thresholds.ts'
import type { EvidenceSource, LicenceFinding, TaxExemptFinding } from '../../../src/evidence/ports.ts'
import { openSandbox } from '../../../src/evidence/sandbox/sandbox.ts'
import { registrations, registrationsAlone } from '../../../src/processes/findings/gathering.ts'
import { subjectOf } from '../../../src/processes/findings/parts.ts'
import { created } from '../../commands/businesses.ts'
import { address, elsewhere } from '../../commands/evidence.ts'
import { addressFinding, legalEntityFinding } from '../../evidence/findings.ts'

const row = (n: number) => ({
  id: `0198c0de-0000-7000-8000-00000000f10${n}`,
  type: 'test',
  metadata: { data_set: 'a', version: '1', row: String(n) },
})
const match = { score: 1, explanation: 'the same words' }

const licence = (change: Partial<LicenceFinding>): LicenceFinding => ({
  legal_name: 'ACME WIDGETS LLC',
  dba_name: null,
  status: 'unknown',
  expires_on: null,
  address: null,
  match,
  sources: [row(3)],
  ...change,
})

const exempt = (change: Partial<TaxExemptFinding>): TaxExemptFinding => ({
  ...{ ein: '123456789', name: 'ACME WIDGETS LLC', section: '501(c)(3)', ruling_date: null, tax_period: null, revoked_at: null },
  ...{ address: null, ntee_code: null, match, sources: [row(6)] },
  ...change,
})

/** No registration; a carrier, a loan and a licence. */
const source: EvidenceSource = {
  ...openSandbox(),
  registrations: async () => [],
  registries: async () => [],
  taxExempt: async () => null,
  addresses: async ({ addresses }) => addresses.map((_, index) => addressFinding({ index })),
  motorCarriers: async () => [
    {
      dot_number: '7',
      legal_name: 'ACME WIDGETS LLC',
      dba_name: 'QUOKKA FREIGHT',
      addresses: [elsewhere],
      phone: null,
      email: null,
      revocations: [],
      source_url: 'https://carriers.example',
      match,
      sources: [row(1)],
    },
  ],
  loans: async () => [
    {
      name: 'ACME WIDGETS LLC',
      address,
      issued_date: null,
      amount: null,
      amount_range: '$2-5 million',
      lender: null,
      naics_code: null,
      business_type: null,
      jobs_reported: null,
      non_profit: null,
      match,
      sources: [row(2)],
    },
  ],
  licences: async () => [licence({})],
}

const gathered = (names: readonly { id: string; name: string }[] = [], found: Partial<EvidenceSource> = {}) => {
  const submitted = created({ addresses: [address, { ...elsewhere, id: '0198c0de-0000-7000-8000-0000000000a7' }] })
  const state = [submitted].reduce(business.evolve, business.initial) as Business
  const added = { ...state.added, names: names.map((each) => ({ ...each, type: null })) }
  const asked = { ...state, added } as Business
  return { business: asked, subject: subjectOf(asked), source: { ...source, ...found }, signal: AbortSignal.timeout(60_000) }
}

test('a carrier, a loan and a licence are on record with the name, and their addresses verify the submitted ones', async () => {
  const { public_records = [], names = [], assessments = [] } = await registrations(gathered())
  assert.equal(
    public_records.map(({ kind, name, full_address, sources }) => [kind, name, full_address, sources[0]?.metadata.row]),
    [
      ['motor_carrier', 'ACME WIDGETS LLC', elsewhere.full_address, '1'],
      ['loan', 'ACME WIDGETS LLC', address.full_address, '2'],
      ['licence', 'ACME WIDGETS LLC', null, '3'],
    ],
  )
  assert.equal(
    names.map(({ name, type }) => [name, type]),
    [
      ['ACME WIDGETS LLC', null],
      ['QUOKKA FREIGHT', 'dba'],
    ],
  )
  assert.equal(
    assessments.map(({ comparison, sources }) => [comparison?.kind, sources.at(-1)?.metadata.row]),
    [
      ['verified', '2'],
      ['verified', '1'],
    ],
  )
})

const alone = { motorCarriers: async () => [], loans: async () => [], licences: async () => [] }
const entity = legalEntityFinding({
  name: 'ACME WIDGETS LLC',
  addresses: [{ ...address, labels: ['headquarters'] }],
  sources: [row(4), row(5)],
  other_names: [
    { name: 'QUOKKA FREIGHT', type: 'TRADING_OR_OPERATING_NAME' },
    { name: 'OLD WIDGETS LLC', type: 'PREVIOUS_LEGAL_NAME' },
    { name: 'AKME VIDZHETS', type: 'AUTO_ASCII_TRANSLITERATED_LEGAL_NAME' },
  ],
})

test('an entity with an identifier is on record with its names of now, not with former ones or those in other letters', async () => {
  const { public_records = [], names = [] } = await registrations(gathered([], { ...alone, legalEntity: async () => entity }))
  assert.equal(
    public_records.map(({ kind, name, full_address, sources }) => [kind, name, full_address, sources.map(({ metadata }) => metadata.row)]),
    [['legal_entity', 'ACME WIDGETS LLC', address.full_address, ['4']]],
  )
  assert.equal(
    names.map(({ name, type }) => [name, type]),
    [
      ['ACME WIDGETS LLC', null],
      ['QUOKKA FREIGHT', 'dba'],
    ],
  )
})

test('an entity that was found by a former name has a similar one', async () => {
  const scored = async (matched_name: string) => {
    const found = { ...entity, matched_name, match: { score: 1, explanation: 'the same name' } }
    const { public_records = [] } = await registrations(gathered([], { ...alone, legalEntity: async () => found }))
    return public_records[0]?.match.score
  }
  assert.is(await scored('OLD WIDGETS LLC'), similarName)
  assert.is(await scored('QUOKKA FREIGHT'), 1)
  assert.is(await scored('ACME WIDGETS LLC'), 1)
})

type Found = { licences?: LicenceFinding[]; legalEntity?: typeof entity; exempt?: TaxExemptFinding }

for (const [what, found, ends] of [
  ['a licence with a term', { licences: [licence({ status: 'issued', expires_on: '2019-05-31' })] }, { how: 'expires', on: '2019-05-31' }],
  [
    'a licence that was cancelled within its term',
    { licences: [licence({ status: 'cancelled', expires_on: '2999-05-31' })] },
    { how: 'cancelled', on: null },
  ],
  ['a licence that was revoked', { licences: [licence({ status: 'revoked' })] }, { how: 'revoked', on: null }],
  ['a licence without a term', { licences: [licence({})] }, undefined],
  ['an exemption', { exempt: exempt({}) }, undefined],
  ['an exemption that was revoked', { exempt: exempt({ revoked_at: '2020-05-15T00:00:00.000Z' }) }, { how: 'revoked', on: '2020-05-15' }],
  ['an identifier of an entity that is active', { legalEntity: { ...entity, status: 'active' as const } }, undefined],
  [
    'an identifier of an entity that is inactive',
    { legalEntity: { ...entity, status: 'inactive' as const } },
    { how: 'inactive', on: null },
  ],
] as const)
  test(`${what} tells how its record ends: ${JSON.stringify(ends)}`, async () => {
    const { licences = [], legalEntity = null, exempt = null } = found as Found
    const { public_records = [] } = await registrations(
      gathered([], { ...alone, licences: async () => licences, legalEntity: async () => legalEntity, taxExempt: async () => exempt }),
    )
    assert.equal(
      public_records.map((each) => each.ends),
      [ends],
    )
  })

test('an entity that is only possibly the business, or none, is no record of it', async () => {
  for (const found of [{ ...entity, possible: 'nothing else agrees' }, null]) {
    const { public_records, names } = await registrations(gathered([], { ...alone, legalEntity: async () => found }))
    assert.equal([public_records, names], [[], []])
  }
})

test('an exempt organisation is on record with the name that was compared, and with each of its rows', async () => {
  const exemptOrganisations = async () => [
    exempt({ name: 'ACME HOLDING', matched_name: 'ACME WIDGETS LLC' }),
    exempt({ sources: [row(7)] }),
  ]
  const { public_records = [] } = await registrations(gathered([], { ...alone, exemptOrganisations }))
  assert.equal(
    public_records.map(({ kind, name, sources }) => [kind, name, sources[0]?.metadata.row]),
    ['6', '7'].map((at) => ['exempt_organisation', 'ACME WIDGETS LLC', at]),
  )
})

test('a further name that a record carries is verified by it; another further name is not', async () => {
  const { name_comparisons = [] } = await registrations(
    gathered([
      { id: '0198c0de-0000-7000-8000-0000000000c1', name: 'Quokka Freight' },
      { id: '0198c0de-0000-7000-8000-0000000000c2', name: 'Quokka Fright' },
    ]),
  )
  assert.equal(
    name_comparisons.map(({ kind, found_name }) => [kind, found_name]),
    [
      ['verified', 'QUOKKA FREIGHT'],
      ['unverified', null],
    ],
  )
})

const cancelled = licence({ legal_name: 'ACME WIDGETS LLC', dba_name: 'QUOKKA FREIGHT', status: 'cancelled', address })

test('a record that was cancelled is told with what it alone has: it verifies no further name', async () => {
  const further = [{ id: '0198c0de-0000-7000-8000-0000000000c1', name: 'Quokka Freight' }]
  const { name_comparisons = [], assessments = [] } = await registrations(
    gathered(further, { ...alone, licences: async () => [cancelled] }),
  )
  assert.equal(
    name_comparisons.map(({ kind, explanation }) => [kind, explanation]),
    [['similar', 'the same name, on a record that was cancelled']],
  )
  const [first] = assessments
  assert.equal([first?.comparison?.kind, first?.comparison?.explanation], ['verified', 'the same address, on a record that was cancelled'])
})

test('a record that stands goes before one that was cancelled', async () => {
  const further = [{ id: '0198c0de-0000-7000-8000-0000000000c1', name: 'Quokka Freight' }]
  const standing = licence({ dba_name: 'QUOKKA FREIGHT', address, sources: [row(9)] })
  const { name_comparisons = [], assessments = [] } = await registrations(
    gathered(further, { ...alone, licences: async () => [cancelled, standing] }),
  )
  assert.equal([name_comparisons[0]?.kind, name_comparisons[0]?.sources[0]?.metadata.row], ['verified', '9'])
  assert.equal(assessments[0]?.sources.at(-1)?.metadata.row, '9')
})

test('a qualification has the records without the addresses', async () => {
  const { public_records, assessments } = await registrationsAlone(gathered())
  assert.equal([public_records?.length, assessments], [3, undefined])
})

test.run()
