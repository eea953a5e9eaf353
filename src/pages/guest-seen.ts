// A form of a guest says with hidden fields which answers its window showed, so that two windows do not undo each other's without a word.
import { hash } from 'node:crypto'
import { html } from 'hono/html'
import {
  type Answers,
  type GuestDashboard,
  type GuestQuestion,
  type Parts,
  partsOf,
  type Question,
  rowsOf,
} from '../inner/guest-dashboard.ts'
import type { FormFields } from './framework/forms.ts'
import type { Markup } from './framework/markup.ts'
import { maskedPart, readAnswer } from './guest-questions.ts'

/** Of what the page shows and no more: nobody can guess an SSN by it. */
const digestOf = (shown: unknown): string => hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 22)

const shownOf = ({ type, components }: Question, answer: string) => {
  const shownParts = (parts: Parts) => components.map((part) => maskedPart(part, parts[part] ?? ''))
  if (type === 'officers_table') return rowsOf(answer).map(shownParts)
  // Answers of 0.2.0 have the line breaks that browsers send.
  return components.length > 0 ? shownParts(partsOf(answer)) : answer.replaceAll('\r\n', '\n')
}

const digestOfAnswer = (question: Question, answer: string): string => digestOf(shownOf(question, answer))

/** The hidden fields of a form with these questions. */
export const seenAnswers = (questions: readonly GuestQuestion[]): Markup =>
  html`${questions.map(({ question, answer }) => html`<input type="hidden" name="seen.${question.key}" value="${digestOfAnswer(question, answer)}">`)}`

export type Merged = {
  /** What is to be saved. */
  readonly answers: Answers
  /** What was typed where another window has saved another answer since. */
  readonly overtaken: Answers
}

/** The answers that this window changed. A form without hidden fields changes all. */
export const mergedAnswers = (form: FormFields, questions: readonly GuestQuestion[]): Merged => {
  const saysSeen = questions.some(({ question }) => form.has(`seen.${question.key}`))
  const read = questions.map(({ question, answer }) => {
    const typed = readAnswer(form, question, answer)
    const [seen, saved, own] = [form.text(`seen.${question.key}`), digestOfAnswer(question, answer), digestOfAnswer(question, typed)]
    // What was not on the page, or was left as it was there, stays as it is now.
    const isChanged = !saysSeen || (seen !== '' && (seen === saved || (own !== seen && own !== saved)))
    return { key: question.key, typed, isChanged, isOvertaken: saysSeen && seen !== saved }
  })
  const typedIn = (overtaken: boolean): Answers =>
    Object.fromEntries(
      read.flatMap(({ key, typed, isChanged, isOvertaken }) => (isChanged && isOvertaken === overtaken ? [[key, typed]] : [])),
    )
  return { answers: typedIn(false), overtaken: typedIn(true) }
}

const digestOfAll = ({ asked, answers, uploaded }: GuestDashboard): string =>
  digestOf([
    asked.map((question) => [question.key, shownOf(question, answers[question.key] ?? '')]),
    uploaded.map(({ document_id }) => document_id),
  ])

/** The hidden field of a form that submits all answers. */
export const seenDashboard = (dashboard: GuestDashboard): Markup =>
  html`<input type="hidden" name="seen" value="${digestOfAll(dashboard)}">`

/** Whether the form was made from other answers than those that are there now. */
export const isOutdated = (form: FormFields, dashboard: GuestDashboard): boolean =>
  form.has('seen') && form.text('seen') !== digestOfAll(dashboard)
