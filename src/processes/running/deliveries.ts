// Delivers an event to its process, with the ids for its commands and a time limit. A stop of the service ends it.

import { atTime } from '../../commands/clock-times.ts'
import type { StoredEvent } from '../../events/catalogue.ts'
import { derivedId } from '../../events/derived-id.ts'
import { readingFor } from '../../evidence/apart/apart.ts'
import { traced } from '../../stores/tracing.ts'
import type { Delivery, Later, Process, Reaction } from '../process.ts'
import { limitOf } from './pacing.ts'

export type Deliveries = {
  /** `count`: the n-th time. `time`: that of the test clock that it follows. @returns when the process wants the event again, if it does. @throws what the reaction throws, and when it takes too long */
  readonly deliver: (event: StoredEvent, count: number, time?: Date) => Promise<Later | undefined>
  /** Ends the deliveries that are running, and begins no more. */
  readonly end: (reason: Error) => void
}

type Options = { readonly process: Process; readonly now: () => Date; readonly timeoutMs: number }

export const openDeliveries = ({ process, now, timeoutMs }: Options): Deliveries => {
  const actor = process.actor ?? process.name
  const running = new Set<ReturnType<typeof limitOf>>()
  let ended: Error | undefined

  const contextOf =
    ({ id, metadata }: StoredEvent): Delivery['context'] =>
    (step) => ({
      accountId: metadata.account_id,
      mode: metadata.mode,
      actor: { type: 'process', id: actor },
      commandId: derivedId(`${actor}/${step}`, id),
      correlationId: metadata.correlation_id,
      causationId: id,
      at: now(),
    })

  return {
    deliver: async (event, count, time) => {
      const reaction = process.on[event.type] as Reaction<StoredEvent['type']> | undefined
      if (!reaction) return undefined
      if (ended) throw ended
      const limit = limitOf(timeoutMs)
      running.add(limit)
      try {
        const reacting = readingFor(event.metadata.account_id, () =>
          traced(`process ${process.name}`, spanOf(event, count), () =>
            atTime(time, () => reaction(event, { count, context: contextOf(event), signal: limit.signal })),
          ),
        )
        return (await Promise.race([reacting, limit.ended])) ?? undefined
      } finally {
        limit.lift()
        running.delete(limit)
      }
    },
    end: (reason) => {
      ended = reason
      for (const limit of running) limit.end(reason)
    },
  }
}

/** A reaction carries on the trace of its event. One to an event without a trace begins none. */
const spanOf = ({ type, stream, metadata }: StoredEvent, count: number) => ({
  parent: metadata.traceparent ?? null,
  attributes: { 'probity.event': type, 'probity.stream': stream, 'probity.attempt': count },
})
