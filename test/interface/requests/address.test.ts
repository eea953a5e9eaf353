// Addresses of requests: what is kept of what was sent.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
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

test.run()
