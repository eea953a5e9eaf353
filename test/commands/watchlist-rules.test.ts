// What a review says of a screening: which lists were searched, and who was screened against them.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { derivedId } from '../../src/events/derived-id.ts'
import { businessId, source } from './businesses.ts'
import { hit, person, registration, screening, tasksOf } from './evidence.ts'

const party = (name: string, kind: 'business' | 'person' = 'person') => ({ kind, id: derivedId(name, businessId), name })
const business = (name: string) => ({ kind: 'business' as const, id: businessId, name })
const ann = { kind: 'person' as const, id: person.id, name: person.name }
const owner = {
  id: party('Olga').id,
  party_id: party('Olga').id,
  owned_id: businessId,
  relation: 'registration' as const,
  type: 'person' as const,
  name: 'Olga',
  born: null,
  country: null,
  lei: null,
  registration_number: null,
  interests: [],
  since: null,
  is_complete: false,
  sources: [source],
}

type Screened = NonNullable<ReturnType<typeof screening> & { screened?: readonly (typeof ann | ReturnType<typeof business>)[] }>['screened']

const told = (screened: Screened, hits: readonly (typeof hit)[] = []) => {
  const evidence = {
    registrations: [registration()],
    found_owners: [owner],
    hits: [...hits],
    screening: { ...screening(...hits.map(({ id }) => id)), screened: [...(screened ?? [])] },
  }
  return tasksOf({ submitted: { people: [person] }, evidence }).find(({ key }) => key === 'watchlist')?.message
}

for (const [what, screened, words] of [
  ['the business alone', [business('Acme')], ' Screened: the business.'],
  ['the business by several names', [business('Acme'), business('Acme Two')], ' Screened: the business.'],
  [
    'a person and an officer',
    [business('Acme'), ann, party('Bob')],
    ' Screened: the business, 1 submitted person and 1 officer on a registration.',
  ],
  [
    'an owner and officers, one a company',
    [business('Acme'), party('Olga'), party('Bob'), party('Dan LLC', 'business')],
    ' Screened: the business, 1 owner and 2 officers on registrations.',
  ],
  ['nobody, as older screenings do not say', [], ''],
] as const)
  test(`the message says who was screened, in roles and without names of people: ${what}`, () => {
    assert.is(told(screened), `Screened without a hit against: SDN (1).${words}`)
  })

test('the message says who was screened where there is a hit, too', () => {
  assert.is(told([business('Acme'), ann], [hit]), '1 hit: "Acme" against "ACME" on SDN. Screened: the business and 1 submitted person.')
})

test.run()
