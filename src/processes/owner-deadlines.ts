// A difference between submitted and found owners that nobody has resolved by its deadline becomes overdue: the review fails by it, and the account
// is told.
import { business } from '../commands/business.ts'
import type { Handle, Load } from '../commands/handler.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { derivedId } from '../events/derived-id.ts'
import { nameScenario } from '../evidence/sandbox/scenarios.ts'
import { newReview } from './new-review.ts'
import type { Process } from './process.ts'

const dayMs = 86_400_000
/** In the sandbox's scenario of an overdue business. */
const hurriedMs = 5_000

export const ownerDeadlines = ({ handle, load, now }: { handle: Handle; load: Load; now: () => Date }): Process => ({
  name: 'owner_deadlines',
  on: {
    OwnerDiscrepancyFound: async ({ stream, data: { discrepancy }, metadata }, delivery) => {
      const id = aggregateIdOf(stream)
      const state = await load(business, id)
      if (state.status === 'none') return undefined
      const held = state.file.owner_discrepancies?.[discrepancy.id]
      if (held?.status !== 'open' || held.due_on !== discrepancy.due_on) return undefined
      const isHurried = state.submitted.mode === 'test' && nameScenario(state.submitted.name).hurried
      // The day itself still counts.
      const at = isHurried ? new Date(Date.parse(metadata.recorded_at) + hurriedMs) : new Date(Date.parse(discrepancy.due_on) + dayMs)
      if (now() < at) return { at }
      const review = await newReview({ load, now }, state.review?.review_id ?? derivedId('review', id), delivery)
      const dueOn = isHurried ? metadata.recorded_at.slice(0, 10) : discrepancy.due_on
      const command = { type: 'LetDiscrepancyLapse', discrepancyId: discrepancy.id, dueOn, review } as const
      await handle(business, id, command, delivery.context('overdue'))
      return undefined
    },
  },
})
