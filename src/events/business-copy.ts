// What can happen to a copy of a business on the test side: it is made, verified against the sandbox, and then stands as the business stood.
import { z } from 'zod'
import { modes } from './modes.ts'
import { monitorEventTypes } from './monitor.ts'
import { NextReview } from './review-calendar.ts'
import { riskTiers } from './risk.ts'

const Stood = z.object({
  /** null: nobody had decided. */
  decision: z.object({ status: z.enum(['approved', 'rejected']), at: z.string() }).nullable(),
  /** null before the first review. */
  risk_tier: z.enum(riskTiers).nullable(),
  next_review: NextReview.nullable(),
  relationship_ended: z.boolean(),
})
export type Stood = z.output<typeof Stood>

export const businessCopyEvents = {
  /** Comes after its creation. `monitored`: the event types of its monitor; null: it had none. */
  BusinessCopied: z.object({
    from: z.object({ business_id: z.uuid(), mode: z.enum(modes), as_of: z.string() }),
    stood: Stood,
    monitored: z.array(z.enum(monitorEventTypes)).nullable(),
  }),
  /** It has been verified, and stands like that from now on. */
  CopySettled: Stood.omit({ risk_tier: true }),
}
