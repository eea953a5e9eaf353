// What every event store adapter must do. The log may be shared with other tests and writers: each test writes to streams
// of its own, under a prefix of its own, and takes positions as they come (they grow, and mean nothing else).
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Appended,
  type EventData,
  type EventStore,
  type JsonObject,
  noStream,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../../src/stores/event-store.ts'
import { inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import { registerSubscriptionTests } from './event-store-subscriptions.ts'
import { all, grow, headOf, idOf, positions, someEvent, someEvents, unique } from './sample-events.ts'

/** The answer without whether the events were new, which not every store can tell. */
const placeOf = ({ revision, position }: Appended): Appended => ({ revision, position })

export type OpenedEventStore = {
  readonly store: EventStore
  /** Closes the store that is open and opens it again over the same data. */
  readonly reopen?: () => Promise<EventStore>
  /** Closes the store that is open and removes what it left behind. */
  readonly close: () => Promise<void>
}

/** The suite over one adapter; the caller runs it. */
export const eventStoreContract = (name: string, open: () => Promise<OpenedEventStore>) => {
  const test = suite(name)
  let opened: OpenedEventStore
  let store: EventStore

  test.before(async () => {
    opened = await open()
    store = opened.store
  })
  test.after(() => opened?.close())

  test('a stream that does not exist is empty', async () => {
    assert.equal(await store.read(unique('none')), [])
    assert.equal(await store.read(unique('none'), { direction: 'backwards' }), [])
  })

  test('a stream that was found empty, or was read to its end, has what is appended later', async () => {
    const stream = unique('again')
    for (let revision = 0; revision < 3; revision++) {
      assert.equal(await store.read(stream, { from: revision }), [])
      const events = someEvents(1)
      await store.append(stream, events, revision - 1)
      assert.equal((await store.read(stream, { from: revision })).map(idOf), events.map(idOf))
      assert.is((await store.read(stream)).length, revision + 1)
    }
  })

  test('what is appended is read back in order, with revision and position', async () => {
    const stream = unique('order')
    const events = someEvents(3)
    const first = await store.append(stream, events.slice(0, 1), noStream)
    const last = await store.append(stream, events.slice(1), 0)
    assert.is(first.revision, 0)
    assert.is(last.revision, 2)

    const read = await store.read(stream)
    assert.equal(read.map(appendedPart), events)
    assert.equal(revisions(read), [0, 1, 2])
    assert.ok(filled(read).every((event) => event.stream === stream))
    assert.is(read[0]?.position, first.position)
    assert.is(read[2]?.position, last.position)
    assert.ok(grow(positions(read)))
  })

  test('a stream is read from any revision, in either direction, up to a limit', async () => {
    const stream = unique('read')
    await store.append(stream, someEvents(10), noStream)
    const read = async (options: Parameters<EventStore['read']>[1]) => revisions(await store.read(stream, options))
    assert.equal(await read({ from: 7 }), [7, 8, 9])
    assert.equal(await read({ limit: 2 }), [0, 1])
    assert.equal(await read({ from: 3, limit: 2 }), [3, 4])
    assert.equal(await read({ from: 10 }), [])
    assert.equal(await read({ direction: 'backwards', limit: 3 }), [9, 8, 7])
    assert.equal(await read({ direction: 'backwards', from: 2 }), [2, 1, 0])
    assert.equal(await read({ direction: 'backwards', from: 5, limit: 2 }), [5, 4])
  })

  test('of a stream, only events of some types are read, from any revision, in either direction, up to a limit', async () => {
    const stream = unique('types')
    const types = ['A', 'B', 'A', 'C', 'C', 'A', 'B', 'C', 'C', 'C']
    const events = someEvents(10).map((event, n) => ({ ...event, type: types[n] ?? 'C' }))
    const last = await store.append(stream, events, noStream)
    const read = async (options: Parameters<EventStore['read']>[1]) => revisions(await store.read(stream, options))
    assert.equal(await read({ types: ['A'] }), [0, 2, 5])
    assert.equal(await read({ types: ['A', 'B'] }), [0, 1, 2, 5, 6])
    assert.equal(await read({ types: ['A'], from: 1, limit: 1 }), [2])
    assert.equal(await read({ types: ['A'], limit: 2 }), [0, 2])
    assert.equal(await read({ types: ['B'], direction: 'backwards' }), [6, 1])
    assert.equal(await read({ types: ['A', 'B'], direction: 'backwards', limit: 1 }), [6])
    assert.equal(await read({ types: ['A'], direction: 'backwards', from: 4 }), [2, 0])
    assert.equal(await read({ types: ['B'], from: 7 }), [])
    for (const none of [['D'], []]) assert.equal(await read({ types: none }), [])
    const [whole] = await store.read(stream, { types: ['C'], direction: 'backwards', limit: 1 })
    assert.equal(whole && [appendedPart(whole), whole.position], [events[9], last.position])
  })

  test('a stream of many events is read whole', async () => {
    const stream = unique('long')
    const events = someEvents(1_200)
    for (let from = 0; from < events.length; from += 300) await store.append(stream, events.slice(from, from + 300), from - 1)
    assert.equal((await store.read(stream)).map(idOf), events.map(idOf))
    assert.equal((await store.read(stream, { direction: 'backwards' })).map(idOf), events.map(idOf).reverse())
  })

  test('a stream expected to be new is refused when it exists', async () => {
    const stream = unique('new')
    await store.append(stream, someEvents(2), noStream)
    assertRefused(await outcome(store.append(stream, someEvents(1), noStream)), { stream, expected: noStream, actual: 1 })
    assert.is((await store.read(stream)).length, 2)
  })

  test('an expected revision that is behind, ahead, or of a stream that does not exist is refused', async () => {
    const stream = unique('wrong')
    await store.append(stream, someEvents(3), noStream)
    assertRefused(await outcome(store.append(stream, someEvents(1), 1)), { stream, expected: 1, actual: 2 })
    assertRefused(await outcome(store.append(stream, someEvents(1), 3)), { stream, expected: 3, actual: 2 })
    assert.is((await store.read(stream)).length, 3)

    const missing = unique('missing')
    assertRefused(await outcome(store.append(missing, someEvents(1), 0)), { stream: missing, expected: 0, actual: noStream })
    assert.equal(await store.read(missing), [])
  })

  test('an append of several events is all or nothing', async () => {
    const stream = unique('atomic')
    await store.append(stream, someEvents(1), noStream)
    const attempts = await Promise.all(Array.from({ length: 8 }, async () => outcome(store.append(stream, someEvents(5), 0))))
    assert.is(attempts.filter((attempt) => !(attempt instanceof Error)).length, 1)
    assert.equal(revisions(await store.read(stream)), [0, 1, 2, 3, 4, 5])
  })

  test('the same events again at the same revision answer as the first time, but as events that are not new, and change nothing', async () => {
    const stream = unique('again')
    const [one, two, three] = [someEvents(2), someEvents(3), someEvents(1)]
    const first = placeOf(await store.append(stream, one, noStream))
    assert.equal(await store.append(stream, one, noStream), first)
    const second = placeOf(await store.append(stream, two, 1))
    assert.equal(await store.append(stream, two, 1), second)
    await store.append(stream, three, 4)

    assert.equal(await store.append(stream, one, noStream), first, 'though later events followed')
    assert.equal(await store.append(stream, two, 1), second, 'though later events followed')
    assert.equal((await store.read(stream)).map(idOf), [...one, ...two, ...three].map(idOf))
  })

  test('the same events sent twice at once are appended once', async () => {
    const stream = unique('twice')
    const events = someEvents(2)
    const answers = await Promise.all(Array.from({ length: 6 }, () => store.append(stream, events, noStream)))
    const [first] = answers.map(placeOf)
    assert.equal(
      answers.map(placeOf),
      answers.map(() => first),
    )
    assert.ok(answers.filter(({ isNew }) => isNew).length <= 1)
    assert.equal((await store.read(stream)).map(idOf), events.map(idOf))
  })

  test('events of which only some are known, or known at another revision, are refused', async () => {
    const stream = unique('some')
    const [a, b, c] = someEvents(3) as [EventData, EventData, EventData]
    await store.append(stream, [a, b], noStream)
    assertRefused(await outcome(store.append(stream, [a, c], noStream)), { stream, expected: noStream, actual: 1 })
    assertRefused(await outcome(store.append(stream, [c, b], noStream)), { stream, expected: noStream, actual: 1 })
    assertRefused(await outcome(store.append(stream, [a, b, c], noStream)), { stream, expected: noStream, actual: 1 })
    assertRefused(await outcome(store.append(stream, [b, a], noStream)), { stream, expected: noStream, actual: 1 })
    assertRefused(await outcome(store.append(stream, [a], 0)), { stream, expected: 0, actual: 1 })
    assert.equal((await store.read(stream)).map(idOf), [a.id, b.id])
  })

  test('of many writers at one revision of a stream exactly one wins', async () => {
    const stream = unique('race')
    for (let expected = noStream; expected < 4; expected++) {
      const attempts = await Promise.all(Array.from({ length: 20 }, async () => outcome(store.append(stream, someEvents(1), expected))))
      const refused = attempts.filter((attempt) => attempt instanceof Error)
      assert.is(refused.length, 19)
      assert.ok(refused.every((error) => error instanceof WrongExpectedRevision))
    }
    assert.equal(revisions(await store.read(stream)), [0, 1, 2, 3, 4])
  })

  test('many writers to many streams all succeed, and the log has one order of them', async () => {
    const prefix = unique('many')
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        for (let expected = noStream; expected < 4; expected++) await store.append(`${prefix}${n}`, someEvents(1), expected)
        return store.append(`${prefix}${n}`, someEvents(2), 4)
      }),
    )
    assert.ok(answers.every(({ revision }) => revision === 6))
    const log = await all(store.readAll({ streamPrefixes: [prefix] }))
    assert.is(log.length, 40 * 7)
    assert.ok(grow(positions(log)))
    for (let n = 0; n < 40; n++) {
      const stream = `${prefix}${n}`
      assert.equal(
        log.filter((event) => event.stream === stream),
        await store.read(stream),
      )
    }
  })

  test('the whole log is read forwards behind a position and backwards before one', async () => {
    const head = await headOf(store)
    const prefix = unique('all')
    const written: EventData[] = someEvents(6)
    for (const [n, event] of written.entries()) await store.append(`${prefix}${n % 2}`, [event], Math.floor(n / 2) - 1)
    const own = (events: readonly RecordedEvent[]) => events.filter((event) => event.stream.startsWith(prefix))

    const log = own(await all(store.readAll(head === undefined ? {} : { after: head })))
    assert.equal(log.map(appendedPart), written)
    const [, , third] = log as [RecordedEvent, RecordedEvent, RecordedEvent]
    assert.equal(own(await all(store.readAll({ after: third.position }))), log.slice(3))
    assert.equal((await all(store.readAll({ after: third.position, limit: 1 }))).length, 1)
    assert.equal(await all(store.readAll({ after: third.position, direction: 'backwards', limit: 2, streamPrefixes: [prefix] })), [
      log[1],
      log[0],
    ])
    assert.equal(own(await all(store.readAll({ direction: 'backwards', limit: 6, streamPrefixes: [prefix] }))), log.toReversed())
    assert.equal(await all(store.readAll({ after: log[5]!.position, streamPrefixes: [prefix] })), [])
  })

  test('the log is filtered by types, alone or with stream prefixes, in both directions', async () => {
    const [prefix, type] = [unique('types'), unique('Type')]
    const head = await headOf(store)
    const written = ['A', 'B', 'A', 'AB', 'B', 'C'].map((name) => ({ ...someEvent(), type: type + name }))
    for (const [n, event] of written.entries()) await store.append(`${prefix}${n % 2 ? 'odd' : 'even'}`, [event], Math.floor(n / 2) - 1)
    const found = async (names: readonly string[], options: Parameters<EventStore['readAll']>[0] = {}) =>
      (await all(store.readAll({ ...options, types: names.map((name) => type + name) }))).map(idOf)
    const ids = (...indexes: readonly number[]) => indexes.map((index) => written[index]?.id)

    assert.equal(await found(['A']), ids(0, 2))
    assert.equal(await found(['B', 'A'], { ...(head === undefined ? {} : { after: head }), limit: 3 }), ids(0, 1, 2))
    assert.equal(await found(['A', 'B'], { direction: 'backwards', limit: 3 }), ids(4, 2, 1))
    assert.equal(await found(['A', 'B', 'C'], { streamPrefixes: [`${prefix}odd`] }), ids(1, 5))
    assert.equal(await found([]), [])
    assert.equal(await found(['']), [])
  })

  test('the log is filtered by stream prefixes, whole names included, and limited after filtering', async () => {
    const prefix = unique('filter')
    const streams = ['a-1', 'b-1', 'a-2', 'c', 'ab', 'b-2', 'c-1', 'A-1'].map((name) => `${prefix}${name}`)
    for (const stream of streams) await store.append(stream, someEvents(1), noStream)
    const filtered = async (prefixes: readonly string[], options: Parameters<EventStore['readAll']>[0] = {}) =>
      (await all(store.readAll({ ...options, streamPrefixes: prefixes.map((name) => `${prefix}${name}`) }))).map((event) =>
        event.stream.slice(prefix.length),
      )

    assert.equal(await filtered(['a-']), ['a-1', 'a-2'])
    assert.equal(await filtered(['b-', 'a']), ['a-1', 'b-1', 'a-2', 'ab', 'b-2'])
    assert.equal(await filtered(['c']), ['c', 'c-1'])
    assert.equal(await filtered(['a', 'a-1'], { limit: 2 }), ['a-1', 'a-2'])
    assert.equal(await filtered(['a', 'b'], { direction: 'backwards', limit: 3 }), ['b-2', 'ab', 'a-2'])
    assert.equal(await filtered(['nothing']), [])
  })

  test('a reader of the log may stop early and others go on', async () => {
    const prefix = unique('stop')
    await store.append(`${prefix}1`, someEvents(50), noStream)
    const seen: RecordedEvent[] = []
    for await (const event of store.readAll({ streamPrefixes: [prefix] })) {
      seen.push(event)
      if (seen.length === 3) break
    }
    assert.equal(revisions(seen), [0, 1, 2])
    assert.is((await all(store.readAll({ streamPrefixes: [prefix] }))).length, 50)
  })

  test('any text and any JSON comes back as it went in', async () => {
    const stream = unique('Änderung-株式会社-')
    const data: JsonObject = {
      name: 'Müller & Søn “Ltd” — 株式会社 🏢 שלום e\u0301',
      control: 'line\nbreak\ttab\u0000nul\u2028 "quoted" \\ back\'slash',
      lone: '\ud800',
      numbers: [0, -1, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
      nested: { empty: {}, list: [], deep: [[[{ a: [null, true, false, ''] }]]] },
      'a key with "quotes" and 🗝': null,
    }
    const event = { ...someEvent(), data, metadata: { account_id: 'acct-ü', trace: { span: ['a', { b: null }] } } }
    await store.append(stream, [event], noStream)
    assert.equal((await store.read(stream)).map(appendedPart), [event])
    assert.equal((await all(store.readAll({ streamPrefixes: [stream] }))).map(appendedPart), [event])
  })

  test('an event of half a megabyte comes back whole', async () => {
    const stream = unique('large')
    const event = { ...someEvent(), data: { text: 'größer '.repeat(65_000) } }
    await store.append(stream, [event, someEvent()], noStream)
    const [large, small] = await store.read(stream)
    assert.equal(large?.data, event.data)
    assert.is(small?.revision, 1)
  })

  test('what was appended is still there when the store is opened again', async () => {
    if (!opened.reopen) return
    const stream = unique('durable')
    const events = someEvents(4)
    const appended = await store.append(stream, events, noStream)
    const before = await store.read(stream)
    store = await inTime('the store is open again', opened.reopen())
    assert.equal(await store.read(stream), before)
    assert.equal(await store.append(stream, events, noStream), placeOf(appended))
    assertRefused(await outcome(store.append(stream, someEvents(1), 2)), { stream, expected: 2, actual: 3 })
    const next = await store.append(stream, someEvents(1), 3)
    assert.is(next.revision, 4)
    assert.ok(next.position > appended.position)
  })

  registerSubscriptionTests(test, () => store)
  return test
}

const revisions = (events: readonly RecordedEvent[]): number[] => events.map((event) => event.revision)
const appendedPart = ({ id, type, data, metadata }: EventData): EventData => ({ id, type, data, metadata })

const outcome = async <T>(promise: Promise<T>): Promise<T | Error> =>
  promise.catch((error) => (error instanceof Error ? error : new Error(String(error))))

/** `actual` may be missing from the error (the store need not tell it), but it must not be wrong. */
const assertRefused = (result: unknown, { stream, expected, actual }: { stream: string; expected: number; actual: number }) => {
  assert.instance(result, WrongExpectedRevision)
  const error = result as WrongExpectedRevision
  assert.is(error.name, 'WrongExpectedRevision')
  assert.is(error.stream, stream)
  assert.is(error.expected, expected)
  assert.ok(error.actual === undefined || error.actual === actual, `told revision ${error.actual} instead of ${actual}`)
}
