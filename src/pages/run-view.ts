// One run: its questions, its findings with evidence for every statement, and its steps with their times.
import { html } from 'hono/html'
import type { Artifact, FeedbackDocument, RunDocument, StepDocument } from '../inner/runs.ts'
import { businessLink } from './business/frame.ts'
import { area, type FormState, freshForm } from './framework/fields.ts'
import { badge, card, clock, counted, facts, join, type Markup, nothing, outside, time, unbroken, words } from './framework/markup.ts'

export const runsPath = '/runs'

/** `form`: the hidden fields of forms; null for users who may not change anything. */
export type RunView = {
  readonly run: RunDocument
  readonly businessName: string
  readonly names: ReadonlyMap<string, string>
  readonly feedback: readonly FeedbackDocument[]
  readonly canJudge: boolean
  readonly form: Markup | null
  /** A refused answer or rating. */
  readonly given?: FormState | undefined
}

export const runView = (view: RunView): Markup => {
  const { run } = view
  const isRunning = run.status === 'running'
  // The last conclusion comes first: users want the recommendation before its reasons.
  const artifacts = run.steps.flatMap((step) => step.artifacts).toReversed()
  const working = isRunning
    ? html`<p class="notice working" role="status">Run in progress; updates automatically</p>`
    : run.error
      ? html`<p class="notice bad" role="alert">The run ended with an error. ${run.error}</p>`
      : nothing
  const results =
    artifacts.length > 0
      ? join(artifacts.map((each) => artifact(each, view)))
      : card('Result', html`<p class="empty">${nothingFound[run.status]}</p>`)
  return html`<div data-live="state">${working}</div><div data-live="questions">${questions(view)}</div>
<div class="columns"><div data-live="results">${results}</div>
<div class="one" data-live="steps">${summary(view)}${card('Steps', stepList(run, null))}</div></div>`
}

const nothingFound: { readonly [Status in RunDocument['status']]: string } = {
  running: 'No findings yet.',
  interrupted: 'No findings yet. The run is waiting for an answer.',
  completed: 'The run has no findings.',
  error: 'No findings before the error.',
}

const summary = ({ run, businessName, names }: RunView): Markup =>
  card(
    'Run',
    facts([
      ['Status', badge(run.status)],
      ['About', businessLink(run.context_id, businessName)],
      ['Requested by', names.get(run.requester.id)],
      ['Started', time(run.started_at)],
      ['Ended', run.ended_at ? time(run.ended_at) : nothing],
      ['Took', took(run.started_at, run.ended_at)],
      ['Thread', html`<a href="/threads/${run.thread_id}">All runs of this thread</a>`],
    ]),
  )

/**
 * A readable duration; null while still running.
 * @example
 * took('2026-03-01T10:00:00.000Z', '2026-03-01T10:00:02.500Z') // => '2.5\u00a0s'
 */
export const took = (from: string, to: string | null): string | null => {
  if (to === null) return null
  const milliseconds = Date.parse(to) - Date.parse(from)
  if (milliseconds < 1_000) return unbroken(`${milliseconds} ms`)
  return unbroken(milliseconds < 120_000 ? `${(milliseconds / 1_000).toFixed(1)} s` : `${Math.round(milliseconds / 60_000)} min`)
}

const questions = ({ run, form, given }: RunView): Markup =>
  join(
    run.interrupts.map(({ id, question, options, answer }) =>
      answer === null
        ? card('A question for you', html`<p>${question}</p>${form ? answerForm({ run, id, options, form, given }) : nothing}`, {
            id: 'question',
          })
        : card('Answered question', html`<p>${question}</p><p>Answer: <strong>${words(answer)}</strong></p>`, { id: `answered-${id}` }),
    ),
  )

type AnswerForm = Pick<RunView, 'run' | 'given'> & { readonly id: string; readonly options: readonly string[]; readonly form: Markup }

const answerForm = ({ run, id, options, form, given }: AnswerForm): Markup => {
  const fields =
    options.length > 0
      ? html`<div class="steps-row">${options.map((option) => html`<button name="answer" value="${option}">${words(option)}</button>`)}</div>`
      : html`${area(given?.scope === 'answer' ? given : freshForm({}, 'answer'), 'answer', 'Answer', { more: html` maxlength="2000" required` })}<button class="primary">Answer</button>`
  return html`<form method="post" action="${runsPath}/${run.id}/resume" class="stack">${form}<input type="hidden" name="interrupt_id" value="${id}">${fields}</form>`
}

const confidenceKinds: Readonly<Record<string, string>> = { high: 'good', medium: 'warn', low: 'bad' }

const artifact = (each: Artifact, view: RunView): Markup => {
  const { id, title, type, confidence, summary: text, sources } = each
  const aside = confidence
    ? html`<span class="badge ${confidenceKinds[confidence] ?? 'plain'}">${words(confidence)} confidence</span>`
    : nothing
  const content = html`<ul class="statements ${type}">${text.split('\n').map((line) => statement(line, each, view.run))}</ul>
${sources.length > 0 ? sourceList(each, view.run) : nothing}${judgements(each, view)}`
  return card(title, content, { id: `artifact-${id}`, aside })
}

/** The label at the start of a statement. */
const lead = /^(Recommendation|Contradiction|Warning|Against|Unclear|For|Missing|On file|Not looked at|Next step \d+)(: ?)/

const statement = (line: string, { sources }: Artifact, run: RunDocument): Markup => {
  const [, text = line, cited = ''] = /^(.*?)((?: ?\[\d+\])*)$/s.exec(line) ?? []
  const [begin = '', what = ''] = lead.exec(text) ?? []
  const numbers = [...cited.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
  const cite = (number: number) => {
    const source = sources[number - 1]
    return source
      ? html`<a href="${runsPath}/${run.id}/sources/${source.id}" title="${source.source_name}" aria-label="Source ${number}: ${source.source_name}">${number}</a>`
      : nothing
  }
  return html`<li>${what ? html`<strong>${what}:</strong> ` : nothing}${text.slice(begin.length)}${numbers.length > 0 ? html` <span class="cited">${numbers.map(cite)}</span>` : nothing}</li>`
}

const sourceList = ({ sources }: Artifact, run: RunDocument): Markup => {
  const line = ({ id, url, source_name, source_tier }: Artifact['sources'][number]) =>
    html`<li><a href="${runsPath}/${run.id}/sources/${id}">${source_name}</a> <span class="quiet">${words(source_tier)}</span>${/^https?:/.test(url) ? html` ${outside(url, 'Open the original')}` : nothing}</li>`
  return html`<details class="more"><summary>${counted(sources.length, 'source')}</summary><ol class="sources numbered">${sources.map(line)}</ol></details>`
}

const judged: Readonly<Record<FeedbackDocument['rating'], string>> = { POSITIVE: 'useful', NEGATIVE: 'not useful' }

/** The latest rating of each reviewer, and the buttons to rate. */
const judgements = ({ id, title }: Artifact, { run, feedback, names, canJudge, form, given }: RunView): Markup => {
  const latest = new Map(feedback.filter((each) => each.artifact_id === id).map((each) => [each.reviewer.id, each]))
  const said = [...latest.values()].map(
    ({ reviewer, rating, comment, superseded_prior, created_at }) =>
      html`<li>${names.get(reviewer.id) ?? 'Somebody'} found this ${judged[rating]}${superseded_prior ? ', changing an earlier rating' : ''}${comment ? html`: ${comment}` : nothing} <span class="quiet">${time(created_at)}</span></li>`,
  )
  const button = (rating: FeedbackDocument['rating'], label: string) =>
    html`<button name="rating" value="${rating}" aria-label="${label}: ${title}">${label}</button>`
  const comment = given?.scope === 'judgement' && given.value('artifact_id') === id ? given.value('comment') : ''
  const buttons =
    canJudge && form
      ? html`<form method="post" action="${runsPath}/${run.id}/feedback" class="judge">${form}<input type="hidden" name="artifact_id" value="${id}">
<div class="steps-row">${button('POSITIVE', 'Useful')}${button('NEGATIVE', 'Not useful')}
<details class="more confirm"${comment === '' ? nothing : html` open`}><summary>Say why</summary><label>Comment (sent with either button)<textarea name="comment" rows="2" maxlength="10000">${comment}</textarea></label></details></div></form>`
      : nothing
  return html`${said.length > 0 ? html`<ul class="said">${said}</ul>` : nothing}${buttons}`
}

const stepList = (run: RunDocument, parent: string | null): Markup => {
  const steps = run.steps.filter(({ parent_step_id }) => parent_step_id === parent)
  if (steps.length === 0) return parent === null ? html`<p class="empty">None yet.</p>` : nothing
  return html`<ol class="events">${steps.map((each) => step(each, run))}</ol>`
}

const step = (each: StepDocument, run: RunDocument): Markup => {
  const { id, label, status, started_at, completed_at, resolution, artifacts } = each
  const outcome =
    resolution === 'skip'
      ? 'No findings'
      : resolution === 'auto_approve'
        ? 'Ready for approval'
        : artifacts.map(({ title }) => title).join(', ')
  const shown = status === 'running' && run.status === 'interrupted' ? 'interrupted' : status
  return html`<li class="${status === 'running' ? 'now' : ''}"><div class="event-head"><strong>${label}</strong>${badge(shown)}<span class="quiet">${clock(started_at)}${completed_at ? `, took ${took(started_at, completed_at)}` : ''}</span></div>
${outcome ? html`<p class="quiet">${outcome}</p>` : nothing}${stepList(run, id)}</li>`
}
