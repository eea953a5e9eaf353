// The collection `monitors`: what each monitored business is watched for, under the business's id.
import type { Mode } from '../events/modes.ts'
import type { MonitorEventType } from '../events/monitor.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

export type MonitorDocument = {
  readonly id: string
  readonly account_id: string
  readonly business_id: string
  readonly mode: Mode
  readonly event_types: readonly { readonly type: MonitorEventType; readonly enabled_at: string }[]
  readonly created_at: string
  /** When the evidence was last gathered again. */
  readonly checked_at: string | null
}

export const monitors = projection<MonitorDocument>()({
  collection: 'monitors',
  version: 2,
  indexes: [
    ['account_id', 'mode', 'business_id'],
    ['mode', 'business_id'],
  ],
  schema: columns<MonitorDocument>({
    id: 'text',
    account_id: 'text',
    business_id: 'text',
    mode: 'text',
    event_types: 'json',
    created_at: 'text',
    checked_at: 'text',
  }),
  starts: {
    MonitorEnabled: ({ data, metadata }) => ({
      id: data.monitor_id,
      account_id: metadata.account_id,
      business_id: data.business_id,
      mode: data.mode,
      event_types: data.event_types.map((type) => ({ type, enabled_at: metadata.recorded_at })),
      created_at: metadata.recorded_at,
      checked_at: null,
    }),
  },
  on: {
    MonitorChanged: (monitor, { data, metadata }) => ({
      ...monitor,
      event_types: data.event_types.map(
        (type) => monitor.event_types.find((each) => each.type === type) ?? { type, enabled_at: metadata.recorded_at },
      ),
    }),
    MonitorDisabled: () => null,
    MonitoredBusinessChecked: (monitor, { metadata }) => ({ ...monitor, checked_at: metadata.recorded_at }),
  },
})
