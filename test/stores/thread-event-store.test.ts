// The event store of another thread: the contract over a line of messages, and what happens when the line is cut.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbeddedEventStore } from '../../src/stores/embedded/event-store.ts'
import { openLine } from '../../src/stores/embedded/line.ts'
import { type EventListener, type EventWriter, openThreadEventStore, tellGrowth } from '../../src/stores/embedded/thread-event-store.ts'
import { type Batch, type EventStore, noStream, StoreUnavailable } from '../../src/stores/event-store.ts'
import { eventStoreContract } from '../contract/event-store.ts'
import { inFolder } from '../contract/in-folder.ts'
import { all, idOf, someEvents } from '../contract/sample-events.ts'
import { eventually } from '../eventually.ts'

/** A writer and the store of another thread beside it, with messages between them as between threads. */
const openBoth = async (file: string) => {
  const writer = await openEmbeddedEventStore({ file })
  const { port1, port2 } = new MessageChannel()
  const toThread = openLine<EventListener>(port1, { append: writer.append })
  const endGrowth = await tellGrowth(writer, toThread)
  let grown: EventListener['grown'] = () => undefined
  const toWriter = openLine<EventWriter>(port2, { grown: (position: bigint) => grown(position) })
  const store = openThreadEventStore(file, toWriter)
  grown = store.grown
  const close = async () => {
    await store.close()
    await endGrowth()
    await writer.close()
    port1.close()
  }
  return { writer, store, toWriter, close }
}

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'probity-thread-events-'))

eventStoreContract('event store of another thread: contract', () =>
  inFolder(temporaryFolder(), async (folder): Promise<EventStore> => {
    const { store, close } = await openBoth(join(folder, 'events.sqlite'))
    return { ...store, close }
  }),
).run()

const test = suite('event store of another thread')
let folder = ''

test.before.each(() => {
  folder = temporaryFolder()
})
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

test('both sides read what either has appended', async () => {
  const { writer, store, close } = await openBoth(join(folder, 'events.sqlite'))
  const [own, other] = [someEvents(2), someEvents(1)]
  await writer.append('a-1', own, noStream)
  assert.equal((await store.read('a-1')).map(idOf), own.map(idOf))
  await store.append('a-1', other, 1)
  for (const each of [writer, store]) {
    assert.equal((await each.read('a-1')).map(idOf), [...own, ...other].map(idOf))
    assert.is((await all(each.readAll())).length, 3)
    assert.is(await each.end(), 3n)
  }
  await close()
})

test('a subscription gets what the writer appends while it is behind, and afterwards', async () => {
  const { writer, store, close } = await openBoth(join(folder, 'events.sqlite'))
  const events = Array.from({ length: 9_000 }, (_, n) => someEvents(1).map((event) => ({ ...event, data: { n } })))
  await Promise.all(events.slice(0, 8_900).map((some, n) => writer.append(`s-${n}`, some, noStream)))
  const batches: Batch[] = []
  store.subscribe({}, async (batch) => void batches.push(batch))
  await Promise.all(events.slice(8_900).map((some, n) => writer.append(`t-${n}`, some, noStream)))
  const got = () => batches.flatMap((batch) => batch.events)
  await eventually('all events came', () => got().length >= events.length)
  assert.equal(
    got().map(({ position }) => position),
    Array.from(events, (_, n) => BigInt(n + 1)),
  )
  await close()
})

test('an append fails when the line is cut, the one that waits and the next one', async () => {
  const { store, toWriter, close } = await openBoth(join(folder, 'events.sqlite'))
  const waiting = store.append('a-1', someEvents(1), noStream)
  toWriter.cut('the other thread has ended')
  for (const append of [waiting, store.append('a-2', someEvents(1), noStream)])
    assert.instance(await append.catch((error: unknown) => error), StoreUnavailable)
  await close()
})

test.run()
