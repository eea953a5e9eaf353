// The catalogue over all aggregates: every event type with its schema and the places of its personal data.
import { accountEvents } from './account.ts'
import { businessEvents } from './business.ts'
import { batchChunkEvents, businessBatchEvents } from './business-batch.ts'
import { type EventMetadata, type EventOf, type PersonalPath, personalPaths, type TimelineMark, timelineMarkOf } from './define.ts'
import { erasureOrderEvents } from './erasure.ts'
import { lienEvents } from './lien.ts'
import { monitorEvents } from './monitor.ts'
import { noteEvents } from './note.ts'
import { noticeEvents } from './notice.ts'
import { oauthTokenEvents } from './oauth-token.ts'
import { proposalEvents } from './oversight.ts'
import { ownershipEvents } from './ownership.ts'
import { partnerEvents } from './partner.ts'
import { policyEvents } from './policy.ts'
import { orderedReading } from './reading.ts'
import { referenceDataEvents } from './reference-data.ts'
import { reservationEvents } from './reservation.ts'
import { retentionEvents } from './retention.ts'
import { runEvents, threadEvents } from './run.ts'
import { sealEvents } from './seal.ts'
import { signalEvents } from './signal.ts'
import { testClockEvents } from './test-clock.ts'
import { userEvents } from './user.ts'
import { webhookEvents } from './webhook.ts'

export const catalogue = {
  ...accountEvents,
  ...businessEvents,
  ...businessBatchEvents,
  ...batchChunkEvents,
  ...signalEvents,
  ...webhookEvents,
  ...lienEvents,
  ...monitorEvents,
  ...noteEvents,
  ...noticeEvents,
  ...ownershipEvents,
  ...oauthTokenEvents,
  ...partnerEvents,
  ...policyEvents,
  ...proposalEvents,
  ...erasureOrderEvents,
  ...referenceDataEvents,
  ...reservationEvents,
  ...retentionEvents,
  ...runEvents,
  ...threadEvents,
  ...sealEvents,
  ...testClockEvents,
  ...userEvents,
}

export type Catalogue = typeof catalogue
export type EventType = keyof Catalogue & string
export type DomainEvent = EventOf<Catalogue>

/** An event as readers get it: today's shape, personal data opened, with its place in stream and log. */
export type StoredEvent<Type extends EventType = EventType> = {
  readonly [Each in Type]: {
    readonly id: string
    readonly type: Each
    readonly data: Extract<DomainEvent, { type: Each }>['data']
    readonly metadata: EventMetadata
    readonly stream: string
    readonly revision: number
    readonly position: bigint
  }
}[Type]

/** Where each type holds personal data. */
export const personalData = Object.fromEntries(Object.entries(catalogue).map(([type, schema]) => [type, personalPaths(schema)])) as {
  readonly [Type in EventType]: readonly PersonalPath[]
}

/** Reads the data of each type as its schema allows it, in the order of canonical JSON. @throws ZodError */
export const readings = Object.fromEntries(Object.entries(catalogue).map(([type, schema]) => [type, orderedReading(schema)])) as {
  readonly [Type in EventType]: (data: unknown) => object
}

/** The types that are entries of a business's timeline. */
export const timelineEvents: readonly (TimelineMark & { readonly event: EventType })[] = Object.entries(catalogue).flatMap(
  ([event, schema]) => {
    const mark = timelineMarkOf(schema)
    return mark ? [{ ...mark, event: event as EventType }] : []
  },
)

/**
 * The id of the aggregate in a stream's name.
 * @example
 * aggregateIdOf('business-0192f3c4') // => '0192f3c4'
 */
export const aggregateIdOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1)
