// The collection `monitors`: what each monitored business is watched for, under the business's id.
import type { Mode } from '../events/modes.ts'
import type { MonitorEventType } from '../events/monitor.ts'
import { columns } from './columns.ts'
import { projection } from './projection.ts'

/** By the kind of fact, or of a product's record. */
type ChangesByKind = { readonly [kind: string]: number }

export type MonitorDocument = {
  readonly id: string
  readonly account_id: string
  readonly business_id: string
  readonly mode: Mode
  readonly event_types: readonly { readonly type: MonitorEventType; readonly enabled_at: string }[]
  readonly created_at: string
  /** When the evidence was last gathered again. */
  readonly checked_at: string | null
  /** How many changes that check found; null where it did not note what they are about. */
  readonly last_changes: number | null
  /** The latest check that found changes, and how many of each kind of fact; null: none is known. */
  readonly last_found: { readonly at: string; readonly changes: ChangesByKind } | null
}

/** They tell of the look at a business, and of no change in it. */
const ofTheLook: ReadonlySet<string> = new Set(['searches', 'screening', 'name_comparisons'])

const changesIn = (found: ChangesByKind): ChangesByKind =>
  Object.fromEntries(Object.entries(found).filter(([kind]) => !ofTheLook.has(kind)))

export const monitors = projection<MonitorDocument>()({
  collection: 'monitors',
  version: 3,
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
    last_changes: 'integer',
    last_found: 'json',
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
      last_changes: null,
      last_found: null,
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
    MonitoredBusinessChecked: (monitor, { data: { found }, metadata: { recorded_at: at } }) => {
      const changes = found ? changesIn(found) : null
      const last_changes = changes && Object.values(changes).reduce((sum, each) => sum + each, 0)
      const last_found = changes && last_changes ? { at, changes } : monitor.last_found
      return { ...monitor, checked_at: at, last_changes, last_found }
    },
  },
})
