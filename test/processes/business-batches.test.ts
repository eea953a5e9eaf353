// The rows of an uploaded batch: each becomes one business or one problem, wherever the service is killed.

import { v5 as uuidv5 } from 'uuid'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { batchChunkId } from '../../src/commands/business-batch.ts'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { type BatchDependencies, businessBatches } from '../../src/processes/business-batches.ts'
import { submitted } from '../commands/businesses.ts'
import { type Dependencies, type Ids, now, openEveryWay } from './every-way.ts'

const { inEveryWay, failing, close } = await openEveryWay()
test.after(close)

const idOf = ({ id }: Ids, row: number) => uuidv5(`row-${row}`, id)

/** A row of one cell: its name. Empty: it is wrong; `taken`: the command refuses it. */
const readRow: BatchDependencies['readRow'] = ([name = ''], { batchId, row }) =>
  name === ''
    ? { errors: Array.from({ length: 22 }, (_, index) => ({ message: `problem ${index + 1}` })) }
    : {
        business: { ...submitted, business_id: uuidv5(`row-${row}`, batchId), name },
        orders:
          name === 'refused' ? [{ order_id: batchId, product: 'liens', subproducts: [], options: {}, requester: submitted.requester }] : [],
      }

const process =
  (names: readonly (string | null)[], change: Partial<BatchDependencies> = {}) =>
  (dependencies: Dependencies) =>
    businessBatches({
      ...dependencies,
      batchRows: {
        read: async (_: string, chunk: number) => {
          const rows = names.slice(chunk * 2, chunk * 2 + 2)
          if (rows.length === 0) throw new Error('the chunk is missing')
          return rows.includes(null) ? null : rows.map((name) => [name ?? ''])
        },
        forget: async () => undefined,
      } as unknown as BatchDependencies['batchRows'],
      readRow,
      refusalError: ({ reason }) => ({ message: reason }),
      turn: async () => undefined,
      // However slow the machine is.
      reportEveryMs: Number.POSITIVE_INFINITY,
      ...change,
    })

const uploaded = ({ id }: Ids, row_count: number): DomainEvent => ({
  type: 'BusinessBatchUploaded',
  data: {
    batch_id: id,
    mode: 'test',
    name: 'Batch',
    filename: 'batch.csv',
    columns: ['name'],
    delimiter: ',',
    row_count,
    chunk_rows: 2,
    sha256: '',
    requester: submitted.requester as { id: string; type: 'account' },
  },
})
const rowsDone = (from: number, to: number, wrong_count = 0) => ({ type: 'BatchRowsDone', data: { from, to, wrong_count } })
const completed = (business_count: number, wrong_count = 0) => ({ type: 'BusinessBatchCompleted', data: { business_count, wrong_count } })
const told = (event: DomainEvent): unknown => {
  if (event.type === 'BusinessCreated') return event.data.name
  return event.type === 'BatchRowsRejected' ? event.data.wrong : event
}
const batch = (names: readonly (string | null)[]) => ({
  aggregate: 'business_batch',
  history: (ids: Ids) => [uploaded(ids, names.length)],
  process: process(names),
  told,
})
const businessesIn = (ids: Ids, names: readonly string[]) =>
  Object.fromEntries(names.map((name, row) => [`business-${idOf(ids, row)}`, [name]]))

test('each row becomes one business', () =>
  inEveryWay({
    ...batch(['a', 'b', 'c']),
    leadsTo: [rowsDone(0, 3), completed(3)],
    // Rows without a problem are not mentioned.
    leadsBeside: (ids) => ({ ...businessesIn(ids, ['a', 'b', 'c']), [`business_batch_chunk-${batchChunkId(ids.id, 0)}`]: [] }),
  }))

test('wrong and refused rows are told by their place and counted, and the others become businesses', () =>
  inEveryWay({
    ...batch(['a', '', 'refused', 'd']),
    leadsTo: [rowsDone(0, 4, 2), completed(4, 2)],
    leadsBeside: (ids) => ({
      [`business-${idOf(ids, 0)}`]: ['a'],
      [`business-${idOf(ids, 3)}`]: ['d'],
      [`business_batch_chunk-${batchChunkId(ids.id, 0)}`]: [
        [
          {
            row: 1,
            errors: [...Array.from({ length: 20 }, (_, index) => ({ message: `problem ${index + 1}` })), { message: 'and 2 more' }],
          },
        ],
      ],
      [`business_batch_chunk-${batchChunkId(ids.id, 2)}`]: [[{ row: 2, errors: [{ message: 'identity_order_required' }] }]],
    }),
  }))

test('rows that were erased are told as such', () =>
  inEveryWay({
    ...batch([null]),
    leadsTo: [rowsDone(0, 1, 1), completed(1, 1)],
    leadsBeside: ({ id }) => ({
      [`business_batch_chunk-${batchChunkId(id, 0)}`]: [[{ row: 0, errors: [{ message: 'the row has been erased' }] }]],
    }),
  }))

test('it goes on behind the rows that are done', () =>
  inEveryWay({
    ...batch(['a', 'b', 'c']),
    history: (ids) => [uploaded(ids, 3), rowsDone(0, 2) as DomainEvent],
    delivered: 0,
    leadsTo: [rowsDone(2, 3), completed(3)],
    leadsBeside: (ids) => ({ [`business-${idOf(ids, 2)}`]: ['c'] }),
  }))

test('a batch that is complete is left alone', () =>
  inEveryWay({
    ...batch(['a']),
    history: (ids) => [uploaded(ids, 1), rowsDone(0, 1) as DomainEvent, completed(1) as DomainEvent],
    delivered: 0,
    leadsTo: [],
  }))

test('rows that cannot be read now are told to the runner, and none is taken for wrong', async () => {
  const batchRows = { read: () => Promise.reject(new Error('the chunk is missing')) } as unknown as BatchDependencies['batchRows']
  assert.is(await failing({ ...batch(['a']), process: process(['a'], { batchRows }) }), 'the chunk is missing')
})

const begun: DomainEvent = { type: 'BatchUploadBegun', data: {} }
const upload = { aggregate: 'business_batch', history: [begun], process: process([]) }
const hour = 3_600_000
const ago = (ms: number) => [new Date(now.getTime() - ms)]

test('an upload that is not complete after an hour is abandoned, and not before', async () => {
  await inEveryWay({ ...upload, recordedAt: ago(hour - 1), leadsTo: [], again: 1 })
  await inEveryWay({ ...upload, recordedAt: ago(hour), leadsTo: [{ type: 'BatchUploadAbandoned', data: {} }] })
})

test('an upload that became a batch is not abandoned', () =>
  inEveryWay({ ...upload, history: (ids) => [begun, uploaded(ids, 1)], delivered: 0, recordedAt: [...ago(hour), now], leadsTo: [] }))

test('the rows of an abandoned upload are removed', async () => {
  const forgotten = new Set<string>()
  const ids = new Set<string>()
  await inEveryWay({
    ...upload,
    history: [begun, { type: 'BatchUploadAbandoned', data: {} }],
    process: (dependencies, { id }) => {
      ids.add(id)
      const batchRows = { forget: async (batchId: string) => void forgotten.add(batchId) } as unknown as BatchDependencies['batchRows']
      return process([], { batchRows })(dependencies)
    },
    leadsTo: [],
  })
  assert.equal(forgotten, ids)
})

test.run()
