// What can happen to the monitor of a business (its stream carries the business's id), and to an account's request to end monitors in bulk.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'
import { modes } from './modes.ts'

export const monitorTypes = ['bankruptcy', 'certification', 'registration', 'tin', 'watchlist_result', 'lien', 'lei'] as const
export type MonitorType = (typeof monitorTypes)[number]

/** The changes of a business's record that are on the timeline too. */
export const timelineTypes = [
  'registration.created',
  'registration.updated',
  'address.created',
  'address.deleted',
  'name.created',
  'name.deleted',
  'person.created',
  'person.deleted',
] as const
export type TimelineType = (typeof timelineTypes)[number]

/** The event types that can be subscribed to, by monitor type. */
export const eventTypesOf = {
  registration: timelineTypes,
  tin: ['tin.retrieved'],
  watchlist_result: ['watchlist_result.created'],
  bankruptcy: ['bankruptcy.created', 'bankruptcy.updated'],
  certification: ['certification.created'],
  lien: ['lien.found', 'lien.terminated'],
  lei: ['lei_record.created', 'lei_record.updated', 'lei_record.deleted'],
} as const satisfies { readonly [Type in MonitorType]: readonly string[] }

export type MonitorEventType = (typeof eventTypesOf)[MonitorType][number]

export const monitorEventTypes: readonly MonitorEventType[] = Object.values(eventTypesOf).flat()

const EventTypes = z.array(z.enum(monitorEventTypes))

export const monitorEvents = {
  MonitorEnabled: z.object({ monitor_id: z.uuid(), business_id: z.uuid(), mode: z.enum(modes), event_types: EventTypes }),
  /** The whole set, as it is from now on. */
  MonitorChanged: z.object({ monitor_id: z.uuid(), event_types: EventTypes }),
  MonitorDisabled: z.object({ monitor_id: z.uuid() }),
  /** New reference data touches the business: an extra check is due. */
  MonitorCheckRequested: z.object({ monitor_id: z.uuid(), data_set: z.string(), version: z.string() }),
  /** The evidence has been gathered again; what differed became events of the business. */
  MonitoredBusinessChecked: z.object({
    monitor_id: z.uuid(),
    cause: z.enum(['schedule', 'reference_data']),
    /** How many facts differed from those on file. */
    differences: z.number().int(),
    /** How many of each kind of fact. Absent in checks by earlier releases. */
    found: z.record(z.string(), z.number().int()).optional(),
  }),

  BulkDisableRequested: z.object({
    bulk_disable_id: z.uuid(),
    monitor_types: z.array(z.enum(monitorTypes)),
    notification_email: personal(z.string().nullable()),
    /** How many monitors the account had then. */
    monitors: z.number().int(),
  }),
  /** After each stretch. The next one begins after the key `after`. */
  BulkDisableAdvanced: z.object({ done: z.number().int(), changed: z.number().int(), after: z.string() }),
  BulkDisableCompleted: z.object({ done: z.number().int(), changed: z.number().int() }),
}
export type MonitorEvent = EventOf<
  Pick<typeof monitorEvents, 'MonitorEnabled' | 'MonitorChanged' | 'MonitorDisabled' | 'MonitorCheckRequested' | 'MonitoredBusinessChecked'>
>
export type BulkDisableEvent = EventOf<Pick<typeof monitorEvents, 'BulkDisableRequested' | 'BulkDisableAdvanced' | 'BulkDisableCompleted'>>
