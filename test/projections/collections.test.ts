// What each event makes of the documents about an account and its people: its settings, keys, users, applications, policies, webhooks and proposals.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { firstInterfaceVersion } from '../../src/events/account.ts'
import type { EventType, StoredEvent } from '../../src/events/catalogue.ts'
import { monitorTypes } from '../../src/events/monitor.ts'
import { noNoticeSettings } from '../../src/events/notice.ts'
import { noSecondPerson } from '../../src/events/oversight.ts'
import { retentionByDefault } from '../../src/events/retention.ts'
import { reviewCalendarByDefault } from '../../src/events/review-calendar.ts'
import { type AccountDocument, accounts, apiKeys } from '../../src/projections/accounts.ts'
import { recordAsOf } from '../../src/projections/history.ts'
import { accessTokens, oauthClients } from '../../src/projections/oauth.ts'
import { mostActs, type PoliciesDocument, policyBooks, policyResults, shadowResults } from '../../src/projections/policies.ts'
import { proposals } from '../../src/projections/proposals.ts'
import { runFeedback, runs, threads } from '../../src/projections/runs.ts'
import { testClocks } from '../../src/projections/test-clocks.ts'
import { users } from '../../src/projections/users.ts'
import { webhooks } from '../../src/projections/webhooks.ts'
import { samples } from '../events/samples.ts'
import { accountId } from '../stores/log.ts'
import { at, eventAt, id, inSteps, other } from './fold-step.ts'

const dataOf = (type: EventType, sample = 0): never => samples[type][sample]?.data as never
const hash = 'ab'.repeat(32)

test('an account has its defaults, until each setting is made', () => {
  const views: AccountDocument['queue_views'] = [{ id, name: 'Worst first, east', query: 'tag=east&sort=risk' }]
  const later = { view_id: other, name: 'Zoning', query: 'q=z' }
  inSteps(accounts, { stream: `account-${id}` }, [
    [
      'AccountCreated',
      {
        id,
        name: 'First account',
        slug: 'first-account',
        features: ['monitoring'],
        interface_version: firstInterfaceVersion,
        lien_defaults: { secured_parties: [], collateral: null },
        monitor_types: monitorTypes,
        source_age_limit_days: 90,
        watchlists: null,
        queue_views: [],
        two_person_rule: noSecondPerson,
        notice_settings: noNoticeSettings,
        review_calendar: reviewCalendarByDefault,
        retention: retentionByDefault,
        ip_allowlist: [],
        created_at: at(0),
      },
    ],
    ['FeatureSwitched', { features: ['monitoring', 'liens'] }, { data: { feature: 'liens', on: true } }],
    ['FeatureSwitched', { features: ['liens'] }],
    ['InterfaceVersionPinned', { interface_version: '2026-11-23' }],
    ['LienDefaultsSet', { lien_defaults: dataOf('LienDefaultsSet') }],
    ['MonitorTypesAllowed', { monitor_types: ['registration', 'tin'] }],
    ['SourceAgeLimitSet', { source_age_limit_days: 30 }],
    ['WatchlistsChosen', { watchlists: ['SDN', 'UN'] }],
    ['TwoPersonRuleSet', { two_person_rule: dataOf('TwoPersonRuleSet') }],
    ['NoticeSettingsSet', { notice_settings: dataOf('NoticeSettingsSet') }],
    ['ReviewCalendarSet', { review_calendar: dataOf('ReviewCalendarSet') }],
    ['RetentionSet', { retention: dataOf('RetentionSet') }],
    ['QueueViewSaved', { queue_views: [{ id: other, name: 'Zoning', query: 'q=z' }] }, { data: later }],
    ['QueueViewSaved', { queue_views: [...views, { id: other, name: 'Zoning', query: 'q=z' }] }],
    [
      'QueueViewSaved',
      { queue_views: [{ id: other, name: 'Areas', query: 'q=a' }, ...views] },
      { data: { ...later, name: 'Areas', query: 'q=a' } },
    ],
    ['QueueViewRemoved', { queue_views: views }, { data: { view_id: other } }],
    ['IpAllowlistSet', { ip_allowlist: ['10.0.0.0/8', '2001:db8::/32'] }],
  ])
})

test('an account that was made with a version of the interface keeps it', () => {
  assert.is(accounts.fold(null, [eventAt(0, `account-${id}`, 'AccountCreated', { sample: 1 })], id)?.interface_version, '2026-11-23')
})

test('an API key ends when another takes its place, and when it is revoked', () => {
  const key = { id, account_id: accountId, key_hash: hash, name: 'First test key', mode: 'test', last_four: 'wxyz' } as const
  inSteps(apiKeys, { stream: `account-${accountId}`, key: hash }, [
    ['ApiKeyCreated', { ...key, scopes: null, expires_at: null, replaced_by: null, created_at: at(0), revoked_at: null }],
    ['ApiKeyReplaced', { expires_at: '2026-12-01T00:00:00.000Z', replaced_by: other }],
    ['ApiKeyRevoked', { revoked_at: at(2) }],
  ])
  const scoped = apiKeys.fold(null, [eventAt(0, '', 'ApiKeyCreated', { sample: 1 })], 'cd'.repeat(32))
  assert.equal([scoped?.scopes, scoped?.expires_at], [['liens:write'], '2027-01-01T00:00:00.000Z'])
})

test('of a stream that holds several records, each is folded from the events that concern it', () => {
  const stream = `account-${accountId}`
  const [first, second] = [hash, 'cd'.repeat(32)]
  const events = [
    eventAt(0, stream, 'ApiKeyCreated', { data: { key_hash: first, name: 'First' } }),
    eventAt(1, stream, 'ApiKeyCreated', { data: { key_hash: second, name: 'Second' } }),
    eventAt(2, stream, 'FeatureSwitched'),
    eventAt(3, stream, 'ApiKeyRevoked', { data: { key_hash: second } }),
  ]
  const kept = (key: string, position?: bigint) => {
    const doc = recordAsOf(apiKeys, events, key, position === undefined ? undefined : { position })
    return doc && [doc.name, doc.revoked_at]
  }
  assert.equal([kept(first), kept(second), kept('ef'.repeat(32))], [['First', null], ['Second', at(3)], null])
  assert.equal([kept(second, 0n), kept(second, 2n)], [null, ['Second', null]])
})

const newcomer = {
  id,
  account_id: accountId,
  password_hash: null,
  invitation_hash: null,
  invitation_expires_at: null,
  identity_hash: null,
  totp_secret: null,
  sessions_from: at(0),
  grants_from: at(0),
  signed_in_at: null,
  created_at: at(0),
}
const invited = { email: 'bob@example.com', name: 'Bob', roles: ['member', 'read_only'] as const, status: 'invited' as const }
const invitation = { invitation_hash: hash, invitation_expires_at: '2026-12-01T00:00:00.000Z' }
const accepted = { invitation_hash: null, invitation_expires_at: null, status: 'active' as const }

/** Sessions, what applications were allowed, and links end then. */
const cutOff = (position: number) => ({
  sessions_from: at(position),
  grants_from: at(position),
  invitation_hash: null,
  invitation_expires_at: null,
})

test('an invited user becomes active with a password, and what secures the account ends the sessions', () => {
  inSteps(users, { stream: `user-${id}` }, [
    ['UserInvited', { ...newcomer, ...invited, ...invitation }, { data: { email: 'Bob@Example.com' } }],
    ['UserInvitationRenewed', { invitation_hash: 'cd'.repeat(32), invitation_expires_at: '2026-12-08T00:00:00.000Z' }],
    ['UserDeactivated', { status: 'inactive', ...cutOff(2) }],
    ['UserReactivated', { status: 'invited', ...cutOff(3) }],
    [
      'UserInvitationAccepted',
      { ...accepted, name: 'Robert', password_hash: '$scrypt$ln=16,r=8,p=2$a$b', sessions_from: at(4) },
      { data: { name: 'Robert' } },
    ],
    ['UserSignedIn', { signed_in_at: at(5) }],
    ['UserRolesChanged', { roles: ['operator'] }],
    ['UserSecondFactorEnabled', { totp_secret: 'JBSWY3DPEHPK3PXP', sessions_from: at(7) }],
    ['UserSecondFactorDisabled', { totp_secret: null }],
    ['UserPasswordChanged', { password_hash: '$scrypt$ln=16,r=8,p=2$a$c', sessions_from: at(9) }],
    ['UserDeactivated', { status: 'inactive', ...cutOff(10) }],
    ['UserReactivated', { status: 'active', ...cutOff(11) }],
  ])
})

test('an invitation ends with a new password, and with the identity of a provider, which makes the user active again', () => {
  inSteps(users, { stream: `user-${id}` }, [
    ['UserInvited', { ...newcomer, ...invited, ...invitation }],
    [
      'UserPasswordChanged',
      { password_hash: '$scrypt$ln=16,r=8,p=2$a$c', invitation_hash: null, invitation_expires_at: null, sessions_from: at(1) },
    ],
  ])
  inSteps(users, { stream: `user-${id}` }, [
    ['UserInvited', { ...newcomer, ...invited, ...invitation }],
    ['UserIdentityLinked', { ...accepted, identity_hash: hash }],
    ['UserDeactivated', { status: 'inactive', ...cutOff(2) }],
    ['UserReactivated', { status: 'active', ...cutOff(3) }],
  ])
})

test('a user who registers or is admitted is active at once, under the address in small letters', () => {
  const ann = { ...newcomer, email: 'ann@example.com', status: 'active' as const }
  const data = { email: 'Ann@Example.com' }
  const password_hash = '$scrypt$ln=16,r=8,p=2$a$b'
  inSteps(users, { stream: `user-${id}` }, [['UserRegistered', { ...ann, name: 'Ann', roles: ['admin'], password_hash }, { data }]])
  inSteps(users, { stream: `user-${id}` }, [
    ['UserAdmitted', { ...ann, name: 'Ann Doe', roles: ['member'], identity_hash: hash }, { data }],
  ])
})

test('an application has a secret unless it registered itself, and is gone once it is deleted', () => {
  const app = {
    id,
    account_id: accountId,
    name: 'App',
    redirect_uri: 'https://app.example/cb',
    mode: 'live',
    secret_hash: hash,
    created_at: at(0),
  } as const
  inSteps(oauthClients, { stream: `account-${accountId}` }, [
    ['OauthClientCreated', { ...app, is_public: false }],
    ['OauthClientDeleted', null],
  ])
  inSteps(oauthClients, { stream: `account-${accountId}` }, [
    ['OauthClientCreated', { ...app, is_public: true }, { data: { is_public: true } }],
  ])
})

test('an access token is kept under its hash, until it is revoked', () => {
  const token = { client_id: id, user_id: other, mode: 'live', scopes: ['read_only', 'read_write'] } as const
  inSteps(accessTokens, { stream: `oauth_token-${hash}`, key: hash }, [
    ['AccessTokenIssued', { token_hash: hash, account_id: accountId, ...token, created_at: at(0), revoked_at: null }],
    ['AccessTokenRevoked', { revoked_at: at(1) }],
  ])
})

test('a policy has its versions, of which one is enabled and one runs in shadow', () => {
  const added: { policy_id: string; version_id: string; version: number; definition: { name: string } } = dataOf('PolicyVersionAdded')
  const { policy_id, version_id, version, definition } = added
  const by = { actor: eventAt(0, `policies-${accountId}`, 'PolicyVersionAdded').metadata.actor }
  const first = { version_id, version, definition, created_at: at(0), added_by: by, acts: [] }
  const next = { ...first, version_id: id, version: 2, definition: { ...definition, name: 'Renamed' }, created_at: at(1) }
  const book = (...policies: readonly object[]) => ({ policies: policies as PoliciesDocument['policies'] })
  const policy = { policy_id, name: 'Listed parties', enabled: null, shadow: null, versions: [first] }
  const two = { ...policy, name: 'Renamed', versions: [first, next] }
  const another = {
    ...policy,
    policy_id: other,
    name: 'Another',
    versions: [{ ...first, definition: { ...definition, name: 'Another' }, created_at: at(2) }],
  }
  const ofAnother = { data: { policy_id: other } }
  const enabled = { act: 'enabled', at: at(3), ...by }
  const on = { ...two, enabled: version_id, versions: [{ ...first, acts: [enabled] }, next] }
  const replacing = { ...next, acts: [{ act: 'enabled', at: at(6), ...by }] }
  const former = { ...first, acts: [enabled, { act: 'replaced', at: at(6), ...by, version: 2 }] }
  const replaced = { ...on, enabled: id, versions: [former, replacing] }
  const off = { ...two, versions: [former, { ...replacing, acts: [...replacing.acts, { act: 'disabled', at: at(7), ...by }] }] }
  inSteps(policyBooks, { stream: `policies-${accountId}`, key: accountId }, [
    ['PolicyVersionAdded', { id: accountId, account_id: accountId, ...book(policy) }],
    ['PolicyVersionAdded', book(two), { data: { ...next, policy_id } }],
    ['PolicyVersionAdded', book(two, another), { data: { policy_id: other, definition: { ...definition, name: 'Another' } } }],
    ['PolicyVersionEnabled', book(on, another)],
    ['PolicyShadowStarted', book(on, { ...another, shadow: { version_id, started_at: at(4) } }), ofAnother],
    ['PolicyDisabled', book(on, { ...another, shadow: { version_id, started_at: at(4) } }), ofAnother],
    ['PolicyVersionEnabled', book(replaced, { ...another, shadow: { version_id, started_at: at(4) } }), { data: { version_id: id } }],
    ['PolicyDisabled', book(off, { ...another, shadow: { version_id, started_at: at(4) } })],
    ['PolicyShadowEnded', book(off, another), ofAnother],
  ])
})

test('a version of a policy keeps its latest acts, however often it was enabled', () => {
  const { policy_id }: { policy_id: string } = dataOf('PolicyVersionAdded')
  const stream = `policies-${accountId}`
  const times = Array.from({ length: mostActs }, (_, time) => time)
  const toggles = times.flatMap((time) => [
    eventAt(1 + 2 * time, stream, 'PolicyVersionEnabled'),
    eventAt(2 + 2 * time, stream, 'PolicyDisabled', { data: { policy_id } }),
  ])
  const actsAfter = (events: readonly StoredEvent[]) =>
    policyBooks.fold(null, [eventAt(0, stream, 'PolicyVersionAdded'), ...events], accountId)?.policies[0]?.versions[0]?.acts ?? []
  assert.is(actsAfter(toggles.slice(0, mostActs)).length, mostActs)
  const acts = actsAfter(toggles)
  assert.equal([acts.length, acts[0]?.at, acts.at(-1)?.at], [mostActs, at(mostActs + 1), at(2 * mostActs)])
})

test('each outcome of a policy is kept by its own id, with the business that it is about', () => {
  for (const [projection, type] of [
    [policyResults, 'PoliciesEvaluated'],
    [shadowResults, 'ShadowPoliciesEvaluated'],
  ] as const) {
    const [outcome] = (dataOf(type) as { outcomes: readonly { result_id: string }[] }).outcomes
    const second = { ...outcome, result_id: other }
    const event = eventAt(0, `business-${other}`, type, { data: { outcomes: [outcome, second] }, metadata: { mode: 'live' } })
    assert.equal(projection.keys(event), [id, other])
    const known = { account_id: accountId, business_id: other, mode: 'live', created_at: at(0) }
    assert.equal(projection.fold(null, [event], id), { id, ...outcome, ...known })
    assert.equal(projection.fold(null, [event], other), { id: other, ...second, ...known })
    assert.is(projection.fold(null, [event], accountId), null)
    assert.equal(projection.keys(eventAt(0, `business-${other}`, 'NoteAdded')), [])
  }
})

test('a webhook shows all but its secrets, and when it was disabled', () => {
  const oidc = { token_url: 'https://example.com/token', client_id: 'probity' }
  const webhook = { id, account_id: accountId, mode: 'test', url: 'https://example.com/hook', enabled_events: ['*'], oidc } as const
  inSteps(webhooks, { stream: `webhook-${id}` }, [
    ['WebhookCreated', { ...webhook, created_at: at(0), updated_at: at(0), disabled_at: null }],
    ['WebhookSecretReplaced', { updated_at: at(1) }],
    ['WebhookChanged', { url: 'https://example.com/other', updated_at: at(2) }, { data: { enabled_events: undefined, oidc: undefined } }],
    ['WebhookChanged', { enabled_events: ['business.created'], oidc: null, updated_at: at(3) }, { data: { url: undefined } }],
    ['WebhookDisabled', { disabled_at: at(4), updated_at: at(4) }],
    ['WebhookEnabled', { disabled_at: null, updated_at: at(5) }],
    ['WebhookDeleted', null],
  ])
})

test('a proposal waits until somebody confirms, refuses or withdraws it, or another takes its place', () => {
  const { proposal_id: _, by, over: __, ...proposed }: { proposal_id: string; by: object; over: object } = dataOf('ActProposed')
  const first = {
    id,
    account_id: accountId,
    world: 'both' as const,
    target_id: other,
    ...proposed,
    status: 'open' as const,
    proposed_by: by as never,
    created_at: at(0),
    decided_by: null,
    decided_at: null,
    reason: null,
    superseded_by: null,
    business_id: other,
    proposed_by_type: 'api_key',
    proposed_by_id: other,
    decided_by_type: null,
    decided_by_id: null,
    seconds_to_decision: null,
  }
  const seconds_to_decision = 86_400
  const byOther = { decided_by_type: 'user', decided_by_id: other, seconds_to_decision }
  const decider = { actor: { type: 'user', id: other }, principals: [`user:${other}`] } as never
  const ends = [
    ['ProposalConfirmed', { status: 'confirmed', decided_by: decider, decided_at: at(1), ...byOther }],
    ['ProposalRefused', { status: 'refused', decided_by: decider, decided_at: at(1), reason: 'Not yet', ...byOther }],
    [
      'ProposalWithdrawn',
      {
        status: 'withdrawn',
        decided_by: { actor: { type: 'user', id }, principals: [`user:${id}`] } as never,
        decided_at: at(1),
        ...byOther,
        decided_by_id: id,
      },
    ],
    ['ProposalSuperseded', { status: 'superseded', decided_at: at(1), superseded_by: other, seconds_to_decision }],
  ] as const
  for (const end of ends) inSteps(proposals, { stream: `business-${other}` }, [['ActProposed', first], end])
  const inTest = { metadata: { mode: 'test' } }
  inSteps(proposals, { stream: `business-${other}` }, [['ActProposed', { ...first, world: 'test' }, inTest]])
})

test('a proposal is kept as far as it is said in words, and is about a business or something else', () => {
  const folded = (stream: string, command: unknown, aggregate = 'business') =>
    proposals.fold(null, [eventAt(0, stream, 'ActProposed', { data: { command, aggregate } })], id)
  const changed = { type: 'UpdateBusiness', status: 'approved', changes: { people: [{ ssn: '417382951' }], tin: '528491637' } }
  assert.equal(folded(`business-${other}`, changed)?.command, { ...changed, changes: { people: null, tin: null } })
  const invitation = { user_id: id, email: 'dan@example.com', name: 'Dan', roles: ['member'], invitation_hash: hash }
  const invited = folded(`user-${other}`, { type: 'InviteUser', invitation }, 'user')
  assert.equal(invited?.command, { type: 'InviteUser', invitation: { name: 'Dan', roles: ['member'] } })
  assert.is(invited?.business_id, null)
  assert.is(folded(`erasure_order_business-${other}`, { type: 'OrderErasure' }, 'erasure_order_business')?.business_id, other)
  assert.is(folded(`business-${other}`, '[erased]')?.command as unknown, '[erased]')
})

test('a test clock is ready, advances step by step, and stays when it is deleted', () => {
  const clock = {
    id,
    account_id: accountId,
    name: 'A lien lapses',
    status: 'ready',
    at: '2026-11-23T10:00:00.000Z',
    business_ids: [other],
  } as const
  const advance = { from: '2026-11-23T10:00:00.000Z', to: '2027-11-23T10:00:00.000Z' }
  const inTest = { metadata: { mode: 'test' } }
  inSteps(testClocks, { stream: `test_clock-${id}` }, [
    ['TestClockCreated', { ...clock, mode: 'test', advance: null, created_at: at(0), updated_at: at(0) }, inTest],
    ['TestClockAdvanceRequested', { status: 'advancing', advance: { ...advance, steps: 0 }, updated_at: at(1) }],
    ['TestClockStepped', { at: '2027-01-01T00:00:00.000Z', advance: { ...advance, steps: 1 }, updated_at: at(2) }],
    [
      'TestClockStepped',
      { at: '2027-02-01T00:00:00.000Z', advance: { ...advance, steps: 2 }, updated_at: at(3) },
      { data: { at: '2027-02-01T00:00:00.000Z' } },
    ],
    ['TestClockAdvanced', { status: 'ready', at: '2027-11-23T10:00:00.000Z', updated_at: at(4) }],
    ['TestClockDeleted', { status: 'deleted', updated_at: at(5) }],
  ])
})

test('a run of an agent tells its steps, what it asked, and how it ended', () => {
  const { thread_id: _, ...context }: { thread_id: string } = dataOf('ThreadStarted')
  const inTest = { metadata: { mode: 'test' } }
  const times = { created_at: at(0), updated_at: at(0) }
  inSteps(threads, { stream: `thread-${id}` }, [
    ['ThreadStarted', { ...context, id, account_id: accountId, mode: 'test', ...times }, inTest],
  ])

  const { artifacts }: { artifacts: never[] } = dataOf('StepCompleted')
  const step = {
    id,
    parent_step_id: null,
    type: 'output',
    name: 'recommend',
    label: 'Recommending a decision',
    status: 'running',
    started_at: at(1),
    completed_at: null,
    resolution: null,
    artifacts: [],
  } as const
  const more = { ...step, id: other, started_at: at(2) }
  const done = { ...step, status: 'completed', completed_at: at(3), resolution: 'auto_approve', artifacts } as const
  const question = { id, question: 'The same?', options: ['same', 'different'], about: id, answer: null }
  const begun = {
    ...context,
    id,
    account_id: accountId,
    mode: 'test',
    thread_id: id,
    status: 'running',
    steps: [],
    interrupts: [],
    error: null,
    ...times,
    started_at: at(0),
    ended_at: null,
    business_id: id,
    requester_type: 'account',
    requester_id: id,
    step_count: 0,
    artifact_count: 0,
    question_count: 0,
    seconds: null,
  } as const
  inSteps(runs, { stream: `run-${id}` }, [
    ['RunStarted', begun, inTest],
    ['StepStarted', { steps: [step], step_count: 1, updated_at: at(1) }],
    ['StepStarted', { steps: [step, more], step_count: 2, updated_at: at(2) }, { data: { step_id: other } }],
    ['StepCompleted', { steps: [done, more], artifact_count: 1, updated_at: at(3) }],
    ['StepFailed', { steps: [done, { ...more, status: 'error', completed_at: at(4) }], updated_at: at(4) }, { data: { step_id: other } }],
    ['RunInterrupted', { status: 'interrupted', interrupts: [question], question_count: 1, updated_at: at(5) }],
    [
      'RunInterrupted',
      { interrupts: [question, { ...question, id: other }], question_count: 2, updated_at: at(6) },
      { data: { interrupt_id: other } },
    ],
    [
      'RunResumed',
      {
        status: 'running',
        interrupts: [
          { ...question, answer: 'different' },
          { ...question, id: other },
        ],
        updated_at: at(7),
      },
    ],
    ['RunCompleted', { status: 'completed', ended_at: at(8), updated_at: at(8), seconds: 8 * 86_400 }],
  ])
  inSteps(runs, { stream: `run-${id}` }, [
    ['RunStarted', begun, inTest],
    ['RunFailed', { status: 'error', error: 'it broke', ended_at: at(1), updated_at: at(1), seconds: 86_400 }],
  ])

  const { feedback_id: __, ...feedback }: { feedback_id: string } = dataOf('RunFeedbackGiven')
  inSteps(runFeedback, { stream: `run-${other}` }, [
    ['RunFeedbackGiven', { ...feedback, id, account_id: accountId, mode: 'test', run_id: other, created_at: at(0) }, inTest],
  ])
})

test('what is kept under an id of its own is not concerned by other events', () => {
  for (const projection of [apiKeys, oauthClients, runFeedback])
    assert.equal(projection.keys(eventAt(0, `account-${accountId}`, 'FeatureSwitched')), [], projection.spec.name)
})

test.run()
