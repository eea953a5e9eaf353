// Where in the log a time begins.
import type { EventStore } from './event-store.ts'

/** The clocks of several instances may differ. */
const clocksDifferByMs = 600_000

/** The position of the last event well before a time (ISO 8601), found from the end of the log; undefined when there is none. Some events behind it are older than the time. */
export const positionBefore = async (
  store: Pick<EventStore, 'readAll'>,
  time: string,
  types?: readonly string[],
): Promise<bigint | undefined> => {
  const early = new Date(Date.parse(time) - clocksDifferByMs).toISOString()
  for await (const { position, metadata } of store.readAll({ ...(types && { types }), direction: 'backwards' }))
    if (String(metadata.recorded_at) < early) return position
  return undefined
}
