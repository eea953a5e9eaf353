// The judgements of a person or an agent's run on the evidence about a business. They override the evidence. `by` is the kind of actor.
import { z } from 'zod'
import { addressRisks } from './business-actions.ts'
import { type EventOf, personal } from './define.ts'

export const judgementEvents = {
  AddressRiskSet: z.object({ action_id: z.uuid(), address_id: z.uuid(), risk_rating: z.enum(addressRisks), by: z.string() }),
  /** Somebody vouches for the number, or says that it is wrong. */
  TinVouched: z.object({ action_id: z.uuid(), verified: z.boolean(), by: z.string() }),
  /** Somebody looked at the hit and it is of another party. */
  WatchlistHitDismissed: z.object({ action_id: z.uuid(), hit_id: z.uuid(), reason: personal(z.string().nullable()) }),
}
export type JudgementEvent = EventOf<typeof judgementEvents>
