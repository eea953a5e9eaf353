// Fields of a form that may come back: each keeps what was typed into it and says what is wrong with it where it stands.
import { html } from 'hono/html'
import { asApiError } from '../inner/api-errors.ts'
import { subject } from '../interface/messages.ts'
import type { FormFields } from './forms.ts'
import type { Notice } from './layout.ts'
import { type Markup, nothing, sentence } from './markup.ts'

/** What a form shows: the values of its fields, and what is wrong with which. */
export type FormState = {
  readonly value: (name: string) => string
  /** Of a field that may have several. */
  readonly values: (name: string) => readonly string[]
  readonly problem: (name: string) => string | undefined
  /** The first field that needs another look: the form comes back with the cursor in it. */
  readonly first?: string | undefined
  /** Which of the page's forms it is, where there are several. */
  readonly scope?: string | undefined
}

/** A form that comes back: at its place, and said above the page. */
export type Sent = { readonly given: FormState; readonly notice: Notice }

/** Of a form that nobody has sent yet. */
export const freshForm = (values: Readonly<Record<string, string | readonly string[]>> = {}, scope?: string): FormState => ({
  value: (name) => [values[name] ?? ''].flat()[0] ?? '',
  values: (name) => [values[name] ?? []].flat(),
  problem: () => undefined,
  scope,
})

/** Of one of the page's forms: what was sent if it is the one that comes back, else what it holds at first. */
export const formIn = (
  sent: Sent | undefined,
  scope: string,
  values: Readonly<Record<string, string | readonly string[]>> = {},
): FormState => (sent?.given.scope === scope ? sent.given : freshForm(values, scope))

/** Where the API's parameters stand in the form, in its order: the longest beginning of a parameter that is listed counts. For example `{ 'tin.tin': 'tin' }`. */
export type Places = Readonly<Record<string, string>>

/**
 * The form that was sent, with the refusals of the API at their fields; what has no field is the notice.
 * @throws the error itself when it is the service's own fault
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
  const text =
    rest.length > 0 ? rest.join(' ') : problems.size === 1 ? 'One field needs another look.' : `${problems.size} fields need another look.`
  const given = { value: form.text, values: form.all, problem: (name: string) => problems.get(name), first, scope }
  return { given, notice: { kind: 'bad', text } }
}

/** The label says what is meant: the API's name for it says nothing to a reader. */
const atField = (message: string, parameter: string): string => {
  const name = subject(parameter)
  if (!message.startsWith(`${name} `)) return sentence(message)
  const item = /^item \d+/.exec(name)?.[0]
  return sentence(`${item ?? 'this'}${message.slice(name.length)}`)
}

type Options = {
  readonly type?: 'text' | 'email' | 'date' | 'number' | 'url'
  /** What the browser may fill in; nothing when absent. */
  readonly autocomplete?: 'one-time-code'
  readonly hint?: string
  /** Further attributes, such as `required`. */
  readonly more?: Markup
}

/** A line of text. */
export const input = (
  given: FormState,
  name: string,
  label: string,
  { type = 'text', autocomplete, hint, more = nothing }: Options = {},
): Markup =>
  field(
    given,
    { name, label, hint },
    (own) => html`<input type="${type}" name="${name}" value="${given.value(name)}" autocomplete="${autocomplete ?? 'off'}"${own}${more}>`,
  )

/** A password, or a file: what no page may send back. */
export const secretInput = (
  given: FormState,
  name: string,
  label: string,
  { type, hint, more = nothing }: { readonly type: 'password' | 'file'; readonly hint?: string; readonly more?: Markup },
): Markup => field(given, { name, label, hint }, (own) => html`<input type="${type}" name="${name}" required${own}${more}>`)

/** Several lines of text. */
export const area = (
  given: FormState,
  name: string,
  label: string,
  { hint, rows = 3, more = nothing }: Omit<Options, 'type'> & { readonly rows?: number } = {},
): Markup =>
  field(given, { name, label, hint }, (own) => html`<textarea name="${name}" rows="${rows}"${own}${more}>${given.value(name)}</textarea>`)

export type Choice = readonly [value: string, text: string]

/** What businesses are verified against. */
export const evidenceChoices: readonly Choice[] = [
  ['live', 'The loaded reference data'],
  ['test', 'Made-up evidence (test)'],
]

export const choice = (given: FormState, name: string, label: string, choices: readonly Choice[], { hint }: Options = {}): Markup =>
  field(
    given,
    { name, label, hint },
    (own) =>
      html`<select name="${name}"${own}>${choices.map(([value, text]) => html`<option value="${value}"${value === given.value(name) ? html` selected` : nothing}>${text}</option>`)}</select>`,
  )

/** Boxes of which any may be ticked. */
export const checks = (
  given: FormState,
  name: string,
  legend: string,
  choices: readonly Choice[],
  { hint, more = nothing }: Omit<Options, 'type'> = {},
): Markup => {
  const { says, attributes } = saidOf(given, name, hint)
  const box = ([value, text]: Choice) =>
    html`<label class="check"><input type="checkbox" name="${name}" value="${value}"${given.values(name).includes(value) ? html` checked` : nothing}${more}>${text}</label>`
  return html`<fieldset${attributes}><legend>${legend}</legend><div class="checks">${choices.map(box)}</div>${says}</fieldset>`
}

const field = (
  given: FormState,
  { name, label, hint }: { name: string; label: string; hint: string | undefined },
  control: (attributes: Markup) => Markup,
): Markup => {
  const { id, says, attributes } = saidOf(given, name, hint)
  return html`<div class="field"><label for="${id}">${label}</label>${control(html`${attributes}${given.problem(name) ? html` aria-invalid="true"` : nothing}${given.first === name ? html` autofocus` : nothing}`)}${says}</div>`
}

/** What is wrong with a field and what is to be known of it, and the attributes that tie both to it. */
const saidOf = (given: FormState, name: string, hint: string | undefined) => {
  const problem = given.problem(name)
  const id = ['field', given.scope, name].filter(Boolean).join('-')
  const says =
    problem || hint
      ? html`<span class="says" id="${id}-says">${problem ? html`<strong class="problem">${problem}</strong> ` : nothing}${hint}</span>`
      : nothing
  return { id, says, attributes: html` id="${id}"${says === nothing ? nothing : html` aria-describedby="${id}-says"`}` }
}
