// Who owns a business as it was submitted: which person is which party of the structure, and whose word counts on a share.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { submittedOwners } from '../../src/commands/submitted-owners.ts'
import type { OwnershipInterest, OwnershipParty } from '../../src/events/ownership.ts'
import { erased } from '../../src/events/personal-data.ts'
import { businessId } from './businesses.ts'
import { person } from './evidence.ts'

const party = (change: Partial<OwnershipParty> = {}): OwnershipParty => ({
  ...{ id: 'party', type: 'person', name: 'DOE, ANN', date_of_birth: null, country: null, lei: null, registration_number: null },
  ...change,
})
const share = (percentage: number | null, change: Partial<OwnershipInterest> = {}): OwnershipInterest => ({
  ...{ owner_id: 'party', owned_id: businessId, kind: 'ownership', percentage, since: null },
  ...change,
})
const ann = { ...person, id: 'ann', ownership_percentage: 40 }
const owners = (people: readonly (typeof ann)[], parties: readonly OwnershipParty[], interests: readonly OwnershipInterest[]) =>
  submittedOwners({ business_id: businessId, people, ownership: { parties, interests } } as Parameters<typeof submittedOwners>[0])

const company = { name: 'Imaginary Holdings LLC' }
for (const [what, said, told, isOne] of [
  ['under the same id', { id: 'party', name: 'Ann Roe' }, {}, true],
  ['under the same id, both erased', { id: 'party', name: erased }, { name: erased }, true],
  ['under the same name, written otherwise', {}, {}, true],
  ['under the same name, with one birthday', { dob: '1970-01-02' }, { date_of_birth: '1970-01-02' }, true],
  ['under the same name, with a birthday that only one of them has', {}, { date_of_birth: '1970-01-02' }, true],
  ['under the same name, with a birthday that only the other one has', { dob: '1970-01-02' }, {}, true],
  ['under the same name, with another birthday', { dob: '1971-01-02' }, { date_of_birth: '1970-01-02' }, false],
  ['under another name', { name: 'Bob Roe' }, {}, false],
  ['erased, with the party', { name: erased }, { name: erased }, false],
  ['erased, and the party is not', { name: erased }, {}, false],
  ['a company, under the name of the company', company, { ...company, type: 'business' }, true],
  ['a company, under a name that the structure calls a person', company, { ...company, type: 'person' }, false],
  ['not a company, under a name that the structure calls one', { name: 'Ann Doe' }, { name: 'Ann Doe', type: 'business' }, false],
] as const)
  test(`a person ${what}: ${isOne ? 'one party, whose share counts once' : 'another party'}`, () => {
    const found = owners([{ ...ann, ...said } as typeof ann], [party(told)], [share(40)])
    assert.equal(
      found.interests.map(({ owner_id, percentage }) => [owner_id, percentage]),
      isOne
        ? [['party', 40]]
        : [
            ['party', 40],
            ['ann', 40],
          ],
    )
    assert.equal([found.parties.length, found.of_people, found.differing], isOne ? [1, [], []] : [2, ['ann'], []])
  })

test('of two namesakes the one with the id of the person is meant', () => {
  const parties = [party({ id: 'father', date_of_birth: '1950-01-02' }), party({ id: 'ann' })]
  const found = owners([ann], parties, [share(60, { owner_id: 'father' }), share(40, { owner_id: 'ann' })])
  assert.equal([found.parties.length, found.interests.length, found.of_people, found.differing], [2, 2, [], []])
})

test('a share counts beside the votes that the structure tells', () => {
  const votes = share(50, { kind: 'voting_rights' })
  assert.equal(owners([ann], [party()], [votes]).interests, [votes, share(40)])
})

test('the share of a person stands in for the one that the structure leaves open, and for nothing else', () => {
  const votes = share(null, { kind: 'voting_rights' })
  const elsewhere = share(null, { owned_id: 'holding' })
  const other = share(null, { owner_id: 'holding' })
  const found = owners(
    [ann],
    [party(), party({ id: 'holding', type: 'business', name: 'Holding 1' })],
    [share(null), votes, elsewhere, other],
  )
  assert.equal(found.interests, [votes, elsewhere, other, share(40)])
  assert.equal([found.parties.length, found.of_people], [2, ['party']])
})

for (const [said, told, differs] of [
  [33.34, 33.33, false],
  [33.35, 33.33, true],
  [33.31, 33.33, true],
  [erased as unknown as number, 33.33, false],
] as const)
  test(`a person who says ${said} % where the structure says ${told} %: ${differs ? 'they differ' : 'no difference'}, and the structure counts`, () => {
    const found = owners([{ ...ann, ownership_percentage: said }], [party()], [share(told)])
    assert.equal([found.interests, found.differing], [[share(told)], differs ? ['party'] : []])
  })

test('a share that the structure tells of another company alone differs from one in the business', () => {
  const found = owners([ann], [party(), party({ id: 'holding', type: 'business' })], [share(100, { owned_id: 'holding' })])
  assert.equal([found.of_people, found.differing], [[], ['party']])
})

test.run()
