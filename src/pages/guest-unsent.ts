// What a guest typed that could not be taken any more, as text to copy: the page that it was typed in may not come back.
import { html } from 'hono/html'
import type { FormFields } from './framework/forms.ts'
import { type Markup, nothing, words } from './framework/markup.ts'

/** Fields that say what the form is for, and what its page showed. */
const notTyped = /^(do|question|seen(\..*)?)$/

/** What was typed, with the names of the fields where there are several kinds; '' for nothing. No SSN: it is a mask, or nobody should read it. */
const unsentText = (form: FormFields): string => {
  const typed = form.typed().filter(([name, value]) => value.trim() !== '' && !notTyped.test(name) && !/(^|\.)ssn$/.test(name))
  const [only] = typed
  if (only && typed.length === 1) return only[1]
  return typed.map(([name, value]) => `${nameOf(name)}: ${value}`).join('\n')
}

/** Rows of a table are counted from one: `officers.0.name` is “Officers 1 name”. */
const nameOf = (field: string): string => words(field.replace(/\.(\d+)\./, (_, row) => `.${Number(row) + 1}.`))

/** The text in a field to copy it from; nothing when nothing was typed. */
export const unsent = (form: FormFields): Markup => {
  const text = unsentText(form)
  if (text === '') return nothing
  return html`<p><strong>What you typed was not sent.</strong> Copy it here before you leave this page.</p>
<div class="stack"><label>What you typed<textarea rows="10" readonly>${text}</textarea></label></div>`
}
