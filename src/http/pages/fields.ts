// Fields of a form that may come back: each keeps what was typed into it and says what is wrong with it where it stands.
import { html } from 'hono/html'
import { asApiError } from '../errors.ts'
import type { FormFields } from './forms.ts'
import type { Notice } from './layout.ts'
import { type Markup, nothing } from './markup.ts'
import { sentence } from './pages.ts'

/** What a form shows: the values of its fields, and what is wrong with which. */
export type Given = {
  readonly value: (name: string) => string
  readonly problem: (name: string) => string | undefined
  /** The first field that needs another look: the form comes back with the cursor in it. */
  readonly first?: string | undefined
}

/** Of a form that nobody has sent yet. */
export const givenAtFirst = (values: Readonly<Record<string, string>> = {}): Given => ({
  value: (name) => values[name] ?? '',
  problem: () => undefined,
})

/** Where the API's parameters stand in the form, in its order: the longest beginning of a parameter that is listed counts. @example { 'tin.tin': 'tin' } */
export type Places = Readonly<Record<string, string>>

/**
 * The form that was sent, with the refusals of the API at their fields; what has no field is the notice.
 * @throws the error itself when it is the service's own fault
 */
export const givenBack = (form: FormFields, error: unknown, places: Places): { readonly given: Given; readonly notice: Notice } => {
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
    else if (!problems.has(name)) problems.set(name, sentence(message))
  }
  const first = Object.values(places).find((name) => problems.has(name))
  const text =
    rest.length > 0 ? rest.join(' ') : problems.size === 1 ? 'One field needs another look.' : `${problems.size} fields need another look.`
  return { given: { value: form.text, problem: (name) => problems.get(name), first }, notice: { kind: 'bad', text } }
}

type Options = {
  readonly type?: 'text' | 'email' | 'date' | 'number' | 'password' | 'url'
  readonly hint?: string
  /** Further attributes, such as `required`. */
  readonly more?: Markup
}

/** A line of text. */
export const input = (given: Given, name: string, label: string, { type = 'text', hint, more = nothing }: Options = {}): Markup =>
  field(
    given,
    { name, label, hint },
    (own) => html`<input type="${type}" name="${name}" value="${given.value(name)}" autocomplete="off"${own}${more}>`,
  )

/** Several lines of text. */
export const area = (given: Given, name: string, label: string, { hint, more = nothing }: Options = {}): Markup =>
  field(given, { name, label, hint }, (own) => html`<textarea name="${name}" rows="3"${own}${more}>${given.value(name)}</textarea>`)

export type Choice = readonly [value: string, text: string]

export const choice = (given: Given, name: string, label: string, choices: readonly Choice[], { hint }: Options = {}): Markup =>
  field(
    given,
    { name, label, hint },
    (own) =>
      html`<select name="${name}"${own}>${choices.map(([value, text]) => html`<option value="${value}"${value === given.value(name) ? html` selected` : nothing}>${text}</option>`)}</select>`,
  )

const field = (
  given: Given,
  { name, label, hint }: { name: string; label: string; hint: string | undefined },
  control: (attributes: Markup) => Markup,
): Markup => {
  const problem = given.problem(name)
  const id = `field-${name}`
  const says =
    problem || hint
      ? html`<span class="says" id="${id}-says">${problem ? html`<strong class="problem">${problem}</strong> ` : nothing}${hint}</span>`
      : nothing
  const attributes = html` id="${id}"${says === nothing ? nothing : html` aria-describedby="${id}-says"`}${problem ? html` aria-invalid="true"` : nothing}${given.first === name ? html` autofocus` : nothing}`
  return html`<div class="field"><label for="${id}">${label}</label>${control(attributes)}${says}</div>`
}
