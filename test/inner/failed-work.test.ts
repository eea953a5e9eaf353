import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { listWork } from '../../src/inner/failed-work.ts'
import { memoryRecords } from '../http/memory-records.ts'

const books = [{ process: 'monitoring', kind: 'work_monitoring.all' }]

const recordsWith = async (states: readonly string[]) => {
  const records = memoryRecords()
  for (const [at, state] of states.entries()) {
    const stream = `monitor-${String(at).padStart(5, '0')}`
    await records.put('work_monitoring.all', `${stream}/0`, { stream, state, accountId: at % 2 ? 'odd' : 'even' }, { expectedRevision: -1 })
  }
  return { records }
}

test('what has been given up is found behind thousands that merely wait, and stands first', async () => {
  const documents = await recordsWith([...Array<string>(2_500).fill('deferred'), 'failed', 'dead_letter'])
  const work = await listWork(documents, books)
  assert.is(work.length, 2_502)
  assert.equal(
    work.slice(0, 3).map(({ state }) => state),
    ['dead_letter', 'failed', 'deferred'],
  )
  assert.equal(
    (await listWork(documents, books, { state: 'dead_letter' })).map(({ stream }) => stream),
    ['monitor-02501'],
  )
})

test('an account is shown its own work alone', async () => {
  const work = await listWork(await recordsWith(['dead_letter', 'dead_letter', 'deferred', 'deferred']), books, { accountId: 'odd' })
  assert.equal(
    work.map(({ stream, state }) => `${stream} ${state}`),
    ['monitor-00001 dead_letter', 'monitor-00003 deferred'],
  )
})

test('work that an older release gave up is listed as a dead letter', async () => {
  const documents = await recordsWith(['parked', 'failed'])
  assert.equal(
    (await listWork(documents, books, { state: 'dead_letter' })).map(({ stream, state }) => `${stream} ${state}`),
    ['monitor-00000 dead_letter'],
  )
})

test.run()
