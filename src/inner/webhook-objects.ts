// What webhooks are told of, shown as the interface shows it everywhere else.

import type { GuestLinks } from '../interface/guest-links.ts'
import { businessResource, nothingRelated } from '../interface/resources/business.ts'
import { batchResource } from '../interface/resources/business-batch.ts'
import { addressesOf, namesOf } from '../interface/resources/contacts.ts'
import { factResource } from '../interface/resources/facts.ts'
import { lienResource } from '../interface/resources/liens.ts'
import { type Monitorable, monitorResource } from '../interface/resources/monitors.ts'
import { orderResource } from '../interface/resources/orders.ts'
import { informationRequestResource, mailResource, registrationRequestResource } from '../interface/resources/partner.ts'
import { peopleOf } from '../interface/resources/people.ts'
import { bankruptcyResource, certificationResource, foundLien } from '../interface/resources/product-records.ts'
import { runResource } from '../interface/resources/runs.ts'
import { signalResource } from '../interface/resources/signal.ts'
import { watchlistResult } from '../interface/resources/watchlist.ts'
import type { BusinessDocument } from '../projections/businesses.ts'
import type { PartnerCompanyDocument } from '../projections/partner.ts'
import type { WebhookSubject, WebhookSubjects } from '../projections/webhook-objects.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { requesterNames } from './people.ts'
import { accountOf, anyDocument } from './reading.ts'

type Tools = {
  readonly documents: DocumentStore
  /** What links in the objects begin with. */
  readonly baseUrl: string
  readonly links: GuestLinks
  readonly monitorable: Monitorable
}

type Renderers = { readonly [Subject in WebhookSubject]: (of: WebhookSubjects[Subject], tools: Tools) => Promise<object> }

const business = async (document: BusinessDocument, tools: Tools) =>
  businessResource(document, await requesterNames(tools, [document]), nothingRelated)

const renderers: Renderers = {
  business,
  order: async (order, tools) => orderResource(order, await requesterNames(tools, [order])),
  tin: async (document, tools) => ({ object: 'tin', ...(await business(document, tools)).tin }),
  registration: async ({ business_id, ...registration }) => factResource('registration', registration, business_id),
  address: async (told) => recordOf('address', addressesOf, told),
  name: async (told) => recordOf('name', namesOf, told),
  person: async (told) => recordOf('person', peopleOf, told),
  watchlist_result: async (hit) => ({ ...watchlistResult(hit), business_id: hit.business_id }),
  lien: async (lien, { baseUrl }) => lienResource(lien, baseUrl),
  found_lien: async ({ business_id, ...record }) => foundLien(record, business_id),
  bankruptcy: async ({ business_id, ...record }) => bankruptcyResource(record, business_id),
  certification: async ({ business_id, ...record }) => certificationResource(record, business_id),
  monitor: async (monitor, tools) => {
    const watched = { collection: 'businesses', id: monitor.business_id, resource: 'business' as const }
    return monitorResource(monitor, await anyDocument<BusinessDocument>(tools, watched), tools.monitorable)
  },
  signal: async (signal, tools) => signalResource(signal, await requesterNames(tools, [signal])),
  business_batch: async (batch, tools) => batchResource(batch, await accountOf(tools, batch.account_id)),
  registration_request: async (request, { links }) =>
    registrationRequestResource(request, links.invite({ kind: 'registration_request', id: request.id }, request.created_at)),
  agent_info_request: async (request, { documents, links }) =>
    informationRequestResource(
      request,
      await companyOf(documents, request.company_id),
      links.guest({ kind: 'information_request', id: request.id }),
    ),
  mail: async (mail, tools) =>
    mailResource(mail, {
      company: await companyOf(tools.documents, mail.company_id),
      account: await accountOf(tools, mail.account_id),
      documentUrl: mail.document && tools.links.mailDocument(mail.id),
    }),
  run: async (run, tools) => runResource(run, await requesterNames(tools, [run]), { steps: false }),
}

/** The record in which the business shows the fact; a name that it shows in another spelling only is told as it was found. */
const recordOf = <Kind extends 'address' | 'name' | 'person'>(
  kind: Kind,
  shown: (business: BusinessDocument) => readonly { readonly id?: string | null | undefined }[],
  { business: of, fact: { sources, ...fact } }: WebhookSubjects[Kind],
): object => shown(of).find(({ id }) => id === fact.id) ?? { ...factResource(kind, fact as never, of.id), submitted: false, sources }

const companyOf = async (documents: DocumentStore, id: string | null): Promise<PartnerCompanyDocument | undefined> =>
  id === null ? undefined : ((await documents.get('partner_companies', id)) as PartnerCompanyDocument | undefined)

/** The object of a webhook's event; `of` is what the table of events made it from. */
export const webhookObject = <Subject extends WebhookSubject>(
  tools: Tools,
  subject: Subject,
  of: WebhookSubjects[Subject],
): Promise<object> => renderers[subject](of, tools)
