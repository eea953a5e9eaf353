// The registration request aggregate: created by a partner, answered and submitted by the employer, worked by the desk agency by agency.
import type { RegistrationItem, RegistrationRequestEvent } from '../events/partner.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { type Answers, savedAnswers } from './guest-answers.ts'
import { refused } from './refused.ts'

type Data<Type extends RegistrationRequestEvent['type']> = Extract<RegistrationRequestEvent, { type: Type }>['data']

export const documentsPerQuestion = 10
export const documentsPerRequest = 20

export type RegistrationRequest = Data<'RegistrationRequestCreated'> & {
  readonly status: 'pending' | 'submitted' | 'completed' | 'deleted'
  readonly answers: Answers
  readonly documents: readonly Data<'RegistrationDocumentUploaded'>[]
  readonly items: readonly RegistrationItem[]
  /** What the employer was sent, the oldest first. */
  readonly mails: readonly Data<'RegistrationInvitationMailed'>[]
  readonly agency_statuses: { readonly [slug: string]: Data<'RegistrationAgencyUpdated'>['status'] }
}
export type RegistrationRequestState = { readonly status: 'none' } | RegistrationRequest

export type RegistrationRequestCommand =
  | { readonly type: 'CreateRequest'; readonly request: Data<'RegistrationRequestCreated'> }
  /** Others stay as they are. */
  | { readonly type: 'SaveAnswers'; readonly answers: Answers }
  | { readonly type: 'UploadDocument'; readonly document: Data<'RegistrationDocumentUploaded'> }
  | { readonly type: 'MailInvitation'; readonly mail: Data<'RegistrationInvitationMailed'> }
  | { readonly type: 'Submit' }
  | { readonly type: 'DeleteRequest' }
  | { readonly type: 'UpdateAgency'; readonly update: Data<'RegistrationAgencyUpdated'> }
  | { readonly type: 'RecordItem'; readonly item: RegistrationItem }
  | { readonly type: 'Complete' }

export const registrationRequest: Aggregate<RegistrationRequestState, RegistrationRequestCommand, RegistrationRequestEvent> = {
  name: 'registration_request',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'RegistrationRequestCreated')
      return { ...event.data, status: 'pending', answers: {}, documents: [], items: [], mails: [], agency_statuses: {} }
    return state.status === 'none' ? state : after(state, event)
  },

  decide: (command, state) => {
    if (command.type === 'CreateRequest')
      return state.status === 'none' ? [{ type: 'RegistrationRequestCreated', data: command.request }] : []
    if (state.status === 'none' || state.status === 'deleted') throw refused('registration_request_not_found')
    return decideFor(command, state)
  },
}

const after = (
  state: RegistrationRequest,
  event: Exclude<RegistrationRequestEvent, { type: 'RegistrationRequestCreated' }>,
): RegistrationRequest => {
  switch (event.type) {
    case 'RegistrationAnswersSaved':
      return { ...state, answers: event.data.answers }
    case 'RegistrationDocumentUploaded':
      return { ...state, documents: [...state.documents, event.data] }
    case 'RegistrationInvitationMailed':
      return { ...state, mails: [...state.mails, event.data] }
    case 'RegistrationRequestSubmitted':
      return { ...state, status: 'submitted' }
    case 'RegistrationRequestDeleted':
      return { ...state, status: 'deleted' }
    case 'RegistrationAgencyUpdated':
      return { ...state, agency_statuses: { ...state.agency_statuses, [event.data.agency_slug]: event.data.status } }
    case 'RegistrationItemRecorded':
      return { ...state, items: [...state.items, event.data] }
    case 'RegistrationRequestCompleted':
      return { ...state, status: 'completed' }
    case 'PersonalDataErased':
      return { ...state, answers: {}, mails: [] }
    default:
      return assertNever(event)
  }
}

const decideFor = (
  command: Exclude<RegistrationRequestCommand, { type: 'CreateRequest' }>,
  state: RegistrationRequest,
): readonly RegistrationRequestEvent[] => {
  const isPending = state.status === 'pending'
  const requireAgency = (slug: string) => {
    if (!state.agencies.some((agency) => agency.slug === slug)) throw refused('agency_not_of_request', 'agency_slug')
  }
  switch (command.type) {
    case 'SaveAnswers':
      if (!isPending) throw refused('registration_request_submitted')
      return savedAnswers(state.answers, command.answers).map((answers) => ({ type: 'RegistrationAnswersSaved', data: { answers } }))
    case 'UploadDocument':
      if (!isPending) throw refused('registration_request_submitted')
      return uploaded(state, command.document)
    case 'MailInvitation':
      if (!isPending) throw refused('registration_request_submitted')
      return [{ type: 'RegistrationInvitationMailed', data: command.mail }]
    case 'Submit':
      return isPending ? [{ type: 'RegistrationRequestSubmitted', data: {} }] : []
    case 'DeleteRequest':
      if (!isPending) throw refused('registration_request_submitted')
      return [{ type: 'RegistrationRequestDeleted', data: {} }]
    case 'UpdateAgency':
      if (state.status !== 'submitted') throw refused('registration_request_not_submitted')
      requireAgency(command.update.agency_slug)
      return [{ type: 'RegistrationAgencyUpdated', data: command.update }]
    case 'RecordItem':
      // Rates change every year: items are recorded after completion too.
      if (isPending) throw refused('registration_request_not_submitted')
      requireAgency(command.item.agency_slug)
      return [{ type: 'RegistrationItemRecorded', data: command.item }]
    case 'Complete':
      if (state.status === 'completed') return []
      if (isPending) throw refused('registration_request_not_submitted')
      return [
        ...state.agencies
          .filter(({ slug }) => !['completed', 'rejected'].includes(state.agency_statuses[slug] ?? 'pending'))
          .map(
            ({ slug }): RegistrationRequestEvent => ({
              type: 'RegistrationAgencyUpdated',
              data: { agency_slug: slug, status: 'completed', note: null },
            }),
          ),
        { type: 'RegistrationRequestCompleted', data: {} },
      ]
    default:
      return assertNever(command)
  }
}

type Uploaded = Data<'RegistrationDocumentUploaded'>

/** The same file for the same question that is there already, by whatever name. */
export const sameFile = ({ documents }: RegistrationRequest, { question_key, sha256 }: Uploaded): Uploaded | undefined =>
  documents.find((each) => each.question_key === question_key && each.sha256 === sha256)

const uploaded = (request: RegistrationRequest, document: Uploaded): readonly RegistrationRequestEvent[] => {
  if (sameFile(request, document)) return []
  const { documents } = request
  const answering = documents.filter(({ question_key }) => question_key === document.question_key)
  if (answering.length >= documentsPerQuestion) throw refused('question_documents_exhausted')
  if (documents.length >= documentsPerRequest) throw refused('registration_documents_exhausted')
  return [{ type: 'RegistrationDocumentUploaded', data: document }]
}
