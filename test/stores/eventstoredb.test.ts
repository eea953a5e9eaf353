// The EventStoreDB adapter against a server of its protocol: the contract of every event store, and calls that go wrong on the way.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noStream, StoreUnavailable, WrongExpectedRevision } from '../../src/stores/event-store.ts'
import { openEventStoreDB } from '../../src/stores/eventstoredb/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { all, idOf, someEvent, someEvents, unique } from '../contract/sample-events.ts'
import { eventually } from '../eventually.ts'
import { failureOf } from '../failure.ts'
import { filled } from '../filled.ts'
import { accessDenied, deadlineExceeded, follower, noLeader, notLeader, unavailable } from '../servers/eventstore/faults.ts'
import { startEventStoreServer } from '../servers/eventstore.ts'
import { atLast, eventStoreScene, follow } from './eventstoredb-scene.ts'

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

const test = suite('eventstoredb when calls go wrong')
const scene = eventStoreScene(test)

for (const [what, fault] of [
  ['unavailable', unavailable],
  ['without a leader', noLeader],
  ['out of time', deadlineExceeded],
] as const) {
  test(`an append and a read get through when the server is ${what} for a moment`, async () => {
    const store = await scene.open()
    const stream = unique('moment')
    const events = someEvents(2)
    scene.server.faults.next('append', fault, fault)
    assert.is((await store.append(stream, events, noStream)).revision, 1)
    scene.server.faults.next('read', fault, fault)
    assert.equal((await store.read(stream)).map(idOf), events.map(idOf))
  })
}

test('an append whose answer is lost is there once, and answers as if nothing had happened', async () => {
  const store = await scene.open()
  const stream = unique('lost')
  const events = someEvents(3)
  scene.server.faults.next('append', { kind: 'answerLost' })
  const appended = await store.append(stream, events, noStream)
  const read = await store.read(stream)
  assert.equal(read.map(idOf), events.map(idOf))
  assert.equal(appended, { revision: 2, position: read[2]?.position })
})

test('an append whose answer is lost succeeds even when another writer was quicker than its second try', async () => {
  const [store, other] = [await scene.open({ firstPause: 100 }), await scene.open()]
  const stream = unique('overtaken')
  const events = someEvents(2)
  scene.server.faults.next('append', { kind: 'answerLost' })
  const appending = store.append(stream, events, noStream)
  await eventually('the events stand', () => scene.server.log.stream(stream).length === 2)
  await other.append(stream, someEvents(1), 1)
  assert.is((await appending).revision, 1)
  assert.is((await store.read(stream)).length, 3)
})

test('when the answer to one append is lost, the others on the same connection are safe', async () => {
  const store = await scene.open()
  const streams = Array.from({ length: 30 }, () => unique('together'))
  scene.server.faults.next('append', { kind: 'delay', ms: 20 }, { kind: 'answerLost' }, { kind: 'delay', ms: 20 })
  const appended = await Promise.all(streams.map((stream) => store.append(stream, someEvents(1), noStream)))
  assert.ok(filled(appended).every(({ revision }) => revision === 0))
  assert.is((await all(store.readAll())).length, 30)
})

test('an append that is refused because of its own events counts as done, and no other', async () => {
  const store = await scene.open()
  const stream = unique('own')
  const events = someEvents(2)
  const first = await store.append(stream, events, noStream)
  await store.append(stream, someEvents(1), 1)
  scene.server.faults.always('append', { kind: 'forgetsIds' })
  assert.equal(await store.append(stream, events, noStream), first)
  for (const others of [someEvents(2), [events[0]!, someEvent()], [...events, someEvent()]]) {
    assert.instance(await failureOf(store.append(stream, others, noStream)), WrongExpectedRevision)
  }
})

test('the position of an append is looked up when the server does not tell it', async () => {
  const store = await scene.open()
  const stream = unique('position')
  scene.server.faults.always('append', { kind: 'noPosition' })
  const appended = await store.append(stream, someEvents(2), noStream)
  assert.equal(appended, { revision: 1, position: (await store.read(stream))[1]?.position })
})

test('an append that is not answered in time is reported as unavailable, and may be sent again', async () => {
  const [store, patient] = [await scene.open({ deadline: 150 }), await scene.open()]
  const stream = unique('late')
  const events = someEvents(2)
  scene.server.faults.next('append', { kind: 'delay', ms: 400 })
  assert.instance(await failureOf(store.append(stream, events, noStream)), StoreUnavailable)
  const appended = await patient.append(stream, events, noStream)
  await eventually('the late one is done too', () => scene.server.calls().append === 2)
  assert.is(appended.revision, 1)
  assert.equal((await patient.read(stream)).map(idOf), events.map(idOf))
})

test('a server that accepts calls and never answers is reported as unavailable', async () => {
  const store = await scene.open({ deadline: 100 })
  for (const call of ['append', 'read'] as const) scene.server.faults.always(call, { kind: 'silence' })
  assert.instance(await failureOf(store.append(unique('silent'), someEvents(1), noStream)), StoreUnavailable)
  assert.instance(await failureOf(store.read(unique('silent'))), StoreUnavailable)
  assert.instance(await failureOf(all(store.readAll())), StoreUnavailable)
  for (const call of ['append', 'read'] as const) scene.server.faults.always(call, undefined)
  const [stream, events] = [unique('silent'), someEvents(1)]
  assert.is((await atLast(() => store.append(stream, events, noStream))).revision, 0)
})

test('a last try without an answer does not hide what an earlier try was told', async () => {
  const store = await scene.open({ deadline: 2_000 })
  scene.server.faults.next('read', unavailable)
  scene.server.faults.always('read', { kind: 'silence' })
  assert.match(((await failureOf(store.read(unique('told')))) as Error).message, 'Server Is Not Ready')
})

test('a server that never answers is reported with the whole time that it was given', async () => {
  const store = await scene.open({ deadline: 500 })
  scene.server.faults.always('read', { kind: 'silence' })
  assert.is(((await failureOf(store.read(unique('silent')))) as Error).message, 'the event store did not answer within 500 ms')
})

test('a server that is away is reported as unavailable, and used again when it is back', async () => {
  const store = await scene.open({ deadline: 100 })
  const stream = unique('away')
  const [first, second] = [someEvents(1), someEvents(1)]
  await atLast(() => store.append(stream, first, noStream))
  await scene.server.stop()
  assert.instance(await failureOf(store.append(stream, someEvents(1), 0)), StoreUnavailable)
  assert.instance(await failureOf(store.read(stream)), StoreUnavailable)
  await scene.server.restart()
  assert.is((await atLast(() => store.append(stream, second, 0))).revision, 1)
  assert.is((await atLast(() => store.read(stream))).length, 2)
})

test('a store opened while the server is away works once it is there', async () => {
  await scene.server.stop()
  const store = await scene.open()
  const appending = store.append(unique('first'), someEvents(1), noStream)
  await scene.server.restart()
  assert.is((await appending).revision, 0)
})

test('denied access is told as such, and not tried again', async () => {
  const store = await scene.open()
  scene.server.faults.always('read', accessDenied)
  scene.server.faults.always('append', accessDenied)
  for (const error of [
    await failureOf(store.read(unique('denied'))),
    await failureOf(store.append(unique('denied'), someEvents(1), noStream)),
  ]) {
    assert.not.instance(error, StoreUnavailable)
    assert.match((error as Error).message, 'denies access')
  }
  assert.equal(scene.server.calls(), { append: 1, read: 1, subscribe: 0 })
})

test('an append larger than the server takes is refused, and the next one goes through', async () => {
  const store = await scene.open()
  for (const size of [1_100_000, 5_000_000]) {
    const error = await failureOf(store.append(unique('large'), [{ ...someEvent(), data: { text: 'x'.repeat(size) } }], noStream))
    assert.not.instance(error, StoreUnavailable)
    assert.match((error as Error).message, 'larger than the event store takes')
  }
  assert.is((await store.append(unique('small'), someEvents(1), noStream)).revision, 0)
})

test('appends and subscriptions follow the leader to another node', async () => {
  const leader = await scene.startNode()
  const store = await scene.open()
  const { events, live } = follow(store)
  await eventually('the subscription is live', live)
  scene.server.faults.always('append', notLeader(leader))
  assert.is((await store.append(unique('led'), someEvents(1), noStream)).revision, 0)
  assert.is(leader.calls().append, 1)

  scene.server.faults.always('subscribe', notLeader(leader))
  await scene.server.stop()
  await scene.server.restart()
  await store.append(unique('led'), someEvents(1), noStream)
  await eventually('both events have come', () => events.length === 2)

  await leader.stop()
  scene.server.faults.always('append', undefined)
  scene.server.faults.always('subscribe', undefined)
  await store.append(unique('led'), someEvents(1), noStream)
  await eventually('the first node is used again', () => events.length === 3)
})

test('a stream is read from the leader, because a follower may not have the last event yet', async () => {
  const leader = await scene.startNode()
  const store = await scene.open()
  const stream = unique('read')
  await store.append(stream, someEvents(2), noStream)
  scene.server.faults.always('read', follower(leader))
  assert.is((await store.read(stream)).length, 2)
  assert.is(leader.calls().read, 1)
})

test('the whole log may be read from a follower', async () => {
  const leader = await scene.startNode()
  const store = await scene.open()
  await store.append(unique('read'), someEvents(1), noStream)
  scene.server.faults.always('read', follower(leader))
  assert.ok((await Array.fromAsync(store.readAll())).length >= 1)
  assert.is(leader.calls().read, 0)
})

test('a node is found by discovery, and found again after an outage', async () => {
  const store = await scene.open({
    url: `esdb+discover://${scene.server.host}:${scene.server.port}?tls=false&discoveryInterval=20&maxDiscoverAttempts=2`,
  })
  const stream = unique('discovered')
  await store.append(stream, someEvents(1), noStream)
  await scene.server.stop()
  const appending = store.append(stream, someEvents(1), 0)
  await scene.server.restart()
  assert.is((await appending).revision, 1)
})

test('a node that accepts calls and never answers is left for another that leads now', async () => {
  const leader = await scene.startNode()
  const store = await scene.open({ url: `esdb+discover://${scene.server.host}:${scene.server.port}?tls=false`, deadline: 200 })
  for (const call of ['append', 'read', 'subscribe'] as const) scene.server.faults.always(call, { kind: 'silence' })
  const { events } = follow(store)
  await eventually('the first node is asked', () => scene.server.calls().subscribe === 1)
  scene.server.announce([{ host: leader.host, port: leader.port, leads: true, isAlive: true }])
  assert.instance(await failureOf(store.append(unique('left'), someEvents(1), noStream)), StoreUnavailable)
  const [stream, led] = [unique('led'), someEvents(1)]
  await atLast(() => store.append(stream, led, noStream))
  await eventually('the event has come', () => events.length === 1)
})

test('a URL that is no connection string is refused at once', async () => {
  assert.match(String(await failureOf(openEventStoreDB({ url: 'http://localhost:2113' }))), 'expected esdb://')
})

contract.run()
test.run()
