// One frozen sample of every event type and version ever written, as it stands in the log (personal data left open). A sample is never changed:
// when a type gets a new version, its upcaster lifts the old sample and a new one is added beside it.
import type { EventType } from '../../src/events/catalogue.ts'
import { outgoingSamples } from './samples-of-outgoing.ts'
import { partnerSamples } from './samples-of-partner.ts'

type Sample = { readonly version: number; readonly data: { readonly [field: string]: unknown } }

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'

const sources = [
  { id, type: 'or_sos', metadata: { data_set: 'or_sos', version: '2026-11-01', row: '123456-78', page: 4, current: true, note: null } },
]
const found = { order_id: id, sources }
/** With the registry's wording of the kind of entity. */
const filed = {
  order_id: id,
  sources: sources.map((each) => ({ ...each, metadata: { ...each.metadata, filed_as: 'DOMESTIC LIMITED LIABILITY COMPANY' } })),
}

const address = {
  full_address: '1 Main St Ste 2, Portland, OR 97201',
  address_line1: '1 Main St',
  address_line2: 'Ste 2',
  city: 'Portland',
  state: 'OR',
  postal_code: '97201',
  latitude: 45.5,
  longitude: -122.6,
}

const registration = {
  id,
  name: 'ACME WIDGETS LLC',
  name_type: 'legal',
  match: { score: 0.98, explanation: 'the same name' },
  status: 'active',
  sub_status: null,
  status_details: 'In good standing',
  jurisdiction: 'DOMESTIC',
  entity_type: 'LLC',
  file_number: '123456-78',
  registration_date: '2001-02-03',
  state: 'OR',
  addresses: [{ ...address, labels: ['principal'] }],
  officers: [{ id: other, name: 'DOE, ANN', titles: ['Manager'] }],
  registered_agent: { id: other, name: 'Agents Inc', address: '2 Side St, Salem, OR 97301' },
  source_url: 'https://example.com/registry/123456-78',
  history: [{ type: 'registration.updated', occurred_at: '2011-01-01', description: 'Renewed' }],
}

const possibleMatch = {
  id,
  name: 'ACME WIDGET LLC',
  name_type: 'legal',
  match: { score: 0.9, explanation: '"widgets" against "widget"' },
  status: 'active',
  jurisdiction: 'DOMESTIC',
  entity_type: 'LLC',
  file_number: '123456-79',
  registration_date: '2001-02-03',
  state: 'OR',
  source_url: null,
  reason: 'the name is only alike, and no address, officer or number agrees',
  full_address: '1 Main St, Portland, OR 97201',
}

const foundOwner = {
  id: other,
  party_id: other,
  owned_id: id,
  relation: 'control_register',
  type: 'person',
  name: 'Ann Doe',
  born: '1970-05',
  country: 'England',
  lei: null,
  registration_number: null,
  interests: [{ kind: 'ownership', from: 25, to: 50 }],
  since: '2020-01-31',
  is_complete: true,
}
const leiParent = { lei: '529900T8BM49AURSDO55', name: 'ACME HOLDING SE', country: 'DE', percentage: 75.5, since: '2020-01-31' }
const leiRecord = {
  id,
  lei: '5493001KJTIIGC8Y1R12',
  name: 'ACME TOOLS INC',
  match: { score: 1, explanation: 'the same name' },
  possible: null,
  other_names: [{ name: 'ACME', type: 'TRADING_OR_OPERATING_NAME' }],
  addresses: [{ ...address, labels: ['legal'] }],
  authority: 'RA000602',
  state: 'DE',
  number: '123456',
  jurisdiction: 'US-DE',
  category: 'GENERAL',
  entity_type: 'CORPORATION',
  status: 'active',
  registration_status: 'ISSUED',
  created_on: '2001-02-03',
  registered_on: '2012-06-06',
  renews_on: '2027-06-06',
  successor_lei: null,
  direct_parent: leiParent,
  ultimate_parent: leiParent,
  head_office: null,
}
const publicRecord = {
  id,
  kind: 'motor_carrier',
  name: 'ACME WIDGETS LLC',
  match: { score: 1, explanation: 'the same name' },
  full_address: '1 Main St, Portland, OR 97201',
}

const person = {
  id,
  name: 'Ann Doe',
  title: 'Manager',
  email: 'ann@example.com',
  phone: '+15035550100',
  dob: '1970-01-02',
  ssn: '123456789',
}
const owner = { ...person, titles: ['Manager', 'Secretary'], ownership_percentage: 25.5 }
const structure = {
  parties: [
    { id, type: 'person', name: 'Ann Smith', date_of_birth: '1970-05-01', country: 'US', lei: null, registration_number: null },
    {
      id: other,
      type: 'business',
      name: 'Holding GmbH',
      date_of_birth: null,
      country: 'DE',
      lei: '529900T8BM49AURSDO55',
      registration_number: 'HRB 1',
    },
  ],
  interests: [
    { owner_id: other, owned_id: id, kind: 'ownership', percentage: 100, since: '2020-01-31' },
    { owner_id: id, owned_id: other, kind: 'appoints_management', percentage: null, since: null },
  ],
}

const furtherContacts = {
  names: [{ id: other, name: 'Acme', type: 'dba' }],
  phone_numbers: [{ id: other, number: '+15035550100' }],
  email_addresses: [{ id: other, email: 'info@acme.example' }],
  formation: { entity_type: 'LLC', formation_date: '2001-02-03', formation_state: null },
}
const order = { order_id: id }

const runContext = { agent: 'sanctions_review', context_type: 'business', context_id: id, requester: { id, type: 'account' } }

const lienParty = {
  id,
  organization_name: null,
  first_name: 'Ann',
  last_name: 'Doe',
  addresses: [address],
}

const profile = {
  id,
  type: 'facebook',
  external_id: null,
  url: 'https://www.facebook.com/acmewidgets',
  status: 'online',
  submitted: false,
  error: null,
  metadata: { name: 'Acme Widgets', city: 'Portland', recent_posts: [{ text: 'Open on Sunday' }] },
  rating: 4.5,
  rating_count: 12,
}

const website = {
  website_id: id,
  url: 'https://acme-widgets.example',
  submitted: true,
  status: 'online',
  http_status_code: 200,
  title: 'Acme Widgets',
  description: null,
  error: null,
  category: 'business',
  platform: 'WordPress',
  parked: false,
  posts_summary: null,
  reviews_summary: null,
  domain: {
    domain: 'acme-widgets.example',
    domain_id: 'D1',
    creation_date: '2012-03-14T00:00:00.000Z',
    expiration_date: null,
    registrar: { organization: 'Registrar, Inc.', name: 'Registrar', url: null },
    registrant: null,
    redirected: false,
    url_shortener: false,
    resolved_url: 'https://acme-widgets.example/',
  },
  pages: [{ url: 'https://acme-widgets.example/', category: 'home' }],
  names: [{ id: other, name: 'Acme Widgets', sources }],
  phone_numbers: [{ id: other, number: '+15035550100', contact_type: 'fax', submitted: false, sources }],
  email_addresses: [{ id: other, email: 'info@acme-widgets.example', submitted: false, sources }],
  people: [{ id: other, name: 'Ann Doe', titles: ['Owner'] }],
  addresses: [{ id: other, ...address, submitted: true, sources }],
  quality_rating: 'moderate',
  indicators: [
    {
      type: 'https',
      name: 'HTTPS',
      rating: 'positive',
      value: 'Valid certificate',
      description: 'Whether the site is served with a valid certificate.',
      explanation: 'The site is served with a valid certificate.',
      examples: [{ url: 'https://acme-widgets.example/', excerpt: 'https' }],
    },
  ],
  name_match: { name: 'Acme Widgets', score: 1, explanation: 'the same name' },
  address_matches: [{ id: other, score: 1, explanation: 'the same address' }],
  person_matches: [],
  risky_keywords: ['casino'],
}

export const samples: { readonly [Type in EventType]: readonly Sample[] } = {
  AccountCreated: [
    { version: 1, data: { account_id: id, name: 'First account', slug: 'first-account', features: ['monitoring'] } },
    { version: 1, data: { account_id: id, name: 'Second account', slug: 'second', features: [], interface_version: '2026-11-23' } },
  ],
  InterfaceVersionPinned: [{ version: 1, data: { version: '2026-11-23' } }],
  ApiKeyCreated: [
    { version: 1, data: { key_id: id, name: 'First test key', mode: 'test', key_hash: 'ab'.repeat(32), last_four: 'wxyz' } },
    {
      version: 1,
      data: {
        key_id: other,
        name: 'Filing',
        mode: 'live',
        key_hash: 'cd'.repeat(32),
        last_four: 'stuv',
        scopes: ['liens:write'],
        expires_at: '2027-01-01T00:00:00.000Z',
        replaces: id,
      },
    },
  ],
  ApiKeyReplaced: [
    { version: 1, data: { key_id: id, key_hash: 'ab'.repeat(32), replaced_by: other, works_until: '2026-12-01T00:00:00.000Z' } },
  ],
  ApiKeyRevoked: [{ version: 1, data: { key_id: id, key_hash: 'ab'.repeat(32) } }],
  FeatureSwitched: [{ version: 1, data: { feature: 'monitoring', on: false } }],
  OauthClientCreated: [
    {
      version: 1,
      data: { client_id: id, name: 'App', redirect_uri: 'https://app.example/cb', mode: 'live', secret_hash: 'ab'.repeat(32) },
    },
  ],
  OauthClientDeleted: [{ version: 1, data: { client_id: id } }],
  WorkRetried: [{ version: 1, data: { process: 'webhooks', stream: 'business-1', type: 'BusinessCreated' } }],
  IpAllowlistSet: [{ version: 1, data: { ranges: ['10.0.0.0/8', '2001:db8::/32'] } }],
  LienDefaultsSet: [{ version: 1, data: { secured_parties: [lienParty], collateral: 'All inventory' } }],
  OwnershipCertified: [
    {
      version: 1,
      data: {
        certification: {
          id,
          name: 'Ann Smith',
          title: 'Managing member',
          wording: 'This is all I know of.',
          structure_sha256: 'ab'.repeat(32),
        },
      },
    },
  ],
  TwoPersonRuleSet: [
    { version: 1, data: { approval: 'high', override: true, dismissal: false, policy: true, erasure: true, settings: false } },
  ],
  ActProposed: [
    {
      version: 1,
      data: {
        proposal_id: id,
        aggregate: 'business',
        acts: ['approval', 'override'],
        why: 'The listed party is a different one',
        command: { type: 'Decide', status: 'approved', note: 'The listed party is a different one', seen: 'in_review' },
        over: { status: 'digest', 'watchlist hits': 'digest' },
        by: { actor: { type: 'api_key', id: other, name: 'Back office' }, principals: [`user:${id}`] },
      },
    },
  ],
  ProposalConfirmed: [
    {
      version: 1,
      data: {
        proposal_id: id,
        acts: ['approval', 'override'],
        proposed_by: { actor: { type: 'api_key', id: other }, principals: [`user:${id}`] },
        confirmed_by: { actor: { type: 'user', id: other }, principals: [`user:${other}`] },
      },
    },
  ],
  ProposalRefused: [
    {
      version: 1,
      data: { proposal_id: id, refused_by: { actor: { type: 'user', id: other }, principals: [`user:${other}`] }, reason: 'Not yet' },
    },
  ],
  ProposalWithdrawn: [{ version: 1, data: { proposal_id: id, by: { actor: { type: 'user', id }, principals: [`user:${id}`] } } }],
  ProposalSuperseded: [{ version: 1, data: { proposal_id: id, superseded_by: other } }],
  ErasureOrdered: [{ version: 1, data: { order_id: id, person_id: other, reason: 'asked', requested_by: 'the data protection officer' } }],
  NoticeIssued: [{ version: 1, data: { notice_id: id, decision_id: other, reasons: ['bankruptcy'], text: 'Dear Acme', sha256: 'ab12' } }],
  ErasureBegun: [{ version: 1, data: { order_id: id } }],
  ErasureStopped: [{ version: 1, data: { order_id: id, hold_id: other } }],
  RelationshipEnded: [
    { version: 1, data: { ended_on: '2026-11-23', reason: 'The account was closed.' } },
    { version: 1, data: { ended_on: '2026-11-23', reason: null } },
  ],
  RelationshipResumed: [{ version: 1, data: { reason: null } }],
  LegalHoldPlaced: [{ version: 1, data: { hold_id: id, reason: 'Smith v. Acme' } }],
  LegalHoldLifted: [{ version: 1, data: { hold_id: id, reason: 'Settled.' } }],
  BusinessCopied: [
    {
      version: 1,
      data: {
        from: { business_id: other, mode: 'live', as_of: '2026-11-23T10:00:00.000Z' },
        stood: {
          decision: { status: 'approved', at: '2026-01-31T10:00:00.000Z' },
          risk_tier: 'high',
          next_review: null,
          relationship_ended: false,
        },
        monitored: ['registration.updated'],
      },
    },
  ],
  CopySettled: [{ version: 1, data: { decision: null, next_review: null, relationship_ended: false } }],
  TestClockCreated: [
    { version: 1, data: { test_clock_id: id, mode: 'test', name: 'A lien lapses', at: '2026-11-23T10:00:00.000Z', business_ids: [other] } },
  ],
  TestClockAdvanceRequested: [{ version: 1, data: { advance_id: id, from: '2026-11-23T10:00:00.000Z', to: '2027-11-23T10:00:00.000Z' } }],
  TestClockStepped: [{ version: 1, data: { advance_id: id, at: '2027-01-01T00:00:00.000Z' } }],
  TestClockAdvanced: [{ version: 1, data: { advance_id: id, at: '2027-11-23T10:00:00.000Z' } }],
  TestClockDeleted: [{ version: 1, data: { test_clock_id: id } }],
  RetentionSet: [
    { version: 1, data: { customer_months: 60, applicant_months: 25, automatic: true } },
    { version: 1, data: { customer_months: null, applicant_months: null, automatic: false } },
  ],
  NoticeSettingsSet: [
    {
      version: 1,
      data: {
        creditor_name: null,
        creditor_address: '1 Bank St, Salem, OR 97301',
        agency: null,
        reasons: [{ code: 'too_new', text: 'Less than a year in business' }],
      },
    },
  ],
  ReviewCalendarSet: [
    { version: 1, data: { high_months: 6, medium_months: 24, low_months: 60, soon_days: 30, change_days: 14, reorder: false } },
  ],
  ReviewScheduled: [
    {
      version: 1,
      data: {
        review_date: {
          due_at: '2027-01-09T00:00:00.000Z',
          soon_at: '2026-12-10T00:00:00.000Z',
          tier: 'high',
          counted_from: '2026-11-21T00:00:00.000Z',
          cause: 'change',
          change: { type: 'registration.updated', at: '2026-12-10T00:00:00.000Z', due_at: '2027-01-09T00:00:00.000Z' },
        },
      },
    },
  ],
  ReviewDue: [{ version: 1, data: { review_date: { due_at: '2027-11-21T00:00:00.000Z', tier: 'high' } } }],
  ReviewOverdue: [{ version: 1, data: { review_date: { due_at: '2027-11-21T00:00:00.000Z', tier: 'high' } } }],
  NoteAdded: [{ version: 1, data: { note: { id, text: 'Spoke to the owner' } } }],
  SourceAgeLimitSet: [{ version: 1, data: { days: 30 } }],
  WatchlistsChosen: [
    { version: 1, data: { lists: ['SDN', 'UN'] } },
    { version: 1, data: { lists: null } },
  ],
  QueueViewSaved: [{ version: 1, data: { view_id: id, name: 'Worst first, east', query: 'tag=east&sort=risk' } }],
  QueueViewRemoved: [{ version: 1, data: { view_id: id } }],
  MonitorTypesAllowed: [{ version: 1, data: { monitor_types: ['registration', 'tin'] } }],

  LienRequested: [
    {
      version: 1,
      data: {
        lien_id: id,
        business_id: other,
        mode: 'live',
        state: 'TN',
        debtors: [lienParty],
        secured_parties: [lienParty],
        collateral: 'All inventory',
        loan_principal_amount_cents: 5000000,
        packet_number: 'P-7',
        alternative_designation: 'lessee_lessor',
      },
    },
  ],
  LienFulfilmentStarted: [{ version: 1, data: { reference: 'V-1' } }],
  LienReturned: [{ version: 1, data: { reason: 'The debtor has no address' } }],
  LienFiled: [
    { version: 1, data: { file_number: '2026-1', confirmation_number: 'C-1', filing_date: '2026-11-21', lapse_date: '2031-11-21' } },
  ],
  LienReflected: [{ version: 1, data: { file_number: null, reflected_on: '2026-11-22' } }],
  LienDocumentAttached: [
    {
      version: 1,
      data: {
        document_id: id,
        document_type: 'UCC-1',
        filename: 'ucc-1.pdf',
        content_type: 'application/pdf',
        size: 12345,
        sha256: 'ab'.repeat(32),
        filing_date: '2026-11-21',
      },
    },
  ],
  LienTerminationRequested: [{ version: 1, data: { termination_id: id, packet_number: 'P-8' } }],
  LienTerminationStarted: [{ version: 1, data: { reference: null } }],
  LienTerminationCompleted: [{ version: 1, data: { file_number: '2026-2', terminated_on: '2026-12-01' } }],
  LienLapseApproached: [{ version: 1, data: { lapse_date: '2031-11-21', days_left: 180 } }],
  LienLapsed: [{ version: 1, data: { lapse_date: '2031-11-21' } }],

  MonitorEnabled: [
    { version: 1, data: { monitor_id: id, business_id: other, mode: 'live', event_types: ['registration.created', 'lien.found'] } },
  ],
  MonitorChanged: [{ version: 1, data: { monitor_id: id, event_types: ['tin.retrieved'] } }],
  MonitorDisabled: [{ version: 1, data: { monitor_id: id } }],
  MonitorCheckRequested: [{ version: 1, data: { monitor_id: id, data_set: 'or_sos', version: '2026-11-01' } }],
  MonitoredBusinessChecked: [{ version: 1, data: { monitor_id: id, cause: 'schedule', differences: 2 } }],
  BulkDisableRequested: [
    {
      version: 1,
      data: { bulk_disable_id: id, monitor_types: ['lien'], notification_email: 'ann@example.com', monitors: 3 },
    },
  ],
  BulkDisableAdvanced: [{ version: 1, data: { done: 2, changed: 1, after: other } }],
  BulkDisableCompleted: [{ version: 1, data: { done: 3, changed: 2 } }],

  ReferenceDataReplaced: [
    {
      version: 1,
      data: {
        kind: 'or_sos',
        version: '2026-11-01',
        file: 'or_sos-2026-11-01-abcdef01.sqlite',
        previous_file: null,
        imported_at: '2026-11-02T00:00:00.000Z',
      },
    },
  ],

  AccessTokenIssued: [{ version: 1, data: { client_id: id, user_id: other, mode: 'live', scopes: ['read_only', 'read_write'] } }],
  AccessTokenRevoked: [{ version: 1, data: { reason: 'code_used_twice' } }],

  UserAdmitted: [
    {
      version: 1,
      data: { user_id: id, email: 'ann@example.com', name: 'Ann Doe', roles: ['member'], identity_hash: 'ab'.repeat(32) },
    },
  ],
  UserIdentityLinked: [{ version: 1, data: { identity_hash: 'ab'.repeat(32) } }],
  UserInvited: [
    {
      version: 1,
      data: {
        user_id: id,
        email: 'bob@example.com',
        name: 'Bob',
        roles: ['member', 'read_only'],
        invitation_hash: 'ab'.repeat(32),
        expires_at: '2026-12-01T00:00:00.000Z',
      },
    },
  ],
  UserInvitationRenewed: [{ version: 1, data: { invitation_hash: 'cd'.repeat(32), expires_at: '2026-12-08T00:00:00.000Z' } }],
  UserInvitationAccepted: [
    { version: 1, data: { invitation_hash: 'cd'.repeat(32), name: 'Bob', password_hash: '$scrypt$ln=16,r=8,p=2$a$b' } },
  ],
  UserPasswordChanged: [{ version: 1, data: { password_hash: '$scrypt$ln=16,r=8,p=2$a$c' } }],
  UserRolesChanged: [{ version: 1, data: { roles: ['operator'] } }],
  UserDeactivated: [{ version: 1, data: {} }],
  UserReactivated: [{ version: 1, data: {} }],
  UserSecondFactorEnabled: [{ version: 1, data: { totp_secret: 'JBSWY3DPEHPK3PXP' } }],
  UserSecondFactorDisabled: [{ version: 1, data: {} }],
  UserSignedIn: [{ version: 1, data: { client_address: '192.0.2.1' } }],
  UserRegistered: [
    {
      version: 1,
      data: { user_id: id, email: 'ann@example.com', name: 'Ann', password_hash: '$scrypt$ln=16,r=8,p=2$a$b', roles: ['admin'] },
    },
  ],

  ReservationTaken: [{ version: 1, data: { kind: 'unique_external_id', owner: `business-${id}` } }],
  ReservationReleased: [{ version: 1, data: { owner: `business-${id}` } }],

  PersonalDataErased: [
    { version: 1, data: { subjects: [id], kind: 'person', reason: 'asked for it', requested_by: 'the data protection officer' } },
  ],

  ThreadStarted: [{ version: 1, data: { thread_id: id, ...runContext } }],
  RunStarted: [{ version: 1, data: { run_id: id, thread_id: id, ...runContext } }],
  StepStarted: [
    { version: 1, data: { step_id: id, parent_step_id: null, type: 'output', name: 'recommend', label: 'Recommending a decision' } },
  ],
  StepCompleted: [
    {
      version: 1,
      data: {
        step_id: id,
        resolution: 'auto_approve',
        artifacts: [
          {
            id,
            title: 'Recommendation: approval',
            type: 'recommendation',
            confidence: 'high',
            summary: 'Recommendation: approval. [1]',
            sources: [{ id: 'a', url: 'urn:uuid:a', source_name: 'or_sos', source_tier: 'official_record', source_type: 'or_sos' }],
          },
        ],
      },
    },
  ],
  StepFailed: [{ version: 1, data: { step_id: id, message: 'it broke' } }],
  RunInterrupted: [{ version: 1, data: { interrupt_id: id, question: 'The same?', options: ['same', 'different'], about: id } }],
  RunResumed: [{ version: 1, data: { interrupt_id: id, answer: 'different' } }],
  RunCompleted: [{ version: 1, data: {} }],
  RunFailed: [{ version: 1, data: { message: 'it broke' } }],
  RunFeedbackGiven: [
    {
      version: 1,
      data: {
        feedback_id: id,
        artifact_id: id,
        rating: 'POSITIVE',
        comment: 'well said',
        reviewer: { type: 'Account', id },
        superseded_prior: false,
      },
    },
  ],

  LogSealed: [
    {
      version: 1,
      data: {
        position: '17',
        events: 17,
        streams: 4,
        root: 'ab'.repeat(32),
        order: 'cd'.repeat(32),
        previous_root: null,
        signature: 'c2lnbmF0dXJl',
        public_key: '-----BEGIN PUBLIC KEY-----',
      },
    },
  ],

  BusinessCreated: [
    {
      version: 1,
      data: {
        business_id: id,
        mode: 'live',
        name: 'Acme Widgets LLC',
        addresses: [{ id: other, ...address }],
        people: [person],
        tin: '123456789',
        tin_type: 'ein',
        website: { url: 'https://acme.example' },
        phone_numbers: [{ id: other, number: '+15035550100' }],
        external_id: 'e-1',
        unique_external_id: 'u-1',
        tags: ['new'],
        business_batch_id: other,
        connection_id: null,
        requester: { id: other, type: 'account' },
      },
    },
    {
      version: 1,
      data: {
        business_id: id,
        mode: 'live',
        name: 'Acme Widgets LLC',
        addresses: [{ id: other, ...address }],
        people: [owner],
        tin: null,
        tin_type: null,
        website: null,
        ...furtherContacts,
        ownership: structure,
        external_id: null,
        unique_external_id: null,
        tags: [],
        business_batch_id: null,
        connection_id: null,
        requester: { id: other, type: 'account' },
      },
    },
  ],
  BusinessUpdated: [
    { version: 1, data: { ...furtherContacts, people: [owner] } },
    { version: 1, data: { ownership: structure } },
    { version: 1, data: { lei: '5493001KJTIIGC8Y1R12' } },
    { version: 1, data: { ownership: null } },
    {
      version: 1,
      data: {
        name: 'Acme Gadgets LLC',
        addresses: [{ id: other, ...address }],
        people: [person],
        tin: '987654321',
        tin_type: 'ssn',
        external_id: null,
        unique_external_id: 'u-2',
        tags: [],
      },
    },
  ],
  BusinessApproved: [
    { version: 1, data: { note: 'looks fine' } },
    { version: 1, data: { note: 'another party', reason: 'hit_is_another_party', override: { hit_ids: [other] } } },
  ],
  BusinessRejected: [
    { version: 1, data: { note: null } },
    { version: 1, data: { note: null, reasons: [{ code: 'bankruptcy', text: 'Bankruptcy', findings: ['bankruptcies', other] }] } },
  ],
  BusinessReturnedToReview: [{ version: 1, data: { note: 'looked again' } }],
  BusinessAssigned: [{ version: 1, data: { assignee_id: other } }],
  ExampleRemoved: [{ version: 1, data: { order_ids: [other], hit_ids: [other] } }],

  OrderPlaced: [
    {
      version: 1,
      data: { ...order, product: 'tin', subproducts: [], options: { person_match: true }, requester: { id: other, type: 'api_key' } },
    },
  ],
  OrderStarted: [{ version: 1, data: order }],
  AuditRequested: [{ version: 1, data: { ...order, reason: 'the evidence asks for a person to look at it' } }],
  AuditCompleted: [{ version: 1, data: { ...order, note: null } }],
  OrderCompleted: [{ version: 1, data: order }],
  OrderAssigned: [{ version: 1, data: { ...order, assignee_id: other } }],
  OrderStatusSet: [{ version: 1, data: { ...order, status: 'looked at' } }],

  ReviewCompleted: [
    {
      version: 1,
      data: {
        review_id: id,
        tasks: [
          {
            category: 'name',
            key: 'name',
            label: 'Business Name',
            name: 'name',
            status: 'success',
            sub_label: 'Verified',
            message: 'The name "ACME WIDGETS LLC" is registered in OR.',
            sources,
          },
        ],
      },
    },
  ],
  ReviewRenewed: [
    {
      version: 1,
      data: {
        review_id: id,
        tasks: [
          {
            category: 'name',
            key: 'name',
            label: 'Business Name',
            name: 'name',
            status: 'success',
            sub_label: 'Verified',
            message: 'The name "ACME WIDGETS LLC" is registered in OR.',
            sources,
          },
        ],
      },
    },
  ],
  EvidenceConfirmed: [{ version: 1, data: { facts: [{ kind: 'registrations', id, sources }] } }],

  NameFound: [{ version: 1, data: { ...found, name: { id, name: 'ACME WIDGETS LLC', type: 'legal' } } }],
  NameGone: [{ version: 1, data: { ...found, name: { id, name: 'ACME', type: 'dba' } } }],
  AddressFound: [{ version: 1, data: { ...found, address: { id, ...address, labels: ['mailing'] } } }],
  AddressGone: [{ version: 1, data: { ...found, order_id: null, address: { id, ...address, labels: [] } } }],
  AddressAssessed: [
    {
      version: 1,
      data: {
        ...found,
        assessment: {
          address_id: id,
          latitude: 45.5,
          longitude: -122.6,
          valid: true,
          deliverable: true,
          property_type: 'commercial',
          cmra: false,
          virtual: null,
          registered_agent_name: null,
          location_count: 3,
          comparison: { kind: 'verified', full_address: address.full_address, distance_miles: 0, explanation: 'the same address' },
        },
      },
    },
  ],
  RegistrationFound: [
    { version: 1, data: { ...found, registration: { ...registration, entity_type: 'DOMESTIC LIMITED LIABILITY COMPANY' } } },
    { version: 1, data: { ...found, registration: { ...registration, entity_type: 'ASSUMED BUSINESS NAME' } } },
    { version: 2, data: { ...filed, registration } },
    { version: 2, data: { ...filed, registration: { ...registration, entity_type: null } } },
  ],
  RegistrationChanged: [
    { version: 1, data: { ...found, order_id: null, registration, previous_attributes: { status: 'inactive' } } },
    { version: 2, data: { ...filed, order_id: null, registration, previous_attributes: { status: 'inactive' } } },
  ],
  OwnerFound: [
    { version: 1, data: { ...found, found_owner: foundOwner } },
    {
      version: 1,
      data: { ...found, found_owner: { ...foundOwner, name: null, born: null, relation: 'direct_parent', is_complete: false } },
    },
  ],
  OwnerGone: [{ version: 1, data: { ...found, order_id: null, found_owner: foundOwner } }],
  OwnerDiscrepancyFound: [
    { version: 1, data: { discrepancy: { id, kind: 'not_submitted', found_id: other, submitted_id: null, due_on: '2026-02-14' } } },
  ],
  OwnerDiscrepancyOverdue: [{ version: 1, data: { discrepancy_id: id, due_on: '2026-02-14' } }],
  OwnerDiscrepancyResolved: [
    { version: 1, data: { discrepancy_id: id, cause: 'person', reason: 'The register is out of date.' } },
    { version: 1, data: { discrepancy_id: id, cause: 'data', reason: null } },
  ],
  RiskTierSet: [
    { version: 1, data: { risk: { id, tier: 'high', reason: 'Its owners changed twice.', computed: 'low', table_version: 1 } } },
    { version: 1, data: { risk: { id, tier: null, reason: 'Settled.', computed: 'low', table_version: 1 } } },
  ],
  LeiRecordFound: [{ version: 1, data: { ...found, lei_record: leiRecord } }],
  LeiRecordChanged: [
    {
      version: 1,
      data: {
        ...found,
        order_id: null,
        lei_record: {
          ...leiRecord,
          registration_status: 'LAPSED',
          changed: { fields: ['registration status'], last_version: '2026-01-01', since_version: '2026-02-01' },
          vanished: { last_version: '2026-02-01', missing_from: '2026-03-01' },
        },
        previous_attributes: { registration_status: 'ISSUED', direct_parent: null },
      },
    },
  ],
  LeiRecordGone: [{ version: 1, data: { ...found, order_id: null, lei_record: leiRecord } }],
  PossibleMatchFound: [
    { version: 1, data: { ...found, possible_match: possibleMatch } },
    { version: 2, data: { ...filed, possible_match: possibleMatch } },
  ],
  PossibleMatchGone: [
    { version: 1, data: { ...found, order_id: null, possible_match: possibleMatch } },
    { version: 2, data: { ...filed, order_id: null, possible_match: possibleMatch } },
  ],
  PublicRecordFound: [
    { version: 1, data: { ...found, public_record: publicRecord } },
    { version: 1, data: { ...found, public_record: { ...publicRecord, ends: { how: 'expires', on: '2027-05-31' } } } },
  ],
  PublicRecordGone: [{ version: 1, data: { ...found, order_id: null, public_record: publicRecord } }],
  NameCompared: [
    {
      version: 1,
      data: { ...found, comparison: { name_id: id, kind: 'verified', found_name: 'ACME TOOLS', explanation: 'the same name' } },
    },
  ],
  PersonFound: [{ version: 1, data: { ...found, person: { id, name: 'DOE, ANN', titles: ['Manager'] } } }],
  PersonGone: [{ version: 1, data: { ...found, person: { id, name: 'DOE, ANN', titles: [] } } }],
  PhoneNumberFound: [{ version: 1, data: { ...found, phone_number: { id, number: '+15035550100', contact_type: 'business' } } }],
  EmailAddressFound: [{ version: 1, data: { ...found, email_address: { id, email: 'info@acme.example' } } }],
  FormationEstablished: [
    { version: 1, data: { ...found, entity_type: 'LLC', formation_date: '2001-02-03', formation_state: 'OR' } },
    { version: 2, data: { ...filed, entity_type: null, formation_date: '2001-02-03', formation_state: 'OR' } },
  ],
  WatchlistHitFound: [
    {
      version: 1,
      data: {
        ...found,
        hit: {
          id,
          screened: 'person',
          screened_id: other,
          screened_name: 'Ann Doe',
          list: 'SDN',
          entity_name: 'DOE, Ann',
          matched_name: 'DOE, Anne',
          match: { score: 0.95, explanation: 'a typing error' },
          entity_aliases: ['DOE, Anne'],
          entity_type: 'individual',
          addresses: ['Somewhere'],
          programs: ['SDGT'],
          listed_at: '2010-01-01',
          remarks: null,
          agency_information_url: 'https://example.com/agency',
          agency_list_url: 'https://example.com/list',
          url: null,
          list_country: 'US',
          list_region: 'North America',
        },
      },
    },
    {
      version: 1,
      data: {
        ...found,
        hit: {
          id,
          screened: 'person',
          screened_id: other,
          screened_name: 'Ann Doe',
          list: 'SDN',
          entity_name: 'DOE, Ann',
          matched_name: 'DOE, Anne',
          match: { score: 0.95, explanation: 'a typing error' },
          entity_aliases: ['DOE, Anne'],
          entity_type: 'individual',
          addresses: ['Somewhere'],
          programs: ['SDGT'],
          listed_at: '2010-01-01',
          remarks: null,
          agency_information_url: 'https://example.com/agency',
          agency_list_url: 'https://example.com/list',
          url: null,
          list_country: 'US',
          entry_id: '12345',
          quality: 'alias',
          title: 'Director',
          ends_at: null,
          dates_of_birth: ['1960'],
          nationalities: ['Nowhere'],
          identifiers: ['Passport 1 (Nowhere)'],
          list_region: 'North America',
        },
      },
    },
  ],
  WatchlistScreened: [
    {
      version: 1,
      data: {
        ...found,
        screening_id: id,
        lists: [
          { agency: 'Treasury', agency_abbr: 'OFAC', organization: 'United States', title: 'SDN', abbr: 'SDN', version: '2026-11-01' },
        ],
        hit_ids: [other],
      },
    },
    {
      version: 1,
      data: {
        ...found,
        screening_id: id,
        lists: [
          {
            agency: 'Treasury',
            agency_abbr: 'OFAC',
            organization: 'United States',
            title: 'SDN',
            abbr: 'SDN',
            version: '2026-11-01',
            data_set: 'ofac_sdn',
            entries: 17000,
            sha256: 'a'.repeat(64),
            content_sha256: 'b'.repeat(64),
          },
        ],
        screened: [
          { kind: 'business', id, name: 'Acme Widgets LLC' },
          { kind: 'person', id: other, name: 'Ann Doe' },
        ],
        index: [{ data_set: 'ofac_sdn', version: '2026-11-01', sha256: 'a'.repeat(64) }],
        rule: { matching: 'c'.repeat(64), thresholds: { 'business against entity, name': 0.85 } },
        hit_ids: [other],
      },
    },
  ],
  TinChecked: [{ version: 1, data: { ...found, outcome: 'person', name: 'Ann Doe', attempt: 2 } }],
  TaxExemptRecordFound: [
    {
      version: 1,
      data: {
        ...found,
        record: {
          id,
          ein: '123456789',
          name: 'ACME FOUNDATION',
          section: '501(c)(3)',
          ruling_date: '1999-01-01',
          tax_period: '2025-12-31',
          revoked_at: null,
          ntee_code: 'A01',
        },
      },
    },
  ],
  MotorCarrierFound: [
    {
      version: 1,
      data: {
        ...found,
        carrier: {
          id,
          dot_number: '1234567',
          legal_name: 'ACME TRUCKING',
          dba_name: null,
          source: 'https://example.com/carrier',
          addresses: ['1 Main St, Portland, OR 97201'],
          revocations: [{ type: 'INVOLUNTARY', docket_number: 'MC1', served_on: '2020-01-01', effective_on: null }],
        },
      },
    },
  ],
  LoanFound: [
    {
      version: 1,
      data: {
        ...found,
        loan: {
          id,
          issued_date: '2020-04-15',
          amount: 150000,
          amount_range: null,
          lender: 'First Bank',
          naics_code: '332000',
          business_type: 'LLC',
          jobs_reported: '12',
          non_profit: null,
        },
      },
    },
    {
      version: 1,
      data: {
        ...found,
        loan: {
          id,
          issued_date: '2020-04-15',
          amount: 150000,
          amount_range: null,
          lender: 'First Bank',
          naics_code: '332000',
          business_type: 'LLC',
          jobs_reported: '12',
          non_profit: null,
          naics_title: 'Widget Making',
          gender: 'Female Owned',
          veteran: 'Non-Veteran',
          race_ethnicity: 'Unanswered',
        },
      },
    },
  ],
  IndustryClassified: [
    {
      version: 1,
      data: {
        ...found,
        classification_id: id,
        categories: [
          {
            classification_system: 'NAICS',
            name: 'Widget Making',
            sector: 'Manufacturing',
            category: 'Metal',
            score: 0.9,
            high_risk: false,
            naics_codes: ['332000'],
            sic_codes: [],
            mcc_codes: [],
            prohibited_labels: [],
          },
        ],
      },
    },
  ],
  ActionTaken: [
    {
      version: 1,
      data: {
        action_id: id,
        type: 'add_attributes',
        object_type: 'businesses',
        object_id: other,
        note: 'as the owner said by phone',
        metadata: {},
        effects: [
          {
            operation: 'created',
            diff: { name: { before: null, after: 'Ann Doe' } },
            target: { object: 'person', id },
            subject_id: id,
          },
        ],
        actors: [{ actor_type: 'account', data: { id: other } }],
      },
    },
  ],
  AttributesAdded: [
    {
      version: 1,
      data: {
        action_id: id,
        names: [{ id, name: 'Acme Widgets' }],
        addresses: [{ ...address, id }],
        people: [person],
        phone_numbers: [{ id, number: '+15035550100' }],
        email_addresses: [{ id, email: 'info@example.com' }],
        website: { url: 'https://example.com' },
      },
    },
  ],
  SourcesAdded: [{ version: 1, data: { action_id: id, sources: [{ id, url: 'https://example.com/about', type: 'website' }] } }],
  AddressRiskSet: [{ version: 1, data: { action_id: id, address_id: other, risk_rating: 'high', by: 'user' } }],
  TinVouched: [{ version: 1, data: { action_id: id, verified: true, by: 'user' } }],
  WatchlistHitDismissed: [
    { version: 1, data: { action_id: id, hit_id: other, reason: 'another person of that name' } },
    {
      version: 1,
      data: {
        action_id: id,
        hit_id: other,
        reason: 'another person of that name',
        scope: 'party',
        by: { actor_type: 'user', data: { id } },
        list: 'SDN',
        entity_name: 'DOE, Ann',
      },
    },
  ],
  WatchlistHitReopened: [
    {
      version: 1,
      data: {
        hit_id: other,
        cause: 'entry_changed',
        changes: [{ field: 'dates_of_birth', removed: ['1960'], added: ['1961', '1962'] }],
        list: 'SDN',
        entity_name: 'DOE, Ann',
      },
    },
  ],
  WebsiteAnalysed: [{ version: 1, data: { ...found, ...website } }],
  ProfileFound: [{ version: 1, data: { ...found, profile } }],
  ProfileGone: [{ version: 1, data: { ...found, profile } }],
  ProductSearched: [
    {
      version: 1,
      data: { ...found, search: { id, product: 'bankruptcies', outcome: 'unavailable', reason: 'not available', record_ids: [] } },
    },
  ],
  ProductRecordFound: [
    {
      version: 1,
      data: {
        ...found,
        record: { id, kind: 'bankruptcy', product: 'bankruptcies', person_id: null, subject_id: id, content: { case_number: '23-10001' } },
      },
    },
  ],
  ProductRecordChanged: [
    {
      version: 1,
      data: {
        ...found,
        record: { id, kind: 'lien', product: 'liens', person_id: null, subject_id: id, content: { file_number: '7', status: 'closed' } },
        changed: ['status'],
      },
    },
  ],
  EmailAddressAssessed: [
    {
      version: 1,
      data: {
        ...found,
        assessment: {
          id,
          subject_id: id,
          email: 'ann@example.com',
          valid: true,
          domain: 'example.com',
          takes_mail: true,
          address_type: 'private',
        },
      },
    },
  ],
  DocumentReceived: [
    {
      version: 1,
      data: {
        ...found,
        document: {
          id,
          document_type: 'Articles of Incorporation',
          filename: 'articles.pdf',
          content_type: 'application/pdf',
          size: 1024,
          sha256: 'ab'.repeat(32),
          filing_date: '2024-02-29',
        },
      },
    },
  ],
  ...outgoingSamples,
  ...partnerSamples,
  PolicyVersionAdded: [
    {
      version: 1,
      data: {
        policy_id: id,
        version_id: other,
        version: 1,
        definition: {
          name: 'Listed parties',
          description: '',
          rules: [
            {
              name: 'a hit stands',
              when: { '>': [{ var: 'watchlist.hits' }, 0] },
              result: 'reject',
              actions: [
                { type: 'set_status', status: 'rejected' },
                { type: 'add_tag', tag: 'listed' },
                { type: 'enable_monitor', event_types: ['*'] },
                { type: 'order_product', product: 'adverse_media', subproducts: [] },
              ],
            },
          ],
        },
      },
    },
  ],
  PolicyVersionEnabled: [{ version: 1, data: { policy_id: id, version_id: other } }],
  PolicyDisabled: [{ version: 1, data: { policy_id: id } }],
  PolicyShadowStarted: [{ version: 1, data: { policy_id: id, version_id: other } }],
  PolicyShadowEnded: [{ version: 1, data: { policy_id: id } }],
  PoliciesEvaluated: [
    {
      version: 1,
      data: {
        outcomes: [
          {
            policy_id: id,
            version_id: other,
            result_id: id,
            version: 1,
            name: 'Listed parties',
            result: 'reject',
            matched: 'a hit stands',
            rules: [
              {
                name: 'a hit stands',
                holds: true,
                reasons: [{ condition: 'watchlist.hits > 0', holds: true, facts: { 'watchlist.hits': 1 } }],
              },
            ],
            actions: [{ id, action: { type: 'add_tag', tag: 'listed' }, executed: true, explanation: 'carried out' }],
          },
        ],
      },
    },
  ],
  ShadowPoliciesEvaluated: [
    {
      version: 1,
      data: {
        outcomes: [
          {
            policy_id: id,
            version_id: other,
            result_id: id,
            version: 2,
            name: 'Listed parties',
            result: 'review',
            matched: 'a weak hit',
            rules: [
              {
                name: 'a weak hit',
                holds: true,
                reasons: [{ condition: 'watchlist.best_score < 0.9', holds: true, facts: { 'watchlist.best_score': 0.86 } }],
              },
            ],
            actions: [
              { id, action: { type: 'add_tag', tag: 'weak' }, executed: false, explanation: 'not carried out: the version runs in shadow' },
            ],
            active: { version_id: id, version: 1, result: 'reject', matched: 'a hit stands' },
            differs: true,
            failure: null,
          },
        ],
      },
    },
  ],
}
