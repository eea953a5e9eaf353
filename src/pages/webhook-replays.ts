// On the page of a webhook: the button that sends a test, replays of what the webhook missed with their progress, and the offer of one when a disabled
// webhook is enabled again.
import { html, raw } from 'hono/html'
import type { z } from 'zod'
import type { ProbityContext } from '../inner/framework/environment.ts'
import { earliestReplay, replayableDays } from '../inner/webhook-replays.ts'
import { goneWords } from '../interface/gone-receiver.ts'
import type { WebhookReplay, WebhookTest } from '../interface/records/webhooks.ts'
import { may } from './framework/access.ts'
import { refreshing } from './framework/changes.ts'
import { freshForm, input } from './framework/fields.ts'
import { formFields } from './framework/forms.ts'
import type { Notice } from './framework/layout.ts'
import { apiList } from './framework/lists.ts'
import { badge, card, count, type Markup, nothing, table, time } from './framework/markup.ts'
import type { Pages } from './framework/pages.ts'

type Replay = z.output<typeof WebhookReplay>
type Test = z.output<typeof WebhookTest>
type Webhook = { readonly id: string; readonly disabled_at?: string | null }

const path = '/webhooks/:id'
/** The earliest beginning that a form offers: still within the limit when it is sent ten minutes later. */
const firstFor = (now: Date): Date => new Date(earliestReplay(now).getTime() + 10 * 60_000)
/** Of a webhook's replays, the newest are shown. */
const shownReplays = 5

/** The webhook of the page, in the API. */
export const ownPath = (c: ProbityContext): string => `/v1/webhooks/${encodeURIComponent(c.req.param('id') ?? '')}`
const pageOf = (c: ProbityContext): string => `/webhooks/${encodeURIComponent(c.req.param('id') ?? '')}`

/** The forms behind the buttons. */
export const webhookReplayForms = ({ post, goOn, api }: Pages) => {
  post(`${path}/test`, { access: 'manage', back: path }, async (c) => {
    const test = await api<Test>(c, { method: 'POST', path: `${ownPath(c)}/test` })
    return goOn(c, pageOf(c), testNotice(test))
  })

  post(`${path}/replays`, { access: 'manage', back: path }, async (c, form) => {
    const since = timeOf(form.text('since'))
    await api(c, { method: 'POST', path: `${ownPath(c)}/replays`, body: { since }, idempotencyKey: form.key })
    return goOn(c, pageOf(c), { kind: 'good', text: 'The replay has begun.' })
  })

  post(`${path}/enable`, { access: 'manage', back: path }, async (c, form) => {
    await api(c, { method: 'PATCH', path: ownPath(c), body: { disabled_at: null } })
    const since = form.text('since')
    if (since === '') return goOn(c, pageOf(c), { kind: 'good', text: 'The webhook is enabled again.' })
    await api(c, { method: 'POST', path: `${ownPath(c)}/replays`, body: { since }, idempotencyKey: form.key })
    return goOn(c, pageOf(c), { kind: 'good', text: 'The webhook is enabled again, and the replay of what it missed has begun.' })
  })
}

/** A field for a date and a time holds minutes without an offset; the page says that they are UTC. */
const timeOf = (text: string): string => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : text)

const testNotice = ({ delivered, response_status, duration_ms, error }: Test): Notice =>
  delivered
    ? { kind: 'good', text: `The test has arrived: the receiver answered with status ${response_status} after ${duration_ms} ms.` }
    : { kind: 'bad', text: `The test has not arrived: ${error}.` }

/** The buttons of users who may manage the account. */
export const webhookButtons = (c: ProbityContext, webhook: Webhook, now: Date): Markup => {
  if (!may(c.get('signedIn'), 'manage')) return nothing
  const hidden = formFields(c.get('signedIn').session.token)
  const test = html`<form method="post" action="/webhooks/${webhook.id}/test">${hidden}<button>Send a test</button></form>`
  return html`<div class="row">${test}${webhook.disabled_at ? enabling(webhook.id, webhook.disabled_at, { hidden, now }) : nothing}</div>`
}

/** Both ways back: with what happened meanwhile, and without it. */
const enabling = (id: string, disabledAt: string, { hidden, now }: { readonly hidden: Markup; readonly now: Date }): Markup => {
  const earliest = firstFor(now).toISOString()
  const since = disabledAt < earliest ? earliest : disabledAt
  const form = (label: string, more: Markup, kind: string) =>
    html`<form method="post" action="/webhooks/${id}/enable">${hidden}${more}<button${kind ? html` class="${kind}"` : nothing}>${label}</button></form>`
  return html`${form('Enable and replay what it missed', html`<input type="hidden" name="since" value="${since}">`, 'primary')}${form('Enable again', nothing, '')}`
}

/** What is said of a disabled webhook: since when, why where the receiver said so, and what is kept for it. */
export const missedNotice = ({ disabled_at }: Webhook, { now, isGone }: { readonly now: Date; readonly isGone: boolean }): Markup => {
  if (!disabled_at) return nothing
  const isPartly = new Date(disabled_at) < earliestReplay(now)
  return html`<p class="notice">Disabled since ${time(disabled_at)}${isGone ? `, because ${goneWords}` : nothing}. What happens meanwhile is kept for it for ${replayableDays} days${isPartly ? ': what is older can no longer be replayed' : nothing}.</p>`
}

/** The replays with their progress, and the form that begins one. */
export const replayCard = async ({ api, inner }: Pick<Pages, 'api' | 'inner'>, c: ProbityContext, webhook: Webhook): Promise<Markup> => {
  const { data } = await apiList<Replay>(api, c, { path: `${ownPath(c)}/replays`, page: 1 })
  const isOpen = data.some(({ ended_at }) => ended_at === null)
  const replays = table(
    [
      { title: 'Since', kind: 'main', cell: ({ since }) => time(since) },
      { title: 'Begun', cell: ({ created_at }) => time(created_at) },
      { title: 'Progress', cell: progress },
      { title: 'Failed', cell: ({ failed }) => count(failed) },
      { title: 'Status', cell: ({ status }) => badge(statusNames[status].kind, statusNames[status].words) },
    ],
    data.slice(0, shownReplays),
    { caption: 'Replays, newest first', empty: 'Nothing was replayed yet.' },
  )
  const shown = html`${isOpen ? raw(refreshing) : nothing}<div data-live="replays"${isOpen ? html` data-refresh="2"` : nothing}>${replays}</div>`
  const form = may(c.get('signedIn'), 'manage') && !webhook.disabled_at ? replayForm(c, webhook.id, inner.now()) : nothing
  return card('Replay what was missed', html`${form}${shown}`, { id: 'replays' })
}

const statusNames = {
  collecting: { kind: 'running', words: 'Reading the log' },
  delivering: { kind: 'running', words: 'Delivering' },
  completed: { kind: 'completed', words: 'Completed' },
  cancelled: { kind: 'plain', words: 'Cancelled' },
} as const

const progress = ({ total, delivered, failed, status }: Replay): Markup => {
  const done = delivered + failed
  const bar = html`<progress max="${Math.max(total, 1)}" value="${total === 0 && status === 'completed' ? 1 : done}" aria-label="Deliveries that have ended"></progress>`
  return total === 0 && status === 'completed' ? html`${bar} Nothing was missing` : html`${bar} ${count(done)} of ${count(total)}`
}

const replayForm = (c: ProbityContext, id: string, now: Date): Markup => {
  const minutes = (at: Date) => at.toISOString().slice(0, 16)
  const limits = html` required min="${minutes(firstFor(now))}" max="${minutes(now)}"`
  const since = input(freshForm({ since: minutes(new Date(now.getTime() - 86_400_000)) }), 'since', 'Since (UTC)', {
    type: 'datetime-local',
    hint: `At most ${replayableDays} days ago. What has arrived is not sent again.`,
    more: limits,
  })
  return html`<form method="post" action="/webhooks/${id}/replays" class="row">${formFields(c.get('signedIn').session.token)}${since}<button>Replay</button></form>`
}
