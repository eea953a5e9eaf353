// Erases what is due, where the account lets it happen by itself: once a day from the day on which that was set. Whatever is held, has an open lien
// or waits for a second person is passed over.
import { type ErasureOrderState, erasureOrderIn } from '../commands/erasure-order.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { Proposed } from '../commands/needs-another.ts'
import { Refused } from '../commands/refused.ts'
import { derivedId } from '../events/derived-id.ts'
import { modes } from '../events/modes.ts'
import { latestDueEnd, monthsFor, type RetentionPeriods, retentionKinds } from '../events/retention.ts'
import { eachFound, type Read } from '../projections/read.ts'
import { dueOf, hasOpenLien, type RetentionDocument, retentions } from '../projections/retention.ts'
import type { EventLog } from '../stores/event-log.ts'
import type { Delivery, Process } from './process.ts'

const dayMs = 86_400_000

type RetentionDependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly log: EventLog
  readonly read: Read
  readonly now: () => Date
}

export const retention = (dependencies: RetentionDependencies): Process => ({
  name: 'retention',
  on: {
    /** The setting is its own schedule: it is delivered again every day until it is set again. */
    RetentionSet: async ({ stream, revision, data, metadata }, delivery) => {
      if (!data.automatic) return undefined
      const { log, now } = dependencies
      const [latest] = await log.read(stream, { types: ['RetentionSet'], direction: 'backwards', limit: 1 })
      if (latest?.revision !== revision) return undefined
      const today = now().toISOString().slice(0, 10)
      for await (const each of dueIn(dependencies.read, { accountId: metadata.account_id, periods: data, today })) {
        if (delivery.signal.aborted) throw delivery.signal.reason
        await orderErasure(dependencies, each, delivery)
      }
      return { at: new Date(Date.parse(today) + dayMs) }
    },
  },
})

type Sought = { readonly accountId: string; readonly periods: RetentionPeriods; readonly today: string }

async function* dueIn(read: Read, { accountId: account_id, periods, today }: Sought): AsyncGenerator<RetentionDocument> {
  for (const kind of retentionKinds)
    for (const mode of modes) {
      const months = monthsFor(periods, kind)
      if (months === null) continue
      const where = { account_id, mode, is_held: false, ...dueOf(kind, latestDueEnd(today, months)) }
      yield* eachFound(read(retentions), { where, by: 'counted_from' })
    }
}

/** Ordered a second time only where a legal hold ended the order before, or something was added after the erasure. */
const orderErasure = async (
  { handle, load, read }: RetentionDependencies,
  { id, ended_on, counted_from, relationship: { turn } }: RetentionDocument,
  delivery: Delivery,
): Promise<void> => {
  if (await hasOpenLien(read, id)) return
  const orders = erasureOrderIn('business')
  const { stopped }: ErasureOrderState = await load(orders, id)
  const step = `erase-${id}-${turn}-${stopped.length}`
  const order = {
    order_id: derivedId(step, id),
    person_id: null,
    reason:
      counted_from === ended_on
        ? `the retention period after the end of the relationship on ${ended_on} is over`
        : `the retention period of what was added after the erasure, up to ${counted_from}, is over`,
    requested_by: 'the retention settings of the account',
  }
  try {
    await handle(orders, id, { type: 'OrderErasure', order, turn }, delivery.context(step))
  } catch (error) {
    // A second person has to confirm it, a legal hold or a new relationship came in between, or nobody could confirm it.
    if (!(error instanceof Proposed || error instanceof Refused)) throw error
  }
}
