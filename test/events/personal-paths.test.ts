// Everything in the log that tells of a person, with whose key it is sealed. A field that leaves this table stands in plain from then on,
// and no erasure reaches it any more.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type EventType, personalData } from '../../src/events/catalogue.ts'

/** Fields below `holder`, which names in `id` whose they are. */
const of = (holder: string, id: string, ...fields: readonly string[]) => fields.map((field) => `${holder}.${field} of ${holder}.${id}`)

const submittedPeople = of('people.*', 'id', 'name', 'email', 'phone', 'dob', 'ssn', 'ownership_percentage')
const owners = of('ownership.parties.*', 'id', 'name', 'date_of_birth')
const registered = [...of('registration.officers.*', 'id', 'name'), ...of('registration.registered_agent', 'id', 'name')]
const partyNames = ['first_name', 'last_name'] as const
const streets = ['full_address', 'address_line1', 'address_line2', 'latitude', 'longitude'].map((line) => `addresses.*.${line}`)
const website = [
  'phone_numbers.*.number',
  'email_addresses.*.email',
  ...of('people.*', 'id', 'name'),
  ...of('person_matches.*', 'id', 'explanation'),
]

const table: { readonly [type: string]: readonly string[] } = {
  LienDefaultsSet: of('secured_parties.*', 'id', ...partyNames),
  BusinessCreated: [...submittedPeople, 'tin', 'phone_numbers.*.number', 'email_addresses.*.email', ...owners],
  BusinessUpdated: [...submittedPeople, 'tin', 'phone_numbers.*.number', 'email_addresses.*.email', ...owners],
  BusinessApproved: ['note', 'reasons.*.text'],
  BusinessRejected: ['note', 'reasons.*.text'],
  BusinessReturnedToReview: ['note', 'reasons.*.text'],
  NoticeIssued: ['text'],
  AuditCompleted: ['note'],
  ActionTaken: ['note', 'metadata', ...of('effects.*', 'subject_id', 'diff')],
  AttributesAdded: [...submittedPeople, 'phone_numbers.*.number', 'email_addresses.*.email'],
  RegistrationFound: registered,
  RegistrationChanged: registered,
  PersonFound: of('person', 'id', 'name'),
  PersonGone: of('person', 'id', 'name'),
  OwnerFound: of('found_owner', 'party_id', 'name', 'born'),
  OwnerGone: of('found_owner', 'party_id', 'name', 'born'),
  OwnerDiscrepancyResolved: ['reason'],
  RiskTierSet: ['risk.reason'],
  RelationshipEnded: ['reason'],
  RelationshipResumed: ['reason'],
  LegalHoldPlaced: ['reason'],
  LegalHoldLifted: ['reason'],
  PhoneNumberFound: ['phone_number.number'],
  PhoneNumberGone: ['phone_number.number'],
  EmailAddressFound: ['email_address.email'],
  EmailAddressGone: ['email_address.email'],
  WatchlistHitFound: of('hit', 'screened_id', 'screened_name', 'match.explanation', 'by_name.explanation'),
  WatchlistHitChanged: of('hit', 'screened_id', 'screened_name', 'match.explanation', 'by_name.explanation'),
  WatchlistHitGone: of('hit', 'screened_id', 'screened_name', 'match.explanation', 'by_name.explanation'),
  WatchlistScreened: of('screened.*', 'id', 'name'),
  TinChecked: ['name'],
  TinCheckGone: ['name'],
  WatchlistHitDismissed: ['reason'],
  ProductRecordFound: of('record', 'subject_id', 'content'),
  ProductRecordChanged: of('record', 'subject_id', 'content'),
  EmailAddressAssessed: of('assessment', 'subject_id', 'email'),
  DocumentReceived: ['document.filename'],
  WebsiteAnalysed: website,
  WebsiteGone: website,
  ProfileFound: ['profile.metadata'],
  ProfileGone: ['profile.metadata'],
  SignalCreated: ['name', 'addresses', 'people', 'tin'],
  WebhookCreated: ['oidc.client_secret', 'secret'],
  WebhookChanged: ['oidc.client_secret'],
  WebhookSecretReplaced: ['secret'],
  LienRequested: [...of('debtors.*', 'id', ...partyNames, ...streets), ...of('secured_parties.*', 'id', ...partyNames)],
  LienReturned: ['reason'],
  LienDocumentAttached: ['filename'],
  BulkDisableRequested: ['notification_email'],
  PartnerCompanyCreated: ['ein', 'contact_name', 'contact_email', 'contact_phone_number'],
  PartnerApplicationAnswered: ['answers'],
  RegistrationRequestCreated: ['email'],
  RegistrationAnswersSaved: ['answers'],
  RegistrationDocumentUploaded: ['filename'],
  RegistrationInvitationMailed: ['to', 'subject', 'text'],
  RegistrationAgencyUpdated: ['note'],
  InformationRequested: ['first_name', 'last_name', 'email', 'phone'],
  InformationProvided: ['information'],
  InformationRequestClosed: ['note'],
  PartnerMailRecorded: ['recipient_name', 'notes', 'suggested_partner_name', 'summary', 'document.filename'],
  PartnerMailProcessed: ['notes'],
  StepCompleted: ['artifacts.*.summary'],
  StepFailed: ['message'],
  RunInterrupted: ['question'],
  RunResumed: ['answer'],
  RunFailed: ['message'],
  RunFeedbackGiven: ['comment'],
  UserRegistered: ['email', 'name'],
  NoteAdded: ['note.text'],
  ActProposed: ['why', 'command', 'over'],
  ProposalRefused: ['reason'],
  UserAdmitted: ['email', 'name'],
  OwnershipCertified: ['certification.name', 'certification.wording'],
  UserInvited: ['email', 'name'],
  UserInvitationAccepted: ['name'],
  UserSecondFactorEnabled: ['totp_secret'],
  UserSignedIn: ['client_address'],
}

const told = (type: EventType) =>
  personalData[type].map(({ path, subject }) =>
    [path, ...(subject ? [[...path.slice(0, subject.depth), subject.field]] : [])].map((steps) => steps.join('.')).join(' of '),
  )

test('what tells of a person is sealed in every event, each person under a key of their own', () => {
  const types = Object.keys(personalData) as EventType[]
  assert.equal(Object.fromEntries(types.map((type) => [type, told(type)] as const).filter(([, paths]) => paths.length > 0)), table)
})

test.run()
