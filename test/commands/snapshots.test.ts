// What is remembered of an aggregate between two commands: never more than its stream says, and never less than others wrote meanwhile.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { account } from '../../src/commands/account.ts'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import type { Aggregate } from '../../src/commands/decider.ts'
import { erasureIn } from '../../src/commands/erasure.ts'
import { type Aggregates, openAggregates } from '../../src/commands/handler.ts'
import type { AccountEvent } from '../../src/events/account.ts'
import type { EventLog } from '../../src/stores/event-log.ts'
import { accountId, context, openStores, type Stores, switched } from '../stores/log.ts'
import { submitted } from './businesses.ts'

let stores: Stores
/** The stores that the aggregates are in. */
let snapshot: Stores
/** So many events were read. */
let read: number
let aggregates: Aggregates
test.before.each(async () => {
  stores = snapshot = await openStores()
  aggregates = openAggregates(watched)
  await aggregates.handle(account, accountId, create, context())
})
test.after.each(() => stores.close())

const watched: Pick<EventLog, 'append' | 'read'> = {
  append: (...one) => snapshot.log.append(...one),
  read: async (...one) => {
    const events = await snapshot.log.read(...one)
    read += events.length
    return events
  },
}

const create = { type: 'CreateAccount' as const, account: { account_id: accountId, name: 'First', slug: 'first', features: [] } }
const stream = `account-${accountId}`
const turn = (on: boolean) => aggregates.handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on }, context())
const featuresNow = async () => (await aggregates.load(account, accountId)).features

test('a command reads only what came after the one before it, however long the history is', async () => {
  await stores.append(stream, ...Array.from({ length: 500 }, (_, n) => switched('monitoring', n % 2 === 0)))
  await turn(true)
  read = 0
  for (let n = 0; n < 10; n++) await turn(n % 2 === 0)
  assert.ok(read <= 11, `${read} events were read for ten commands`)
})

test('what a command appended is folded once, when somebody asks for the state', async () => {
  let folded = 0
  const counted: typeof account = {
    ...account,
    evolve: (state, event) => {
      folded++
      return account.evolve(state, event)
    },
  }
  const handled = await aggregates.handle(counted, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: true }, context())
  const foldedBefore = folded
  assert.ok(handled.state.features.has('monitoring'))
  assert.is(folded, foldedBefore + 1)
  assert.is(handled.state, await aggregates.load(counted, accountId))
  assert.is(folded, foldedBefore + 1)
})

test('what another instance wrote meanwhile is decided on', async () => {
  const another = openAggregates(stores.log)
  await turn(true)
  await another.handle(account, accountId, { type: 'SwitchFeature', feature: 'monitoring', on: false }, context())
  assert.not.ok((await featuresNow()).has('monitoring'))
  const { state } = await turn(true)
  assert.ok(state.features.has('monitoring'))
  assert.is((await stores.log.read(stream)).length, 4)
})

test('a command done long ago is known by its id among events that are not read again', async () => {
  const once = context()
  const command = { type: 'SwitchFeature' as const, feature: 'monitoring', on: true }
  await aggregates.handle(account, accountId, command, once)
  await turn(false)
  await turn(true)
  await turn(false)
  await aggregates.handle(account, accountId, command, once)
  assert.not.ok((await featuresNow()).has('monitoring'))
})

test('of a person who was erased nothing is remembered', async () => {
  const { business_id: id } = submitted
  const data = { ...submitted, tin: '123456789' }
  await aggregates.handle(business, id, { type: 'CreateBusiness', business: data, orders: [] }, context())
  const before = (await aggregates.load(business, id)) as Business
  assert.is(before.submitted.tin, '123456789')
  await stores.keyRing.destroy(id)
  const erasure = { subjects: [id], kind: 'business' as const, reason: 'asked', requested_by: 'somebody' }
  await aggregates.handle(erasureIn('business'), id, { type: 'RecordErasure', erasure }, context())
  const after = (await aggregates.load(business, id)) as Business
  assert.is(after.submitted.tin, '[erased]')
})

test('where the stream turns out to stand elsewhere, it is read from its beginning and decided on anew', async () => {
  const backup = await openStores()
  try {
    await openAggregates(backup.log).handle(account, accountId, create, context())
    await turn(true)
    await turn(true)
    snapshot = backup
    const { state } = await turn(false)
    assert.not.ok(state.features.has('monitoring'))
    assert.is((await backup.log.read(stream)).length, 1)
  } finally {
    await backup.close()
  }
})

test('long histories are not all remembered at once', async () => {
  const ids = [randomUUID(), randomUUID()]
  const history = Array.from({ length: 3_000 }, (_, n) => switched('monitoring', n % 2 === 0))
  for (const id of ids) await stores.append(`account-${id}`, ...history)
  for (const id of ids) await aggregates.load(account, id)
  read = 0
  for (const id of ids) await aggregates.load(account, id)
  assert.is(read, 6_000)
})

test('an aggregate that has only begun is remembered while longer histories come and go', async () => {
  const begun = randomUUID()
  await stores.append(`account-${begun}`, switched('monitoring'))
  await aggregates.load(account, begun)
  const history = Array.from({ length: 3_000 }, (_, n) => switched('monitoring', n % 2 === 0))
  for (const id of [randomUUID(), randomUUID()]) {
    await stores.append(`account-${id}`, ...history)
    await aggregates.load(account, id)
  }
  read = 0
  await aggregates.load(account, begun)
  assert.is(read, 0)
})

test('an aggregate whose history grows is remembered once, as it is then', async () => {
  for (let n = 0; n < 10; n++) await turn(n % 2 === 0)
  read = 0
  assert.equal([...(await featuresNow())], [])
  assert.is(read, 0)
})

test('a minute later the whole history is read again, for keys may have been destroyed elsewhere', async () => {
  await featuresNow()
  read = 0
  await featuresNow()
  assert.is(read, 0)
  const [clock, passed] = [Date.now, performance.now]
  try {
    // The clock of the machine was set back meanwhile.
    Date.now = () => clock() - 3_600_000
    performance.now = () => passed.call(performance) + 60_000
    await featuresNow()
  } finally {
    Date.now = clock
    performance.now = passed
  }
  assert.is(read, 1)
})

test('an aggregate that does not exist is looked for again each time', async () => {
  const id = randomUUID()
  assert.not.ok((await aggregates.load(account, id)).exists)
  await openAggregates(stores.log).handle(
    account,
    id,
    { ...create, account: { ...create.account, account_id: id, slug: 'second' } },
    context(),
  )
  assert.ok((await aggregates.load(account, id)).exists)
})

test('two aggregates decide in one stream, each with a state of its own and with what the other wrote', async () => {
  const switches: Aggregate<{ readonly events: number }, { readonly feature: string }, AccountEvent> = {
    name: 'switches',
    of: 'account',
    initial: { events: 0 },
    evolve: ({ events }) => ({ events: events + 1 }),
    decide: ({ feature }) => [{ type: 'FeatureSwitched', data: { feature, on: true } }],
  }
  const { state } = await aggregates.handle(switches, accountId, { feature: 'one' }, context())
  assert.equal(state, { events: 2 })
  assert.equal([...(await featuresNow())], ['one'])
  await turn(true)
  assert.equal(await aggregates.load(switches, accountId), { events: 3 })
  assert.is((await stores.log.read(stream)).length, 3)
  assert.equal(await stores.log.read(`switches-${accountId}`), [])
})

test.run()
