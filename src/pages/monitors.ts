// Monitors: the monitored businesses, and the buttons on a business's page that start and stop monitoring.
import { html } from 'hono/html'
import { monitorEventTypes, monitoredBusinesses } from '../inner/monitors.ts'
import { businessesPath, businessLink, ownBusiness } from './business/frame.ts'
import type { BusinessRecord } from './business/record.ts'
import { confirmed } from './framework/confirmed.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { card, facts, type Markup, nothing, pager, table, time, words } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { casePath, placeOf } from './queue.ts'

const path = '/monitors'

const mount = (pages: Pages) => {
  const { get, post, show, goOn, api, inner } = pages

  get(path, 'read', async (c) => {
    const { query, page } = listQuery(c)
    const { found: monitors, totalCount: total, nameOf, isWatched } = await monitoredBusinesses(inner, c, { page, perPage })
    const list = table(
      [
        {
          title: 'Business',
          kind: 'main',
          cell: ({ business_id }) => businessLink(business_id, nameOf(business_id)),
        },
        { title: 'Changes', cell: (each) => changes(each.event_types.map(({ type }) => ({ type, isWatched: isWatched(each, type) }))) },
        { title: 'Since', cell: ({ created_at }) => time(created_at) },
        { title: 'Last checked', cell: ({ checked_at }) => time(checked_at) },
      ],
      monitors,
      { caption: 'Monitored businesses', empty: 'No monitored businesses. Open a business to start.' },
    )
    return show(c, path, {
      title: 'Monitors',
      content: card('Monitored businesses', html`${list}${pager({ path, query, page, perPage, total })}`),
    })
  })

  const options = { access: 'write', back: `${businessesPath}/:id` } as const

  post(`${businessesPath}/:id/monitor`, options, async (c, form) => {
    const { id, mode } = await ownBusiness(pages, c)
    const own = { path: `/v1/businesses/${id}/monitor`, mode, idempotencyKey: form.key }
    const isEnd = form.text('what') === 'end'
    await api(c, isEnd ? { ...own, method: 'DELETE' } : { ...own, method: 'POST', body: { event_types: ['*'] } })
    return goOn(c, casePath(id, placeOf(c)), {
      kind: 'good',
      text: isEnd ? 'Monitoring stopped.' : 'Monitoring started.',
    })
  })
}

/** What is watched for, and what would be if the account and the sources allowed it. */
const changes = (types: readonly { readonly type: string; readonly isWatched: boolean }[]): Markup => {
  const on = types.filter(({ isWatched }) => isWatched).map(({ type }) => type)
  const off = types.filter(({ isWatched }) => !isWatched).map(({ type }) => type)
  if (off.length === 0) return groups(on)
  return html`${on.length > 0 ? groups(on) : nothing}<p class="quiet">Not available: ${groups(off)}</p>`
}

/** Shows `registration.created` and `registration.updated` as one word. */
const groups = (types: readonly string[]): Markup => {
  if (monitorEventTypes.every((type) => types.includes(type))) return html`Everything`
  const names = [...new Set(types.map((type) => type.slice(0, type.indexOf('.'))))]
  return html`<span class="tags">${names.map((name) => html`<span>${words(name)}</span>`)}</span>`
}

/** The section on a business's page. */
export const monitorCard = (action: string, monitor: BusinessRecord['monitor'], token: string | null): Markup => {
  const types = (monitor?.event_types ?? []).map(({ type, status }) => ({ type, isWatched: status !== 'unavailable' }))
  const fields = (what: string) => html`${formFields(token ?? '')}<input type="hidden" name="what" value="${what}">`
  const begin = html`<form method="post" action="${action}">${fields('begin')}<button>Monitor all changes</button></form>`
  const end = () =>
    confirmed('Stop monitoring', { action, hidden: fields('end'), about: '', question: 'You will no longer be notified of changes.' })
  return card(
    'Monitoring',
    monitor
      ? html`${facts([
          ['Changes', changes(types)],
          ['Since', time(monitor.created_at)],
        ])}${token === null ? nothing : end()}`
      : html`<p class="empty">Not monitored.</p>${token === null ? nothing : begin}`,
  )
}

export const monitorPages: Page = {
  entry: { path, title: 'Monitors', section: 'Work' },
  needs: '/v1/businesses/:business_id/monitor',
  mount,
}
