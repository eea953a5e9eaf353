import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalJson } from '../../src/events/canonical-json.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { eventHash, genesis } from '../../src/events/chain.ts'
import { erased } from '../../src/events/personal-data.ts'
import { upcasters } from '../../src/events/upcast.ts'
import { beginning, type EventLog, eventId, openEventLog } from '../../src/stores/event-log.ts'
import { type EventData, type EventStore, StoreUnavailable, WrongExpectedRevision } from '../../src/stores/event-store.ts'
import { type KeyRing, openKeyRing } from '../../src/stores/key-ring.ts'
import { submitted } from '../commands/businesses.ts'
import { filled } from '../filled.ts'
import { accountId, context, masterKey, openStores, type Stores, switched } from './log.ts'

let stores: Stores
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(() => stores.close())

const stream = `account-${accountId}`
const person = { id: randomUUID(), name: 'Ann Doe', title: null, email: null, phone: null, dob: '1970-01-02', ssn: '123456789' }
const created: DomainEvent = { type: 'BusinessCreated', data: { ...submitted, people: [person], tin: '123456789', tin_type: 'ein' } }
const business = `business-${submitted.business_id}`

const rejects = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('it was not refused')
    },
    (error: Error) => error,
  )

test('an event carries on whose behalf, why, when and in which version it was written', async () => {
  const [commandId, causationId] = [randomUUID(), randomUUID()]
  await stores.log.append(stream, [switched('monitoring')], beginning(stream), context({ commandId, causationId, requestId: 'r-1' }))
  const [event] = await stores.log.read(stream)
  assert.is(event?.id, eventId(commandId, 0))
  const { hash, prev_hash, ...rest } = event!.metadata
  assert.equal(rest, {
    account_id: accountId,
    actor: { type: 'api_key', id: accountId },
    request_id: 'r-1',
    correlation_id: commandId,
    causation_id: causationId,
    schema_version: 1,
    recorded_at: '2026-11-21T09:30:00.000Z',
  })
})

test('the events of a stream make one chain over several appends', async () => {
  await stores.append(stream, switched('a'), switched('b'))
  await stores.append(stream, switched('c'))
  await stores.append(business, created)
  const chain = await stores.store.read(stream)
  let before: unknown = genesis(stream)
  for (const event of filled(chain)) {
    assert.is(event.metadata.prev_hash, before)
    assert.is(event.metadata.hash, eventHash(event))
    before = event.metadata.hash
  }
  assert.is(chain.length, 3)
  assert.is((await stores.store.read(business))[0]?.metadata.prev_hash, genesis(business))
})

test('the texts that a store gets with an event are those of its data and metadata, in the order in which they are hashed', async () => {
  const appended: EventData[] = []
  const store: EventStore = {
    ...stores.store,
    append: (to, events, at) => {
      appended.push(...events)
      return stores.store.append(to, events, at)
    },
  }
  const log = openEventLog({ store, keyRing: stores.keyRing })
  await log.append(
    business,
    [created, { type: 'BusinessUpdated', data: { tags: ['b', 'a'], name: undefined } }],
    beginning(business),
    context(),
  )
  const reopened = await stores.reopen()
  const inFile = await reopened.store.read(business)
  for (const [n, { data, metadata, texts }] of filled(appended.entries())) {
    assert.is(texts?.data, canonicalJson(data))
    assert.equal(JSON.parse(texts?.metadata ?? ''), metadata)
    assert.equal(inFile[n]?.data, data)
    assert.equal(inFile[n]?.metadata, metadata)
    assert.is(metadata.hash, eventHash({ type: inFile[n]!.type, data, metadata }))
  }
  assert.is(appended.length, 2)
  assert.equal(appended[1]?.data, { tags: ['b', 'a'] })
  await reopened.close()
})

test('an event that its schema does not allow is refused, and nothing of the append is written', async () => {
  const wrong = { type: 'FeatureSwitched', data: { feature: 5, on: true } } as unknown as DomainEvent
  const error = await rejects(stores.log.append(stream, [switched('a'), wrong], beginning(stream), context()))
  assert.is(error.constructor.name, 'ZodError')
  assert.equal(await stores.log.read(stream), [])
})

test('members that the schema does not name are not written', async () => {
  const more = { type: 'FeatureSwitched', data: { feature: 'a', on: true, secret: 'x' } } as unknown as DomainEvent
  await stores.append(stream, more)
  assert.equal((await stores.store.read(stream))[0]?.data, { feature: 'a', on: true })
})

test('two writers behind the same end: one is refused', async () => {
  await stores.append(stream, switched('a'))
  assert.instance(await rejects(stores.log.append(stream, [switched('b')], beginning(stream), context())), WrongExpectedRevision)
})

test('the same command appended again answers as the first time and adds nothing', async () => {
  const write = () => stores.log.append(stream, [switched('a'), switched('b')], beginning(stream), context({ commandId: person.id }))
  const { isNew, ...first } = await write()
  assert.is(isNew, true)
  assert.equal(await write(), first)
  assert.is((await stores.log.read(stream)).length, 2)
})

test('personal data stands sealed in the file and is open to readers', async () => {
  await stores.append(business, created)
  const [stored] = await stores.store.read(business)
  const text = JSON.stringify(stored?.data)
  for (const secret of ['Ann', '1970', '123456789']) assert.not.match(text, secret)
  const [event] = await stores.log.read(business)
  assert.equal(event?.data, created.data)
})

test('after a subject was erased the others can still be read, and the chain holds', async () => {
  await stores.append(business, created)
  assert.ok(await stores.keyRing.destroy(person.id))
  const [event] = await stores.log.read(business)
  assert.ok(event?.type === 'BusinessCreated')
  assert.equal([event.data.people[0]?.name, event.data.people[0]?.ssn, event.data.tin], [erased, erased, '123456789'])
  const [stored] = await stores.store.read(business)
  assert.is(stored?.metadata.hash, eventHash(stored!))
})

test('what was just written is read without its keys, by each log over the same key ring, until a key is forgotten', async () => {
  const asked: string[] = []
  const find: KeyRing['find'] = (subjects) => {
    asked.push(...subjects)
    return stores.keyRing.find(subjects)
  }
  const reader = openEventLog({ store: stores.store, keyRing: { ...stores.keyRing, find } })
  await stores.append(business, created)
  assert.equal((await reader.read(business))[0]?.data, created.data)
  assert.equal(asked, [])
  stores.log.forget([])
  assert.equal((await reader.read(business))[0]?.data, created.data)
  assert.equal(asked.sort(), [person.id, submitted.business_id].sort())
})

test('once another thread has erased a subject, what this one wrote and holds in memory is erased too', async () => {
  await stores.append(business, created)
  assert.equal((await stores.log.read(business))[0]?.data, created.data)
  const elsewhere = openKeyRing({ records: stores.documents.records, masterKey })
  await elsewhere.destroy(person.id)
  stores.log.forget([person.id])
  const [event] = await stores.log.read(business)
  assert.ok(event?.type === 'BusinessCreated')
  assert.equal([event.data.people[0]?.name, event.data.tin], [erased, '123456789'])
})

/** A log over the same stores, whose keys are looked up in its own way. */
const logWith = (changed: Partial<Stores['keyRing']>) => openEventLog({ store: stores.store, keyRing: { ...stores.keyRing, ...changed } })
const appendCreated = (log: EventLog) => log.append(business, [created], beginning(business), context())
const nameIn = async (log: EventLog) => {
  const [event] = await log.read(business)
  return event?.type === 'BusinessCreated' ? event.data.people[0]?.name : undefined
}

test('what is appended while its key is destroyed reads as erased', async () => {
  const log = logWith({
    begin: async (subjects) => {
      const keys = await stores.keyRing.obtain(subjects)
      await stores.keyRing.destroy(person.id)
      return { keys, durable: Promise.resolve(keys) }
    },
  })
  await appendCreated(log)
  assert.is(await nameIn(log), erased)
})

/** A log whose new keys are written in its own way. */
const logPutting = (put: (write: () => Promise<number | undefined>) => Promise<number | undefined>, store = stores.store) => {
  const { records } = stores.documents
  const putting = { ...records, put: (...given: Parameters<typeof records.put>) => put(() => records.put(...given)) }
  return openEventLog({ store, keyRing: openKeyRing({ records: putting, masterKey }) })
}

test('an event is written when its new keys are durable', async () => {
  const written: string[] = []
  const store: EventStore = {
    ...stores.store,
    append: (...given) => {
      written.push('event')
      return stores.store.append(...given)
    },
  }
  const put = async (write: () => Promise<number | undefined>) => {
    const revision = await write()
    // As long as sealing and chaining may take.
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    written.push('key')
    return revision
  }
  await appendCreated(logPutting(put, store))
  assert.is(written.at(-1), 'event')
  assert.is(written.filter((each) => each === 'event').length, 1)
  assert.ok(written.includes('key'))
})

test('an event whose new key cannot be written is not written either', async () => {
  const error = await rejects(appendCreated(logPutting(() => Promise.reject(new StoreUnavailable('no room')))))
  assert.ok(error instanceof StoreUnavailable)
  assert.equal(await stores.store.read(business), [])
})

test('an event is sealed with the key that another instance made meanwhile', async () => {
  const elsewhere = openKeyRing({ records: stores.documents.records, masterKey })
  const log = logPutting(async (write) => {
    await elsewhere.obtain([person.id, business.slice('business-'.length)])
    return write()
  })
  await appendCreated(log)
  assert.is(await nameIn(log), person.name)
  const reader = openKeyRing({ records: stores.documents.records, masterKey })
  assert.is(await nameIn(openEventLog({ store: stores.store, keyRing: reader })), person.name)
})

test('what a log has appended reads as it was or as erased when its key is destroyed during the read', async () => {
  await stores.append(business, created)
  const log = logWith({
    find: async (subjects) => {
      const keys = await stores.keyRing.find(subjects)
      await stores.keyRing.destroy(person.id)
      return keys
    },
  })
  const [first] = await stores.log.read(business)
  const again: DomainEvent = { type: 'BusinessUpdated', data: { people: [person] } }
  await log.append(business, [again], { revision: 0, hash: first?.metadata.hash ?? '' }, context())
  const [, updated] = await log.read(business)
  assert.ok(updated?.type === 'BusinessUpdated')
  assert.ok(['Ann Doe', erased].includes(updated.data.people?.[0]?.name ?? ''))
})

test('what is written of an erased person later is not written', async () => {
  await stores.append(business, created)
  await stores.keyRing.destroy(person.id)
  await stores.append(business, { type: 'BusinessUpdated', data: { people: [{ ...person, name: 'Ann Smith' }] } })
  assert.not.match(JSON.stringify((await stores.store.read(business)).map(({ data }) => data)), 'Smith')
  const [, updated] = await stores.log.read(business)
  assert.is(updated?.type === 'BusinessUpdated' && updated.data.people?.[0]?.name, erased)
})

test('an event of an old version is read in the shape of today, and one of today as it stands', async () => {
  await stores.append(stream, switched('monitoring'))
  const table = upcasters as Record<string, (typeof upcasters)[string]>
  table.FeatureSwitched = [({ feature, on }) => ({ name: feature, state: on ? 'on' : 'off' })]
  try {
    await stores.append(stream, switched('liens'))
    const read = (await stores.log.read(stream)).map(({ data }): unknown => data)
    assert.equal(read, [
      { name: 'monitoring', state: 'on' },
      { feature: 'liens', on: true },
    ])
  } finally {
    delete table.FeatureSwitched
  }
})

test('personal data in an old version of a type that has none today is opened', async () => {
  await stores.append(business, created)
  const [sealed] = await stores.store.read(business)
  const { data, metadata } = sealed!
  const old = { id: randomUUID(), type: 'FeatureSwitched', data: { feature: data.tin!, on: true }, metadata }
  await stores.store.append(stream, [old], -1)
  const table = upcasters as Record<string, (typeof upcasters)[string]>
  table.FeatureSwitched = [(before) => before]
  try {
    const [event] = await stores.log.read(stream)
    assert.equal(event?.data as unknown, { feature: '123456789', on: true })
  } finally {
    delete table.FeatureSwitched
  }
})

test('events of types that this program does not know are left out', async () => {
  await stores.append(stream, switched('a'))
  const [known] = await stores.store.read(stream)
  const unknown = { ...known!, id: randomUUID(), type: 'SomethingNewer' }
  await (stores.store as EventStore).append(stream, [unknown], 0)
  assert.equal(
    (await stores.log.read(stream)).map(({ type }) => type),
    ['FeatureSwitched'],
  )
})

test.run()
