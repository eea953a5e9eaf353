// Which work of a retry inbox is begun again, when, and how much of it at a time.
import { mock } from 'node:test'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../../src/events/catalogue.ts'
import { startResumption } from '../../../src/processes/running/resumption.ts'
import { openRetryInbox, type RetryInbox, type Work } from '../../../src/processes/running/retry-inbox.ts'
import type { EventLog } from '../../../src/stores/event-log.ts'
import { settled } from '../../eventually.ts'
import { memoryRecords } from '../../http/memory-records.ts'

const test = suite('resumption')

let now = new Date(0)
let inbox: RetryInbox
let end: () => void = () => undefined

test.before.each(async () => {
  now = new Date(100_000)
  inbox = await openRetryInbox(memoryRecords(), 'work_watcher.all')
  mock.timers.enable({ apis: ['setInterval'] })
})
test.after.each(() => {
  end()
  mock.timers.reset()
})

const work = (stream: string, revision: number, state: Work['state'], dueAt: number | null = null, accountId = 'a'): Work => ({
  ...{ stream, revision, state, accountId, type: 'FeatureSwitched', deliveries: 1, failures: 1, error: null },
  dueAt: dueAt === null ? null : new Date(dueAt),
})

/** A log that holds an event wherever work points, but for the missing streams. */
const logWith = (missing: readonly string[]): EventLog => {
  const store = {
    read: async (stream: string, { from, limit }: { readonly from: number; readonly limit: number }) => {
      assert.is(limit, 1)
      return missing.includes(stream) ? [] : [{ stream, revision: from }]
    },
  }
  // Nothing else of the log is used.
  return { store, open: async (events: unknown) => events } as unknown as EventLog
}

/** @param attempt what an attempt at the event does, beside being noted. It is done when absent */
const start = (
  attempt: (name: string, work: Work) => Promise<unknown> = (_, work) => inbox.remove(work),
  missing: readonly string[] = [],
) => {
  const begun: string[] = []
  end = startResumption({
    log: logWith(missing),
    retryInbox: inbox,
    now: () => now,
    inOrder: (_, task) => task(),
    attempt: async ({ stream, revision }: StoredEvent, given) => {
      const name = `${stream} ${revision}`
      begun.push(name)
      assert.equal([given?.stream, given?.revision], [stream, revision])
      await attempt(name, given!)
      return true
    },
  })
  return begun
}

const look = async () => {
  mock.timers.tick(250)
  await settled()
}

test('what a kill left behind, queued behind nothing that failed, is begun at once', async () => {
  for (const each of [work('a', 2, 'queued'), work('a', 1, 'dead_letter'), work('b', 1, 'failed', 900_000), work('b', 2, 'queued')])
    await inbox.write(each)
  const begun = start()
  await settled()
  assert.equal(begun, ['a 2'])
})

test('work is begun at the next look when it is due and not before, and what queued up behind it follows', async () => {
  for (const each of [work('a', 1, 'failed', 100_001), work('a', 2, 'queued'), work('a', 3, 'queued')]) await inbox.write(each)
  const begun = start()
  await look()
  assert.equal(begun, [])
  now = new Date(100_001)
  mock.timers.tick(249)
  await settled()
  assert.equal(begun, [])
  mock.timers.tick(1)
  await settled()
  assert.equal(begun, ['a 1', 'a 2', 'a 3'])
})

test('behind an event that fails again nothing is next', async () => {
  for (const each of [work('a', 1, 'failed', 0), work('a', 2, 'queued')]) await inbox.write(each)
  const begun = start((_, each) => inbox.write({ ...each, state: 'failed', dueAt: new Date(900_000) }))
  await look()
  await look()
  assert.equal(begun, ['a 1'])
})

test('work that is under way is not begun a second time, and again when it is due after that', async () => {
  await inbox.write(work('a', 1, 'failed', 0))
  let gate = Promise.withResolvers<void>()
  const begun = start(() => gate.promise)
  await look()
  await look()
  assert.equal(begun, ['a 1'])
  gate.resolve()
  gate = Promise.withResolvers()
  await settled()
  await look()
  assert.equal(begun, ['a 1', 'a 1'])
})

test('a retry that fails as no attempt should is tried at a later look', async () => {
  await inbox.write(work('a', 1, 'failed', 0))
  let tries = 0
  const begun = start(async (_, each) => {
    if (++tries === 1) throw new Error('the store is away')
    await inbox.remove(each)
  })
  await look()
  assert.equal(begun, ['a 1'])
  await look()
  await look()
  assert.equal(begun, ['a 1', 'a 1'])
})

test('work whose event the log does not hold leaves the inbox', async () => {
  await inbox.write(work('gone', 1, 'failed', 0))
  const begun = start(undefined, ['gone'])
  await look()
  assert.equal(begun, [])
  assert.is(inbox.at({ stream: 'gone', revision: 1 }), undefined)
})

test('of the due work of an account a hundred are begun at a time, the oldest first, and others have places all the same', async () => {
  for (let n = 1; n <= 102; n++) await inbox.write(work(`a${n}`, 1, 'failed', n))
  await inbox.write(work('b', 1, 'failed', 5_000, 'b'))
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const begun = start(async (name, each) => {
    const gate = Promise.withResolvers<void>()
    gates.set(name, gate)
    await gate.promise
    await inbox.remove(each)
  })
  await look()
  const first = Array.from({ length: 100 }, (_, n) => `a${n + 1} 1`)
  assert.equal(begun, [...first, 'b 1'])
  for (const name of ['b 1', 'a7 1']) gates.get(name)?.resolve()
  await settled()
  await look()
  assert.equal(begun.slice(101), ['a101 1'])
})

test('what a kill left behind and finds no place is begun when there is one', async () => {
  for (let n = 1; n <= 101; n++) await inbox.write(work(`a${n}`, 2, 'queued'))
  const gate = Promise.withResolvers<void>()
  const begun = start(async (_, each) => {
    await gate.promise
    await inbox.remove(each)
  })
  await settled()
  assert.is(begun.length, 100)
  await look()
  assert.is(begun.length, 100)
  gate.resolve()
  await settled()
  await look()
  await look()
  assert.equal([begun.length, new Set(begun).size], [101, 101])
})

test('after the end nothing is looked for', async () => {
  await inbox.write(work('a', 1, 'failed', 0))
  const begun = start()
  end()
  await look()
  assert.equal(begun, [])
})

test.run()
