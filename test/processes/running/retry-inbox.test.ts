import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openRetryInbox, type Work } from '../../../src/processes/running/retry-inbox.ts'
import { failingWork, forgetFailing } from '../../../src/stores/failing-work.ts'
import { memoryRecords } from '../../http/memory-records.ts'

const kind = 'work_monitoring.all'

test('a record that an older release wrote as parked is read as a dead letter, and the next write calls it so', async () => {
  const records = memoryRecords()
  const old = { stream: 'monitor-1', revision: 3, type: 'MonitorStarted', accountId: 'a', deliveries: 21, failures: 21, error: 'no luck' }
  await records.put(kind, 'monitor-1/0000000003', { ...old, state: 'parked' }, { expectedRevision: -1 })
  const inbox = await openRetryInbox(records, kind)
  assert.equal(inbox.counts(), { dead_letter: 1, failed: 0, queued: 0, deferred: 0 })
  const work = inbox.at({ stream: 'monitor-1', revision: 3 })
  assert.is(work?.state, 'dead_letter')
  assert.is(inbox.blocked('monitor-1'), false)
  await inbox.write(work!)
  assert.is((await records.get(kind, 'monitor-1/0000000003'))?.value.state, 'dead_letter')
})

test('an operator finds the work that fails or was given up, and nothing of what merely waits', async () => {
  const records = memoryRecords()
  const inbox = await openRetryInbox(records, kind)
  const found = async () => (await Array.fromAsync(failingWork(records))).flat().map(({ key }) => key)
  const work = { revision: 1, type: 'MonitorEnabled', accountId: 'a', deliveries: 1, failures: 0, error: null, dueAt: null }
  for (const state of ['failed', 'dead_letter', 'queued', 'deferred'] as const)
    await inbox.write({ ...work, stream: `monitor-${state}`, state })
  assert.equal(await found(), ['monitor-dead_letter/0000000001', 'monitor-failed/0000000001'])
  const [failed, given] = ['failed', 'dead_letter'].map((state) => inbox.at({ stream: `monitor-${state}`, revision: 1 })!)
  await inbox.write({ ...failed!, state: 'deferred' })
  await inbox.remove(given!)
  assert.equal(await found(), [])
})

test('a note of failing work that a crash has lost is made again at the start', async () => {
  const records = memoryRecords()
  const inbox = await openRetryInbox(records, kind)
  const work = { stream: 'monitor-1', revision: 1, type: 'MonitorEnabled', accountId: 'a', deliveries: 1, failures: 1, error: 'no luck' }
  await inbox.write({ ...work, state: 'dead_letter', dueAt: null })
  for await (const page of failingWork(records)) for (const note of page) await forgetFailing(records, note)
  await openRetryInbox(records, kind)
  assert.equal((await Array.fromAsync(failingWork(records))).flat(), [{ accountId: 'a', kind, key: 'monitor-1/0000000001' }])
})

test('the first waiting event of each aggregate is delivered once nothing before it has failed', async () => {
  const records = memoryRecords()
  const inbox = await openRetryInbox(records, kind)
  const work = (stream: string, revision: number, state: Work['state']): Work => ({
    ...{ stream, revision, state, type: 'MonitorEnabled', accountId: 'a', deliveries: 1, failures: 0, error: null, dueAt: null },
  })
  for (const each of [
    work('monitor-failed', 1, 'failed'),
    work('monitor-failed', 2, 'queued'),
    work('monitor-deferred', 1, 'deferred'),
    work('monitor-free', 3, 'queued'),
    work('monitor-free', 2, 'queued'),
    work('monitor-free', 1, 'dead_letter'),
  ])
    await inbox.write(each)
  const places = () => inbox.abandoned().map(({ stream, revision }) => `${stream} ${revision}`)
  assert.equal(places(), ['monitor-free 2'])
  const failed = inbox.at({ stream: 'monitor-failed', revision: 1 })
  if (failed) await inbox.remove(failed)
  assert.equal(places(), ['monitor-failed 2', 'monitor-free 2'])
})

test('work that another instance changed is learnt and not written over', async () => {
  const records = memoryRecords()
  const [one, other] = [await openRetryInbox(records, kind), await openRetryInbox(records, kind)]
  const work: Work = {
    stream: 'monitor-1',
    revision: 1,
    type: 'MonitorEnabled',
    accountId: 'a',
    state: 'failed',
    deliveries: 1,
    failures: 1,
    error: 'x',
    dueAt: null,
  }
  await one.write(work)
  const place = { stream: 'monitor-1', revision: 1 }
  const held = one.at(place)
  await other.write({ ...work, failures: 2 })
  const refusal = await one.write({ ...held!, failures: 3 }).catch((error: Error) => error.message)
  assert.match(String(refusal), 'was changed by another instance')
  assert.is(one.at(place)?.failures, 2)
  const mine = other.at(place)
  if (mine) await other.remove(mine)
  assert.match(String(await one.write(one.at(place)!).catch((error: Error) => error.message)), 'was changed by another instance')
  assert.is(one.at(place), undefined)
})

test('work is due from its time on, the oldest first, and without a time never', async () => {
  const inbox = await openRetryInbox(memoryRecords(), kind)
  const now = new Date('2026-11-21T09:30:00.000Z')
  const at = (ms: number) => new Date(now.getTime() + ms)
  for (const [stream, dueAt] of [
    ['later', at(1)],
    ['now', now],
    ['before', at(-1)],
    ['never', null],
  ] as const)
    await inbox.write({
      ...{ stream, dueAt, revision: 1, type: 'MonitorEnabled', accountId: 'a', state: 'failed' },
      deliveries: 1,
      failures: 1,
      error: 'x',
    })
  const due = (moment: Date) => inbox.due(moment).map(({ stream }) => stream)
  assert.equal(due(at(-2)), [])
  assert.equal(due(now), ['before', 'now'])
  assert.equal(due(at(1)), ['before', 'now', 'later'])
})

test('work that is put off is due at its new time alone, and work that is done never', async () => {
  const inbox = await openRetryInbox(memoryRecords(), kind)
  const noon = Date.parse('2026-11-21T12:00:00.000Z')
  const day = 86_400_000
  const work = (stream: string, dueAt: number): Work => ({
    ...{ stream, revision: 1, type: 'MonitorEnabled', accountId: 'a', state: 'deferred', dueAt: new Date(dueAt) },
    ...{ deliveries: 1, failures: 0, error: null },
  })
  for (const [stream, dueAt] of [
    ['monitor-a', noon],
    ['monitor-b', noon + day],
    ['monitor-c', noon - day],
  ] as const)
    await inbox.write(work(stream, dueAt))
  const due = (moment: number) => inbox.due(new Date(moment)).map(({ stream }) => stream)
  const at = (stream: string) => inbox.at({ stream, revision: 1 })!
  assert.equal(due(noon), ['monitor-c', 'monitor-a'])
  await inbox.write({ ...at('monitor-a'), dueAt: new Date(noon + 2 * day) })
  await inbox.remove(at('monitor-c'))
  assert.equal(due(noon), [])
  assert.equal(due(noon + 2 * day - 1), ['monitor-b'])
  assert.equal(due(noon + 2 * day), ['monitor-b', 'monitor-a'])
  await inbox.write({ ...at('monitor-a'), dueAt: null })
  assert.equal(due(noon + 3 * day), ['monitor-b'])
})

test.run()
