// Which event of the log a webhook is told of under which type, and with which object: one line for each. Whoever adds a capability adds its lines here,
// its kind of object to projections/webhook-objects.ts, and how that is shown to http/resources/webhook-objects.ts.
import { v5 as uuidv5 } from 'uuid'
import { aggregateIdOf, type EventType, type StoredEvent } from '../events/catalogue.ts'
import type { WebhookEventType } from '../events/webhook.ts'
import type { RecordKind } from '../evidence/products/products.ts'
import { businessBatches } from '../projections/business-batches.ts'
import { businesses } from '../projections/businesses.ts'
import { concerning } from '../projections/history.ts'
import { liens } from '../projections/liens.ts'
import { monitors } from '../projections/monitors.ts'
import { orders } from '../projections/orders.ts'
import { informationRequests, partnerMail, registrationRequests } from '../projections/partner.ts'
import type { Projection } from '../projections/projection.ts'
import { runs } from '../projections/runs.ts'
import { signals } from '../projections/signals.ts'
import type { OnFile, WebhookSubject, WebhookSubjects } from '../projections/webhook-objects.ts'

/** The stream's events up to the one that is told of, itself included. */
type History = readonly StoredEvent[]

export type WebhookTopic = {
  readonly event: EventType
  readonly type: WebhookEventType
  readonly subject: WebhookSubject
  /** Whether this very event is told of. */
  readonly when: (event: StoredEvent) => boolean
  /** What the object is made from, as it was when the event had happened; null when there is nothing to tell. */
  readonly as: (event: StoredEvent, history: History) => WebhookSubjects[WebhookSubject] | null
}

const topic = <Type extends EventType, Subject extends WebhookSubject>(
  event: Type,
  type: WebhookEventType,
  subject: Subject,
  as: (event: StoredEvent<Type>, history: History) => WebhookSubjects[Subject] | null,
  when: (event: StoredEvent<Type>) => boolean = () => true,
): WebhookTopic => ({ event, type, subject, when: when as WebhookTopic['when'], as: as as WebhookTopic['as'] })

/** A read model's document as it was then, folded anew from its stream. */
const asOf =
  <Doc>(projection: Projection<Doc>, keyOf: (event: StoredEvent) => string = ({ stream }) => aggregateIdOf(stream)) =>
  (event: StoredEvent, history: History): Doc | null => {
    const key = keyOf(event)
    return projection.fold(null, concerning(projection, history, key), key)
  }

const business = asOf(businesses)
const order = asOf(orders, ({ data }) => ('order_id' in data ? String(data.order_id) : ''))
const lien = asOf(liens)
const monitor = asOf(monitors)
const registrationRequest = asOf(registrationRequests)
const informationRequest = asOf(informationRequests)
const mail = asOf(partnerMail)
const ofBusiness = ({ stream }: StoredEvent) => ({ business_id: aggregateIdOf(stream) })
const fact = ({ data, metadata }: StoredEvent<'RegistrationFound' | 'RegistrationChanged' | 'WatchlistHitFound'>) => ({
  sources: data.sources,
  created_at: metadata.recorded_at,
  updated_at: metadata.recorded_at,
})

/** A fact that an event tells of; of one that is gone, the business is looked at as it was before. */
const onFile =
  <Event extends StoredEvent, Content>(content: (event: Event) => Content, { gone = false } = {}) =>
  (event: Event, history: History): OnFile<Content> | null => {
    const as = business(event, gone ? history.slice(0, -1) : history)
    const { sources } = event.data as { readonly sources: OnFile<Content>['fact']['sources'] }
    return as && { business: as, fact: { ...content(event), sources } }
  }
const gone = { gone: true }

type RecordEvent = StoredEvent<'ProductRecordFound' | 'ProductRecordChanged'>

/** null once it has been erased. */
const record = (event: RecordEvent, history: History) => {
  const { record, sources } = event.data
  const first = history.find((each) => each.type === 'ProductRecordFound' && each.data.record.id === record.id) ?? event
  const { recorded_at: updated_at } = event.metadata
  return typeof record.content === 'object'
    ? { ...record, sources, created_at: first.metadata.recorded_at, updated_at, ...ofBusiness(event) }
    : null
}
const ofKind =
  (kind: RecordKind) =>
  ({ data }: RecordEvent): boolean =>
    data.record.kind === kind
const hasClosed = ({ data }: StoredEvent<'ProductRecordChanged'>): boolean =>
  data.changed.includes('status') && data.record.content.status === 'closed'

export const webhookTopics: readonly WebhookTopic[] = [
  topic('BusinessCreated', 'business.created', 'business', business),
  topic('BusinessUpdated', 'business.updated', 'business', business),
  topic('AttributesAdded', 'business.updated', 'business', business),
  topic('SourcesAdded', 'business.updated', 'business', business),
  topic('AddressRiskSet', 'business.updated', 'business', business),
  topic('AuditRequested', 'business.updated', 'business', business),
  topic('ReviewCompleted', 'business.updated', 'business', business),
  topic('BusinessReturnedToReview', 'business.updated', 'business', business),
  topic('BusinessAssigned', 'business.updated', 'business', business),
  topic('BusinessApproved', 'business.approved', 'business', business),
  topic('BusinessRejected', 'business.rejected', 'business', business),
  topic('OrderCompleted', 'order.completed', 'order', order),
  topic('TinChecked', 'tin.retried', 'tin', business, ({ data }) => data.attempt > 1),
  topic('TinChecked', 'tin.retrieved', 'tin', business, ({ data }) => data.outcome === 'found'),
  topic('RegistrationFound', 'registration.created', 'registration', (event) => ({
    ...event.data.registration,
    ...fact(event),
    ...ofBusiness(event),
  })),
  topic('RegistrationChanged', 'registration.updated', 'registration', (event) => ({
    ...event.data.registration,
    ...fact(event),
    ...ofBusiness(event),
  })),
  topic(
    'AddressFound',
    'address.created',
    'address',
    onFile(({ data }: StoredEvent<'AddressFound'>) => data.address),
  ),
  topic(
    'AddressGone',
    'address.deleted',
    'address',
    onFile(({ data }: StoredEvent<'AddressGone'>) => data.address, gone),
  ),
  topic(
    'NameFound',
    'name.created',
    'name',
    onFile(({ data }: StoredEvent<'NameFound'>) => data.name),
  ),
  topic(
    'NameGone',
    'name.deleted',
    'name',
    onFile(({ data }: StoredEvent<'NameGone'>) => data.name, gone),
  ),
  topic(
    'PersonFound',
    'person.created',
    'person',
    onFile(({ data }: StoredEvent<'PersonFound'>) => data.person),
  ),
  topic(
    'PersonGone',
    'person.deleted',
    'person',
    onFile(({ data }: StoredEvent<'PersonGone'>) => data.person, gone),
  ),
  topic('WatchlistHitFound', 'watchlist_result.created', 'watchlist_result', (event) => ({
    ...event.data.hit,
    ...fact(event),
    ...ofBusiness(event),
  })),
  topic('ProductRecordFound', 'lien.found', 'found_lien', record, ofKind('lien')),
  topic('ProductRecordChanged', 'lien.updated', 'found_lien', record, ofKind('lien')),
  topic('ProductRecordChanged', 'lien.terminated', 'found_lien', record, (event) => ofKind('lien')(event) && hasClosed(event)),
  topic('ProductRecordFound', 'bankruptcy.created', 'bankruptcy', record, ofKind('bankruptcy')),
  topic('ProductRecordChanged', 'bankruptcy.updated', 'bankruptcy', record, ofKind('bankruptcy')),
  topic('ProductRecordFound', 'certification.created', 'certification', record, ofKind('certification')),
  topic('LienRequested', 'lien.created', 'lien', lien),
  topic('LienFulfilmentStarted', 'lien.updated', 'lien', lien),
  topic('LienReturned', 'lien.updated', 'lien', lien),
  topic('LienFiled', 'lien.updated', 'lien', lien),
  topic('LienReflected', 'lien.updated', 'lien', lien),
  topic('LienDocumentAttached', 'lien.updated', 'lien', lien),
  topic('LienTerminationRequested', 'lien.updated', 'lien', lien),
  topic('LienTerminationStarted', 'lien.updated', 'lien', lien),
  topic('LienTerminationCompleted', 'lien.updated', 'lien', lien),
  topic('LienTerminationCompleted', 'lien.terminated', 'lien', lien),
  topic('LienLapseApproached', 'lien.updated', 'lien', lien),
  topic('LienLapsed', 'lien.updated', 'lien', lien),
  topic('MonitorEnabled', 'monitor.created', 'monitor', monitor),
  topic('MonitorChanged', 'monitor.updated', 'monitor', monitor),
  topic('SignalCreated', 'signal.created', 'signal', asOf(signals)),
  topic('BusinessBatchCompleted', 'business_batch.completed', 'business_batch', asOf(businessBatches)),
  topic('RegistrationRequestSubmitted', 'registration_request.submitted', 'registration_request', registrationRequest),
  topic('RegistrationAgencyUpdated', 'registration_request.updated', 'registration_request', registrationRequest),
  topic('RegistrationItemRecorded', 'registration_request.updated', 'registration_request', registrationRequest),
  topic('RegistrationRequestCompleted', 'registration_request.updated', 'registration_request', registrationRequest),
  topic('InformationRequested', 'agent_info_request.created', 'agent_info_request', informationRequest),
  topic('InformationProvided', 'agent_info_request.updated', 'agent_info_request', informationRequest),
  topic('InformationRequestClosed', 'agent_info_request.updated', 'agent_info_request', informationRequest),
  topic('PartnerMailRecorded', 'mail.created', 'mail', mail),
  topic('PartnerMailTagged', 'mail.updated', 'mail', mail),
  topic('PartnerMailViewed', 'mail.updated', 'mail', mail),
  topic('PartnerMailProcessed', 'mail.updated', 'mail', mail),
  topic('RunCompleted', 'run.completed', 'run', asOf(runs)),
]

/** The id of what is told of an event under a type: one event of the log may be told of under several. */
export const webhookEventId = (eventId: string, type: WebhookEventType): string => uuidv5(type, eventId)
