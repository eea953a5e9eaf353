// Form fields. After a refusal each field keeps its value and shows its error.
import { html } from 'hono/html'
import { asApiError } from '../../inner/framework/api-errors.ts'
import { subject } from '../../interface/messages.ts'
import type { FormFields } from './forms.ts'
import type { Notice } from './layout.ts'
import { counted, type Markup, nothing, sentence } from './markup.ts'

/** The values of a form's fields, and their errors. */
export type FormState = {
  readonly value: (name: string) => string
  /** All values of a field that may have several. */
  readonly values: (name: string) => readonly string[]
  readonly problem: (name: string) => string | undefined
  /** The first field with an error. It gets the focus. */
  readonly first?: string | undefined
  /** Identifies the form on a page with several forms. */
  readonly scope?: string | undefined
}

/** A refused form, and the notice at the top of the page. */
export type Sent = { readonly formState: FormState; readonly notice: Notice }

/** The state of a form before it is sent. */
export const freshForm = (values: Readonly<Record<string, string | readonly string[]>> = {}, scope?: string): FormState => ({
  value: (name) => [values[name] ?? ''].flat()[0] ?? '',
  values: (name) => [values[name] ?? []].flat(),
  problem: () => undefined,
  scope,
})

/** The state of one of the page's forms: the refused input if this form was sent, else its initial values. */
export const formIn = (
  sent: Sent | undefined,
  scope: string,
  values: Readonly<Record<string, string | readonly string[]>> = {},
): FormState => (sent?.formState.scope === scope ? sent.formState : freshForm(values, scope))

/** Maps the API's parameters to fields, in the form's order. The longest matching prefix wins. For example `{ 'tin.tin': 'tin' }`. */
export type Places = Readonly<Record<string, string>>

/**
 * A refused form, with the API's errors at their fields. Errors without a field go into the notice.
 * @throws the error itself when the service is at fault (5xx)
 */
export const refusedForm = (
  form: FormFields,
  error: unknown,
  { places, scope }: { readonly places: Places; readonly scope?: string | undefined },
): Sent => {
  const { status, entries } = asApiError(error)
  if (status >= 500) throw error
  const problems = new Map<string, string>()
  const rest: string[] = []
  for (const { message, parameter = '' } of entries) {
    const place = Object.keys(places)
      .filter((beginning) => parameter === beginning || parameter.startsWith(`${beginning}.`))
      .toSorted((one, other) => other.length - one.length)[0]
    const name = place === undefined ? undefined : places[place]
    if (name === undefined) rest.push(sentence(message))
    else problems.set(name, [...new Set([problems.get(name) ?? '', atField(message, parameter)])].join(' ').trim())
  }
  const first = Object.values(places).find((name) => problems.has(name))
  const text = rest.length > 0 ? rest.join(' ') : `Please correct ${counted(problems.size, 'field')}.`
  const formState = { value: form.text, values: form.all, problem: (name: string) => problems.get(name), first, scope }
  return { formState, notice: { kind: 'bad', text } }
}

/** Drops the API's name of the parameter: the label already names the field. */
const atField = (message: string, parameter: string): string => {
  const name = subject(parameter)
  if (!message.startsWith(`${name} `)) return sentence(message)
  const item = /^item \d+/.exec(name)?.[0]
  return sentence(`${item ?? 'this'}${message.slice(name.length)}`)
}

type Options = {
  readonly type?: 'text' | 'email' | 'date' | 'datetime-local' | 'number' | 'url'
  /** Turned off when absent. */
  readonly autocomplete?: 'one-time-code'
  readonly hint?: string
  /** Further attributes, such as `required`. */
  readonly more?: Markup
}

/** A line of text. */
export const input = (
  formState: FormState,
  name: string,
  label: string,
  { type = 'text', autocomplete, hint, more = nothing }: Options = {},
): Markup =>
  field(
    formState,
    { name, label, hint },
    (own) =>
      html`<input type="${type}" name="${name}" value="${formState.value(name)}" autocomplete="${autocomplete ?? 'off'}"${own}${more}>`,
  )

/** A password or a file: values that a page must not send back. */
export const secretInput = (
  formState: FormState,
  name: string,
  label: string,
  { type, hint, more = nothing }: { readonly type: 'password' | 'file'; readonly hint?: string; readonly more?: Markup },
): Markup => field(formState, { name, label, hint }, (own) => html`<input type="${type}" name="${name}" required${own}${more}>`)

/** Several lines of text. */
export const area = (
  formState: FormState,
  name: string,
  label: string,
  { hint, rows = 3, more = nothing }: Omit<Options, 'type'> & { readonly rows?: number } = {},
): Markup =>
  field(
    formState,
    { name, label, hint },
    (own) => html`<textarea name="${name}" rows="${rows}"${own}${more}>${formState.value(name)}</textarea>`,
  )

export type Choice = readonly [value: string, text: string]

/** The data that businesses are verified against. */
export const evidenceChoices: readonly Choice[] = [
  ['live', 'Live: reference data'],
  ['test', 'Test: synthetic data'],
]

export const choice = (
  formState: FormState,
  name: string,
  label: string,
  choices: readonly Choice[],
  { hint, more = nothing }: Omit<Options, 'type'> = {},
): Markup =>
  field(
    formState,
    { name, label, hint },
    (own) =>
      html`<select name="${name}"${own}${more}>${choices.map(([value, text]) => html`<option value="${value}"${value === formState.value(name) ? html` selected` : nothing}>${text}</option>`)}</select>`,
  )

/** Checkboxes; any number may be selected. */
export const checks = (
  formState: FormState,
  name: string,
  legend: string,
  choices: readonly Choice[],
  { hint, more = nothing }: Omit<Options, 'type'> = {},
): Markup => {
  const { says, attributes } = saidOf(formState, name, hint)
  const box = ([value, text]: Choice) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${formState.values(name).includes(value) ? html` checked` : nothing}${more}>${text}</label>`
  return html`<fieldset${attributes}><legend>${legend}</legend><div class="checks">${choices.map(box)}</div>${says}</fieldset>`
}

const field = (
  formState: FormState,
  { name, label, hint }: { name: string; label: string; hint: string | undefined },
  control: (attributes: Markup) => Markup,
): Markup => {
  const { id, says, attributes } = saidOf(formState, name, hint)
  return html`<div class="field"><label for="${id}">${label}</label>${control(html`${attributes}${formState.problem(name) ? html` aria-invalid="true"` : nothing}${formState.first === name ? html` autofocus` : nothing}`)}${says}</div>`
}

/** The error and the hint of a field, and the attributes that link them to it. */
const saidOf = (formState: FormState, name: string, hint: string | undefined) => {
  const problem = formState.problem(name)
  const id = ['field', formState.scope, name].filter(Boolean).join('-')
  const says =
    problem || hint
      ? html`<span class="says" id="${id}-says">${problem ? html`<strong class="problem">${problem}</strong> ` : nothing}${hint}</span>`
      : nothing
  return { id, says, attributes: html` id="${id}"${says === nothing ? nothing : html` aria-describedby="${id}-says"`}` }
}
