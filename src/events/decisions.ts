// A decision on a business: who says why, from a list and in free words, and which watchlist hits an approval passes over.
import { z } from 'zod'
import { personal } from './define.ts'

/** The reasons that people choose from, by what they decide. `other` needs words. */
export const decisionReasons = {
  approved: ['checks_passed', 'findings_explained', 'documents_seen', 'known_customer', 'risk_accepted', 'hit_is_another_party', 'other'],
  rejected: [
    'sanctions_hit',
    'identity_not_confirmed',
    'not_registered',
    'tin_does_not_match',
    'prohibited_industry',
    'adverse_records',
    'documents_missing',
    'other',
  ],
  in_review: ['new_information', 'decided_by_mistake', 'other'],
} as const

export type DecidedStatus = keyof typeof decisionReasons
export type DecisionReason = (typeof decisionReasons)[DecidedStatus][number]

/** A reason of the account's list as it read when it was chosen, with the findings that it rests on: task keys of the review and ids of hits or discrepancies. */
export const StatedReason = z.object({ code: z.string(), text: personal(z.string()), findings: z.array(z.string()) })
export type StatedReason = z.output<typeof StatedReason>

const allReasons = [...new Set(Object.values(decisionReasons).flat())] as [DecisionReason, ...DecisionReason[]]

/** The reasons are absent where nobody chose one, and in older events. `reasons`: the most important first. */
const why = {
  note: personal(z.string().nullable()),
  reason: z.enum(allReasons).optional(),
  reasons: z.array(StatedReason).min(1).optional(),
}

/** The watchlist hits that nobody had dismissed when the business was approved. */
const Override = z.object({ hit_ids: z.array(z.uuid()).min(1) })
export type Override = z.output<typeof Override>

export const decisionEvents = {
  BusinessApproved: z.object({ ...why, override: Override.optional() }),
  BusinessRejected: z.object(why),
  BusinessReturnedToReview: z.object(why),
}

/** The status that each event which decides on a business gives it. */
export const decidedStatuses = {
  BusinessApproved: 'approved',
  BusinessRejected: 'rejected',
  BusinessReturnedToReview: 'in_review',
} as const satisfies { readonly [Type in keyof typeof decisionEvents]: DecidedStatus }

export type DecisionType = keyof typeof decidedStatuses

export const isDecision = <Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { readonly type: DecisionType }> => Object.hasOwn(decidedStatuses, event.type)
