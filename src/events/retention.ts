// How long records are kept: the account's periods, the end of the relationship with a business, and legal holds. What is about a business is in its
// stream, so that a hold and an erasure are decided one after the other.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'

/** Kinds of records by the relationship that ended: with a business that was approved once, and with one that never was. */
export const retentionKinds = ['customer', 'applicant'] as const
export type RetentionKind = (typeof retentionKinds)[number]

/** Months after the end of the relationship; null: without limit. */
const months = z.number().int().nullable()

export const RetentionPeriods = z.object({
  customer_months: months,
  applicant_months: months,
  /** Whether what is due is erased without a person asking for it. */
  automatic: z.boolean(),
})
export type RetentionPeriods = z.output<typeof RetentionPeriods>

export const retentionByDefault: RetentionPeriods = { customer_months: 60, applicant_months: 60, automatic: false }

const hold = { hold_id: z.uuid() }

export const retentionEvents = {
  /** The relationship with the business is over since that day (ISO 8601). Again: the day is corrected. */
  RelationshipEnded: z.object({ ended_on: z.string(), reason: personal(z.string().nullable()) }),
  /** It goes on: the end was an error, or the business came back. */
  RelationshipResumed: z.object({ reason: personal(z.string().nullable()) }),
  /** While a hold stands, nothing of the business is erased. */
  LegalHoldPlaced: z.object({ ...hold, reason: personal(z.string()) }),
  LegalHoldLifted: z.object({ ...hold, reason: personal(z.string()) }),
}
export type RetentionEvent = EventOf<typeof retentionEvents>

/** Where the relationship with a business stands. */
export type Relationship = {
  readonly wasApproved: boolean
  readonly end: 'rejection' | 'stated' | null
  /** Counts its ends, its new beginnings and the erasures of the record: an order to erase names the one that it rests on. */
  readonly turn: number
}

export const noRelationship: Relationship = { wasApproved: false, end: null, turn: 0 }

const turned = (before: Relationship, change: Partial<Relationship>): Relationship => ({ ...before, ...change, turn: before.turn + 1 })

/** A decision ends or begins it too. What is stated of a relationship that a rejection ended corrects the day, and is taken back with the rejection. */
const turns: { readonly [type: string]: (before: Relationship, data: object) => Relationship } = {
  BusinessApproved: (before) => turned(before, { wasApproved: true, end: null }),
  BusinessRejected: (before) => turned(before, { end: 'rejection' }),
  BusinessReturnedToReview: (before) => (before.end === 'rejection' ? turned(before, { end: null }) : before),
  RelationshipEnded: (before) => turned(before, { end: before.end === 'rejection' ? 'rejection' : 'stated' }),
  RelationshipResumed: (before) => turned(before, { end: null }),
  // What is added afterwards is due again, by an order of its own.
  PersonalDataErased: (before, data) => ('kind' in data && data.kind !== 'person' ? turned(before, {}) : before),
}

/** The relationship after this event. */
export const relationshipAfter = (before: Relationship, { type, data }: { readonly type: string; readonly data: object }): Relationship =>
  turns[type]?.(before, data) ?? before

export const kindOf = ({ wasApproved }: Relationship): RetentionKind => (wasApproved ? 'customer' : 'applicant')

/**
 * The day on which a record is due for erasure, that many months after the end: the same day of the month, or its last.
 * @example
 * dueOn('2026-01-31', 1) // => '2026-02-28'
 */
export const dueOn = (endedOn: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = endedOn.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

/**
 * The latest end that is due on this day.
 * @example
 * latestDueEnd('2026-02-28', 1) // => '2026-01-31'
 */
export const latestDueEnd = (today: string, months: number): string => {
  let end = dueOn(today, -months)
  for (let next = nextDay(end); dueOn(next, months) <= today; next = nextDay(end)) end = next
  return end
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** The months for records of this kind; null: without limit. */
export const monthsFor = (periods: RetentionPeriods, kind: RetentionKind): number | null =>
  kind === 'customer' ? periods.customer_months : periods.applicant_months
