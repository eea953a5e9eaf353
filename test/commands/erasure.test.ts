// The note of an erasure covers every event before it: it is not written where the stream has more than was looked at.
import { test } from 'uvu'
import { type Erasure, erasureIn } from '../../src/commands/erasure.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { created } from './businesses.ts'
import { given } from './given.ts'

const order_id = '0198c0de-0000-7000-8000-0000000000d1'
const erasure: Erasure = { subjects: [order_id], kind: 'business', reason: 'asked', requested_by: 'officer', order_id }
const history: readonly DomainEvent[] = [
  created(),
  { type: 'ErasureOrdered', data: { order_id, person_id: null, reason: 'asked', requested_by: 'officer' } },
  { type: 'ErasureBegun', data: { order_id } },
]
const noted: DomainEvent = { type: 'PersonalDataErased', data: erasure }

test('an erasure is noted where the stream is as it was when its subjects were looked up, its order included', () => {
  given(erasureIn('business'), history).when({ type: 'RecordErasure', erasure, events: 3 }).then([noted])
})

test('it is not noted where one event came since', () => {
  given(erasureIn('business'), [...history, { type: 'BusinessUpdated', data: { tags: [] } }])
    .when({ type: 'RecordErasure', erasure, events: 3 })
    .then([])
})

test('it is noted wherever the stream stands, if no other subject can come', () => {
  given(erasureIn('business'), history).when({ type: 'RecordErasure', erasure }).then([noted])
})

test.run()
