// Measures how fast the embedded event store appends and reads on this machine.
//   npm run bench -- event-store [FOLDER]
// Appends are durable (synced to disk before they are acknowledged); events have the size that the service writes.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as timeOrderedId } from 'uuid'
import { openEmbeddedEventStore } from '../src/stores/embedded/event-store.ts'
import { type EventData, type EventStore, lastEvent, noStream } from '../src/stores/event-store.ts'

const seconds = 3

const event = (): EventData => ({
  id: randomUUID(),
  type: 'BusinessUpdated',
  data: {
    business_id: randomUUID(),
    legal_name: 'Acme Industrial Supply LLC',
    address: { line: '1 Main St', city: 'Springfield', state: 'IL' },
  },
  metadata: {
    account_id: 'acct_1',
    request_id: randomUUID(),
    recorded_at: new Date().toISOString(),
    hash: 'f'.repeat(64),
    prev_hash: '0'.repeat(64),
  },
})

/** Each writer appends one event at a time and waits for the answer; `eventsPerStream` sets how often a new stream begins. */
const appends = async (store: EventStore, inFlight: number, eventsPerStream: number): Promise<number> => {
  const end = performance.now() + seconds * 1_000
  let count = 0
  const writer = async () => {
    let stream = ''
    let revision = noStream
    while (performance.now() < end) {
      if (revision === noStream) stream = `business-${timeOrderedId()}`
      await store.append(stream, [event()], revision)
      count++
      revision = revision + 2 > eventsPerStream ? noStream : revision + 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, writer))
  return count / seconds
}

const rate = async (work: () => Promise<number>): Promise<number> => {
  const start = performance.now()
  return (await work()) / ((performance.now() - start) / 1_000)
}

const report = (what: string, perSecond: number) =>
  console.log(`${what.padEnd(64)} ${Math.round(perSecond).toLocaleString('en').padStart(12)} /s`)

const folder = await mkdtemp(join(process.argv[2] ?? tmpdir(), 'probity-bench-'))
try {
  const store = await openEmbeddedEventStore({ file: join(folder, 'events.sqlite') })
  for (const inFlight of [1, 8, 64, 512]) report(`appends, ${inFlight} in flight, streams of 10 events`, await appends(store, inFlight, 10))
  report('appends, 64 in flight, a new stream each', await appends(store, 64, 1))

  let live = 0
  const subscription = store.subscribe({ after: (await store.append('mark-1', [event()], noStream)).position }, async ({ events }) => {
    live += events.length
  })
  report('appends, 64 in flight, with a live subscriber', await appends(store, 64, 10))
  console.log(`  of which the subscriber has seen ${live.toLocaleString('en')}`)
  await subscription.close()

  const readAll = (streamPrefixes?: readonly string[]) => async () => {
    let count = 0
    for await (const _ of store.readAll(streamPrefixes ? { streamPrefixes } : {})) count++
    return count
  }
  report('events read from the whole log', await rate(readAll()))
  report('events read from the whole log, filtered, all passing', await rate(readAll(['business-', 'lien-'])))
  report(
    'events passed over by a filter',
    await rate(async () => {
      const last = await lastEvent(store)
      await readAll(['lien-'])()
      return Number(last?.position ?? 0)
    }),
  )
  await store.close()
} finally {
  await rm(folder, { recursive: true })
}
