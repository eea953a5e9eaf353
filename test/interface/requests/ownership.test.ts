// The owners of a request: each party once, whatever places name it, and structures that cannot be.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiError } from '../../../src/interface/errors.ts'
import { type KnownParties, type OwnershipItem, OwnershipList, ownershipFrom } from '../../../src/interface/requests/ownership.ts'
import { serviceLimits } from '../../../src/interface/service-limits.ts'

type Item = { readonly percentage?: number | null; readonly [field: string]: unknown }
const person = (name: string, percentage: number | null, rest: object = {}): Item => ({ person: { name, ...rest }, percentage })
const company = (name: string, percentage: number | null, ownership: readonly Item[] = [], rest: object = {}): Item => ({
  business: { name, ownership, ...rest },
  percentage,
})

const nobody: KnownParties = { businessId: 'own', name: 'Acme LLC', people: [], idOf: (what) => `id of ${what}` }
const structure = (items: readonly Item[], known: Partial<KnownParties> = {}) =>
  ownershipFrom(OwnershipList.parse(items) as readonly OwnershipItem[], { ...nobody, ...known })

const problems = (items: readonly Item[]): readonly (readonly [message: string, parameter: string | undefined])[] => {
  try {
    structure(items)
    return []
  } catch (error) {
    assert.instance(error, ApiError)
    return (error as ApiError).entries.map(({ message, parameter }) => [message, parameter] as const)
  }
}

test('owners and the owners of companies become parties and what they hold of each other', () => {
  const { parties, interests } = structure([person('Ann', 40), company('Holding', 60, [person('Ben', 100)])])
  const [ann, holding, ben] = parties.map(({ id }) => id)
  assert.equal(
    parties.map(({ name, type }) => [name, type]),
    [
      ['Ann', 'person'],
      ['Holding', 'business'],
      ['Ben', 'person'],
    ],
  )
  assert.equal(
    interests.map((each) => [each.owner_id, each.owned_id, each.percentage, each.kind]),
    [
      [ann, 'own', 40, 'ownership'],
      [holding, 'own', 60, 'ownership'],
      [ben, holding, 100, 'ownership'],
    ],
  )
})

for (const [what, one, other, isSame] of [
  ['a person in another spelling', person('Ann  Smith', 30), person('ANN SMITH.', 30), true],
  [
    'a person with another date of birth',
    person('Ann', 30, { date_of_birth: '1970-01-01' }),
    person('Ann', 30, { date_of_birth: '1970-01-02' }),
    false,
  ],
  [
    'a company with the same LEI',
    company('One', 30, [], { lei: '5493001KJTIIGC8Y1R12' }),
    company('Two', 30, [], { lei: '5493001KJTIIGC8Y1R12' }),
    true,
  ],
  [
    'a company with the same number in the same country',
    company('One', 30, [], { registration_number: '7', country: 'GB' }),
    company('Two', 30, [], { registration_number: '7', country: 'gb' }),
    true,
  ],
  [
    'a company with the same number in another country',
    company('One', 30, [], { registration_number: '7', country: 'GB' }),
    company('Two', 30, [], { registration_number: '7', country: 'US' }),
    false,
  ],
  ['a company of the same name', company('One, Inc.', 30), company('one inc', 30), true],
  [
    'a company of the same name in another country',
    company('One', 30, [], { country: 'GB' }),
    company('One', 30, [], { country: 'US' }),
    false,
  ],
] as const)
  test(`${what} is ${isSame ? 'one party' : 'another party'}`, () => assert.is(structure([one, other]).parties.length, isSame ? 1 : 2))

test('an owner who is among the people of the business has the id there, unless both dates of birth differ', () => {
  const ann = { id: 'ann', name: 'Ann Smith', title: null, email: null, phone: null, dob: '1970-01-01', ssn: null }
  const ids = (...owners: readonly Item[]) => structure(owners, { people: [ann] }).parties.map(({ id }) => id === 'ann')
  assert.equal(ids(person('ann smith', 30)), [true])
  assert.equal(ids(person('Ann Smith', 30, { date_of_birth: '1970-01-01' })), [true])
  assert.equal(ids(person('Ann Smith', 30, { date_of_birth: '1971-01-01' })), [false])
})

test('what one place says of a party stays where another place says nothing', () => {
  const ann = { id: 'ann', name: 'Ann Smith', title: null, email: null, phone: null, dob: null, ssn: null }
  const full = person('Ann Smith', 30, { date_of_birth: '1970-01-01', nationality: 'US' })
  const bare = company('Holding', 40, [person('Ann Smith', 50)])
  for (const items of [
    [full, bare],
    [bare, full],
  ]) {
    const [told] = structure(items, { people: [ann] }).parties.filter(({ id }) => id === 'ann')
    assert.equal([told?.date_of_birth, told?.country], ['1970-01-01', 'US'])
  }
})

test('who was submitted before keeps the id, and the business in its own chain is itself', () => {
  const before = structure([person('Ann', 30), company('Holding', 40)])
  const idOf = (what: string) => `new ${what}`
  const again = structure([person('ann', 20), company('HOLDING', 50), company('New', 10)], { before, idOf })
  assert.equal(
    again.parties.slice(0, 2).map(({ id }) => id),
    before.parties.map(({ id }) => id),
  )
  assert.match(again.parties[2]?.id ?? '', /^new /)
  const circle = structure([company('Holding', 40, [company('ACME LLC', 10)])])
  assert.equal([circle.parties.length, circle.interests[1]?.owner_id], [1, 'own'])
  const namesake = structure([company('Acme LLC', 10, [], { registration_number: '7' })])
  assert.is.not(namesake.parties[0]?.id, 'own')
})

for (const [what, items, expected] of [
  ['100 percent together', [person('Ann', 60), person('Ben', 40)], []],
  [
    'more than 100 percent together',
    [person('Ann', 60), person('Ben', 40.01)],
    [['ownership adds up to more than 100 percent', 'ownership']],
  ],
  [
    'more than 100 percent of a company in the chain',
    [company('Holding', 50, [person('Ann', 60), person('Ben', 41)])],
    [['ownership.0.business.ownership adds up to more than 100 percent', 'ownership.0.business.ownership']],
  ],
  ['the same owner twice with the same share', [person('Ann', 60), person('Ann', 60)], []],
  [
    'the same owner twice with another share',
    [person('Ann', 30), person('Ann', 31)],
    [['ownership.1 tells another percentage or date for the same owner than before', 'ownership.1.percentage']],
  ],
  ['shares that nobody knows', [person('Ann', null), person('Ben', null)], []],
] as const)
  test(`${what}: ${expected.length > 0 ? 'refused' : 'taken'}`, () => assert.equal(problems(items), expected))

const chain = (length: number): Item => (length === 1 ? person('Ann', 100) : company(`Company ${length}`, 100, [chain(length - 1)]))

test('a chain is as long as the limit and no longer, and a structure has as many parties as the limit and no more', () => {
  const longest = serviceLimits.ownershipChain.most
  assert.equal(problems([chain(longest)]), [])
  assert.equal(problems([chain(longest + 1)]), [
    [`ownership must lead through at most ${longest} companies, the business itself among them`, 'ownership'],
  ])
  const most = serviceLimits.parties.most
  const many = (count: number) => {
    const people = (of: number) => Array.from({ length: 90 }, (_, n) => person(`Person ${of} ${n}`, null))
    const groups = Array.from({ length: Math.floor(count / 91) }, (_, n) => company(`Company ${n}`, null, people(n)))
    return [...groups, ...Array.from({ length: count % 91 }, (_, n) => person(`Single ${n}`, null))]
  }
  assert.equal(problems(many(most)), [])
  assert.equal(problems(many(most + 1)), [[`ownership must name at most ${most} people and companies`, 'ownership']])
})

test.run()
