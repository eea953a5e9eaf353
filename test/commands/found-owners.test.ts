// Owners that published data names, beside the submitted ones: who is new, what they hold, and what differs.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Business } from '../../src/commands/business-state.ts'
import { foundOnly, heldInterests } from '../../src/commands/found-owners.ts'
import { differencesOf, isSubmittedPerson } from '../../src/commands/owner-discrepancies.ts'
import { derivedId } from '../../src/events/derived-id.ts'
import type { FoundOwner, OwnershipParty } from '../../src/events/ownership.ts'
import { businessId, source, submitted } from './businesses.ts'

const idOf = (name: string): string => derivedId(name, businessId)

const party = (name: string, change: Partial<OwnershipParty> = {}): OwnershipParty => ({
  id: idOf(`submitted ${name}`),
  type: 'person',
  name,
  date_of_birth: null,
  country: null,
  lei: null,
  registration_number: null,
  ...change,
})
const share = (from: number | null, to: number | null) => ({ kind: 'ownership' as const, from, to })
const found = (name: string | null, change: Partial<FoundOwner> = {}): FoundOwner => ({
  id: idOf(`found ${name} ${change.relation}`),
  party_id: idOf(`party ${name} ${change.relation}`),
  owned_id: businessId,
  relation: 'control_register',
  type: 'person',
  name,
  born: null,
  country: null,
  lei: null,
  registration_number: null,
  interests: [share(25, 50)],
  since: null,
  is_complete: false,
  ...change,
})

type Told = { readonly owners?: readonly (readonly [OwnershipParty, number | null])[]; readonly found: readonly FoundOwner[] }

const business = ({ owners = [], found: all }: Told, change: Partial<Business['submitted']> = {}): Business => {
  const ownership = {
    parties: owners.map(([each]) => each),
    interests: owners.map(([{ id }, percentage]) => ({
      owner_id: id,
      owned_id: businessId,
      kind: 'ownership' as const,
      percentage,
      since: null,
    })),
  }
  const facts = all.map((each) => [each.id, { ...each, sources: [source] }])
  const file = { found_owners: Object.fromEntries(facts) }
  // Nothing else of a business is read.
  return { submitted: { ...submitted, ...(owners.length > 0 && { ownership }), ...change }, file } as unknown as Business
}
const kinds = (told: Told) => differencesOf(business(told)).map(({ kind }) => kind)
const names = (of: Business) => foundOnly(of).map(({ name }) => name)

test('where nobody submitted owners, nothing differs', () => {
  assert.equal(kinds({ found: [found('Ann Smith')] }), [])
})

const shares: readonly (readonly [what: string, percentage: number | null, band: ReturnType<typeof share>, differs: boolean])[] = [
  ['the lower end of the band', 25, share(25, 50), false],
  ['just under it', 24.98, share(25, 50), true],
  ['the upper end', 50, share(25, 50), false],
  ['just over it', 50.02, share(25, 50), true],
  ['within what rounding explains', 33.34, share(33.33, 33.33), false],
  ['an unknown share', null, share(25, 50), false],
  ['a share where the source tells none', 90, share(null, null), false],
]
for (const [what, percentage, band, differs] of shares)
  test(`${what} ${differs ? 'differs' : 'does not differ'}`, () => {
    const told = { owners: [[party('Ann Smith'), percentage]] as const, found: [found('Ann Smith', { interests: [band] })] }
    assert.equal(kinds(told), differs ? ['other_share'] : [])
  })

test('the share of an ultimate parent is not that of a direct owner', () => {
  const holding = party('Holding SE', { type: 'business' })
  const parent = found('Holding SE', { type: 'business', relation: 'ultimate_parent', interests: [share(90, 90)] })
  assert.equal(kinds({ owners: [[holding, 10]], found: [parent] }), [])
})

const others: readonly (readonly [what: string, submitted: OwnershipParty, found: FoundOwner, isSame: boolean])[] = [
  ['the same name', party('Ann Smith'), found('ANN SMITH'), true],
  ['another name', party('Ann Smith'), found('Ann Smythson'), false],
  [
    'the same name, born in another month',
    party('Ann Smith', { date_of_birth: '1970-06-01' }),
    found('Ann Smith', { born: '1970-05' }),
    false,
  ],
  [
    'the same name, born in the same month',
    party('Ann Smith', { date_of_birth: '1970-05-01' }),
    found('Ann Smith', { born: '1970-05' }),
    true,
  ],
  ['a company of the name of a person', party('Ann Smith', { type: 'business' }), found('Ann Smith'), false],
  [
    'another name with the same number, but for zeros and dashes',
    party('Old Holding Ltd', { type: 'business', registration_number: '0123-4567' }),
    found('New Holding Ltd', { type: 'business', registration_number: '1234567' }),
    true,
  ],
  [
    'the same name with another legal entity identifier',
    party('Holding SE', { type: 'business', lei: 'A' }),
    found('Holding SE', { type: 'business', lei: 'B' }),
    false,
  ],
]
for (const [what, submittedParty, foundOwner, isSame] of others)
  test(`${what} is ${isSame ? 'the submitted owner' : 'somebody new'}`, () => {
    const told = { owners: [[submittedParty, null]] as const, found: [foundOwner] }
    assert.equal(kinds(told), isSame ? [] : ['not_submitted'])
    assert.equal(names(business(told)), isSame ? [] : [foundOwner.name])
  })

test('a submitted owner whom a complete register does not name was not found, with more than 25 percent', () => {
  const register = [found('Ben Jones', { is_complete: true })]
  const owners = (percentage: number) => [[party('Ben Jones'), 30] as const, [party('Ann Smith'), percentage] as const]
  assert.equal(kinds({ owners: owners(25.01), found: register }), ['not_found'])
  assert.equal(kinds({ owners: owners(25), found: register }), [])
  assert.equal(kinds({ owners: owners(60), found: [found('Ben Jones')] }), [], 'a register that need not name all')
  assert.equal(kinds({ owners: owners(60), found: [...register, found(null, { is_complete: true })] }), [], 'a withheld name may be hers')
})

test('a withheld name is nobody to screen, and a submitted person is screened already', () => {
  const ann = { id: idOf('Ann'), name: 'Ann Smith', dob: null, ssn: null, title: null }
  const told = { found: [found(null), found('Ann Smith', { party_id: ann.id }), found('Ben Jones')] }
  assert.equal(names(business(told, { people: [ann] as unknown as Business['submitted']['people'] })), ['Ben Jones'])
})

test('whom two sources name is one party, unless they were born at other times', () => {
  const twice = [found('Holding SE', { type: 'business' }), found('HOLDING SE', { type: 'business', relation: 'direct_parent' })]
  assert.equal(names(business({ found: twice })), ['Holding SE'])
  const namesakes = [found('Ann Smith', { born: '1940-01' }), found('Ann Smith', { born: '1970-05', relation: 'registration' })]
  assert.equal(names(business({ found: namesakes })), ['Ann Smith', 'Ann Smith'])
})

test('of a band the lower end counts, and of an ultimate parent nothing', () => {
  const all = [
    found('Ann Smith', { interests: [share(75, 100), { kind: 'voting_rights', from: 75, to: 100 }] }),
    found('Ben Jones', { interests: [share(0, 25)], relation: 'registration' }),
    found('Top SE', { type: 'business', relation: 'ultimate_parent', interests: [share(100, 100)] }),
  ]
  assert.equal(
    heldInterests({ parties: [], interests: [], of_people: [], differing: [] }, foundOnly(business({ found: all }))).map(
      ({ kind, percentage }) => [kind, percentage],
    ),
    [
      ['ownership', 75],
      ['voting_rights', 75],
      ['ownership', null],
    ],
  )
})

test('a found person may be among the submitted people, by the name and the month of birth where both are known', () => {
  const person = (name: string, dob: string | null = null) => ({ ...submitted.people[0], name, dob }) as (typeof submitted.people)[number]
  const isOne = (people: readonly ReturnType<typeof person>[], owner: FoundOwner) => isSubmittedPerson({ people: [...people] }, owner)
  const ada = [person('Ada Lovelace', '1980-12-10')]
  assert.ok(isOne(ada, found('LOVELACE, ADA')))
  assert.ok(isOne(ada, found('Ada Lovelace', { born: '1980-12' })))
  assert.ok(isOne([person('Ada Lovelace')], found('Ada Lovelace', { born: '1980-12' })))
  assert.not.ok(isOne(ada, found('Ada Lovelace', { born: '1981-12' })))
  assert.not.ok(isOne(ada, found('Grace Hopper')))
  assert.not.ok(isOne(ada, found('Ada Lovelace', { type: 'business' })))
  assert.not.ok(isOne(ada, found(null)))
})

test.run()
