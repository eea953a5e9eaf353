// Everything that the report on a business shows.
import type { StoredEvent } from '../../events/catalogue.ts'
import { decidedStatuses, isDecision } from '../../events/decisions.ts'
import { actingVersion } from '../../events/policy.ts'
import { actorsWords } from '../../interface/actor-words.ts'
import { comparisonOf } from '../../interface/comparison.ts'
import { reasonText } from '../../interface/decision-words.ts'
import { businessResource } from '../../interface/resources/business.ts'
import { sourceAges } from '../../interface/source-ages.ts'
import { isWithin, type Moment } from '../../projections/history.ts'
import { notes } from '../../projections/notes.ts'
import { timeline } from '../../projections/timeline.ts'
import { ownBusiness } from '../businesses.ts'
import { findingOf, hitsIn } from '../decisions.ts'
import type { ProbityContext } from '../framework/environment.ts'
import { own, ownAccount, type Reads } from '../framework/reading.ts'
import type { Clock } from '../framework/sending.ts'
import type { GuestLinking } from '../guest-links.ts'
import { namesInHistory } from '../history.ts'
import { notesOf } from '../notes.ts'
import { ownershipOf } from '../ownership.ts'
import { requesterNames } from '../people.ts'
import { riskOfBusiness } from '../risk.ts'
import { type Monitored, relatedAsOf, relatedTo } from './related.ts'

/** More notes than anybody writes. */
const mostNotes = 10_000

/** As everything stands, or as it stood at a moment. @throws ApiError 404 */
export const reportContents = async (inner: Clock & Reads & Monitored & GuestLinking, c: ProbityContext, id: string, moment?: Moment) => {
  const document = await ownBusiness(inner, c, id, moment)
  const where = { business_id: document.id }
  const { decision } = document
  const all = await inner.history(`business-${document.id}`)
  const events = moment ? all.filter((event) => isWithin(moment, event)) : all
  const isPart = partsOf(events)
  const decisions = events.filter(isDecision)
  const hits = hitsIn(events)
  const [names, deciders, related, account, ownership, risk, entries, noted] = await Promise.all([
    requesterNames(inner, [document]),
    namesInHistory(inner, [document], decisions),
    moment ? relatedAsOf(inner, c, document, moment) : relatedTo(inner, c, document),
    ownAccount(inner, c),
    ownershipOf(inner, c, document.id, moment),
    riskOfBusiness(inner, c, document.id, moment),
    own(inner, c, timeline).find({ where, sort: [['occurred_at', 'desc']] }),
    notesOf(inner, c, document.id, { page: 1, perPage: mostNotes }),
  ])
  const at = inner.now()
  const asOf = moment ? timeOf(moment, events, at) : null
  const business = businessResource(document, names, related)
  return {
    business,
    conclusion: {
      decision,
      isErased: document.status === 'erased',
      decider:
        decision && actorsWords({ actor: decision.actor, ...(decision.proposed_by && { proposed_by: decision.proposed_by }) }, deciders),
      policy: policyIn(events),
      decisions: decisions.toReversed().map((event) => ({
        status: decidedStatuses[event.type],
        by: actorsWords(event.metadata, deciders),
        at: event.metadata.recorded_at,
        reason: reasonText(event.data.reason),
        note: event.data.note ?? '',
        passedOver: passedOver(event).length,
        overridden: passedOver(event).flatMap((hitId) => hits.get(hitId)?.entity_name ?? []),
        reasons: (event.data.reasons ?? []).map(({ code, text, findings }) => ({
          code,
          text,
          findings: findings.map((each) => findingOf({ document, hits }, each).label),
        })),
      })),
      compared: comparisonOf(document),
      sources: sourceAges(document.review?.tasks ?? [], asOf ?? at.toISOString(), account.source_age_limit_days),
    },
    ownership,
    risk,
    account: account.name,
    mode: document.mode,
    notes: noted.found.filter(isPart),
    record: recordOf(document.id, events),
    timeline: entries.filter(isPart),
    at,
    /** The moment in the past that it is about (ISO 8601); null: the moment at which it is made. */
    asOf,
  }
}

/** The policy that made the last decision, and the rule of it that held; null: another actor decided. */
const policyIn = (events: readonly StoredEvent[]): string | null => {
  const { actor, causation_id } = events.findLast(isDecision)?.metadata ?? {}
  const version = actor && actingVersion(actor)
  if (version === undefined) return null
  const outcomes = events.flatMap((event) =>
    event.type === 'PoliciesEvaluated' && event.metadata.causation_id === causation_id ? event.data.outcomes : [],
  )
  return [actor?.name, outcomes.find(({ version_id }) => version_id === version)?.matched].filter(Boolean).join(': ')
}

/** The watchlist hits that an approval passed over. */
const passedOver = (event: StoredEvent): readonly string[] => (event.type === 'BusinessApproved' && event.data.override?.hit_ids) || []

/** Whether a note or an entry of the timeline comes from one of these events. */
const partsOf = (events: readonly StoredEvent[]): ((part: { readonly id: string }) => boolean) => {
  const ids = new Set(events.flatMap((event) => [...timeline.keys(event), ...notes.keys(event)]))
  return ({ id }) => ids.has(id)
}

/** A position has the time of the last event up to it. */
const timeOf = (moment: Moment, events: readonly StoredEvent[], now: Date): string => {
  const time = 'time' in moment ? moment.time : events.at(-1)?.metadata.recorded_at
  return time === undefined || time > now.toISOString() ? now.toISOString() : time
}

/** Where the report is checked: the hash of the last event covers all before it. */
const recordOf = (id: string, events: readonly StoredEvent[]) => {
  const last = events.at(-1)
  return {
    stream: `business-${id}`,
    events: events.length,
    last_event_id: last?.id ?? '',
    hash: String(last?.metadata.hash ?? ''),
    proof: `/v1/businesses/${id}/proof`,
  }
}
