// Renders questions as form fields and reads their answers. Works without a script; with one, conditional questions appear immediately.
import { html } from 'hono/html'
import { type GuestQuestion, type PartProblems, type Parts, partsOf, type Question, rowsOf } from '../inner/guest-dashboard.ts'
import type { FormFields } from './framework/forms.ts'
import { dayText, join, type Markup, nothing, words } from './framework/markup.ts'
import { beginning } from './framework/typed-text.ts'

/** Empty rows after the filled rows of a table. */
const emptyRows = 2

/** Of one answer, or of one part of it. */
const mostCharacters = 4000

/**
 * A social security number with only its last four digits shown. A text that is no such number is shown as dots alone.
 * @example
 * maskedSsn('123-45-6789') // => '•••-••-6789'
 */
export const maskedSsn = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '')
  return digits.length === 9 ? `•••-••-${digits.slice(-4)}` : '•'.repeat(text.length)
}

type PartText = (part: string, value: string) => string

/** A part as pages show it. */
export const maskedPart: PartText = (part, value) => (part === 'ssn' ? maskedSsn(value) : value)

/** An answer as text. `partText`: how a part is shown; SSNs are masked unless it says otherwise. */
export const answerText = (question: Question, answer: string, partText: PartText = maskedPart): string => {
  const texts = (parts: Parts) =>
    Object.entries(parts)
      .flatMap(([part, value]) => (value === '' ? [] : [partText(part, value)]))
      .join(', ')
  if (question.type === 'date' && /^\d{4}-\d\d-\d\d$/.test(answer)) return dayText(answer)
  if (question.type === 'boolean') return answer === 'true' ? 'Yes' : answer === 'false' ? 'No' : ''
  if (question.type === 'officers_table') return rowsOf(answer).map(texts).join('; ')
  if (question.components.length > 0) return texts(partsOf(answer))
  return answer.replaceAll('\n', ', ')
}

const inputTypes: { readonly [type: string]: string } = { number: 'number', date: 'date', phone: 'tel' }

export const questionField = ({ question, answer, problem, partProblems, warnings, isAsked }: GuestQuestion): Markup => {
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
    return html`<fieldset${needs}${hidden}${says} id="${id}"><legend>${title}</legend>${described}${groupField(question, answer, partProblems)}</fieldset>`
  return html`<div${needs}${hidden}><label for="${id}">${title}</label>${singleField(question, answer, html` id="${id}" name="${key}"${says}${problem ? html` aria-invalid="true"` : nothing}`)}${described}</div>`
}

const singleField = ({ type, options, validation }: Question, answer: string, attributes: Markup): Markup => {
  const option = (value: string, text: string) =>
    html`<option value="${value}"${value === answer ? html` selected` : nothing}>${text}</option>`
  if (type === 'boolean')
    return html`<select${attributes}>${option('', 'Please choose')}${option('true', 'Yes')}${option('false', 'No')}</select>`
  if (type === 'select')
    return html`<select${attributes}>${option('', 'Please choose')}${options.map((each) => option(each, each))}</select>`
  if (type === 'textarea') return html`<textarea rows="3" maxlength="${mostCharacters}"${attributes}>${answer}</textarea>`
  const least =
    type === 'number' ? html` step="any"${validation?.min_value === undefined ? nothing : html` min="${validation.min_value}"`}` : nothing
  // Shown by browsers without a calendar, where the date is typed.
  const example = type === 'date' ? html` placeholder="YYYY-MM-DD"` : nothing
  return html`<input type="${inputTypes[type] ?? 'text'}" maxlength="500" value="${answer}"${least}${example}${attributes}>`
}

const groupField = ({ key, type, options, components }: Question, answer: string, problems: PartProblems): Markup => {
  if (type === 'multiselect') {
    const chosen = answer.split('\n')
    const isShort = options.every((each) => each.length <= 3)
    return html`<div class="checks${isShort ? ' short' : ''}">${options.map(
      (each) =>
        html`<label class="check"><input type="checkbox" name="${key}" value="${each}"${chosen.includes(each) ? html` checked` : nothing}> ${each}</label>`,
    )}</div>`
  }
  const fields = (parts: Parts, row = '') =>
    components.map((part) =>
      partField({ name: `${key}.${row}${part}`, part, value: parts[part] ?? '', problem: problems.get(`${row}${part}`) }),
    )
  if (type !== 'officers_table') return html`<div class="two">${fields(partsOf(answer))}</div>`
  const rows = [...rowsOf(answer), ...Array.from({ length: emptyRows }, (): Parts => ({}))]
  return html`${rows.map((row, index) => html`<div class="row" role="group" aria-label="Person ${index + 1}">${fields(row, `${index}.`)}</div>`)}<p class="quiet">Save to add more rows.</p>`
}

type PartLook = { readonly label?: string; readonly example?: string; readonly type?: 'password'; readonly mode?: 'numeric' | 'decimal' }

const looks: { readonly [part: string]: PartLook } = {
  address_line1: { label: 'Street address' },
  address_line2: { label: 'Suite or unit (optional)' },
  postal_code: { label: 'ZIP code', example: '97201' },
  state: { example: 'OR' },
  month: { example: '1 to 12', mode: 'numeric' },
  day: { example: '1 to 31', mode: 'numeric' },
  quarter: { example: '1 to 4', mode: 'numeric' },
  year: { example: '2026', mode: 'numeric' },
  ownership_percentage: { label: 'Ownership in percent', example: '0 to 100', mode: 'decimal' },
  // Nobody who looks over a shoulder reads it.
  ssn: { type: 'password', example: 'nine digits', mode: 'numeric' },
}

type PartFieldOf = { readonly name: string; readonly part: string; readonly value: string; readonly problem: string | undefined }

const partField = ({ name, part, value, problem }: PartFieldOf): Markup => {
  const { label = words(part), example, type = 'text', mode } = looks[part] ?? {}
  const id = `q-${name}`
  const kept = part === 'ssn' && value !== '' && !problem ? `Saved, ends in ${value.slice(-4)}.` : ''
  const says =
    problem || kept
      ? html`<span class="says" id="${id}-says">${problem ? html`<strong class="problem">${problem}</strong>` : kept}</span>`
      : nothing
  return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" type="${type}" value="${maskedPart(part, value)}" maxlength="300" autocomplete="off"${mode ? html` inputmode="${mode}"` : nothing}${example ? html` placeholder="${example}"` : nothing}${says === nothing ? nothing : html` aria-describedby="${id}-says"`}${problem ? html` aria-invalid="true"` : nothing}>${says}</div>`
}

/** The answer to a question; '' for an empty one. `saved`: the one that is kept. */
export const readAnswer = (form: FormFields, { key, type, components }: Question, saved: string): string => {
  if (type === 'multiselect') return beginning(form.all(key).join('\n'), mostCharacters)
  const partsAt = (prefix: string) => Object.fromEntries(components.map((part) => [part, form.text(`${prefix}.${part}`, mostCharacters)]))
  const isEmpty = (parts: Parts) => Object.values(parts).every((value) => value === '')
  if (type === 'officers_table') {
    const rows: Parts[] = []
    for (let index = 0; index < 50 && form.has(`${key}.${index}.${components[0]}`); index++)
      rows.push(unmasked(partsAt(`${key}.${index}`), index, rowsOf(saved)))
    const filled = rows.filter((row) => !isEmpty(row))
    return filled.length === 0 ? '' : JSON.stringify(filled)
  }
  if (components.length === 0) return form.text(key, mostCharacters)
  const parts = partsAt(key)
  return isEmpty(parts) ? '' : JSON.stringify(parts)
}

/** The page has only the mask of a saved SSN. A mask that comes back stands for the saved one, first of the same row. */
const unmasked = (row: Parts, index: number, saved: readonly Parts[]): Parts => {
  const { ssn = '' } = row
  if (!ssn.includes('•')) return row
  const found = [saved[index], ...saved].find((each) => each?.ssn !== undefined && maskedSsn(each.ssn) === ssn)
  return found ? { ...row, ssn: found.ssn ?? '' } : row
}
