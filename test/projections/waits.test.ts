import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { stillWaiting, type WaitsDocument, waits } from '../../src/projections/waits.ts'
import { accountId } from '../stores/log.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const orderId = '0198c0de-0000-7000-8000-000000000002'
const at = (hour: number) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`

/** What these events make of the document, an hour apart. */
const after = (...events: readonly (readonly [type: string, data?: object])[]): WaitsDocument | null => {
  const all = [['BusinessCreated', { business_id: id, mode: 'test' }] as const, ...events].map(([type, data = {}], hour) => ({
    type,
    data,
    stream: `business-${id}`,
    revision: hour,
    metadata: { account_id: accountId, recorded_at: at(hour) },
  }))
  return waits.fold(null, all as unknown as StoredEvent[], id)
}

const order = ['OrderPlaced', { order_id: orderId }] as const

test('a wait begins with the review and ends with the decision', () => {
  const open = after(order, ['ReviewCompleted'])
  assert.equal(open?.waits, [{ since: at(2), until: null, decided: null }])
  assert.is(open?.waited_until, stillWaiting)
  const decided = after(order, ['ReviewCompleted'], ['BusinessApproved'])
  assert.equal(decided?.waits, [{ since: at(2), until: at(3), decided: 'approved' }])
  assert.is(decided?.waited_until, at(3))
})

test('a business without a review waits for nobody', () => {
  assert.is(after(order)?.waited_until, null)
})

test('the erasure of what nobody decided ends the wait, and a late review begins none', () => {
  const erased = ['PersonalDataErased', { kind: 'business' }] as const
  const ended = after(order, ['ReviewCompleted'], erased, ['ReviewCompleted'])
  assert.equal([ended?.status, ended?.waits], ['erased', [{ since: at(2), until: at(3), decided: null }]])
  assert.is(after(order, ['ReviewCompleted'], ['PersonalDataErased', { kind: 'person' }])?.waited_until, stillWaiting)
  assert.is(after(order, ['ReviewCompleted'], erased, order, ['ReviewCompleted'])?.waited_until, stillWaiting)
})

test('a copy of a decided business waits for nobody once it stands as that business does', () => {
  const copied = (decision: object | null) => ['CopySettled', { decision, next_review: null, relationship_ended: false }] as const
  const settled = after(order, ['ReviewCompleted'], copied({ status: 'approved', at: at(0) }), ['ReviewCompleted'])
  assert.equal([settled?.status, settled?.waits], ['approved', [{ since: at(2), until: at(3), decided: null }]])
  assert.is(after(order, ['ReviewCompleted'], copied(null))?.waited_until, stillWaiting)
})

test('a renewed review continues the wait, and one after the decision begins none', () => {
  assert.is(after(['ReviewCompleted'], ['ReviewCompleted'])?.waits[0]?.since, at(1))
  assert.is(after(['ReviewCompleted'], ['BusinessRejected'], ['ReviewCompleted'])?.waits.length, 1)
})

test('a business that is returned to review, or ordered anew, waits again', () => {
  const returned = after(['ReviewCompleted'], ['BusinessRejected'], ['BusinessReturnedToReview'])
  assert.equal(
    returned?.waits.map(({ since, until }) => [since, until]),
    [
      [at(1), at(2)],
      [at(3), null],
    ],
  )
  const ordered = after(['ReviewCompleted'], ['BusinessApproved'], order, ['ReviewCompleted'])
  assert.is(ordered?.waits.at(-1)?.since, at(4))
})

test('a decision before any review counts, with no time of waiting', () => {
  assert.equal(after(['BusinessRejected'])?.waits, [{ since: at(1), until: at(1), decided: 'rejected' }])
})

test('one that is changed to the other is two decisions', () => {
  const changed = after(['ReviewCompleted'], ['BusinessApproved'], ['BusinessRejected'])
  assert.equal(
    changed?.waits.map(({ decided }) => decided),
    ['approved', 'rejected'],
  )
})

test('the status follows the work on all orders', () => {
  const other = '0198c0de-0000-7000-8000-000000000003'
  const work = (type: string, order_id = orderId) => [type, { order_id }] as const
  const steps = [
    work('OrderPlaced'),
    work('OrderPlaced', other),
    work('OrderStarted'),
    work('AuditRequested'),
    work('AuditCompleted'),
    work('OrderCompleted'),
    work('OrderStarted', other),
    work('OrderCompleted', other),
  ]
  assert.equal(
    steps.map((_, index) => {
      const business = after(...steps.slice(0, index + 1))
      return [business?.status, business?.stages[orderId], business?.stages[other]]
    }),
    [
      ['open', 'created', undefined],
      ['open', 'created', 'created'],
      ['pending', 'pending', 'created'],
      ['in_audit', 'audited', 'created'],
      ['pending', 'pending', 'created'],
      ['pending', 'completed', 'created'],
      ['pending', 'completed', 'pending'],
      ['pending', 'completed', 'completed'],
    ],
  )
  assert.is(after(['ReviewCompleted'], ['BusinessApproved'], order)?.status, 'pending')
  assert.is(after(['ExampleRemoved']), null)
})

test.run()
