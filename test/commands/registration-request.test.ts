import { test } from 'uvu'
import { informationRequest } from '../../src/commands/information-request.ts'
import { partnerApplication } from '../../src/commands/partner-application.ts'
import { partnerMail } from '../../src/commands/partner-mail.ts'
import { registrationRequest } from '../../src/commands/registration-request.ts'
import type { InformationRequestEvent, PartnerMailEvent, RegistrationRequestEvent } from '../../src/events/partner.ts'
import { partnerSamples } from '../events/samples-of-partner.ts'
import { given } from './given.ts'

const dataOf = (type: keyof typeof partnerSamples) => partnerSamples[type][0]?.data
const created = { type: 'RegistrationRequestCreated', data: dataOf('RegistrationRequestCreated') } as RegistrationRequestEvent
const submitted: RegistrationRequestEvent = { type: 'RegistrationRequestSubmitted', data: {} }
const completed: RegistrationRequestEvent = { type: 'RegistrationRequestCompleted', data: {} }
const deleted: RegistrationRequestEvent = { type: 'RegistrationRequestDeleted', data: {} }
type Uploaded = Extract<RegistrationRequestEvent, { type: 'RegistrationDocumentUploaded' }>
const item = { agency_slug: 'a', key: 'rate', value: '2.7', effective_date: null }

test('answers are saved until the request is submitted', () => {
  given(registrationRequest, [created])
    .when({ type: 'SaveAnswers', answers: { a: '1' } })
    .thenTypes('RegistrationAnswersSaved')
  given(registrationRequest, [created, submitted]).when({ type: 'SaveAnswers', answers: {} }).isRefused('registration_request_submitted')
  const uploaded = { type: 'RegistrationDocumentUploaded', data: dataOf('RegistrationDocumentUploaded') } as Uploaded
  given(registrationRequest, [created]).when({ type: 'UploadDocument', document: uploaded.data }).then([uploaded])
  given(registrationRequest, [created, submitted])
    .when({ type: 'UploadDocument', document: uploaded.data })
    .isRefused('registration_request_submitted')
})

test('answers that stay the same are no news', () => {
  const saved: RegistrationRequestEvent = { type: 'RegistrationAnswersSaved', data: { answers: { a: '1', b: '' } } }
  const save = (answers: { readonly [key: string]: string }) =>
    given(registrationRequest, [created, saved]).when({ type: 'SaveAnswers', answers })
  save({ b: '', a: '1' }).then([])
  save({ a: '1' }).then([])
  save({ a: '1', b: '2' }).thenTypes('RegistrationAnswersSaved')
  save({ a: '1', b: '', c: '' }).thenTypes('RegistrationAnswersSaved')
})

test('answers that are not named stay as they are', () => {
  const saved = (answers: { readonly [key: string]: string }) => ({ type: 'RegistrationAnswersSaved', data: { answers } }) as const
  given(registrationRequest, [created, saved({ a: '1', b: '2' })])
    .when({ type: 'SaveAnswers', answers: { b: '' } })
    .then([saved({ a: '1', b: '' })])
})

test('a document is kept once for each question, by whatever name', () => {
  const uploaded = { type: 'RegistrationDocumentUploaded', data: dataOf('RegistrationDocumentUploaded') } as Uploaded
  const upload = (other: Partial<Uploaded['data']>) =>
    given(registrationRequest, [created, uploaded]).when({ type: 'UploadDocument', document: { ...uploaded.data, ...other } })
  upload({}).then([])
  upload({ filename: 'again.pdf' }).then([])
  upload({ sha256: 'b'.repeat(64) }).thenTypes('RegistrationDocumentUploaded')
  upload({ question_key: 'another' }).thenTypes('RegistrationDocumentUploaded')
})

test('asking or submitting twice is doing it once', () => {
  given(registrationRequest, [])
    .when({ type: 'CreateRequest', request: dataOf('RegistrationRequestCreated') as never })
    .then([created])
  given(registrationRequest, [created])
    .when({ type: 'CreateRequest', request: dataOf('RegistrationRequestCreated') as never })
    .then([])
  given(registrationRequest, [created]).when({ type: 'Submit' }).then([submitted])
  given(registrationRequest, [created, submitted]).when({ type: 'Submit' }).then([])
})

test('a request is deleted only before it is submitted, and gone afterwards', () => {
  given(registrationRequest, [created]).when({ type: 'DeleteRequest' }).then([deleted])
  given(registrationRequest, [created, submitted]).when({ type: 'DeleteRequest' }).isRefused('registration_request_submitted')
  given(registrationRequest, [created, submitted, completed]).when({ type: 'DeleteRequest' }).isRefused('registration_request_submitted')
  given(registrationRequest, [created, deleted]).when({ type: 'Submit' }).isRefused('registration_request_not_found')
})

test('the desk works on what has been submitted, with the agencies of the request', () => {
  given(registrationRequest, [created]).when({ type: 'RecordItem', item }).isRefused('registration_request_not_submitted')
  given(registrationRequest, [created]).when({ type: 'Complete' }).isRefused('registration_request_not_submitted')
  given(registrationRequest, [created, submitted]).when({ type: 'RecordItem', item }).thenTypes('RegistrationItemRecorded')
  given(registrationRequest, [created, submitted])
    .when({ type: 'RecordItem', item: { ...item, agency_slug: 'b' } })
    .isRefused('agency_not_of_request', 'agency_slug')
  const update = { agency_slug: 'a', status: 'in_progress' as const, note: null }
  given(registrationRequest, [created]).when({ type: 'UpdateAgency', update }).isRefused('registration_request_not_submitted')
  given(registrationRequest, [created, submitted])
    .when({ type: 'UpdateAgency', update })
    .then([{ type: 'RegistrationAgencyUpdated', data: update }])
  given(registrationRequest, [created, submitted])
    .when({ type: 'UpdateAgency', update: { ...update, agency_slug: 'b' } })
    .isRefused('agency_not_of_request', 'agency_slug')
  given(registrationRequest, [created, submitted, completed])
    .when({ type: 'UpdateAgency', update })
    .isRefused('registration_request_not_submitted')
})

test('completion completes the agencies that are left, and happens once', () => {
  const done: RegistrationRequestEvent = { type: 'RegistrationAgencyUpdated', data: { agency_slug: 'a', status: 'completed', note: null } }
  given(registrationRequest, [created, submitted]).when({ type: 'Complete' }).then([done, completed])
  given(registrationRequest, [created, submitted, done]).when({ type: 'Complete' }).then([completed])
  const rejected: RegistrationRequestEvent = {
    type: 'RegistrationAgencyUpdated',
    data: { agency_slug: 'a', status: 'rejected', note: null },
  }
  given(registrationRequest, [created, submitted, rejected]).when({ type: 'Complete' }).then([completed])
  given(registrationRequest, [created, submitted, completed]).when({ type: 'Complete' }).then([])
})

test('a rate that changes later is recorded on the completed request', () =>
  given(registrationRequest, [created, submitted, completed]).when({ type: 'RecordItem', item }).thenTypes('RegistrationItemRecorded'))

test('what does not exist is not found', () => {
  given(registrationRequest, []).when({ type: 'Submit' }).isRefused('registration_request_not_found')
  given(partnerApplication, []).when({ type: 'Submit' }).isRefused('application_not_found')
  given(partnerMail, []).when({ type: 'ViewMail' }).isRefused('mail_not_found')
  given(informationRequest, []).when({ type: 'CloseRequest', note: null }).isRefused('information_request_not_found')
})

test('the same tags again change nothing, and a tag stands once', () => {
  const recorded = { type: 'PartnerMailRecorded', data: dataOf('PartnerMailRecorded') } as PartnerMailEvent
  given(partnerMail, [recorded])
    .when({ type: 'TagMail', tagNames: ['rate notice'] })
    .then([])
  given(partnerMail, [recorded])
    .when({ type: 'TagMail', tagNames: ['a', 'a', 'b'] })
    .then([{ type: 'PartnerMailTagged', data: { tag_names: ['a', 'b'] } }])
})

test('a closed request takes no more information', () => {
  const requested = { type: 'InformationRequested', data: dataOf('InformationRequested') } as InformationRequestEvent
  const closed: InformationRequestEvent = { type: 'InformationRequestClosed', data: { note: null } }
  given(informationRequest, [requested]).when({ type: 'ProvideInformation', information: 'x' }).thenTypes('InformationProvided')
  given(informationRequest, [requested, closed])
    .when({ type: 'ProvideInformation', information: 'x' })
    .isRefused('information_request_closed')
})

test.run()
