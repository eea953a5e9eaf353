// Whether an address that is typed beside a name fits a company's.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { agrees } from '../../src/evidence/identities.ts'
import { address } from '../commands/evidence.ts'

const held = { ...address, address_line1: '100 N Main St', city: 'St. Louis', state: 'MO', postal_code: '63101-4321' }

for (const [filter, fits] of [
  [{}, true],
  [{ address_line1: '100 North Main Street' }, true],
  [{ address_line1: '100 n. main st.' }, true],
  [{ address_line1: '101 N Main St' }, false],
  [{ city: 'st louis' }, true],
  [{ city: 'St. Charles' }, false],
  [{ state: 'mo' }, true],
  [{ state: 'Missouri' }, true],
  [{ state: 'Montana' }, false],
  [{ postal_code: '63101' }, true],
  [{ postal_code: '63101-9999' }, true],
  [{ postal_code: '63102' }, false],
  [{ city: 'St. Louis', state: 'IL' }, false],
] as const)
  test(`${JSON.stringify(filter)} ${fits ? 'fits' : 'does not fit'} ${held.address_line1}, ${held.city}, ${held.state} ${held.postal_code}`, () =>
    assert.is(agrees(filter, held), fits))

test('what is not known of an address fits no filter', () => {
  const unknown = { ...held, address_line1: null, city: null, state: null, postal_code: null }
  for (const filter of [{ address_line1: '1 Main St' }, { city: 'St. Louis' }, { state: 'MO' }, { postal_code: '63101' }])
    assert.is(agrees(filter, unknown), false, JSON.stringify(filter))
})

test.run()
