// The objects that webhooks send. Each is made from an event and the stream before it, in the same form as everywhere in the interface.
import type { z } from 'zod'
import { aggregateIdOf, type StoredEvent } from '../events/catalogue.ts'
import type { Dismissals } from '../events/watchlist-dismissals.ts'
import type { RecordKind } from '../evidence/products/products.ts'
import type { AccountDocument } from '../projections/accounts.ts'
import { businessBatches } from '../projections/business-batches.ts'
import type { BusinessDocument } from '../projections/businesses.ts'
import { concerning } from '../projections/history.ts'
import { liens } from '../projections/liens.ts'
import { monitors } from '../projections/monitors.ts'
import { orders } from '../projections/orders.ts'
import { informationRequests, type PartnerCompanyDocument, partnerLetters, registrationRequests } from '../projections/partner.ts'
import type { Projection } from '../projections/projection.ts'
import { runs } from '../projections/runs.ts'
import { signals } from '../projections/signals.ts'
import type { GuestLinks } from './guest-links.ts'
import type { Notice } from './records/decision.ts'
import type { ToldTin, ToldWatchlistResult } from './records/told.ts'
import { businessResource, nothingRelated } from './resources/business.ts'
import { batchResource } from './resources/business-batch.ts'
import { addressesOf, foundName, namesOf } from './resources/contacts.ts'
import { leiRecordResource } from './resources/lei.ts'
import { lienResource } from './resources/liens.ts'
import { type Monitorable, monitorResource, subscribableTypes } from './resources/monitors.ts'
import { orderResource, type RequesterNames } from './resources/orders.ts'
import { discrepancyResource } from './resources/ownership.ts'
import { informationRequestResource, mailResource, registrationRequestResource } from './resources/partner.ts'
import { peopleOf } from './resources/people.ts'
import { bankruptcyResource, certificationResource, foundLien } from './resources/product-records.ts'
import { registrationResource } from './resources/registrations.ts'
import { runResource } from './resources/runs.ts'
import { signalResource } from './resources/signal.ts'
import { watchlistResult } from './resources/watchlist.ts'
import { reviewDateResource } from './review-calendar.ts'

type Requester = { readonly id: string; readonly type: string }

/** What names who requested it. */
export type Requested = {
  readonly requester?: Requester
  readonly submitted?: { readonly requester: Requester }
  readonly file?: Dismissals
}

/** What an object shows beyond its own stream. */
export type LookUp = {
  /** The names of the requesting users and accounts, by id. */
  readonly requesterNames: (requested: readonly Requested[]) => Promise<RequesterNames>
  readonly business: (id: string) => Promise<BusinessDocument>
  readonly account: (id: string) => Promise<AccountDocument>
  readonly company: (id: string) => Promise<PartnerCompanyDocument | undefined>
  /** The origin of links in the objects. */
  readonly baseUrl: string
  readonly links: GuestLinks
  readonly monitorable: Monitorable
}

/** What came before the event that the webhook is about. It is read for the objects that need it, and once for each. */
export type History = {
  /** The stream's events up to and including this one. */
  readonly events: () => Promise<readonly StoredEvent[]>
  /** The business whose stream it is, just before and just after it; null where there was none. */
  readonly business: () => Promise<{ readonly before: BusinessDocument | null; readonly after: BusinessDocument | null }>
}

/** Makes the object as it was just after the event; null when there is nothing to send. */
export type WebhookObject<Event, Shown> = (event: Event, history: History, lookUp: LookUp) => Promise<Shown | null>

/**
 * Makes an object from its state at the event, in the interface's form.
 * @example
 * import { signalResource } from 'src/interface/resources/signal.ts'
 * import { signals } from 'src/projections/signals.ts'
 * shown(asOf(signals), async (signal, lookUp) => signalResource(signal, await lookUp.requesterNames([signal])))
 */
export const shown =
  <Event, Of, Shown>(
    of: (event: Event, history: History) => Promise<Of | null>,
    show: (of: Of, lookUp: LookUp) => Shown | Promise<Shown>,
  ): WebhookObject<Event, Shown> =>
  async (event, history, lookUp) => {
    const object = await of(event, history)
    return object && show(object, lookUp)
  }

/** A read model's document as it was then, folded from its stream. */
export const asOf =
  <Doc>(projection: Projection<Doc>) =>
  async (event: StoredEvent, history: History): Promise<Doc | null> => {
    const [key = ''] = projection.keys(event)
    return projection.fold(null, concerning(projection, await history.events(), key), key)
  }

const businessThen = async (_: StoredEvent, history: History): Promise<BusinessDocument | null> => (await history.business()).after

/** What is gone is shown as it was before. */
const businessWith = async ({ type }: StoredEvent, history: History): Promise<BusinessDocument | null> => {
  const { before, after } = await history.business()
  return type.endsWith('Gone') ? before : after
}

const showBusiness = async (of: BusinessDocument, { requesterNames }: LookUp) =>
  businessResource(of, await requesterNames([of]), nothingRelated)

export const business = shown(businessThen, showBusiness)

export const tin = shown(businessThen, async (of, lookUp) => {
  // Events about a TIN follow the submission of one.
  const shownTin = (await showBusiness(of, lookUp)).tin as Omit<z.output<typeof ToldTin>, 'object'>
  return { object: 'tin' as const, ...shownTin }
})

export const order = shown(asOf(orders), async (of, { requesterNames }) => orderResource(of, await requesterNames([of])))

export const lien = shown(asOf(liens), (of, { baseUrl }) => lienResource(of, baseUrl))

export const monitor = shown(asOf(monitors), async (of, lookUp) => {
  const subscribable = subscribableTypes(await lookUp.account(of.account_id))
  return monitorResource(of, await lookUp.business(of.business_id), { subscribable, monitorable: lookUp.monitorable })
})

export const signal = shown(asOf(signals), async (of, { requesterNames }) => signalResource(of, await requesterNames([of])))

export const businessBatch = shown(asOf(businessBatches), async (of, { account }) => batchResource(of, await account(of.account_id)))

export const run = shown(asOf(runs), async (of, { requesterNames }) => runResource(of, await requesterNames([of]), { steps: false }))

export const registrationRequest = shown(asOf(registrationRequests), (of, { links }) =>
  registrationRequestResource(of, links.invite({ kind: 'registration_request', id: of.id }, of.created_at)),
)

export const informationRequest = shown(asOf(informationRequests), async (of, { company, links }) =>
  informationRequestResource(
    of,
    of.company_id === null ? undefined : await company(of.company_id),
    links.guest({ kind: 'information_request', id: of.id }),
  ),
)

export const mail = shown(asOf(partnerLetters), async (of, { company, account, links }) =>
  mailResource(of, {
    company: of.company_id === null ? undefined : await company(of.company_id),
    account: await account(of.account_id),
    documentUrl: of.document && links.mailDocument(of.id),
  }),
)

export const registration: WebhookObject<
  StoredEvent<'RegistrationFound' | 'RegistrationChanged'>,
  ReturnType<typeof registrationResource>
> = async ({ data, stream }) => registrationResource(aggregateIdOf(stream), { ...data.registration, sources: data.sources })

export const leiRecord: WebhookObject<
  StoredEvent<'LeiRecordFound' | 'LeiRecordChanged' | 'LeiRecordGone'>,
  ReturnType<typeof leiRecordResource>
> = async ({ data, stream }) => leiRecordResource(aggregateIdOf(stream), { ...data.lei_record, sources: data.sources })

export const notice: WebhookObject<StoredEvent<'NoticeIssued'>, z.output<typeof Notice>> = async (event, _, { requesterNames }) => {
  const { data, metadata, stream } = event
  const { type, id, name } = metadata.actor
  const names = await requesterNames([{ requester: metadata.actor }])
  const { notice_id, sha256, decision_id, reasons, text } = data
  return {
    object: 'notice',
    id: notice_id,
    issued_at: metadata.recorded_at,
    issued_by: { type, id, name: names.get(id) ?? name ?? id },
    sha256,
    business_id: aggregateIdOf(stream),
    decision_id,
    reasons: [...reasons],
    text,
  }
}

export const reviewDate: WebhookObject<StoredEvent<'ReviewDue' | 'ReviewOverdue'>, ReturnType<typeof reviewDateResource>> = async (
  event,
  history,
) => {
  const of = await businessThen(event, history)
  return of?.next_review ? reviewDateResource(of.id, of.next_review) : null
}

type DiscrepancyEvent = StoredEvent<'OwnerDiscrepancyFound' | 'OwnerDiscrepancyOverdue' | 'OwnerDiscrepancyResolved'>

export const discrepancy: WebhookObject<DiscrepancyEvent, ReturnType<typeof discrepancyResource>> = async (event, history) => {
  const of = await businessThen(event, history)
  const held =
    of?.file.owner_discrepancies?.[event.type === 'OwnerDiscrepancyFound' ? event.data.discrepancy.id : event.data.discrepancy_id]
  return of && held ? discrepancyResource(of.id, held) : null
}

type HitEvent = StoredEvent<
  'WatchlistHitFound' | 'WatchlistHitChanged' | 'WatchlistHitGone' | 'WatchlistHitDismissed' | 'WatchlistHitReopened'
>

/** The hit as it was then, and one that is not found any more as it was before. null: it was not on file. */
export const watchlistHit: WebhookObject<HitEvent, z.output<typeof ToldWatchlistResult>> = async (event, history, { requesterNames }) => {
  const of = await businessWith(event, history)
  const hit = of?.file.hits['hit' in event.data ? event.data.hit.id : event.data.hit_id]
  if (!of || !hit) return null
  return { ...watchlistResult(hit, { file: of.file, names: await requesterNames([of]) }), business_id: of.id }
}

type FactEvent = StoredEvent<'AddressFound' | 'AddressGone' | 'NameFound' | 'NameGone' | 'PersonFound' | 'PersonGone'>

/** The record of a fact in the business. A fact that is gone is shown as it was before. */
const fact =
  <Event extends FactEvent, Shown extends { readonly id?: string | null | undefined }>(
    idOf: (event: Event) => string,
    recordsOf: (business: BusinessDocument) => readonly Shown[],
    otherwise: (event: Event, business: BusinessDocument) => Shown | null = () => null,
  ): WebhookObject<Event, Shown> =>
  async (event, history) => {
    const of = await businessWith(event, history)
    if (!of) return null
    const wanted = idOf(event)
    return recordsOf(of).find(({ id }) => id === wanted) ?? otherwise(event, of)
  }

export const address = fact(({ data }: StoredEvent<'AddressFound' | 'AddressGone'>) => data.address.id, addressesOf)
/** A name that the business shows only in another spelling is shown as found. */
export const name = fact(
  ({ data }: StoredEvent<'NameFound' | 'NameGone'>) => data.name.id,
  namesOf,
  ({ data: { name, sources } }, of) => foundName({ ...name, sources }, of.id),
)
export const person = fact(({ data }: StoredEvent<'PersonFound' | 'PersonGone'>) => data.person.id, peopleOf)

type RecordEvent = StoredEvent<'ProductRecordFound' | 'ProductRecordChanged'>

/** What a search found; null after erasure. */
const productRecord = async ({ data: { record, sources }, metadata: { recorded_at } }: RecordEvent, history: History) => {
  const first = (await history.events()).find((each) => each.type === 'ProductRecordFound' && each.data.record.id === record.id)
  const created_at = first?.metadata.recorded_at ?? recorded_at
  return typeof record.content === 'object' ? { ...record, sources, created_at, updated_at: recorded_at } : null
}
type Found = NonNullable<Awaited<ReturnType<typeof productRecord>>>

const found =
  <Shown>(show: (record: Found, businessId: string) => Shown): WebhookObject<RecordEvent, Shown> =>
  async (event, history) => {
    const record = await productRecord(event, history)
    return record && show(record, aggregateIdOf(event.stream))
  }

export const lienFound = found(foundLien)
export const bankruptcy = found(bankruptcyResource)
export const certification = found(certificationResource)

export const ofKind =
  (kind: RecordKind) =>
  ({ data }: RecordEvent): boolean =>
    data.record.kind === kind
