// The copy of a business has nothing personal of it, and no id of it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyOf, madeUpName } from '../../src/commands/business-copy.ts'
import type { Submitted } from '../../src/commands/business-state.ts'
import { personalData } from '../../src/events/catalogue.ts'
import { filled } from '../filled.ts'

const [business, person, company, address, order, copy, account] = Array.from(
  { length: 7 },
  (_, index) => `0198c0de-0000-7000-8000-00000000000${index}`,
) as [string, string, string, string, string, string, string]

const submitted = {
  business_id: business,
  mode: 'live',
  name: 'Acme LLC',
  addresses: [{ id: address, full_address: '1 Main St, Portland, OR 97201' }],
  people: [
    {
      id: person,
      name: 'Quentin Quagmire',
      title: 'President',
      email: 'q@quagmire.example',
      phone: '+15035550123',
      dob: '1970-02-03',
      ssn: '321549876',
      ownership_percentage: 60,
    },
  ],
  tin: '987654321',
  tin_type: 'ein',
  external_id: 'ours-1',
  unique_external_id: 'only-1',
  tags: ['vip'],
  website: null,
  phone_numbers: [{ id: order, number: '+15035550124' }],
  business_batch_id: order,
  connection_id: 'c',
  requester: { id: account, type: 'account' },
  ownership: {
    parties: [
      {
        id: person,
        type: 'person',
        name: 'Quentin Quagmire',
        date_of_birth: '1970-02-03',
        country: 'US',
        lei: null,
        registration_number: null,
      },
      { id: company, type: 'business', name: 'Quagmire Holdings', date_of_birth: null, country: 'US', lei: 'X', registration_number: '7' },
    ],
    interests: [
      { owner_id: person, owned_id: company, kind: 'ownership', percentage: 100, since: null },
      { owner_id: company, owned_id: business, kind: 'ownership', percentage: 60, since: null },
    ],
  },
} as unknown as Submitted

const added = { names: [{ id: order, name: 'Acme Pizza' }], email_addresses: [{ id: order, email: 'desk@quagmire.example' }] }
const ordered = (product: 'tin' | 'business_verification_verify', ...subproducts: readonly string[]) => ({
  product,
  subproducts,
  options: {},
})
const orders = [ordered('tin'), ordered('business_verification_verify', 'first'), ordered('business_verification_verify', 'latest')]
const made = copyOf({ submitted, added, orders }, { id: copy, accountId: account })

/** The values at a path in which `*` is every member. */
const valuesAt = (value: unknown, [step, ...rest]: readonly string[]): readonly unknown[] => {
  if (step === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const members = step === '*' ? Object.values(value) : [(value as Record<string, unknown>)[step]]
  return members.flatMap((member) => valuesAt(member, rest))
}

test('everything that is personal data in the log is replaced, but how much of the business a person owns', () => {
  const original = { ...submitted, ...added }
  const paths = personalData.BusinessCreated.filter(({ path }) => path.at(-1) !== 'ownership_percentage')
  assert.ok(paths.length >= 8, String(paths.length))
  for (const { path } of paths) {
    const [before, after] = [valuesAt(original, path), valuesAt(made.business, path)]
    assert.is(after.length, before.length, path.join('.'))
    for (const [index, value] of filled(before.entries()))
      if (value === null) assert.is(after[index], null, path.join('.'))
      else assert.is.not(after[index], value, path.join('.'))
  }
  assert.not.match(JSON.stringify(made), /quagmire/i)
})

test('no id is that of the business or of anybody in it, and the chain of owners is the same', () => {
  const text = JSON.stringify(made)
  for (const id of [business, person, company, address, order]) assert.not.match(text, id)
  const [owner, holding] = made.business.ownership?.parties ?? []
  assert.equal([owner?.id, owner?.name], [made.business.people[0]?.id, made.business.people[0]?.name])
  assert.equal(
    made.business.ownership?.interests.map(({ owner_id, owned_id }) => [owner_id, owned_id]),
    [
      [owner?.id, holding?.id],
      [holding?.id, copy],
    ],
  )
})

test('what is the business itself stays, and what only one may bear does not', () => {
  const { name, names, addresses, tags, external_id, unique_external_id, mode, tin_type } = made.business
  assert.equal(
    [name, names?.[0]?.name, addresses[0]?.full_address, tags, external_id, unique_external_id, mode, tin_type],
    ['Acme LLC', 'Acme Pizza', '1 Main St, Portland, OR 97201', ['vip'], 'ours-1', null, 'test', 'ein'],
  )
  assert.equal(
    made.orders.map(({ product, subproducts }) => [product, subproducts]),
    [
      ['tin', []],
      ['business_verification_verify', ['latest']],
    ],
  )
})

test('made-up names differ, and the same business gives the same copy', () => {
  assert.is(new Set(Array.from({ length: 143 }, (_, index) => madeUpName(index))).size, 143)
  assert.equal(copyOf({ submitted, added, orders }, { id: copy, accountId: account }), made)
})

test.run()
