// The partner's records in responses: companies, applications, registration requests, information requests, mail.
import type { z } from 'zod'
import type { AccountDocument } from '../../projections/accounts.ts'
import type {
  InformationRequestDocument,
  PartnerApplicationDocument,
  PartnerCompanyDocument,
  PartnerMailDocument,
  RegistrationRequestDocument,
} from '../../projections/partner.ts'
import type {
  AgentCompany,
  AgentInformationRequest,
  AgentMail,
  CreateApplicationResponse,
  RegistrationRequest,
} from '../records/partner.ts'

type Company = Pick<PartnerCompanyDocument, 'legal_name' | 'dba_name' | 'external_id'> & { readonly id: string }

export const companyResource = (company: Company, { id, name, slug }: AccountDocument): z.output<typeof AgentCompany> => ({
  object: 'company',
  id: company.id,
  legal_name: company.legal_name,
  dba_name: company.dba_name,
  external_id: company.external_id,
  account_id: id,
  parent_account: { id, name, slug },
})

export const applicationResource = (
  { id, company_id, status }: PartnerApplicationDocument,
  inviteLink: string,
): z.output<typeof CreateApplicationResponse> => ({ object: 'application', id, company_id, status, invite_link: inviteLink })

export const registrationRequestResource = (
  request: RegistrationRequestDocument,
  inviteLink: string,
): z.output<typeof RegistrationRequest> => ({
  object: 'registration_request',
  id: request.id,
  state: request.state as z.output<typeof RegistrationRequest>['state'],
  status: request.status,
  tax_registration_types: [...request.tax_registration_types],
  company_id: request.company_id,
  external_id: request.external_id,
  submitted_at: request.submitted_at,
  created_at: request.created_at,
  agencies: request.agencies.map((agency) => ({ object: 'agency', ...agency })),
  items: request.items.map((item) => ({ object: 'item', ...item })),
  tax_registration: {
    object: 'tax_registration',
    state: request.state,
    status: request.status,
    jurisdictions: [...request.jurisdictions],
    submitted_at: request.submitted_at,
    completed_at: request.completed_at,
  },
  invite_link: inviteLink,
})

export const informationRequestResource = (
  request: InformationRequestDocument,
  company: Company | undefined,
  url: string,
): z.output<typeof AgentInformationRequest> => ({
  object: 'information_request',
  id: request.id,
  created_at: request.created_at,
  url,
  information_requested: request.information_requested,
  contact: { first_name: request.first_name, last_name: request.last_name, email: request.email, phone: request.phone },
  company: {
    id: request.company_id,
    legal_name: company?.legal_name ?? null,
    dba_name: company?.dba_name ?? null,
    external_id: company?.external_id ?? null,
  },
})

export const mailResource = (
  mail: PartnerMailDocument,
  { company, account, documentUrl }: { company: Company | undefined; account: AccountDocument; documentUrl: string | null },
): z.output<typeof AgentMail> => ({
  object: 'mail',
  id: mail.id,
  arrived_at: mail.arrived_at,
  external_id: mail.external_id,
  sender_name: mail.sender_name,
  recipient_name: mail.recipient_name,
  created_at: mail.created_at,
  updated_at: mail.updated_at,
  mail_viewed: mail.mail_viewed,
  agency_name: mail.agency_name,
  tag_names: [...mail.tag_names],
  internal_status: mail.internal_status,
  notes: mail.notes,
  document_url: documentUrl,
  summary_payload: mail.summary === null ? {} : { summary: mail.summary },
  suggested_mail_tag: mail.suggested_mail_tag,
  suggested_partner_name: mail.suggested_partner_name,
  suggested_action_request: mail.suggested_action_request,
  mailbox_name: mail.mailbox_name,
  registration_request_id: mail.registration_request_id,
  state: mail.state as z.output<typeof AgentMail>['state'],
  source: { type: mail.registration_request_id ? 'registration_request' : 'company', id: mail.registration_request_id ?? mail.company_id },
  company: {
    id: company?.id ?? null,
    legal_name: company?.legal_name ?? null,
    dba_name: company?.dba_name ?? null,
    provider_company_id: company?.id ?? null,
    external_id: company?.external_id ?? null,
    parent_account_name: account.name,
  },
  document: mail.document && {
    id: mail.document.document_id,
    filename: mail.document.filename,
    content_type: mail.document.content_type,
    size: mail.document.size,
    sha256: mail.document.sha256,
  },
})
