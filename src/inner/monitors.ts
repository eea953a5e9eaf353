// The monitored businesses of an account.
import { type MonitorDocument, monitors } from '../projections/monitors.ts'
import { businessNames } from './businesses.ts'
import type { ProbityContext } from './environment.ts'
import { ownPageOf, type Page } from './list-pages.ts'
import type { Reads } from './reading.ts'

export { monitorEventTypes } from '../events/monitor.ts'

/** Newest business first. */
export const monitoredBusinesses = async (
  inner: Pick<Reads, 'read'>,
  c: ProbityContext,
  page: { readonly page: number; readonly perPage: number },
): Promise<Page<MonitorDocument> & { readonly nameOf: (businessId: string) => string | null }> => {
  const monitored = await ownPageOf(inner, c, monitors, { where: {}, sort: [['business_id', 'desc']], ...page })
  const nameOf = await businessNames(
    inner,
    c,
    monitored.found.map(({ business_id }) => business_id),
  )
  return { ...monitored, nameOf }
}
