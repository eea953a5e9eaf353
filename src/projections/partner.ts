// The collections of the partner's side: companies, applications, registration requests, requests for information and mail.
import type { Mode } from '../events/modes.ts'
import type {
  InformationRequestEvent,
  PartnerApplicationEvent,
  PartnerCompanyEvent,
  PartnerMailEvent,
  RegistrationItem,
  RegistrationRequestEvent,
} from '../events/partner.ts'
import { projection } from './projection.ts'
import { searchText } from './search-text.ts'

type Of<Event extends { type: string; data: object }, Type extends Event['type']> = Extract<Event, { type: Type }>['data']
type Owned = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly created_at: string
  readonly updated_at: string
}

export type PartnerCompanyDocument = Owned & Omit<PartnerCompanyEvent['data'], 'company_id'>

export type PartnerApplicationDocument = Owned &
  Omit<Of<PartnerApplicationEvent, 'PartnerApplicationCreated'>, 'application_id'> & {
    readonly status: 'pending' | 'submitted'
    readonly submitted_at: string | null
  }

export type RegistrationRequestDocument = Owned &
  Omit<Of<RegistrationRequestEvent, 'RegistrationRequestCreated'>, 'registration_request_id' | 'agencies'> & {
    readonly status: 'pending' | 'submitted' | 'completed'
    readonly agencies: readonly (Of<RegistrationRequestEvent, 'RegistrationRequestCreated'>['agencies'][number] & {
      readonly status: string
      readonly note: string | null
      readonly updated_at: string
    })[]
    readonly items: readonly (RegistrationItem & { readonly created_at: string })[]
    readonly submitted_at: string | null
    readonly completed_at: string | null
    /** `submitted` while the desk has it; in the sandbox the desk is automatic. */
    readonly desk: 'submitted' | null
  }

export type InformationRequestDocument = Owned &
  Omit<Of<InformationRequestEvent, 'InformationRequested'>, 'information_request_id'> & {
    readonly status: 'open' | 'provided' | 'closed'
  }

export type PartnerMailDocument = Owned &
  Omit<Of<PartnerMailEvent, 'PartnerMailRecorded'>, 'mail_id'> & {
    readonly mail_viewed: boolean
    readonly internal_status: string
    /** What `q` looks through. */
    readonly text: string
  }

type At = { readonly metadata: { readonly recorded_at: string; readonly account_id: string } }

const owned = (id: string, { metadata }: At): Omit<Owned, 'mode'> => ({
  id,
  account_id: metadata.account_id,
  created_at: metadata.recorded_at,
  updated_at: metadata.recorded_at,
})

const changed = <Doc extends Owned>(doc: Doc, { metadata }: At, change: Partial<Doc>): Doc => ({
  ...doc,
  ...change,
  updated_at: metadata.recorded_at,
})

const byAccount = [['account_id', 'mode', 'created_at']] as const

export const partnerCompanies = projection<PartnerCompanyDocument>()({
  collection: 'partner_companies',
  version: 2,
  indexes: byAccount,
  filters: ['external_id'],
  starts: { PartnerCompanyCreated: (event) => ({ ...owned(event.data.company_id, event), ...without(event.data, 'company_id') }) },
})

export const partnerApplications = projection<PartnerApplicationDocument>()({
  collection: 'partner_applications',
  version: 2,
  indexes: byAccount,
  starts: {
    PartnerApplicationCreated: (event) => ({
      ...owned(event.data.application_id, event),
      ...without(event.data, 'application_id'),
      status: 'pending',
      submitted_at: null,
    }),
  },
  on: {
    PartnerApplicationSubmitted: (doc, event) => changed(doc, event, { status: 'submitted', submitted_at: event.metadata.recorded_at }),
  },
})

export const registrationRequests = projection<RegistrationRequestDocument>()({
  collection: 'registration_requests',
  version: 2,
  indexes: [...byAccount, 'desk'],
  starts: {
    RegistrationRequestCreated: (event) => ({
      ...owned(event.data.registration_request_id, event),
      ...without(event.data, 'registration_request_id'),
      agencies: event.data.agencies.map((agency) => ({
        ...agency,
        status: 'pending',
        note: null,
        updated_at: event.metadata.recorded_at,
      })),
      status: 'pending',
      items: [],
      submitted_at: null,
      completed_at: null,
      desk: null,
    }),
  },
  on: {
    RegistrationAnswersSaved: (doc, event) => changed(doc, event, {}),
    RegistrationRequestSubmitted: (doc, event) =>
      changed(doc, event, {
        status: 'submitted',
        submitted_at: event.metadata.recorded_at,
        desk: doc.mode === 'live' ? 'submitted' : null,
      }),
    RegistrationRequestDeleted: () => null,
    RegistrationAgencyUpdated: (doc, event) => {
      const { agency_slug, status, note } = event.data
      const updated = { status, note, updated_at: event.metadata.recorded_at }
      return changed(doc, event, { agencies: doc.agencies.map((each) => (each.slug === agency_slug ? { ...each, ...updated } : each)) })
    },
    RegistrationItemRecorded: (doc, event) =>
      changed(doc, event, { items: [...doc.items, { ...event.data, created_at: event.metadata.recorded_at }] }),
    RegistrationRequestCompleted: (doc, event) =>
      changed(doc, event, { status: 'completed', completed_at: event.metadata.recorded_at, desk: null }),
  },
})

export const informationRequests = projection<InformationRequestDocument>()({
  collection: 'information_requests',
  version: 2,
  indexes: [...byAccount, 'status', 'registration_request_id'],
  starts: {
    InformationRequested: (event) => ({
      ...owned(event.data.information_request_id, event),
      ...without(event.data, 'information_request_id'),
      status: 'open',
    }),
  },
  on: {
    InformationProvided: (doc, event) => changed(doc, event, { status: 'provided' }),
    InformationRequestClosed: (doc, event) => changed(doc, event, { status: 'closed' }),
  },
})

const searchable = <Mail extends Omit<PartnerMailDocument, 'mode'>>({ text: _, ...mail }: Mail) => ({
  ...mail,
  text: searchText(
    [
      mail.sender_name,
      mail.recipient_name,
      mail.agency_name,
      mail.company_name,
      mail.external_id,
      mail.notes,
      mail.summary,
      ...mail.tag_names,
    ]
      .filter(Boolean)
      .join(' '),
  ),
})

export const partnerLetters = projection<PartnerMailDocument>()({
  collection: 'partner_mail',
  version: 4,
  indexes: byAccount,
  filters: ['state', 'text', 'arrived_at', 'sender_name'],
  starts: {
    PartnerMailRecorded: (event) =>
      searchable({
        ...owned(event.data.mail_id, event),
        ...without(event.data, 'mail_id'),
        mail_viewed: false,
        internal_status: 'received',
        text: '',
      }),
  },
  on: {
    PartnerMailTagged: (doc, event) => searchable(changed(doc, event, { tag_names: event.data.tag_names })),
    PartnerMailViewed: (doc, event) => changed(doc, event, { mail_viewed: true }),
    PartnerMailProcessed: (doc, event) =>
      searchable(changed(doc, event, { internal_status: event.data.internal_status, notes: event.data.notes ?? doc.notes })),
  },
})

const without = <Data extends object, Field extends keyof Data>(data: Data, field: Field): Omit<Data, Field> => {
  const { [field]: _, ...rest } = data
  return rest
}
