// The batch aggregate: the upload, and which rows of it are done. A worker goes on from its progress after a kill.
// What is wrong with the rows of a chunk is recorded once, in the chunk's own stream.
import type { BatchChunkEvent, BusinessBatchEvent, batchChunkEvents, businessBatchEvents } from '../events/business-batch.ts'
import { derivedId } from '../events/derived-id.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'

type Data<Type extends keyof typeof businessBatchEvents> = Extract<BusinessBatchEvent, { type: Type }>['data']

export type Batch = Data<'BusinessBatchUploaded'> & {
  readonly status: 'running' | 'completed'
  /** Rows before this one are done. */
  readonly done: number
  readonly wrong: number
}
export type BatchState = { readonly status: 'none' | 'uploading' | 'abandoned' } | Batch

export type BatchCommand =
  | { readonly type: 'BeginUpload' }
  | { readonly type: 'UploadBatch'; readonly batch: Data<'BusinessBatchUploaded'> }
  /** Abandons the upload, unless it is complete. */
  | { readonly type: 'AbandonUpload' }
  /** The last rows complete the batch. */
  | { readonly type: 'RecordRows'; readonly rows: Data<'BatchRowsDone'> }

export const businessBatch: Aggregate<BatchState, BatchCommand, BusinessBatchEvent> = {
  name: 'business_batch',

  initial: { status: 'none' },

  evolve: (state, event) => {
    switch (event.type) {
      case 'BatchUploadBegun':
        return { status: 'uploading' }
      case 'BatchUploadAbandoned':
        return { status: 'abandoned' }
      case 'BusinessBatchUploaded':
        return { ...event.data, status: 'running', done: 0, wrong: 0 }
      case 'BatchRowsDone':
        return isUploaded(state) ? { ...state, done: event.data.to, wrong: state.wrong + event.data.wrong_count } : state
      case 'BusinessBatchCompleted':
        return isUploaded(state) ? { ...state, status: 'completed' } : state
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    switch (command.type) {
      case 'BeginUpload':
        return state.status === 'none' ? [{ type: 'BatchUploadBegun', data: {} }] : []
      case 'UploadBatch':
        if (state.status === 'abandoned') throw refused('upload_abandoned')
        return isUploaded(state) ? [] : [{ type: 'BusinessBatchUploaded', data: command.batch }]
      case 'AbandonUpload':
        return state.status === 'uploading' ? [{ type: 'BatchUploadAbandoned', data: {} }] : []
      case 'RecordRows': {
        if (!isUploaded(state)) throw refused('business_batch_not_found')
        const { rows } = command
        // Rows that were recorded before: another worker was faster.
        if (state.status === 'completed' || rows.from !== state.done) return []
        const done: BusinessBatchEvent = { type: 'BatchRowsDone', data: rows }
        if (rows.to < state.row_count) return [done]
        const wrong_count = state.wrong + rows.wrong_count
        return [done, { type: 'BusinessBatchCompleted', data: { business_count: state.row_count, wrong_count } }]
      }
      default:
        return assertNever(command)
    }
  },
}

export const isUploaded = (state: BatchState): state is Batch => state.status === 'running' || state.status === 'completed'

type Rejected = Extract<BatchChunkEvent, { type: keyof typeof batchChunkEvents }>['data']
export type ChunkState = { readonly rejected: Rejected['wrong'] | null }

export const batchChunk: Aggregate<ChunkState, { readonly type: 'RejectRows'; readonly rows: Rejected }, BatchChunkEvent> = {
  name: 'business_batch_chunk',
  initial: { rejected: null },
  evolve: (_, { data }) => ({ rejected: data.wrong }),
  decide: ({ rows }, { rejected }) => (rejected === null ? [{ type: 'BatchRowsRejected', data: rows }] : []),
}

export const batchChunkId = (batchId: string, from: number): string => derivedId(`rows-${from}`, batchId)
