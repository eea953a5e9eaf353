// Whether the log reaches as far as the read models and processes have read it. One that ends earlier was cut off, or comes from an older backup or another
// service: what they hold would contradict it, and processes would pass over every new event up to their old position.
import type { DocumentStore } from './document-store.ts'
import { type EventStore, LogUnusable } from './event-store.ts'

/** Writes nothing. @throws LogUnusable */
export const checkReach = async (events: Pick<EventStore, 'end'>, documents: Pick<DocumentStore, 'inventory'>): Promise<void> => {
  const { checkpoints } = await documents.inventory()
  const end = await events.end()
  const read = checkpoints.map(({ position }) => position).find((position) => position > end)
  if (read === undefined) return
  throw new LogUnusable(
    `the event log ends at position ${end < 0n ? 0n : end}, but read models and processes have read it up to ${read}: it was cut off, or comes from an older backup or another service (docs/operating.md, Backup and restore)`,
  )
}
