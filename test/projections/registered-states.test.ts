import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { registeredStates } from '../../src/projections/registered-states.ts'
import { accountId } from '../stores/log.ts'

const id = '0198c0de-0000-7000-8000-000000000001'

const after = (...events: readonly (readonly [type: string, registration: object])[]) => {
  const all = [
    { type: 'BusinessCreated', data: { business_id: id, mode: 'test' } },
    ...events.map(([type, registration]) => ({ type, data: { registration } })),
  ]
  const stored = all.map((event, revision) => ({
    ...event,
    stream: `business-${id}`,
    revision,
    metadata: { account_id: accountId, recorded_at: '' },
  }))
  return registeredStates.fold(null, stored as unknown as StoredEvent[], id)
}

test('a state with several registrations counts once, and is active when one of them is', () => {
  const found = after(
    ['RegistrationFound', { id: 'a', state: 'WA', status: 'active' }],
    ['RegistrationFound', { id: 'b', state: 'WA', status: 'inactive' }],
    ['RegistrationFound', { id: 'c', state: 'OR', status: 'inactive' }],
  )
  assert.equal([found?.registered_in, found?.active_in], [['OR', 'WA'], ['WA']])
})

test('a registration that becomes inactive leaves its state without an active one', () => {
  const found = after(
    ['RegistrationFound', { id: 'a', state: 'OR', status: 'active' }],
    ['RegistrationChanged', { id: 'a', state: 'OR', status: 'inactive' }],
  )
  assert.equal([found?.registered_in, found?.active_in], [['OR'], []])
})

test('a registration that is no longer the business’s leaves its state', () => {
  const found = after(
    ['RegistrationFound', { id: 'a', state: 'OR', status: 'active' }],
    ['RegistrationFound', { id: 'b', state: 'WA', status: 'active' }],
    ['RegistrationChanged', { id: 'a', state: 'OR', status: 'unknown', given_up: true }],
  )
  assert.equal([found?.registered_in, found?.active_in], [['WA'], ['WA']])
})

test('a business without registrations is in no state', () => {
  const found = after()
  assert.equal([found?.registered_in, found?.active_in], [[], []])
})

test.run()
