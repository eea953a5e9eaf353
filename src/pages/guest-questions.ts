// Renders questions as form fields and reads their answers. Works without a script; with one, conditional questions appear immediately.
import { html } from 'hono/html'
import type { Answers, GuestQuestion, Question } from '../inner/guest-dashboard.ts'
import type { FormFields } from './forms.ts'
import { dayText, join, type Markup, nothing, words } from './markup.ts'

/** Empty rows after the filled rows of a table. */
const emptyRows = 2

type Parts = { readonly [part: string]: string }

/** The parts of an answer: an address, a date, the rows of a table. */
const partsOf = (answer: string): Parts => {
  const parsed = parsedAnswer(answer)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Parts) : {}
}

const rowsOf = (answer: string): readonly Parts[] => {
  const parsed = parsedAnswer(answer)
  return Array.isArray(parsed) ? (parsed as Parts[]) : []
}

const parsedAnswer = (answer: string): unknown => {
  try {
    return answer === '' ? null : JSON.parse(answer)
  } catch {
    return null
  }
}

/** An answer as text. */
export const answerText = (question: Question, answer: string): string => {
  if (question.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(answer)) return dayText(answer)
  if (question.type === 'boolean') return answer === 'true' ? 'Yes' : answer === 'false' ? 'No' : ''
  if (question.type === 'officers_table')
    return rowsOf(answer)
      .map((row) => Object.values(row).filter(Boolean).join(', '))
      .join('; ')
  if (question.components.length > 0) return Object.values(partsOf(answer)).filter(Boolean).join(', ')
  return answer.replaceAll('\n', ', ')
}

const inputTypes: { readonly [type: string]: string } = { number: 'number', date: 'date', phone: 'tel' }

export const questionField = ({ question, answer, problem, warnings, isAsked }: GuestQuestion): Markup => {
  const { key, label, sublabel, tooltip, optional, question_dependency: on } = question
  const id = `q-${key}`
  const says = problem || warnings.length > 0 || sublabel || tooltip ? html` aria-describedby="${id}-says"` : nothing
  const hint = join([
    problem ? html`<strong class="problem">${problem}</strong> ` : null,
    ...warnings.map((warning) => html`<em>${warning}</em> `),
    sublabel ? html`${sublabel} ` : null,
    tooltip ? html`${tooltip}` : null,
  ])
  const described = says === nothing ? nothing : html`<span class="quiet" id="${id}-says">${hint}</span>`
  const needs = on ? html` data-needs="${on.key}" data-needs-value="${[on.value].flat().join('\n')}"` : nothing
  const title = html`${label}${optional ? html` <span class="quiet">(optional)</span>` : nothing}`
  const hidden = isAsked ? nothing : html` hidden`
  if (question.type === 'officers_table' || question.components.length > 0 || question.type === 'multiselect')
    return html`<fieldset${needs}${hidden}${says}><legend>${title}</legend>${described}${groupField(question, answer)}</fieldset>`
  return html`<div${needs}${hidden}><label for="${id}">${title}</label>${singleField(question, answer, html` id="${id}" name="${key}"${says}${problem ? html` aria-invalid="true"` : nothing}`)}${described}</div>`
}

const singleField = ({ type, options, validation }: Question, answer: string, attributes: Markup): Markup => {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === answer ? html` selected` : nothing}>${text}</option>`
  if (type === 'boolean')
    return html`<select${attributes}>${option('', 'Please choose')}${option('true', 'Yes')}${option('false', 'No')}</select>`
  if (type === 'select')
    return html`<select${attributes}>${option('', 'Please choose')}${options.map((each) => option(each, each))}</select>`
  if (type === 'textarea') return html`<textarea rows="3" maxlength="4000"${attributes}>${answer}</textarea>`
  const least =
    type === 'number' ? html` step="any"${validation?.min_value === undefined ? nothing : html` min="${validation.min_value}"`}` : nothing
  return html`<input type="${inputTypes[type] ?? 'text'}" maxlength="500" value="${answer}"${least}${attributes}>`
}

const groupField = ({ key, type, options, components }: Question, answer: string): Markup => {
  if (type === 'multiselect') {
    const chosen = answer.split('\n')
    const isShort = options.every((each) => each.length <= 3)
    return html`<div class="checks${isShort ? ' short' : ''}">${options.map(
      (each) =>
        html`<label class="check"><input type="checkbox" name="${key}" value="${each}"${chosen.includes(each) ? html` checked` : nothing}> ${each}</label>`,
    )}</div>`
  }
  const field = (name: string, part: string, value: string) =>
    html`<label>${words(part)}<input name="${name}" value="${value}" maxlength="300"></label>`
  if (type !== 'officers_table') {
    const parts = partsOf(answer)
    return html`<div class="two">${components.map((part) => field(`${key}.${part}`, part, parts[part] ?? ''))}</div>`
  }
  const rows = [...rowsOf(answer), ...Array.from({ length: emptyRows }, (): Parts => ({}))]
  return html`${rows.map((row, index) => html`<div class="row" role="group" aria-label="${index + 1}">${components.map((part) => field(`${key}.${index}.${part}`, part, row[part] ?? ''))}</div>`)}<p class="quiet">Save to add more rows.</p>`
}

/** The answers to these questions; '' for an empty one. */
export const readAnswers = (form: FormFields, questions: readonly GuestQuestion[]): Answers =>
  Object.fromEntries(questions.map(({ question }) => [question.key, readAnswer(form, question)]))

const readAnswer = (form: FormFields, { key, type, components }: Question): string => {
  const kept = (text: string) => text.slice(0, 4000)
  if (type === 'multiselect') return kept(form.all(key).join('\n'))
  const partsAt = (prefix: string) => Object.fromEntries(components.map((part) => [part, kept(form.text(`${prefix}.${part}`))]))
  const isEmpty = (parts: Parts) => Object.values(parts).every((value) => value === '')
  if (type === 'officers_table') {
    const rows: Parts[] = []
    for (let index = 0; index < 50 && form.has(`${key}.${index}.${components[0]}`); index++) rows.push(partsAt(`${key}.${index}`))
    const filled = rows.filter((row) => !isEmpty(row))
    return filled.length === 0 ? '' : JSON.stringify(filled)
  }
  if (components.length === 0) return kept(form.text(key))
  const parts = partsAt(key)
  return isEmpty(parts) ? '' : JSON.stringify(parts)
}
