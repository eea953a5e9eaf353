// The answer to a command that may not be done: a reason from a closed list. http/errors.ts alone knows which status code each one is.
import type { JsonObject } from '../stores/event-store.ts'

/** The things that a command may refer to, and that may be missing or belong to another account. */
export type Resource =
  | 'account'
  | 'action'
  | 'agent'
  | 'api_key'
  | 'application'
  | 'artifact'
  | 'business'
  | 'business_batch'
  | 'company'
  | 'connection'
  | 'delivery'
  | 'replay'
  | 'policy_trial'
  | 'document'
  | 'exception'
  | 'legal_hold'
  | 'lien'
  | 'mail'
  | 'monitor'
  | 'notice'
  | 'oauth_client'
  | 'object'
  | 'order'
  | 'policy'
  | 'policy_shadow'
  | 'proposal'
  | 'registration_request'
  | 'review'
  | 'run'
  | 'screening'
  | 'signal'
  | 'test_clock'
  | 'thread'
  | 'user'
  | 'watchlist_result'
  | 'webhook'
  | 'website'

/** Each reason has its line in the table of http/errors.ts; the compiler finds one that is missing there. */
export type RefusalReason =
  | `${Resource}_not_found`
  | 'action_does_not_fit'
  | 'agency_not_of_request'
  | 'already_taken'
  | 'api_key_ended'
  | 'api_key_expired'
  | 'api_key_needed'
  | 'api_key_replaced'
  | 'agent_unknown'
  | 'alternative_designation_does_not_fit'
  | 'assignee_unknown'
  | 'audit_running'
  | 'business_exists'
  | 'business_has_test_clock'
  | 'client_address_not_allowed'
  | 'copy_before_business'
  | 'test_clock_advancing'
  | 'test_clock_backwards'
  | 'test_clock_before_business'
  | 'test_clock_begins_ahead'
  | 'test_clock_too_far'
  | 'test_clocks_exhausted'
  | 'test_mode_only'
  | 'collateral_too_long'
  | 'code_used_twice'
  | 'company_exists'
  | 'company_unknown'
  | 'connection_unknown'
  | 'context_contradictory'
  | 'context_incomplete'
  | 'context_missing'
  | 'context_type_unknown'
  | 'decided_meanwhile'
  | 'debtor_address_not_one'
  | 'debtor_missing'
  | 'debtor_name_incomplete'
  | 'debtor_name_missing'
  | 'debtors_too_many'
  | 'dismissal_reason_missing'
  | 'email_taken'
  | 'example_running'
  | 'feature_not_enabled'
  | 'end_in_future'
  | 'erased_already'
  | 'erasure_begun'
  | 'finding_unknown'
  | 'notice_lacks_reasons'
  | 'notice_lacks_address'
  | 'notice_without_rejection'
  | 'feature_unknown'
  | 'file_number_missing'
  | 'identity_order_required'
  | 'information_request_closed'
  | 'invitation_invalid'
  | 'interrupt_not_waiting'
  | 'answer_not_offered'
  | 'key_scope_missing'
  | 'key_scope_too_wide'
  | 'lien_not_yet_processed'
  | 'lien_state_repeated'
  | 'lien_step_does_not_follow'
  | 'model_unknown'
  | 'legal_hold'
  | 'lien_unfinished'
  | 'not_an_example'
  | 'not_due'
  | 'oauth_clients_exhausted'
  | 'public_clients_exhausted'
  | 'oauth_client_removed'
  | 'queue_views_exhausted'
  | 'option_does_not_fit'
  | 'order_running'
  | 'orders_running'
  | 'override_reason_missing'
  | 'packet_number_for_several'
  | 'packet_number_taken'
  | 'people_missing'
  | 'not_the_proposer'
  | 'policy_does_not_parse'
  | 'policy_not_enabled'
  | 'policy_version_enabled'
  | 'policy_version_not_in_shadow'
  | 'proposal_closed'
  | 'proposal_open'
  | 'proposal_outdated'
  | 'read_only_access'
  | 'relationship_rejected'
  | 'registration_request_not_submitted'
  | 'registration_request_submitted'
  | 'ownership_missing'
  | 'discrepancy_not_found'
  | 'review_missing'
  | 'role_missing'
  | 'same_person'
  | 'second_person_missing'
  | 'secured_party_incomplete'
  | 'secured_party_missing'
  | 'subproduct_does_not_fit'
  | 'time_passed'
  | 'tin_missing'
  | 'address_not_found'
  | 'upload_abandoned'
  | 'user_inactive'
  | 'verify_order_required'
  | 'website_missing'

/** `parameter` is the dotted path of the field at fault. `details` are for the log and the caller; a message shows those that it names. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly reason: RefusalReason
  readonly parameter: string | undefined
  readonly details: JsonObject | undefined
  /** What else is wrong with the same command. */
  readonly others: readonly Refused[]
  constructor(reason: RefusalReason, parameter?: string, details?: JsonObject, others: readonly Refused[] = []) {
    super(parameter === undefined ? reason : `${reason} (${parameter})`)
    this.reason = reason
    this.parameter = parameter
    this.details = details
    this.others = others
  }
}

/**
 * A refusal, for a decider to throw.
 * @example
 * refused('already_taken', 'unique_external_id').message // => 'already_taken (unique_external_id)'
 */
export const refused = (reason: RefusalReason, parameter?: string, details?: JsonObject): Refused => new Refused(reason, parameter, details)

/** Reports all problems of a command at once; the first is the reason. @throws Refused when there are any */
export const refuseIfAny = ([first, ...others]: readonly Refused[]): void => {
  if (first) throw new Refused(first.reason, first.parameter, first.details, others)
}
