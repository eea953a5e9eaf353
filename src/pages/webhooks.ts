// Webhooks: create and delete them, and see their deliveries.

import { html } from 'hono/html'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { deliveriesOf } from '../inner/webhook-deliveries.ts'
import { unprocessable } from '../interface/errors.ts'
import { goneStatus } from '../interface/gone-receiver.ts'
import { webhookEventTypes } from '../interface/webhook-topics.ts'
import { deliveryTable } from './deliveries.ts'
import { may } from './framework/access.ts'
import { confirmed } from './framework/confirmed.ts'
import { choice, evidenceChoices, type FormState, formIn, input, type Sent } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import { apiList, listQuery, perPage } from './framework/lists.ts'
import { badge, card, facts, type Markup, nothing, pager, table, time } from './framework/markup.ts'
import { modeOfForm } from './framework/mode.ts'
import type { Page, Pages } from './framework/pages.ts'
import { missedNotice, ownPath, replayCard, webhookButtons, webhookReplayForms } from './webhook-replays.ts'

const path = '/webhooks'

type Webhook = {
  readonly id: string
  readonly url: string
  readonly event_types?: readonly string[] | null
  readonly created_at: string
  readonly disabled_at?: string | null
  /** Only in the response to its creation. */
  readonly secret?: string
}

const mount = (pages: Pages) => {
  listWebhooks(pages)
  changeWebhook(pages)
  showWebhook(pages)
  webhookReplayForms(pages)
}

const knownEvents: ReadonlySet<string> = new Set(['*', ...webhookEventTypes])

/** The list, with the form to create one. */
const listWebhooks = ({ get, post, show, goOn, api }: Pages) => {
  const overview = async (c: ProbityContext, sent?: Sent, shownOnce: Markup = nothing) => {
    const { query, page } = listQuery(c)
    const { data, total_count: total } = await apiList<Webhook>(api, c, { path: '/v1/webhooks', page })
    const hidden = may(c.get('signedIn'), 'manage') ? formFields(c.get('signedIn').session.token) : null
    const list = html`${webhookTable(data, hidden)}${pager({ path, query, page, perPage, total })}`
    const content = html`${shownOnce}${card('Webhooks', list)}${hidden ? newWebhook(formIn(sent, 'new', { mode: c.get('principal').mode }), hidden) : nothing}`
    return show(c, path, { title: 'Webhooks', content }, sent)
  }

  get(path, 'read', (c) => overview(c))

  const places = { url: 'url', event_types: 'events' }

  post(path, { access: 'manage', scope: 'new', places, again: overview }, async (c, form) => {
    const events = form
      .text('events')
      .split(/[\s,]+/)
      .filter((each) => each !== '')
    const unknown = events.filter((each) => !knownEvents.has(each))
    if (unknown.length > 0)
      throw unprocessable(`there is no event ${unknown.map((each) => `“${each}”`).join(', ')}; the list below has all`, 'event_types')
    const body = { url: form.text('url'), ...(events.length > 0 ? { event_types: events } : {}) }
    const mode = modeOfForm(c, form)
    const { secret } = await api<Webhook>(c, { method: 'POST', path: '/v1/webhooks', body, mode, idempotencyKey: form.key })
    if (!secret) return goOn(c, path, { kind: 'good', text: 'The webhook is created.' })
    return overview(
      c,
      undefined,
      html`<section class="once" role="status"><h2>The new webhook’s signing secret</h2><p>Copy it now. It is shown only once.</p>${facts([['Secret', html`<code data-copy>${secret}</code>`]])}</section>`,
    )
  })
}

/** `hidden`: the hidden fields of a form; null for users who may not delete. */
const webhookTable = (webhooks: readonly Webhook[], hidden: Markup | null): Markup =>
  table(
    [
      { title: 'Address', kind: 'main', cell: ({ id, url }) => html`<a href="${path}/${id}">${url}</a>` },
      { title: 'Events', cell: ({ event_types }) => eventList(event_types) },
      { title: 'Status', cell: webhookStatus },
      { title: 'Created', cell: ({ created_at }) => time(created_at) },
      {
        title: '',
        kind: 'end',
        cell: ({ id, url }) =>
          hidden
            ? confirmed('Delete', { action: `${path}/${id}/delete`, hidden, about: url, question: 'It will receive no more events.' })
            : nothing,
      },
    ],
    webhooks,
    { caption: 'Webhooks', empty: 'No webhooks yet.' },
  )

const newWebhook = (formState: FormState, hidden: Markup): Markup =>
  card(
    'New webhook',
    html`<form method="post" action="${path}" class="stack">${hidden}<div class="two">${input(formState, 'url', 'Address', { type: 'url', more: html` required placeholder="https://example.com/hooks/probity"` })}
${choice(formState, 'mode', 'Data', evidenceChoices)}</div>
${input(formState, 'events', 'Events (optional)', { hint: 'Separated by commas, such as business.updated. If empty, all events.' })}
<details class="more"><summary>The events</summary><p class="tags">${webhookEventTypes.map((type) => html`<span>${type}</span> `)}</p></details><button class="primary">Create</button></form>`,
  )

const changeWebhook = ({ post, goOn, api }: Pages) => {
  post(`${path}/:id/delete`, { access: 'manage', back: path }, async (c) => {
    await api(c, { method: 'DELETE', path: ownPath(c) })
    return goOn(c, path, { kind: 'good', text: 'The webhook is deleted.' })
  })
}

/** One webhook with its deliveries. */
const showWebhook = (pages: Pages) => {
  const { get, show, api, inner } = pages
  get(`${path}/:id`, 'read', async (c) => {
    const webhook = await api<Webhook>(c, { method: 'GET', path: ownPath(c) })
    const { query, page } = listQuery(c)
    const now = inner.now()
    const failures = query.get('show') === 'failures'
    const { deliveries, total, more } = await deliveriesOf(inner, c, { webhookId: webhook.id, failures }, { page, perPage })
    const address = `${path}/${webhook.id}`
    const about = facts([
      ['Address', webhook.url],
      ['Events', eventList(webhook.event_types)],
      ['Status', webhookStatus(webhook)],
      ['Created', time(webhook.created_at)],
    ])
    const empty = failures ? 'No failures.' : 'No deliveries yet.'
    const list = html`<p>${either(address, 'All', !failures)} ${either(`${address}?show=failures`, 'Failures', failures)}</p>
${deliveryTable(deliveries, { now, empty })}${pager({ path: address, query, page, perPage, total, more })}`
    const content = html`${missedNotice(webhook, { now, isGone: await isGone(inner, c, webhook) })}${card('Webhook', about, { aside: webhookButtons(c, webhook, now) })}
${await replayCard(pages, c, webhook)}
${card('Deliveries', html`<div data-live="deliveries">${list}</div>`, { aside: html`<a href="/deliveries?webhook=${webhook.id}">Filter</a>` })}`
    return show(c, path, { title: URL.parse(webhook.url)?.host ?? 'Webhook', content })
  })
}

/** The newest attempts that failed tell whether the receiver itself ended it. */
const attemptsLookedAt = 20
/** Longer than a worker takes from the answer to the end of the webhook. */
const endingMs = 10 * 60_000

/** Whether the receiver answered that it is gone, just before the webhook was disabled. */
const isGone = async (inner: Pages['inner'], c: ProbityContext, { id, disabled_at }: Webhook): Promise<boolean> => {
  if (!disabled_at) return false
  const { deliveries } = await deliveriesOf(inner, c, { webhookId: id, failures: true }, { page: 1, perPage: attemptsLookedAt })
  return deliveries.some(({ delivery: { response_status, attempted_at } }) => {
    const before = attempted_at === null ? Number.NaN : Date.parse(disabled_at) - Date.parse(attempted_at)
    return response_status === goneStatus && before >= 0 && before < endingMs
  })
}

const either = (href: string, label: string, isShown: boolean): Markup =>
  isShown ? html`<strong>${label}</strong>` : html`<a href="${href}">${label}</a>`

const webhookStatus = ({ disabled_at }: Webhook): Markup => (disabled_at ? badge('failed', 'Disabled') : badge('active'))

const eventList = (events: readonly string[] | null | undefined): Markup =>
  !events || events.length === 0 || events.includes('*') || events.length === webhookEventTypes.length
    ? html`All`
    : html`<span class="tags">${events.map((each) => html`<span>${each}</span>`)}</span>`

export const webhookPages: Page = { entry: { path, title: 'Webhooks', section: 'Settings' }, needs: '/v1/webhooks', mount }
