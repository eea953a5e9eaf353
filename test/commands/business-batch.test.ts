import { test } from 'uvu'
import { batchChunk, businessBatch } from '../../src/commands/business-batch.ts'
import type { BatchChunkEvent, BusinessBatchEvent } from '../../src/events/business-batch.ts'
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
const first: BusinessBatchEvent = { type: 'BatchRowsDone', data: { from: 0, to: 2, wrong_count: 1 } }
const rest = { from: 2, to: 3, wrong_count: 0 }
const begun: BusinessBatchEvent = { type: 'BatchUploadBegun', data: {} }
const abandoned: BusinessBatchEvent = { type: 'BatchUploadAbandoned', data: {} }

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

test('an upload is given up once, and never when it has come to its end', () => {
  given(businessBatch, []).when({ type: 'BeginUpload' }).then([begun])
  given(businessBatch, [begun]).when({ type: 'BeginUpload' }).then([])
  given(businessBatch, [begun]).when({ type: 'AbandonUpload' }).then([abandoned])
  given(businessBatch, [begun, abandoned]).when({ type: 'AbandonUpload' }).then([])
  given(businessBatch, [begun, uploaded]).when({ type: 'AbandonUpload' }).then([])
  given(businessBatch, [begun, abandoned]).when({ type: 'UploadBatch', batch }).isRefused('upload_abandoned')
})

test('what is wrong with the rows of a chunk is recorded once', () => {
  const rows = { batch_id: batch.batch_id, from: 0, wrong: [{ row: 1, errors: [{ message: 'no' }] }] }
  const rejected: BatchChunkEvent = { type: 'BatchRowsRejected', data: rows }
  given(batchChunk, []).when({ type: 'RejectRows', rows }).then([rejected])
  given(batchChunk, [rejected])
    .when({ type: 'RejectRows', rows: { ...rows, wrong: [] } })
    .then([])
})

test.run()
