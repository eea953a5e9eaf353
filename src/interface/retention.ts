// How long records are kept: the account's periods, the requests about a business, what is due, and what becomes of an erasure that is asked for.
import { z } from 'zod'
import type { Actor } from '../events/define.ts'
import { dueOn, monthsFor, type RetentionPeriods as Periods, retentionKinds } from '../events/retention.ts'
import type { RetentionDocument } from '../projections/retention.ts'
import { csvLine } from './csv.ts'
import { Id } from './ids.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'
import { orNull, text } from './requests/fields.ts'

export const { least: fewestMonths, most: mostMonths } = limits.retentionMonths

const months = (whom: string) =>
  z
    .int()
    .min(fewestMonths)
    .max(mostMonths)
    .nullable()
    .meta({ description: `Months for which records of ${whom} are kept after the end; null: without limit. 60 by default.` })

const periods = {
  customer_months: months('businesses that were approved at some time'),
  applicant_months: months('businesses that were never approved'),
  automatic: z.boolean().meta({ description: 'Whether what is due is erased without a person asking for it. False by default.' }),
}

export const SetRetention = z
  .object(periods)
  .meta({ id: 'SetRetentionRequest', examples: [{ customer_months: 60, applicant_months: 25, automatic: false }] })

export const RetentionSettings = z.object({ object: z.literal('retention_settings'), ...periods }).meta({ id: 'RetentionSettings' })

export const retentionSettings = (held: Periods): z.output<typeof RetentionSettings> => ({ object: 'retention_settings', ...held })

export const EndRelationship = z
  .object({
    ended_on: z.iso.date().meta({ description: 'The day since which it is over, not after today.' }),
    reason: orNull(text(limits.reason.most)).meta({ description: 'Why, in words.' }),
  })
  .meta({ id: 'EndRelationshipRequest', examples: [{ ended_on: '2026-11-20', reason: 'The account was closed.' }] })

export const PlaceLegalHold = z
  .object({ reason: text(limits.reason.most).meta({ description: 'Why nothing may be erased, such as the case.' }) })
  .meta({ id: 'PlaceLegalHoldRequest', examples: [{ reason: 'Smith v. Acme, discovery order of November 20.' }] })

export const LiftLegalHold = z
  .object({ reason: text(limits.reason.most).meta({ description: 'Why it is lifted.' }) })
  .meta({ id: 'LiftLegalHoldRequest', examples: [{ reason: 'The case was settled.' }] })

export const EraseDue = z
  .object({
    business_ids: z.array(Id).min(1).max(limits.erasures.most).meta({ description: 'The businesses to erase, each of them due.' }),
    reason: orNull(text(limits.reason.most)).meta({ description: 'Why, for the record. The end of the retention period by default.' }),
  })
  .meta({ id: 'EraseDueRequest', examples: [{ business_ids: ['0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f'] }] })

const HoldActor = z
  .object({ type: z.string(), id: z.string(), name: z.string().nullable() })
  .meta({ id: 'LegalHoldActor', description: 'A user or an API key.' })

export const LegalHold = z
  .object({
    object: z.literal('legal_hold'),
    id: z.uuid(),
    business_id: z.uuid(),
    reason: z.string().meta({ description: 'Why nothing may be erased.' }),
    placed_by: HoldActor.meta({ description: 'Who placed it.' }),
    placed_at: Timestamp.meta({ description: 'From when on it stands.' }),
    lifted_by: HoldActor.nullable().meta({ description: 'Who lifted it; null while it stands.' }),
    lifted_at: Timestamp.nullable().meta({ description: 'Until when it stood; null while it stands.' }),
    lifted_reason: z.string().nullable().meta({ description: 'Why it was lifted; null while it stands.' }),
  })
  .meta({ id: 'LegalHold' })

const retentionStatuses = ['active', 'kept', 'due', 'held', 'ordered', 'erased'] as const

export const Retention = z
  .object({
    object: z.literal('retention'),
    business_id: z.uuid(),
    business_name: z.string().nullable().meta({ description: 'The name of the business; null where it has none.' }),
    kind: z.enum(retentionKinds).meta({ description: 'customer: it was approved at some time. applicant: it never was.' }),
    status: z.enum(retentionStatuses).meta({
      description:
        'active: the relationship goes on. kept: it is over, and the period runs. due: the period is over. held: a legal hold stands. ordered: it is being erased. erased: its personal data was erased, and nothing personal was added since.',
    }),
    ended_on: z.iso.date().nullable().meta({ description: 'The day since which the relationship is over; null while it goes on.' }),
    end: z
      .enum(['rejection', 'stated'])
      .nullable()
      .meta({ description: 'rejection: the business was rejected. stated: somebody said so. null while it goes on.' }),
    reason: z.string().nullable().meta({ description: 'Why it ended, where somebody said so.' }),
    due_on: z.iso.date().nullable().meta({
      description:
        'From when on it is due for erasure, counted from the end, or from the last addition after an erasure; null while it is kept without limit.',
    }),
    legal_holds: z.array(LegalHold).meta({ description: 'The legal holds on it, lifted ones included, the oldest first.' }),
    erased_at: Timestamp.nullable().meta({ description: 'When its personal data was last erased; null where it was not.' }),
  })
  .meta({ id: 'Retention' })
export type Retention = z.output<typeof Retention>

export const ErasureResult = z
  .object({
    business_id: z.uuid(),
    status: z.enum(['ordered', 'proposed', 'refused']).meta({
      description: 'ordered: the erasure follows. proposed: a second person has to confirm it. refused: nothing happens.',
    }),
    proposal_id: z.uuid().nullable().meta({ description: 'The proposal that waits for a second person; null where none is needed.' }),
    message: z.string().nullable().meta({ description: 'Why it was refused; null where it was not.' }),
  })
  .meta({ id: 'ErasureResult' })
export type ErasureResult = z.output<typeof ErasureResult>

export const ErasureResults = z
  .object({
    object: z.literal('erasure_results'),
    data: z.array(ErasureResult).meta({ description: 'One for each business, in the order of the request.' }),
  })
  .meta({ id: 'ErasureResults' })

type Shown = {
  readonly periods: Periods
  /** Today (ISO 8601). */
  readonly today: string
  readonly names: ReadonlyMap<string, string>
  readonly businessName: string | null
}

export const retentionResource = (document: RetentionDocument, { periods: set, today, names, businessName }: Shown): Retention => {
  const { id, kind, relationship, ended_on, counted_from, reason, holds, erased_at } = document
  const kept = monthsFor(set, kind)
  const due_on = counted_from === null || kept === null ? null : dueOn(counted_from, kept)
  return {
    object: 'retention',
    business_id: id,
    business_name: businessName,
    kind,
    status: statusOf(document, due_on !== null && due_on <= today),
    ended_on,
    end: relationship.end,
    reason,
    due_on,
    legal_holds: holds.map((hold) => holdResource(id, hold, names)),
    erased_at,
  }
}

const statusOf = ({ erasure, is_held, ended_on }: RetentionDocument, isDue: boolean): Retention['status'] => {
  if (erasure === 'erased') return 'erased'
  if (erasure !== 'none') return 'ordered'
  if (is_held) return 'held'
  if (ended_on === null) return 'active'
  return isDue ? 'due' : 'kept'
}

const holdResource = (
  business_id: string,
  { placed_by, lifted_by, ...hold }: RetentionDocument['holds'][number],
  names: ReadonlyMap<string, string>,
): z.output<typeof LegalHold> => {
  const by = ({ type, id, name }: Actor) => ({ type, id, name: names.get(id) ?? name ?? null })
  return { object: 'legal_hold', business_id, ...hold, placed_by: by(placed_by), lifted_by: lifted_by && by(lifted_by) }
}

const retentionColumns = ['business_id', 'business_name', 'kind', 'status', 'ended_on', 'end', 'due_on', 'legal_holds'] as const

const retentionRow = (each: Retention): readonly string[] =>
  retentionColumns.map((column) =>
    column === 'legal_holds'
      ? each.legal_holds.flatMap(({ lifted_at, reason }) => (lifted_at === null ? [reason] : [])).join('; ')
      : (each[column] ?? ''),
  )

/** The report as CSV, with a line of names. */
export const retentionCsv = (due: readonly Retention[]): string =>
  [retentionColumns, ...due.map(retentionRow)].map((row) => csvLine(row)).join('')
