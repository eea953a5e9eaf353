// The report on a business as one JSON document: what the PDF says, for machines.
import { z } from 'zod'
import { agreements } from '../comparison.ts'
import { Note } from '../notes.ts'
import { Risk } from '../risk.ts'
import { Business } from './business.ts'
import { Timestamp } from './common.ts'
import { Ownership } from './ownership.ts'
import { TimelineEvent } from './timeline.ts'

const ReportDecision = z
  .object({
    status: z.enum(['approved', 'rejected', 'in_review']),
    decided_by: z.string().meta({ description: 'The name of the user, API key or policy.' }),
    decided_at: Timestamp,
    reason: z.string().nullable().meta({ description: 'In words; null where none was chosen.' }),
    note: z.string().nullable(),
    reasons: z
      .array(
        z
          .object({
            code: z.string().meta({ description: 'The reason, for programs.' }),
            text: z.string().meta({ description: 'The reason in words for the applicant.' }),
            findings: z.array(z.string()).meta({ description: 'The findings that it rests on, in words.' }),
          })
          .meta({ id: 'ReportReason' }),
      )
      .meta({ description: "Of the account's list, the most important first." }),
    overridden_hits: z.array(z.string()).meta({ description: 'The watchlist hits that an approval passed over.' }),
  })
  .meta({ id: 'ReportDecision' })

export const Report = z
  .object({
    object: z.literal('report'),
    made_at: Timestamp,
    as_of: Timestamp.nullable().meta({ description: 'The moment in the past that it is about; null: when it was made.' }),
    account: z.string(),
    business: Business,
    decision: ReportDecision.extend({
      policy: z.string().nullable().meta({ description: 'The policy that decided, and its rule.' }),
    })
      .nullable()
      .meta({ id: 'CurrentReportDecision' }),
    decisions: z.array(ReportDecision).meta({ description: 'Every decision, the latest first.' }),
    verdict: z
      .object({
        outcome: z.string(),
        line: z.string(),
        counts: z.record(z.string(), z.int()),
      })
      .meta({ id: 'ReportVerdict', description: 'Drawn from the findings by fixed rules.' }),
    comparison: z.array(
      z
        .object({
          field: z.string(),
          submitted: z.string(),
          found: z.string(),
          agreement: z.enum(agreements),
          explanation: z.string(),
        })
        .meta({ id: 'ReportComparison' }),
    ),
    sources: z.array(
      z
        .object({
          name: z.string(),
          version: z.string().nullable(),
          as_of: z.string().nullable(),
          loaded_on: z.string().nullable().meta({ description: 'When data without a date were loaded; null where they have one.' }),
          is_old: z.boolean().meta({ description: 'The date, or else the day of loading, is longer ago than the account accepts.' }),
        })
        .meta({ id: 'ReportSource' }),
    ),
    ownership: Ownership,
    risk: Risk,
    notes: z.array(Note),
    timeline: z.array(TimelineEvent).meta({ description: 'The whole timeline, the latest first.' }),
    record: z
      .object({
        stream: z.string(),
        events: z.int(),
        last_event_id: z.string(),
        hash: z.string().meta({ description: 'Of the last event; it covers all events before it.' }),
        proof: z.string().meta({ description: 'The path of the proof, once a seal covers the events.' }),
      })
      .meta({ id: 'ReportRecord' }),
  })
  .meta({ id: 'Report' })
