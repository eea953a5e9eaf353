// The topics of webhooks. Each topic is one row: its record, the events that cause it, and how each event makes the object. Requests, the OpenAPI
// document, pages and the delivering process all read this table. A new topic needs one row here and no change elsewhere.
import { z } from 'zod'
import type { EventType, StoredEvent } from '../events/catalogue.ts'
import { keysOf } from '../events/keys-of.ts'
import type { TimelineType } from '../events/monitor.ts'
import { notes } from '../projections/notes.ts'
import { proposals } from '../projections/proposals.ts'
import { Note, noteResource } from './notes.ts'
import { Proposal, proposalResource } from './proposals.ts'
import { AgentsRun } from './records/agents.ts'
import { BusinessBatch } from './records/batches.ts'
import { Business } from './records/business.ts'
import { Timestamp } from './records/common.ts'
import { Notice } from './records/decision.ts'
import { Address, Certification, Name, Person, Registration } from './records/evidence.ts'
import { LeiRecord } from './records/lei.ts'
import { Lien } from './records/liens.ts'
import { Monitor } from './records/monitors.ts'
import { Order } from './records/orders.ts'
import { OwnerDiscrepancy } from './records/ownership.ts'
import { AgentInformationRequest, AgentMail, RegistrationRequest } from './records/partner.ts'
import { Bankruptcy } from './records/screenings.ts'
import { Signal } from './records/signals.ts'
import { ToldTin, ToldWatchlistResult } from './records/told.ts'
import { ReviewDate } from './review-calendar.ts'
import * as made from './webhook-objects.ts'

type Cause<Shown> = {
  readonly events: readonly EventType[]
  /** Whether this event causes it. */
  readonly when: (event: StoredEvent) => boolean
  readonly object: made.WebhookObject<StoredEvent, Shown>
  /** The topic of the same event that says it better: who listens to it gets that one alone. */
  readonly unless?: string
}
export type WebhookTopic = { readonly record: z.ZodType; readonly causes: readonly Cause<object>[] }

const on = <Type extends EventType, Shown>(
  events: readonly Type[],
  object: made.WebhookObject<StoredEvent<Type>, Shown>,
  when: (event: StoredEvent<Type>) => boolean = () => true,
  // The process passes only events of these types.
): Cause<Shown> => ({ events, object: object as Cause<Shown>['object'], when: when as Cause<Shown>['when'] })

const topic = <Record extends z.ZodType<object>>(record: Record, ...causes: readonly Cause<NoInfer<z.output<Record>>>[]): WebhookTopic => ({
  record,
  causes,
})

const proposalThen = made.shown(made.asOf(proposals), async (proposal, { requesterNames }) => {
  const parties = [proposal.proposed_by, proposal.decided_by].flatMap((party) => (party ? [{ requester: party.actor }] : []))
  return proposalResource(proposal, { names: await requesterNames(parties), changed: [] })
})

const hasClosed = ({ data }: StoredEvent<'ProductRecordChanged'>): boolean =>
  data.record.kind === 'lien' && data.changed.includes('status') && data.record.content.status === 'closed'

/** In the order of the interface, which is also the order of delivery for one event. */
export const webhookTopics = {
  'business.created': topic(Business, on(['BusinessCreated'], made.business)),
  'business.updated': topic(
    Business,
    on(
      [
        'BusinessUpdated',
        'AttributesAdded',
        'SourcesAdded',
        'AddressRiskSet',
        'AuditRequested',
        'ReviewCompleted',
        'BusinessReturnedToReview',
        'BusinessAssigned',
      ],
      made.business,
    ),
  ),
  'business.approved': topic(Business, on(['BusinessApproved'], made.business)),
  'business.rejected': topic(Business, on(['BusinessRejected'], made.business)),
  'review.due': topic(ReviewDate, on(['ReviewDue'], made.reviewDate)),
  'review.overdue': topic(ReviewDate, on(['ReviewOverdue'], made.reviewDate)),
  'order.completed': topic(Order, on(['OrderCompleted'], made.order)),
  'tin.retried': topic(
    ToldTin,
    on(['TinChecked'], made.tin, ({ data }) => data.attempt > 1),
  ),
  'registration.created': topic(Registration, on(['RegistrationFound'], made.registration)),
  'registration.updated': topic(Registration, on(['RegistrationChanged'], made.registration)),
  'lei_record.created': topic(LeiRecord, on(['LeiRecordFound'], made.leiRecord)),
  'lei_record.updated': topic(LeiRecord, on(['LeiRecordChanged'], made.leiRecord)),
  'lei_record.deleted': topic(LeiRecord, on(['LeiRecordGone'], made.leiRecord)),
  'owner_discrepancy.created': topic(OwnerDiscrepancy, on(['OwnerDiscrepancyFound'], made.discrepancy)),
  'owner_discrepancy.overdue': topic(OwnerDiscrepancy, on(['OwnerDiscrepancyOverdue'], made.discrepancy)),
  'owner_discrepancy.resolved': topic(OwnerDiscrepancy, on(['OwnerDiscrepancyResolved'], made.discrepancy)),
  'address.created': topic(Address, on(['AddressFound'], made.address)),
  'address.deleted': topic(Address, on(['AddressGone'], made.address)),
  'name.created': topic(Name, on(['NameFound'], made.name)),
  'name.deleted': topic(Name, on(['NameGone'], made.name)),
  'person.created': topic(Person, on(['PersonFound'], made.person)),
  'person.deleted': topic(Person, on(['PersonGone'], made.person)),
  'tin.retrieved': topic(
    ToldTin,
    on(['TinChecked'], made.tin, ({ data }) => data.outcome === 'found'),
  ),
  'watchlist_result.created': topic(
    ToldWatchlistResult,
    on(['WatchlistHitFound'], made.watchlistHit),
    // Told so before it was told as an update: those who listen for no updates must still hear of it.
    { ...on(['WatchlistHitChanged'], made.watchlistHit), unless: 'watchlist_result.updated' },
  ),
  'watchlist_result.updated': topic(
    ToldWatchlistResult,
    on(['WatchlistHitChanged'], made.watchlistHit),
    on(['WatchlistHitDismissed'], made.watchlistHit),
    on(['WatchlistHitReopened'], made.watchlistHit),
  ),
  'watchlist_result.deleted': topic(ToldWatchlistResult, on(['WatchlistHitGone'], made.watchlistHit)),
  'bankruptcy.created': topic(Bankruptcy, on(['ProductRecordFound'], made.bankruptcy, made.ofKind('bankruptcy'))),
  'bankruptcy.updated': topic(Bankruptcy, on(['ProductRecordChanged'], made.bankruptcy, made.ofKind('bankruptcy'))),
  'certification.created': topic(Certification, on(['ProductRecordFound'], made.certification, made.ofKind('certification'))),
  'lien.found': topic(Lien, on(['ProductRecordFound'], made.lienFound, made.ofKind('lien'))),
  'lien.created': topic(Lien, on(['LienRequested'], made.lien)),
  'lien.updated': topic(
    Lien,
    on(
      [
        'LienFulfilmentStarted',
        'LienReturned',
        'LienFiled',
        'LienReflected',
        'LienDocumentAttached',
        'LienTerminationRequested',
        'LienTerminationStarted',
        'LienTerminationCompleted',
        'LienLapseApproached',
        'LienLapsed',
      ],
      made.lien,
    ),
    on(['ProductRecordChanged'], made.lienFound, made.ofKind('lien')),
  ),
  'lien.terminated': topic(Lien, on(['LienTerminationCompleted'], made.lien), on(['ProductRecordChanged'], made.lienFound, hasClosed)),
  'monitor.created': topic(Monitor, on(['MonitorEnabled'], made.monitor)),
  'monitor.updated': topic(Monitor, on(['MonitorChanged'], made.monitor)),
  'note.created': topic(
    Note,
    on(
      ['NoteAdded'],
      made.shown(made.asOf(notes), async (note, { requesterNames }) =>
        noteResource(note, await requesterNames([{ requester: note.author }])),
      ),
    ),
  ),
  'notice.created': topic(Notice, on(['NoticeIssued'], made.notice)),
  'signal.created': topic(Signal, on(['SignalCreated'], made.signal)),
  'business_batch.completed': topic(BusinessBatch, on(['BusinessBatchCompleted'], made.businessBatch)),
  'registration_request.submitted': topic(RegistrationRequest, on(['RegistrationRequestSubmitted'], made.registrationRequest)),
  'registration_request.updated': topic(
    RegistrationRequest,
    on(['RegistrationAgencyUpdated', 'RegistrationItemRecorded', 'RegistrationRequestCompleted'], made.registrationRequest),
  ),
  'agent_info_request.created': topic(AgentInformationRequest, on(['InformationRequested'], made.informationRequest)),
  'agent_info_request.updated': topic(
    AgentInformationRequest,
    on(['InformationProvided', 'InformationRequestClosed'], made.informationRequest),
  ),
  'mail.created': topic(AgentMail, on(['PartnerMailRecorded'], made.mail)),
  'mail.updated': topic(AgentMail, on(['PartnerMailTagged', 'PartnerMailViewed', 'PartnerMailProcessed'], made.mail)),
  'proposal.created': topic(Proposal, on(['ActProposed'], proposalThen)),
  'proposal.updated': topic(
    Proposal,
    on(['ProposalConfirmed', 'ProposalRefused', 'ProposalWithdrawn', 'ProposalSuperseded'], proposalThen),
  ),
  'run.completed': topic(AgentsRun, on(['RunCompleted'], made.run)),
} as const satisfies { readonly [Type in TimelineType]: WebhookTopic } & { readonly [type: string]: WebhookTopic }

export type WebhookEventType = keyof typeof webhookTopics

export const webhookEventTypes = keysOf(webhookTopics)

const causesByEvent = Map.groupBy(
  webhookEventTypes.flatMap((type) => webhookTopics[type].causes.flatMap((cause) => cause.events.map((event) => ({ event, type, cause })))),
  ({ event }) => event,
)

const topicsByEvent: ReadonlyMap<string, readonly WebhookEventType[]> = new Map(
  [...causesByEvent].map(([event, causes]) => [event, causes.map(({ type }) => type)]),
)

/** The event types that cause webhooks. */
export const webhookCauses: readonly EventType[] = [...causesByEvent.keys()]

/** The topics that an event of this type may cause. */
export const topicsOfType = (type: string): readonly WebhookEventType[] => topicsByEvent.get(type) ?? []

/** The topics that the event causes. */
export const topicsOf = (event: StoredEvent): readonly WebhookEventType[] =>
  (causesByEvent.get(event.type) ?? []).flatMap(({ type, cause }) => (cause.when(event) ? [type] : []))

/** The topic that tells the same of an event better; undefined: this one is the best. */
export const betterTopic = (event: EventType, type: WebhookEventType): string | undefined =>
  causesByEvent.get(event)?.find((each) => each.type === type)?.cause.unless

/** What a webhook tells: the event under a topic, and what came before it. */
export type Telling = { readonly type: string; readonly event: StoredEvent; readonly history: made.History }

/** The object that a webhook of the topic sends about the event; null when there is nothing to send. */
export const webhookObject = async ({ type, event, history }: Telling, lookUp: made.LookUp): Promise<object | null> => {
  const caused = causesByEvent.get(event.type)?.find((each) => each.type === type)
  return caused ? caused.cause.object(event, history, lookUp) : null
}

/** The body of a delivery, by its type. */
export const webhookBodies: { readonly [type: string]: z.ZodType } = Object.fromEntries(
  Object.entries(webhookTopics).map(([type, { record }]) => [
    type,
    z.object({
      object: z.literal('event'),
      id: z
        .uuid()
        .meta({ description: 'The same at every attempt, and in `webhook-id`: an event that you have seen before can be ignored.' }),
      account_id: z.uuid(),
      type: z.literal(type),
      data: z.object({ object: record }),
      created_at: Timestamp,
    }),
  ]),
)
