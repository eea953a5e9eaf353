// Health, for operators: what lags, what is old, what failed.
import { html } from 'hono/html'
import { ageOf } from '../inner/data-age.ts'
import { mostFailing } from '../inner/failed-work.ts'
import {
  countedAtMost,
  type DataInUse,
  failingWebhooks,
  newestDeliveries,
  type ReadModelLag,
  type WebhookHealth,
  type WorkCount,
  workCounts,
} from '../inner/service-health.ts'
import { badge, card, count, join, type Markup, nothing, orDash, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'

const path = '/health'

const mount = ({ get, show, inner, retryInboxes }: Pages) => {
  get(path, 'operate', async (c) => {
    const [lags, loaded, work, failing] = await Promise.all([
      inner.readModelLags(),
      inner.dataInUse(),
      workCounts(inner, c, retryInboxes),
      failingWebhooks(inner, c),
    ])
    const content = html`${card('Read models', lagsOf(lags), { id: 'read-models' })}
${card('Reference data', loadedOf(loaded, inner.now()), { id: 'reference-data' })}
${card('Failed background work', workOf(work), { id: 'work', aside: html`<a href="/desk#work">Retry at the desk</a>` })}
${card('Failing webhooks', webhooksOf(failing), { id: 'webhooks', aside: html`<a href="/deliveries">All deliveries</a>` })}`
    return show(c, path, { title: 'Health', content })
  })
}

const lagsOf = (lags: readonly ReadModelLag[]): Markup => {
  const late = lags.filter(({ behind }) => behind > 0)
  const current = lags.filter(({ behind }) => behind === 0)
  const list = table(
    [
      { title: 'Read model', kind: 'main', cell: ({ name }) => words(name) },
      { title: 'Events behind', cell: ({ behind }) => `${behind < countedAtMost ? '' : 'at least '}${count(behind)}` },
      { title: 'Since', cell: ({ since }) => (since ? time(since) : orDash(null)) },
    ],
    late,
    { caption: 'Read models that are behind the log', empty: 'All read models are up to date.' },
  )
  const names =
    current.length > 0 && late.length > 0
      ? html`<p class="quiet">Up to date: ${join(current.map(({ name }, at) => html`${at > 0 ? ', ' : ''}${words(name)}`))}.</p>`
      : nothing
  return html`${list}${names}`
}

const loadedOf = (loaded: readonly DataInUse[], now: Date): Markup =>
  table(
    [
      {
        title: 'Data set',
        kind: 'main',
        cell: ({ title, problem }) =>
          html`<div>${title}${problem ? html`<br>${badge('failed', 'Problem')} <span class="quiet">${problem}</span>` : nothing}</div>`,
      },
      { title: 'Version', cell: ({ version }) => orDash(version) },
      { title: 'As of', cell: ({ as_of }) => orDash(as_of) },
      { title: 'Age', cell: ({ as_of }) => orDash(ageOf(as_of, now)) },
      { title: 'Imported', cell: ({ imported_at }) => (imported_at ? time(imported_at) : orDash(null)) },
    ],
    loaded,
    { caption: 'Reference data in use', empty: 'No reference data is loaded.' },
  )

const workOf = (work: readonly WorkCount[]): Markup => {
  const list = table(
    [
      { title: 'Process', kind: 'main', cell: ({ process }) => words(process.replaceAll('-', ' ')) },
      { title: 'State', cell: ({ state }) => badge(state === 'dead_letter' ? 'failed' : 'warning', words(state)) },
      { title: 'Events', cell: (each) => count(each.count) },
    ],
    work,
    { caption: 'Failed work by process', empty: 'No failed work.' },
  )
  const all = work.reduce((sum, { count }) => sum + count, 0)
  return html`${list}${all < mostFailing ? nothing : html`<p class="quiet">There may be more: ${count(mostFailing)} were counted.</p>`}`
}

const webhooksOf = (failing: readonly WebhookHealth[]): Markup =>
  table(
    [
      {
        title: 'Address',
        kind: 'main',
        cell: ({ webhook }) =>
          html`<div><a class="long" href="/webhooks/${webhook.id}">${webhook.url}</a>${webhook.disabled_at ? html` ${badge('failed', 'Disabled')}` : nothing}</div>`,
      },
      { title: 'Given up', cell: ({ failed }) => count(failed) },
      { title: 'Will retry', cell: ({ retried }) => count(retried) },
      { title: 'Last error', cell: ({ lastError }) => html`<div class="long">${orDash(lastError)}</div>` },
    ],
    failing,
    { caption: `Webhooks with failures among their newest ${newestDeliveries} deliveries`, empty: 'No failing webhooks.' },
  )

export const serviceHealthPage: Page = { entry: { path, title: 'Health', section: 'Desk', access: 'operate' }, mount }
