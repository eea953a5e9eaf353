// The sections of the guest dashboard for employers: questions, documents, answers and status.
import { html } from 'hono/html'
import type { Answers, GuestDashboard, GuestQuestion, GuestSection } from '../inner/guest-dashboard.ts'
import { serviceLimits } from '../interface/service-limits.ts'
import { badge, facts, type Markup, nothing, time, words } from './framework/markup.ts'
import { answerText, questionField } from './guest-questions.ts'
import { seenAnswers, seenDashboard } from './guest-seen.ts'

export type Around = {
  readonly action: string
  /** The hidden fields of the form. */
  readonly hidden: Markup
  /** Whether to show errors at unanswered questions. */
  readonly checked: boolean
  /** The document question whose file was not taken, and why. */
  readonly refused?: { readonly question: string; readonly problem: string } | undefined
  /** What was typed where another window has saved another answer since. */
  readonly overtaken: Answers
  /** Whether to show all answers once more before they are submitted. */
  readonly confirming: boolean
}

export const sectionContent = (dashboard: GuestDashboard, section: GuestSection, around: Around): Markup => {
  switch (section.kind) {
    case 'questions':
      return questionForm(section, around)
    case 'documents':
      return documentForms(dashboard, around)
    case 'review':
      return around.confirming ? confirmation(dashboard, around) : review(dashboard, around)
    case 'status':
      return statusOf(dashboard)
  }
}

/** The title of a section. */
export const titleOf = ({ slug, title }: GuestSection): string => title ?? words(slug.replace('state_', ''))

/** As it was typed, with the answer that was saved since. */
const overtakenQuestion = (each: GuestQuestion, typed: string): GuestQuestion => ({
  ...each,
  answer: typed,
  problem: `Meanwhile ${savedText(each)}, perhaps in another window. Save again to replace that.`,
  partProblems: new Map(),
  warnings: [],
})

const savedText = ({ question, answer }: GuestQuestion): string =>
  answer === '' ? 'the answer was removed' : `“${answerText(question, answer)}” was saved`

const questionForm = (section: GuestSection, { action, hidden, checked, overtaken }: Around): Markup => {
  const questions = section.questions.map((each) => {
    const typed = overtaken[each.question.key]
    return typed === undefined ? each : overtakenQuestion(each, typed)
  })
  const isTold = ({ question, answer }: GuestQuestion) => checked || answer !== '' || overtaken[question.key] !== undefined
  const wrong = questions.filter((each) => each.isAsked && each.problem && isTold(each))
  const toWrong =
    wrong.length > 0
      ? html`<ul aria-label="To correct">${wrong.map(({ question: { key, label } }) => html`<li><a href="#q-${key}">${label}</a></li>`)}</ul>`
      : nothing
  // Conditions on the company stay the same while the form is open; conditions on other answers may change.
  const isShown = ({ isAsked, question }: GuestQuestion) => isAsked || question.question_dependency !== null
  const fields = questions.filter(isShown).map((each) => questionField({ ...each, problem: isTold(each) ? each.problem : null }))
  return html`<form method="post" action="${action}" class="stack" data-questions novalidate>${hidden}${seenAnswers(section.questions.filter(isShown))}<h2>${titleOf(section)}</h2>${toWrong}${fields}
<button class="primary" name="do" value="save">Save</button></form>`
}

const documentForms = ({ documentQuestions, uploaded }: GuestDashboard, { action, hidden, refused }: Around): Markup =>
  html`<h2>Documents</h2>${documentQuestions.map(({ key, label, optional }) => {
    const problem = refused?.question === key ? refused.problem : null
    const own = uploaded.filter(({ question_key }) => question_key === key)
    const list =
      own.length > 0
        ? html`<ul>${own.map(({ filename, size }) => html`<li>${filename} <span class="quiet">${Math.ceil(size / 1024)} KB</span></li>`)}</ul>`
        : nothing
    return html`<form method="post" action="${action}" enctype="multipart/form-data" class="stack">${hidden}<input type="hidden" name="question" value="${key}">
<label>${label}${optional ? html` <span class="quiet">(optional)</span>` : nothing}<input type="file" name="document" accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff,.txt" required${problem ? html` aria-invalid="true" aria-describedby="q-${key}-says"` : nothing}></label>${problem ? html`<strong class="problem" id="q-${key}-says">${problem}</strong>` : nothing}${list}
<button name="do" value="upload">Upload<span class="unseen"> for: ${label}</span></button></form>`
  })}<p class="quiet">PDF, image or text, up to 9 MB each. At most ${serviceLimits.questionDocuments.most} for each of these, and ${serviceLimits.requestDocuments.most} in all.</p>`

/** The questions with the employer's answers. */
export const givenAnswers = (
  { asked, answers, uploaded }: GuestDashboard,
  { ssnShown = false, unanswered = '' }: { readonly ssnShown?: boolean; readonly unanswered?: string } = {},
): Markup =>
  facts(
    asked.map((question): readonly [string, string] => [
      question.label,
      (question.type === 'document'
        ? uploaded.flatMap(({ question_key, filename }) => (question_key === question.key ? [filename] : [])).join(', ')
        : answerText(question, answers[question.key] ?? '', ssnShown ? (_, value) => value : undefined)) || unanswered,
    ]),
  )

const review = (dashboard: GuestDashboard, { action, hidden }: Around): Markup => {
  const { problems, status } = dashboard
  const path = action.split('?')[0]
  const left =
    status === 'pending' && problems.length > 0
      ? html`<h3>To complete</h3><ul>${problems.map(({ question, problem, section }) => html`<li><a href="${path}?section=${section}">${question.label}</a> <span class="problem">${problem}</span></li>`)}</ul>`
      : nothing
  const submit =
    status === 'pending'
      ? html`<form method="post" action="${action}">${hidden}<p class="quiet">You will see all answers once more before they are sent.</p><button class="primary" name="do" value="confirm">Submit</button></form>`
      : nothing
  return html`<h2>${status === 'pending' ? 'Review and submit' : 'Answers'}</h2>${left}${givenAnswers(dashboard)}${submit}`
}

const confirmation = (dashboard: GuestDashboard, { action, hidden }: Around): Markup =>
  html`<h2>Submit these answers?</h2><p>Please check them. You cannot change them after submission.</p>${givenAnswers(dashboard, { unanswered: 'Not answered' })}
<form method="post" action="${action}" class="row">${hidden}${seenDashboard(dashboard)}<button class="primary" name="do" value="submit">Submit</button><a class="button" href="${action}">Go back</a></form>`

const meaning = {
  pending: 'Answer the questions and submit. You can save at any time and continue later.',
  submitted: 'Thank you. Your answers have been submitted and the registrations are in progress.',
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
