// The part of the event store contract that is about subscriptions: catch-up, then live, in order, at the subscriber's pace.
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Batch,
  type EventStore,
  noStream,
  passes,
  type RecordedEvent,
  type SubscribeOptions,
  type Subscription,
} from '../../src/stores/event-store.ts'
import { eventually, inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import { all, grow, headOf, positions, someEvent, someEvents, unique } from './sample-events.ts'

/** Adds the tests to the suite of an adapter; `openStore` gives the store that is open when a test runs. */
export const registerSubscriptionTests = (test: Test, openStore: () => EventStore): void => {
  let store: EventStore
  const subscriptions: Subscription[] = []
  /** What a batch did against the rules: thrown inside a handler it would only look like a batch to try again. */
  const breaches: string[] = []

  test.before.each(() => {
    store = openStore()
  })
  test.after.each(async () => {
    await inTime('all subscriptions are closed', Promise.all(subscriptions.splice(0).map((subscription) => subscription.close())))
    assert.equal(breaches.splice(0), [])
  })

  const subscribe = (options: SubscribeOptions, handle: (batch: Batch) => Promise<void> = async () => {}) => {
    const recording = record(options, handle, (breach) => breaches.push(breach))
    const subscription = store.subscribe(options, recording.onBatch)
    subscriptions.push(subscription)
    return { ...recording, close: subscription.close }
  }

  const append = (stream: string, count: number, expected: number = noStream) => store.append(stream, someEvents(count), expected)

  test('a subscriber gets what was there before it, then what follows', async () => {
    const prefix = unique('follow')
    const after = await headOf(store)
    await append(`${prefix}1`, 3)
    const { events, batches } = subscribe({ ...from(after), streamPrefixes: [prefix] })
    await eventually('the past has come', () => events.length === 3)
    await append(`${prefix}2`, 2)
    await append(`${prefix}1`, 1, 2)
    await eventually('the present has come', () => events.length === 6)
    assert.equal(events, await all(store.readAll({ streamPrefixes: [prefix] })))
    assert.ok(batches.at(-1)?.live)
  })

  test('a subscriber without a filter gets every event behind its position', async () => {
    const prefix = unique('unfiltered')
    const first = await append(`${prefix}1`, 2)
    const { events } = subscribe({ after: first.position })
    await append(`${prefix}2`, 2)
    const last = await append(`${prefix}1`, 1, 1)
    await eventually('the last event has come', () => events.some((event) => event.position === last.position))
    const own = events.filter((event) => event.stream.startsWith(prefix))
    assert.equal(own, (await all(store.readAll({ streamPrefixes: [prefix] }))).slice(2))
  })

  test('a subscriber to some types gets those alone, then and now, and its position goes on over the others', async () => {
    const [prefix, type] = [unique('typed'), unique('Wanted')]
    const after = await headOf(store)
    const wanted = () => ({ ...someEvent(), type })
    await store.append(`${prefix}1`, [wanted(), someEvent(), wanted()], noStream)
    const { events, position } = subscribe({ ...from(after), types: [type] })
    await eventually('the past has come', () => events.length === 2)
    await store.append(`${prefix}2`, [someEvent(), wanted()], noStream)
    await eventually('the present has come', () => events.length === 3)
    const last = await append(`${prefix}3`, 3)
    await eventually('the position has passed what is not wanted', () => (position() ?? -1n) >= last.position)
    assert.equal(events, await all(store.readAll({ types: [type] })))
  })

  test('nothing is missed or doubled between catch-up and live while many write', async () => {
    const prefix = unique('seam')
    const after = await headOf(store)
    const writers = 12
    const writes = 40
    let written = 0
    const writing = Promise.all(
      Array.from({ length: writers }, async (_, n) => {
        for (let revision = 0; revision < writes; revision++) {
          await append(`${prefix}${n}`, 1, revision - 1)
          written++
        }
      }),
    )
    const subscribers = []
    for (const part of [0, 0.1, 0.3, 0.5, 0.8]) {
      await eventually(`${part} of the events are written`, () => written >= part * writers * writes)
      subscribers.push(subscribe({ ...from(after), streamPrefixes: [prefix], batchSize: 7 }))
    }
    await writing
    const log = await all(store.readAll({ streamPrefixes: [prefix] }))
    assert.is(log.length, writers * writes)
    for (const { events } of filled(subscribers)) {
      await eventually('a subscriber has all events', () => events.length >= log.length)
      assert.equal(events, log)
    }
  })

  test('a long backlog comes in batches of the size asked for, and only the end of it is live', async () => {
    const prefix = unique('backlog')
    const after = await headOf(store)
    for (let revision = 0; revision < 100; revision += 25) await append(`${prefix}1`, 25, revision - 1)
    const { events, batches } = subscribe({ ...from(after), streamPrefixes: [prefix], batchSize: 10 })
    await eventually('the subscription is live', () => batches.some((batch) => batch.live))
    assert.is(events.length, 100)
    assert.not.ok(batches[0]?.live)
  })

  test('a subscriber learns that it is live when there is nothing to catch up with', async () => {
    const prefix = unique('idle')
    const { position } = await append(`${prefix}1`, 1)
    const { events, batches } = subscribe({ after: position, streamPrefixes: [prefix] })
    await eventually('the subscription is live', () => batches.some((batch) => batch.live))
    assert.equal(events, [])
  })

  test('the position moves over stretches that the filter passes over, in catch-up and live', async () => {
    const [wanted, other] = [unique('wanted'), unique('other')]
    const after = await headOf(store)
    await append(`${wanted}1`, 1)
    const past = await appendMany(`${other}1`, 2_000)
    const { events, position, batches } = subscribe({ ...from(after), streamPrefixes: [wanted] })
    await eventually('the position has moved into the past stretch', () => position() > past.first)
    assert.is(events.length, 1)
    await eventually('the subscription is live', () => batches.some((batch) => batch.live))

    const present = await appendMany(`${other}2`, 2_000)
    await eventually('the position has moved into the present stretch', () => position() > present.first)
    assert.is(events.length, 1)
    assert.ok(batches.some((batch) => batch.events.length === 0))

    const next = await append(`${wanted}2`, 1)
    await eventually('the next wanted event has come', () => events.length === 2)
    assert.is(events[1]?.position, next.position)
  })

  test('a subscriber that comes back goes on where it stopped', async () => {
    const prefix = unique('resume')
    const after = await headOf(store)
    await append(`${prefix}1`, 10)
    await append(unique('between'), 10)
    const first = subscribe({ ...from(after), streamPrefixes: [prefix], batchSize: 4 })
    await eventually('something has come', () => first.events.length >= 4)
    await first.close()
    await append(`${prefix}2`, 5)
    const second = subscribe({ after: first.position(), streamPrefixes: [prefix], batchSize: 4 })
    await eventually('everything has come', () => first.events.length + second.events.length >= 15)
    assert.equal([...first.events, ...second.events], await all(store.readAll({ streamPrefixes: [prefix] })))
  })

  test('the next batch waits for the last one, and neither writers nor other subscribers wait for it', async () => {
    const prefix = unique('pressure')
    const after = await headOf(store)
    const gate = Promise.withResolvers<void>()
    let calls = 0
    const slow = subscribe({ ...from(after), streamPrefixes: [prefix], batchSize: 50 }, async (batch) => {
      if (batch.events.length === 0) return
      calls++
      await gate.promise
    })
    const quick = subscribe({ ...from(after), streamPrefixes: [prefix] })
    await append(`${prefix}1`, 1)
    await eventually('the slow subscriber is at work', () => calls === 1)

    await inTime('the writers are done', Promise.all(Array.from({ length: 60 }, (_, n) => append(`${prefix}w${n}`, 20))))
    await eventually('the quick subscriber has all events', () => quick.events.length === 1 + 60 * 20)
    assert.is(calls, 1)
    assert.equal(slow.events, [])

    gate.resolve()
    await eventually('the slow subscriber has all events', () => slow.events.length >= quick.events.length)
    assert.equal(slow.events, quick.events)
  })

  test('subscribers with filters of their own do not touch each other', async () => {
    const [one, two] = [unique('one'), unique('two')]
    const after = await headOf(store)
    const first = subscribe({ ...from(after), streamPrefixes: [one] })
    const second = subscribe({ ...from(after), streamPrefixes: [two] })
    const both = subscribe({ ...from(after), streamPrefixes: [one, two] })
    await append(`${one}1`, 3)
    await append(`${two}1`, 2)
    await append(`${one}1`, 1, 2)
    await eventually('all have their events', () => first.events.length === 4 && second.events.length === 2 && both.events.length === 6)
    await first.close()
    await append(`${two}1`, 1, 1)
    await eventually('the others go on', () => second.events.length === 3 && both.events.length === 7)
    assert.is(first.events.length, 4)
  })

  test('a batch that fails comes again, in catch-up and live, and the failure is told', async () => {
    const prefix = unique('retry')
    const after = await headOf(store)
    const errors: unknown[] = []
    const failures = [new Error('first'), new Error('second')]
    const attempts: (string | undefined)[] = []
    let failing: Error | undefined = failures[0]
    const options = { ...from(after), streamPrefixes: [prefix], batchSize: 4, onError: (error: unknown) => errors.push(error) }
    const handle = async (batch: Batch) => {
      if (batch.events.length === 0) return
      attempts.push(batch.events[0]?.id)
      const error = failing
      failing = undefined
      if (error) throw error
    }

    await append(`${prefix}1`, 10)
    const { events, batches } = subscribe(options, handle)
    await eventually('the past has come', () => events.length >= 10)
    assert.is(errors[0], failures[0])
    assert.is(attempts[0], attempts[1], 'the first batch was given twice')
    await eventually('the subscription is live', () => batches.some((batch) => batch.live))

    failing = failures[1]
    attempts.length = 0
    await append(`${prefix}2`, 1)
    await eventually('the present has come', () => events.length >= 11)
    assert.is(errors[1], failures[1])
    assert.is(attempts[0], attempts[1], 'the live batch was given twice')
    assert.is(errors.length, 2)

    await append(`${prefix}3`, 1)
    await eventually('it goes on', () => events.length >= 12)
    assert.equal(events, await all(store.readAll({ streamPrefixes: [prefix] })))
  })

  test('what is written while a failed batch waits is not lost', async () => {
    const prefix = unique('failing')
    const after = await headOf(store)
    let failing = true
    let errors = 0
    const options = { ...from(after), streamPrefixes: [prefix], onError: () => errors++ }
    const { events } = subscribe(options, async (batch) => {
      if (failing && batch.events.length > 0) throw new Error('not now')
    })
    await append(`${prefix}1`, 2)
    await eventually('the batch has failed', () => errors >= 1)
    for (let n = 2; n < 30; n++) await append(`${prefix}${n}`, 2)
    failing = false
    await eventually('all events have come', () => events.length >= 58)
    assert.equal(events, await all(store.readAll({ streamPrefixes: [prefix] })))
  })

  test('closing waits for the batch at work, and nothing comes after', async () => {
    const prefix = unique('close')
    const after = await headOf(store)
    const gate = Promise.withResolvers<void>()
    let working = false
    let calls = 0
    let closed = false
    const { close } = subscribe({ ...from(after), streamPrefixes: [prefix], batchSize: 1 }, async (batch) => {
      if (batch.events.length === 0) return
      calls++
      working = true
      await gate.promise
      working = false
    })
    await append(`${prefix}1`, 5)
    await eventually('a batch is at work', () => working)
    const closing = close().then(() => {
      closed = true
    })
    const witness = subscribe({ ...from(after), streamPrefixes: [prefix] })
    await append(`${prefix}2`, 1)
    await eventually('another subscriber has the new event', () => witness.events.length === 6)
    assert.not.ok(closed)

    gate.resolve()
    await inTime('the subscription is closed', closing)
    assert.not.ok(working)
    await append(`${prefix}3`, 1)
    await eventually('another subscriber has the next event', () => witness.events.length === 7)
    assert.is(calls, 1)
    await inTime('closing again is no matter', close())
  })

  test('closing does not wait for the next try of a batch that fails', async () => {
    const prefix = unique('giveup')
    const after = await headOf(store)
    let errors = 0
    const options = { ...from(after), streamPrefixes: [prefix], onError: () => errors++ }
    const { close } = subscribe(options, async (batch) => {
      if (batch.events.length > 0) throw new Error('never')
    })
    await append(`${prefix}1`, 1)
    await eventually('the batch has failed three times', () => errors >= 3)
    const before = errors
    await inTime('it is closed', close())
    assert.is(errors, before, 'no further try was waited for')
  })

  /** Appends in slices; `first` is the position at the end of the first one. */
  const appendMany = async (stream: string, count: number): Promise<{ first: bigint }> => {
    const slice = 250
    const { position: first } = await append(stream, slice)
    for (let revision = slice; revision < count; revision += slice) await append(stream, slice, revision - 1)
    return { first }
  }
}

const from = (after: bigint | undefined): SubscribeOptions => (after === undefined ? {} : { after })

/** Keeps what was handled, and holds every batch to what is true of all of them. */
const record = (options: SubscribeOptions, handle: (batch: Batch) => Promise<void>, onBreach: (breach: string) => void) => {
  const events: RecordedEvent[] = []
  const batches: Batch[] = []
  const seen = new Set<string>()
  let position = options.after ?? -1n
  let running = 0

  const onBatch = async (batch: Batch): Promise<void> => {
    if (running++ > 0) onBreach('a batch did not wait for the one before')
    try {
      await handle(batch)
    } finally {
      running--
    }
    const breach = breachOf(batch, position, options)
    if (breach) onBreach(breach)
    for (const event of batch.events) {
      if (seen.has(event.id)) onBreach(`event ${event.id} was handled twice`)
      seen.add(event.id)
    }
    position = batch.position
    batches.push(batch)
    events.push(...batch.events)
  }
  return { onBatch, events, batches, position: () => position }
}

const breachOf = (batch: Batch, before: bigint, { batchSize = 500, ...filter }: SubscribeOptions): string | undefined => {
  const inBatch = positions(batch.events)
  if (batch.events.length > batchSize) return `a batch of ${batch.events.length} events is larger than ${batchSize}`
  if (batch.position < before) return 'the position went backwards'
  if (!grow([before, ...inBatch])) return 'events are not in the order of the log'
  if (inBatch.length > 0 && batch.position < inBatch.at(-1)!) return 'the position lies before the last event of its batch'
  if (!batch.events.every(passes(filter))) return 'an event that the filter keeps back'
  return undefined
}
