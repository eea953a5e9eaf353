// Response records (partner): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { companyComparators, comparators, questionTypes } from '../../evidence/registrations/questions.ts'
import { AnyObject, State, Timestamp } from './common.ts'

export const AgentCompanyParentAccount = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
  })
  .meta({ id: 'AgentCompanyParentAccount' })

export const AgentCompany = z
  .object({
    object: z.string(),
    id: z.uuid(),
    legal_name: z.string(),
    dba_name: z.string().nullable(),
    external_id: z.string().nullable(),
    account_id: z.uuid(),
    parent_account: AgentCompanyParentAccount,
  })
  .meta({ id: 'AgentCompany' })

export const AgentInformationRequestCompany = z
  .object({
    id: z.uuid(),
    legal_name: z.string().nullable(),
    dba_name: z.string().nullable(),
    external_id: z.string().nullable(),
  })
  .meta({ id: 'AgentInformationRequestCompany' })

export const AgentInformationRequestContact = z
  .object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.email().nullable(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'AgentInformationRequestContact' })

export const AgentInformationRequest = z
  .object({
    object: z.string(),
    id: z.uuid(),
    created_at: Timestamp,
    url: z.url(),
    information_requested: z.string(),
    contact: AgentInformationRequestContact,
    company: AgentInformationRequestCompany,
  })
  .meta({ id: 'AgentInformationRequest' })

export const AgentJurisdiction = z
  .object({
    object: z.string(),
    slug: z.string(),
    type: z.string(),
    label: z.string(),
    name: z.string(),
    agency_name: z.string(),
    agency_slug: z.string(),
    agency_items: z.array(z.string()),
    city: z.string().nullable(),
    state: z.string(),
  })
  .meta({ id: 'AgentJurisdiction' })

export const AgentMailCompany = z
  .object({
    id: z.uuid().nullable(),
    legal_name: z.string().nullable(),
    dba_name: z.string().nullable(),
    provider_company_id: z.string().nullable(),
    external_id: z.string().nullable(),
    parent_account_name: z.string(),
  })
  .meta({ id: 'AgentMailCompany' })

export const AgentMailSource = z
  .object({
    type: z.string(),
    id: z.uuid().nullable(),
  })
  .meta({ id: 'AgentMailSource' })

export const AgentMail = z
  .object({
    object: z.string(),
    id: z.uuid(),
    arrived_at: Timestamp.nullable(),
    external_id: z.string().nullable(),
    sender_name: z.string().nullable(),
    recipient_name: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    mail_viewed: z.boolean(),
    agency_name: z.string().nullable(),
    tag_names: z.array(z.string()),
    internal_status: z.string().nullable(),
    notes: z.string().nullable(),
    document_url: z.url().nullable(),
    summary_payload: AnyObject,
    suggested_mail_tag: z.string().nullable(),
    suggested_partner_name: z.string().nullable(),
    suggested_action_request: z.boolean(),
    mailbox_name: z.string().nullable(),
    registration_request_id: z.uuid().nullable(),
    state: State.nullable(),
    source: AgentMailSource,
    company: AgentMailCompany,
    document: AnyObject.nullable(),
  })
  .meta({ id: 'AgentMail' })

export const AgentQuestionCompanyDependenciesItemItemComparator = z
  .enum(companyComparators)
  .meta({ id: 'AgentQuestionCompanyDependenciesItemItemComparator' })

export const AgentQuestionCompanyDependenciesItemItemValue = z
  .union([z.string(), z.array(z.string())])
  .meta({ id: 'AgentQuestionCompanyDependenciesItemItemValue' })

export const AgentQuestionCompanyDependenciesItemItem = z
  .object({
    field: z.string(),
    value: AgentQuestionCompanyDependenciesItemItemValue,
    comparator: AgentQuestionCompanyDependenciesItemItemComparator.optional(),
  })
  .meta({ id: 'AgentQuestionCompanyDependenciesItemItem' })

export const AgentQuestionQuestionDependencyValue = z
  .union([z.string(), z.array(z.string())])
  .meta({ id: 'AgentQuestionQuestionDependencyValue' })

export const AgentQuestionQuestionDependency = z
  .object({
    key: z.string(),
    value: AgentQuestionQuestionDependencyValue,
    comparator: z.enum(comparators).optional(),
  })
  .meta({ id: 'AgentQuestionQuestionDependency' })

export const AgentQuestionType = z.enum(questionTypes).meta({ id: 'AgentQuestionType' })

export const AgentQuestionValidationDateItem = z
  .object({
    before: z.boolean(),
    date: z.string().optional(),
    key: z.string().optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'AgentQuestionValidationDateItem' })

export const AgentQuestionValidation = z
  .object({
    date: z.array(AgentQuestionValidationDateItem).optional(),
    format: z.array(z.string()).optional(),
    min_value: z.int().optional(),
  })
  .meta({ id: 'AgentQuestionValidation' })

export const AgentQuestionWarningDateItem = z
  .object({
    before: z.boolean(),
    date: z.string().optional(),
    key: z.string().optional(),
    offset_days: z.int().optional(),
    message: z.string(),
  })
  .meta({ id: 'AgentQuestionWarningDateItem' })

export const AgentQuestionWarning = z
  .object({
    date: z.array(AgentQuestionWarningDateItem),
  })
  .meta({ id: 'AgentQuestionWarning' })

export const AgentQuestion = z
  .object({
    key: z.string(),
    label: z.string(),
    type: AgentQuestionType,
    categories: z.array(z.string()),
    optional: z.boolean(),
    validation: AgentQuestionValidation.nullable(),
    company_dependencies: z.array(z.array(AgentQuestionCompanyDependenciesItemItem)),
    options: z.array(z.string()),
    sublabel: z.string().nullable(),
    components: z.array(z.string()),
    question_dependency: AgentQuestionQuestionDependency.nullable(),
    warning: AgentQuestionWarning.nullable(),
    api_only: z.boolean(),
    tooltip: z.string().nullable(),
    jurisdiction_slugs: z.array(z.string()),
    updated_at: z.string(),
    ai_validated: z.boolean(),
  })
  .meta({ id: 'AgentQuestion' })

export const CreateApplicationResponse = z
  .object({
    object: z.string(),
    id: z.uuid(),
    company_id: z.uuid(),
    status: z.string(),
    invite_link: z.url(),
  })
  .meta({ id: 'CreateApplicationResponse' })

export const GetRegistrationRequestGuestDashboardResponse = z
  .object({
    guest_dashboard_url: z.url(),
  })
  .meta({ id: 'GetRegistrationRequestGuestDashboardResponse' })

export const ListQuestionsResponseDataOneItem = z
  .object({
    state: z.string(),
    questions: z.array(AgentQuestion),
  })
  .meta({ id: 'ListQuestionsResponseDataOneItem' })

export const RegistrationRequest = z
  .object({
    object: z.string(),
    id: z.uuid(),
    state: State,
    status: z.string(),
    tax_registration_types: z.array(z.string()),
    company_id: z.uuid(),
    external_id: z.string().nullable(),
    submitted_at: z.string().nullable(),
    created_at: z.string(),
    agencies: z.array(AnyObject),
    items: z.array(AnyObject),
    tax_registration: AnyObject,
    invite_link: z.url(),
  })
  .meta({ id: 'RegistrationRequest' })
