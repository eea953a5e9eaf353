// The collections `business_batches` and `batch_errors`: how far each batch has come, and the errors of its rows: one document for
// each stretch that has wrong rows.

import type { BatchChunkEvent, BusinessBatchEvent } from '../events/business-batch.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import { projection } from './projection.ts'

type Data<Type extends BusinessBatchEvent['type']> = Extract<BusinessBatchEvent, { type: Type }>['data']

export type BatchDocument = Omit<Data<'BusinessBatchUploaded'>, 'batch_id'> & {
  readonly id: string
  readonly account_id: string
  readonly done: number
  readonly wrong_count: number
  readonly created_at: string
  readonly completed_at: string | null
}

export const businessBatches = projection<BatchDocument>()({
  collection: 'business_batches',
  version: 2,
  indexes: [['account_id', 'mode', 'created_at']],
  starts: {
    BusinessBatchUploaded: ({ data: { batch_id: id, ...data }, metadata }) => ({
      id,
      account_id: metadata.account_id,
      ...data,
      done: 0,
      wrong_count: 0,
      created_at: metadata.recorded_at,
      completed_at: null,
    }),
  },
  on: {
    BatchRowsDone: (batch, { data }) => ({ ...batch, done: data.to, wrong_count: batch.wrong_count + data.wrong_count }),
    BusinessBatchCompleted: (batch, { metadata }) => ({ ...batch, completed_at: metadata.recorded_at }),
  },
})

export type BatchErrorsDocument = {
  readonly account_id: string
  readonly mode: Mode
  readonly batch_id: string
  /** The errors by row; rows count from 0. */
  readonly wrong: BatchChunkEvent['data']['wrong']
}

export const batchErrorsKey = (batchId: string, from: number): string => `${batchId}/${from}`

export const batchErrors = projection<BatchErrorsDocument>()({
  collection: 'batch_errors',
  version: 2,
  indexes: ['batch_id'],
  filters: ['mode'],
  key: (event) => {
    if (event.type === 'BatchRowsRejected') return batchErrorsKey(event.data.batch_id, event.data.from)
    return event.type === 'BatchRowsDone' && event.data.wrong?.length ? batchErrorsKey(aggregateIdOf(event.stream), event.data.from) : []
  },
  starts: {
    BatchRowsDone: ({ stream, data: { wrong = [] }, metadata }) => ({
      account_id: metadata.account_id,
      batch_id: aggregateIdOf(stream),
      wrong,
    }),
    BatchRowsRejected: ({ data: { batch_id, wrong }, metadata }) => ({ account_id: metadata.account_id, batch_id, wrong }),
  },
})
