// Settings: changes to the account, its users and its policies, and who made them. For administrators and operators.
import { html } from 'hono/html'
import { ownActivity, type StoredEvent } from '../../inner/history.ts'
import { listQuery } from '../framework/lists.ts'
import { card, type Markup, nothing, pager } from '../framework/markup.ts'
import type { Page, Pages } from '../framework/pages.ts'
import { eventList } from '../object-history.ts'

const path = '/settings/activity'
const perPage = 50

/** Which events a view shows. */
const views: Readonly<Record<string, { readonly title: string; readonly isSignIn?: boolean }>> = {
  changes: { title: 'Changes', isSignIn: false },
  'sign-ins': { title: 'Sign-ins', isSignIn: true },
  all: { title: 'All' },
}

const subjects: Choices = [
  ['account', 'Account and settings'],
  ['user', 'People'],
  ['policies', 'Policies'],
]

const mount = ({ get, show, inner }: Pages) => {
  get(path, 'operate', async (c) => {
    const { query, page } = listQuery(c)
    const text = (name: string) => (query.get(name) ?? '').trim()
    const view = Object.hasOwn(views, text('view')) ? text('view') : 'changes'
    const [about, by, from, to] = ['about', 'by', 'from', 'to'].map(text)
    const filter = { isSignIn: views[view]?.isSignIn, about, by, from, to }
    const { events, names, total } = await ownActivity(inner, c, { filter, page, perPage })
    const personIn = ({ stream }: StoredEvent) => (stream.startsWith('user-') ? names.get(stream.slice('user-'.length)) : undefined)
    const list = events.length > 0 ? eventList(events, names, personIn) : html`<p class="empty">No matching activity.</p>`
    return show(c, path, {
      title: 'Activity',
      content: html`${tabs(view)}${filterForm(view, text, [...names])}
${card('Account activity', html`${list}${pager({ path, query, page, perPage, total })}`, { aside: html`<span class="quiet">newest first</span>` })}`,
    })
  })
}

const tabs = (current: string): Markup =>
  html`<nav class="tabs" aria-label="Views">${Object.entries(views).map(([view, { title }]) => html`<a href="${path}?view=${view}"${view === current ? html` aria-current="page"` : nothing}>${title}</a>`)}</nav>`

type Choices = readonly (readonly [value: string, text: string])[]

const filterForm = (view: string, text: (name: string) => string, actors: Choices): Markup => {
  const select = (name: string, label: string, choices: Choices) =>
    html`<label>${label}<select name="${name}"><option value="">Any</option>${choices.map(([value, title]) => html`<option value="${value}"${value === text(name) ? html` selected` : nothing}>${title}</option>`)}</select></label>`
  return html`<form class="filters card" method="get" action="${path}" role="search" data-auto><input type="hidden" name="view" value="${view}"><div class="row">
${select('about', 'About', subjects)}${select('by', 'Done by', actors)}
<label>From (UTC)<input type="date" name="from" value="${text('from')}"></label><label>To (UTC)<input type="date" name="to" value="${text('to')}"></label><button>Search</button></div></form>`
}

export const activityPage: Page = { entry: { path, title: 'Activity', section: 'Settings', access: 'operate', isLive: true }, mount }
