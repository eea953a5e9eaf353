// A monitor in responses: each event type, and whether it is watched for: the account may, and some source can detect changes of that kind.
import type { z } from 'zod'
import { monitorTypeOf } from '../../commands/monitor.ts'
import type { Mode } from '../../events/modes.ts'
import type { MonitorEventType, MonitorType } from '../../events/monitor.ts'
import type { AccountDocument } from '../../projections/accounts.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { MonitorDocument } from '../../projections/monitors.ts'
import type { Monitor } from '../records/monitors.ts'

/** Whether some source can detect changes of this type. */
export type Monitorable = (mode: Mode, type: MonitorType) => boolean

/** What the account may monitor: nothing while the feature is off. */
export const subscribableTypes = ({
  features,
  monitor_types,
}: Pick<AccountDocument, 'features' | 'monitor_types'>): readonly MonitorType[] => (features.includes('monitoring') ? monitor_types : [])

/** What decides whether an event type is watched for. */
export type Watching = { readonly subscribable: readonly MonitorType[]; readonly monitorable: Monitorable }

export const isWatched = (type: MonitorEventType, mode: Mode, { subscribable, monitorable }: Watching): boolean => {
  const group = monitorTypeOf(type)
  return subscribable.includes(group) && monitorable(mode, group)
}

export const monitorResource = (
  monitor: MonitorDocument,
  business: Pick<BusinessDocument, 'mode'> & { readonly review: object | null },
  watching: Watching,
): z.output<typeof Monitor> => ({
  object: 'monitor',
  id: monitor.id,
  created_at: monitor.created_at,
  event_types: monitor.event_types.map(({ type, enabled_at }) => {
    const isUnavailable = !isWatched(type, business.mode, watching)
    // Changes are found by comparison with the results of the first orders.
    const status = isUnavailable ? ('unavailable' as const) : business.review ? ('active' as const) : ('pending' as const)
    return { type, enabled_at: isUnavailable ? null : enabled_at, status }
  }),
})
