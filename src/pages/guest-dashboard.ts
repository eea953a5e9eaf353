// What the guest dashboard holds of a registration request or an application: its sections with their questions, and how it is written to.
import type { Aggregate } from '../commands/decider.ts'
import { partnerApplication } from '../commands/partner-application.ts'
import { partnerCompany } from '../commands/partner-company.ts'
import { registrationRequest } from '../commands/registration-request.ts'
import type { DomainEvent } from '../events/catalogue.ts'
import type { UploadedDocument } from '../events/partner.ts'
import { type Answers, askedQuestions, problemOf } from '../evidence/registrations/answers.ts'
import {
  applicationQuestions,
  isOfCompany,
  jurisdictionQuestions,
  type Question,
  type RegistrationType,
  stateQuestions,
} from '../evidence/registrations/questions.ts'
import { stateAgencies } from '../evidence/registrations/state-agencies.ts'
import type { Service } from '../inner/service.ts'
import type { Linked } from '../interface/signed-links.ts'
import type { PartnerApplicationDocument, RegistrationRequestDocument } from '../projections/partner.ts'
import { words } from './markup.ts'

export type GuestSection = {
  readonly slug: string
  readonly title: string
  readonly kind: 'questions' | 'documents' | 'review' | 'status'
  readonly questions: readonly Question[]
  /** Questions that must be answered or corrected before submission. */
  readonly open: number
}

type UploadedForQuestion = UploadedDocument & { readonly question_key: string }

/** Writes one command to the aggregate that it is for. */
type Write = <State, Command extends { readonly type: string }, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  command: Command,
) => Promise<void>

export type GuestDashboard = {
  readonly id: string
  readonly accountId: string
  readonly title: string
  readonly company: string
  readonly status: 'pending' | 'submitted' | 'completed'
  readonly answers: Answers
  readonly asked: readonly Question[]
  readonly sections: readonly GuestSection[]
  readonly documentQuestions: readonly Question[]
  readonly uploaded: readonly UploadedForQuestion[]
  readonly problems: readonly { readonly question: Question; readonly problem: string; readonly section: string }[]
  readonly redirectUri: string | null
  readonly redirectBackUri: string | null
  readonly request: RegistrationRequestDocument | null
  readonly today: string
  readonly commands: {
    readonly save: (write: Write, answers: Answers) => Promise<void>
    readonly submit: (write: Write) => Promise<void>
    /** null: takes no documents. */
    readonly upload: ((write: Write, document: UploadedForQuestion) => Promise<void>) | null
  }
}

type Draft = { readonly slug: string; readonly title: string; readonly questions: readonly Question[] }

/** @returns null when what the link named is gone */
export const dashboardOf = (service: Service, { kind, id }: Linked): Promise<GuestDashboard | null> =>
  kind === 'application' ? ofApplication(service, id) : ofRequest(service, id)

const ofRequest = async (service: Service, id: string): Promise<GuestDashboard | null> => {
  const [state, request] = await Promise.all([
    service.load(registrationRequest, id),
    service.documents.get('registration_requests', id) as Promise<RegistrationRequestDocument | undefined>,
  ])
  if (state.status === 'none' || state.status === 'deleted' || !request) return null
  const types = state.tax_registration_types as readonly RegistrationType[]
  const all = stateQuestions(state.state, types)
  const common = all.filter(isOfCompany)
  const local = state.jurisdictions.flatMap((slug) => service.jurisdictions().bySlug(slug) ?? [])
  const drafts: readonly Draft[] = [
    { slug: 'company', title: 'Company', questions: common },
    ...types.map((type) => ({
      slug: type,
      title: words(type.replace('state_', '')),
      questions: all.filter((question) => !common.includes(question) && question.categories.includes(type)),
    })),
    ...local.map((jurisdiction) => ({
      slug: jurisdiction.slug,
      title: jurisdiction.label,
      questions: jurisdictionQuestions(jurisdiction),
    })),
  ]
  return assembled(service, {
    id,
    accountId: request.account_id,
    companyId: state.company_id,
    title: `Registrations in ${stateAgencies.get(state.state)?.name ?? state.state}`,
    status: state.status,
    answers: state.answers,
    uploaded: state.documents,
    drafts,
    redirectUri: state.redirect_uri,
    redirectBackUri: state.redirect_back_uri,
    request,
    commands: {
      save: (write, answers) => write(registrationRequest, { type: 'SaveAnswers', answers }),
      submit: (write) => write(registrationRequest, { type: 'Submit' }),
      upload: (write, document) => write(registrationRequest, { type: 'UploadDocument', document }),
    },
  })
}

const ofApplication = async (service: Service, id: string): Promise<GuestDashboard | null> => {
  const [state, application] = await Promise.all([
    service.load(partnerApplication, id),
    service.documents.get('partner_applications', id) as Promise<PartnerApplicationDocument | undefined>,
  ])
  if (state.status === 'none' || !application) return null
  return assembled(service, {
    id,
    accountId: application.account_id,
    companyId: state.company_id,
    title: 'Application',
    status: state.status,
    answers: state.answers,
    uploaded: [],
    drafts: [{ slug: 'company', title: 'Company', questions: applicationQuestions([...stateAgencies.keys()]) }],
    redirectUri: state.redirect_uri,
    redirectBackUri: state.redirect_back_uri,
    request: null,
    commands: {
      save: (write, answers) => write(partnerApplication, { type: 'SaveAnswers', answers }),
      submit: (write) => write(partnerApplication, { type: 'Submit' }),
      upload: null,
    },
  })
}

type Given = Pick<
  GuestDashboard,
  'id' | 'accountId' | 'title' | 'status' | 'answers' | 'uploaded' | 'redirectUri' | 'redirectBackUri' | 'request' | 'commands'
> & { readonly companyId: string; readonly drafts: readonly Draft[] }

const assembled = async (service: Service, { companyId, drafts, ...given }: Given): Promise<GuestDashboard> => {
  const company = await service.load(partnerCompany, companyId)
  const known = {
    legal_name: company?.legal_name ?? '',
    entity_type: company?.entity_type ?? '',
    formation_date: company?.formation_date ?? '',
    formation_state: company?.formation_state ?? '',
  }
  const { answers, uploaded, status } = given
  const today = service.now().toISOString().slice(0, 10)
  const asked = askedQuestions(
    drafts.flatMap(({ questions }) => questions),
    known,
    answers,
  )
  const isAsked = new Set(asked.map(({ key }) => key))
  const documentQuestions = asked.filter(({ type }) => type === 'document')
  const problemIn = (question: Question): string | null => {
    if (question.type !== 'document') return problemOf(question, answers[question.key] ?? '', { answers, today })
    return question.optional || uploaded.some(({ question_key }) => question_key === question.key) ? null : 'Please upload this document.'
  }
  const problems = asked.flatMap((question) => {
    const problem = problemIn(question)
    const section = question.type === 'document' ? 'documents' : (drafts.find(({ questions }) => questions.includes(question))?.slug ?? '')
    return problem ? [{ question, problem, section }] : []
  })
  const openIn = (slug: string) => problems.filter(({ section }) => section === slug).length
  const ofQuestions: readonly GuestSection[] = drafts
    .map(
      ({ slug, title, questions }): GuestSection => ({
        slug,
        title,
        kind: 'questions',
        questions: questions.filter(({ type }) => type !== 'document'),
        open: openIn(slug),
      }),
    )
    .filter(({ questions }) => questions.some(({ key }) => isAsked.has(key)))
  const documentSection: readonly GuestSection[] =
    documentQuestions.length > 0
      ? [{ slug: 'documents', title: 'Documents', kind: 'documents', questions: [], open: openIn('documents') }]
      : []
  const statusSection: GuestSection = { slug: 'status', title: 'Status', kind: 'status', questions: [], open: 0 }
  const review: GuestSection = {
    slug: 'review',
    title: status === 'pending' ? 'Check and submit' : 'Answers',
    kind: 'review',
    questions: [],
    open: 0,
  }
  return {
    ...given,
    company: company?.legal_name ?? '',
    asked,
    documentQuestions,
    problems,
    sections: status === 'pending' ? [...ofQuestions, ...documentSection, review, statusSection] : [statusSection, review],
    today,
  }
}
