// Events as CloudEvents 1.0 (JSON format), one per line: for archives and pipelines. Resumable: each line carries its position.
import { type CloudEvent, cloudEvent } from '../events/cloud-event.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { RecordedEvent } from '../stores/event-store.ts'

export type ExportFilter = {
  readonly account?: string | undefined
  readonly types?: readonly string[] | undefined
  /** ISO 8601, inclusive. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Go on behind this position. */
  readonly after?: bigint | undefined
}

const matches = ({ account, types, from, to }: ExportFilter, { type, metadata }: RecordedEvent): boolean =>
  (account === undefined || metadata.account_id === account) &&
  (types === undefined || types.includes(type)) &&
  (from === undefined || String(metadata.recorded_at) >= from) &&
  (to === undefined || String(metadata.recorded_at) <= to)

const openedAtOnce = 500

/** The log's events that fit the filter, opened, in order. */
export async function* exported(log: EventLog, filter: ExportFilter = {}): AsyncGenerator<CloudEvent> {
  let batch: RecordedEvent[] = []
  const flush = async () => {
    const open = await log.open(batch)
    batch = []
    return open.map(cloudEvent)
  }
  for await (const event of log.store.readAll(filter.after === undefined ? {} : { after: filter.after })) {
    if (matches(filter, event)) batch.push(event)
    if (batch.length >= openedAtOnce) yield* await flush()
  }
  yield* await flush()
}
