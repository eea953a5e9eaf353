import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listWork } from '../../src/inner/failed-work.ts'
import { openRetryInbox, type Work } from '../../src/processes/running/retry-inbox.ts'
import type { Records } from '../../src/stores/document-store.ts'
import type { JsonObject } from '../../src/stores/event-store.ts'
import type { WorkState } from '../../src/stores/process-work.ts'
import { memoryRecords } from '../http/memory-records.ts'

const kind = 'work_monitoring.all'
const books = [{ process: 'monitoring', kind }]
const streamOf = (at: number) => `monitor-${String(at).padStart(5, '0')}`

/** Work in these states, which belongs to the accounts `even` and `odd` by turns. */
const recordsWith = async (states: readonly (WorkState | 'parked')[]) => {
  const records = memoryRecords()
  for (const [at, state] of states.entries()) {
    const { dueAt: _, ...work } = workOf(at, 'failed')
    await records.put(kind, `${work.stream}/0000000000`, { ...work, state } as JsonObject, { expectedRevision: -1 })
  }
  return { records, inbox: await openRetryInbox(records, kind) }
}

const workOf = (at: number, state: WorkState): Work => ({
  ...{ stream: streamOf(at), revision: 0, type: 'MonitorEnabled', accountId: at % 2 ? 'odd' : 'even', state },
  ...{ deliveries: 1, failures: 1, error: 'away', dueAt: null },
})

/** Which records are read of which kind. */
const counted = (records: Records) => {
  const read: string[] = []
  const noted: Records = {
    ...records,
    list: async (of, options) => {
      const found = await records.list(of, options)
      read.push(...found.map(({ key }) => `${of} ${key}`))
      return found
    },
    getMany: async (of, keys) => {
      read.push(...keys.map((key) => `${of} ${key}`))
      return records.getMany(of, keys)
    },
  }
  return { records: noted, read }
}

const failing = ['dead_letter', 'failed'] as const
const told = (work: readonly { readonly stream: string; readonly state: string }[]) => work.map(({ stream, state }) => `${stream} ${state}`)

test('what has been given up is found behind thousands that merely wait, and stands first', async () => {
  const documents = await recordsWith([...Array<WorkState>(2_500).fill('deferred'), 'failed', 'dead_letter'])
  const work = await listWork(documents, books)
  assert.is(work.length, 2_502)
  assert.equal(
    work.slice(0, 3).map(({ state }) => state),
    ['dead_letter', 'failed', 'deferred'],
  )
  assert.equal(told(await listWork(documents, books, { states: ['dead_letter'] })), ['monitor-02501 dead_letter'])
})

test('to find what fails, what merely waits and what is of others is not read', async () => {
  const { records } = await recordsWith([...Array<WorkState>(2_500).fill('deferred'), 'failed', 'dead_letter'])
  const { records: documents, read } = counted(records)
  assert.equal(told(await listWork({ records: documents }, books, { states: failing, accountId: 'odd' })), ['monitor-02501 dead_letter'])
  assert.is(read.length, 2, read.join())
})

test('work is listed as failing from its failure on until it is done or waits again', async () => {
  const { records, inbox } = await recordsWith(['deferred', 'deferred'])
  const found = async () => told(await listWork({ records }, books, { states: failing }))
  assert.equal(await found(), [])
  const at = (n: number) => inbox.at({ stream: streamOf(n), revision: 0 })!
  await inbox.write({ ...at(0), state: 'failed' })
  await inbox.write({ ...at(1), state: 'failed' })
  await inbox.write({ ...at(1), state: 'dead_letter' })
  assert.equal(await found(), ['monitor-00001 dead_letter', 'monitor-00000 failed'])
  await inbox.write({ ...at(0), state: 'deferred' })
  assert.equal(await found(), ['monitor-00001 dead_letter'])
  await inbox.write({ ...at(0), state: 'failed' })
  await inbox.remove(at(1))
  assert.equal(await found(), ['monitor-00000 failed'])
  await inbox.remove(at(0))
  assert.equal(await found(), [])
  assert.equal(await records.list('failing_work'), [])
})

test('what failed just before a crash is listed once its worker has started, and what was done just before one is not', async () => {
  const { records, inbox } = await recordsWith(['failed', 'failed'])
  for (const { key } of await records.list('failing_work')) if (key.includes(streamOf(0))) await records.remove('failing_work', key)
  await records.remove(kind, `${streamOf(1)}/0000000000`)
  assert.is(inbox.counts().failed, 2)
  await openRetryInbox(records, kind)
  assert.equal(told(await listWork({ records }, books, { states: failing })), ['monitor-00000 failed'])
})

test('no more work is read than is wanted', async () => {
  const { records } = await recordsWith(Array<WorkState>(2_500).fill('dead_letter'))
  const { records: documents, read } = counted(records)
  assert.is((await listWork({ records: documents }, books, { states: failing, most: 7 })).length, 7)
  assert.ok(read.length <= 2 * 1_000, `${read.length} were read`)
})

test('work of a process that this release does not have is left out', async () => {
  const { records } = await recordsWith(['failed', 'dead_letter'])
  const former = 'work_former.all'
  await (await openRetryInbox(records, former)).write(workOf(2, 'dead_letter'))
  assert.equal(told(await listWork({ records }, books, { states: failing })), ['monitor-00001 dead_letter', 'monitor-00000 failed'])
  const both = [...books, { process: 'former', kind: former }]
  assert.is((await listWork({ records }, both, { states: failing })).length, 3)
})

test('an account is shown its own work alone', async () => {
  const work = await listWork(await recordsWith(['dead_letter', 'dead_letter', 'deferred', 'deferred']), books, { accountId: 'odd' })
  assert.equal(told(work), ['monitor-00001 dead_letter', 'monitor-00003 deferred'])
})

test('work that an older release gave up is listed as a dead letter', async () => {
  const documents = await recordsWith(['parked', 'failed'])
  assert.equal(told(await listWork(documents, books, { states: ['dead_letter'] })), ['monitor-00000 dead_letter'])
})

test.run()
