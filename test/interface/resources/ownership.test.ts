// Who owns a business, as the answer tells it: who is a beneficial owner, whether it counts as listed, and what comes first.
import { hash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalJson } from '../../../src/events/canonical-json.ts'
import { ownershipResource } from '../../../src/interface/resources/ownership.ts'
import { businessId, submitted, watchlistHit } from '../../commands/businesses.ts'

type Contents = Parameters<typeof ownershipResource>[0]

const id = (n: number) => `0198c0de-0000-7000-8000-0000000000b${n}`
const party = (n: number, type: 'person' | 'business' = 'person') => ({
  id: id(n),
  type,
  name: `Party ${n}`,
  date_of_birth: null,
  country: null,
  lei: null,
  registration_number: null,
})
const share = (owner: number, percentage: number) => ({
  owner_id: id(owner),
  owned_id: businessId,
  kind: 'ownership' as const,
  percentage,
  since: null,
})
const owned = (
  ownership: NonNullable<Contents['submitted']['ownership']> | null,
  change: object = {},
  certified: readonly object[] = [],
) => {
  const file = { hits: {}, dismissals: {}, found_owners: {}, owner_discrepancies: {}, ...change }
  const business = { id: businessId, submitted: { ...submitted, ...(ownership && { ownership }) }, file } as unknown as Contents
  return ownershipResource(business, certified as unknown as Parameters<typeof ownershipResource>[1])
}

for (const [percentage, isBeneficial, controls] of [
  [24.99, false, false],
  [25, true, false],
  [50, true, false],
  [50.01, true, true],
] as const)
  test(`a person with ${percentage} percent ${isBeneficial ? 'is a' : 'is no'} beneficial owner${controls ? ' and controls' : ''}, a company never is one`, () => {
    const { owners } = owned({ parties: [party(1)], interests: [share(1, percentage)] })
    assert.equal(
      owners.map((each) => [each.effective_percentage, each.is_beneficial_owner, each.controls]),
      [[percentage, isBeneficial, controls]],
    )
    const company = owned({ parties: [party(1, 'business')], interests: [share(1, percentage)] })
    assert.equal(
      company.owners.map((each) => [each.is_beneficial_owner, company.identified_percentage]),
      [[false, 0]],
    )
  })

test('control without a share makes a person a beneficial owner', () => {
  const interests = [{ ...share(1, 0), kind: 'appoints_management' as const, percentage: null }]
  const { owners } = owned({ parties: [party(1)], interests })
  assert.equal([owners[0]?.effective_percentage, owners[0]?.is_beneficial_owner, owners[0]?.controls], [0, true, true])
})

for (const [second, listed] of [
  [19.99, { percentage: 49.99, counts_as_listed: false }],
  [20, { percentage: 50, counts_as_listed: true }],
] as const)
  test(`listed parties with ${listed.percentage} percent together ${listed.counts_as_listed ? 'make' : 'do not make'} the business count as listed`, () => {
    const hit = (n: number) => ({ ...watchlistHit, id: id(n + 3), screened: 'person', screened_id: id(n) })
    const ownership = { parties: [party(1), party(2), party(3)], interests: [share(1, 30), share(2, second), share(3, 10)] }
    const hits = { a: hit(1), b: hit(2), c: hit(3) }
    const told = owned(ownership, { hits, dismissals: { [id(6)]: {} } })
    assert.equal(told.listed, listed)
    assert.equal(
      told.owners.map((each) => [each.name, each.watchlist_hits]),
      [
        ['Party 1', 1],
        ['Party 2', 1],
        ['Party 3', 0],
      ],
    )
  })

for (const [percentage, listed] of [
  [49.99, { percentage: 49.99, counts_as_listed: false }],
  [50, { percentage: 50, counts_as_listed: true }],
  [null, { percentage: 0, counts_as_listed: false }],
] as const)
  test(`a listed person of whom only ${percentage} percent is told, and no structure, counts as in the review`, () => {
    const people = [{ id: id(1), name: 'Ann', ownership_percentage: percentage }]
    const hits = { a: { ...watchlistHit, id: id(4), screened: 'person', screened_id: id(1) } }
    const file = { hits, dismissals: {}, found_owners: {}, owner_discrepancies: {} }
    const business = { id: businessId, submitted: { ...submitted, people }, file } as unknown as Contents
    assert.equal(ownershipResource(business, []).listed, listed)
  })

test('people with a share are owners, beside the structure and where there is none', () => {
  const people = [
    { id: id(2), name: 'Ann Doe', dob: null, ssn: null, ownership_percentage: 30 },
    { id: id(3), name: 'Ben Roe', dob: null, ssn: null, ownership_percentage: 0 },
  ]
  const told = (change: object) => {
    const file = { hits: {}, dismissals: {}, found_owners: {}, owner_discrepancies: {} }
    const { owners, identified_percentage } = ownershipResource(
      { id: businessId, submitted: { ...submitted, people, ...change }, file } as unknown as Contents,
      [],
    )
    return [
      owners.map(({ party_id, direct_percentage, is_beneficial_owner: is }) => [party_id, direct_percentage, is]),
      identified_percentage,
    ]
  }
  assert.equal(told({}), [[[id(2), 30, true]], 30])
  const ownership = { parties: [party(1), party(2)], interests: [share(1, 40), share(2, 20)] }
  assert.equal(told({ ownership: { parties: [party(1)], interests: [share(1, 40)] } }), [
    [
      [id(1), 40, true],
      [id(2), 30, true],
    ],
    70,
  ])
  assert.equal(
    told({ ownership }),
    [
      [
        [id(1), 40, true],
        [id(2), 20, false],
      ],
      60,
    ],
    'the structure counts where it says the share',
  )
})

test('owners with the most come first, and differences that are resolved last', () => {
  const { owners } = owned({ parties: [party(1), party(2)], interests: [share(1, 30), share(2, 40)] })
  assert.equal(
    owners.map(({ name }) => name),
    ['Party 2', 'Party 1'],
  )
  const difference = (n: number, status: string) => ({ id: id(n), status, resolution: null })
  const { discrepancies } = owned(null, { owner_discrepancies: { a: difference(1, 'resolved'), b: difference(2, 'overdue') } })
  assert.equal(
    discrepancies.map(({ status }) => status),
    ['overdue', 'resolved'],
  )
})

test('a certification of release 0.2, whose hash keeps the order of the owners, still fits', () => {
  const structure = { parties: [party(2), party(1)], interests: [share(2, 60), share(1, 40)] }
  const hashed = (told: object) => hash('sha256', canonicalJson(told))
  const isCurrent = (structure_sha256: string, now: typeof structure) =>
    owned(now, {}, [{ data: { certification: { structure_sha256 } }, metadata: {} }]).certifications[0]?.is_current
  assert.is(isCurrent(hashed(structure), structure), true)
  assert.is(isCurrent(hashed({ ...structure, interests: [share(2, 59), share(1, 41)] }), structure), false)
})

test.run()
