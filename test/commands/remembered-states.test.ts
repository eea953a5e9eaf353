// Commands on remembered states: how often a stream is read, and that a state which others have passed never decides, on both event stores.
import { randomUUID } from 'node:crypto'
import { v5 as uuidv5 } from 'uuid'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { account } from '../../src/commands/account.ts'
import { business } from '../../src/commands/business.ts'
import type { Business } from '../../src/commands/business-state.ts'
import { erasureIn } from '../../src/commands/erasure.ts'
import { type Aggregates, openAggregates } from '../../src/commands/handler.ts'
import { Refused } from '../../src/commands/refused.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { openEventLog } from '../../src/stores/event-log.ts'
import type { EventStore } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { filled } from '../filled.ts'
import { startEventStoreServer } from '../servers/eventstore.ts'
import { accountId, context, masterKey, openStores, type Stores } from '../stores/log.ts'
import { submitted } from './businesses.ts'

type Instance = Aggregates & {
  readonly store: EventStore
  readonly destroy: (subject: string) => Promise<boolean>
  /** What was read since the last look: how often, and how many events. */
  readonly reads: () => { readonly calls: number; readonly events: number }
}

type Shared = { readonly open: () => Promise<EventStore>; readonly close: () => Promise<void> }

const embedded = async (): Promise<Shared> => {
  const store = await openEmbeddedEventStore({ file: ':memory:' })
  return { open: async () => store, close: () => store.close() }
}

const eventStoreDB = async (): Promise<Shared> => {
  const server = await startEventStoreServer()
  const opened: EventStore[] = []
  return {
    open: async () => {
      const store = await openEventStoreDB({ url: server.url })
      opened.push(store)
      return store
    },
    close: async () => {
      await Promise.all(opened.map((store) => store.close()))
      await server.stop()
    },
  }
}

const create = { type: 'CreateAccount' as const, account: { account_id: accountId, name: 'First', slug: 'first', features: [] } }
const { business_id: id } = submitted
const created = { type: 'CreateBusiness' as const, business: { ...submitted, tin: '123456789' }, orders: [] }
const stream = `account-${accountId}`
const turned = (on: boolean) => ({ type: 'SwitchFeature' as const, feature: 'monitoring', on })
const keyId = (name: string) => uuidv5(name, accountId)
const key = (name: string) => ({
  type: 'CreateApiKey' as const,
  key: { key_id: keyId(name), name, mode: 'test' as const, key_hash: name, last_four: 'abcd' },
})

for (const [name, share] of [
  ['embedded', embedded],
  ['EventStoreDB', eventStoreDB],
] as const) {
  const test = suite(`remembered states on ${name}`)
  let shared: Shared
  let records: Stores
  let one: Instance
  let other: Instance

  const instance = async (): Promise<Instance> => {
    const store = await shared.open()
    let [calls, events] = [0, 0]
    const counted: EventStore = {
      append: (...given) => store.append(...given),
      readAll: (options) => store.readAll(options),
      end: () => store.end(),
      subscribe: (...given) => store.subscribe(...given),
      close: () => store.close(),
      read: async (...given) => {
        calls++
        const found = await store.read(...given)
        events += found.length
        return found
      },
    }
    const keyRing = openKeyRing({ records: records.documents.records, masterKey })
    return {
      ...openAggregates(openEventLog({ store: counted, keyRing })),
      store,
      destroy: keyRing.destroy,
      reads: () => {
        const since = { calls, events }
        calls = events = 0
        return since
      },
    }
  }

  /** Every event's hash is of what it holds, and of the one before it. */
  const chainHolds = async () => {
    let previous = genesis(stream)
    for (const { type, data, metadata } of filled(await one.store.read(stream))) {
      assert.is(metadata.prev_hash, previous)
      previous = eventHash({ type, data, metadata })
      assert.is(metadata.hash, previous)
    }
  }

  test.before.each(async () => {
    shared = await share()
    records = await openStores()
    one = await instance()
    other = await instance()
    await one.handle(account, accountId, create, context())
  })
  test.after.each(async () => {
    await shared.close()
    await records.close()
  })

  test('something new is read once, and none of the commands that follow reads anything', async () => {
    one.reads()
    await one.handle(business, id, created, context())
    assert.equal(one.reads(), { calls: 1, events: 0 })
    for (let n = 0; n < 5; n++) await one.handle(business, id, { type: 'AssignBusiness', assigneeId: randomUUID() }, context())
    for (let n = 0; n < 5; n++) await one.handle(account, accountId, turned(n % 2 === 0), context())
    assert.equal(one.reads(), { calls: 0, events: 0 })
    await chainHolds()
  })

  test('a state that another instance has passed is found stale by its append, and only the rest of the stream is read', async () => {
    for (let n = 0; n < 6; n++) await one.handle(account, accountId, turned(n % 2 === 0), context())
    await other.handle(account, accountId, key('theirs'), context())
    one.reads()
    const { state } = await one.handle(account, accountId, key('ours'), context())
    assert.equal(one.reads(), { calls: 1, events: 1 })
    assert.equal(Object.keys(state.keys).sort(), [keyId('ours'), keyId('theirs')].sort())
    await chainHolds()
  })

  test('a command is refused only by the current state', async () => {
    await other.handle(account, accountId, key('theirs'), context())
    await one.handle(account, accountId, { type: 'RevokeApiKey', keyId: keyId('theirs') }, context())
    const error = await one
      .handle(account, accountId, { type: 'RevokeApiKey', keyId: keyId('nobody') }, context())
      .catch((reason) => reason)
    assert.instance(error, Refused)
    await chainHolds()
  })

  test('a command changes nothing only where the current state says so', async () => {
    await one.handle(account, accountId, turned(true), context())
    await other.handle(account, accountId, turned(false), context())
    const { state } = await one.handle(account, accountId, turned(true), context())
    assert.ok(state.features.has('monitoring'))
    one.reads()
    const before = (await one.store.read(stream)).length
    await one.handle(account, accountId, turned(true), context())
    assert.equal(one.reads(), { calls: 1, events: 0 })
    assert.is((await one.store.read(stream)).length, before)
  })

  test('after a command that another instance sent too, the chain goes on from what was really written', async () => {
    const commandId = uuidv5('step', randomUUID())
    await other.handle(account, accountId, key('once'), context({ commandId, at: new Date('2026-11-21T10:00:00.000Z') }))
    await one.handle(account, accountId, key('once'), context({ commandId, at: new Date('2026-11-21T11:00:00.000Z') }))
    await one.handle(account, accountId, turned(true), context())
    assert.is((await one.store.read(stream)).length, 3)
    await chainHolds()
  })

  test('after a command of a process that no instance sent before, nothing is read where the store can tell', async () => {
    await one.handle(account, accountId, key('first'), context({ commandId: uuidv5('step', randomUUID()) }))
    one.reads()
    await one.handle(account, accountId, key('second'), context({ commandId: uuidv5('step', randomUUID()) }))
    assert.equal(one.reads(), name === 'embedded' ? { calls: 0, events: 0 } : { calls: 1, events: 1 })
    await chainHolds()
  })

  test('instances that take turns at one stream all get through, and the chain holds', async () => {
    for (let n = 0; n < 10; n++) await (n % 2 === 0 ? one : other).handle(account, accountId, key(`${n}`), context())
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? one : other).handle(account, accountId, key(`at once ${n}`), context())),
    )
    assert.is(Object.keys((await one.load(account, accountId)).keys).length, 20)
    await chainHolds()
  })

  const tinOf = async ({ load }: Instance) => ((await load(business, id)) as Business).submitted.tin

  test('as soon as the key of a person is gone, nothing of them is remembered', async () => {
    await one.handle(business, id, created, context())
    assert.is(await tinOf(one), '123456789')
    await one.destroy(id)
    assert.is(await tinOf(one), '[erased]')
  })

  test('an erasure that another instance recorded is met by the next command, which forgets what it was', async () => {
    await other.handle(business, id, created, context())
    assert.is(await tinOf(one), '123456789')
    await other.destroy(id)
    const erasure = { subjects: [id], kind: 'business' as const, reason: 'asked', requested_by: 'somebody' }
    await other.handle(erasureIn('business'), id, { type: 'RecordErasure', erasure }, context())
    assert.is(await tinOf(other), '[erased]')
    const { state } = await one.handle(business, id, { type: 'AssignBusiness', assigneeId: randomUUID() }, context())
    assert.is((state as Business).submitted.tin, '[erased]')
    assert.is(await tinOf(one), '[erased]')
  })

  test.run()
}
