// The errors that clients see, and the only place with status codes: `{"errors": [{"message", "parameter"?}]}` (specification, section 7).
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { RefusalReason, Refused, Resource } from '../commands/refused.ts'
import { type ErrorEntry, sentence } from './messages.ts'

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

export const entry = (message: string, parameter?: string): ErrorEntry => (parameter === undefined ? { message } : { message, parameter })

export const badRequest = (message: string, parameter?: string) => new ApiError(400, [entry(message, parameter)])
/** `isInvalid`: there were credentials, and they belong to nobody or have expired (RFC 6750, 3.1). */
export const unauthorized = (message: string, isInvalid = false) =>
  new ApiError(401, [{ message }], {
    headers: {
      'WWW-Authenticate': `Bearer realm="Probity"${isInvalid ? ', error="invalid_token"' : ''}, Basic realm="Probity", charset="UTF-8"`,
    },
  })
export const forbidden = (message: string) => new ApiError(403, [{ message }])
/**
 * 404 for an object that does not exist or is another account's.
 * @example
 * notFound('business').message // => 'business not found'
 */
export const notFound = (resource: Resource) => new ApiError(404, [{ message: `${words(resource)} not found` }])
export const conflict = (message: string, parameter?: string) => new ApiError(409, [entry(message, parameter)])
/** The connection closes afterwards, because the rest of the body is not read. */
export const tooLarge = (megabytes: number) =>
  new ApiError(413, [{ message: `the body is larger than the ${megabytes} MB allowed` }], { headers: { Connection: 'close' } })
/** The connection closes afterwards, because a body may be on its way that nobody reads. */
const waitForPlace = { headers: { 'Retry-After': '5', Connection: 'close' } }
/** `what`: the plural of what the account has too many of. */
export const shareUsed = (what: string) =>
  new ApiError(
    429,
    [{ message: `as many ${what} of this account as the service takes at a time are under way; try again in a moment` }],
    waitForPlace,
  )
/** The same, of all accounts together. */
export const shareUsedUp = (what: string) =>
  new ApiError(503, [{ message: `as many ${what} as the service takes at a time are under way; try again in a moment` }], waitForPlace)
export const tooSlow = () => new ApiError(408, [{ message: 'the body took too long to arrive' }], { headers: { Connection: 'close' } })
export const unprocessable = (entries: readonly ErrorEntry[] | string, parameter?: string) =>
  new ApiError(422, typeof entries === 'string' ? [entry(entries, parameter)] : entries)
export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new ApiError(429, [{ message }], { headers: { 'Retry-After': String(retryAfterSeconds) } })
export const unavailable = (message: string) => new ApiError(503, [{ message }], { headers: { 'Retry-After': '1' } })

const words = (name: string) => name.replaceAll('_', ' ')

/** `{most}` in a message stands for that detail of the refusal. */
type Refusal = readonly [status: ContentfulStatusCode, message: string]

const refusals: { readonly [Reason in Exclude<RefusalReason, `${Resource}_not_found`>]: Refusal } = {
  action_does_not_fit: [422, 'this type of action does not fit the object'],
  agency_not_of_request: [422, 'is not an agency of this request'],
  already_taken: [422, 'is taken already'],
  api_key_ended: [422, 'this key has been revoked or has expired'],
  api_key_expired: [401, 'the API key has expired'],
  api_key_needed: [403, 'only an API key may do this'],
  api_key_replaced: [422, 'this key has been replaced already'],
  agent_unknown: [404, 'agent type not found'],
  alternative_designation_does_not_fit: [422, 'is only for filings in Tennessee'],
  assignee_unknown: [422, 'the assignee is not a user of this account'],
  audit_running: [422, 'the business is in audit'],
  business_exists: [409, 'the business exists already'],
  client_address_not_allowed: [403, 'requests from this IP address are not allowed for this account'],
  collateral_too_long: [422, 'must be at most 10000 characters'],
  code_used_twice: [400, 'this authorization code has been used before'],
  company_exists: [409, 'the company exists already'],
  company_unknown: [422, 'the company does not exist'],
  connection_unknown: [422, 'the connection does not exist'],
  context_contradictory: [422, 'is another business than the one that this is about'],
  context_missing: [400, 'is required, or another context: context_type and context_id'],
  context_incomplete: [400, 'is required: context_type and context_id go together'],
  context_type_unknown: [422, 'must be business'],
  decided_meanwhile: [409, 'has been set to {status} by another decision meanwhile'],
  debtor_address_not_one: [422, 'must be a list of exactly one address'],
  debtor_missing: [422, 'must hold at least one debtor'],
  debtor_name_incomplete: [422, 'is required: a person is named by first_name and last_name'],
  debtor_name_missing: [422, 'is required, or first_name and last_name'],
  debtors_too_many: [422, 'must be a list of at most {most}: {state} allows no more debtors on one filing'],
  dismissal_reason_missing: [422, 'is required: say why the listed party is another one'],
  email_taken: [409, 'somebody with this e-mail address is known already'],
  example_running: [422, 'an order of this example is still running'],
  feature_unknown: [422, 'must be one of {known}'],
  feature_not_enabled: [403, 'this feature is not enabled for the account'],
  file_number_missing: [422, 'is required once the state shows the filing'],
  identity_order_required: [422, 'this product needs an identity or business_verification_verify order on the business'],
  information_request_closed: [422, 'the information request has been closed'],
  invitation_invalid: [422, 'this invitation is not valid any more'],
  interrupt_not_waiting: [422, 'is not a question that this run waits on'],
  answer_not_offered: [422, 'must be one of the options that the question offers'],
  key_scope_missing: [403, 'the API key needs the scope {scope}'],
  key_scope_too_wide: [403, 'must be among the scopes of the API key that asks: it lacks {scope}'],
  lien_not_yet_processed: [422, 'a lien in status created cannot be terminated yet'],
  lien_state_repeated: [422, 'is named twice: each lien needs a state of its own'],
  lien_step_does_not_follow: [422, 'does not follow from where the filing stands'],
  model_unknown: [422, 'there is no scoring model of this name'],
  not_an_example: [422, 'only test businesses with the tag example can be removed'],
  queue_views_exhausted: [422, 'an account may have at most 30 saved views; remove one first'],
  oauth_clients_exhausted: [422, 'an account may have at most 5 OAuth clients'],
  option_does_not_fit: [422, 'this option does not fit the product'],
  order_running: [422, 'an order of this product is still running'],
  override_reason_missing: [422, 'is required, because a watchlist hit is not dismissed: say why the business is approved all the same'],
  orders_running: [422, 'the status cannot be set while orders are running'],
  ownership_missing: [422, 'is required first: nobody has said who owns this business'],
  packet_number_for_several: [422, 'a packet number can be given for one state only'],
  packet_number_taken: [422, 'this packet number has been used before'],
  people_missing: [422, 'is required, because no person was submitted'],
  policy_does_not_parse: [422, 'has a condition that cannot be read'],
  read_only_access: [403, 'this request requires higher privileges than the access token provides'],
  registration_request_not_submitted: [422, 'the registration request has not been submitted yet'],
  registration_request_submitted: [400, 'the registration request has been submitted already'],
  role_missing: [422, 'at least one role is needed'],
  secured_party_incomplete: [400, 'each secured party needs a name and an address'],
  secured_party_missing: [400, 'no secured party was given and the account has no default one'],
  subproduct_does_not_fit: [422, 'this subproduct does not fit the product'],
  address_not_found: [422, 'is the id of no address of this business'],
  time_passed: [422, 'must be in the future'],
  tin_missing: [422, 'is required, because none was submitted'],
  upload_abandoned: [503, 'the upload was given up because it took too long; send it again'],
  user_inactive: [422, 'this user may not sign in'],
  verify_order_required: [403, 'a completed identity or verify order on the business is required'],
  website_missing: [422, 'is required, because none was submitted'],
}

/** Status and message of a refusal. */
export const refusal = (reason: RefusalReason): Refusal =>
  Object.hasOwn(refusals, reason) ? refusals[reason as keyof typeof refusals] : [404, words(reason)]

/** A refused command as entries of a list of errors, also for single items of a batch. */
export const refusalEntry = ({ reason, parameter, details }: Refused): ErrorEntry => {
  const message = refusal(reason)[1].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(details?.[name] ?? ''))
  return entry(sentence(parameter ?? 'this', message), parameter)
}
