// What the handler does with the unique values that a command claims: taken before its events, given back without them.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { ownerOf } from '../../src/commands/claims.ts'
import { type Aggregates, openAggregates } from '../../src/commands/handler.ts'
import { partnerCompany } from '../../src/commands/partner-company.ts'
import { Refused } from '../../src/commands/refused.ts'
import { reservationId, scopeOf } from '../../src/commands/reservation.ts'
import { user } from '../../src/commands/user.ts'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import type { EventLog } from '../../src/stores/event-log.ts'
import { StoreUnavailable, WrongExpectedRevision } from '../../src/stores/event-store.ts'
import { filled } from '../filled.ts'
import { accountId, context, openStores, type Stores } from '../stores/log.ts'
import { order, submitted } from './businesses.ts'
import { companyCreated } from './companies.ts'

const [one, two] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'] as const

let stores: Stores
let aggregates: Aggregates
test.before.each(async () => {
  stores = await openStores()
  aggregates = openAggregates(stores.log)
})
test.after.each(() => stores.close())

const create = (business_id: string, unique_external_id: string | null = 'a') => ({
  type: 'CreateBusiness' as const,
  business: { ...submitted, business_id, unique_external_id },
  orders: [],
})
const rename = (unique_external_id: string | null) => ({ type: 'UpdateBusiness' as const, changes: { unique_external_id }, status: null })

const company = (company_id: string, external_id: string, ein: string) => ({
  type: 'CreateCompany' as const,
  company: companyCreated(company_id, { external_id, ein }),
  einDigest: ein,
  sharesExternalId: false,
})

/** The businesses here are of the test mode. */
const scopes: Readonly<Record<string, string>> = { unique_external_id: scopeOf(accountId, 'test') }
const holder = (value: string, kind = 'unique_external_id') =>
  ownerOf(openAggregates(stores.log).load, scopes[kind] ?? accountId, { kind, value })
const all = async () => {
  const events: StoredEvent[] = []
  for await (const event of stores.store.readAll()) events.push(...(await stores.log.open([event])))
  return events
}
const types = async () => (await all()).map(({ type }) => type)
const refusalOf = async (handled: Promise<unknown>) => {
  const error = await handled.catch((reason: unknown) => reason)
  assert.instance(error, Refused)
  return [(error as Refused).reason, (error as Refused).parameter]
}
/** Aggregates on a log that fails to append to streams of this prefix, as often as there are errors. */
const failing = (prefix: string, ...errors: readonly Error[]): Aggregates => {
  const left = [...errors]
  const append: EventLog['append'] = async (stream, ...rest) => {
    const error = stream.startsWith(prefix) ? left.shift() : undefined
    if (error) throw error
    return stores.log.append(stream, ...rest)
  }
  return openAggregates({ ...stores.log, append })
}

test('a value is taken before the events that need it', async () => {
  await aggregates.handle(business, one, create(one), context())
  assert.equal(await types(), ['ReservationTaken', 'BusinessCreated'])
  assert.is(await holder('a'), `business-${one}`)
})

test('a command whose value another has is refused and appends nothing', async () => {
  await aggregates.handle(business, one, create(one), context())
  const before = await types()
  assert.equal(await refusalOf(aggregates.handle(business, two, create(two), context())), ['already_taken', 'unique_external_id'])
  assert.equal(await types(), before)
})

test('a command that the decider refuses takes nothing', async () => {
  await aggregates.handle(business, one, create(one, null), context())
  const before = await types()
  const again = aggregates.handle(business, one, create(one, 'b'), context())
  assert.equal(await refusalOf(again), ['business_exists', undefined])
  assert.equal(await types(), before)
  assert.is(await holder('b'), null)
})

test('a command with one free value and one that another has appends nothing', async () => {
  await aggregates.handle(partnerCompany, one, company(one, 'acme', '1'), context())
  const before = await types()
  const second = aggregates.handle(partnerCompany, two, company(two, 'other', '1'), context())
  assert.equal(await refusalOf(second), ['already_taken', 'company_ein'])
  assert.equal(await types(), before)
})

test('the same command id again changes nothing', async () => {
  const once = context()
  await aggregates.handle(business, one, create(one), once)
  const before = await types()
  await aggregates.handle(business, one, create(one), once)
  await openAggregates(stores.log).handle(business, one, create(one), once)
  assert.equal(await types(), before)
})

for (const [where, second] of [
  ['one instance', () => aggregates],
  ['two instances', () => openAggregates(stores.log)],
] as const)
  test(`of two creates with the same value at once in ${where} one wins, and nothing is left of the other`, async () => {
    const outcomes = await Promise.allSettled([
      aggregates.handle(business, one, create(one), context()),
      second().handle(business, two, create(two), context()),
    ])
    assert.equal(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.instance(outcome.reason, Refused)
    assert.equal((await types()).sort(), ['BusinessCreated', 'ReservationTaken'])
  })

test('what a command took is free again when its events cannot be appended', async () => {
  const { handle } = failing('business-', new Error('the disk is full'))
  const failed = await handle(business, one, create(one), context()).catch((error: Error) => error.message)
  assert.is(failed, 'the disk is full')
  assert.equal(await types(), ['ReservationTaken', 'ReservationReleased'])
  await aggregates.handle(business, two, create(two), context())
  assert.is(await holder('a'), `business-${two}`)
})

test('what a command took is kept while nobody knows whether its events were appended', async () => {
  const { handle } = failing('business-', new StoreUnavailable('away'))
  const failed = await handle(business, one, create(one), context()).catch((error: unknown) => error)
  assert.instance(failed, StoreUnavailable)
  assert.is(await holder('a'), `business-${one}`)
})

test('a value that cannot be taken frees those that were taken before it', async () => {
  const { handle } = failing(`reservation-${reservationId(accountId, 'company_ein', '1')}`, new Error('the disk is full'))
  const failed = await handle(partnerCompany, one, company(one, 'acme', '1'), context()).catch((error: Error) => error.message)
  assert.is(failed, 'the disk is full')
  assert.is(await holder('acme', 'company_external_id'), null)
})

test('a command that was overtaken keeps its value once it gets through', async () => {
  const { handle } = failing('business-', new WrongExpectedRevision(`business-${one}`, -1))
  await handle(business, one, create(one), context())
  assert.is(await holder('a'), `business-${one}`)
  await refusalOf(aggregates.handle(business, two, create(two), context()))
})

test('a command that another one of its aggregate made needless gives back what only it took', async () => {
  await aggregates.handle(business, one, create(one, null), context())
  const slow = overtakenOnce(`business-${one}`, () => aggregates.handle(business, one, rename('b'), context()))
  await slow.handle(business, one, rename('b'), context())
  assert.is(await holder('b'), `business-${one}`, 'the value of the command that won')
  const refused = overtakenOnce(`business-${one}`, () => stores.append(`business-${one}`, { type: 'OrderPlaced', data: order('tin') }))
  const decide = { ...rename('c'), status: 'approved' as const }
  assert.equal(await refusalOf(refused.handle(business, one, decide, context())), ['orders_running', 'status'])
  assert.is(await holder('c'), null, 'the value of the command that was refused after all')
})

test('a value that is given up is free for others at once, and that of a failed change is not given up', async () => {
  await aggregates.handle(business, one, create(one, 'a'), context())
  const { handle } = failing('business-', new Error('the disk is full'))
  await handle(business, one, rename('b'), context()).catch(() => undefined)
  assert.equal([await holder('a'), await holder('b')], [`business-${one}`, null])
  await aggregates.handle(business, one, rename('b'), context())
  assert.equal([await holder('a'), await holder('b')], [null, `business-${one}`])
  await aggregates.handle(business, two, create(two, 'a'), context())
  assert.is(await holder('a'), `business-${two}`)
})

test('a value that cannot be given up leaves the command done', async () => {
  await aggregates.handle(business, one, create(one, 'a'), context())
  const { handle } = openAggregates({
    ...stores.log,
    append: async (stream, events, ...rest) => {
      if (events.some(({ type }) => type === 'ReservationReleased')) throw new StoreUnavailable('away')
      return stores.log.append(stream, events, ...rest)
    },
  })
  const { state } = await handle(business, one, rename(null), context())
  assert.is(state.status !== 'none' && state.submitted.unique_external_id, null)
  assert.is(await holder('a'), `business-${one}`)
})

/** Aggregates that another writer overtakes before their first append to the stream. */
const overtakenOnce = (overtaken: string, other: () => Promise<unknown>): Aggregates => {
  let isFirst = true
  return openAggregates({
    ...stores.log,
    append: async (stream, ...rest) => {
      if (stream === overtaken && isFirst) {
        isFirst = false
        await other()
      }
      return stores.log.append(stream, ...rest)
    },
  })
}

test('of the owner of a value that is taken the first event alone is read', async () => {
  const live = (id: string) => ({ ...create(id), business: { ...create(id).business, mode: 'live' as const } })
  await aggregates.handle(business, one, live(one), context())
  for (const name of ['B', 'C', 'D'])
    await aggregates.handle(business, one, { type: 'UpdateBusiness', changes: { name }, status: null }, context())
  const read: number[] = []
  const log: EventLog = {
    ...stores.log,
    read: async (stream, options) => {
      const events = await stores.log.read(stream, options)
      if (stream === `business-${one}`) read.push(events.length)
      return events
    },
  }
  assert.equal(await refusalOf(openAggregates(log).handle(business, two, live(two), context())), ['already_taken', 'unique_external_id'])
  assert.ok(filled(read).every((events) => events === 1))
})

test('a value that is taken is refused for the reason that its claim names', async () => {
  const person = { name: 'A', roles: ['member' as const], password_hash: 'p' }
  const register = (user_id: string) =>
    aggregates.handle(user, user_id, { type: 'RegisterUser', user: { ...person, user_id, email: 'a@example.com' } }, context())
  await register(randomUUID())
  assert.equal(await refusalOf(register(randomUUID())), ['email_taken', 'email'])
})

test.run()
