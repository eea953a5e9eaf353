// The embedded event store: the contract, and what only this adapter promises (its file, its commits, its survival of a kill).
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type DurableThread, openDurableThread } from '../../src/stores/embedded/durable-thread.ts'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { openEventsFile } from '../../src/stores/embedded/events-file.ts'
import { openLogWriting } from '../../src/stores/embedded/log-writing.ts'
import {
  type Batch,
  type EventData,
  noStream,
  type ReadAllOptions,
  type ReadOptions,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../src/stores/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { inFolder } from '../contract/in-folder.ts'
import { all, headOf, idOf, someEvent, someEvents } from '../contract/sample-events.ts'
import { eventually, inTime } from '../eventually.ts'
import { filled } from '../filled.ts'

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'probity-events-'))

eventStoreContract('embedded event store: contract', () =>
  inFolder(temporaryFolder(), (folder) => openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })),
).run()

eventStoreContract('embedded event store: contract, written in a thread', () =>
  inFolder(temporaryFolder(), async (folder) => {
    const thread = openDurableThread()
    const { close, ...opened } = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite'), thread })
    return { ...opened, close: () => close().then(thread.close) }
  }),
).run()

const test = suite('embedded event store')
let folder = ''
let file = ''

test.before.each(() => {
  folder = temporaryFolder()
  file = join(folder, 'events.sqlite')
})
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

test('appends of concurrent requests share commits, and one that is refused is refused alone', async () => {
  const commits: { appends: number; events: number }[] = []
  const store = await openEmbeddedEventStore({ file, onCommit: (commit) => commits.push(commit) })
  const appends = Array.from({ length: 64 }, (_, n) => store.append(`s-${n}`, someEvents(2), n === 20 ? 7 : noStream))
  const outcomes = await Promise.allSettled(appends)
  assert.equal(commits, [{ appends: 64, events: 63 * 2 }])
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.is(refused.length, 1)
  assert.instance(refused[0]?.reason, WrongExpectedRevision)
  assert.is(refused[0]?.reason.actual, noStream)
  assert.is((await all(store.readAll())).length, 63 * 2)
  await store.close()
})

test('appends to one stream that wait together see each other', async () => {
  const store = await openEmbeddedEventStore({ file })
  const revisions = await Promise.all([0, 1, 2, 3].map((n) => store.append('s-1', someEvents(1), n - 1)))
  assert.equal(
    revisions.map(({ revision }) => revision),
    [0, 1, 2, 3],
  )
  await store.close()
})

test('an event that is none fails its own append, not those that share its commit', async () => {
  const store = await openEmbeddedEventStore({ file })
  const nameless = { ...someEvent(), id: undefined } as unknown as EventData
  const outcomes = await Promise.allSettled([
    store.append('s-1', someEvents(1), noStream),
    store.append('s-2', [someEvent(), nameless], noStream),
    store.append('s-3', someEvents(1), noStream),
  ])
  assert.equal(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(
    (await all(store.readAll())).map(({ stream, position }) => [stream, position]),
    [
      ['s-1', 1n],
      ['s-3', 2n],
    ],
  )
  await store.close()
})

test('bad input is refused by name', async () => {
  const store = await openEmbeddedEventStore({ file })
  for (const [append, message] of [
    [() => store.append('', someEvents(1), noStream), /a stream needs a name/],
    [() => store.append('s-1', [], noStream), /nothing to append to stream s-1/],
    [() => store.append('s-1', someEvents(1), -2), /revision -2/],
    [() => store.append('s-1', someEvents(1), Number.NaN), /revision NaN/],
  ] as const) {
    const error = await append().then(
      () => undefined,
      (reason) => reason,
    )
    assert.instance(error, RangeError)
    assert.match(error.message, message)
  }
  assert.throws(() => store.subscribe({ after: 9n }, async () => {}), /position 9: the log ends at 0/)
  await store.close()
})

test('a subscriber that is caught up gets the very events that were appended', async () => {
  const store = await openEmbeddedEventStore({ file })
  const batches: Batch[] = []
  store.subscribe({}, async (batch) => {
    batches.push(batch)
  })
  await eventually('the subscription is live', () => batches.length === 1)
  const event = someEvent()
  await store.append('s-1', [event], noStream)
  await eventually('the event has come', () => batches.length === 2)
  assert.is(batches[1]?.events[0]?.data, event.data)
  await store.close()
})

test('a subscriber that falls far behind still gets every event, from the file', async () => {
  const store = await openEmbeddedEventStore({ file })
  const gate = Promise.withResolvers<void>()
  const seen: string[] = []
  store.subscribe({ streamPrefixes: ['a-', 'b-'] }, async (batch) => {
    await gate.promise
    seen.push(...batch.events.map(idOf))
  })
  const streams = Array.from({ length: 250 }, (_, n) => `${['a', 'b', 'c'][n % 3]}-${n}`)
  await Promise.all(streams.map((stream) => store.append(stream, someEvents(100), noStream)))
  gate.resolve()
  const expected = (await all(store.readAll())).filter(({ stream }) => !stream.startsWith('c-')).map(idOf)
  await eventually('all events have come', () => seen.length >= expected.length)
  assert.equal(seen, expected)
  await store.close()
})

test('the end of a stream is read the same from memory as from the file, in parts and after old events have left memory', async () => {
  const store = await openEmbeddedEventStore({ file })
  for (let n = 0; n < 6; n++) await store.append(n % 2 === 0 ? 's-even' : 's-odd', someEvents(2), Math.floor(n / 2) * 2 - 1)
  const reader = await openEmbeddedEventStore({ file, readOnly: true })
  const readsAlike = async () => {
    for (const from of [0, 1, 3, 5, 6, 7])
      for (const limit of [1, 2, 10]) assert.equal(await store.read('s-odd', { from, limit }), await reader.read('s-odd', { from, limit }))
    assert.equal(
      await store.read('s-even', { direction: 'backwards', limit: 3 }),
      await reader.read('s-even', { direction: 'backwards', limit: 3 }),
    )
    assert.equal(await store.read('s-missing'), [])
  }
  await readsAlike()
  // Half of what is kept: the rest of these streams is in the file alone.
  for (let n = 0; n < 9; n++) await store.append('s-many', someEvents(1_000), n * 1_000 - 1)
  await store.append('s-odd', someEvents(1), 5)
  await readsAlike()
  assert.is((await store.read('s-odd')).length, 7)
  await reader.close()
  await store.close()
})

test('a stream longer than a page of the file is read whole, in both directions, and the log with it', async () => {
  const store = await openEmbeddedEventStore({ file })
  const events = someEvents(20).map((event) => ({ ...event, data: { text: 'x'.repeat(1024 * 1024) } }))
  for (const [n, event] of events.entries()) await store.append('long', [event], n - 1)
  const ids = events.map(idOf)
  const read = async (options: ReadOptions) => (await store.read('long', options)).map(idOf)
  assert.equal(await read({}), ids)
  assert.equal(await read({ direction: 'backwards' }), ids.toReversed())
  assert.equal(await read({ from: 3, limit: 15 }), ids.slice(3, 18))
  assert.equal(await read({ from: 17, direction: 'backwards', limit: 12 }), ids.slice(6, 18).toReversed())
  const log = async (options: ReadAllOptions) => (await all(store.readAll(options))).map(idOf)
  assert.equal(await log({ after: 2n }), ids.slice(2))
  assert.equal(await log({ after: 19n, direction: 'backwards', limit: 12 }), ids.slice(6, 18).toReversed())
  await store.close()
  for (const ask of [() => store.read('long'), () => all(store.readAll())])
    assert.instance(await ask().catch((error: unknown) => error), StoreUnavailable)
})

test('closing settles the appends that wait, ends the subscriptions and refuses what comes later', async () => {
  const store = await openEmbeddedEventStore({ file })
  const gate = Promise.withResolvers<void>()
  let handled = 0
  store.subscribe({}, async () => {
    await gate.promise
    handled++
  })
  const appended = store.append('s-1', someEvents(1), noStream)
  await appended
  const waiting = store.append('s-2', someEvents(1), noStream)
  const closing = store.close()
  gate.resolve()
  assert.is((await waiting).position, 2n)
  await inTime('the store is closed', closing)
  assert.is(handled, 1)
  const error = await store.append('s-3', someEvents(1), noStream).catch((reason) => reason)
  assert.instance(error, StoreUnavailable)
  const reopened = await openEmbeddedEventStore({ file })
  assert.is((await all(reopened.readAll())).length, 2)
  await reopened.close()
})

test('closing waits for the batch that a subscription is at', async () => {
  const store = await openEmbeddedEventStore({ file })
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const order: string[] = []
  store.subscribe({}, async () => {
    begun.resolve()
    await gate.promise
    order.push('handled')
  })
  await store.append('s-1', someEvents(1), noStream)
  await inTime('the batch has come', begun.promise)
  const closing = store.close().then(() => order.push('closed'))
  // Turns enough for a closing that waits for nothing.
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  gate.resolve()
  await inTime('the store is closed', closing)
  assert.equal(order, ['handled', 'closed'])
})

test('a reading that the closing of the store cuts off ends as unavailable, not as the end of the log', async () => {
  const store = await openEmbeddedEventStore({ file })
  await store.append('s-1', someEvents(4_001), noStream)
  const reading = store.readAll()[Symbol.asyncIterator]()
  await reading.next()
  await store.close()
  const rest = async () => {
    while (!(await reading.next()).done);
  }
  const error = await rest().catch((reason: unknown) => reason)
  assert.instance(error, StoreUnavailable)
})

test('a writer that cannot commit fails its appends as unavailable, and goes on when it can', async () => {
  const store = await openEmbeddedEventStore({ file })
  const intruder = new DatabaseSync(file)
  await store.append('s-1', someEvents(1), noStream)
  const events = someEvents(1)
  intruder.exec('BEGIN IMMEDIATE')
  const error = await store.append('s-1', events, 0).catch((reason) => reason)
  assert.instance(error, StoreUnavailable)
  assert.match(error.message, /events\.sqlite cannot be written: database is locked/)
  intruder.exec('ROLLBACK')
  intruder.close()
  assert.equal(await store.append('s-1', events, 0), { revision: 1, position: 2n, isNew: true })
  await store.close()
})

test('a thread that writes and dies before it answers fails its appends; what it wrote is found, and appending it again changes nothing', async () => {
  const events = someEvents(2)
  let dies = false
  const commits: unknown[] = []
  const writer = openEventsFile(file)
  const write = openLogWriting(writer)
  const logOf: DurableThread['logOf'] = () => async (appends) => {
    const outcomes = write(appends)
    if (dies) throw new StoreUnavailable('the thread died')
    return outcomes
  }
  const store = await openEmbeddedEventStore({ file, thread: { logOf }, onCommit: (commit) => commits.push(commit) })
  const seen: string[] = []
  store.subscribe({}, async (batch) => void seen.push(...batch.events.map(idOf)))
  const [first] = someEvents(1)
  await store.append('s-1', [first!], noStream)
  dies = true
  const error = await store.append('s-1', events, 0).catch((reason) => reason)
  assert.instance(error, StoreUnavailable)
  assert.equal((await store.read('s-1', { from: 1 })).map(idOf), events.map(idOf), 'a command finds what is new to it')
  const ids = [first!, ...events].map(idOf)
  await eventually('the subscriber has all events', () => seen.length >= 3)
  assert.equal(seen, ids)
  assert.equal((await store.read('s-1')).map(idOf), ids)
  assert.is(await headOf(store), 3n)
  dies = false
  assert.equal(await store.append('s-1', events, 0), { revision: 2, position: 3n })
  assert.is((await store.append('s-1', someEvents(1), 2)).position, 4n)
  assert.equal(commits, [
    { appends: 1, events: 1 },
    { appends: 1, events: 0 },
    { appends: 1, events: 1 },
  ])
  await store.close()
  writer.close()
})

test('a thread that dies before it writes fails its appends and leaves the log as it was', async () => {
  const failing: DurableThread['logOf'] = () => async () => {
    throw new StoreUnavailable('the thread died')
  }
  const store = await openEmbeddedEventStore({ file, thread: { logOf: failing } })
  const outcomes = await Promise.allSettled([1, 2].map((n) => store.append(`s-${n}`, someEvents(1), noStream)))
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await store.read('s-1'), [])
  assert.is(await store.end(), 0n)
  await store.close()
})

test('a file that is no event store, damaged, or of a later release is refused by name', async () => {
  const refusal = async () => {
    const error = await openEmbeddedEventStore({ file }).catch((reason) => reason)
    assert.instance(error, Error)
    assert.ok(error.message.includes(file), error.message)
    return error.message.replace(file, 'FILE')
  }

  const store = await openEmbeddedEventStore({ file })
  for (let n = 0; n < 5; n++) await store.append(`s-${n}`, someEvents(50), noStream)
  await store.close()
  const whole = readFileSync(file)

  truncateSync(file, Math.floor(whole.length / 2))
  assert.match(await refusal(), /event store FILE is damaged/)

  writeFileSync(file, 'this was never a database '.repeat(100))
  assert.is(await refusal(), 'event store FILE is damaged (it is not a database): restore it from a backup')

  rmSync(file)
  const other = new DatabaseSync(file)
  other.exec('CREATE TABLE liens (id TEXT)')
  other.close()
  assert.is(await refusal(), 'FILE is not an event store: it is a database of something else')

  writeFileSync(file, whole)
  const later = new DatabaseSync(file)
  later.exec('PRAGMA user_version = 99')
  later.close()
  assert.is(await refusal(), 'FILE has layout 99, written by a later release; this one reads layout 2')

  file = join(folder, 'missing', 'events.sqlite')
  assert.is(await refusal(), 'event store FILE cannot be opened: unable to open database file')
})

test('an event that was made unreadable is told by its position, and the subscription hands over what stands before it and waits', async () => {
  const store = await openEmbeddedEventStore({ file })
  for (let n = 0; n < 3; n++) await store.append('s-1', someEvents(1), n - 1)
  await store.close()
  const intruder = new DatabaseSync(file)
  intruder.exec(`UPDATE events SET data = '{"cut' WHERE position = 2`)
  intruder.close()

  const reopened = await openEmbeddedEventStore({ file })
  const error = await reopened.read('s-1').catch((reason) => reason)
  assert.match(error.message, /the event at position 2 is damaged/)
  const told: unknown[] = []
  let handled = 0
  reopened.subscribe({ onError: (reason) => told.push(reason) }, async ({ events }) => {
    handled += events.length
  })
  await eventually('it is told', () => told.length > 1)
  assert.is(handled, 1)
  await reopened.close()
})

for (const where of ['', 'in a thread'])
  test(`a process that is killed while it appends ${where} loses nothing that was acknowledged`, async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 5; round++) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-in-appending.ts'), where, file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let lines = 0
      child.stdout.on('data', (chunk: Buffer) => {
        lines += chunk.toString().split('\n').length - 1
        if (lines > 200 + round * 150) child.kill('SIGKILL')
      })
      const output = await inTime('the child is dead', text(child.stdout))
      // A line that was cut by the kill was not acknowledged to anyone.
      acknowledged.push(...output.split('\n').slice(0, -1))

      const store = await openEmbeddedEventStore({ file })
      const log = await all(store.readAll())
      const kept = new Set(log.map(({ id, position }) => `${id} ${position}`))
      assert.equal(
        acknowledged.filter((line) => !kept.has(line)),
        [],
      )
      assert.ok(filled(log).every(({ position }, n) => position === BigInt(n + 1)))
      await store.close()
    }
    assert.ok(acknowledged.length > 1_000)
  })

test.run()
