// What commands read from EventStoreDB, counted at the server: a stream at most once, and only what others wrote since.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { type Aggregates, openAggregates } from '../../src/commands/handler.ts'
import { openEventLog } from '../../src/stores/event-log.ts'
import type { EventStore } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'
import { context, openStores, type Stores } from '../stores/log.ts'
import { order, submitted } from './businesses.ts'

const { business_id: id } = submitted
let server: EventStoreServer
let keys: Stores
const opened: EventStore[] = []

test.before.each(async () => {
  server = await startEventStoreServer()
  keys = await openStores()
})
test.after.each(async () => {
  for (const store of opened.splice(0)) await store.close()
  await keys.close()
  await server.stop()
})

const openInstance = async (): Promise<Aggregates> => {
  const store = await openEventStoreDB({ url: server.url })
  opened.push(store)
  return openAggregates(openEventLog({ store, keyRing: keys.keyRing }))
}

/** What `work` costs the server. */
const costOf = async (work: () => Promise<unknown>) => {
  const [before, sent] = [server.calls(), server.sent()]
  await work()
  const after = server.calls()
  return { reads: after.read - before.read, events: server.sent() - sent, appends: after.append - before.append }
}

const create = ({ handle }: Aggregates) =>
  handle(business, id, { type: 'CreateBusiness', business: submitted, orders: [order('identity')] }, context())
const tag = ({ handle }: Aggregates, name: string) => handle(business, id, { type: 'AddTag', tag: name }, context())

test('a new business costs one read at most, and the commands on it none', async () => {
  const instance = await openInstance()
  const { reads, events, appends } = await costOf(() => create(instance))
  assert.ok(reads <= 1, `${reads} reads`)
  assert.equal([events, appends], [0, 1])
  const next = await costOf(async () => {
    for (let n = 0; n < 10; n++) await tag(instance, `tag-${n}`)
  })
  assert.equal(next, { reads: 0, events: 0, appends: 10 })
})

test('a command that another instance has overtaken reads what that one wrote, and not the whole stream', async () => {
  const [one, another] = [await openInstance(), await openInstance()]
  await create(one)
  for (let n = 0; n < 50; n++) await tag(one, `tag-${n}`)
  await tag(another, 'elsewhere')
  await tag(another, 'elsewhere-again')
  const overtaken = await costOf(() => tag(one, 'overtaken'))
  // One event is read to see whether the refused append is there already, then what the other instance wrote.
  assert.equal(overtaken, { reads: 2, events: 1 + 2, appends: 2 })
  assert.equal(await costOf(() => tag(one, 'next')), { reads: 0, events: 0, appends: 1 })
})

test('an instance that knows nothing of a business reads its stream once', async () => {
  await create(await openInstance())
  const late = await openInstance()
  assert.is((await costOf(() => tag(late, 'first'))).reads, 1)
  assert.is((await costOf(() => tag(late, 'second'))).reads, 0)
})

test.run()
