// Frozen samples (see samples.ts) of an account: its keys, its settings, and what its members propose and decide.
import { id, lienParty, other } from './sample-parts.ts'

export const accountSamples = {
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
}
