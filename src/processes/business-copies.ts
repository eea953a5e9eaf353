// Lets a copy of a business stand as the business stood, once its orders have been verified against the sandbox.
import { business } from '../commands/business.ts'
import { runningOrders } from '../commands/business-state.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { monitor } from '../commands/monitor.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { later, type Process } from './process.ts'

const askAgainMs = 500

export const businessCopies = ({ handle, load, now }: { handle: Handle; load: Load; now: () => Date }): Process => ({
  name: 'business_copies',
  on: {
    BusinessCopied: async ({ id: copyId, stream, data: { stood, monitored } }, delivery) => {
      const id = aggregateIdOf(stream)
      const state = await load(business, id)
      if (state.status === 'none') return undefined
      if (runningOrders(state).length > 0) return later(now(), askAgainMs)
      await handle(business, id, { type: 'SettleCopy', copyId, stood }, delivery.context('settled'))
      if (monitored === null) return undefined
      const enabled = { monitor_id: derivedId('monitor', copyId), business_id: id, mode: 'test' as const, event_types: monitored }
      await handle(monitor, id, { type: 'EnableMonitor', monitor: enabled }, delivery.context('monitored'))
      return undefined
    },
  },
})
