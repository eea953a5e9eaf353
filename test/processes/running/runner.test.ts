import { randomUUID } from 'node:crypto'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { account } from '../../../src/commands/account.ts'
import { openAggregates } from '../../../src/commands/handler.ts'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { erased } from '../../../src/events/personal-data.ts'
import { type Delivery, inPriorityLanes, type Later, later, type Process } from '../../../src/processes/process.ts'
import { openPoller } from '../../../src/processes/running/poller.ts'
import { retryInboxKind } from '../../../src/processes/running/retry-inbox.ts'
import { growingPause, type Runner, type RunnerOptions, startRunner } from '../../../src/processes/running/runner.ts'
import { beginning } from '../../../src/stores/event-log.ts'
import { type RecordedEvent, StoreUnavailable } from '../../../src/stores/event-store.ts'
import { moveProcessCheckpoints, processCheckpointKind, replaceProcessCheckpoints } from '../../../src/stores/process-checkpoints.ts'
import { submitted } from '../../commands/businesses.ts'
import { eventually, inTime, until } from '../../eventually.ts'
import { context, openStores, type Stores, switched } from '../../stores/log.ts'

type Switched = StoredEvent<'FeatureSwitched'>
type React = (event: Switched, delivery: Delivery) => Promise<Later | undefined>

let stores: Stores
let runners: Runner[] = []
test.before.each(async () => {
  stores = await openStores()
})
test.after.each(async () => {
  await Promise.all(runners.map((runner) => runner.close()))
  runners = []
  await stores.close()
})

const start = async (react: React, options: Partial<RunnerOptions> = {}): Promise<Runner> => {
  const process = { name: 'watcher', on: { FeatureSwitched: react } }
  const runner = await startRunner({ log: stores.log, documents: stores.documents, process, pause: () => 0, ...options })
  runners.push(runner)
  return runner
}

/** As a kill leaves it: closed without its checkpoint, which is what stood before. */
const killed = async (runner: Runner, checkpoint: bigint | undefined) => {
  await runner.close()
  const positions = new Map(checkpoint === undefined ? [] : [['watcher', checkpoint]])
  await replaceProcessCheckpoints(stores.documents.records, 'all', { positions, logEnd: checkpoint ?? -1n })
}

/** What the retry inbox holds. */
const works = async () =>
  (await stores.documents.records.list(retryInboxKind('watcher', 'all'))).map(({ value }) => `${value.state} ${value.revision}`)

const worksBecome = (...expected: readonly string[]) =>
  until(`the retryInbox holds ${expected.join(', ') || 'nothing'}`, async () => (await works()).join() === expected.join())

const stream = (name: string) => `account-${name}`
const notes = (of: readonly Switched[]) => of.map(({ data }) => data.feature)

test('every event is delivered, whether it was there before the start or came after', async () => {
  const seen: Switched[] = []
  await stores.append(stream('a'), switched('one'))
  await start(async (event) => void seen.push(event))
  await stores.append(stream('a'), switched('two'))
  await eventually('both were seen', () => seen.length === 2)
  assert.equal(notes(seen), ['one', 'two'])
})

test('a process sees each event in the order of the log, before a reaction to it or to a later one begins', async () => {
  await stores.append(stream('a'), switched('one'), switched('two'))
  await stores.append(stream('b'), switched('three'))
  const order: string[] = []
  const ending = Promise.withResolvers<undefined>()
  const react: React = async ({ data: { feature } }) => {
    order.push(`${feature} begins`)
    return feature === 'one' ? ending.promise : undefined
  }
  const seen = ({ data }: RecordedEvent) => order.push(String(data.feature)) > 0
  const process = { name: 'watcher', on: { FeatureSwitched: react }, seen }
  runners.push(await startRunner({ log: stores.log, documents: stores.documents, process, pause: () => 0 }))
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
  const end = await stores.append(stream('a'), switched('one'), switched('two'), switched('three'))
  const react: React = async (event) => void delivered.push(event)
  const process = { name: 'watcher', on: { FeatureSwitched: react }, seen: ({ data }: RecordedEvent) => data.feature === 'two' }
  const runner = await startRunner({ log: stores.log, documents: stores.documents, process, pause: () => 0 })
  runners.push(runner)
  await eventually('all are passed', () => runner.position() >= end)
  assert.equal(notes(delivered), ['two'])
})

test('events of one aggregate come one after the other, in order', async () => {
  const seen: string[] = []
  let running = 0
  await stores.append(stream('a'), ...Array.from({ length: 20 }, (_, n) => switched(`${n}`)))
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
  for (let n = 0; n < 12; n++) await stores.append(stream(`${n}`), switched('x'))
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
  await stores.append(stream('slow'), switched('slow'))
  await stores.append(stream('fast'), switched('fast'))
  await start(async ({ data }) => (data.feature === 'slow' ? new Promise<undefined>(() => undefined) : void seen.push(data.feature)))
  await eventually('the other was seen', () => seen.includes('fast'))
})

test('a reaction that fails is tried again with growing pauses, told of by count, then becomes a dead letter', async () => {
  let clock = Date.parse('2026-11-21T09:00:00.000Z')
  const counts: number[] = []
  const asked: number[] = []
  const gaveUp: boolean[] = []
  await stores.append(stream('a'), switched('x'))
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
  await stores.append(stream('a'), switched('one'), switched('two'))
  await stores.append(stream('a'), switched('three'))
  const last = await stores.append(stream('b'), switched('other'))
  await eventually('another aggregate goes on', () => seen.includes('other') && runners[0]!.position() >= last)
  assert.equal(seen, ['other'])
  assert.equal((await works()).sort(), ['failed 0', 'queued 1', 'queued 2'])
  isBroken = false
  clock = 1_000
  await eventually('all are done', () => seen.length === 4)
  assert.equal(seen, ['other', 'one', 'two', 'three'])
})

test('what waits behind an event goes on when that is given up', async () => {
  const seen: string[] = []
  await stores.append(stream('a'), switched('bad'), switched('good'))
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
  await stores.append(stream('a'), switched('x'))
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
  await stores.append(stream('a'), switched('wait'), switched('go'))
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
  const poller = openPoller({ documents: stores.documents, end: stores.store.end, now: () => now })
  const seen: number[] = []
  const other = { name: 'other', on: { FeatureSwitched: async () => undefined } }
  const closing = await startRunner({ log: stores.log, documents: stores.documents, process: other, poller, now: () => now })
  await start(
    async (_, { count }) => {
      seen.push(count)
      return count === 1 ? later(now, 60_000) : undefined
    },
    { poller, now: () => now },
  )
  await stores.append(stream('a'), switched('x'))
  await worksBecome('deferred 0')
  await closing.close()
  // As somebody else makes it due, which the poller alone finds.
  const kind = retryInboxKind('watcher', 'all')
  for (const { key, value, revision } of await stores.documents.records.list(kind))
    await stores.documents.records.put(kind, key, value, { expectedRevision: revision, dueAt: now })
  await eventually('it came again', () => seen.length === 2)
  await worksBecome()
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
  await poller.close()
})

test('a deferral survives a restart', async () => {
  let clock = Date.parse('2026-11-21T09:00:00.000Z')
  const seen: number[] = []
  const react: React = async (_, { count }) => {
    seen.push(count)
    return count === 1 ? later(new Date(clock), 60_000) : undefined
  }
  await stores.append(stream('a'), switched('x'))
  const runner = await start(react, { now: () => new Date(clock) })
  await eventually('it was deferred', () => seen.length === 1 && runner.position() >= 0n)
  await runner.close()
  stores = await stores.reopen()
  await start(react, { now: () => new Date(clock) })
  clock += 60_000
  await eventually('it came again', () => seen.length === 2)
  assert.equal(seen, [1, 2])
})

test('what was handled and noted is not delivered again after a clean stop', async () => {
  const seen: string[] = []
  const position = await stores.append(stream('a'), switched('one'))
  const first = await start(async ({ data }) => void seen.push(data.feature))
  await eventually('it was handled', () => first.position() >= position)
  await first.close()
  await stores.append(stream('a'), switched('two'))
  await start(async ({ data }) => void seen.push(data.feature))
  await eventually('the next was seen', () => seen.includes('two'))
  assert.equal(seen, ['one', 'two'])
})

/** Closes the stores, as at a stop, and opens them when their folder was changed. */
const changedFolder = async (change: (file: (name: string) => string) => void): Promise<void> => {
  const { folder } = stores
  await Promise.all(runners.map((runner) => runner.close()))
  runners = []
  await stores.store.close()
  await stores.documents.close()
  change((name) => join(folder, name))
  stores = await openStores(folder)
}

/** Closes the stores and deletes the read models, as an operator does for a rebuild. */
const withoutReadModels = () =>
  changedFolder((file) => {
    for (const name of ['read-models.sqlite', 'authentication.sqlite']) rmSync(file(name))
  })

test('when the read models are deleted, what was handled is not delivered again', async () => {
  const seen: string[] = []
  const react: React = async ({ data }) => void seen.push(data.feature)
  const position = await stores.append(stream('a'), switched('one'))
  const first = await start(react)
  await eventually('it was handled', () => first.position() >= position)
  await withoutReadModels()
  await stores.append(stream('a'), switched('two'))
  await start(react)
  await eventually('the next was seen', () => seen.includes('two'))
  assert.equal(seen, ['one', 'two'])
})

test('what was deferred since a backup of the records is delivered again when they are restored, whatever the read models hold', async () => {
  const seen: string[] = []
  const react: React = async ({ data }, { count }) => {
    seen.push(`${data.feature} ${count}`)
    return data.feature === 'later' && count === 1 ? later(new Date(), 3_600_000) : undefined
  }
  const one = await stores.append(stream('a'), switched('one'))
  const first = await start(react)
  await eventually('it was handled', () => first.position() >= one)
  await changedFolder((file) => copyFileSync(file('records.sqlite'), file('backup.sqlite')))
  const second = await start(react)
  const two = await stores.append(stream('b'), switched('later'))
  await eventually('it was deferred', () => second.position() >= two)
  await worksBecome('deferred 0')
  await changedFolder((file) => renameSync(file('backup.sqlite'), file('records.sqlite')))
  assert.equal(await works(), [], 'the backup does not have it')
  await start(react)
  await eventually('it came again', () => seen.length === 3)
  assert.equal(seen, ['one 1', 'later 1', 'later 1'])
  await worksBecome('deferred 0')
})

test('a process goes on from the checkpoint that an earlier release kept with the read models', async () => {
  const seen: string[] = []
  const react: React = async ({ data }) => void seen.push(data.feature)
  const position = await stores.append(stream('a'), switched('one'))
  const last = await stores.append(stream('a'), switched('two'))
  await stores.documents.define([{ name: 'process_watcher', version: 1, indexes: [] }])
  await stores.documents.commit([{ collection: 'process_watcher', partition: 'all', changes: [], position }])
  const runner = await start(react)
  await eventually('the rest was handled', () => runner.position() >= last)
  assert.equal(seen, ['two'])
  await runner.close()
  await moveProcessCheckpoints(stores.documents)
  await stores.append(stream('a'), switched('three'))
  await start(react)
  await eventually('the next was seen', () => seen.includes('three'))
  assert.equal(seen, ['two', 'three'])
})

test('a kill between handling and checkpoint delivers again, and the command that followed is not done twice', async () => {
  const { handle } = openAggregates(stores.log)
  const accountId = randomUUID()
  await handle(
    account,
    accountId,
    { type: 'CreateAccount', account: { account_id: accountId, name: 'A', slug: 'a', features: [] } },
    {
      accountId,
      actor: { type: 'operator', id: 'test' },
      commandId: randomUUID(),
      at: new Date(),
    },
  )
  let deliveries = 0
  const react = async (_: StoredEvent<'AccountCreated'>, delivery: Delivery) => {
    deliveries++
    const key = { key_id: randomUUID(), name: 'key', mode: 'test' as const, key_hash: 'ab', last_four: 'abcd' }
    await handle(account, accountId, { type: 'CreateApiKey', key }, delivery.context('key'))
    return undefined
  }
  const process = { name: 'watcher', on: { AccountCreated: react } }
  const begin = async () => {
    const runner = await startRunner({ log: stores.log, documents: stores.documents, process })
    runners.push(runner)
    return runner
  }
  const first = await begin()
  await eventually('it was handled', () => first.position() >= 1n)
  await killed(first, undefined)
  const second = await begin()
  await eventually('it was handled again', () => deliveries === 2 && second.position() >= 1n)
  assert.equal(
    (await stores.log.read(`account-${accountId}`)).map(({ type }) => type),
    ['AccountCreated', 'ApiKeyCreated'],
  )
})

test('a command that follows from an event says so', async () => {
  let given: ReturnType<Delivery['context']>[] = []
  await stores.append(stream('a'), switched('x'))
  await start(async (_, { context }) => {
    given = [context('one'), context('one'), context('two')]
    return undefined
  })
  await eventually('it was seen', () => given.length === 3)
  const [event] = await stores.log.read(stream('a'))
  assert.is(given[0]?.causationId, event?.id)
  assert.is(given[0]?.correlationId, event?.metadata.correlation_id)
  assert.equal(given[0]?.actor, { type: 'process', id: 'watcher' })
  assert.is(given[0]?.commandId, given[1]?.commandId)
  assert.is.not(given[0]?.commandId, given[2]?.commandId)
})

test('a kill after a failure loses neither the failed event nor what queued up behind it', async () => {
  const seen: string[] = []
  let isBroken = true
  const react: React = async ({ data }) => {
    if (data.feature === 'one' && isBroken) throw new Error('no luck')
    seen.push(data.feature)
    return undefined
  }
  let clock = 0
  const options = { now: () => new Date(clock), pause: () => 1_000 }
  const last = await stores.append(stream('a'), switched('one'), switched('two'))
  const first = await start(react, options)
  await eventually('all was noted', () => first.position() >= last)
  await killed(first, undefined)
  isBroken = false
  clock = 1_000
  const second = await start(react, options)
  await eventually('both were done and the log is passed again', () => seen.length >= 2 && second.position() >= last)
  assert.equal(seen, ['one', 'two'])
})

test('a kill between a success and what queued up behind it strands nothing', async () => {
  const seen: string[] = []
  const last = await stores.append(stream('a'), switched('one'), switched('two'))
  const first = await start(
    async ({ data }) => {
      if (data.feature === 'one') throw new Error('no luck')
      return undefined
    },
    { pause: () => 3_600_000 },
  )
  await eventually('all was noted', () => first.position() >= last)
  await first.close()
  const kind = retryInboxKind('watcher', 'all')
  const [failed] = (await stores.documents.records.list(kind)).filter(({ value }) => value.state === 'failed')
  await stores.documents.records.remove(kind, failed!.key)
  await start(async ({ data }) => void seen.push(data.feature))
  await eventually('the queued one was seen', () => seen.length === 1)
  assert.equal(seen, ['two'])
})

test('a dead letter is not tried again by a kill, and is when an operator makes it due', async () => {
  let tries = 0
  let isBroken = true
  const react: React = async () => {
    tries++
    if (isBroken) throw new Error('no luck')
    return undefined
  }
  const position = await stores.append(stream('a'), switched('x'))
  const first = await start(react, { pause: () => null })
  await eventually('it is given up', () => tries === 1 && first.position() >= position)
  await killed(first, undefined)
  isBroken = false
  const second = await start(react, { pause: () => null })
  await eventually('the log is passed again', () => second.position() >= position)
  assert.is(tries, 1)
  const kind = retryInboxKind('watcher', 'all')
  const [record] = await stores.documents.records.list(kind)
  await stores.documents.records.put(
    kind,
    record!.key,
    { ...record!.value, state: 'failed', failures: 0 },
    { expectedRevision: record!.revision, dueAt: new Date(0) },
  )
  await eventually('it was tried again', () => tries === 2)
})

test('closing ends at once, even with more events taken on than may wait', async () => {
  for (let n = 0; n < 40; n++) await stores.append(stream(`${n}`), ...Array.from({ length: 20 }, () => switched('x')))
  let running = 0
  const runner = await start(() => {
    running++
    return new Promise(() => undefined)
  })
  await eventually('some are at work', () => running === 16)
  await inTime('it is closed', runner.close())
})

test('closing waits until what has failed is written down, and notes then how far it came', async () => {
  const { documents } = stores
  const gate = Promise.withResolvers<void>()
  const order: string[] = []
  const put: typeof documents.records.put = async (kind, key, value, options) => {
    if (kind === processCheckpointKind) {
      order.push(`checkpoint ${JSON.stringify(value.positions)}`)
      return documents.records.put(kind, key, value, options)
    }
    order.push('begun')
    await gate.promise
    const revision = await documents.records.put(kind, key, value, options)
    order.push('written')
    return revision
  }
  const runner = await start(() => Promise.reject(new Error('no')), {
    documents: { ...documents, records: { ...documents.records, put } },
    pause: () => 60_000,
  })
  const position = await stores.append(stream('a'), switched('one'))
  await eventually('the failure is being written down', () => order.includes('begun'))
  const closing = runner.close()
  // Turns enough for a closing that waits for nothing.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  gate.resolve()
  await inTime('it is closed', closing)
  assert.equal([...new Set(order)], ['begun', 'written', `checkpoint {"watcher":"${position}"}`])
  assert.equal(await works(), ['failed 0'])
})

test('a slow reaction to a deferred event holds up no other that is due', async () => {
  const clock = Date.parse('2026-11-21T09:00:00.000Z')
  const seen: string[] = []
  for (const name of ['slow', 'a', 'b']) await stores.append(stream(name), switched(name))
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
  await eventually('all are deferred', () => runners[0]!.position() >= 3n)
  now = clock + 1_000
  await eventually('one is done', () => seen.includes('a'))
  now = clock + 2_000
  await eventually('the other is done', () => seen.includes('b'))
})

const other = '0198c0de-0000-7000-8000-0000000000ad'
const appendOfOther = (name: string) =>
  stores.log.append(stream(name), [switched(name)], beginning(stream(name)), context({ accountId: other }))

test("an account's eight hundred events do not hold up another's first, and each of them is done once, in order", async () => {
  for (let n = 0; n < 40; n++) await stores.append(stream(`${n}`), ...Array.from({ length: 20 }, (_, at) => switched(`${at}`)))
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
  for (let n = 0; n < 512; n++) await stores.append(stream(`${n}`), switched('0'))
  await stores.append(`business-${submitted.business_id}`, { type: 'BusinessCreated', data: { ...submitted, tin: '123456789' } })
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
  await stores.keyRing.destroy(submitted.business_id)
  gate.resolve()
  await eventually('the log is done', () => runner.position() >= 514n)
  assert.equal(tins, [erased])
})

test("an account's work that is due does not hold up another's that became due later", async () => {
  for (let n = 0; n < 150; n++) await stores.append(stream(`${n}`), switched('x'))
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
  const { records } = stores.documents
  const documents = {
    ...stores.documents,
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
  await stores.append(stream('a'), switched('one'))
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
  await stores.append(stream('a'), switched('one'))
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
    runners.push(await startRunner({ log: stores.log, documents: stores.documents, process: line }))
  const brought = Array.from({ length: 600 }, (_, n) => `brought ${n}`)
  const byProcess = context({ actor: { type: 'process', id: 'business_batches' } })
  for (const each of brought)
    await stores.log.append(stream(each), [switched(each)], beginning(stream(each)), { ...byProcess, commandId: randomUUID() })
  await stores.append(stream('asked'), switched('asked'))
  await eventually('what was asked for is done', () => seen.length > 0)
  assert.equal(seen, ['asked'])
  released.resolve()
  await eventually('the others are done too', () => seen.length > brought.length)
  assert.equal(seen.toSorted(), ['asked', ...brought].toSorted())
  assert.equal([...actors], ['watcher'])
})

test.run()
