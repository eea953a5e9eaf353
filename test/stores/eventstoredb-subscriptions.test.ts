// Subscriptions to EventStoreDB when their connection is cut, refused, silent or away: they never skip, double or hang.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DamagedEvent, noStream, type RecordedEvent, StoreUnavailable } from '../../src/stores/event-store.ts'
import { all, positions, someEvents, unique } from '../contract/sample-events.ts'
import { eventually, inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import { type Fault, notLeader } from '../servers/eventstore/faults.ts'
import { eventStoreScene, fill, follow } from './eventstoredb-scene.ts'

const test = suite('eventstoredb subscriptions when things go wrong')
const scene = eventStoreScene(test)

test('a subscription that is refused by a node that does not lead goes to the leader', async () => {
  const leader = await scene.startNode()
  scene.server.faults.always('subscribe', notLeader(leader))
  const store = await scene.open()
  const { events, errors } = follow(store)
  await store.append(unique('led'), someEvents(3), noStream)
  await eventually('the events have come', () => events.length === 3)
  assert.is(leader.calls().subscribe, 1)
  assert.is(errors.length, 1)
})

test('a subscription cut in the middle of batches, again and again, misses and doubles nothing', async () => {
  const store = await scene.open()
  await fill(store, unique('cut'), 1_000)
  const cuts: Fault[] = [0, 1, 7, 33, 100, 250].map((events) => ({ kind: 'cutAfter', events }))
  scene.server.faults.next('subscribe', ...cuts)
  const { events, errors } = follow(store, { batchSize: 30 })
  await eventually('all events have come', () => events.length >= 1_000)
  assert.equal(events, await all(store.readAll()))
  assert.is(errors.length, cuts.length)
})

test('events that are delivered twice are handled once', async () => {
  const store = await scene.open()
  await fill(store, unique('double'), 300)
  scene.server.faults.always('subscribe', { kind: 'repeat' })
  const { events } = follow(store, { batchSize: 25 })
  await eventually('the past has come', () => events.length >= 300)
  await fill(store, unique('double'), 20)
  await eventually('the present has come', () => events.length >= 320)
  assert.equal(events, await all(store.readAll()))
})

test('a subscription goes on where it was when the server was away for long', async () => {
  const store = await scene.open()
  await fill(store, unique('outage'), 100)
  const { events, errors, live } = follow(await scene.open({ deadline: 100 }))
  await eventually('the subscription is live', live)
  await scene.server.stop()
  await eventually('it has tried several times', () => errors.length >= 6)
  await scene.server.restart()
  await fill(store, unique('outage'), 50)
  await eventually('all events have come', () => events.length >= 150)
  assert.equal(events, await all(store.readAll()))
  assert.ok(filled(errors).every((error) => error instanceof StoreUnavailable))
})

for (const [what, fault] of [
  ['from the first', { kind: 'silence' }],
  ['in the middle', { kind: 'muteAfter', events: 10 }],
] as const) {
  test(`a subscription that falls silent ${what} without an error is noticed and opened again`, async () => {
    const store = await scene.open()
    await fill(store, unique('mute'), 40)
    scene.server.faults.next('subscribe', fault)
    const { events, errors } = follow(store)
    await eventually('all events have come', () => events.length >= 40)
    assert.equal(events, await all(store.readAll()))
    assert.is(errors.length, 1)
    assert.match((errors[0] as Error).message, 'fell silent')
  })
}

test('a subscription with a filter hears of a few unwanted events though no checkpoint is due', async () => {
  const store = await scene.open()
  const wanted = unique('wanted')
  const { events, position, live, errors } = follow(store, { streamPrefixes: [wanted] })
  await eventually('the subscription is live', live)
  const last = await store.append(unique('unwanted'), someEvents(3), noStream)
  await eventually('the position has passed them', () => position() === last.position)
  await store.append(`${wanted}1`, someEvents(1), noStream)
  await eventually('the wanted event has come', () => events.length === 1)
  assert.equal(errors, [])
})

for (const [what, ahead] of [
  ['where the next event will be', {}],
  ['at the greatest number that there is', { position: 2n ** 64n - 1n }],
] as const)
  test(`a checkpoint ${what} hides no event, from the subscription or from one that goes on behind it`, async () => {
    const store = await scene.open()
    const wanted = unique('wanted')
    scene.server.writeSystemEvent()
    scene.server.faults.always('subscribe', { kind: 'checkpointAhead', ...ahead })
    const one = follow(store, { streamPrefixes: [wanted] })
    await eventually('the subscription is live', one.live)
    const position = one.position()
    const other = follow(store, { streamPrefixes: [wanted], after: position })
    await eventually('the other is live', other.live)
    const { position: last } = await store.append(`${wanted}1`, someEvents(1), noStream)
    await eventually('both have the event', () => one.events.length + other.events.length === 2)
    assert.ok(position < last)
    for (let n = 0; n < 70; n++) scene.server.writeSystemEvent()
    const end = await store.end()
    await eventually('both go on', () => one.position() === end && other.position() === end)
  })

test('what the server writes for itself never comes, and is passed over', async () => {
  const store = await scene.open()
  const { events, position, live } = follow(store)
  const first = await store.append(unique('mine'), someEvents(1), noStream)
  await eventually('the subscription is live', live)
  for (let n = 0; n < 100; n++) scene.server.writeSystemEvent()
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
  const store = await scene.open()
  const many = 6_000
  await fill(store, unique('slow'), many)
  const gate = Promise.withResolvers<void>()
  const events: RecordedEvent[] = []
  store.subscribe({ batchSize: 50 }, async (batch) => {
    await gate.promise
    events.push(...batch.events)
  })
  await eventually('events are on their way', () => scene.server.sent() > 100)
  try {
    const other = follow(store)
    await eventually('another subscriber has everything', () => other.events.length === many)
    assert.ok(scene.server.sent() < many + 2_000, `${scene.server.sent()} events sent`)
  } finally {
    gate.resolve()
  }
  await eventually('the slow one has everything too', () => events.length === many)
})

test('a subscription can be closed while the server is silent or away', async () => {
  const store = await scene.open({ lookAfter: 20 })
  scene.server.faults.always('read', { kind: 'silence' })
  const silent = store.subscribe({}, async () => {})
  await eventually('it looks what it has missed', () => scene.server.calls().read > 0)
  await inTime('the one that waits for an answer is closed', silent.close())
  await scene.server.stop()
  const away = store.subscribe({}, async () => {})
  await inTime('the one that finds no server is closed', away.close())
})

test('an event that was made unreadable is told by its position, and what stands before it is handed over, and nothing behind it', async () => {
  const store = await scene.open()
  const stream = unique('damaged')
  await store.append(stream, someEvents(3), noStream)
  const [first, , third] = await all(store.readAll())
  const damaged = scene.server.log.stream(stream)[1] as { data: Uint8Array; readonly position: bigint }
  damaged.data = Buffer.from('{"overwritten')

  const { events, errors } = follow(store)
  await eventually('it was told twice', () => errors.length >= 2)
  assert.equal(events, [first])
  for (const error of filled(errors)) {
    assert.instance(error, DamagedEvent)
    assert.is((error as DamagedEvent).position, damaged.position)
  }
  assert.instance(await store.read(stream).catch((error: unknown) => error), DamagedEvent)
  const read: RecordedEvent[] = []
  const failure = await (async () => {
    for await (const event of store.readAll()) read.push(event)
  })().catch((error: unknown) => error)
  assert.instance(failure, DamagedEvent)
  assert.equal(read, [first])
  assert.equal(await all(store.readAll({ after: damaged.position })), [third], 'who knows of it can go on behind it')
})

test.run()
