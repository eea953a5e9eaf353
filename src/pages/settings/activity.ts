// Settings: changes to the account, its users and its policies, and who made them. For administrators and operators.
import { html } from 'hono/html'
import { ownActivity, type StoredEvent } from '../../inner/history.ts'
import { listQuery } from '../framework/lists.ts'
import { card, type Markup, nothing, pager } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { eventList } from '../object-history.ts'

const path = '/settings/activity'
const perPage = 50

/** Which events a view shows. Sign-ins are apart: there are many, and they change nothing. */
const views: Readonly<Record<string, { readonly title: string; readonly holds: (event: StoredEvent) => boolean }>> = {
  changes: { title: 'Changes', holds: ({ type }) => type !== 'UserSignedIn' },
  'sign-ins': { title: 'Sign-ins', holds: ({ type }) => type === 'UserSignedIn' },
  all: { title: 'All', holds: () => true },
}

/** What an event is about, by its stream. */
const subjects: readonly (readonly [beginning: string, title: string])[] = [
  ['account-', 'Account and settings'],
  ['user-', 'People'],
  ['policies-', 'Policies'],
]

const mount = ({ get, show, inner }: Pages) => {
  get(path, 'operate', async (c) => {
    const { query, page } = listQuery(c)
    const text = (name: string) => (query.get(name) ?? '').trim()
    const view = Object.hasOwn(views, text('view')) ? text('view') : 'changes'
    const { events, names } = await ownActivity(inner, c)
    const about = ({ stream }: StoredEvent) => (stream.startsWith('user-') ? names.get(stream.slice('user-'.length)) : undefined)
    const found = events.filter((event) => views[view]?.holds(event)).filter((event) => fits(event, text))
    const latest = found.slice((page - 1) * perPage, page * perPage)
    const list = latest.length > 0 ? eventList(latest, names, about) : html`<p class="empty">No matching activity.</p>`
    const actors = [...new Set(events.map(({ metadata }) => metadata.actor.id))].map((id) => [id, names.get(id) ?? ''] as const)
    return show(c, path, {
      title: 'Activity',
      content: html`${tabs(view)}${filterForm(
        view,
        text,
        actors.filter(([, name]) => name !== ''),
      )}
${card('Account activity', html`${list}${pager({ path, query, page, perPage, total: found.length })}`, { aside: html`<span class="quiet">newest first</span>` })}`,
    })
  })
}

const fits = ({ stream, metadata }: StoredEvent, text: (name: string) => string): boolean =>
  stream.startsWith(text('about')) &&
  (text('by') === '' || metadata.actor.id === text('by')) &&
  (text('from') === '' || metadata.recorded_at.slice(0, 10) >= text('from')) &&
  (text('to') === '' || metadata.recorded_at.slice(0, 10) <= text('to'))

const tabs = (current: string): Markup =>
  html`<nav class="tabs" aria-label="Views">${Object.entries(views).map(([view, { title }]) => html`<a href="${path}?view=${view}"${view === current ? html` aria-current="page"` : nothing}>${title}</a>`)}</nav>`

type Choices = readonly (readonly [value: string, text: string])[]

const filterForm = (view: string, text: (name: string) => string, actors: Choices): Markup => {
  const select = (name: string, label: string, choices: Choices) =>
    html`<label>${label}<select name="${name}"><option value="">Any</option>${choices.map(([value, title]) => html`<option value="${value}"${value === text(name) ? html` selected` : nothing}>${title}</option>`)}</select></label>`
  return html`<form class="filters card" method="get" action="${path}" role="search" data-auto><input type="hidden" name="view" value="${view}"><div class="row">
${select('about', 'About', subjects)}${select('by', 'Done by', actors)}
<label>From<input type="date" name="from" value="${text('from')}"></label><label>To<input type="date" name="to" value="${text('to')}"></label><button>Search</button></div></form>`
}

export const activityPage: Page = { entry: { path, title: 'Activity', section: 'Settings', access: 'operate', isLive: true }, mount }
