// Monitors: the monitored businesses, and the buttons on a business's page that start and stop monitoring.
import { html } from 'hono/html'
import { ownValue } from '../events/own-value.ts'
import { lastFinding, type MonitorChecks, monitorEventTypes, monitoredBusinesses } from '../inner/monitors.ts'
import { businessesPath, businessLink, ownBusiness } from './business/frame.ts'
import type { BusinessRecord } from './business/record.ts'
import { confirmed } from './framework/confirmed.ts'
import { formFields } from './framework/forms.ts'
import { listQuery, perPage } from './framework/lists.ts'
import { card, counted, facts, type Markup, nothing, pager, table, time, words } from './framework/markup.ts'
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
        { title: 'Watched for', cell: (each) => changes(each.event_types.map(({ type }) => ({ type, isWatched: isWatched(each, type) }))) },
        { title: 'Since', cell: ({ created_at }) => time(created_at) },
        { title: 'Last checked', cell: ({ checks }) => lastChecked(checks) },
        { title: 'Last found', cell: ({ business_id, checks }) => lastFound(business_id, checks) },
        { title: 'Next check', cell: ({ checks }) => nextCheck(checks) },
      ],
      monitors,
      { caption: 'Monitored businesses', empty: 'No monitored businesses. Open a business to start.' },
    )
    return show(c, path, {
      title: 'Monitors',
      content: card('Monitored businesses', html`${list}${pager({ path, query, page, perPage, total })}`),
    })
  })

  get(`${businessesPath}/:id/monitor/found`, 'read', async (c) => {
    const { id } = await ownBusiness(pages, c)
    const event = await lastFinding(inner, c, id)
    return goOn(c, event === null ? `${businessesPath}/${id}/history` : `${businessesPath}/${id}/history?at=${event}#event-${event}`)
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

const lastChecked = ({ checked_at }: MonitorChecks): Markup =>
  checked_at === null ? html`<span class="quiet">Not yet</span>` : time(checked_at)

/** What the latest check that found something found, and whether a later one found nothing. It leads to its event in the history. */
const lastFound = (businessId: string, { checked_at, changes, found }: MonitorChecks): Markup => {
  if (found === null) return html`<span class="quiet">${changes === 0 ? 'No changes so far' : '–'}</span>`
  const all = Object.values(found.changes).reduce((sum, each) => sum + each, 0)
  const about = Object.keys(found.changes).map(subjectWords).join(', ')
  const told = html`<a href="${businessesPath}/${businessId}/monitor/found">${counted(all, 'change')}: ${about}</a>`
  return found.at === checked_at
    ? html`<div>${told}</div>`
    : html`<div>${told}<br><span class="quiet">${time(found.at)}; none since</span></div>`
}

const nextCheck = ({ next_at, isDue }: MonitorChecks): Markup => {
  if (next_at === null) return html`<span class="quiet">None while nothing is available</span>`
  return isDue ? html`Due` : time(next_at)
}

/** Kinds of facts whose names say too little. */
const subjectNames: Readonly<Record<string, string>> = {
  hits: 'watchlist hits',
  carriers: 'motor carriers',
  found_owners: 'owners',
  assessments: 'address checks',
  tax_exempt: 'tax exemption',
}

const subjectWords = (subject: string): string => ownValue(subjectNames, subject) ?? lowered(words(subject))

/** `TIN` stays as it is. */
const lowered = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`)

type Shown = {
  readonly businessId: string
  /** The address of the form. */
  readonly action: string
  readonly monitor: BusinessRecord['monitor']
  readonly checks: MonitorChecks | null
  readonly token: string | null
}

/** The section on a business's page. */
export const monitorCard = ({ businessId, action, monitor, checks, token }: Shown): Markup => {
  const types = (monitor?.event_types ?? []).map(({ type, status }) => ({ type, isWatched: status !== 'unavailable' }))
  const fields = (what: string) => html`${formFields(token ?? '')}<input type="hidden" name="what" value="${what}">`
  const begin = html`<form method="post" action="${action}">${fields('begin')}<button>Monitor all changes</button></form>`
  const end = () =>
    confirmed('Stop monitoring', { action, hidden: fields('end'), about: '', question: 'You will no longer be notified of changes.' })
  return card(
    'Monitoring',
    monitor
      ? html`${facts([
          ['Watched for', changes(types)],
          ['Since', time(monitor.created_at)],
          ['Last checked', checks && lastChecked(checks)],
          ['Last found', checks && lastFound(businessId, checks)],
          ['Next check', checks && nextCheck(checks)],
        ])}${token === null ? nothing : end()}`
      : html`<p class="empty">Not monitored.</p>${token === null ? nothing : begin}`,
  )
}

export const monitorPages: Page = {
  entry: { path, title: 'Monitors', section: 'Work' },
  needs: '/v1/businesses/:business_id/monitor',
  mount,
}
