// The collections `business_batches` and `batch_errors`: how far each batch has come, and what is wrong with which of its rows.

import type { BusinessBatchEvent } from '../events/business-batch.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
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

export const businessBatches = projection<BatchDocument>({
  collection: 'business_batches',
  version: 1,
  indexes: [['account_id', 'created_at']],
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
    BatchRowsDone: (batch, { data }) => ({ ...batch, done: data.to, wrong_count: batch.wrong_count + data.wrong.length }),
    BusinessBatchCompleted: (batch, { metadata }) => ({ ...batch, completed_at: metadata.recorded_at }),
  },
})

export type BatchErrorDocument = {
  readonly account_id: string
  readonly batch_id: string
  /** From 0. */
  readonly row: number
  readonly errors: Data<'BatchRowsDone'>['wrong'][number]['errors']
}

export const batchErrors = projection<BatchErrorDocument>({
  collection: 'batch_errors',
  version: 1,
  indexes: [['batch_id', 'row']],
  key: ({ stream, data }) => ('wrong' in data ? data.wrong.map(({ row }) => `${aggregateIdOf(stream)}/${row}`) : []),
  starts: {
    BatchRowsDone: ({ stream, data, metadata }, key) => {
      const row = Number(key.slice(key.indexOf('/') + 1))
      const errors = data.wrong.find((each) => each.row === row)?.errors ?? []
      return { account_id: metadata.account_id, batch_id: aggregateIdOf(stream), row, errors }
    },
  },
})
