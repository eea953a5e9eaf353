// The event stream of a run in AG-UI's format (specification, section 6): made from the run's own events, so that connecting early, late, twice,
// after the end or after a restart always gives the same frames.
import { streamSSE } from 'hono/streaming'
import type { StoredEvent } from '../../events/catalogue.ts'
import { type RunDocument, runs } from '../../projections/runs.ts'
import type { ProbityContext } from '../environment.ts'
import type { RequesterNames } from '../resources/orders.ts'
import { runResource } from '../resources/runs.ts'
import type { Service } from '../service.ts'

export type Frame = { readonly type: 'RUN_STARTED' | 'STATE_SNAPSHOT' | 'RUN_FINISHED' | 'RUN_ERROR'; readonly [field: string]: unknown }

const heartbeatMs = 15_000

/** After these the run goes on no further, unless somebody answers. */
const closing = new Set<string>(['RUN_FINISHED', 'RUN_ERROR'])

/** Every frame of the run so far, in order: the place in the list is the frame's id. */
export const framesOf = (events: readonly StoredEvent[], names: RequesterNames): readonly Frame[] => {
  let run: RunDocument | null = null
  return events.flatMap((event): Frame[] => {
    run = runs.fold(run, event, '')
    if (!run || event.type === 'RunFeedbackGiven') return []
    const about = { threadId: run.thread_id, runId: run.id, timestamp: Date.parse(event.metadata.recorded_at) }
    const started: Frame = { type: 'RUN_STARTED', ...about }
    const snapshot: Frame = { type: 'STATE_SNAPSHOT', snapshot: runResource(run, names, { steps: true }), timestamp: about.timestamp }
    switch (event.type) {
      case 'RunStarted':
      case 'RunResumed':
        return [started, snapshot]
      case 'RunCompleted':
        return [snapshot, { type: 'RUN_FINISHED', ...about }]
      case 'RunInterrupted': {
        const { interrupt_id: id, question, options, about: subject } = event.data
        return [
          snapshot,
          {
            type: 'RUN_FINISHED',
            ...about,
            outcome: { type: 'interrupt', interrupts: [{ id, value: { question, options, about: subject } }] },
          },
        ]
      }
      case 'RunFailed':
        return [snapshot, { type: 'RUN_ERROR', message: event.data.message, ...about }]
      default:
        return [snapshot]
    }
  })
}

/** Sends the frames behind `after` (an id; -1 from the first), then what comes, until the run ends or the reader goes. */
export const streamRun = (
  service: Service,
  c: ProbityContext,
  { runId, names, after }: { runId: string; names: RequesterNames; after: number },
) =>
  streamSSE(c, async (sse) => {
    const stream = `run-${runId}`
    let sent = after
    let changed = Promise.withResolvers<void>()
    // Watched before it is read, so that nothing between the two is missed.
    const subscription = await service.watch(stream, () => changed.resolve())
    const heartbeat = setInterval(() => void sse.write(': still working\n\n').catch(() => undefined), heartbeatMs)
    sse.onAbort(() => changed.resolve())
    try {
      while (!sse.aborted) {
        changed = Promise.withResolvers()
        const frames = framesOf(await service.history(stream), names)
        for (const [id, frame] of frames.entries()) {
          if (id <= sent) continue
          await sse.writeSSE({ event: frame.type, id: String(id), data: JSON.stringify(frame) })
          sent = id
        }
        if (closing.has(frames.at(-1)?.type ?? '')) return
        await changed.promise
      }
    } finally {
      clearInterval(heartbeat)
      await subscription.close()
    }
  })
