// What a runner delivers to a process, and when: order, retries with growing pauses, deferrals, dead letters, accounts that take turns, a store that goes away.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { erased } from '../../../src/events/personal-data.ts'
import { type Delivery, inPriorityLanes, later, type Process } from '../../../src/processes/process.ts'
import { openPoller } from '../../../src/processes/running/poller.ts'
import { retryInboxKind } from '../../../src/processes/running/retry-inbox.ts'
import { growingPause, startRunner } from '../../../src/processes/running/runner.ts'
import { beginning } from '../../../src/stores/event-log.ts'
import { type RecordedEvent, StoreUnavailable } from '../../../src/stores/event-store.ts'
import { submitted } from '../../commands/businesses.ts'
import { eventually } from '../../eventually.ts'
import { context, switched } from '../../stores/log.ts'
import { notes, other, type React, runnerScene, type Switched, stream } from './runner-scene.ts'

const test = suite('runner')
const scene = runnerScene(test)
const { start, works, worksBecome, appendOfOther } = scene

test('every event is delivered, whether it was there before the start or came after', async () => {
  const seen: Switched[] = []
  await scene.stores.append(stream('a'), switched('one'))
  await start(async (event) => void seen.push(event))
  await scene.stores.append(stream('a'), switched('two'))
  await eventually('both were seen', () => seen.length === 2)
  assert.equal(notes(seen), ['one', 'two'])
})

test('a process sees each event in the order of the log, before a reaction to it or to a later one begins', async () => {
  await scene.stores.append(stream('a'), switched('one'), switched('two'))
  await scene.stores.append(stream('b'), switched('three'))
  const order: string[] = []
  const ending = Promise.withResolvers<undefined>()
  const react: React = async ({ data: { feature } }) => {
    order.push(`${feature} begins`)
    return feature === 'one' ? ending.promise : undefined
  }
  const seen = ({ data }: RecordedEvent) => order.push(String(data.feature)) > 0
  const process = { name: 'watcher', on: { FeatureSwitched: react }, seen }
  scene.runners.push(await startRunner({ log: scene.stores.log, documents: scene.stores.documents, process, pause: () => 0 }))
  await eventually('the last has begun, while the second waits behind the first', () => order.includes('three begins'))
  ending.resolve(undefined)
  await eventually('all have begun', () => order.length === 6)
  for (const name of ['one', 'two', 'three']) assert.ok(order.indexOf(name) < order.indexOf(`${name} begins`))
  assert.equal(
    order.filter((each) => !each.endsWith('begins')),
    ['one', 'two', 'three'],
  )
  assert.ok(order.indexOf('two') < order.indexOf('three begins'))
})

test('an event that a process has nothing to do with is not delivered to it, and is passed all the same', async () => {
  const delivered: Switched[] = []
  const end = await scene.stores.append(stream('a'), switched('one'), switched('two'), switched('three'))
  const react: React = async (event) => void delivered.push(event)
  const process = { name: 'watcher', on: { FeatureSwitched: react }, seen: ({ data }: RecordedEvent) => data.feature === 'two' }
  const runner = await startRunner({ log: scene.stores.log, documents: scene.stores.documents, process, pause: () => 0 })
  scene.runners.push(runner)
  await eventually('all are passed', () => runner.position() >= end)
  assert.equal(notes(delivered), ['two'])
})

test('events of one aggregate come one after the other, in order', async () => {
  const seen: string[] = []
  let running = 0
  await scene.stores.append(stream('a'), ...Array.from({ length: 20 }, (_, n) => switched(`${n}`)))
  await start(async ({ data }) => {
    assert.is(++running, 1)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(data.feature)
    running--
    return undefined
  })
  await eventually('all were seen', () => seen.length === 20)
  assert.equal(
    seen,
    Array.from({ length: 20 }, (_, n) => `${n}`),
  )
})

test('many aggregates are worked on at a time, and no more than allowed', async () => {
  const gate = Promise.withResolvers<void>()
  let [running, most, done] = [0, 0, 0]
  for (let n = 0; n < 12; n++) await scene.stores.append(stream(`${n}`), switched('x'))
  await start(
    async () => {
      most = Math.max(most, ++running)
      await gate.promise
      running--
      done++
      return undefined
    },
    { concurrency: 8 },
  )
  await eventually('eight are at work', () => running === 8)
  gate.resolve()
  await eventually('all are done', () => done === 12)
  assert.is(most, 8)
})

test('an aggregate that hangs holds up no other', async () => {
  const seen: string[] = []
  await scene.stores.append(stream('slow'), switched('slow'))
  await scene.stores.append(stream('fast'), switched('fast'))
  await start(async ({ data }) => (data.feature === 'slow' ? new Promise<undefined>(() => undefined) : void seen.push(data.feature)))
  await eventually('the other was seen', () => seen.includes('fast'))
})

test('a reaction that fails is tried again with growing pauses, told of by count, then becomes a dead letter', async () => {
  let clock = Date.parse('2026-11-21T09:00:00.000Z')
  const counts: number[] = []
  const asked: number[] = []
  const gaveUp: boolean[] = []
  await scene.stores.append(stream('a'), switched('x'))
  await start(
    async (_, { count }) => {
      counts.push(count)
      throw new Error('no luck')
    },
    {
      now: () => new Date(clock),
      pause: (failures) => {
        asked.push(failures)
        return failures > 3 ? null : failures * 60_000
      },
      onError: (_, __, isGivenUp) => gaveUp.push(isGivenUp),
    },
  )
  for (let n = 1; n <= 3; n++) {
    await eventually(`it failed ${n} times`, () => counts.length === n)
    clock += n * 60_000 - 1
    assert.is(counts.length, n)
    clock += 1
  }
  await eventually('it is given up', () => gaveUp.at(-1) === true)
  assert.equal(counts, [1, 2, 3, 4])
  assert.equal(asked, [1, 2, 3, 4])
  assert.equal(gaveUp, [false, false, false, true])
  await worksBecome('dead_letter 0')
})

test('the pauses begin at a second, double up to five minutes, and end after about an hour', () => {
  const pauses = Array.from({ length: 20 }, (_, n) => growingPause(n + 1) ?? 0)
  assert.equal(pauses.slice(0, 4), [1000, 2000, 4000, 8000])
  assert.is(Math.max(...pauses), 300_000)
  const hours = pauses.reduce((sum, each) => sum + each, 0) / 3_600_000
  assert.ok(hours > 0.75 && hours < 1.5, `${hours} hours`)
  assert.is(growingPause(21), null)
})

test('later events of an aggregate wait behind a failed one and come in order when it succeeds', async () => {
  const seen: string[] = []
  let clock = 0
  let isBroken = true
  await start(
    async ({ data }) => {
      if (data.feature === 'one' && isBroken) throw new Error('no luck')
      seen.push(data.feature)
      return undefined
    },
    { now: () => new Date(clock), pause: () => 1_000 },
  )
  await scene.stores.append(stream('a'), switched('one'), switched('two'))
  await scene.stores.append(stream('a'), switched('three'))
  const last = await scene.stores.append(stream('b'), switched('other'))
  await eventually('another aggregate goes on', () => seen.includes('other') && scene.runners[0]!.position() >= last)
  assert.equal(seen, ['other'])
  assert.equal((await works()).sort(), ['failed 0', 'queued 1', 'queued 2'])
  isBroken = false
  clock = 1_000
  await eventually('all are done', () => seen.length === 4)
  assert.equal(seen, ['other', 'one', 'two', 'three'])
})

test('what waits behind an event goes on when that is given up', async () => {
  const seen: string[] = []
  await scene.stores.append(stream('a'), switched('bad'), switched('good'))
  await start(
    async ({ data }) => {
      if (data.feature === 'bad') throw new Error('no luck')
      seen.push(data.feature)
      return undefined
    },
    { pause: (failures) => (failures > 2 ? null : 0) },
  )
  await eventually('the next was seen', () => seen.length === 1)
  await worksBecome('dead_letter 0')
})

test('a reaction that takes too long counts as failed, and is told to end', async () => {
  const errors: string[] = []
  let told = false
  await scene.stores.append(stream('a'), switched('x'))
  await start(
    (_, { signal }) =>
      new Promise(() =>
        signal.addEventListener('abort', () => {
          told = true
        }),
      ),
    { timeoutMs: 20, pause: () => null, onError: (error) => errors.push(String(error)) },
  )
  await eventually('it failed', () => errors.length === 1)
  assert.match(errors[0]!, '20 ms')
  assert.ok(told)
})

test('a deferred event comes again at its time, counted, and lets others of its aggregate go on meanwhile', async () => {
  let clock = Date.parse('2026-11-21T09:00:00.000Z')
  const seen: string[] = []
  await scene.stores.append(stream('a'), switched('wait'), switched('go'))
  await start(
    async ({ data }, { count }) => {
      seen.push(`${data.feature} ${count}`)
      return data.feature === 'wait' && count === 1 ? later(new Date(clock), 60_000) : undefined
    },
    { now: () => new Date(clock) },
  )
  await eventually('both were seen', () => seen.length === 2)
  assert.equal(seen, ['wait 1', 'go 1'])
  await worksBecome('deferred 0')
  clock += 60_000
  await eventually('it came again', () => seen.length === 3)
  assert.is(seen[2], 'wait 2')
  await worksBecome()
})

test('a runner that closes leaves the poller that others share at work', async () => {
  const now = new Date('2026-11-21T09:00:00.000Z')
  const poller = openPoller({ documents: scene.stores.documents, end: scene.stores.store.end, now: () => now })
  const seen: number[] = []
  const other = { name: 'other', on: { FeatureSwitched: async () => undefined } }
  const closing = await startRunner({ log: scene.stores.log, documents: scene.stores.documents, process: other, poller, now: () => now })
  await start(
    async (_, { count }) => {
      seen.push(count)
      return count === 1 ? later(now, 60_000) : undefined
    },
    { poller, now: () => now },
  )
  await scene.stores.append(stream('a'), switched('x'))
  await worksBecome('deferred 0')
  await closing.close()
  // As somebody else makes it due, which the poller alone finds.
  const kind = retryInboxKind('watcher', 'all')
  for (const { key, value, revision } of await scene.stores.documents.records.list(kind))
    await scene.stores.documents.records.put(kind, key, value, { expectedRevision: revision, dueAt: now })
  await eventually('it came again', () => seen.length === 2)
  await worksBecome()
  await scene.closeRunners()
  await poller.close()
})

test('a command that follows from an event says so', async () => {
  let given: ReturnType<Delivery['context']>[] = []
  await scene.stores.append(stream('a'), switched('x'))
  await start(async (_, { context }) => {
    given = [context('one'), context('one'), context('two')]
    return undefined
  })
  await eventually('it was seen', () => given.length === 3)
  const [event] = await scene.stores.log.read(stream('a'))
  assert.is(given[0]?.causationId, event?.id)
  assert.is(given[0]?.correlationId, event?.metadata.correlation_id)
  assert.equal(given[0]?.actor, { type: 'process', id: 'watcher' })
  assert.is(given[0]?.commandId, given[1]?.commandId)
  assert.is.not(given[0]?.commandId, given[2]?.commandId)
})

test('a slow reaction to a deferred event holds up no other that is due', async () => {
  const clock = Date.parse('2026-11-21T09:00:00.000Z')
  const seen: string[] = []
  for (const name of ['slow', 'a', 'b']) await scene.stores.append(stream(name), switched(name))
  let now = clock
  await start(
    async ({ data }, { count }) => {
      if (count === 1) return later(new Date(clock), data.feature === 'b' ? 2_000 : 1_000)
      if (data.feature === 'slow') return new Promise<undefined>(() => undefined)
      seen.push(data.feature)
      return undefined
    },
    { now: () => new Date(now) },
  )
  await eventually('all are deferred', () => scene.runners[0]!.position() >= 3n)
  now = clock + 1_000
  await eventually('one is done', () => seen.includes('a'))
  now = clock + 2_000
  await eventually('the other is done', () => seen.includes('b'))
})

test("an account's eight hundred events do not hold up another's first, and each of them is done once, in order", async () => {
  for (let n = 0; n < 40; n++) await scene.stores.append(stream(`${n}`), ...Array.from({ length: 20 }, (_, at) => switched(`${at}`)))
  await appendOfOther('other')
  const gate = Promise.withResolvers<void>()
  const seen: Switched[] = []
  const runner = await start(async (event) => {
    if (event.metadata.account_id !== other) await gate.promise
    seen.push(event)
    return undefined
  })
  await eventually("the other account's event was seen", () => seen.length === 1)
  assert.equal(notes(seen), ['other'])
  gate.resolve()
  await eventually('all were seen', () => seen.length === 801)
  for (let n = 0; n < 40; n++)
    assert.equal(
      notes(seen.filter((event) => event.stream === stream(`${n}`))),
      Array.from({ length: 20 }, (_, at) => `${at}`),
    )
  await eventually('the log is done', () => runner.position() >= 800n)
})

test('an event that has waited for its turn is opened then: what was erased meanwhile is not in it', async () => {
  for (let n = 0; n < 512; n++) await scene.stores.append(stream(`${n}`), switched('0'))
  await scene.stores.append(`business-${submitted.business_id}`, { type: 'BusinessCreated', data: { ...submitted, tin: '123456789' } })
  await appendOfOther('other')
  const gate = Promise.withResolvers<void>()
  let isRead = false
  const tins: unknown[] = []
  const process: Process = {
    name: 'watcher',
    on: {
      FeatureSwitched: async ({ metadata }) => {
        if (metadata.account_id === other) isRead = true
        else await gate.promise
        return undefined
      },
      BusinessCreated: async ({ data }) => {
        tins.push(data.tin)
        return undefined
      },
    },
  }
  const runner = await start(async () => undefined, { process })
  await eventually('the log is read to its end', () => isRead)
  await scene.stores.keyRing.destroy(submitted.business_id)
  gate.resolve()
  await eventually('the log is done', () => runner.position() >= 514n)
  assert.equal(tins, [erased])
})

test("an account's work that is due does not hold up another's that became due later", async () => {
  for (let n = 0; n < 150; n++) await scene.stores.append(stream(`${n}`), switched('x'))
  await appendOfOther('other')
  const clock = Date.parse('2026-11-21T09:00:00.000Z')
  let now = clock
  let isDone = false
  const runner = await start(
    async ({ metadata }, { count }) => {
      const isOther = metadata.account_id === other
      if (count === 1) return later(new Date(clock), isOther ? 2_000 : 1_000)
      if (!isOther) return new Promise<undefined>(() => undefined)
      isDone = true
      return undefined
    },
    { now: () => new Date(now) },
  )
  await eventually('all are deferred', () => runner.position() >= 150n)
  now = clock + 2_000
  await eventually("the other account's is done", () => isDone)
})

test('work whose writing down got no answer, because the store went away, is done all the same', async () => {
  let isLost = false
  const { records } = scene.stores.documents
  const documents = {
    ...scene.stores.documents,
    records: {
      ...records,
      put: async (...write: Parameters<typeof records.put>) => {
        const revision = await records.put(...write)
        if (!isLost) return revision
        isLost = false
        throw new StoreUnavailable('gone before it could answer')
      },
    },
  }
  const seen: number[] = []
  await start(
    async (_, { count }) => {
      seen.push(count)
      if (count > 2) return undefined
      isLost = count === 2
      throw new Error('no luck')
    },
    { documents },
  )
  await scene.stores.append(stream('a'), switched('one'))
  await eventually('it got through', () => seen.at(-1) === 3)
  await worksBecome()
})

test('an event is never given up because a store was away', async () => {
  let tries = 0
  const react: React = async () => {
    if (++tries < 5) throw new StoreUnavailable('away')
    return undefined
  }
  await start(react, { pause: () => null, awayPauseMs: 0 })
  await scene.stores.append(stream('a'), switched('one'))
  await eventually('it got through', () => tries === 5)
  await worksBecome()
})

test('what a client asks for does not wait behind what processes bring, and in either line the same comes of it', async () => {
  const released = Promise.withResolvers<void>()
  const seen: string[] = []
  const actors = new Set<string>()
  const process: Process = {
    name: 'watcher',
    on: {
      FeatureSwitched: async ({ data, metadata }, delivery) => {
        if (metadata.actor.type === 'process') await released.promise
        seen.push(data.feature)
        actors.add(delivery.context('once').actor.id)
        return undefined
      },
    },
  }
  for (const line of inPriorityLanes(process))
    scene.runners.push(await startRunner({ log: scene.stores.log, documents: scene.stores.documents, process: line }))
  const brought = Array.from({ length: 600 }, (_, n) => `brought ${n}`)
  const byProcess = context({ actor: { type: 'process', id: 'business_batches' } })
  for (const each of brought)
    await scene.stores.log.append(stream(each), [switched(each)], beginning(stream(each)), { ...byProcess, commandId: randomUUID() })
  await scene.stores.append(stream('asked'), switched('asked'))
  await eventually('what was asked for is done', () => seen.length > 0)
  assert.equal(seen, ['asked'])
  released.resolve()
  await eventually('the others are done too', () => seen.length > brought.length)
  assert.equal(seen.toSorted(), ['asked', ...brought].toSorted())
  assert.equal([...actors], ['watcher'])
})

test.run()
