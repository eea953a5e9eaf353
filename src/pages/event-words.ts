// Describes events for users: a sentence for each type, and its actor. An event type without a row here fails the type check.

import type { BusinessDocument } from '../inner/businesses.ts'
import type { EventType, StoredEvent } from '../inner/history.ts'
import { actorsWords } from '../interface/actor-words.ts'
import { reasonText } from '../interface/decision-words.ts'
import { counted, dayText, timeText, words } from './framework/markup.ts'

/** Marks events of streams that no page shows. */
const notShown = null

type Sentence<Type extends EventType> = string | ((data: StoredEvent<Type>['data'], products: Products) => string)
type Said = { readonly [Type in EventType]: Sentence<Type> | typeof notShown }

/** The products in lower case, by order id. */
export type Products = ReadonlyMap<string, string>

export const productsOf = ({ orders }: Pick<BusinessDocument, 'orders'>): Products =>
  new Map(orders.map(({ id, product }) => [id, lower(product)]))

const lower = (name: string): string => {
  const text = words(name)
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

const ordered = (products: Products, orderId: string): string => products.get(orderId) ?? 'an order'

const hitsText = (count: number): string => counted(count, 'watchlist hit')

const decided = (what: string, { note, reason }: { readonly note: string | null; readonly reason?: string | undefined }): string => {
  const why = [reasonText(reason), note ? `“${note}”` : ''].filter((part) => part !== '')
  return why.length > 0 ? `${what}: ${why.join(', ')}` : what
}

const scheduleWords = {
  decision: 'counted from the decision',
  tier: 'by its new risk tier',
  settings: 'by new settings',
  change: 'brought forward by a change',
} as const

/** Searches whose results are events of their own; they name no records. */
const toldApart: ReadonlySet<string> = new Set([
  'registrations',
  'owners',
  'watchlists',
  'motor_carriers',
  'phones',
  'tax_exempt',
  'website',
  'industry',
  'certifications',
  'email_risk',
  'tin',
])

const said: Said = {
  BusinessCreated: ({ name }) => `“${name}” was submitted`,
  BusinessUpdated: (data) =>
    `Changed: ${Object.keys(data)
      .map((field) => lower(field))
      .join(', ')}`,
  BusinessApproved: (data) => decided(data.override ? `Approved despite ${hitsText(data.override.hit_ids.length)}` : 'Approved', data),
  BusinessRejected: (data) => decided('Rejected', data),
  BusinessReturnedToReview: (data) => decided('Returned to review', data),
  PersonalDataErased: ({ kind }) => `Personal data of ${kind === 'person' ? 'a person' : 'the business'} erased`,
  BusinessAssigned: ({ assignee_id }) => (assignee_id ? 'Assigned to a user' : 'Unassigned'),
  OwnershipCertified: ({ certification: { name, title } }) => `Ownership certified by ${title ? `${name}, ${title}` : name}`,
  ExampleRemoved: 'Example removed',
  ActProposed: ({ acts, why }) => `Proposed, needs a second person (${acts.map(lower).join(', ')})${why ? `: “${why}”` : ''}`,
  ProposalConfirmed: 'Proposal confirmed by a second person',
  ProposalRefused: ({ reason }) => `Proposal refused: “${reason}”`,
  ProposalWithdrawn: 'Proposal withdrawn',
  ProposalSuperseded: 'Proposal replaced by a later one',
  ErasureOrdered: ({ person_id }) => `Erasure ordered: ${person_id ? 'a person' : 'all personal data'}`,
  ErasureBegun: 'Erasure began',
  ErasureStopped: 'Erasure stopped by a legal hold',
  BusinessCopied: ({ from }) => `Copied from a ${from.mode} business as it stood on ${dayText(from.as_of)}`,
  CopySettled: 'Stands as the business that it was copied from',
  RelationshipEnded: ({ ended_on, reason }) => `Relationship ended on ${dayText(ended_on)}${reason ? `: “${reason}”` : ''}`,
  RelationshipResumed: ({ reason }) => `Relationship goes on${reason ? `: “${reason}”` : ''}`,
  LegalHoldPlaced: ({ reason }) => `Legal hold placed: “${reason}”`,
  LegalHoldLifted: ({ reason }) => `Legal hold lifted: “${reason}”`,
  RetentionSet: 'Retention of records changed',
  TwoPersonRuleSet: 'Two-person rule changed',
  NoticeIssued: 'Notice of adverse action issued',
  NoticeSettingsSet: 'Settings of notices changed',
  ReviewScheduled: ({ review_date: { due_at, tier, cause, change } }) =>
    `Next review set to ${dayText(due_at)} (${scheduleWords[cause]}${cause === 'change' && change ? `, ${change.type}` : ''}; ${tier} risk)`,
  ReviewDue: ({ review_date }) => `Review due soon: ${dayText(review_date.due_at)}`,
  ReviewOverdue: ({ review_date }) => `Review overdue since ${dayText(review_date.due_at)}`,
  ReviewCalendarSet: 'Review calendar changed',
  RiskTierSet: ({ risk: { tier, reason } }) => `${tier ? `Risk tier set to ${tier}` : 'Risk tier as computed again'}: “${reason}”`,
  NoteAdded: ({ note }) => `Note added: “${note.text}”`,
  OrderPlaced: ({ product }) => `Ordered: ${lower(product)}`,
  OrderStarted: ({ order_id }, products) => `Started: ${ordered(products, order_id)}`,
  AuditRequested: ({ reason }) => `Audit needed: ${reason}`,
  AuditCompleted: ({ note }) => (note ? `Audit completed: “${note}”` : 'Audit completed'),
  OrderCompleted: ({ order_id }, products) => `Completed: ${ordered(products, order_id)}`,
  OrderStatusSet: ({ order_id, status }, products) => `Status set: ${ordered(products, order_id)} is ${lower(status)}`,
  ReviewCompleted: ({ tasks }) => {
    const failed = tasks.filter(({ status }) => status === 'failure').length
    const warned = tasks.filter(({ status }) => status === 'warning').length
    return `Reviewed: ${counted(tasks.length, 'task')}, ${failed} failed, ${warned} with a warning`
  },
  ReviewRenewed: 'Review renewed: newer sources agree',
  EvidenceConfirmed: ({ facts }) => `Newer sources confirm ${counted(facts.length, 'fact')}`,
  ActionTaken: ({ type, note }) => `Action taken: ${lower(type)}${note ? ` (“${note}”)` : ''}`,
  AttributesAdded: ({ names, addresses, people, phone_numbers, email_addresses, website }) => {
    const added = Object.entries({ names, addresses, people, phone_numbers, email_addresses, website: website ? [website] : [] })
    return `Added: ${added.flatMap(([field, items]) => (items.length > 0 ? [lower(field)] : [])).join(', ')}`
  },
  SourcesAdded: ({ sources }) => `Sources added: ${sources.map(({ url }) => url).join(', ')}`,
  AddressRiskSet: ({ risk_rating }) => `Address risk set to ${risk_rating}`,
  TinVouched: ({ verified }) => (verified ? 'Tax number verified manually' : 'Tax number rejected manually'),
  TinVouchingEnded: ({ verified }) =>
    `The manual ${verified ? 'verification' : 'rejection'} of the tax number no longer counts: it was of another name`,
  WatchlistHitDismissed: ({ reason }) => `Watchlist hit dismissed${reason ? `: “${reason}”` : ''}`,
  WatchlistHitReopened: ({ cause, changes, list, entity_name }) =>
    `“${entity_name}” on ${list} counts again: ${cause === 'entry_changed' ? 'the list changed' : 'the party changed'} ${changes.map(({ field }) => lower(field)).join(', ')}`,
  PoliciesEvaluated: ({ outcomes }) =>
    `Policies: ${outcomes.map(({ name, matched }) => `${name} ${matched === null ? 'did not match' : `matched “${matched}”`}`).join('; ')}`,
  ShadowPoliciesEvaluated: ({ outcomes }) =>
    `In shadow, without effect: ${outcomes.map(({ name, version, matched, failure }) => `${name} version ${version} ${failure !== null ? 'could not be evaluated' : matched === null ? 'did not match' : `matched “${matched}”`}`).join('; ')}`,
  NameFound: ({ name }) => `Name found: “${name.name}”`,
  NameGone: ({ name }) => `Name removed: “${name.name}”`,
  AddressFound: ({ address }) => `Address found: ${address.full_address}`,
  AddressGone: ({ address }) => `Address removed: ${address.full_address}`,
  AddressAssessed: () => 'Address assessed',
  RegistrationFound: ({ registration }) => `Registration found: ${registration.file_number} in ${registration.state}`,
  RegistrationChanged: ({ registration, previous_attributes }) =>
    registration.given_up
      ? `Registration ${registration.file_number} given up: ${registration.status_details}`
      : `Registration ${registration.file_number} changed: ${Object.keys(previous_attributes)
          .map((field) => lower(field))
          .join(', ')}`,
  LeiRecordFound: ({ lei_record }) => `Legal entity identifier found: ${lei_record.lei} of “${lei_record.name}”`,
  LeiRecordChanged: ({ lei_record, previous_attributes }) =>
    lei_record.vanished
      ? `Legal entity identifier ${lei_record.lei} is no longer in version ${lei_record.vanished.missing_from}`
      : `Legal entity identifier ${lei_record.lei} changed: ${Object.keys(previous_attributes)
          .map((field) => lower(field))
          .join(', ')}`,
  LeiRecordGone: ({ lei_record }) => `Legal entity identifier ${lei_record.lei} no longer counts as the business’s`,
  OwnerFound: ({ found_owner }) => `Owner found: ${found_owner.name ?? found_owner.lei ?? 'a name that the register withholds'}`,
  OwnerGone: ({ found_owner }) =>
    `No longer named as an owner: ${found_owner.name ?? found_owner.lei ?? 'a name that the register withholds'}`,
  OwnerDiscrepancyFound: ({ discrepancy }) => `Owners differ: ${lower(discrepancy.kind)}; to be resolved by ${dayText(discrepancy.due_on)}`,
  OwnerDiscrepancyOverdue: ({ due_on }) => `Difference between owners not resolved by ${dayText(due_on)}`,
  OwnerDiscrepancyResolved: ({ cause, reason }) =>
    `Difference between owners resolved${cause === 'data' ? ' by new data' : reason ? `: “${reason}”` : ''}`,
  PossibleMatchFound: ({ possible_match }) =>
    `Possible match found: “${possible_match.name}”, ${possible_match.file_number} in ${possible_match.state}`,
  PossibleMatchGone: ({ possible_match }) => `Possible match removed: ${possible_match.file_number} in ${possible_match.state}`,
  PublicRecordFound: ({ public_record }) => `Named on a record: “${public_record.name}”, ${lower(public_record.kind)}`,
  PublicRecordGone: ({ public_record }) => `No longer named on a record: “${public_record.name}”, ${lower(public_record.kind)}`,
  NameCompared: ({ comparison }) =>
    `Another name compared: ${comparison.kind}${comparison.found_name === null ? '' : `, “${comparison.found_name}”`}`,
  PersonFound: ({ person }) => `Person found: ${person.name}`,
  PersonGone: ({ person }) => `Person removed: ${person.name}`,
  FormationEstablished: ({ formation_date, formation_state }) =>
    formation_date || formation_state
      ? `Formed${formation_date ? ` on ${dayText(formation_date)}` : ''}${formation_state ? ` in ${formation_state}` : ''}`
      : 'Formation date and state unknown',
  WatchlistHitFound: ({ hit }) => `“${hit.matched_name}” is on ${hit.list}`,
  WatchlistHitChanged: ({ hit, changes }) =>
    `“${hit.matched_name}” on ${hit.list} changed${changes.length > 0 ? `: ${changes.map(({ field }) => lower(field)).join(', ')}` : ''}`,
  WatchlistHitGone: ({ hit }) => `“${hit.matched_name}” is not found on ${hit.list} any more`,
  WatchlistScreened: ({ lists, hit_ids }) => `Screened against ${counted(lists.length, 'list')}: ${counted(hit_ids.length, 'hit')}`,
  ProductSearched: ({ search }) =>
    search.outcome === 'searched'
      ? `Searched for ${lower(search.product)}${toldApart.has(search.product) ? '' : `: ${search.record_ids.length} found`}`
      : `Not searched for ${lower(search.product)}: ${search.reason}`,
  ProductRecordFound: ({ record }) => `Found: ${lower(record.kind)}`,
  ProductRecordChanged: ({ record, changed }) => `Changed: ${lower(record.kind)} (${changed.map((field) => lower(field)).join(', ')})`,
  TinChecked: ({ outcome }) => `Tax number checked: ${lower(outcome)}`,
  TinCheckGone: 'The check of the tax number no longer counts: it was of another name or person',
  ApiKeyCreated: ({ name, mode }) => `API key “${name}” created (${mode})`,
  ApiKeyReplaced: ({ works_until }) => `API key replaced; it works until ${timeText(works_until)}`,
  ApiKeyRevoked: () => 'API key revoked',
  OauthClientCreated: ({ name, redirect_uri }) => `OAuth client “${name || redirect_uri}” created`,
  OauthClientDeleted: () => 'OAuth client deleted',
  IpAllowlistSet: ({ ranges }) => (ranges.length === 0 ? 'All addresses allowed' : `Allowed addresses: ${ranges.join(', ')}`),
  FeatureSwitched: ({ feature, on }) => `${words(feature)} was switched ${on ? 'on' : 'off'}`,
  PolicyVersionAdded: ({ definition, version }) => `Version ${version} of policy “${definition.name}” added`,
  WorkRetried: ({ process, type }) => `Retried: ${lower(process.replaceAll('-', ' '))} after “${words(type)}”`,
  UserSignedIn: () => 'Signed in',
  UserRolesChanged: ({ roles }) => `Roles set to ${roles.map((role) => lower(role)).join(', ')}`,
  IndustryClassified: ({ categories }) => `Industry: ${categories[0]?.name ?? 'unknown'}`,
  AccountCreated: 'Account created',
  InterfaceVersionPinned: ({ version }) => `API version set to ${version}`,
  LienDefaultsSet: 'Lien defaults set',
  MonitorTypesAllowed: 'Monitor types allowed',
  SourceAgeLimitSet: ({ days }) => `Sources count as old after ${counted(days, 'day')}`,
  WatchlistsChosen: 'Screening lists chosen',
  QueueViewSaved: ({ name }) => `View “${name}” saved`,
  QueueViewRemoved: 'Saved view removed',
  OrderAssigned: ({ assignee_id }) => (assignee_id ? 'Order assigned' : 'Order unassigned'),
  PhoneNumberFound: 'Phone number found',
  PhoneNumberGone: 'Phone number removed: what told it is no longer the business’s',
  EmailAddressFound: 'Email address found',
  EmailAddressGone: 'Email address removed: what told it is no longer the business’s',
  TaxExemptRecordFound: 'Tax exempt record found',
  TaxExemptRecordGone: ({ record }) => `Tax exempt record no longer counts as the business’s: “${record.name}”`,
  MotorCarrierFound: 'Motor carrier found',
  MotorCarrierGone: ({ carrier }) =>
    `Motor carrier no longer counts as the business’s: “${carrier.legal_name}”, DOT number ${carrier.dot_number}`,
  LoanFound: 'Loan found',
  LoanGone: 'Loan no longer counts as the business’s',
  EmailAddressAssessed: 'Email address assessed',
  DocumentReceived: 'Document received',
  WebsiteAnalysed: 'Website analysed',
  WebsiteGone: ({ url }) => `Website no longer counts as the business’s: ${url}`,
  ProfileFound: 'Profile found',
  ProfileGone: 'Profile removed',
  LienRequested: 'Lien requested',
  LienFulfilmentStarted: 'Lien filing started',
  LienReturned: 'Lien returned',
  LienFiled: 'Lien filed',
  LienReflected: 'Lien listed in the state’s index',
  LienDocumentAttached: 'Lien document attached',
  LienTerminationRequested: 'Lien termination requested',
  LienTerminationStarted: 'Lien termination started',
  LienTerminationCompleted: 'Lien termination completed',
  LienLapseApproached: 'Lien will lapse soon',
  LienLapsed: 'Lien lapsed',
  RegistrationRequestCreated: 'Registration request created',
  RegistrationAnswersSaved: 'Registration answers saved',
  RegistrationDocumentUploaded: 'Registration document uploaded',
  RegistrationInvitationMailed: 'Link sent to the employer',
  RegistrationRequestSubmitted: 'Registration request submitted',
  RegistrationRequestDeleted: 'Registration request deleted',
  RegistrationAgencyUpdated: 'Registration agency updated',
  RegistrationItemRecorded: 'Registration item recorded',
  RegistrationRequestCompleted: 'Registration request completed',
  InformationRequested: 'Information requested',
  InformationProvided: 'Information provided',
  InformationRequestClosed: 'Information request closed',
  PartnerMailRecorded: 'Partner mail recorded',
  PartnerMailTagged: 'Partner mail tagged',
  PartnerMailViewed: 'Partner mail viewed',
  PartnerMailProcessed: 'Partner mail processed',
  PolicyVersionEnabled: 'Policy version enabled',
  PolicyDisabled: 'Policy disabled',
  PolicyShadowStarted: 'Policy version started in shadow',
  PolicyShadowEnded: 'Shadow of a policy ended',
  UserRegistered: 'User registered',
  UserAdmitted: 'User admitted by the OpenID Connect provider',
  UserIdentityLinked: 'Identity at the OpenID Connect provider linked',
  UserInvited: 'User invited',
  UserInvitationRenewed: 'User invitation renewed',
  UserInvitationAccepted: 'User invitation accepted',
  UserPasswordChanged: 'User password changed',
  UserDeactivated: 'User deactivated',
  UserReactivated: 'User reactivated',
  UserSecondFactorEnabled: 'User second factor enabled',
  UserSecondFactorDisabled: 'User second factor disabled',

  BatchUploadBegun: notShown,
  BatchUploadAbandoned: notShown,
  BusinessBatchUploaded: notShown,
  BatchRowsDone: notShown,
  BusinessBatchCompleted: notShown,
  BatchRowsRejected: notShown,
  TestClockCreated: notShown,
  TestClockAdvanceRequested: notShown,
  TestClockStepped: notShown,
  TestClockAdvanced: notShown,
  TestClockDeleted: notShown,
  SignalCreated: notShown,
  WebhookCreated: notShown,
  WebhookChanged: notShown,
  WebhookSecretReplaced: notShown,
  WebhookDisabled: notShown,
  WebhookEnabled: notShown,
  WebhookDeleted: notShown,
  MonitorEnabled: notShown,
  MonitorChanged: notShown,
  MonitorDisabled: notShown,
  MonitorCheckRequested: notShown,
  MonitoredBusinessChecked: notShown,
  BulkDisableRequested: notShown,
  BulkDisableAdvanced: notShown,
  BulkDisableCompleted: notShown,
  AccessTokenIssued: notShown,
  AccessTokenRevoked: notShown,
  PartnerCompanyCreated: notShown,
  PartnerApplicationCreated: notShown,
  PartnerApplicationAnswered: notShown,
  PartnerApplicationSubmitted: notShown,
  ReferenceDataReplaced: notShown,
  ReservationTaken: notShown,
  ReservationReleased: notShown,
  RunStarted: notShown,
  StepStarted: notShown,
  StepCompleted: notShown,
  StepFailed: notShown,
  RunInterrupted: notShown,
  RunResumed: notShown,
  RunCompleted: notShown,
  RunFailed: notShown,
  RunFeedbackGiven: notShown,
  ThreadStarted: notShown,
  LogSealed: notShown,
}

export const sentenceOf = (event: StoredEvent, products: Products): string => {
  // The row for an event's type accepts that event's data.
  const say = said[event.type] as Sentence<EventType> | null
  return typeof say === 'function' ? say(event.data, products) : (say ?? words(event.type))
}

/** `names`: of users, API keys and accounts, by id. */
export const actorOf = (
  { metadata }: { readonly metadata: Pick<StoredEvent['metadata'], 'actor' | 'proposed_by'> },
  names: ReadonlyMap<string, string>,
) => actorsWords(metadata, names)
