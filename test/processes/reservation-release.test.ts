// What becomes of values whose owner turned out not to need them, when the service was killed before it could give them back.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { ownerOf } from '../../src/commands/claims.ts'
import { type Aggregates, openAggregates } from '../../src/commands/handler.ts'
import { reservation, reservationId } from '../../src/commands/reservation.ts'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import type { Delivery, Later } from '../../src/processes/process.ts'
import { reservationRelease } from '../../src/processes/reservation-release.ts'
import { businessId, submitted } from '../commands/businesses.ts'
import { accountId, context, openStores, type Stores, switched } from '../stores/log.ts'
import { type Ids, openEveryWay } from './every-way.ts'

const delivery: Delivery = { count: 1, context: () => context(), signal: new AbortController().signal }
const owner = `business-${businessId}`
let stores: Stores
let aggregates: Aggregates
test.before.each(async () => {
  stores = await openStores()
  aggregates = openAggregates(stores.log)
})
test.after.each(() => stores.close())

const take = (kind: string, value: string, of = owner) =>
  aggregates.handle(reservation, reservationId(accountId, kind, value), { type: 'Take', kind, owner: of }, context())
const holder = (kind: string, value: string) => ownerOf(aggregates.load, accountId, { kind, value })

/** Delivers the first taking of a value, so many seconds after it. */
const delivered = async (kind: string, value: string, seconds = 61): Promise<Later | undefined> => {
  const [taken] = await stores.log.read(`reservation-${reservationId(accountId, kind, value)}`)
  const now = () => new Date(Date.parse(taken!.metadata.recorded_at) + seconds * 1000)
  const process = reservationRelease({ ...aggregates, log: stores.log, now })
  return process.on.ReservationTaken?.(taken as StoredEvent<'ReservationTaken'>, delivery)
}

const create = (unique_external_id: string) =>
  aggregates.handle(
    business,
    businessId,
    { type: 'CreateBusiness', business: { ...submitted, mode: 'live', unique_external_id }, orders: [] },
    context(),
  )

test('a value whose owner was never written is free after a minute, and not before', async () => {
  for (const kind of ['unique_external_id', 'packet_number', 'company_ein']) {
    await take(kind, 'a')
    assert.ok(await delivered(kind, 'a', 59))
    assert.is(await holder(kind, 'a'), owner)
    assert.is(await delivered(kind, 'a'), undefined)
    assert.is(await holder(kind, 'a'), null)
  }
})

test('a value that its owner holds stays, and one that the owner did not use in the end goes', async () => {
  await create('a')
  await take('unique_external_id', 'b')
  await delivered('unique_external_id', 'a')
  await delivered('unique_external_id', 'b')
  assert.equal([await holder('unique_external_id', 'a'), await holder('unique_external_id', 'b')], [owner, null])
})

test('a value that was taken again meanwhile stays', async () => {
  await take('unique_external_id', 'a')
  await take('unique_external_id', 'a')
  await delivered('unique_external_id', 'a')
  assert.is(await holder('unique_external_id', 'a'), owner)
})

test('a value that its owner gave up is freed, should the handler not have come to it', async () => {
  await create('a')
  await stores.append(owner, { type: 'BusinessUpdated', data: { unique_external_id: null } })
  const updated = (await stores.log.read(owner)).at(-1) as StoredEvent<'BusinessUpdated'>
  const process = reservationRelease({ ...aggregates, log: stores.log, now: () => new Date() })
  await process.on.BusinessUpdated?.(updated, delivery)
  assert.is(await holder('unique_external_id', 'a'), null)
})

test('a value without an owner is released once, and one whose owner was written stays, however it is delivered', async () => {
  const { inEveryWay, close } = await openEveryWay()
  const ownerIn = ({ id }: Ids) => `partner_company-${id}`
  const each = {
    aggregate: 'reservation',
    history: (ids: Ids) => [{ type: 'ReservationTaken' as const, data: { kind: 'company_ein', owner: ownerIn(ids) } }],
    process: reservationRelease,
  }
  await inEveryWay({ ...each, leadsTo: (ids) => [{ type: 'ReservationReleased', data: { owner: ownerIn(ids) } }] })
  await inEveryWay({ ...each, beside: (ids) => ({ [ownerIn(ids)]: [switched('monitoring')] }), leadsTo: [] })
  await close()
})

test.run()
