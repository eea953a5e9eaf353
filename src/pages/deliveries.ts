// Webhook deliveries: those of all webhooks with filters, and one delivery with the button that sends it again.
import { html } from 'hono/html'
import { deliveriesOf, deliveryOf, type ShownDelivery, type WebhookDelivery } from '../inner/webhook-deliveries.ts'
import { may } from './framework/access.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { badge, card, facts, type Markup, moment, nothing, orDash, pager, table, time, unbroken } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/deliveries'
const onePath = '/webhooks/:id/deliveries/:delivery'

const statuses = { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const

const mount = ({ get, post, show, goOn, api, inner }: Pages) => {
  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const text = (name: string) => (query.get(name) ?? '').trim() || undefined
    const filter = { webhookId: text('webhook'), status: text('status'), eventType: text('event') }
    const { deliveries, webhooks, total, more } = await deliveriesOf(inner, c, filter, { page, perPage })
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    const empty = isFiltered
      ? 'No matching deliveries.'
      : webhooks.length === 0
        ? html`No deliveries yet. <a href="/webhooks">Create a webhook</a> to receive events.`
        : 'No deliveries yet. They appear here once an event is sent to a webhook.'
    const list = html`${deliveryTable(deliveries, { now: inner.now(), empty })}${pager({ path, query, page, perPage, total, more })}`
    const urls = webhooks.map(({ id, url }) => [id, url] as const)
    return show(c, path, { title: 'Deliveries', content: html`${filterForm(text, urls)}${card('Deliveries', list)}` })
  })

  get(onePath, 'read', async (c) => {
    const found = await deliveryOf(inner, c, { webhookId: c.req.param('id') ?? '', id: c.req.param('delivery') ?? '' })
    const again = may(c.get('signedIn'), 'manage')
      ? html`<form method="post" action="${placeOf(found)}">${formFields(c.get('signedIn').session.token)}<button>Send again</button></form>`
      : nothing
    return show(c, path, { title: found.delivery.event_type, content: card('Delivery', about(found, inner.now()), { aside: again }) })
  })

  post(onePath, { access: 'manage', back: onePath }, async (c) => {
    const [id, delivery] = [c.req.param('id') ?? '', c.req.param('delivery') ?? '']
    await api(c, { method: 'POST', path: `/v1/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(delivery)}/redeliver` })
    return goOn(c, `/webhooks/${id}/deliveries/${delivery}`, { kind: 'good', text: 'It is being sent again.' })
  })
}

const filterForm = (text: (name: string) => string | undefined, webhooks: readonly (readonly [id: string, url: string])[]): Markup => {
  const select = (name: string, label: string, choices: readonly (readonly [value: string, text: string])[]) =>
    html`<label>${label}<select name="${name}"><option value="">Any</option>${choices.map(([value, words]) => html`<option value="${value}"${value === text(name) ? html` selected` : nothing}>${words}</option>`)}</select></label>`
  return html`<form class="filters card" method="get" action="${path}" role="search" data-auto><div class="row">${select('status', 'Status', Object.entries(statuses))}
${select('webhook', 'Webhook', webhooks)}<label>Event<input name="event" value="${text('event') ?? ''}" placeholder="business.updated"></label><button>Search</button></div></form>`
}

const placeOf = ({ delivery, webhook }: ShownDelivery): string => `/webhooks/${webhook.id}/deliveries/${delivery.id}`

type Around = { readonly now: Date; readonly empty: Markup | string }

/** The webhook is named where there are several. */
export const deliveryTable = (deliveries: readonly ShownDelivery[], { now, empty }: Around): Markup =>
  table(
    [
      {
        title: 'Event',
        kind: 'main',
        cell: (each) => html`<a href="${placeOf(each)}">${breakable(each.delivery.event_type)}</a>`,
      },
      { title: 'Webhook', cell: ({ webhook }) => html`<a class="long" href="/webhooks/${webhook.id}">${hostOf(webhook.url)}</a>` },
      { title: 'Status', cell: ({ delivery }) => deliveryStatus(delivery) },
      { title: 'Attempt', cell: ({ delivery }) => String(delivery.attempt) },
      { title: 'Answer', cell: ({ delivery }) => html`<div class="long">${answerOf(delivery)}</div>` },
      { title: 'Took', cell: ({ delivery }) => tookOf(delivery) },
      { title: 'Sent', cell: ({ delivery }) => moment(delivery.attempted_at) },
      { title: 'Next attempt', cell: ({ delivery }) => nextAttempt(delivery.next_attempt_at, now) },
    ],
    deliveries,
    { caption: 'Deliveries, newest first', empty },
  )

const about = ({ delivery, webhook }: ShownDelivery, now: Date): Markup =>
  facts([
    ['Webhook', html`<a href="/webhooks/${webhook.id}">${webhook.url}</a>`],
    ['Status', deliveryStatus(delivery)],
    ['Attempts', delivery.attempt],
    ['Answer', answerOf(delivery)],
    ['Error', delivery.response_status === null ? null : delivery.error],
    ['Took', tookOf(delivery)],
    ['Happened', moment(delivery.created_at)],
    ['Last sent', moment(delivery.attempted_at)],
    ['Next attempt', delivery.next_attempt_at ? nextAttempt(delivery.next_attempt_at, now) : null],
    ['Event ID', html`<code>${delivery.event_id}</code>`],
    ['Delivery ID', html`<code>${delivery.id}</code>`],
  ])

const hostOf = (url: string): string => URL.parse(url)?.host ?? url
const answerOf = ({ response_status, error }: WebhookDelivery): Markup => orDash(response_status ?? error)
const tookOf = ({ duration_ms }: WebhookDelivery): Markup | string => (duration_ms === null ? orDash(null) : unbroken(`${duration_ms} ms`))

/** A delivery without an attempt is not a failure. */
const deliveryStatus = ({ status, attempt }: WebhookDelivery): Markup =>
  status !== 'pending' ? badge(status) : attempt > 0 ? badge('warning', 'Will retry') : badge('pending', 'Waiting')

/** Events of an object are delivered in order. Those behind a failed one wait, though their time is in the past. */
const nextAttempt = (at: string | null, now: Date): Markup =>
  at && Date.parse(at) < now.getTime() ? html`<span class="quiet">After earlier events</span>` : time(at)

/** Allows line breaks in `business_batch.completed` after the underscore and the dot. */
const breakable = (name: string): Markup =>
  html`${name.split(/(?<=[._])/).map((part, index) => (index === 0 ? html`${part}` : html`<wbr>${part}`))}`

export const deliveryPages: Page = { entry: { path, title: 'Deliveries', section: 'Settings', isLive: true }, needs: '/v1/webhooks', mount }
