// Finds the mode of streams whose events were written before events carried it.
import { isShared, type Mark, type Mode, markOf } from '../events/modes.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'
import { openMemo } from './memo.ts'

/** @returns the events with the mode in their metadata; those of shared streams as they are */
export type WithModes = (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>

/** The most streams whose mode is remembered. */
const remembered = 5_000

/** A batch says its mode in its second event. */
const telling = 3

export const openModes = ({ read }: Pick<EventStore, 'read'>): WithModes => {
  const known = openMemo<Mode>(remembered)

  const find = async (stream: string): Promise<Mode> => resolved(markOf(stream, await read(stream, { limit: telling })))

  const resolved = async (mark: Mark): Promise<Mode> => {
    if (typeof mark !== 'object') return mark ?? 'live'
    if ('stream' in mark) return modeOf(mark.stream)
    const events = await read(`account-${mark.account}`)
    const key = events.find(({ type, data }) => type === 'ApiKeyCreated' && data.key_id === mark.keyId)
    return key?.data.mode === 'test' ? 'test' : 'live'
  }

  const modeOf = (stream: string): Promise<Mode> => known.get(stream, () => find(stream))

  return async (events) => {
    if (events.every(isTold)) return events
    return Promise.all(
      events.map(async (event) =>
        isTold(event) ? event : { ...event, metadata: { ...event.metadata, mode: await modeOf(event.stream) } },
      ),
    )
  }
}

const isTold = ({ stream, metadata }: RecordedEvent): boolean => metadata.mode !== undefined || isShared(stream)
