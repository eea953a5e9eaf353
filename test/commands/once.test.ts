// The smaller aggregates: what each command does the first time, that the same command again does nothing, and what is refused.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { account, oauthClientsPerAccount, publicClientsPerAccount } from '../../src/commands/account.ts'
import type { Aggregate } from '../../src/commands/decider.ts'
import { informationRequest } from '../../src/commands/information-request.ts'
import { ownership, structureHash } from '../../src/commands/ownership.ts'
import { partnerApplication } from '../../src/commands/partner-application.ts'
import { partnerCompany } from '../../src/commands/partner-company.ts'
import { partnerMail } from '../../src/commands/partner-mail.ts'
import { referenceData } from '../../src/commands/reference-data.ts'
import { registrationRequest } from '../../src/commands/registration-request.ts'
import { run } from '../../src/commands/run.ts'
import { seal } from '../../src/commands/seal.ts'
import { signal } from '../../src/commands/signal.ts'
import { thread } from '../../src/commands/thread.ts'
import { user } from '../../src/commands/user.ts'
import type { AccountEvent } from '../../src/events/account.ts'
import type { DomainEvent, EventType } from '../../src/events/catalogue.ts'
import { retentionByDefault } from '../../src/events/retention.ts'
import { reviewCalendarByDefault } from '../../src/events/review-calendar.ts'
import { samples } from '../events/samples.ts'
import { given } from './given.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'

const dataOf = (type: EventType, place = 0): never => samples[type][place]?.data as never
/** The sample of the type. It is of the type by its name alone. */
const event = <Type extends EventType>(type: Type, change: object = {}): never =>
  ({ type, data: { ...(dataOf(type) as object), ...change } }) as never

/** The command leads to exactly this event, and after it to nothing. */
const doesOnce = <State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  history: readonly Event[],
  command: Command,
  expected: Event,
): void => {
  given(aggregate, history).when(command).then([expected])
  given(aggregate, [...history, expected])
    .when(command)
    .then([])
}

test('a signal, a thread and a company are made once', () => {
  doesOnce(signal, [], { type: 'CreateSignal', signal: dataOf('SignalCreated') }, event('SignalCreated'))
  doesOnce(thread, [], { type: 'StartThread', thread: dataOf('ThreadStarted') }, event('ThreadStarted'))
  const company = { type: 'CreateCompany' as const, company: dataOf('PartnerCompanyCreated'), einDigest: null, sharesExternalId: false }
  given(partnerCompany, [])
    .when(company)
    .then([event('PartnerCompanyCreated')])
  given(partnerCompany, [event('PartnerCompanyCreated')])
    .when(company)
    .isRefused('company_exists')
})

test('the log is sealed where it holds events that the last seal does not cover', () => {
  doesOnce(seal, [], { type: 'SealLog', seal: dataOf('LogSealed') }, event('LogSealed'))
  const next = { ...(dataOf('LogSealed') as object), events: 18 }
  given(seal, [event('LogSealed')])
    .when({ type: 'SealLog', seal: next as never })
    .then([event('LogSealed', next)])
})

test('a version of reference data is noted once, and an instance that is behind does not set it back', () => {
  const note = {
    type: 'NoteVersion' as const,
    kind: 'or_sos',
    version: '2026-11-01',
    file: 'or_sos-2026-11-01-abcdef01.sqlite',
    importedAt: '2026-11-02T00:00:00.000Z',
    previous: null,
  }
  const replaced = event('ReferenceDataReplaced')
  doesOnce(referenceData, [], note, replaced)
  given(referenceData, [replaced])
    .when({ ...note, file: 'older', importedAt: '2026-11-01T23:59:59.999Z' })
    .then([])
  given(referenceData, [replaced])
    .when({ ...note, file: 'as old' })
    .then([])
  given(referenceData, [replaced])
    .when({ ...note, importedAt: '2026-11-02T00:00:00.001Z' })
    .then([])
  given(referenceData, [replaced])
    .when({ ...note, file: 'newer', importedAt: '2026-11-02T00:00:00.001Z' })
    .then([event('ReferenceDataReplaced', { file: 'newer', previous_file: note.file, imported_at: '2026-11-02T00:00:00.001Z' })])
})

test('a version that was replaced before anybody noted it is noted too, unless nothing was on record or it is not newer', () => {
  const used = { version: '3', file: 'third', importedAt: '2026-11-04T00:00:00.000Z' }
  const previous = { version: '2', file: 'second', importedAt: '2026-11-03T00:00:00.000Z' }
  const note = { type: 'NoteVersion' as const, kind: 'or_sos', ...used, previous }
  const first = event('ReferenceDataReplaced')
  const { file } = dataOf('ReferenceDataReplaced') as { readonly file: string }
  const second = event('ReferenceDataReplaced', { version: '2', file: 'second', previous_file: file, imported_at: previous.importedAt })
  const third = (previous_file: string | null) =>
    event('ReferenceDataReplaced', { version: '3', file: 'third', previous_file, imported_at: used.importedAt })
  given(referenceData, [first])
    .when(note)
    .then([second, third('second')])
  given(referenceData, [first, second])
    .when(note)
    .then([third('second')])
  given(referenceData, [first])
    .when({ ...note, previous: { ...previous, importedAt: '2026-11-02T00:00:00.000Z' } })
    .then([third(file)])
  given(referenceData, [])
    .when(note)
    .then([third(null)])
  // It went back to the one on record, which was imported once more.
  given(referenceData, [first])
    .when({ ...note, file })
    .then([second, event('ReferenceDataReplaced', { version: '3', file, previous_file: 'second', imported_at: used.importedAt })])
})

const opened = event('AccountCreated')
const settings: readonly (readonly [command: Parameters<typeof account.decide>[0], type: AccountEvent['type']])[] = [
  [{ type: 'SetLienDefaults', defaults: dataOf('LienDefaultsSet') }, 'LienDefaultsSet'],
  [{ type: 'AllowMonitorTypes', monitorTypes: ['registration', 'tin'] }, 'MonitorTypesAllowed'],
  [{ type: 'SetNoticeSettings', settings: dataOf('NoticeSettingsSet') }, 'NoticeSettingsSet'],
  [{ type: 'SetReviewCalendar', calendar: dataOf('ReviewCalendarSet') }, 'ReviewCalendarSet'],
  [{ type: 'SetRetention', periods: dataOf('RetentionSet') }, 'RetentionSet'],
  [{ type: 'SetTwoPersonRule', rule: dataOf('TwoPersonRuleSet'), people: 2 }, 'TwoPersonRuleSet'],
]
for (const [command, type] of settings)
  test(`${command.type} changes a setting once`, () => doesOnce(account, [opened], command, event(type)))

test('what a setting is by default is no change', () => {
  given(account, [opened]).when({ type: 'SetReviewCalendar', calendar: reviewCalendarByDefault }).then([])
  given(account, [opened]).when({ type: 'SetRetention', periods: retentionByDefault }).then([])
  given(account, [opened])
    .when({ type: 'SetLienDefaults', defaults: { secured_parties: [], collateral: null } })
    .then([])
})

test('two are needed only where there are two', () => {
  const rule = dataOf('TwoPersonRuleSet')
  given(account, [opened]).when({ type: 'SetTwoPersonRule', rule, people: 1 }).isRefused('second_person_missing')
})

test('each retry of an operator is noted', () => {
  const retried = event('WorkRetried')
  given(account, [opened, retried])
    .when({ type: 'NoteRetry', retry: dataOf('WorkRetried') })
    .then([retried])
})

test('applications are limited by their kind, and what was deleted makes room', () => {
  const client = (name: string, isPublic: boolean) => event('OauthClientCreated', { client_id: name, ...(isPublic && { is_public: true }) })
  for (const [isPublic, most, reason] of [
    [false, oauthClientsPerAccount, 'oauth_clients_exhausted'],
    [true, publicClientsPerAccount, 'public_clients_exhausted'],
  ] as const) {
    const clients = Array.from({ length: most }, (_, n) => client(`c-${n}`, isPublic))
    const create = { type: 'CreateOAuthClient' as const, client: (client('next', isPublic) as { data: never }).data }
    given(account, [opened, ...clients])
      .when(create)
      .isRefused(reason)
    given(account, [opened, ...clients.slice(1)])
      .when(create)
      .thenTypes('OauthClientCreated')
    given(account, [opened, ...clients, event('OauthClientDeleted', { client_id: 'c-0' })])
      .when(create)
      .thenTypes('OauthClientCreated')
  }
  const remove = { type: 'DeleteOAuthClient' as const, clientId: id }
  doesOnce(account, [opened, event('OauthClientCreated')], remove, event('OauthClientDeleted'))
  given(account, [opened]).when(remove).isRefused('oauth_client_not_found')
  const again = { type: 'CreateOAuthClient' as const, client: { ...(dataOf('OauthClientCreated') as object), is_public: true } as never }
  given(account, [opened, event('OauthClientCreated', { is_public: true }), event('OauthClientDeleted')])
    .when(again)
    .isRefused('oauth_client_removed')
})

test('the owners that a business told of are certified with the hash of what they are', () => {
  const structure: never = (dataOf('BusinessUpdated', 1) as { ownership: never }).ownership
  const certification = { id, name: 'Ann Smith', title: 'Managing member', wording: 'This is all I know of.' }
  const certify = { type: 'CertifyOwnership' as const, certification }
  const certified = {
    type: 'OwnershipCertified' as const,
    data: { certification: { ...certification, structure_sha256: structureHash(structure) } },
  }
  const created = event('BusinessCreated')
  const told = event('BusinessUpdated', { ownership: structure, people: undefined })
  given(ownership, []).when(certify).isRefused('business_not_found')
  given(ownership, [created]).when(certify).isRefused('ownership_missing', 'ownership')
  given(ownership, [event('BusinessCreated', { ownership: structure })])
    .when(certify)
    .then([certified])
  const withShares = event('BusinessUpdated')
  given(ownership, [created, withShares]).when(certify).thenTypes('OwnershipCertified')
  given(ownership, [created, told]).when(certify).then([certified])
  given(ownership, [created, told, event('BusinessUpdated', { ownership: undefined, people: undefined }), event('BusinessApproved')])
    .when(certify)
    .then([certified])
  given(ownership, [created, told, event('BusinessUpdated', { ownership: null, people: undefined })])
    .when(certify)
    .isRefused('ownership_missing', 'ownership')
  const empty = { parties: [], interests: [] }
  given(ownership, [created, event('BusinessUpdated', { ownership: empty, people: undefined })])
    .when(certify)
    .isRefused('ownership_missing', 'ownership')
})

test('an application is answered until it is submitted, once', () => {
  const created = event('PartnerApplicationCreated')
  const submitted = event('PartnerApplicationSubmitted')
  const answered = event('PartnerApplicationAnswered')
  const { answers }: { answers: never } = dataOf('PartnerApplicationAnswered')
  doesOnce(partnerApplication, [], { type: 'CreateApplication', application: dataOf('PartnerApplicationCreated') }, created)
  doesOnce(partnerApplication, [created, answered], { type: 'Submit' }, submitted)
  given(partnerApplication, [created]).when({ type: 'SaveAnswers', answers }).then([answered])
  given(partnerApplication, [created, answered]).when({ type: 'SaveAnswers', answers }).then([])
  given(partnerApplication, [created, answered])
    .when({ type: 'SaveAnswers', answers: { ...(answers as object), more: '' } })
    .thenTypes('PartnerApplicationAnswered')
  given(partnerApplication, [created, submitted]).when({ type: 'SaveAnswers', answers }).isRefused('registration_request_submitted')
  given(partnerApplication, []).when({ type: 'SaveAnswers', answers }).isRefused('application_not_found')
  const after = (...events: never[]) => events.reduce(partnerApplication.evolve, partnerApplication.initial)
  const stateOf = (state: ReturnType<typeof after>) => state.status !== 'none' && [state.status, state.answers]
  assert.equal(stateOf(after(created, answered, submitted)), ['submitted', answers])
  assert.equal(stateOf(after(created, answered, event('PersonalDataErased'))), ['pending', {}])
  assert.is(after(answered).status, 'none')
})

test('a letter is recorded and viewed once, and processed as often as the desk says', () => {
  const recorded = event('PartnerMailRecorded')
  doesOnce(partnerMail, [], { type: 'RecordMail', mail: dataOf('PartnerMailRecorded') }, recorded)
  doesOnce(partnerMail, [recorded], { type: 'ViewMail' }, event('PartnerMailViewed'))
  const process = { type: 'ProcessMail' as const, internalStatus: 'done', notes: null }
  const processed = event('PartnerMailProcessed')
  given(partnerMail, [recorded, processed]).when(process).then([processed])
  const tagged = event('PartnerMailTagged', { tag_names: ['a'] })
  doesOnce(partnerMail, [recorded], { type: 'TagMail', tagNames: ['a'] }, tagged)
  given(partnerMail, [recorded, event('PartnerMailTagged', { tag_names: ['a', 'b'] })])
    .when({ type: 'TagMail', tagNames: ['a'] })
    .then([tagged])
  given(partnerMail, [recorded, event('PersonalDataErased'), processed])
    .when({ type: 'ViewMail' })
    .thenTypes('PartnerMailViewed')
})

test('information is provided while the request is open, once: another answer does not take its place', () => {
  const requested = event('InformationRequested')
  const provided = event('InformationProvided')
  const closed = event('InformationRequestClosed')
  const provide = { type: 'ProvideInformation' as const, information: 'Here it is' }
  doesOnce(informationRequest, [], { type: 'RequestInformation', request: dataOf('InformationRequested') }, requested)
  doesOnce(informationRequest, [requested], provide, provided)
  given(informationRequest, [requested, provided])
    .when({ ...provide, information: 'Something else' })
    .isRefused('information_request_closed')
  doesOnce(informationRequest, [requested, provided], { type: 'CloseRequest', note: null }, closed)
  given(informationRequest, [requested, closed, event('PersonalDataErased')])
    .when(provide)
    .isRefused('information_request_closed')
})

test('invitations are mailed while a registration request is open, and an erasure takes the answers and the mails', () => {
  const created = event('RegistrationRequestCreated')
  const mailed = event('RegistrationInvitationMailed')
  const mail = { type: 'MailInvitation' as const, mail: dataOf('RegistrationInvitationMailed') }
  given(registrationRequest, [created, mailed]).when(mail).then([mailed])
  given(registrationRequest, [created, event('RegistrationRequestSubmitted')])
    .when(mail)
    .isRefused('registration_request_submitted')
  const kept = (...events: never[]) => {
    const state = events.reduce(registrationRequest.evolve, registrationRequest.initial)
    return state.status !== 'none' && [Object.keys(state.answers).length, state.mails.length, state.documents.length]
  }
  const filled = [created, event('RegistrationAnswersSaved'), mailed, mailed, event('RegistrationDocumentUploaded')]
  assert.equal(kept(...filled), [1, 2, 1])
  assert.equal(kept(...filled, event('PersonalDataErased')), [0, 0, 1])
})

const begun = event('RunStarted')
const step = event('StepStarted')
const done = event('StepCompleted')
const asked = event('RunInterrupted')
const answered = event('RunResumed')

test('a run begins once, each of its steps begins and ends once, and only while it runs', () => {
  doesOnce(run, [], { type: 'StartRun', run: dataOf('RunStarted') }, begun)
  doesOnce(run, [begun], { type: 'StartStep', step: dataOf('StepStarted') }, step)
  doesOnce(run, [begun, step], { type: 'CompleteStep', step: dataOf('StepCompleted') }, done)
  given(run, [begun])
    .when({ type: 'CompleteStep', step: dataOf('StepCompleted') })
    .then([])
  doesOnce(run, [begun, step, done], { type: 'CompleteRun' }, event('RunCompleted'))
  for (const end of [event('RunCompleted'), event('RunFailed'), asked]) {
    given(run, [begun, end])
      .when({ type: 'StartStep', step: dataOf('StepStarted') })
      .then([])
    given(run, [begun, step, end])
      .when({ type: 'CompleteStep', step: dataOf('StepCompleted') })
      .then([])
    given(run, [begun, end]).when({ type: 'CompleteRun' }).then([])
    given(run, [begun, step, end]).when({ type: 'FailRun', stepId: id, message: 'it broke' }).then([])
  }
  given(run, []).when({ type: 'CompleteRun' }).isRefused('run_not_found')
})

test('a run fails with the step that was under way, if there is one', () => {
  const fail = (stepId: string | null) => ({ type: 'FailRun' as const, stepId, message: 'it broke' })
  given(run, [begun, step])
    .when(fail(id))
    .then([event('StepFailed'), event('RunFailed')])
  given(run, [begun, step, done])
    .when(fail(id))
    .then([event('RunFailed')])
  given(run, [begun])
    .when(fail(null))
    .then([event('RunFailed')])
})

test('a run asks a question once, and goes on with one of the answers that it offered', () => {
  const interrupt = { type: 'Interrupt' as const, interrupt: dataOf('RunInterrupted') }
  const resume = (answer: string, interruptId = id) => ({ type: 'Resume' as const, interruptId, answer })
  doesOnce(run, [begun], interrupt, asked)
  given(run, [begun, asked, answered]).when(interrupt).then([])
  doesOnce(run, [begun, asked], resume('different'), answered)
  given(run, [begun, asked]).when(resume('perhaps')).isRefused('answer_not_offered', 'answer')
  given(run, [begun, asked]).when(resume('same', other)).isRefused('interrupt_not_waiting', 'interrupt_id')
  given(run, [begun]).when(resume('same')).isRefused('interrupt_not_waiting', 'interrupt_id')
  given(run, [begun, event('RunInterrupted', { options: [] })])
    .when(resume('anything'))
    .thenTypes('RunResumed')
  given(run, [begun, asked]).when(resume('same', 'constructor')).isRefused('interrupt_not_waiting', 'interrupt_id')
})

test('feedback is about an artifact of the run, and the later one of a reviewer takes the place of the former', () => {
  const { superseded_prior: _, ...feedback }: { superseded_prior: boolean } = dataOf('RunFeedbackGiven')
  const give = (change: object = {}) => ({ type: 'GiveFeedback' as const, feedback: { ...feedback, ...change } as never })
  const told = event('RunFeedbackGiven')
  const history = [begun, step, done]
  given(run, history).when(give()).then([told])
  given(run, [...history, told])
    .when(give())
    .then([event('RunFeedbackGiven', { superseded_prior: true })])
  given(run, [...history, told])
    .when(give({ reviewer: { type: 'User', id } }))
    .then([event('RunFeedbackGiven', { reviewer: { type: 'User', id } })])
  given(run, [begun, step]).when(give()).isRefused('artifact_not_found')
  given(run, [...history, told, event('PersonalDataErased')])
    .when(give())
    .then([event('RunFeedbackGiven', { superseded_prior: true })])
})

test('a user is admitted once, linked to one identity, and not while inactive', () => {
  const admitted = event('UserAdmitted')
  doesOnce(user, [], { type: 'AdmitUser', user: dataOf('UserAdmitted') }, admitted)
  const link = { type: 'LinkIdentity' as const, identityHash: 'ab'.repeat(32) }
  const invited = event('UserInvited')
  doesOnce(user, [invited], link, event('UserIdentityLinked'))
  given(user, [admitted]).when(link).then([])
  given(user, [invited, event('UserDeactivated')])
    .when(link)
    .isRefused('user_inactive')
  doesOnce(user, [admitted], { type: 'DeactivateUser' }, event('UserDeactivated'))
})

test.run()
