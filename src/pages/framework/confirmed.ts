// A button that asks before it acts, without a script.
import { html } from 'hono/html'
import { type Markup, nothing } from './markup.ts'

export const confirmed = (
  label: string,
  { action, hidden, about, question }: { action: string; hidden: Markup; about: string; question: string },
): Markup => html`<details class="confirm"><summary class="button">${label}<span class="unseen"> ${about}</span></summary>
<form method="post" action="${action}">${hidden}<p>${question}</p><button class="danger">${label}</button></form></details>`

/** The same for a button of a form that has more fields. */
export const confirmedSubmit = (
  label: string,
  { question, value }: { question: string; value?: string },
): Markup => html`<details class="confirm"><summary class="button primary">${label}</summary>
<div class="panel-inline"><p>${question}</p><button class="primary"${value === undefined ? nothing : html` name="do" value="${value}"`}>${label}</button></div></details>`
