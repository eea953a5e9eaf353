// Addresses of requests: what is kept of what was sent.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { unreadMembers } from '../../../src/http/unread-members.ts'
import { AddressItem, addressFrom } from '../../../src/interface/requests/address.ts'
import { filled } from '../../filled.ts'

const test = suite('addresses of requests')

const parts = { address_line1: '1 Main St', city: 'Salem', state: 'OR', postal_code: '97301' }
const kept = (sent: object) => addressFrom(AddressItem.parse(sent), 'id')

for (const country of filled(['Germany', 'DE', 'Canada', 'MX', 'Puerto Rico']))
  test(`the state that came with the country ${country} is kept`, () => {
    assert.equal(kept({ ...parts, country }), {
      id: 'id',
      ...parts,
      address_line2: null,
      full_address: `1 Main St, Salem, OR 97301, ${country}`,
    })
  })

for (const country of filled(['America', 'USA', 'U.S.A.', 'the United States', 'United States of America']))
  test(`${country} is the United States`, () => {
    assert.equal(kept({ ...parts, country }), kept(parts))
    assert.is(kept(parts).full_address, '1 Main St, Salem, OR 97301')
  })

test('a country that only begins like the United States is another one', () => {
  assert.is(kept({ ...parts, country: 'American Samoa' }).full_address, '1 Main St, Salem, OR 97301, American Samoa')
})

test('an address in one line has the state that it names, and none without one', () => {
  assert.is(kept({ full_address: '1 Main St, Salem, OR 97301' }).state, 'OR')
  assert.is(kept({ full_address: '1 Main St, Berlin, Germany' }).state, null)
})

const oneLine = '1 Main St, Salem, OR 97301'
const unused = (sent: object) => unreadMembers(z.object({ it: AddressItem }), { it: sent })

test('a unit and a country beside an address in one line are used where it lacks them', () => {
  const withUnit = { full_address: oneLine, address_line2: 'Suite 900' }
  assert.equal(kept(withUnit), kept({ ...parts, address_line2: 'Suite 900' }))
  assert.equal(kept({ full_address: oneLine, address_line_2: 'Suite 900' }), kept(withUnit))
  assert.is(kept({ full_address: '1 Main St, Berlin', country: 'Germany' }).full_address, '1 Main St, Berlin, Germany')
  assert.equal(kept({ full_address: oneLine, country: 'USA' }), kept(parts))
  assert.is(kept({ full_address: '1 Main St, Berlin, Germany', country: 'Germany' }).full_address, '1 Main St, Berlin, Germany')
  for (const sent of [withUnit, { full_address: '1 Main St, Berlin', country: 'Germany' }, { full_address: oneLine, country: 'US' }])
    assert.equal(unused(sent), [], JSON.stringify(sent))
})

for (const [sent, names] of filled<readonly [object, readonly string[]]>([
  [parts, []],
  [{ full_address: oneLine }, []],
  [{ full_address: oneLine, city: null, address_line2: null }, []],
  [{ full_address: oneLine, state: 'ZZ', postal_code: 'abc' }, ['state', 'postal_code']],
  [{ full_address: '1 Main St Ste 4, Salem, OR 97301', address_line2: 'Suite 900' }, ['address_line2']],
  [{ full_address: '1 Main St Ste 4, Salem, OR 97301', address_line2: 'Suite 4' }, []],
  [{ full_address: '1 Main St, Lyon, France', country: 'Germany' }, ['country']],
  [{ ...parts, full_address: oneLine }, ['full_address']],
  [{ ...parts, address_line_1: '2 Main St' }, ['address_line_1']],
  [{ ...parts, address_line_1: '1 Main St' }, []],
]))
  test(`of ${JSON.stringify(sent)} ${names.join(' and ') || 'everything'} is ${names.length > 0 ? 'not ' : ''}used`, () => {
    assert.equal(unused({ ...sent, nickname: 'HQ' }).toSorted(), [...names, 'nickname'].map((name) => `it.${name}`).toSorted())
    assert.ok(AddressItem.safeParse(sent).success)
  })

test('a member of the wrong type is refused, whether it is used or not', () => {
  const problem = (more: object) =>
    AddressItem.safeParse({ full_address: oneLine, ...more }).error?.issues.map(({ path }) => path.join('.'))
  assert.equal(problem({ city: 5 }), ['city'])
  assert.equal(problem({ address_line2: 9, country: 1, state: [] }), ['address_line2', 'country', 'state'])
  assert.is(problem({ city: 'Salem' }), undefined)
})

test.run()
