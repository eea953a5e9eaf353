// One frozen sample of every event type and version ever written, as it stands in the log (personal data left open). A sample is never changed:
// when a type gets a new version, its upcaster lifts the old sample and a new one is added beside it.
import type { EventType } from '../../src/events/catalogue.ts'
import { address, id, other, sources } from './sample-parts.ts'
import { findingSamples } from './samples-of-findings.ts'
import { outgoingSamples } from './samples-of-outgoing.ts'
import { partnerSamples } from './samples-of-partner.ts'

type Sample = { readonly version: number; readonly data: { readonly [field: string]: unknown } }

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

  ...findingSamples,
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
