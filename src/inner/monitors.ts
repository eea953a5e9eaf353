// The monitored businesses of an account.
import type { MonitorEventType } from '../events/monitor.ts'
import { isWatched, subscribableTypes } from '../interface/resources/monitors.ts'
import { type MonitorDocument, monitors } from '../projections/monitors.ts'
import type { Monitored } from './business/related.ts'
import { businessNames } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownPageOf, type Page } from './framework/list-pages.ts'
import { ownAccount, type Reads } from './framework/reading.ts'

export { monitorEventTypes } from '../events/monitor.ts'

type MonitoredBusinesses = Page<MonitorDocument> & {
  readonly nameOf: (businessId: string) => string | null
  readonly isWatched: (monitor: MonitorDocument, type: MonitorEventType) => boolean
}

/** Newest business first. */
export const monitoredBusinesses = async (
  inner: Reads & Monitored,
  c: ProbityContext,
  page: { readonly page: number; readonly perPage: number },
): Promise<MonitoredBusinesses> => {
  const watching = { subscribable: subscribableTypes(await ownAccount(inner, c)), monitorable: inner.monitorable }
  const monitored = await ownPageOf(inner, c, monitors, { where: {}, sort: [['business_id', 'desc']], ...page })
  const nameOf = await businessNames(
    inner,
    c,
    monitored.found.map(({ business_id }) => business_id),
  )
  return { ...monitored, nameOf, isWatched: ({ mode }, type) => isWatched(type, mode, watching) }
}
