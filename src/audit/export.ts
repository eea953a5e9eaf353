// Events as CloudEvents 1.0 for archives and pipelines, batch by batch in bounded memory. Each event carries its position, so that an export
// continues where an earlier one stopped. export-lines.ts writes JSON lines, export-parquet.ts Parquet.
import { type CloudEvent, cloudEvent } from '../events/cloud-event.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { RecordedEvent } from '../stores/event-store.ts'

export type ExportFilter = {
  readonly account?: string | undefined
  readonly types?: readonly string[] | undefined
  /** ISO 8601, both inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Events that match the filter, opened, and the position up to which the log has been read. */
export type ExportedBatch = { readonly events: readonly CloudEvent[]; readonly position: bigint }

/** Writes batches in the order of the log. */
export type ExportWriter = {
  /** The position at which an earlier run stopped. */
  readonly resumeAfter: bigint | undefined
  readonly write: (batch: ExportedBatch) => Promise<void>
  readonly end: () => Promise<void>
  /** Lets others write to the place. To be called also when something failed. */
  readonly close: () => Promise<void>
}

/** The place to write to holds something else than an export of these events, which must not be lost. */
export class OtherExport extends Error {
  override readonly name = 'OtherExport'
}

const readAtOnce = 1_000

/** The log's events after `after` that match the filter, in order. */
export async function* exported(log: EventLog, filter: ExportFilter = {}, after?: bigint): AsyncGenerator<ExportedBatch> {
  let batch: RecordedEvent[] = []
  let read = 0
  let position = after ?? 0n
  const opened = async (): Promise<ExportedBatch> => {
    const open = await log.open(batch)
    batch = []
    return { events: open.map(cloudEvent), position }
  }
  for await (const event of log.store.readAll(after === undefined ? {} : { after })) {
    position = event.position
    if (matches(filter, event)) batch.push(event)
    if (++read % readAtOnce === 0) yield await opened()
  }
  if (read % readAtOnce !== 0) yield await opened()
}

const matches = ({ account, types, from, to }: ExportFilter, { type, metadata }: RecordedEvent): boolean =>
  (account === undefined || metadata.account_id === account) &&
  (types === undefined || types.includes(type)) &&
  (from === undefined || String(metadata.recorded_at) >= from) &&
  (to === undefined || String(metadata.recorded_at) <= to)
