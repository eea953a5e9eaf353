// What can happen to what a partner has done for its companies: the companies themselves, applications, registration requests with the employer's
// answers, requests for information, and mail. Data about an employer or its people is sealed.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'
import { erasureEvents } from './erasure.ts'
import { modes } from './modes.ts'
import { AddressParts } from './parts.ts'

/** The employer's answers by the key of their question. */
const Answers = personal(z.record(z.string(), z.string()))

const Mode = z.enum(modes)

/** Bytes of a document that was uploaded; they lie sealed beside the log under `document_id`. */
const UploadedDocument = z.object({
  document_id: z.uuid(),
  filename: personal(z.string()),
  content_type: z.string(),
  size: z.number().int(),
  sha256: z.string(),
})
export type UploadedDocument = z.output<typeof UploadedDocument>

const partnerCompanyEvents = {
  PartnerCompanyCreated: z.object({
    company_id: z.uuid(),
    legal_name: z.string(),
    dba_name: z.string().nullable(),
    external_id: z.string().nullable(),
    ein: personal(z.string().nullable()),
    /** Whether there is an EIN: it decides on which companies are the same. */
    has_ein: z.boolean(),
    entity_type: z.string().nullable(),
    formation_state: z.string().nullable(),
    formation_date: z.string().nullable(),
    contact_name: personal(z.string().nullable()),
    contact_email: personal(z.string().nullable()),
    contact_phone_number: personal(z.string().nullable()),
    addresses: z.array(AddressParts.extend({ address_type: z.string().nullable() })),
  }),
}
export type PartnerCompanyEvent = EventOf<typeof partnerCompanyEvents>

const partnerApplicationEvents = {
  ...erasureEvents,
  PartnerApplicationCreated: z.object({
    application_id: z.uuid(),
    company_id: z.uuid(),
    mode: Mode,
    redirect_uri: z.string().nullable(),
    redirect_back_uri: z.string().nullable(),
  }),
  PartnerApplicationAnswered: z.object({ answers: Answers }),
  PartnerApplicationSubmitted: z.object({}),
}
export type PartnerApplicationEvent = EventOf<typeof partnerApplicationEvents>

/** What an agency has issued: an account number, a rate, a filing frequency. */
const RegistrationItem = z.object({
  agency_slug: z.string(),
  key: z.string(),
  value: z.string(),
  effective_date: z.string().nullable(),
})
export type RegistrationItem = z.output<typeof RegistrationItem>

const RegistrationAgency = z.object({
  slug: z.string(),
  name: z.string(),
  registration_type: z.string(),
  jurisdiction_slug: z.string(),
})
export type RegistrationAgency = z.output<typeof RegistrationAgency>

export const agencyStatuses = ['pending', 'in_progress', 'completed', 'rejected'] as const

const registrationRequestEvents = {
  ...erasureEvents,
  RegistrationRequestCreated: z.object({
    registration_request_id: z.uuid(),
    company_id: z.uuid(),
    mode: Mode,
    state: z.string(),
    email: personal(z.string()),
    external_id: z.string().nullable(),
    tax_registration_types: z.array(z.string()),
    jurisdictions: z.array(z.string()),
    agencies: z.array(RegistrationAgency),
    redirect_uri: z.string().nullable(),
    redirect_back_uri: z.string().nullable(),
  }),
  RegistrationAnswersSaved: z.object({ answers: Answers }),
  RegistrationDocumentUploaded: UploadedDocument.extend({ question_key: z.string() }),
  /** The e-mail that brings the employer the link. */
  RegistrationInvitationMailed: z.object({ to: personal(z.string()), subject: personal(z.string()), text: personal(z.string()) }),
  RegistrationRequestSubmitted: z.object({}),
  RegistrationRequestDeleted: z.object({}),
  RegistrationAgencyUpdated: z.object({ agency_slug: z.string(), status: z.enum(agencyStatuses), note: personal(z.string().nullable()) }),
  RegistrationItemRecorded: RegistrationItem,
  RegistrationRequestCompleted: z.object({}),
}
export type RegistrationRequestEvent = EventOf<typeof registrationRequestEvents>

const informationRequestEvents = {
  ...erasureEvents,
  InformationRequested: z.object({
    information_request_id: z.uuid(),
    company_id: z.uuid(),
    registration_request_id: z.uuid().nullable(),
    information_requested: z.string(),
    first_name: personal(z.string().nullable()),
    last_name: personal(z.string().nullable()),
    email: personal(z.string().nullable()),
    phone: personal(z.string().nullable()),
  }),
  InformationProvided: z.object({ information: personal(z.string()) }),
  InformationRequestClosed: z.object({ note: personal(z.string().nullable()) }),
}
export type InformationRequestEvent = EventOf<typeof informationRequestEvents>

const partnerMailEvents = {
  ...erasureEvents,
  PartnerMailRecorded: z.object({
    mail_id: z.uuid(),
    external_id: z.string().nullable(),
    arrived_at: z.string().nullable(),
    sender_name: z.string().nullable(),
    recipient_name: personal(z.string().nullable()),
    agency_name: z.string().nullable(),
    state: z.string().nullable(),
    tag_names: z.array(z.string()),
    notes: personal(z.string().nullable()),
    mailbox_name: z.string().nullable(),
    company_id: z.uuid().nullable(),
    /** The company's name at that time; mail is searched by it. */
    company_name: z.string().nullable(),
    registration_request_id: z.uuid().nullable(),
    /** What the text of the document suggests. */
    suggested_mail_tag: z.string().nullable(),
    suggested_partner_name: personal(z.string().nullable()),
    suggested_action_request: z.boolean(),
    summary: personal(z.string().nullable()),
    document: UploadedDocument.nullable(),
  }),
  PartnerMailTagged: z.object({ tag_names: z.array(z.string()) }),
  PartnerMailViewed: z.object({}),
  PartnerMailProcessed: z.object({ internal_status: z.string(), notes: personal(z.string().nullable()) }),
}
export type PartnerMailEvent = EventOf<typeof partnerMailEvents>

export const partnerEvents = {
  ...partnerCompanyEvents,
  ...partnerApplicationEvents,
  ...registrationRequestEvents,
  ...informationRequestEvents,
  ...partnerMailEvents,
}
