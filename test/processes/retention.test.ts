// Erasure that follows from retention by itself: delivered twice, ordered again after a hold, replaced by a later setting, proposed where two are needed.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { erasureOrderIn } from '../../src/commands/erasure-order.ts'
import { openAggregates } from '../../src/commands/handler.ts'
import { refused } from '../../src/commands/refused.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import { derivedId } from '../../src/events/derived-id.ts'
import { noSecondPerson } from '../../src/events/oversight.ts'
import { noRelationship } from '../../src/events/retention.ts'
import { erasures } from '../../src/processes/erasures.ts'
import type { Delivery } from '../../src/processes/process.ts'
import { retention } from '../../src/processes/retention.ts'
import type { Read } from '../../src/projections/read.ts'
import type { RetentionDocument } from '../../src/projections/retention.ts'
import { submitted } from '../commands/businesses.ts'
import { context, openStores, type Stores } from '../stores/log.ts'
import { type Dependencies, type Ids, openEveryWay } from './every-way.ts'

let stores: Stores
let accountId: string
test.before.each(async () => {
  stores = await openStores()
  accountId = randomUUID()
})
test.after.each(() => stores.close())

const id = submitted.business_id
const business = `business-${id}`
const created: DomainEvent = { type: 'BusinessCreated', data: submitted }
const ended: DomainEvent = { type: 'RelationshipEnded', data: { ended_on: '2020-01-01', reason: null } }
const periods = { customer_months: 60, applicant_months: 60, automatic: true }
const document = {
  id,
  kind: 'applicant',
  ended_on: '2020-01-01',
  counted_from: '2020-01-01',
  relationship: { ...noRelationship, end: 'stated', turn: 1 },
}

/** Finds businesses of a kind in the test mode, whatever became of them: the read model may be behind. */
const reading = (openLiens = 0, documents: readonly object[] = [document]): Read =>
  (({ spec }: { spec: { name: string } }) => ({
    find: async ({ where }: { where: Partial<RetentionDocument> }) =>
      where.kind === document.kind && where.mode === 'test' ? documents : [],
    count: async () => (spec.name === 'liens' ? openLiens : 0),
  })) as unknown as Read

const deliver = async (event: StoredEvent<'RetentionSet'>, openLiens = 0, found = document) => {
  const { handle, load } = openAggregates(stores.log)
  const now = () => new Date('2026-11-23T10:00:00Z')
  const process = retention({ handle, load, log: stores.log, read: reading(openLiens, [found]), now })
  const delivery: Delivery = {
    count: 1,
    context: (step) => ({ ...context(), accountId, actor: { type: 'process', id: 'retention' }, commandId: derivedId(step, event.id) }),
    signal: new AbortController().signal,
  }
  return process.on.RetentionSet?.(event, delivery)
}

const set = async (change: Partial<typeof periods> = {}): Promise<StoredEvent<'RetentionSet'>> => {
  await stores.append(`account-${accountId}`, { type: 'RetentionSet', data: { ...periods, ...change } })
  return (await stores.log.read(`account-${accountId}`)).at(-1) as StoredEvent<'RetentionSet'>
}
const typesOf = async (): Promise<string[]> => (await stores.log.read(business)).map(({ type }) => type)

test('what is due is ordered once, however often it is delivered, and is looked at again the next day', async () => {
  await stores.append(business, created, ended)
  const event = await set()
  assert.equal(await deliver(event), { at: new Date('2026-11-24T00:00:00Z') })
  await deliver(event)
  // As after the account has set the same anew.
  await deliver(await set({ customer_months: 61 }))
  assert.equal(await typesOf(), ['BusinessCreated', 'RelationshipEnded', 'ErasureOrdered'])
})

test('a setting that is replaced or does not erase by itself does nothing', async () => {
  await stores.append(business, created, ended)
  const former = await set()
  const manual = await set({ automatic: false })
  assert.equal([await deliver(former), await deliver(manual)], [undefined, undefined])
  assert.equal(await typesOf(), ['BusinessCreated', 'RelationshipEnded'])
})

test('a hold, an open lien or a relationship that goes on leaves it, and after the hold it is ordered anew', async () => {
  await stores.append(business, created, ended)
  const event = await set()
  await deliver(event, 1)
  assert.is((await typesOf()).length, 2)
  await deliver(event)
  const [order] = (await stores.log.read(business)).flatMap((each) => (each.type === 'ErasureOrdered' ? [each] : []))
  const hold_id = randomUUID()
  const order_id = order?.data.order_id ?? ''
  await stores.append(
    business,
    { type: 'LegalHoldPlaced', data: { hold_id, reason: 'Smith v. Acme' } },
    { type: 'ErasureStopped', data: { order_id, hold_id } },
  )
  await deliver(event)
  let carriedOut = 0
  const { load } = openAggregates(stores.log)
  const carrier = erasures({ load, carryOutErasure: async () => void carriedOut++, scrub: async () => undefined })
  const delivery: Delivery = { count: 2, context: () => context(), signal: new AbortController().signal }
  await carrier.on.ErasureOrdered?.(order as StoredEvent<'ErasureOrdered'>, delivery)
  assert.is(carriedOut, 0, 'the order that the hold ended')
  await stores.append(business, { type: 'LegalHoldLifted', data: { hold_id, reason: 'Settled.' } })
  await deliver(event)
  const after = await typesOf()
  assert.equal(after.slice(-2), ['LegalHoldLifted', 'ErasureOrdered'])
  await stores.append(business, { type: 'RelationshipResumed', data: { reason: null } })
  await deliver(event)
  assert.is((await typesOf()).length, after.length + 1)
  assert.is((await load(erasureOrderIn('business'), id)).open.length, 1)
})

test('what was added after an erasure is ordered by an order of its own, once', async () => {
  await stores.append(business, created, ended)
  const event = await set()
  await deliver(event)
  const ordersOf = async () => (await stores.log.read(business)).flatMap((each) => (each.type === 'ErasureOrdered' ? [each.data] : []))
  const [first] = await ordersOf()
  const order_id = first?.order_id ?? ''
  const erased = { subjects: [id], kind: 'business' as const, reason: 'due', requested_by: 'Ann', order_id }
  await stores.append(business, { type: 'PersonalDataErased', data: erased })
  // The read model may not know of the erasure yet.
  await deliver(event)
  assert.is((await ordersOf()).length, 1)
  const later = { ...document, counted_from: '2020-03-01', relationship: { ...document.relationship, turn: 2 } }
  await deliver(event, 0, later)
  await deliver(event, 0, later)
  const [, second, ...more] = await ordersOf()
  assert.equal([second?.reason, more], ['the retention period of what was added after the erasure, up to 2020-03-01, is over', []])
})

test('a hold that comes while the order is being carried out ends it, and other failures are tried again', async () => {
  const { load } = openAggregates(stores.log)
  await stores.append(business, created)
  const order = { order_id: randomUUID(), person_id: null, reason: 'due', requested_by: 'Ann' }
  await stores.append(business, { type: 'ErasureOrdered', data: order })
  const event = (await stores.log.read(business)).at(-1) as StoredEvent<'ErasureOrdered'>
  const delivery: Delivery = { count: 2, context: () => context(), signal: new AbortController().signal }
  const scrub = async () => undefined
  const carried = (error: unknown) =>
    erasures({ load, carryOutErasure: () => Promise.reject(error), scrub }).on.ErasureOrdered?.(event, delivery)
  assert.is(await carried(refused('legal_hold')), undefined)
  const failed = await carried(new Error('the store is away'))?.catch((error: Error) => error.message)
  assert.is(failed, 'the store is away')
})

test('where erasure needs two, it is proposed once, in the name of who switched it on', async () => {
  await stores.append(business, created, ended)
  await stores.append(`account-${accountId}`, { type: 'TwoPersonRuleSet', data: { ...noSecondPerson, erasure: true } })
  const event = await set()
  await deliver(event)
  await deliver(event)
  const events = await stores.log.read(business)
  assert.equal(
    events.map(({ type }) => type),
    ['BusinessCreated', 'RelationshipEnded', 'ActProposed'],
  )
  const proposal = events.at(-1)
  const { actor } = event.metadata
  const expected = actor.type === 'operator' ? 'operator' : `${actor.type}:${actor.id}`
  assert.equal(proposal?.type === 'ActProposed' && proposal.data.by.principals, [expected])
})

test('all that is due is ordered once, however the setting is delivered, and what has an open lien is left', async () => {
  const { inEveryWay, close } = await openEveryWay()
  const dueOnes = (ids: Ids) => ['one', 'another'].map((name) => derivedId(name, ids.id))
  const inEach = (ids: Ids, events: (id: string) => readonly DomainEvent[]) =>
    Object.fromEntries(dueOnes(ids).map((due) => [`business-${due}`, events(due)]))
  const reason = 'the retention period after the end of the relationship on 2020-01-01 is over'
  const ordered = (due: string): readonly DomainEvent[] => {
    const order_id = derivedId(`erase-${due}-1-0`, due)
    const data = { order_id, person_id: null, reason, requested_by: 'the retention settings of the account' }
    return [{ type: 'ErasureOrdered', data }]
  }
  const each = (openLiens: number) => ({
    aggregate: 'account',
    history: [{ type: 'RetentionSet' as const, data: periods }],
    beside: (ids: Ids) => inEach(ids, (due) => [{ type: 'BusinessCreated', data: { ...submitted, business_id: due } }, ended]),
    process: (dependencies: Dependencies, ids: Ids) => {
      const documents = dueOnes(ids).map((due) => ({ ...document, id: due }))
      return retention({ ...dependencies, read: reading(openLiens, documents) })
    },
    leadsTo: [],
    again: 14 * 3_600_000,
  })
  await inEveryWay({ ...each(0), leadsBeside: (ids) => inEach(ids, ordered) })
  await inEveryWay(each(1))
  await close()
})

test.run()
