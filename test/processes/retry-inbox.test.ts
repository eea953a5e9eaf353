import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openRetryInbox } from '../../src/processes/retry-inbox.ts'
import { memoryRecords } from '../http/memory-records.ts'

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

test.run()
