// Whether the log reaches as far as the read models and processes have read it. One that ends earlier was cut off, or comes from an older backup or another
// service: what they hold would contradict it, and processes would pass over every new event up to their old position.
import type { DocumentStore } from './document-store.ts'
import { type EventStore, LogUnusable } from './event-store.ts'
import { forgetProcessCheckpoints, reachOfProcesses } from './process-checkpoints.ts'

type End = Pick<EventStore, 'end'>

/** Writes nothing. @throws LogUnusable */
export const checkReach = async (events: End, { inventory, records }: Pick<DocumentStore, 'inventory' | 'records'>): Promise<void> => {
  const { checkpoints } = await inventory()
  // Without read models the operator has cleared them away, or restored a backup: see forgetAhead.
  if (checkpoints.length === 0) return
  const reached = [...checkpoints.map(({ position }) => position), await reachOfProcesses(records)]
  const end = await events.end()
  const read = reached.find((position) => position > end)
  if (read === undefined) return
  throw new LogUnusable(
    `the event log ends at position ${end < 0n ? 0n : end}, but read models and processes have read it up to ${read}: it was cut off, or comes from an older backup or another service (docs/operating/backup.md)`,
  )
}

/**
 * To be called before anything is appended. Processes whose checkpoints were saved when the log reached further get all of it again: what they did about the
 * last events before their checkpoints may be among the events that it lacks. So it is with a backup of the log that is older than that of the records.
 */
export const forgetAhead = async (events: End, { records }: Pick<DocumentStore, 'records'>): Promise<void> => {
  const reached = await reachOfProcesses(records)
  if (reached > (await events.end())) await forgetProcessCheckpoints(records)
}
