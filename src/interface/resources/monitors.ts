// A monitor in responses: each event type, and whether some source can detect changes of that kind.
import type { z } from 'zod'
import { monitorTypeOf } from '../../commands/monitor.ts'
import type { MonitorType } from '../../events/monitor.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { MonitorDocument } from '../../projections/monitors.ts'
import type { Monitor } from '../records/monitors.ts'

/** Whether some source can detect changes of this type. */
export type Monitorable = (mode: 'test' | 'live', type: MonitorType) => boolean

export const monitorResource = (
  monitor: MonitorDocument,
  business: Pick<BusinessDocument, 'mode'> & { readonly review: object | null },
  monitorable: Monitorable,
): z.output<typeof Monitor> => ({
  object: 'monitor',
  id: monitor.id,
  created_at: monitor.created_at,
  event_types: monitor.event_types.map(({ type, enabled_at }) => {
    const isUnavailable = !monitorable(business.mode, monitorTypeOf(type))
    // Changes are found by comparison with the results of the first orders.
    const status = isUnavailable ? ('unavailable' as const) : business.review ? ('active' as const) : ('pending' as const)
    return { type, enabled_at: isUnavailable ? null : enabled_at, status }
  }),
})
