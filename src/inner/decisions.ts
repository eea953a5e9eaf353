// The decision on a business with all that it rests on, and the notice of a rejection: for routes and pages.
import { hash } from 'node:crypto'
import type { z } from 'zod'
import { account } from '../commands/account.ts'
import { notice as noticeAggregate } from '../commands/notice.ts'
import { refused } from '../commands/refused.ts'
import type { WatchlistHit } from '../events/business-evidence.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import { type DecisionType, decidedStatuses, isDecision } from '../events/decisions.ts'
import { keysOf } from '../events/keys-of.ts'
import type { NoticeSettings as Settings } from '../events/notice.ts'
import { isUnreadable } from '../events/personal-data.ts'
import { actorWords } from '../interface/actor-words.ts'
import { agencyByDefault, noticeText } from '../interface/notice-text.ts'
import type { BusinessDecision, Notice, NoticeSettings, SetNoticeSettings } from '../interface/records/decision.ts'
import { listedReasons, principalReasons } from '../interface/rejection-reasons.ts'
import { shownStatus } from '../interface/resources/business.ts'
import { discrepancyResource, discrepancyText } from '../interface/resources/ownership.ts'
import { type BusinessDocument, ownBusiness } from './businesses.ts'
import type { ProbityContext } from './framework/environment.ts'
import { ownAccount, type Reads } from './framework/reading.ts'
import { newId, type Sender, type Sending, send } from './framework/sending.ts'
import { type Names, namesInHistory } from './history.ts'

type Answer = z.output<typeof BusinessDecision>
type By = NonNullable<Answer['decision']>['decided_by']
type Actor = StoredEvent['metadata']['actor']

/** @throws ApiError 404 */
export const decisionOf = async (inner: Reads, c: ProbityContext, businessId: string): Promise<Answer> => {
  const { document, events, decided, issued, by } = await decidedBusiness(inner, c, businessId)
  const resolvers = new Map(
    events.flatMap((event) =>
      event.type === 'OwnerDiscrepancyResolved' && event.data.cause === 'person'
        ? [[event.data.discrepancy_id, by(event.metadata.actor)] as const]
        : [],
    ),
  )
  return {
    object: 'business_decision',
    business_id: document.id,
    status: shownStatus(document.status),
    decision: decided ? standing({ document, hits: hitsIn(events) }, decided, by) : null,
    dismissals: dismissalsIn(events, by),
    discrepancies: Object.values(document.file.owner_discrepancies ?? {}).map((each) => ({
      ...discrepancyResource(document.id, each),
      resolved_by: (each.status === 'resolved' && resolvers.get(each.id)) || null,
    })),
    notice: issued && document.status === 'rejected' ? reference(issued, by) : null,
  }
}

/** The notice that was issued of the rejection that stands. @throws ApiError 404, 422 */
export const noticeOf = async (inner: Reads, c: ProbityContext, businessId: string): Promise<z.output<typeof Notice>> => {
  const { document, issued, by } = await decidedBusiness(inner, c, businessId)
  if (document.status !== 'rejected') throw refused('notice_without_rejection')
  if (!issued || isUnreadable(issued.data.text)) throw refused('notice_not_found')
  const { decision_id, reasons, text } = issued.data
  return { object: 'notice', ...reference(issued, by), business_id: document.id, decision_id, reasons, text }
}

/** Writes and records the notice of the rejection that stands. Issued again it is the same. @throws ApiError 404, 422 */
export const issueNotice = async (inner: Sending & Reads, c: ProbityContext, businessId: string): Promise<z.output<typeof Notice>> => {
  const { document, decided, decisions, issued } = await decidedBusiness(inner, c, businessId)
  if (document.status !== 'rejected' || decided?.type !== 'BusinessRejected') throw refused('notice_without_rejection')
  if (issued) return noticeOf(inner, c, businessId)
  const { name, notice_settings: settings } = await ownAccount(inner, c)
  const reasons = principalReasons(decided.data)
  if (reasons.length === 0) throw refused('notice_lacks_reasons')
  if (settings.creditor_address === null) throw refused('notice_lacks_address')
  const text = noticeText({
    creditor: { name: settings.creditor_name ?? name, address: settings.creditor_address },
    agency: settings.agency,
    applicant: { name: document.name, address: document.submitted.addresses[0]?.full_address ?? null },
    date: inner.now().toISOString().slice(0, 10),
    decidedOn: decided.metadata.recorded_at.slice(0, 10),
    reasons: reasons.map((each) => each.text),
  })
  const content = { reasons: reasons.map(({ code }) => code), text, sha256: hash('sha256', text) }
  const notice = { notice_id: newId(c, 'notice'), decision_id: decided.id, ...content }
  await send(inner, c, { aggregate: noticeAggregate, id: document.id, command: { type: 'IssueNotice', notice, decisions } })
  return noticeOf(inner, c, businessId)
}

export const noticeSettingsOf = async (inner: Reads, c: ProbityContext): Promise<z.output<typeof NoticeSettings>> => {
  const { name, notice_settings: settings } = await ownAccount(inner, c)
  return {
    object: 'notice_settings',
    creditor_name: settings.creditor_name ?? name,
    creditor_address: settings.creditor_address,
    agency: settings.agency ?? agencyByDefault,
    reasons: [...listedReasons('rejected', settings)],
  }
}

/** The whole settings each time. @throws Refused */
export const setNoticeSettings = async ({ accountId, send: sent }: Sender, wanted: z.output<typeof SetNoticeSettings>): Promise<void> => {
  const { creditor_name = null, creditor_address = null, agency = null, reasons = null } = wanted
  const settings: Settings = { creditor_name, creditor_address, agency, reasons }
  await sent({ aggregate: account, id: accountId, command: { type: 'SetNoticeSettings', settings } })
}

/** Of these events a decision and its notice are made. */
const shownTypes = [
  ...keysOf(decidedStatuses),
  'NoticeIssued',
  'OwnerDiscrepancyResolved',
  'WatchlistHitFound',
  'WatchlistHitChanged',
  'WatchlistHitDismissed',
  'WatchlistHitReopened',
] as const

const decidedBusiness = async (inner: Reads, c: ProbityContext, businessId: string) => {
  const document = await ownBusiness(inner, c, businessId)
  const events = await inner.history(`business-${document.id}`, { types: shownTypes })
  const names = await namesInHistory(inner, [document], actorsIn(events))
  const decided = events.findLast(isDecision)
  const issued = events.findLast((event) => event.type === 'NoticeIssued')
  return {
    document,
    events,
    decided,
    decisions: events.filter(isDecision).length,
    issued: issued?.data.decision_id === decided?.id ? issued : undefined,
    by: byIn(names),
  }
}

const actorsIn = (events: readonly StoredEvent[]) =>
  events.flatMap(({ metadata: { actor, proposed_by } }) =>
    [actor, ...(proposed_by ? [proposed_by] : [])].map((each) => ({ metadata: { actor: each } })),
  )

const byIn =
  (names: Names) =>
  (actor: Actor): By => ({ type: actor.type, id: actor.id, name: actorWords(actor, names) })

const reference = ({ data, metadata }: StoredEvent<'NoticeIssued'>, by: (actor: Actor) => By) => ({
  id: data.notice_id,
  issued_at: metadata.recorded_at,
  issued_by: by(metadata.actor),
  sha256: data.sha256,
})

type Rested = { readonly document: BusinessDocument; readonly hits: Hits }

const standing = (on: Rested, { type, data, metadata }: StoredEvent<DecisionType>, by: (actor: Actor) => By): Answer['decision'] => ({
  status: decidedStatuses[type],
  decided_by: by(metadata.actor),
  proposed_by: metadata.proposed_by ? by(metadata.proposed_by) : null,
  decided_at: metadata.recorded_at,
  reason: data.reason ?? null,
  note: data.note,
  reasons: (data.reasons ?? []).map(({ code, text, findings }) => ({
    code,
    text,
    findings: findings.map((id) => findingOf(on, id)),
  })),
  overrides: ('override' in data ? (data.override?.hit_ids ?? []) : []).map((hit_id) => ({ hit_id, ...hitOf(on.hits, hit_id) })),
})

/** Every hit that was found, by id, as it was found last: a decision rests on hits that no list may have any more. */
export const hitsIn = (events: readonly StoredEvent[]): Hits =>
  new Map(
    events.flatMap((event) =>
      event.type === 'WatchlistHitFound' || event.type === 'WatchlistHitChanged' ? [[event.data.hit.id, event.data.hit] as const] : [],
    ),
  )
type Hits = ReadonlyMap<string, Pick<WatchlistHit, 'entity_name' | 'list'>>

const hitOf = (hits: Hits, id: string) => ({ entity_name: hits.get(id)?.entity_name ?? null, list: hits.get(id)?.list ?? null })

/** A task that is gone since keeps its id alone. */
export const findingOf = ({ document, hits }: Rested, id: string) => {
  const { review, file } = document
  const hit = hits.get(id)
  if (hit) return { type: 'watchlist_hit' as const, id, label: `${hit.entity_name} (${hit.list})` }
  const discrepancy = file.owner_discrepancies?.[id]
  if (discrepancy) return { type: 'owner_discrepancy' as const, id, label: discrepancyText(document, discrepancy) }
  const task = review?.tasks.find(({ key }) => key === id)
  return { type: 'review_task' as const, id, label: task ? `${task.name}: ${task.sub_label}` : id }
}

/** Also those that ended. */
const dismissalsIn = (events: readonly StoredEvent[], by: (actor: Actor) => By): Answer['dismissals'] =>
  events.flatMap((event, index) => {
    if (event.type !== 'WatchlistHitDismissed') return []
    const { hit_id, reason, scope = null, list = null, entity_name = null } = event.data
    const ended = events.slice(index).find((each) => each.type === 'WatchlistHitReopened' && each.data.hit_id === hit_id)
    const { actor, recorded_at: dismissed_at } = event.metadata
    return [
      { hit_id, entity_name, list, scope, reason, dismissed_by: by(actor), dismissed_at, ended_at: ended?.metadata.recorded_at ?? null },
    ]
  })
