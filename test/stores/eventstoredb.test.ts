// The EventStoreDB adapter against a server of its protocol: the contract of every event store, and what goes wrong on the way.
import { suite, type Test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type EventStore,
  noStream,
  type RecordedEvent,
  StoreUnavailable,
  type SubscribeOptions,
  WrongExpectedRevision,
} from '../../src/stores/event-store.ts'
import { type EventStoreDBOptions, openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { all, idOf, positions, someEvent, someEvents, unique } from '../contract/sample-events.ts'
import { eventually } from '../eventually.ts'
import { accessDenied, deadlineExceeded, type Fault, noLeader, notLeader, unavailable } from '../servers/eventstore/faults.ts'
import { type EventStoreServer, startEventStoreServer } from '../servers/eventstore.ts'

const contract = eventStoreContract('eventstoredb', async () => {
  const server = await startEventStoreServer()
  let store = await openEventStoreDB({ url: server.url })
  return {
    store,
    reopen: async () => {
      await store.close()
      store = await openEventStoreDB({ url: server.url })
      return store
    },
    close: async () => {
      await store.close()
      await server.stop()
    },
  }
})

const test: Test = suite('eventstoredb when things go wrong')
let server: EventStoreServer
const opened: EventStore[] = []

const open = async (options: Partial<EventStoreDBOptions> = {}): Promise<EventStore> => {
  const store = await openEventStoreDB({ url: server.url, lookAfter: 100, firstPause: 10, longestPause: 200, ...options })
  opened.push(store)
  return store
}

test.before.each(async () => {
  server = await startEventStoreServer()
})
test.after.each(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  await server.stop()
})

const follow = (store: EventStore, options: SubscribeOptions = {}) => {
  const events: RecordedEvent[] = []
  const errors: unknown[] = []
  let position = -1n
  let live = false
  store.subscribe({ ...options, onError: (error) => errors.push(error) }, async (batch) => {
    events.push(...batch.events)
    position = batch.position
    live = batch.live
  })
  return { events, errors, position: () => position, live: () => live }
}

const failureOf = async (promise: Promise<unknown>): Promise<unknown> => promise.then(() => undefined).catch((error: unknown) => error)

const fill = async (store: EventStore, stream: string, count: number) => {
  const events = someEvents(count)
  for (let from = 0; from < count; from += 200) await store.append(stream, events.slice(from, from + 200), from - 1)
  return events
}

for (const [what, fault] of [
  ['unavailable', unavailable],
  ['without a leader', noLeader],
  ['out of time', deadlineExceeded],
] as const) {
  test(`an append and a read get through when the server is ${what} for a moment`, async () => {
    const store = await open()
    const stream = unique('moment')
    const events = someEvents(2)
    server.faults.next('append', fault, fault)
    assert.is((await store.append(stream, events, noStream)).revision, 1)
    server.faults.next('read', fault, fault)
    assert.equal((await store.read(stream)).map(idOf), events.map(idOf))
  })
}

test('an append whose answer is lost is there once, and answers as if nothing had happened', async () => {
  const store = await open()
  const stream = unique('lost')
  const events = someEvents(3)
  server.faults.next('append', { kind: 'answerLost' })
  const appended = await store.append(stream, events, noStream)
  const read = await store.read(stream)
  assert.equal(read.map(idOf), events.map(idOf))
  assert.equal(appended, { revision: 2, position: read[2]?.position })
})

test('an append whose answer is lost succeeds even when another writer was quicker than its second try', async () => {
  const [store, other] = [await open({ firstPause: 100 }), await open()]
  const stream = unique('overtaken')
  const events = someEvents(2)
  server.faults.next('append', { kind: 'answerLost' })
  const appending = store.append(stream, events, noStream)
  await eventually('the events stand', () => server.log.stream(stream).length === 2)
  await other.append(stream, someEvents(1), 1)
  assert.is((await appending).revision, 1)
  assert.is((await store.read(stream)).length, 3)
})

test('when the answer to one append is lost, the others on the same connection are safe', async () => {
  const store = await open()
  const streams = Array.from({ length: 30 }, () => unique('together'))
  server.faults.next('append', { kind: 'delay', ms: 20 }, { kind: 'answerLost' }, { kind: 'delay', ms: 20 })
  const appended = await Promise.all(streams.map((stream) => store.append(stream, someEvents(1), noStream)))
  assert.ok(appended.every(({ revision }) => revision === 0))
  assert.is((await all(store.readAll())).length, 30)
})

test('an append that is refused because of its own events counts as done', async () => {
  const store = await open()
  const stream = unique('own')
  const events = someEvents(2)
  const first = await store.append(stream, events, noStream)
  await store.append(stream, someEvents(1), 1)
  const refusal = await failureOf(store.append(stream, someEvents(2), noStream))
  assert.instance(refusal, WrongExpectedRevision)
  assert.equal(await store.append(stream, events, noStream), first)
})

test('an append that is not answered in time is reported as unavailable, and may be sent again', async () => {
  const store = await open({ deadline: 150 })
  const stream = unique('late')
  const events = someEvents(2)
  server.faults.next('append', { kind: 'delay', ms: 400 })
  assert.instance(await failureOf(store.append(stream, events, noStream)), StoreUnavailable)
  const appended = await store.append(stream, events, noStream)
  await eventually('the late one is done too', () => server.calls().append === 2)
  assert.is(appended.revision, 1)
  assert.equal((await store.read(stream)).map(idOf), events.map(idOf))
})

test('a server that accepts calls and never answers is reported as unavailable', async () => {
  const store = await open({ deadline: 100 })
  for (const call of ['append', 'read'] as const) server.faults.always(call, { kind: 'silence' })
  assert.instance(await failureOf(store.append(unique('silent'), someEvents(1), noStream)), StoreUnavailable)
  assert.instance(await failureOf(store.read(unique('silent'))), StoreUnavailable)
  assert.instance(await failureOf(all(store.readAll())), StoreUnavailable)
  for (const call of ['append', 'read'] as const) server.faults.always(call, undefined)
  assert.is((await store.append(unique('silent'), someEvents(1), noStream)).revision, 0)
})

test('a server that is away is reported as unavailable, and used again when it is back', async () => {
  const store = await open({ deadline: 100 })
  const stream = unique('away')
  await store.append(stream, someEvents(1), noStream)
  await server.stop()
  assert.instance(await failureOf(store.append(stream, someEvents(1), 0)), StoreUnavailable)
  assert.instance(await failureOf(store.read(stream)), StoreUnavailable)
  await server.restart()
  assert.is((await store.append(stream, someEvents(1), 0)).revision, 1)
  assert.is((await store.read(stream)).length, 2)
})

test('a store opened while the server is away works once it is there', async () => {
  await server.stop()
  const store = await open()
  const appending = store.append(unique('first'), someEvents(1), noStream)
  await server.restart()
  assert.is((await appending).revision, 0)
})

test('denied access is told as such, and not tried again', async () => {
  const store = await open()
  server.faults.always('read', accessDenied)
  server.faults.always('append', accessDenied)
  for (const error of [
    await failureOf(store.read(unique('denied'))),
    await failureOf(store.append(unique('denied'), someEvents(1), noStream)),
  ]) {
    assert.not.instance(error, StoreUnavailable)
    assert.match((error as Error).message, 'denies access')
  }
  assert.equal(server.calls(), { append: 1, read: 1, subscribe: 0 })
})

test('an append larger than the server takes is refused, and the next one goes through', async () => {
  const store = await open()
  for (const size of [1_100_000, 5_000_000]) {
    const error = await failureOf(store.append(unique('large'), [{ ...someEvent(), data: { text: 'x'.repeat(size) } }], noStream))
    assert.not.instance(error, StoreUnavailable)
    assert.match((error as Error).message, 'larger than the event store takes')
  }
  assert.is((await store.append(unique('small'), someEvents(1), noStream)).revision, 0)
})

test('appends and subscriptions follow the leader to another node', async () => {
  const leader = await startEventStoreServer({ log: server.log })
  const store = await open()
  const { events, live } = follow(store)
  await eventually('the subscription is live', live)
  server.faults.always('append', notLeader(leader))
  assert.is((await store.append(unique('led'), someEvents(1), noStream)).revision, 0)
  assert.is(leader.calls().append, 1)

  server.faults.always('subscribe', notLeader(leader))
  await server.stop()
  await server.restart()
  await store.append(unique('led'), someEvents(1), noStream)
  await eventually('both events have come', () => events.length === 2)

  await leader.stop()
  server.faults.always('append', undefined)
  server.faults.always('subscribe', undefined)
  await store.append(unique('led'), someEvents(1), noStream)
  await eventually('the first node is used again', () => events.length === 3)
})

test('a subscription that is refused by a node that does not lead goes to the leader', async () => {
  const leader = await startEventStoreServer({ log: server.log })
  server.faults.always('subscribe', notLeader(leader))
  const store = await open()
  const { events, errors } = follow(store)
  await store.append(unique('led'), someEvents(3), noStream)
  await eventually('the events have come', () => events.length === 3)
  assert.is(leader.calls().subscribe, 1)
  assert.is(errors.length, 1)
  await store.close()
  await leader.stop()
})

test('a subscription cut in the middle of batches, again and again, misses and doubles nothing', async () => {
  const store = await open()
  await fill(store, unique('cut'), 1_000)
  const cuts: Fault[] = [0, 1, 7, 33, 100, 250].map((events) => ({ kind: 'cutAfter', events }))
  server.faults.next('subscribe', ...cuts)
  const { events, errors } = follow(store, { batchSize: 30 })
  await eventually('all events have come', () => events.length >= 1_000)
  assert.equal(events, await all(store.readAll()))
  assert.is(errors.length, cuts.length)
})

test('events that are delivered twice are handled once', async () => {
  const store = await open()
  await fill(store, unique('double'), 300)
  server.faults.always('subscribe', { kind: 'repeat' })
  const { events } = follow(store, { batchSize: 25 })
  await eventually('the past has come', () => events.length >= 300)
  await fill(store, unique('double'), 20)
  await eventually('the present has come', () => events.length >= 320)
  assert.equal(events, await all(store.readAll()))
})

test('a subscription goes on where it was when the server was away for long', async () => {
  const store = await open({ deadline: 100 })
  await fill(store, unique('outage'), 100)
  const { events, errors, live } = follow(store)
  await eventually('the subscription is live', live)
  await server.stop()
  await eventually('it has tried several times', () => errors.length >= 6)
  await server.restart()
  await fill(store, unique('outage'), 50)
  await eventually('all events have come', () => events.length >= 150)
  assert.equal(events, await all(store.readAll()))
  assert.ok(errors.every((error) => error instanceof StoreUnavailable))
})

for (const [what, fault] of [
  ['from the first', { kind: 'silence' }],
  ['in the middle', { kind: 'muteAfter', events: 10 }],
] as const) {
  test(`a subscription that falls silent ${what} without an error is noticed and opened again`, async () => {
    const store = await open()
    await fill(store, unique('mute'), 40)
    server.faults.next('subscribe', fault)
    const { events, errors } = follow(store)
    await eventually('all events have come', () => events.length >= 40)
    assert.equal(events, await all(store.readAll()))
    assert.is(errors.length, 1)
    assert.match((errors[0] as Error).message, 'fell silent')
  })
}

test('a subscription with a filter hears of a few unwanted events though no checkpoint is due', async () => {
  const store = await open()
  const wanted = unique('wanted')
  const { events, position, live, errors } = follow(store, { streamPrefixes: [wanted] })
  await eventually('the subscription is live', live)
  const last = await store.append(unique('unwanted'), someEvents(3), noStream)
  await eventually('the position has passed them', () => position() === last.position)
  await store.append(`${wanted}1`, someEvents(1), noStream)
  await eventually('the wanted event has come', () => events.length === 1)
  assert.equal(errors, [])
})

test('what the server writes for itself never comes, and is passed over', async () => {
  const store = await open()
  const { events, position, live } = follow(store)
  const first = await store.append(unique('mine'), someEvents(1), noStream)
  await eventually('the subscription is live', live)
  for (let n = 0; n < 100; n++) server.writeSystemEvent()
  await eventually('the position has passed the events of the server', () => position() > first.position)
  const last = await store.append(unique('mine'), someEvents(1), noStream)
  await eventually('both events of ours have come', () => events.length === 2)
  for (const options of [
    {},
    { direction: 'backwards' },
    { streamPrefixes: [''] },
    { limit: 2 },
    { direction: 'backwards', limit: 2 },
  ] as const) {
    const read = positions(await all(store.readAll(options)))
    assert.equal('direction' in options ? read.toReversed() : read, [first.position, last.position])
  }
})

test('a slow subscriber holds up the server, and not its own memory', async () => {
  const store = await open()
  const many = 6_000
  await fill(store, unique('slow'), many)
  const gate = Promise.withResolvers<void>()
  const events: RecordedEvent[] = []
  store.subscribe({ batchSize: 50 }, async (batch) => {
    await gate.promise
    events.push(...batch.events)
  })
  await eventually('events are on their way', () => server.sent() > 100)
  const other = follow(store)
  await eventually('another subscriber has everything', () => other.events.length === many)
  assert.ok(server.sent() < many + 2_000, `${server.sent()} events sent`)
  gate.resolve()
  await eventually('the slow one has everything too', () => events.length === many)
})

test('a subscription can be closed while the server is silent or away', async () => {
  const store = await open({ lookAfter: 20 })
  server.faults.always('read', { kind: 'silence' })
  const silent = store.subscribe({}, async () => {})
  await eventually('it looks what it has missed', () => server.calls().read > 0)
  const started = performance.now()
  await silent.close()
  await server.stop()
  const away = store.subscribe({}, async () => {})
  await away.close()
  assert.ok(performance.now() - started < 1_000)
})

test('a node is found by discovery, and found again after an outage', async () => {
  const store = await open({ url: `esdb+discover://${server.host}:${server.port}?tls=false&discoveryInterval=20&maxDiscoverAttempts=2` })
  const stream = unique('discovered')
  await store.append(stream, someEvents(1), noStream)
  await server.stop()
  const appending = store.append(stream, someEvents(1), 0)
  await server.restart()
  assert.is((await appending).revision, 1)
})

test('a URL that is no connection string is refused at once', async () => {
  assert.match(String(await failureOf(openEventStoreDB({ url: 'http://localhost:2113' }))), 'expected esdb://')
})

contract.run()
test.run()
