// The thread that writes what must be durable before it is answered: the log and the technical records. It waits for the disk, so that requests do not.
import type { Outcomes } from './gathering.ts'
import { errorOf, type Problem, problemOf } from './line.ts'
import type { LogWriting } from './log-writing.ts'
import type { RecordWriting } from './record-writing.ts'
import { openStoreThread } from './store-thread.ts'

/** `Writing` in another thread. */
type Elsewhere<Writing extends (items: never) => unknown> = (...given: Parameters<Writing>) => Promise<ReturnType<Writing>>

export type DurableThread = {
  /** `file`: the log's. @throws StoreUnavailable when the thread died; nobody knows then what is written */
  readonly logOf: (file: string) => Elsewhere<LogWriting>
  /** `file`: the records'. @throws as `logOf` does */
  readonly recordsOf: (file: string) => Elsewhere<RecordWriting>
  /** Ends when what it was given is written. */
  readonly close: () => Promise<void>
}

/** An outcome on its way between the threads. */
type Sent<Outcome> = { readonly value: Outcome } | { readonly problem: Problem }

type Sending<Writing> = Writing extends (items: infer Items) => Outcomes<infer Outcome>
  ? (file: string, items: Items) => readonly Sent<Outcome>[]
  : never

/** What the thread does. */
export type DurableWriter = { readonly append: Sending<LogWriting>; readonly record: Sending<RecordWriting> }

export const sent = <Outcome>(outcomes: Outcomes<Outcome>): readonly Sent<Outcome>[] =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? { value: outcome.value } : { problem: problemOf(outcome.reason) }))

const received = <Outcome>(outcomes: readonly Sent<Outcome>[]): Outcomes<Outcome> =>
  outcomes.map((outcome) =>
    'value' in outcome ? { status: 'fulfilled', value: outcome.value } : { status: 'rejected', reason: errorOf(outcome.problem) },
  )

export const openDurableThread = (): DurableThread => {
  const thread = openStoreThread<DurableWriter>({
    program: new URL('./durable-worker.ts', import.meta.url),
    what: 'writes the log and the records',
  })
  return {
    logOf: (file) => async (appends) => received(await thread.call('append', file, appends)),
    recordsOf: (file) => async (writes) => received(await thread.call('record', file, writes)),
    close: thread.close,
  }
}
