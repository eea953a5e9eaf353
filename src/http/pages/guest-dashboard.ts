// What the guest dashboard shows of a registration request or an application: its sections with their questions, and how it is written to.
import { html } from 'hono/html'
import type { Aggregate } from '../../commands/decider.ts'
import { partnerApplication } from '../../commands/partner-application.ts'
import { partnerCompany } from '../../commands/partner-company.ts'
import { registrationRequest } from '../../commands/registration-request.ts'
import type { DomainEvent } from '../../events/catalogue.ts'
import type { UploadedDocument } from '../../events/partner.ts'
import { type Answers, askedQuestions, problemOf, warningsOf } from '../../evidence/registrations/answers.ts'
import {
  applicationQuestions,
  isOfCompany,
  jurisdictionQuestions,
  type Question,
  type RegistrationType,
  stateQuestions,
} from '../../evidence/registrations/questions.ts'
import { stateAgencies } from '../../evidence/registrations/state-agencies.ts'
import type { PartnerApplicationDocument, RegistrationRequestDocument } from '../../projections/partner.ts'
import type { Service } from '../service.ts'
import type { Linked } from '../signed-links.ts'
import { answerText, questionField } from './guest-questions.ts'
import { badge, facts, type Markup, nothing, time, words } from './markup.ts'

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

type Around = {
  readonly action: string
  /** Hidden fields of the form. */
  readonly hidden: Markup
  /** Whether what is wrong is shown where nothing has been answered yet. */
  readonly checked: boolean
}

export const sectionContent = (dashboard: GuestDashboard, section: GuestSection, around: Around): Markup => {
  switch (section.kind) {
    case 'questions':
      return questionForm(dashboard, section, around)
    case 'documents':
      return documentForms(dashboard, around)
    case 'review':
      return review(dashboard, around)
    case 'status':
      return statusOf(dashboard)
  }
}

const questionForm = ({ answers, asked, today }: GuestDashboard, section: GuestSection, { action, hidden, checked }: Around): Markup => {
  const isAsked = new Set(asked)
  const fields = section.questions
    // What hangs on the company never changes while the form is open; what hangs on another answer may.
    .filter((question) => isAsked.has(question) || question.question_dependency !== null)
    .map((question) => {
      const answer = answers[question.key] ?? ''
      const problem = isAsked.has(question) && (checked || answer !== '') ? problemOf(question, answer, { answers, today }) : null
      return questionField(question, {
        answer,
        problem,
        warnings: warningsOf(question, answer, { answers, today }),
        isAsked: isAsked.has(question),
      })
    })
  return html`<form method="post" action="${action}" class="stack" data-questions novalidate>${hidden}<h2>${section.title}</h2>${fields}
<button name="do" value="save">Save</button></form>`
}

const documentForms = ({ documentQuestions, uploaded }: GuestDashboard, { action, hidden }: Around): Markup =>
  html`<h2>Documents</h2>${documentQuestions.map(({ key, label, optional }) => {
    const own = uploaded.filter(({ question_key }) => question_key === key)
    const list =
      own.length > 0
        ? html`<ul>${own.map(({ filename, size }) => html`<li>${filename} <span class="quiet">${Math.ceil(size / 1024)} KB</span></li>`)}</ul>`
        : nothing
    return html`<form method="post" action="${action}" enctype="multipart/form-data" class="stack">${hidden}<input type="hidden" name="question" value="${key}">
<label>${label}${optional ? html` <span class="quiet">(optional)</span>` : nothing}<input type="file" name="document" accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff,.txt" required></label>${list}
<button name="do" value="upload">Upload</button></form>`
  })}<p class="quiet">PDF, images or text, at most 9 MB each.</p>`

const review = ({ asked, answers, uploaded, problems, status }: GuestDashboard, { action, hidden }: Around): Markup => {
  const path = action.split('?')[0]
  const left =
    status === 'pending' && problems.length > 0
      ? html`<h3>Left to do</h3><ul>${problems.map(({ question, problem, section }) => html`<li><a href="${path}?section=${section}">${question.label}</a> <span class="problem">${problem}</span></li>`)}</ul>`
      : nothing
  const given = facts(
    asked.map((question): readonly [string, string] => [
      question.label,
      question.type === 'document'
        ? uploaded.flatMap(({ question_key, filename }) => (question_key === question.key ? [filename] : [])).join(', ')
        : answerText(question, answers[question.key] ?? ''),
    ]),
  )
  const submit =
    status === 'pending'
      ? html`<form method="post" action="${action}">${hidden}<p class="quiet">After submission nothing can be changed any more.</p><button name="do" value="submit">Submit</button></form>`
      : nothing
  return html`<h2>${status === 'pending' ? 'Check and submit' : 'Answers'}</h2>${left}${given}${submit}`
}

const meaning = {
  pending: 'Answer the questions and submit. You can save and come back at any time.',
  submitted: 'Thank you: your answers have been submitted. The registrations are being worked on.',
  completed: 'The registrations are complete.',
} as const

const statusOf = ({ status, request }: GuestDashboard): Markup => {
  const agencies = request
    ? html`<h3>Agencies</h3><ul>${request.agencies.map(
        ({ slug, name, status: stage, registration_type }) =>
          html`<li>${name} <span class="quiet">${words(registration_type.replace('state_', ''))}</span> ${badge(stage)}${facts(
            request.items
              .filter(({ agency_slug }) => agency_slug === slug)
              .map(({ key, value }): readonly [string, string] => [words(key), value]),
          )}</li>`,
      )}</ul>`
    : nothing
  return html`<h2>Status</h2><p>${meaning[status]}</p>${facts([
    ['Submitted', request?.submitted_at ? time(request.submitted_at) : null],
    ['Completed', request?.completed_at ? time(request.completed_at) : null],
  ])}${agencies}`
}
