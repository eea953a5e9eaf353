// The report on a business as JSON, from the same contents as the PDF.
import type { z } from 'zod'
import type { Mode } from '../../events/modes.ts'
import type { Decision } from '../../projections/businesses.ts'
import type { TimelineDocument } from '../../projections/timeline.ts'
import type { Compared } from '../comparison.ts'
import { reasonText } from '../decision-words.ts'
import type { Note } from '../notes.ts'
import type { Business } from '../records/business.ts'
import type { Ownership } from '../records/ownership.ts'
import type { Report } from '../records/report.ts'
import type { Risk } from '../risk.ts'
import type { SourceAge } from '../source-ages.ts'
import { type Judged, verdictOf } from '../verdict.ts'
import { timelineResource } from './timeline.ts'

type Reported = z.output<typeof Report>

type Stated = { readonly code: string; readonly text: string; readonly findings: readonly string[] }

/** Who decided what and why, what was submitted beside what was found, and how old the sources are. */
export type Conclusion = {
  readonly decision: Decision | null
  /** The case was erased before anybody decided. */
  readonly isErased: boolean
  /** Who made the decision, in words. */
  readonly decider: string | null
  /** The policy that decided, and the rule of it; null when a person did. */
  readonly policy: string | null
  /** Every decision on the business, the latest first, this one included. */
  readonly decisions: readonly {
    readonly status: Reported['decisions'][number]['status']
    readonly by: string
    readonly at: string
    readonly reason: string
    readonly note: string
    /** How many watchlist hits an approval passed over, and the names of those that are still known. */
    readonly passedOver: number
    readonly overridden: readonly string[]
    /** Of the account's list, the most important first, with the findings that each rests on, in words. */
    readonly reasons: readonly Stated[]
  }[]
  readonly compared: readonly Compared[]
  readonly sources: readonly SourceAge[]
}

/** What a report says, for the PDF and the JSON. */
export type ReportContents = {
  readonly business: z.output<typeof Business>
  readonly conclusion: Conclusion
  readonly ownership: z.output<typeof Ownership>
  readonly risk: z.output<typeof Risk>
  readonly account: string
  readonly mode: Mode
  /** The newest first. */
  readonly notes: readonly z.output<typeof Note>[]
  readonly record: Reported['record']
  /** The newest first. */
  readonly timeline: readonly TimelineDocument[]
  readonly at: Date
  /** The moment in the past that it is about (ISO 8601); null: when it is made. */
  readonly asOf: string | null
}

export const reportResource = ({
  business,
  conclusion,
  ownership,
  risk,
  account,
  notes,
  record,
  timeline,
  at,
  asOf,
}: Omit<ReportContents, 'mode'>): Reported => {
  const { decision, isErased, decider, policy, decisions, compared, sources } = conclusion
  const { outcome, line, counts } = verdictOf((business.review?.tasks ?? null) as readonly Judged[] | null, { isErased })
  return {
    object: 'report',
    made_at: at.toISOString(),
    as_of: asOf,
    account,
    business,
    decision: decision && {
      status: decision.status,
      decided_by: decider ?? '',
      decided_at: decision.at,
      reason: reasonText(decision.reason) || null,
      note: decision.note,
      reasons: reasonsOf(decisions[0]?.reasons),
      policy,
      overridden_hits: [...(decisions[0]?.overridden ?? [])],
    },
    decisions: decisions.map(({ status, by, at: decided_at, reason, note, overridden, reasons }) => ({
      status,
      decided_by: by,
      decided_at,
      reason: reason || null,
      note: note || null,
      reasons: reasonsOf(reasons),
      overridden_hits: [...overridden],
    })),
    verdict: { outcome, line, counts: { ...counts } },
    comparison: compared.map((each) => ({ ...each })),
    sources: sources.map(({ name, version, asOf, loadedOn, isOld }) => ({
      name,
      version,
      as_of: asOf,
      loaded_on: loadedOn,
      is_old: isOld,
    })),
    ownership,
    risk,
    notes: [...notes],
    timeline: timeline.map(timelineResource),
    record,
  }
}

const reasonsOf = (reasons: readonly Stated[] = []): Reported['decisions'][number]['reasons'] =>
  reasons.map((each) => ({ ...each, findings: [...each.findings] }))
