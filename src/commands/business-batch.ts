// The batch aggregate: which rows of an uploaded CSV are done. Its progress is what a worker goes on from after a kill.
import type { BusinessBatchEvent, businessBatchEvents } from '../events/business-batch.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Data<Type extends keyof typeof businessBatchEvents> = Extract<BusinessBatchEvent, { type: Type }>['data']

export type Batch = Data<'BusinessBatchUploaded'> & {
  readonly status: 'running' | 'completed'
  /** Rows before this one are done. */
  readonly done: number
  readonly wrong: number
}
export type BatchState = { readonly status: 'none' } | Batch

export type BatchCommand =
  | { readonly type: 'UploadBatch'; readonly batch: Data<'BusinessBatchUploaded'> }
  /** The last rows complete the batch. */
  | { readonly type: 'RecordRows'; readonly rows: Data<'BatchRowsDone'> }

export const businessBatch: Aggregate<BatchState, BatchCommand, BusinessBatchEvent> = {
  name: 'business_batch',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'BusinessBatchUploaded') return { ...event.data, status: 'running', done: 0, wrong: 0 }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'BatchRowsDone':
        return { ...state, done: event.data.to, wrong: state.wrong + event.data.wrong.length }
      case 'BusinessBatchCompleted':
        return { ...state, status: 'completed' }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'UploadBatch') return state.status === 'none' ? [{ type: 'BusinessBatchUploaded', data: command.batch }] : []
    if (state.status === 'none') throw refused('business_batch_not_found')
    const { rows } = command
    // Rows told of before: a worker that was overtaken.
    if (state.status === 'completed' || rows.from !== state.done) return []
    const done: BusinessBatchEvent = { type: 'BatchRowsDone', data: rows }
    if (rows.to < state.row_count) return [done]
    const wrong_count = state.wrong + rows.wrong.length
    return [done, { type: 'BusinessBatchCompleted', data: { business_count: state.row_count, wrong_count } }]
  },
}
