// Ends an account's monitors of the types named, stretch by stretch in the background. Each stretch is an event, so that the work resumes there
// after a kill. The person who asked for it gets a mail at the end.

import type { Handle, Load } from '../commands/handler.ts'
import { bulkDisable, monitor } from '../commands/monitor.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { erased } from '../events/personal-data.ts'
import { monitors } from '../projections/monitors.ts'
import type { Read } from '../projections/read.ts'
import { eventId } from '../stores/event-log.ts'
import type { EventStore } from '../stores/event-store.ts'
import type { Mailer } from './mail.ts'
import { later, type Process } from './process.ts'

/** How long one delivery works before it gives others a turn. */
const turnMs = 10_000

export type Report = (message: string, details: { readonly [name: string]: string | number | null }) => void

type BulkDisableDependencies = {
  handle: Handle
  load: Load
  now: () => Date
  read: Read
  passed: (position: bigint, accountId: string) => Promise<boolean>
  log: { readonly store: Pick<EventStore, 'read'> }
  mailer: Mailer
  report: Report
  /** Monitors between two events of progress. */
  stretch?: number
}

export const bulkDisabling = ({
  handle,
  load,
  now,
  read,
  passed,
  log,
  mailer,
  report,
  stretch = 200,
}: BulkDisableDependencies): Process => ({
  name: 'bulk_disable',
  on: {
    BulkDisableRequested: async ({ stream, position, data, metadata }, delivery) => {
      const id = aggregateIdOf(stream)
      const { account_id, mode = 'live' } = metadata
      // The read models must show every monitor that was enabled before the request.
      if (!(await passed(position, account_id))) return later(now(), 1_000)
      for (const end = performance.now() + turnMs; performance.now() < end && !delivery.signal.aborted; ) {
        const state = await load(bulkDisable, id)
        if (state.status !== 'running') return undefined
        const watched = await read(monitors).find({
          where: { account_id, mode, business_id: { gt: state.after ?? '' } },
          sort: [['business_id', 'asc']],
          perPage: stretch,
        })
        const last = watched.at(-1)
        if (!last) {
          await handle(bulkDisable, id, { type: 'CompleteBulkDisable' }, delivery.context('complete'))
          return undefined
        }
        let changed = 0
        for (const { business_id } of watched) {
          const command = { type: 'DisableMonitorTypes' as const, monitorTypes: data.monitor_types }
          const context = delivery.context(`disable-${business_id}`)
          await handle(monitor, business_id, command, context)
          const [newest] = await log.store.read(`monitor-${business_id}`, { direction: 'backwards', limit: 1 })
          // Also where an earlier delivery changed it and was cut off before the stretch was recorded.
          if (newest?.id === eventId(context.commandId, 0)) changed++
        }
        const advance = { type: 'Advance' as const, after: last.business_id, done: watched.length, changed }
        await handle(bulkDisable, id, advance, delivery.context(`advance-${last.business_id}`))
        report('monitors are being disabled', { bulk_disable: id, done: state.done + watched.length, of: data.monitors })
      }
      return later(now(), 0)
    },

    BulkDisableCompleted: async ({ stream, data }) => {
      const id = aggregateIdOf(stream)
      const state = await load(bulkDisable, id)
      report('monitors have been disabled', { bulk_disable: id, done: data.done, changed: data.changed })
      const to = state.status === 'none' ? null : state.request.notification_email
      if (to === null || to === erased || state.status === 'none') return undefined
      const text = [
        `Monitoring has been disabled for: ${state.request.monitor_types.join(', ')}`,
        '',
        `Monitored businesses: ${data.done}`,
        `Businesses whose monitor was changed: ${data.changed}`,
        '',
        `Reference: ${id}`,
      ].join('\n')
      await mailer.send({ id: `bulk-disable-${id}`, to, subject: 'Monitoring has been disabled', text })
      return undefined
    },
  },
})
