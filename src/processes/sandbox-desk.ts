// The desk of the sandbox works by itself: what a person would do for a live business happens after a few seconds (records.md, Finer points).
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { later, type Process } from './process.ts'

const auditMs = 5_000

export const sandboxDesk = ({ handle, load, now }: { handle: Handle; load: Load; now: () => Date }): Process => ({
  name: 'sandbox_desk',
  on: {
    AuditRequested: async ({ stream, data, metadata }, delivery) => {
      const id = aggregateIdOf(stream)
      const state = await load(business, id)
      if (state.status === 'none' || state.submitted.mode !== 'test') return undefined
      const ended = later(metadata.recorded_at, auditMs)
      if (ended.at > now()) return ended
      await handle(business, id, { type: 'CompleteAudit', orderId: data.order_id, note: null }, delivery.context('audited'))
      return undefined
    },
  },
})
