// The decision on a business with all that it rests on, the notice for the applicant, and the settings of both. They document responses, and tests check
// responses with them.
import { z } from 'zod'
import { dismissalScopes } from '../../events/business-judgements.ts'
import { memberLimits as limits } from '../limits.ts'
import { text } from '../requests/fields.ts'
import { Timestamp } from './common.ts'
import { OwnerDiscrepancy } from './ownership.ts'

const By = z
  .object({ type: z.string(), id: z.string(), name: z.string() })
  .meta({ id: 'DecisionBy', description: 'A user, an API key, an account or a process, such as that of policies.' })

const Finding = z
  .object({
    type: z.enum(['review_task', 'watchlist_hit', 'owner_discrepancy']),
    id: z.string().meta({ description: 'The key of a task, or the id of a hit or discrepancy.' }),
    label: z.string().meta({ description: 'In words, as it reads now.' }),
  })
  .meta({ id: 'DecisionFinding' })

const Hit = { hit_id: z.uuid(), entity_name: z.string().nullable(), list: z.string().nullable() }

export const StandingDecision = z
  .object({
    status: z.enum(['approved', 'rejected', 'in_review']),
    decided_by: By,
    proposed_by: By.nullable().meta({ description: 'Where a second person confirmed it: who proposed it.' }),
    decided_at: Timestamp,
    reason: z.string().nullable().meta({ description: 'The short reason that was chosen on the page; null where none was.' }),
    note: z.string().nullable(),
    reasons: z
      .array(z.object({ code: z.string(), text: z.string(), findings: z.array(Finding) }).meta({ id: 'StatedReason' }))
      .meta({ description: 'The most important first.' }),
    overrides: z.array(z.object(Hit).meta({ id: 'DecisionOverride' })).meta({
      description: 'The watchlist hits that an approval passed over.',
    }),
  })
  .meta({ id: 'StandingDecision' })

const NoticeReference = z.object({ id: z.uuid(), issued_at: Timestamp, issued_by: By, sha256: z.string() }).meta({ id: 'NoticeReference' })

export const BusinessDecision = z
  .object({
    object: z.literal('business_decision'),
    business_id: z.uuid(),
    status: z.string().meta({ description: 'Of the business now.' }),
    decision: StandingDecision.nullable().meta({ description: 'The latest; null: nobody has decided yet.' }),
    dismissals: z.array(
      z
        .object({
          ...Hit,
          scope: z.enum(dismissalScopes).nullable(),
          reason: z.string().nullable(),
          dismissed_by: By,
          dismissed_at: Timestamp,
          ended_at: Timestamp.nullable().meta({ description: 'When the hit counted again; null: the dismissal holds.' }),
        })
        .meta({ id: 'DecisionDismissal' }),
    ),
    discrepancies: z.array(
      OwnerDiscrepancy.extend({
        resolved_by: By.nullable().meta({ description: 'Null while it is open, and where newer data resolved it.' }),
      }).meta({ id: 'DecisionDiscrepancy' }),
    ),
    notice: NoticeReference.nullable().meta({ description: 'The notice of the rejection; null: none was issued.' }),
  })
  .meta({ id: 'BusinessDecision' })

export const Notice = NoticeReference.extend({
  object: z.literal('notice'),
  business_id: z.uuid(),
  decision_id: z.uuid().meta({ description: 'The event of the rejection.' }),
  reasons: z.array(z.string()).meta({ description: 'The codes of the reasons that it states.' }),
  text: z.string(),
}).meta({ id: 'Notice' })

const ListedReason = z
  .object({
    code: z
      .string()
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and _'),
    text: text(limits.reasonText.most),
  })
  .meta({ id: 'ListedReason' })

export const SetNoticeSettings = z
  .object({
    creditor_name: text(limits.creditorName.most).nullish().meta({ description: 'null: the name of the account.' }),
    creditor_address: text(limits.noticeAddress.most).nullish().meta({ description: 'A notice needs it.' }),
    agency: text(limits.noticeAddress.most).nullish().meta({
      description: 'The federal agency that supervises you, with its address. null: the Federal Trade Commission.',
    }),
    reasons: z
      .array(ListedReason)
      .min(1)
      .max(limits.listedReasons.most)
      .refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'must not hold a code twice')
      .refine((all) => all.every(({ code }) => code !== 'other'), 'must not hold the code other, which every list has')
      .nullish()
      .meta({ description: 'The reasons that a business can be rejected for. null: those of sample form C-1 of Regulation B.' }),
  })
  .meta({ id: 'SetNoticeSettingsRequest', examples: [{ creditor_name: 'Acme Bank', creditor_address: '1 Bank St, Salem, OR 97301' }] })

export const NoticeSettings = z
  .object({
    object: z.literal('notice_settings'),
    creditor_name: z.string(),
    creditor_address: z.string().nullable(),
    agency: z.string(),
    reasons: z.array(z.object({ code: z.string(), text: z.string() }).meta({ id: 'RejectionReason' })),
  })
  .meta({ id: 'NoticeSettings' })
