// The ownership of a business as statements of the Beneficial Ownership Data Standard: submitted owners, and those of published data.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { FoundOwner } from '../../../src/events/ownership.ts'
import { bodsStatements } from '../../../src/interface/resources/bods.ts'
import { businessId, source, submitted } from '../../commands/businesses.ts'

type Details = {
  readonly name?: string
  readonly nationalities?: unknown
  readonly interestedParty?: string
  readonly interests?: readonly object[]
}
type Statement = { readonly recordId: string; readonly source: { readonly type: readonly string[] }; readonly recordDetails: Details }
type Business = Parameters<typeof bodsStatements>[0]
const id = (n: number) => `0198c0de-0000-7000-8000-0000000000b${n}`

const found = (n: number, change: Partial<FoundOwner>) => ({
  id: id(n),
  party_id: id(n),
  owned_id: businessId,
  relation: 'control_register',
  type: 'person',
  name: `Found ${n}`,
  born: null,
  country: null,
  lei: null,
  registration_number: null,
  interests: [{ kind: 'ownership', from: 75, to: 100 }],
  since: null,
  is_complete: false,
  sources: [source],
  ...change,
})
const parties = [
  { id: id(1), type: 'person', name: 'Ann', date_of_birth: null, country: 'US', lei: null, registration_number: null },
  { id: id(2), type: 'business', name: null, date_of_birth: null, country: 'GB', lei: '5493001KJTIIGC8Y1R12', registration_number: '77' },
]
const interest = (owner: number, kind: string, percentage: number | null, since: string | null = null) => ({
  owner_id: id(owner),
  owned_id: businessId,
  kind,
  percentage,
  since,
})

/** The statement of a party, and those of its relationships. */
const told = (of: number, owners: readonly ReturnType<typeof found>[] = [], interests: readonly object[] = []) => {
  const ownership = interests.length > 0 ? { parties, interests } : undefined
  const file = { found_owners: Object.fromEntries(owners.map((each) => [each.id, each])) }
  const business = {
    id: businessId,
    name: 'Acme',
    submitted: { ...submitted, ...(ownership && { ownership }) },
    file,
  } as unknown as Business
  const all = bodsStatements(business, { date: '2026-11-21', publisher: 'Probity' }) as readonly Statement[]
  const party = all.find(({ recordId }) => recordId === id(of))
  const held = all.filter(({ recordDetails }) => recordDetails.interestedParty === id(of))
  return {
    source: party?.source.type,
    details: party?.recordDetails,
    interests: held.flatMap(({ recordDetails }) => recordDetails.interests),
    held,
  }
}

test('a submitted share is exact, and several interests of one party are one relationship', () => {
  const {
    held,
    interests,
    source: by,
    details,
  } = told(1, [], [interest(1, 'ownership', 30, '2020-01-01'), interest(1, 'voting_rights', null)])
  assert.equal([held.length, by], [1, ['selfDeclaration']])
  assert.equal(details?.nationalities, [{ name: 'United States', code: 'US' }])
  const person = { directOrIndirect: 'direct', beneficialOwnershipOrControl: true }
  assert.equal(interests, [
    { type: 'shareholding', ...person, share: { exact: 30, minimum: 30, maximum: 30 }, startDate: '2020-01-01' },
    { type: 'votingRights', ...person },
  ])
})

test('a company is no beneficial owner, and has its numbers', () => {
  const { interests, details } = told(2, [], [interest(2, 'appoints_management', null)])
  assert.equal(interests, [{ type: 'appointmentOfBoard', directOrIndirect: 'direct', beneficialOwnershipOrControl: false }])
  const identifiers = [
    { scheme: 'XI-LEI', id: '5493001KJTIIGC8Y1R12' },
    { schemeName: 'Registration number', id: '77' },
  ]
  const jurisdiction = { name: 'United Kingdom', code: 'GB' }
  assert.equal(details, { isComponent: false, entityType: { type: 'registeredEntity' }, jurisdiction, identifiers })
})

for (const [what, interests, share] of [
  ['a band', { from: 75, to: 100 }, { minimum: 75, maximum: 100 }],
  ['one value', { from: 40, to: 40 }, { exact: 40, minimum: 40, maximum: 40 }],
  ['unknown', { from: null, to: null }, undefined],
] as const)
  test(`a share of a register that is ${what} is told as such`, () => {
    const { interests: stated, source: by } = told(3, [found(3, { interests: [{ kind: 'ownership', ...interests }], since: '2021-02-03' })])
    assert.equal(by, ['officialRegister'])
    const expected = { type: 'shareholding', directOrIndirect: 'direct', beneficialOwnershipOrControl: true }
    assert.equal(stated, [{ ...expected, ...(share && { share }), startDate: '2021-02-03' }])
  })

test('a parent that a legal entity identifier names is a company told by a third party: the direct one directly, the ultimate one not', () => {
  const parent = (n: number, relation: FoundOwner['relation']) =>
    found(n, { relation, type: 'business', interests: [{ kind: 'other_control', from: null, to: null }] })
  for (const [n, relation, directOrIndirect] of [
    [4, 'direct_parent', 'direct'],
    [5, 'ultimate_parent', 'indirect'],
  ] as const) {
    const { source: by, interests, details } = told(n, [parent(n, relation)])
    assert.equal([by, details?.name], [['thirdParty'], `Found ${n}`])
    assert.equal(interests, [{ type: 'otherInfluenceOrControl', directOrIndirect, beneficialOwnershipOrControl: false }])
  }
})

test.run()
