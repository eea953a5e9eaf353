// The limits of the interface that clients are told of: one table, which the schemas and checks count by. docs/limits.md lists it.
import { longestCollateral } from '../commands/lien-rules.ts'
import { calendarLimits } from '../commands/review-calendar.ts'
import { policyLimits } from '../events/policy.ts'
import { uploadLimits } from './upload-format.ts'

export type Limit = {
  /** What is limited, in words. */
  readonly what: string
  /** Only where it is more than not being empty. */
  readonly least?: number
  readonly most: number
  readonly unit: string
  /** Where it counts: members of schemas of the interface description, with `[]` for the entries of a list, or operations. */
  readonly at: readonly string[]
  /** What becomes of a request beyond it, where that is not 422 (400 for a query and for `POST /v1/partner/registration_requests`). */
  readonly beyond?: string
}

const characters = (most: number, what: string, ...at: readonly string[]): Limit => ({ what, most, unit: 'characters', at })
const entries = (most: number, what: string, ...at: readonly string[]): Limit => ({ what, most, unit: 'entries', at })
type Range = Limit & { readonly least: number }
const from = (least: number, limit: Limit): Range => ({ ...limit, least })
const number = ([least, most]: readonly [number, number], unit: string, what: string, ...at: readonly string[]): Range => ({
  what,
  least,
  most,
  unit,
  at,
})
/** The same member of a creation and an update. */
const ofBusiness = (member: string): readonly string[] => [`CreateBusinessRequest.${member}`, `UpdateBusinessRequest.${member}`]
const rule = (member: string): string => `CreatePolicyTrialRequest.definition.rules[].${member}`

const { months, soonDays, changeDays } = calendarLimits

/** Of members of requests, and of their queries. */
export const memberLimits = {
  businessName: characters(
    500,
    'name of a business',
    ...ofBusiness('name'),
    ...ofBusiness('names[].name'),
    'OwningBusiness.name',
    'CreateSignalRequest.name',
    'AddAttributesAction.payload.names[]',
    'PrefillBusinessRequest.names[]',
  ),
  furtherNames: entries(20, 'further names of a business', ...ofBusiness('names'), 'PrefillBusinessRequest.names'),
  addresses: entries(
    20,
    'addresses',
    ...ofBusiness('addresses'),
    'CreateSignalRequest.addresses',
    'PrefillBusinessRequest.addresses',
    'LienSecuredParty.addresses',
  ),
  addressFilters: entries(20, 'addresses to search by', 'AutocompleteRequest.addresses'),
  addressPart: characters(
    500,
    'address in one line, or a part of one',
    ...['full_address', 'address_line1', 'address_line2', 'city'].map((part) => `AddressItem.${part}`),
    'CreateSignalRequest.addresses[]',
    'PrefillBusinessRequest.addresses[]',
    ...['full_address', 'address_line1', 'city', 'state', 'postal_code'].map((part) => `AddressFilter.${part}`),
    'CreateCompanyRequest.addresses[].full_address',
  ),
  country: characters(100, 'country of an address', 'AddressItem.country'),
  phoneNumbers: entries(20, 'phone numbers of a business', ...ofBusiness('phone_numbers')),
  emailAddresses: entries(20, 'e-mail addresses of a business', ...ofBusiness('email_addresses')),
  people: entries(100, 'people of a business', ...ofBusiness('people'), 'CreateSignalRequest.people'),
  personName: characters(
    200,
    'name of a person',
    'PersonItem.name',
    'OwningPerson.name',
    'CreateSignalRequest.people[]',
    'CertifyOwnershipRequest.name',
    'CreateCompanyRequest.contact_name',
  ),
  title: characters(200, 'title of a person', 'PersonItem.title', 'PersonItem.titles[]', 'CertifyOwnershipRequest.title'),
  titles: entries(20, 'titles of a person', 'PersonItem.titles'),
  personPhone: from(5, characters(40, 'phone number of a person', 'PersonItem.phone')),
  share: number([0, 100], 'percent', 'share of a person in the business', 'PersonItem.ownership_percentage'),
  owners: entries(
    100,
    'owners of one company',
    ...ofBusiness('ownership'),
    'ReplaceOwnershipRequest.ownership',
    'OwningBusiness.ownership',
  ),
  ownedShare: { ...entries(100, 'share of an owner, more than 0', 'OwnershipItem.percentage'), unit: 'percent' },
  registrationNumber: characters(100, 'registration number of an owner', 'OwningBusiness.registration_number'),
  wording: characters(5_000, 'wording of a certification', 'CertifyOwnershipRequest.wording'),
  url: characters(
    2_000,
    'web address',
    'WebsiteItem.url',
    'AddSourcesAction.payload.sources[].url',
    'PrefillBusinessRequest.website_url',
    'CreateWebhookRequest.url',
    'UpdateWebhookRequest.url',
    'WebhookOidcCredentials.token_url',
    ...['CreateApplicationRequest', 'CreateRegistrationRequest'].flatMap((each) => [`${each}.redirect_uri`, `${each}.redirect_back_uri`]),
  ),
  externalId: characters(
    255,
    'id of yours',
    ...ofBusiness('external_id'),
    ...ofBusiness('unique_external_id'),
    'CreateSignalRequest.external_id',
    'CreateCompanyRequest.external_id',
    'CreateApplicationRequest.company_external_id',
    'CreateRegistrationRequest.external_id',
  ),
  connectionId: characters(255, 'connection', 'CreateBusinessRequest.connection_id'),
  tags: entries(100, 'tags', ...ofBusiness('tags'), 'MailTags'),
  tag: characters(100, 'tag', ...ofBusiness('tags[]'), 'MailTags[]'),
  orders: entries(30, 'orders at once', 'CreateBusinessRequest.orders'),
  subproducts: entries(10, 'subproducts of an order', 'OrderItem.subproducts'),
  orderStatus: characters(64, 'status of an order', 'UpdateOrderRequest.status'),
  reason: characters(
    2_000,
    'reason in words',
    'UpdateBusinessRequest.status_reason',
    'SetRiskRequest.reason',
    'EraseDueRequest.reason',
    'EndRelationshipRequest.reason',
    'PlaceLegalHoldRequest.reason',
    'LiftLegalHoldRequest.reason',
    'ResolveOwnerDiscrepancyRequest.reason',
    'RefuseProposalRequest.reason',
  ),
  statusReasons: entries(20, 'reasons of a decision', 'UpdateBusinessRequest.status_reasons'),
  reasonCode: characters(64, 'code of a reason', 'DecisionReasonItem.code'),
  reasonText: characters(200, 'text of a reason', 'DecisionReasonItem.text', 'ListedReason.text'),
  listedReasons: entries(100, 'reasons that an account lists', 'SetNoticeSettingsRequest.reasons'),
  findings: entries(50, 'findings of a reason', 'DecisionReasonItem.findings'),
  finding: characters(100, 'finding of a reason', 'DecisionReasonItem.findings[]'),
  creditorName: characters(200, 'name of the creditor in notices', 'SetNoticeSettingsRequest.creditor_name'),
  noticeAddress: characters(500, 'address in notices', 'SetNoticeSettingsRequest.creditor_address', 'SetNoticeSettingsRequest.agency'),
  note: characters(
    10_000,
    'note',
    'CreateNoteRequest.text',
    'RunFeedbackRequest.comment',
    'DismissalAction.payload.reason',
    ...['AddSources', 'AddAttributes', 'UpdateAddressRisk', 'VerifyTin', 'Decision', 'Dismissal'].map((type) => `${type}Action.note`),
  ),
  actionEntries: entries(
    100,
    'entries of a list in an action',
    'AddSourcesAction.payload.sources',
    ...['names', 'addresses', 'people', 'phone_numbers', 'email_addresses'].map((list) => `AddAttributesAction.payload.${list}`),
  ),
  sourceType: characters(100, 'type of a source', 'AddSourcesAction.payload.sources[].type'),
  debtors: entries(1_000, 'debtors of a lien, where the state has no lower limit', 'CreateLienRequest.debtors', 'LienEntry.debtors'),
  securedParties: {
    ...entries(100, 'secured parties of a lien', 'CreateLienRequest.secured_parties', 'LienEntry.secured_parties'),
    beyond: '400',
  },
  partyOrganization: characters(
    300,
    'organization that is a party of a lien',
    'LienDebtor.organization_name',
    'LienSecuredParty.organization_name',
    'LienSecuredParty.name',
  ),
  partyPerson: characters(
    100,
    'first or last name of a party of a lien',
    ...['LienDebtor', 'LienSecuredParty'].flatMap((party) => [`${party}.first_name`, `${party}.last_name`]),
  ),
  collateral: characters(longestCollateral, 'collateral', 'CreateLienRequest.collateral', 'LienEntry.collateral'),
  packetNumber: characters(
    100,
    'packet number',
    ...['CreateLienRequest', 'LienEntry', 'TerminateLienRequest'].map((each) => `${each}.packet_number`),
  ),
  lienStates: entries(60, 'states of one request for liens', 'CreateLienRequest.states'),
  lienBatch: entries(50, 'liens of a batch', 'CreateLienBatchRequest.liens'),
  monitored: entries(100, 'event types of a monitor', 'MonitoringEventTypesParam.event_types'),
  reviewMonths: number(
    [months.least, months.most],
    'months',
    'period between reviews',
    ...['high', 'medium', 'low'].map((tier) => `SetReviewCalendarRequest.${tier}_months`),
  ),
  soonDays: number([soonDays.least, soonDays.most], 'days', 'days ahead that a review is due soon', 'SetReviewCalendarRequest.soon_days'),
  changeDays: number(
    [changeDays.least, changeDays.most],
    'days',
    'days to a review after a change',
    'SetReviewCalendarRequest.change_days',
  ),
  retentionMonths: number(
    [1, 600],
    'months',
    'period that records are kept',
    'SetRetentionRequest.customer_months',
    'SetRetentionRequest.applicant_months',
  ),
  erasures: entries(100, 'businesses of one request for erasure', 'EraseDueRequest.business_ids'),
  contextType: characters(100, 'type of a context', 'CreateThreadRequest.context_type', 'CreateRunRequest.context_type'),
  answer: characters(2_000, 'answer to a question of a run', 'ResumeRunRequest.answer'),
  batchName: characters(
    uploadLimits.name,
    'name of a batch or of its file',
    'CreateBusinessBatchRequest.name',
    'CreateBusinessBatchRequest.filename',
  ),
  modelSlug: characters(100, 'scoring model', 'CreateSignalRequest.model_slug'),
  secret: characters(
    500,
    'secret or client of a webhook',
    'CreateWebhookRequest.secret',
    'UpdateWebhookRequest.secret',
    ...['client_id', 'client_secret', 'scope'].map((member) => `WebhookOidcCredentials.${member}`),
  ),
  companyName: characters(
    300,
    'name of a company of a partner',
    'CreateCompanyRequest.legal_name',
    'CreateCompanyRequest.dba_name',
    'CreateRegistrationRequest.company_name',
  ),
  email: characters(
    254,
    'e-mail address',
    'PersonItem.email',
    ...ofBusiness('email_addresses[].email_address'),
    'AddAttributesAction.payload.email_addresses[]',
    'BulkDisableMonitoringRequest.notification_email',
    'CreateCompanyRequest.contact_email',
    'CreateRegistrationRequest.email',
  ),
  companyPhone: characters(40, 'phone number of a company', 'CreateCompanyRequest.contact_phone_number'),
  companyType: characters(100, 'entity type of a company', 'CreateCompanyRequest.entity_type'),
  companyAddresses: entries(50, 'addresses of a company', 'CreateCompanyRequest.addresses'),
  companyAddressLine: characters(
    200,
    'line of the address of a company',
    ...['1', '2'].map((line) => `CreateCompanyRequest.addresses[].address_line${line}`),
  ),
  companyCity: characters(100, 'city of a company', 'CreateCompanyRequest.addresses[].city'),
  companyPostalCode: characters(20, 'postal code of a company', 'CreateCompanyRequest.addresses[].postal_code'),
  companyAddressType: characters(50, 'type of the address of a company', 'CreateCompanyRequest.addresses[].address_type'),
  registrationTypes: entries(
    10,
    'types of registrations',
    'CreateRegistrationRequest.tax_registration_types',
    'GET /v1/agent/questions ?categories[]',
  ),
  jurisdictions: entries(500, 'jurisdictions of a registration', 'CreateRegistrationRequest.jurisdictions'),
  jurisdiction: characters(
    200,
    'slug of a jurisdiction',
    'CreateRegistrationRequest.jurisdictions[]',
    'GET /v1/agent/questions ?jurisdiction_slugs[][]',
    'GET /v1/agent/jurisdictions/search ?slug',
  ),
  askedJurisdictions: entries(200, 'jurisdictions whose questions are asked for', 'GET /v1/agent/questions ?jurisdiction_slugs[]'),
  askedStates: entries(60, 'states whose questions are asked for', 'GET /v1/agent/questions ?states[]'),
  searchWords: characters(200, 'words of a search', 'GET /v1/agent/jurisdictions/search ?q', 'GET /v1/partner/mail ?q'),
  section: characters(100, 'section of a dashboard', 'GET /v1/partner/registration_requests/{id}/guest_dashboard ?section'),
  typedName: from(3, characters(300, 'name as typed so far', 'AutocompleteRequest.name')),
  identityId: characters(500, 'result of the autocomplete', 'PrefillBusinessRequest.autocomplete_result_id'),
  policyName: characters(policyLimits.name, 'name of a policy or rule', 'CreatePolicyTrialRequest.definition.name', rule('name')),
  policyDescription: characters(policyLimits.description, 'description of a policy', 'CreatePolicyTrialRequest.definition.description'),
  policyRules: entries(policyLimits.rules, 'rules of a policy', 'CreatePolicyTrialRequest.definition.rules'),
  policyResult: characters(policyLimits.result, 'result of a rule', rule('result')),
  policyActions: entries(policyLimits.actions, 'actions of a rule', rule('actions')),
  policyReasons: entries(policyLimits.reasons, 'reasons that a policy gives', rule('actions[].reasons')),
  policyReason: characters(policyLimits.reasonCode, 'code of a reason that a policy gives', rule('actions[].reasons[]')),
  policyTag: characters(policyLimits.tag, 'tag that a policy adds', rule('actions[].tag')),
  trialThreshold: number([0.5, 1], 'as a score', 'lowest score of a hit in a trial', 'CreatePolicyTrialRequest.watchlist_threshold'),
  trialLists: entries(20, 'versions of lists in a trial', 'CreatePolicyTrialRequest.list_versions'),
  label: characters(100, 'name of an API key or a test clock', 'CreateApiKeyRequest.name', 'CreateTestClockRequest.name'),
  clockBusinesses: entries(10, 'businesses that follow a test clock', 'CreateTestClockRequest.business_ids'),
} as const satisfies { readonly [name: string]: Limit }
