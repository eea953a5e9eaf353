// One frozen sample of every event type and version ever written, as it stands in the log (personal data left open). A sample is never changed:
// when a type gets a new version, its upcaster lifts the old sample and a new one is added beside it.
import type { EventType } from '../../src/events/catalogue.ts'
import { id, lienParty, other } from './sample-parts.ts'
import { accountSamples } from './samples-of-account.ts'
import { businessSamples } from './samples-of-business.ts'
import { findingSamples } from './samples-of-findings.ts'
import { outgoingSamples } from './samples-of-outgoing.ts'
import { partnerSamples } from './samples-of-partner.ts'
import { policySamples } from './samples-of-policies.ts'
import { registrySamples } from './samples-of-registries.ts'

type Sample = { readonly version: number; readonly data: { readonly [field: string]: unknown } }

const runContext = { agent: 'sanctions_review', context_type: 'business', context_id: id, requester: { id, type: 'account' } }

export const samples: { readonly [Type in EventType]: readonly Sample[] } = {
  ...accountSamples,

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
  MonitoredBusinessChecked: [
    { version: 1, data: { monitor_id: id, cause: 'schedule', differences: 2 } },
    { version: 1, data: { monitor_id: id, cause: 'schedule', differences: 2, found: { addresses: 1, lien: 1 } } },
  ],
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

  ...businessSamples,
  ...registrySamples,
  ...findingSamples,
  ...outgoingSamples,
  ...partnerSamples,
  ...policySamples,
}
