// A difference between submitted and found owners that nobody has resolved by its deadline becomes overdue: the review fails by it, and the account
// is told.
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { reviewIdOf } from '../events/derived-id.ts'
import { hurriedMsOf } from './hurried.ts'
import { newReview } from './new-review.ts'
import type { Process } from './process.ts'

const dayMs = 86_400_000

export const ownerDeadlines = ({ handle, load, now }: { handle: Handle; load: Load; now: () => Date }): Process => ({
  name: 'owner_deadlines',
  on: {
    OwnerDiscrepancyFound: async ({ stream, data: { discrepancy }, metadata }, delivery) => {
      const id = aggregateIdOf(stream)
      const state = await load(business, id)
      if (state.status === 'none') return undefined
      const held = state.file.owner_discrepancies?.[discrepancy.id]
      if (held?.status !== 'open' || held.due_on !== discrepancy.due_on) return undefined
      const hurriedMs = hurriedMsOf(state.submitted)
      // The day itself still counts.
      const [from, ms] = hurriedMs === undefined ? [discrepancy.due_on, dayMs] : [metadata.recorded_at, hurriedMs]
      const at = new Date(Date.parse(from) + ms)
      if (now() < at) return { at }
      const review = await newReview({ load, now }, state.review?.review_id ?? reviewIdOf(id), delivery)
      const command = { type: 'LetDiscrepancyLapse', discrepancyId: discrepancy.id, dueOn: from.slice(0, 10), review } as const
      await handle(business, id, command, delivery.context('overdue'))
      return undefined
    },
  },
})
