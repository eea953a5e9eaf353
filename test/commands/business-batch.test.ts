import { test } from 'uvu'
import { businessBatch } from '../../src/commands/business-batch.ts'
import type { BusinessBatchEvent } from '../../src/events/business-batch.ts'
import { given } from './given.ts'

const batch = {
  batch_id: '0198c0de-0000-7000-8000-000000000001',
  mode: 'test' as const,
  name: 'One',
  filename: 'one.csv',
  columns: ['name'],
  delimiter: ',' as const,
  row_count: 3,
  chunk_rows: 2,
  sha256: '00',
  requester: { id: '0198c0de-0000-7000-8000-0000000000aa', type: 'account' as const },
}
const uploaded: BusinessBatchEvent = { type: 'BusinessBatchUploaded', data: batch }
const first: BusinessBatchEvent = { type: 'BatchRowsDone', data: { from: 0, to: 2, wrong: [{ row: 1, errors: [{ message: 'no' }] }] } }
const rest = { from: 2, to: 3, wrong: [] }

test('rows are recorded in turn, and the last ones complete the batch', () => {
  given(businessBatch, [uploaded]).when({ type: 'RecordRows', rows: first.data }).then([first])
  given(businessBatch, [uploaded, first])
    .when({ type: 'RecordRows', rows: rest })
    .then([
      { type: 'BatchRowsDone', data: rest },
      { type: 'BusinessBatchCompleted', data: { business_count: 3, wrong_count: 1 } },
    ])
})

test('rows told of twice, or by a worker that was overtaken, change nothing', () => {
  given(businessBatch, [uploaded, first]).when({ type: 'RecordRows', rows: first.data }).then([])
  given(businessBatch, [uploaded]).when({ type: 'RecordRows', rows: rest }).then([])
  given(businessBatch, [uploaded]).when({ type: 'UploadBatch', batch }).then([])
})

test('a batch that was never uploaded has no rows', () => {
  given(businessBatch, []).when({ type: 'RecordRows', rows: rest }).isRefused('business_batch_not_found')
})

test.run()
