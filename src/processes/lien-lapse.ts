// A filing lapses after five years unless it is continued: the account is reminded in time, and notified when it has lapsed.
import type { Handle, Load } from '../commands/handler.ts'
import { lien } from '../commands/lien.ts'
import { lapseReminders, lapsesAt } from '../commands/lien-rules.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import type { Process } from './process.ts'

const dayMs = 86_400_000

export const lienLapse = ({ handle, load, now }: { handle: Handle; load: Load; now: () => Date }): Process => ({
  name: 'lien_lapse',
  on: {
    LienFiled: async ({ stream, data }, delivery) => {
      const id = aggregateIdOf(stream)
      const end = lapsesAt(data.lapse_date)
      const state = await load(lien, id)
      if (state.status === 'none' || state.status === 'closed' || state.lapse_date !== data.lapse_date) return undefined
      if (now() >= end) {
        await handle(lien, id, { type: 'Lapse' }, delivery.context('lapse'))
        return undefined
      }
      const reminderAt = (days: number) => new Date(Date.parse(data.lapse_date) - days * dayMs)
      const due = lapseReminders.filter((days) => reminderAt(days) <= now())
      const latest = due.at(-1)
      // After a long outage the account is reminded once, of the time that is left.
      if (latest !== undefined) await handle(lien, id, { type: 'RemindOfLapse', daysLeft: latest }, delivery.context(`remind-${latest}`))
      const next = lapseReminders.find((days) => !due.includes(days))
      return { at: next === undefined ? end : reminderAt(next) }
    },
  },
})
