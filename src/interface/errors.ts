// The errors that clients see, and the only place with status codes: `{"errors": [{"message", "parameter"?}]}` (specification, section 7).
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RefusalReason, Refused, Resource } from '../commands/refused.ts'
import { ownValue } from '../events/own-value.ts'
import { memberLimits } from './limits.ts'
import { type ErrorEntry, sentence } from './messages.ts'
import { serviceLimits } from './service-limits.ts'

type Details = {
  readonly headers?: Readonly<Record<string, string>>
  /** Members of the body beside `errors`, such as OAuth's `error` and `error_description`. */
  readonly extra?: Readonly<Record<string, string>>
}

/** A response other than success that the edge itself decides on. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ContentfulStatusCode
  readonly entries: readonly ErrorEntry[]
  readonly details: Details
  constructor(status: ContentfulStatusCode, entries: readonly ErrorEntry[], details: Details = {}) {
    super(entries[0]?.message ?? `status ${status}`)
    this.status = status
    this.entries = entries
    this.details = details
  }
}

/** The request became a proposal: nothing was changed, and another person has to confirm it. */
export class Accepted extends ApiError {
  readonly body: {
    readonly object: 'proposal'
    readonly id: string
    readonly acts: readonly string[]
    readonly status: 'open'
    readonly message: string
  }
  constructor(id: string, acts: readonly string[]) {
    const message = 'proposed: another person has to confirm it'
    super(202, [{ message }])
    this.body = { object: 'proposal', id, acts, status: 'open', message }
  }
}

export const entry = (message: string, parameter?: string): ErrorEntry => (parameter === undefined ? { message } : { message, parameter })

export const badRequest = (message: string, parameter?: string) => new ApiError(400, [entry(message, parameter)])
const unauthorizedWith = (message: string, bearer: string) =>
  new ApiError(401, [{ message }], { headers: { 'WWW-Authenticate': `Bearer ${bearer}, Basic realm="Probity", charset="UTF-8"` } })
export const unauthorized = (message: string) => unauthorizedWith(message, 'realm="Probity"')
/** There were credentials, and they belong to nobody or have expired (RFC 6750, 3.1). */
export const invalidCredentials = (message: string) => unauthorizedWith(message, 'realm="Probity", error="invalid_token"')
export const forbidden = (message: string) => new ApiError(403, [{ message }])
/**
 * 404 for an object that does not exist or is another account's.
 * @example
 * notFound('business').message // => 'business not found'
 * notFound('lien', 'it may be closed').message // => 'lien not found: it may be closed'
 */
export const notFound = (resource: Resource, advice?: string) =>
  new ApiError(404, [{ message: `${words(resource)} not found${advice === undefined ? '' : `: ${advice}`}` }])
export const conflict = (message: string) => new ApiError(409, [{ message }])
export const preconditionFailed = () =>
  new ApiError(412, [
    entry('If-Match cannot hold: the tags of this service are weak, for If-None-Match alone. Nothing was changed', 'If-Match'),
  ])
/** The connection closes afterwards, because the rest of the body is not read. */
export const tooLarge = (bytes: number) =>
  new ApiError(413, [{ message: `the body is larger than the ${inWords(bytes)} allowed` }], { headers: { Connection: 'close' } })
const inWords = (bytes: number): string => (bytes < 1_048_576 ? `${bytes / 1024} KB` : `${bytes / 1_048_576} MB`)
/** The connection closes afterwards, because a body may be on its way that nobody reads. */
const waitForPlace = { headers: { 'Retry-After': '5', Connection: 'close' } }
/** `what`: the plural of what the account has too many of. */
export const shareUsed = (what: string) =>
  new ApiError(429, [{ message: `this account has too many ${what} in progress; try again in a moment` }], waitForPlace)
/** The same, of all accounts together. */
export const shareUsedUp = (what: string) =>
  new ApiError(503, [{ message: `the service has too many ${what} in progress; try again in a moment` }], waitForPlace)
export const tooSlow = () => new ApiError(408, [{ message: 'the body took too long to arrive' }], { headers: { Connection: 'close' } })
export const unprocessable = (entries: readonly ErrorEntry[] | string, parameter?: string) =>
  new ApiError(422, typeof entries === 'string' ? [entry(entries, parameter)] : entries)
/** `headers`: further headers that describe the limit. */
export const tooManyRequests = (message: string, retryAfterSeconds: number, headers: Readonly<Record<string, string>> = {}) =>
  new ApiError(429, [{ message }], { headers: { 'Retry-After': String(retryAfterSeconds), ...headers } })
export const unavailable = (message: string) => new ApiError(503, [{ message }], { headers: { 'Retry-After': '1' } })

const words = (name: string) => name.replaceAll('_', ' ')

/** `{most}` in a message stands for that detail of the refusal. */
type Refusal = readonly [status: ContentfulStatusCode, message: string]

const refusals: { readonly [Reason in Exclude<RefusalReason, `${Resource}_not_found`>]: Refusal } = {
  action_does_not_fit: [422, 'this type of action does not fit the object'],
  agency_not_of_request: [422, 'is not an agency of this request'],
  already_taken: [422, 'is already taken'],
  api_key_ended: [422, 'this key has been revoked or has expired'],
  api_key_expired: [401, 'the API key has expired'],
  api_key_needed: [403, 'only an API key may do this'],
  api_key_replaced: [422, 'this key has already been replaced'],
  agent_unknown: [404, 'agent type not found'],
  alternative_designation_does_not_fit: [422, 'is only for filings in Tennessee'],
  assigned_meanwhile: [409, 'has changed since the page was opened: see who has the case now, and assign it again if it is to change'],
  assignee_unknown: [422, 'the assignee is not a user of this account'],
  audit_running: [422, 'the business is in audit'],
  business_erased: [409, 'must not change: the personal data of the business has been erased, and nothing was ordered since'],
  business_exists: [409, 'the business already exists'],
  business_has_test_clock: [409, 'must not name a business that follows a test clock already'],
  client_address_not_allowed: [403, 'requests from this IP address are not allowed for this account'],
  collateral_too_long: [422, `must be at most ${memberLimits.collateral.most} characters`],
  code_used_twice: [400, 'this authorization code has been used before'],
  evidence_outdated: [409, 'the business was changed while its evidence was gathered'],
  company_contradictory: [422, 'is not the external id of the company in the request'],
  company_exists: [409, 'the company already exists'],
  company_unknown: [422, 'the company does not exist'],
  connection_unknown: [422, 'the connection does not exist'],
  context_contradictory: [422, 'is a different business from the one in the request'],
  context_missing: [400, 'is required, or another context: context_type and context_id'],
  context_incomplete: [400, 'is required: context_type and context_id go together'],
  context_type_unknown: [422, 'must be business'],
  decided_meanwhile: [409, 'has since been set to {status} by another decision'],
  debtor_address_not_one: [422, 'must be a list of exactly one address'],
  debtor_missing: [422, 'must hold at least one debtor'],
  debtor_name_incomplete: [422, 'is required: a person is named by first_name and last_name'],
  debtor_name_missing: [422, 'is required, or first_name and last_name'],
  debtors_too_many: [422, 'must be a list of at most {most}: {state} allows no more debtors on one filing'],
  dismissal_reason_missing: [422, 'is required: say why the listed party is a different one'],
  email_taken: [409, 'a user with this e-mail address already exists'],
  example_running: [422, 'an order of this example is still running'],
  end_in_future: [422, 'must not be after today'],
  erased_already: [
    409,
    'everything personal of this business has been erased, and a hold brings nothing back; what is left is never erased',
  ],
  erasure_begun: [409, 'an erasure has begun, which cannot be stopped any more'],
  finding_unknown: [422, 'is neither the key of a review task of this business nor the id of one of its watchlist hits or discrepancies'],
  notice_lacks_address: [422, 'a notice needs the address of the creditor: set it first with PUT /v1/notice_settings'],
  notice_lacks_reasons: [
    422,
    'a notice states specific reasons, and this rejection names none: return the business to review and reject it with reasons',
  ],
  notice_without_rejection: [422, 'a notice is only for a business that is rejected, and this one is not'],
  feature_unknown: [422, 'must be one of {known}'],
  feature_not_enabled: [403, 'this feature is not enabled for the account'],
  file_number_missing: [422, 'is required once the state shows the filing'],
  identity_order_required: [422, 'this product needs an identity or business_verification_verify order on the business'],
  information_request_closed: [422, 'the information request has been answered or closed'],
  invitation_invalid: [422, 'this invitation is no longer valid'],
  interrupt_not_waiting: [422, 'is not an open question of this run'],
  answer_not_offered: [422, 'must be one of the options that the question offers'],
  answered_otherwise: [409, 'comes too late: the question has been answered otherwise'],
  key_scope_missing: [403, 'the API key needs the scope {scope}'],
  key_lives_too_long: [403, 'must not be after {latest}: a key that expires gives no longer life than it has'],
  key_scope_too_wide: [403, 'must be among the scopes of the API key of the request, which lacks {scope}'],
  legal_hold: [409, 'a legal hold is on the business: nothing of it may be erased until the hold is lifted'],
  lien_not_yet_processed: [422, 'a lien in status created cannot be terminated yet'],
  lien_state_repeated: [422, 'is given twice: each lien needs its own state'],
  lien_date_before_filing: [422, 'must not be before the filing date, {filing_date}'],
  lien_step_does_not_follow: [422, 'is not possible now: the lien is {status}{first}'],
  lien_termination_not_requested: [422, 'is not possible: no termination of the lien was requested'],
  lien_unfinished: [422, 'has a lien that is not closed: it is filed and terminated under the name of its debtor'],
  model_unknown: [422, 'there is no scoring model of this name'],
  not_an_example: [422, 'only test businesses with the tag example can be removed'],
  not_due: [422, 'is not due for erasure'],
  queue_views_exhausted: [422, `an account may have at most ${serviceLimits.savedViews.most} saved views; remove one first`],
  oauth_clients_exhausted: [422, `an account may have at most ${serviceLimits.oauthClients.most} OAuth clients`],
  public_clients_exhausted: [
    422,
    `an account may allow at most ${serviceLimits.registeredClients.most} applications that registered themselves: delete some under Credentials`,
  ],
  oauth_client_removed: [422, 'an administrator has removed this application from the account: it must register again'],
  name_missing: [422, 'is required, because none was submitted'],
  option_does_not_fit: [422, 'this option does not fit the product'],
  order_running: [422, 'an order of this product is still running'],
  override_reason_missing: [422, 'is required, because a watchlist hit has not been dismissed: say why you approve the business anyway'],
  checks_not_passed: [422, 'cannot be “All checks passed”: there are findings against the business, or no review yet'],
  orders_running: [422, 'the status cannot be set while orders are running'],
  discrepancy_not_found: [404, 'the business has no such discrepancy'],
  review_missing: [400, 'needs a review first: the business has no tier yet'],
  ownership_missing: [422, 'is required first: this business has no owners on record'],
  packet_number_for_several: [422, 'a packet number can be given for one state only'],
  packet_number_taken: [422, 'this packet number has been used before'],
  people_missing: [422, 'is required, because no person was submitted'],
  not_the_proposer: [403, 'only the person who proposed it may withdraw it'],
  policy_does_not_parse: [422, 'has a condition that cannot be read'],
  policy_not_enabled: [422, 'needs an active version of the policy to run beside; enable one first'],
  policy_version_enabled: [422, 'is already the active version'],
  policy_version_not_found: [404, '{policy} has no version {version}; versions are {versions}'],
  policy_version_not_in_shadow: [422, 'does not run in shadow'],
  proposal_closed: [409, 'the proposal has already been {status}'],
  proposal_open: [409, 'someone else has already proposed this: confirm or refuse that proposal ({proposal_id})'],
  proposal_outdated: [409, 'the proposal is out of date: {changed} changed since. Propose it again'],
  relationship_rejected: [422, 'ended with the rejection: return the business to review, or approve it'],
  read_only_access: [403, 'this request requires higher privileges than the access token provides'],
  question_documents_exhausted: [
    422,
    `a question may have at most ${serviceLimits.questionDocuments.most} documents: this one was not uploaded`,
  ],
  registration_documents_exhausted: [
    422,
    `a registration request may have at most ${serviceLimits.requestDocuments.most} documents: this one was not uploaded`,
  ],
  registration_request_not_submitted: [422, 'the registration request has not been submitted yet'],
  registration_request_submitted: [400, 'the registration request has already been submitted'],
  role_missing: [422, 'at least one role is needed'],
  same_person: [403, 'the same person proposed it: another person has to confirm or refuse it'],
  second_person_missing: [
    422,
    'this needs a second person, and the account has no other active user who may confirm it: invite one first (Settings, Users)',
  ],
  secured_party_incomplete: [400, 'each secured party needs a name and an address'],
  secured_party_missing: [400, 'no secured party was given and the account has no default one'],
  subproduct_does_not_fit: [422, 'this subproduct does not fit the product'],
  address_not_found: [422, 'is not the id of an address of this business'],
  copy_before_business: [422, 'must not be before the business was created, which was at {at}'],
  test_clock_advancing: [409, 'the test clock is being advanced to another time: wait until it is ready'],
  test_clock_backwards: [422, 'must not be before the time of the test clock, which is {at}'],
  test_clock_before_business: [422, 'must not be before the last change of a business that follows the clock ({id})'],
  test_clock_begins_ahead: [422, 'must not be in the future: make the clock, and advance it'],
  test_clock_too_far: [422, 'must be at most two years after the time of the test clock, which is {at}'],
  webhooks_exhausted: [422, 'an account may have at most {most} webhooks in each mode: delete some'],
  test_clocks_exhausted: [422, 'an account may have at most {most} test clocks: delete some'],
  test_mode_only: [403, 'test clocks are only for objects of the test mode: use a test key (a live key may copy a business with `copy`)'],
  time_passed: [422, 'must be in the future'],
  tin_missing: [422, 'is required, because none was submitted'],
  upload_abandoned: [503, 'the upload took too long and was cancelled; send it again'],
  user_inactive: [422, 'this user may not sign in'],
  verify_order_required: [403, 'a completed identity or verify order on the business is required'],
  website_missing: [422, 'is required, because none was submitted'],
}

/** Status and message of a refusal. */
export const refusal = (reason: RefusalReason): Refusal => ownValue<Refusal>(refusals, reason) ?? [404, words(reason)]

/** A refused command as entries of a list of errors, also for single items of a batch. */
export const refusalEntry = ({ reason, parameter, details }: Refused): ErrorEntry => {
  const message = refusal(reason)[1].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details?.[name] ?? ''))
  return entry(sentence(parameter ?? 'this', message), parameter)
}
