// Monitoring: gathers the evidence on a monitored business again, on a schedule and whenever new reference data touches it. What differs from
// the file becomes events of the business, and from there timeline entries and webhooks.
import { account } from '../commands/account.ts'
import { business } from '../commands/business.ts'
import { differences, factKindOf } from '../commands/findings.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { monitor, monitorTypeOf } from '../commands/monitor.ts'
import { nextSlot, share } from '../commands/monitor-times.ts'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import type { Mode } from '../events/modes.ts'
import type { MonitorType } from '../events/monitor.ts'
import type { EvidenceSource } from '../evidence/ports.ts'
import { noVendors, type Vendors } from '../evidence/products/vendors.ts'
import { type EventLog, eventId } from '../stores/event-log.ts'
import { businessBefore } from './business-before.ts'
import { unlessOutdated } from './findings/outdated.ts'
import { newReview } from './new-review.ts'
import { type Delivery, type Later, later, type Process } from './process.ts'
import { recheck } from './recheck.ts'

/** The most checks of one account at a time. Others wait, so that other accounts get their turn. */
const atATimePerAccount = 4

type MonitoringDependencies = {
  handle: Handle
  load: Load
  log: EventLog
  sourceFor: (mode: Mode) => EvidenceSource
  /** The vendors for liens, courts and certifications. Absent: none is asked. */
  vendorsFor?: (mode: Mode) => Vendors
  now: () => Date
  /** Between two checks of a business. */
  monitorIntervalMs: number
}

/**
 * When an overdue check is made (the service was down): at a time within the first part of the interval after the start, so that no burst follows
 * an outage. The start changes the draw, so that no business is last every time.
 */
export const catchUpAt = (businessId: string, started: Date, intervalMs: number): Date =>
  new Date(started.getTime() + Math.floor(share(`${businessId} ${started.toISOString()}`) * (intervalMs / catchUpShare)))

const catchUpShare = 24

export const monitoring = (dependencies: MonitoringDependencies): Process => {
  const { log, now, monitorIntervalMs } = dependencies
  const started = now()
  const running = openRunningChecks()

  /** Makes the check, or puts it off while the account has enough checks under way. */
  const check = async (event: Pick<StoredEvent, 'stream' | 'metadata'>, occasion: Occasion): Promise<Later | undefined> => {
    const end = running.begin(event.metadata.account_id)
    if (!end) return later(now(), 500 + Math.floor(Math.random() * 1_500))
    try {
      const { watchlists, features, monitorTypes } = await dependencies.load(account, event.metadata.account_id)
      const allowed = features.has('monitoring') ? monitorTypes : []
      return await checkBusiness({ id: aggregateIdOf(event.stream), watchlists, allowed }, occasion, dependencies)
    } finally {
      end()
    }
  }

  return {
    name: 'monitoring',
    on: {
      /** The event that began a monitor is its schedule: it is delivered again for every check until the monitor ends. */
      MonitorEnabled: async ({ stream, data, metadata }, delivery) => {
        const id = aggregateIdOf(stream)
        const history = await log.read(stream)
        const latest = history.findLast((event) => event.type === 'MonitorEnabled' || event.type === 'MonitorDisabled')
        if (latest?.type !== 'MonitorEnabled' || latest.data.monitor_id !== data.monitor_id) return undefined
        const last = history.findLast((event) => event.type === 'MonitoredBusinessChecked')?.metadata.recorded_at
        const due = nextSlot(id, new Date(last && last > metadata.recorded_at ? last : metadata.recorded_at), monitorIntervalMs)
        if (due > now()) return { at: due }
        if (now().getTime() - due.getTime() > monitorIntervalMs / catchUpShare) {
          const madeUp = catchUpAt(id, started, monitorIntervalMs)
          if (madeUp > now()) return { at: madeUp }
        }
        const step = `check-${due.toISOString()}`
        // Another slot may begin during a long check. It is looked at like any other: none is passed over.
        const begun = now()
        return (await check({ stream, metadata }, { cause: 'schedule', step, delivery })) ?? { at: nextSlot(id, begun, monitorIntervalMs) }
      },

      MonitorCheckRequested: (event, delivery) => check(event, { cause: 'reference_data', step: 'check', delivery }),
    },
  }
}

/** Why a check is made, and the delivery that its commands follow from. */
type Occasion = { readonly cause: 'schedule' | 'reference_data'; readonly step: string; readonly delivery: Delivery }

/** With the screening lists that its account has chosen, and what the account may monitor now: it may have lost a type since. */
type Watched = { readonly id: string; readonly watchlists: readonly string[] | null; readonly allowed: readonly MonitorType[] }

/** Checks the business again, and records what is new and that it was checked. @returns when it is checked anew, if it was changed meanwhile */
const checkBusiness = async (
  { id, watchlists, allowed }: Watched,
  { cause, step, delivery }: Occasion,
  dependencies: MonitoringDependencies,
): Promise<Later | undefined> => {
  const { handle, load, log, sourceFor, vendorsFor = () => noVendors, now } = dependencies
  const context = delivery.context(`${step}-evidence`)
  const watched = await load(monitor, id)
  const state = businessBefore(await log.read(`business-${id}`), (event) => event.id === eventId(context.commandId, 0))
  if (watched.status === 'none' || state.status === 'none') return undefined
  // A check would gather again what was erased.
  if (state.erased) {
    await handle(monitor, id, { type: 'DisableMonitor' }, delivery.context(`${step}-erased`))
    return undefined
  }
  const types = new Set(watched.eventTypes.map(monitorTypeOf).filter((type) => allowed.includes(type)))
  if (types.size === 0) return undefined
  let found: readonly string[] = []
  // Before the first review there is nothing to compare new findings with.
  if (state.review) {
    const { mode } = state.submitted
    const sources = { source: sourceFor(mode), vendors: vendorsFor(mode) }
    const evidence = await recheck({ business: state, watchlists, types, ...sources, signal: delivery.signal })
    found = differences(state.file, evidence, null).map(factKindOf)
    const review = await newReview({ load, now }, state.review.review_id, delivery)
    const command = { type: 'RecordEvidence', evidence, about: state, review } as const
    const again = await unlessOutdated(() => handle(business, id, command, context), later(now(), 0))
    if (again) return again
  }
  const noted = { monitor_id: watched.id, cause, differences: found.length, found: tally(found) }
  await handle(monitor, id, { type: 'NoteCheck', check: noted }, delivery.context(`${step}-noted`))
  return undefined
}

/** How often each is there. */
const tally = (words: readonly string[]): { readonly [word: string]: number } =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]))

/** Counts the checks under way of each account. */
const openRunningChecks = () => {
  const running = new Map<string, number>()
  return {
    /** @returns what ends the check; undefined while the account has enough checks under way */
    begin: (accountId: string): (() => void) | undefined => {
      const before = running.get(accountId) ?? 0
      if (before >= atATimePerAccount) return undefined
      running.set(accountId, before + 1)
      return () => {
        const left = (running.get(accountId) ?? 1) - 1
        if (left > 0) running.set(accountId, left)
        else running.delete(accountId)
      }
    },
  }
}
