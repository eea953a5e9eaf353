// The EventStoreDB test server seen through the official client: what the adapter's tests rely on must be as the client expects it.
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type Position,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { eventually, inTime } from '../eventually.ts'
import { type EventStoreServer, startEventStoreServer } from './eventstore.ts'

const test = suite('the EventStoreDB test server')
let server: EventStoreServer
let client: EventStoreDBClient

test.before.each(async () => {
  server = await startEventStoreServer()
  client = EventStoreDBClient.connectionString(server.url)
})
test.after.each(async () => {
  await client.dispose()
  await server.stop()
})

const happened = (note: string) => jsonEvent({ type: 'Happened', data: { note }, metadata: { by: 'me' } })

for (const [call, options] of [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
] as const) {
  test(`${call} appends, answers a repeated append as the first time, and refuses a wrong revision`, async () => {
    const event = happened('first')
    const first = await client.appendToStream('a', event, { ...options, expectedRevision: NO_STREAM })
    assert.is(first.nextExpectedRevision, 0n)
    assert.equal(await client.appendToStream('a', event, { ...options, expectedRevision: NO_STREAM }), first)
    const refusal = await client
      .appendToStream('a', happened('other'), { ...options, expectedRevision: 4n })
      .catch((error: unknown) => error)
    assert.instance(refusal, WrongExpectedVersionError)
    const { streamName, expectedVersion, actualVersion } = refusal as WrongExpectedVersionError
    assert.equal([streamName, expectedVersion, actualVersion], ['a', 4n, 0n])
    const missing = await client
      .appendToStream('b', happened('other'), { ...options, expectedRevision: 0n })
      .catch((error: unknown) => error)
    assert.is((missing as WrongExpectedVersionError).actualVersion, 'no_stream')
  })
}

test('streams and the whole log are read both ways, and a stream that is missing is said to be', async () => {
  await client.appendToStream('a', happened('x'))
  await client.appendToStream('b', happened('y'))
  await client.appendToStream('a', happened('z'))
  const notes = async (events: AsyncIterable<{ event?: { data: unknown; type: string } }>) =>
    (await Array.fromAsync(events)).flatMap(({ event }) => (event?.type === 'Happened' ? [(event.data as { note: string }).note] : []))
  assert.equal(await notes(client.readStream('a')), ['x', 'z'])
  assert.equal(await notes(client.readStream('a', { direction: BACKWARDS, fromRevision: END, maxCount: 1 })), ['z'])
  assert.equal(await notes(client.readAll()), ['x', 'y', 'z'])

  const [, , y] = await Array.fromAsync(client.readAll())
  const fromPosition = y!.event!.position
  assert.equal(await notes(client.readAll({ fromPosition })), ['y', 'z'], 'forwards the record itself is among them')
  assert.equal(await notes(client.readAll({ fromPosition, direction: BACKWARDS })), ['x'], 'backwards it is not')
  const between = { commit: fromPosition.commit + 1n, prepare: fromPosition.commit + 1n }
  assert.match(String(await notes(client.readAll({ fromPosition: between })).catch((error: Error) => error.message)), 'UNKNOWN')
  assert.match(String(await notes(client.readStream('none')).catch((error: Error) => error.message)), 'not found')
})

test('a subscription brings the past, says that it has caught up, then the present, with checkpoints on the way', async () => {
  for (let n = 0; n < 100; n++) await client.appendToStream(n % 50 === 0 ? 'wanted-1' : 'other', happened(String(n)))
  const checkpoints: Position[] = []
  const events: AllStreamResolvedEvent[] = []
  let caughtUp = 0
  const checkpointReached = async (_: unknown, position: Position) => void checkpoints.push(position)
  const filter = streamNameFilter({ prefixes: ['wanted-'], checkpointInterval: 1, checkpointReached })
  const subscription = client.subscribeToAll({ filter })
  subscription.on('data', (event) => events.push(event))
  subscription.on('caughtUp', () => caughtUp++)
  await eventually('the past is over', () => caughtUp === 1)
  assert.is(events.length, 2)
  const past = checkpoints.length
  assert.ok(past > 0)
  for (let n = 0; n < 64; n++) await client.appendToStream('other', happened('unwanted'))
  await eventually('there are checkpoints of the present', () => checkpoints.length >= past + 2)
  await client.appendToStream('wanted-2', happened('last'))
  await eventually('the last event has come', () => events.length === 3)
  await subscription.unsubscribe()
})

test('what was appended is there after a restart on the same port', async () => {
  await client.appendToStream('a', happened('before'))
  await server.stop()
  await server.restart()
  const again = EventStoreDBClient.connectionString(server.url)
  assert.is((await inTime('the stream is read', Array.fromAsync(again.readStream('a')))).length, 1)
  await again.dispose()
})

test.run()
