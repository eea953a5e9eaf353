// A run's frames in AG-UI's format (specification, section 6), made from its own events: the same events always make the same frames.
import type { StoredEvent } from '../events/catalogue.ts'
import { type RunDocument, runs } from '../projections/runs.ts'
import type { RequesterNames } from './resources/orders.ts'
import { runResource } from './resources/runs.ts'

export type Frame = { readonly type: 'RUN_STARTED' | 'STATE_SNAPSHOT' | 'RUN_FINISHED' | 'RUN_ERROR'; readonly [field: string]: unknown }

/** After these events the run is over, or waits for an answer. */
const closing: ReadonlySet<Frame['type']> = new Set(['RUN_FINISHED', 'RUN_ERROR'])

/** They may come after the end, which no frame may follow. */
const silent: ReadonlySet<StoredEvent['type']> = new Set(['RunFeedbackGiven', 'PersonalDataErased'])

export type Framed = {
  /** In order: the place in the list is the frame's id. */
  readonly frames: readonly Frame[]
  /** There will be no more frames, unless somebody answers an interrupted run. */
  readonly isOver: boolean
  readonly status: RunDocument['status']
}

/** Every frame of the run so far. */
export const framed = (events: readonly StoredEvent[], names: RequesterNames): Framed => {
  let run: ReturnType<typeof runs.fold> = null
  const frames: Frame[] = []
  for (const event of events) {
    run = runs.fold(run, [event], '')
    if (run && !silent.has(event.type)) frames.push(...framesOf(event, run, names))
  }
  return { frames, isOver: closing.has(frames.at(-1)?.type ?? 'RUN_STARTED'), status: run?.status ?? 'running' }
}

const framesOf = (event: StoredEvent, run: RunDocument, names: RequesterNames): readonly Frame[] => {
  const timestamp = Date.parse(event.metadata.recorded_at)
  const about = { threadId: run.thread_id, runId: run.id, timestamp }
  const snapshot: Frame = { type: 'STATE_SNAPSHOT', snapshot: runResource(run, names, { steps: true }), timestamp }
  switch (event.type) {
    case 'RunStarted':
    case 'RunResumed':
      return [{ type: 'RUN_STARTED', ...about }, snapshot]
    case 'RunCompleted':
      return [snapshot, { type: 'RUN_FINISHED', ...about, outcome: { type: 'success' } }]
    case 'RunInterrupted':
      return [snapshot, { type: 'RUN_FINISHED', ...about, outcome: { type: 'interrupt', interrupts: [interruptOf(event)] } }]
    case 'RunFailed':
      return [snapshot, { type: 'RUN_ERROR', message: event.data.message, ...about }]
    default:
      return [snapshot]
  }
}

/** An interrupt in AG-UI's form. `value`: the interrupt in the run's record. */
const interruptOf = ({ data: { interrupt_id: id, question, options, about } }: StoredEvent<'RunInterrupted'>) => ({
  id,
  reason: 'input_required',
  message: question,
  responseSchema: options.length > 0 ? { type: 'string', enum: options } : { type: 'string' },
  metadata: { about },
  value: { question, options, about },
})
