// The guest dashboard of a registration request or an application: its sections and questions, and how guests answer them.
import { hash } from 'node:crypto'
import { partnerApplication } from '../commands/partner-application.ts'
import { partnerCompany } from '../commands/partner-company.ts'
import { registrationRequest, sameFile } from '../commands/registration-request.ts'
import { derivedId } from '../events/derived-id.ts'
import type { UploadedDocument } from '../events/partner.ts'
import { largestDocument } from '../evidence/ports.ts'
import { type PartProblems, partProblems } from '../evidence/registrations/answer-parts.ts'
import { type Answers, askedQuestions, problemOf, warningsOf } from '../evidence/registrations/answers.ts'
import {
  applicationQuestions,
  isOfCompany,
  jurisdictionQuestions,
  type Question,
  type RegistrationType,
  stateQuestions,
} from '../evidence/registrations/questions.ts'
import { stateAgencies } from '../evidence/registrations/state-agencies.ts'
import type { Linked } from '../interface/signed-links.ts'
import { partnerApplications, type RegistrationRequestDocument, registrationRequests } from '../projections/partner.ts'
import type { DocumentFiles } from './evidence-documents.ts'
import { accountOf, type Reads } from './framework/reading.ts'
import type { Sender, Sending } from './framework/sending.ts'
import type { KnownJurisdictions } from './registration-requests.ts'

export { type PartProblems, type Parts, partsOf, rowsOf } from '../evidence/registrations/answer-parts.ts'
export type { Answers, Question }

/** A question with its answer; '' while there is none. */
export type GuestQuestion = {
  readonly question: Question
  readonly answer: string
  /** Whether the company's data and the other answers require it. */
  readonly isAsked: boolean
  readonly problem: string | null
  /** What is wrong with its parts. */
  readonly partProblems: PartProblems
  readonly warnings: readonly string[]
}

export type GuestSection = {
  readonly slug: string
  /** null: the slug is the title. */
  readonly title: string | null
  readonly kind: 'questions' | 'documents' | 'review' | 'status'
  readonly questions: readonly GuestQuestion[]
  /** Questions that must be answered or corrected before submission. */
  readonly open: number
  /** Those of them that have an answer, which is wrong. */
  readonly wrong: number
}

type UploadedForQuestion = UploadedDocument & { readonly question_key: string }

export type GuestDashboard = {
  readonly kind: 'registration_request' | 'application'
  readonly id: string
  readonly accountId: string
  readonly title: string
  readonly company: string
  /** The account that acts for the employer. */
  readonly partner: string
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
}

type Draft = Pick<GuestSection, 'slug' | 'title'> & { readonly questions: readonly Question[] }

type Reading = Pick<Sending, 'load' | 'now'> & Pick<Reads, 'read'> & KnownJurisdictions

/** @returns null when the object of the link no longer exists */
export const dashboardOf = (inner: Reading, { kind, id }: Linked): Promise<GuestDashboard | null> =>
  kind === 'application' ? ofApplication(inner, id) : ofRequest(inner, id)

/** Saves the employer's answers. @throws Refused after submission */
export const saveAnswers = async ({ send }: Sender, { kind, id }: GuestDashboard, answers: Answers): Promise<void> => {
  const command = { type: 'SaveAnswers' as const, answers }
  await (kind === 'application'
    ? send({ aggregate: partnerApplication, id, command })
    : send({ aggregate: registrationRequest, id, command }))
}

/** @throws Refused */
export const submitDashboard = async ({ send }: Sender, { kind, id }: GuestDashboard): Promise<void> => {
  const command = { type: 'Submit' as const }
  await (kind === 'application'
    ? send({ aggregate: partnerApplication, id, command })
    : send({ aggregate: registrationRequest, id, command }))
}

type Upload = { readonly question: Question; readonly filename: string; readonly bytes: Buffer }

/**
 * Stores a document that a registration asks for.
 * @returns the problem with the file, or null
 * @throws Refused after submission, and when there are as many documents as there may be
 */
export const uploadDocument = async (
  { load, sealedDocuments }: Pick<Sending, 'load'> & DocumentFiles,
  { send }: Sender,
  { id, question, filename, bytes }: Upload & { readonly id: string },
): Promise<string | null> => {
  const contentType = sniffed(bytes)
  if (bytes.length === 0) return `“${filename}” is empty. Please choose another file.`
  if (bytes.length > largestDocument) return `“${filename}” is larger than 9 MB. Please choose a smaller file.`
  if (!contentType) return `“${filename}” is no PDF, PNG, JPEG, TIFF or text. Please choose another file.`
  const sha256 = hash('sha256', bytes)
  const document_id = derivedId(`${question.key}/${filename}/${sha256}`, id)
  const document = {
    document_id,
    question_key: question.key,
    filename,
    content_type: contentType,
    size: bytes.length,
    sha256,
  }
  const command = { type: 'UploadDocument', document } as const
  // The file is written before its event. One that is refused, or there already, must not be written.
  const request = await load(registrationRequest, id)
  if (registrationRequest.decide(command, request).length === 0) {
    const before = request.status === 'none' ? undefined : sameFile(request, document)
    return before === undefined || before.filename === filename ? null : `This file was uploaded before, as “${before.filename}”.`
  }
  await sealedDocuments.write(id, document_id, bytes)
  await send({ aggregate: registrationRequest, id, command })
  return null
}

/** The type of a file by its first bytes. Its name does not count. */
const sniffed = (bytes: Buffer): string | null => {
  const starts: readonly (readonly [string, string])[] = [
    ['25504446', 'application/pdf'],
    ['89504e470d0a1a0a', 'image/png'],
    ['ffd8ff', 'image/jpeg'],
    ['49492a00', 'image/tiff'],
    ['4d4d002a', 'image/tiff'],
  ]
  const first = bytes.subarray(0, 8).toString('hex')
  const known = starts.find(([start]) => first.startsWith(start))
  if (known) return known[1]
  return bytes.includes(0) ? null : 'text/plain'
}

const ofRequest = async (inner: Reading, id: string): Promise<GuestDashboard | null> => {
  const [state, request] = await Promise.all([inner.load(registrationRequest, id), inner.read(registrationRequests).get(id)])
  if (state.status === 'none' || state.status === 'deleted' || !request) return null
  const types = state.tax_registration_types as readonly RegistrationType[]
  const all = stateQuestions(state.state, types)
  const common = all.filter(isOfCompany)
  const local = state.jurisdictions.flatMap((slug) => inner.jurisdictions().bySlug(slug) ?? [])
  const drafts: readonly Draft[] = [
    { slug: 'company', title: 'Company', questions: common },
    ...types.map((type) => ({
      slug: type,
      title: null,
      questions: all.filter((question) => !common.includes(question) && question.categories.includes(type)),
    })),
    ...local.map((jurisdiction) => ({
      slug: jurisdiction.slug,
      title: jurisdiction.label,
      questions: jurisdictionQuestions(jurisdiction),
    })),
  ]
  return assembled(inner, {
    kind: 'registration_request',
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
  })
}

const ofApplication = async (inner: Reading, id: string): Promise<GuestDashboard | null> => {
  const [state, application] = await Promise.all([inner.load(partnerApplication, id), inner.read(partnerApplications).get(id)])
  if (state.status === 'none' || !application) return null
  return assembled(inner, {
    kind: 'application',
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
  })
}

type Begun = Pick<
  GuestDashboard,
  'kind' | 'id' | 'accountId' | 'title' | 'status' | 'answers' | 'uploaded' | 'redirectUri' | 'redirectBackUri' | 'request'
> & { readonly companyId: string; readonly drafts: readonly Draft[] }

const assembled = async (inner: Reading, { companyId, drafts, ...begun }: Begun): Promise<GuestDashboard> => {
  const [company, partner] = await Promise.all([inner.load(partnerCompany, companyId), accountOf(inner, begun.accountId)])
  const known = {
    legal_name: company?.legal_name ?? '',
    entity_type: company?.entity_type ?? '',
    formation_date: company?.formation_date ?? '',
    formation_state: company?.formation_state ?? '',
  }
  const { answers, uploaded, status } = begun
  const today = inner.now().toISOString().slice(0, 10)
  const asked = askedQuestions(
    drafts.flatMap(({ questions }) => questions),
    known,
    answers,
  )
  const isAsked = new Set(asked)
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
  const put = (question: Question): GuestQuestion => ({
    question,
    answer: answers[question.key] ?? '',
    isAsked: isAsked.has(question),
    problem: isAsked.has(question) ? problemIn(question) : null,
    partProblems: partProblems(question, answers[question.key] ?? '', today),
    warnings: warningsOf(question, answers[question.key] ?? '', { answers, today }),
  })
  const openIn = (slug: string) => problems.filter(({ section }) => section === slug).length
  const wrongIn = (slug: string) =>
    problems.filter(({ section, question }) => section === slug && (answers[question.key] ?? '') !== '').length
  const ofQuestions: readonly GuestSection[] = drafts
    .map(
      ({ slug, title, questions }): GuestSection => ({
        slug,
        title,
        kind: 'questions',
        questions: questions.filter(({ type }) => type !== 'document').map(put),
        open: openIn(slug),
        wrong: wrongIn(slug),
      }),
    )
    .filter(({ questions }) => questions.some(({ isAsked }) => isAsked))
  const documentSection: readonly GuestSection[] =
    documentQuestions.length > 0
      ? [{ slug: 'documents', title: 'Documents', kind: 'documents', questions: [], open: openIn('documents'), wrong: 0 }]
      : []
  const statusSection: GuestSection = { slug: 'status', title: 'Status', kind: 'status', questions: [], open: 0, wrong: 0 }
  const review: GuestSection = {
    slug: 'review',
    title: status === 'pending' ? 'Review and submit' : 'Answers',
    kind: 'review',
    questions: [],
    open: 0,
    wrong: 0,
  }
  return {
    ...begun,
    company: company?.legal_name ?? '',
    partner: partner.name,
    asked,
    documentQuestions,
    problems,
    sections: status === 'pending' ? [...ofQuestions, ...documentSection, review, statusSection] : [statusSection, review],
  }
}
