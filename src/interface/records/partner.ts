// Response records (partner): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { AnyObject, State, Timestamp } from './common.ts'

export const AgentCompanyParentAccount = z
  .object({
    id: z.uuid().nullish(),
    name: z.string().nullish(),
    slug: z.string().nullish(),
  })
  .meta({ id: 'AgentCompanyParentAccount' })

export const AgentCompany = z
  .object({
    object: z.string(),
    id: z.uuid(),
    legal_name: z.string(),
    dba_name: z.string().nullish(),
    external_id: z.string().nullish(),
    account_id: z.uuid(),
    parent_account: AgentCompanyParentAccount.nullish(),
  })
  .meta({ id: 'AgentCompany' })

export const AgentInformationRequestCompany = z
  .object({
    id: z.uuid(),
    legal_name: z.string().nullish(),
    dba_name: z.string().nullish(),
    external_id: z.string().nullish(),
  })
  .meta({ id: 'AgentInformationRequestCompany' })

export const AgentInformationRequestContact = z
  .object({
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.email().nullish(),
    phone: z.string().nullish(),
  })
  .meta({ id: 'AgentInformationRequestContact' })

export const AgentInformationRequest = z
  .object({
    object: z.string(),
    id: z.uuid(),
    created_at: Timestamp,
    url: z.url().nullish(),
    information_requested: z.string(),
    contact: AgentInformationRequestContact.nullish(),
    company: AgentInformationRequestCompany,
  })
  .meta({ id: 'AgentInformationRequest' })

export const AgentJurisdiction = z
  .object({
    object: z.string(),
    slug: z.string(),
    type: z.string().nullish(),
    label: z.string().nullish(),
    name: z.string(),
    agency_name: z.string().nullish(),
    agency_slug: z.string().nullish(),
    agency_items: z.array(z.string()).nullish(),
    city: z.string().nullish(),
    state: z.string(),
  })
  .meta({ id: 'AgentJurisdiction' })

export const AgentMailCompany = z
  .object({
    id: z.uuid().nullish(),
    legal_name: z.string().nullish(),
    dba_name: z.string().nullish(),
    provider_company_id: z.string().nullish(),
    external_id: z.string().nullish(),
    parent_account_name: z.string().nullish(),
  })
  .meta({ id: 'AgentMailCompany' })

export const AgentMailSource = z
  .object({
    type: z.string().nullish(),
    id: z.uuid().nullish(),
  })
  .meta({ id: 'AgentMailSource' })

export const AgentMail = z
  .object({
    object: z.string(),
    id: z.uuid(),
    arrived_at: Timestamp.nullish(),
    external_id: z.string().nullish(),
    sender_name: z.string().nullish(),
    recipient_name: z.string().nullish(),
    created_at: Timestamp,
    updated_at: Timestamp,
    mail_viewed: z.boolean(),
    agency_name: z.string().nullish(),
    tag_names: z.array(z.string()),
    internal_status: z.string().nullish(),
    notes: z.string().nullish(),
    document_url: z.url().nullish(),
    summary_payload: AnyObject.nullish(),
    suggested_mail_tag: z.string().nullish(),
    suggested_partner_name: z.string().nullish(),
    suggested_action_request: z.boolean(),
    mailbox_name: z.string().nullish(),
    registration_request_id: z.uuid().nullish(),
    state: State.nullish(),
    source: AgentMailSource,
    company: AgentMailCompany,
    document: AnyObject.nullish(),
  })
  .meta({ id: 'AgentMail' })

export const AgentQuestionCompanyDependenciesItemItemComparator = z
  .enum(['==', '!=', '>', '<', '>=', '<=', 'starts_with', 'len_gt', 'missing_suffix', 'has_special_chars'])
  .meta({ id: 'AgentQuestionCompanyDependenciesItemItemComparator' })

export const AgentQuestionCompanyDependenciesItemItemValue = z
  .union([z.string(), z.array(z.string())])
  .meta({ id: 'AgentQuestionCompanyDependenciesItemItemValue' })

export const AgentQuestionCompanyDependenciesItemItem = z
  .object({
    field: z.string(),
    value: AgentQuestionCompanyDependenciesItemItemValue,
    comparator: AgentQuestionCompanyDependenciesItemItemComparator.nullish(),
  })
  .meta({ id: 'AgentQuestionCompanyDependenciesItemItem' })

export const AgentQuestionQuestionDependencyValue = z
  .union([z.string(), z.array(z.string())])
  .meta({ id: 'AgentQuestionQuestionDependencyValue' })

export const AgentQuestionQuestionDependency = z
  .object({
    key: z.string(),
    value: AgentQuestionQuestionDependencyValue,
    comparator: z.enum(['==', '!=', '>', '<', '>=', '<=', 'len_gt']).nullish(),
  })
  .meta({ id: 'AgentQuestionQuestionDependency' })

export const AgentQuestionType = z
  .enum([
    'text',
    'number',
    'date',
    'date_part',
    'select',
    'multiselect',
    'boolean',
    'address',
    'document',
    'account',
    'textarea',
    'phone',
    'officers_table',
    'string',
  ])
  .meta({ id: 'AgentQuestionType' })

export const AgentQuestionValidationDateItem = z
  .object({
    before: z.boolean(),
    date: z.string().nullish(),
    key: z.string().nullish(),
    message: z.string().nullish(),
  })
  .meta({ id: 'AgentQuestionValidationDateItem' })

export const AgentQuestionValidation = z
  .object({
    date: z.array(AgentQuestionValidationDateItem).nullish(),
    format: z.array(z.string()).nullish(),
    min_value: z.int().nullish(),
  })
  .meta({ id: 'AgentQuestionValidation' })

export const AgentQuestionWarningDateItem = z
  .object({
    before: z.boolean(),
    date: z.string().nullish(),
    key: z.string().nullish(),
    offset_days: z.int().nullish(),
    message: z.string(),
  })
  .meta({ id: 'AgentQuestionWarningDateItem' })

export const AgentQuestionWarning = z
  .object({
    date: z.array(AgentQuestionWarningDateItem).nullish(),
  })
  .meta({ id: 'AgentQuestionWarning' })

export const AgentQuestion = z
  .object({
    key: z.string(),
    label: z.string(),
    type: AgentQuestionType,
    categories: z.array(z.string()).nullish(),
    optional: z.boolean().nullish(),
    validation: AgentQuestionValidation.nullish(),
    company_dependencies: z.array(z.array(AgentQuestionCompanyDependenciesItemItem)).nullish(),
    options: z.array(z.string()).nullish(),
    sublabel: z.string().nullish(),
    components: z.array(z.string()).nullish(),
    question_dependency: AgentQuestionQuestionDependency.nullish(),
    warning: AgentQuestionWarning.nullish(),
    api_only: z.boolean().nullish(),
    tooltip: z.string().nullish(),
    jurisdiction_slugs: z.array(z.string()).nullish(),
    updated_at: z.string().nullish(),
    ai_validated: z.boolean().nullish(),
  })
  .meta({ id: 'AgentQuestion' })

export const CreateApplicationResponse = z
  .object({
    object: z.string().nullish(),
    id: z.uuid().nullish(),
    company_id: z.uuid().nullish(),
    status: z.string().nullish(),
    invite_link: z.url().nullish(),
  })
  .meta({ id: 'CreateApplicationResponse' })

export const GetRegistrationRequestGuestDashboardResponse = z
  .object({
    guest_dashboard_url: z.url(),
  })
  .meta({ id: 'GetRegistrationRequestGuestDashboardResponse' })

export const ListQuestionsResponseDataOneItem = z
  .object({
    state: z.string().nullish(),
    questions: z.array(AgentQuestion).nullish(),
  })
  .meta({ id: 'ListQuestionsResponseDataOneItem' })

export const ListQuestionsResponseData = z
  .union([z.array(AgentQuestion), z.array(ListQuestionsResponseDataOneItem), AnyObject])
  .meta({ id: 'ListQuestionsResponseData' })

export const RegistrationRequest = z
  .object({
    object: z.string(),
    id: z.uuid(),
    state: State,
    status: z.string(),
    tax_registration_types: z.array(z.string()),
    company_id: z.uuid(),
    external_id: z.string().nullish(),
    submitted_at: z.string().nullish(),
    created_at: z.string(),
    agencies: z.array(AnyObject),
    items: z.array(AnyObject),
    tax_registration: AnyObject.nullish(),
    invite_link: z.url(),
  })
  .meta({ id: 'RegistrationRequest' })
