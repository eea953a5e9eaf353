// The API keys on the page of credentials: their table, the form of a new one with its rights, and the form that replaces one.
import { html } from 'hono/html'
import type { KeyWishes, ShownApiKey } from '../../inner/api-keys.ts'
import { keyResources } from '../../interface/api-keys.ts'
import { confirmed } from '../framework/confirmed.ts'
import { choice, evidenceChoices, type FormState, input } from '../framework/fields.ts'
import type { FormFields } from '../framework/forms.ts'
import { badge, type Markup, nothing, table, time, words } from '../framework/markup.ts'

type Shown = { readonly path: string; readonly hidden: Markup; readonly mayChange: boolean; readonly now: Date }

export const keyTable = (keys: readonly ShownApiKey[], shown: Shown): Markup =>
  table(
    [
      { title: 'Name', kind: 'main', cell: ({ name }) => name },
      { title: 'Key', cell: ({ mode, last_four }) => html`<code>bvs_${mode}_…${last_four}</code>` },
      { title: 'May', cell: ({ scopes }) => rights(scopes) },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
      { title: 'Last used', cell: ({ last_used_at }) => time(last_used_at) },
      { title: 'Expires', cell: ({ expires_at }) => time(expires_at) },
      { title: 'Status', cell: (key) => badge(statusOf(key, shown.now)) },
      { title: '', kind: 'end', cell: (key) => (shown.mayChange && !hasEnded(key, shown.now) ? actions(key, shown) : nothing) },
    ],
    keys,
    { caption: 'API keys', empty: 'No API keys yet.' },
  )

const hasEnded = ({ revoked_at, expires_at }: ShownApiKey, now: Date): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at <= now.toISOString())

const statusOf = (key: ShownApiKey, now: Date): string => {
  if (key.revoked_at) return 'revoked'
  if (hasEnded(key, now)) return 'expired'
  return key.replaced_by ? 'replaced' : 'active'
}

const rights = (scopes: readonly string[] | null): Markup =>
  scopes === null ? html`Everything` : html`${scopes.map((scope) => html`<code>${scope}</code> `)}`

const actions = (key: ShownApiKey, { path, hidden }: Shown): Markup => {
  const { id, name } = key
  const rotate = html`<details class="confirm"><summary class="button">Rotate<span class="unseen"> ${name}</span></summary>
<form method="post" action="${path}/keys/${id}/rotate">${hidden}<p>A new key with the same rights. The old key keeps working for:</p>
<label class="unseen" for="overlap-${id}">The old key works for</label><select id="overlap-${id}" name="hours">${overlaps.map(([hours, text]) => html`<option value="${hours}"${hours === '24' ? html` selected` : nothing}>${text}</option>`)}</select>
<button class="primary">Rotate</button></form></details>`
  return html`${key.replaced_by ? nothing : rotate}${confirmed('Revoke', {
    action: `${path}/keys/${id}/revoke`,
    hidden,
    about: name,
    question: 'Requests with this key will get a 401.',
  })}`
}

const overlaps = [
  ['1', 'an hour'],
  ['24', 'a day'],
  ['168', 'a week'],
  ['720', '30 days'],
] as const

/** Until when the old key works, as the form of a rotation says it. */
export const overlapIn = (form: FormFields, now: Date): string => {
  const [hours] = overlaps.find(([each]) => each === form.text('hours')) ?? ['24']
  return new Date(now.getTime() + Number(hours) * 3_600_000).toISOString()
}

const levels = [
  ['', 'No access'],
  ['read', 'Read'],
  ['write', 'Read and write'],
] as const

/** The parameters of the API and the fields of the form. */
export const keyPlaces = { name: 'name', scopes: 'rights', expires_at: 'expires_on' }

export const newKeyForm = (
  formState: FormState,
  { path, hidden }: Pick<Shown, 'path' | 'hidden'>,
): Markup => html`<form method="post" action="${path}/keys">${hidden}
<div class="row">${input(formState, 'name', 'Name', { more: html` required maxlength="100" placeholder="Onboarding server"` })}
${choice(formState, 'mode', 'Data', evidenceChoices)}
${input(formState, 'expires_on', 'Expires on (optional)', { type: 'date', hint: 'As the day begins in UTC' })}
${choice(formState, 'rights', 'May', [
  ['all', 'Everything'],
  ['chosen', 'Only the permissions selected below'],
])}</div>
<details class="more"${formState.value('rights') === 'chosen' ? html` open` : nothing}><summary>What the key may do</summary>
<div class="row">${keyResources.map((resource) => choice(formState, resource, words(resource), levels))}</div></details>
<p><button class="primary">Create key</button></p></form>`

/** What the form of a new key asks for. The day of the expiry is its first moment, in UTC. */
export const wishesIn = (form: FormFields): KeyWishes => {
  const isLevel = (level: string) => level === 'read' || level === 'write'
  const chosen = keyResources.flatMap((resource) => (isLevel(form.text(resource)) ? [`${resource}:${form.text(resource)}`] : []))
  const day = form.text('expires_on')
  return {
    name: form.text('name', 100),
    mode: form.text('mode') === 'live' ? 'live' : 'test',
    ...(form.text('rights') === 'chosen' && { scopes: chosen }),
    ...(day !== '' && { expiresAt: `${day}T00:00:00.000Z` }),
  }
}
