import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reservation, reservationId } from '../../src/commands/reservation.ts'
import type { ReservationEvent } from '../../src/events/reservation.ts'
import { given } from './given.ts'

const taken = (owner: string): ReservationEvent => ({ type: 'ReservationTaken', data: { kind: 'unique_external_id', owner } })
const released = (owner: string): ReservationEvent => ({ type: 'ReservationReleased', data: { owner } })
const take = (owner: string) => ({ type: 'Take' as const, kind: 'unique_external_id', owner })

test('a free value is taken by the first who asks', () =>
  given(reservation, [])
    .when(take('business-1'))
    .then([taken('business-1')]))

test('a value that is taken is refused to others, naming its kind', () =>
  given(reservation, [taken('business-1')])
    .when(take('business-2'))
    .isRefused('already_taken', 'unique_external_id'))

test('its owner may take it again, which is told', () =>
  given(reservation, [taken('business-1')])
    .when(take('business-1'))
    .then([taken('business-1')]))

test('a released value is free', () =>
  given(reservation, [taken('business-1'), released('business-1')])
    .when(take('business-2'))
    .then([taken('business-2')]))

test('only its owner releases it', () => {
  given(reservation, [taken('business-1')])
    .when({ type: 'Release', owner: 'business-1' })
    .then([released('business-1')])
  given(reservation, [taken('business-1')])
    .when({ type: 'Release', owner: 'business-2' })
    .then([])
  given(reservation, []).when({ type: 'Release', owner: 'business-1' }).then([])
})

test('a release decided on before the value was taken again does not go through', () => {
  const twice = [taken('business-1'), taken('business-1')]
  given(reservation, twice).when({ type: 'Release', owner: 'business-1', takings: 1 }).then([])
  given(reservation, twice)
    .when({ type: 'Release', owner: 'business-1', takings: 2 })
    .then([released('business-1')])
})

test('the same value of another account, or of another kind, is another reservation', () => {
  const id = reservationId('a', 'unique_external_id', 'x')
  assert.is(reservationId('a', 'unique_external_id', 'x'), id)
  assert.is.not(reservationId('b', 'unique_external_id', 'x'), id)
  assert.is.not(reservationId('a', 'email', 'x'), id)
  assert.is.not(reservationId('a', 'unique_external_id', 'y'), id)
  assert.not.match(id, 'x')
})

test.run()
