// Where the sandbox places addresses.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { distanceMiles, parseAddress } from '../../../src/evidence/matching/addresses.ts'
import { stateName } from '../../../src/evidence/matching/states.ts'
import type { PostalAddress } from '../../../src/evidence/ports.ts'
import { place } from '../../../src/evidence/sandbox/places.ts'

const address = (full_address: string): PostalAddress => parseAddress({ full_address }).address as PostalAddress

/** Points in the middle of the cities. */
const cities: readonly (readonly [address: string, latitude: number, longitude: number])[] = [
  ['1 Main St, Portland, OR 97201', 45.52, -122.68],
  ['1 Main St, Portland, OR', 45.52, -122.68],
  ['1 Main St, Portland, ME 04101', 43.66, -70.26],
  ['123 Grand St, New York, NY 10013', 40.72, -74.0],
  ['4400 Ridge Rd, Buffalo, NY 14218', 42.89, -78.88],
  ['1 Main St, Chicago, IL 60601', 41.88, -87.63],
  ['1 Main St, Denver, CO 80202', 39.74, -104.99],
  ['1 Main St, Miami, FL 33101', 25.77, -80.19],
  ['1 Main St, Honolulu, HI 96813', 21.31, -157.86],
  ['1 Main St, Anchorage, AK 99501', 61.22, -149.9],
  ['1 Main St, Washington, DC 20001', 38.91, -77.02],
]
for (const [text, latitude, longitude] of cities)
  test(`${text} lies within ten miles of the middle of its city`, () => {
    const at = address(text)
    const miles = distanceMiles({ ...at, ...place(at) }, { ...at, latitude, longitude })
    assert.ok(miles !== null && miles < 10, String(miles))
  })

const states = ['AL', 'AZ', 'CA', 'GA', 'KS', 'LA', 'MN', 'MT', 'NV', 'TX', 'VT', 'WA', 'WV', 'WY']
test('an address with a state alone is placed in that state', () => {
  for (const state of states)
    assert.type(place({ ...address('1 Main St, Portland, OR 97201'), state, postal_code: null }).latitude, 'number', stateName(state))
})

test('one address is in one place however it is spelt, two in two, and one of unknown state nowhere', () => {
  const [one, spelt, other] = ['1 Main St, Portland, OR 97201', '1 MAIN STREET, Portland, OR 97201', '2 Main St, Portland, OR 97201'].map(
    (text) => place(address(text)),
  )
  assert.equal(one, spelt)
  assert.not.equal(one, other)
  assert.equal(place({ ...address('1 Main St, Portland, OR 97201'), state: null, postal_code: null }), { latitude: null, longitude: null })
})

test.run()
