// The monitored businesses of an account, with when each was checked, what was found last, and when it is checked next.
import { factKindOf } from '../commands/findings.ts'
import { nextSlot } from '../commands/monitor-times.ts'
import type { BusinessFactEvent } from '../events/facts.ts'
import type { MonitorEventType } from '../events/monitor.ts'
import { isWatched, subscribableTypes, type Watching } from '../interface/resources/monitors.ts'
import { type MonitorDocument, monitors } from '../projections/monitors.ts'
import type { Monitored } from './business/related.ts'
import { businessNames } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownPageOf, type Page } from './framework/list-pages.ts'
import { latestWhere, own, ownAccount, type Reads } from './framework/reading.ts'
import { type TestClocks, timeFor } from './framework/sending.ts'

export { monitorEventTypes } from '../events/monitor.ts'

export type MonitorInterval = {
  /** Between two checks of a business. */
  readonly monitorIntervalMs: number
}

/** What the checks of a monitor have come to. */
export type MonitorChecks = {
  readonly checked_at: string | null
  /** How many changes the latest check found; null: there was none, or it is not known. */
  readonly changes: number | null
  /** The latest check that found changes. */
  readonly found: MonitorDocument['last_found']
  /** When it is checked next; null: not while none of its event types is watched for. */
  readonly next_at: string | null
  /** Whether that time has come already. */
  readonly isDue: boolean
}

type MonitoredBusinesses = Omit<Page<MonitorDocument>, 'found'> & {
  readonly found: readonly (MonitorDocument & { readonly checks: MonitorChecks })[]
  readonly nameOf: (businessId: string) => string | null
  readonly isWatched: (monitor: MonitorDocument, type: MonitorEventType) => boolean
}

/** Newest business first. */
export const monitoredBusinesses = async (
  inner: Reads & Monitored & MonitorInterval & TestClocks,
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
  return {
    ...monitored,
    found: await Promise.all(monitored.found.map(async (each) => ({ ...each, checks: await checksOf(inner, each, watching) }))),
    nameOf,
    isWatched: ({ mode }, type) => isWatched(type, mode, watching),
  }
}

/** The checks of a business's monitor; null: it has none. */
export const monitorChecks = async (
  inner: Reads & Monitored & MonitorInterval & TestClocks,
  c: ProbityContext,
  businessId: string,
): Promise<MonitorChecks | null> => {
  const [monitor, account] = await Promise.all([own(inner, c, monitors).get(businessId), ownAccount(inner, c)])
  return monitor ? checksOf(inner, monitor, { subscribable: subscribableTypes(account), monitorable: inner.monitorable }) : null
}

/** The last event of what the latest check with a finding found, by its revision in the business's history; null: it is not there. */
export const lastFinding = async (inner: Reads, c: ProbityContext, businessId: string): Promise<number | null> => {
  const found = (await own(inner, c, monitors).get(businessId))?.last_found
  if (!found) return null
  const last = await latestWhere(
    inner,
    `business-${businessId}`,
    ({ type, data, metadata: { actor, recorded_at } }) =>
      // Of an event that is about no fact, the kind is its type, which is none that was found.
      actor.id === 'monitoring' && recorded_at <= found.at && factKindOf({ type, data } as BusinessFactEvent) in found.changes,
  )
  return last?.revision ?? null
}

const checksOf = async (inner: MonitorInterval & TestClocks, monitor: MonitorDocument, watching: Watching): Promise<MonitorChecks> => {
  const { business_id, mode, event_types, created_at, checked_at, last_changes, last_found } = monitor
  const next = event_types.some(({ type }) => isWatched(type, mode, watching))
    ? nextSlot(business_id, new Date(checked_at ?? created_at), inner.monitorIntervalMs)
    : null
  return {
    checked_at,
    // Documents of earlier releases lack them until they are built anew.
    changes: last_changes ?? null,
    found: last_found ?? null,
    next_at: next?.toISOString() ?? null,
    isDue: next !== null && next <= (await timeFor(inner, `monitor-${business_id}`, monitor)),
  }
}
