// Settings: changes to the account, its users and its policies, and who made them. For administrators and operators.
import { html } from 'hono/html'
import { ownActivity, type StoredEvent } from '../inner/history.ts'
import { listQuery } from './lists.ts'
import { card, pager } from './markup.ts'
import { eventList } from './object-history.ts'
import type { Page, Pages } from './pages.ts'

const path = '/settings/activity'
const perPage = 50

const mount = ({ get, show, inner }: Pages) => {
  get(path, 'operate', async (c) => {
    const { query, page } = listQuery(c)
    const { events, names } = await ownActivity(inner, c)
    const about = ({ stream }: StoredEvent) => (stream.startsWith('user-') ? names.get(stream.slice('user-'.length)) : undefined)
    const latest = events.slice((page - 1) * perPage, page * perPage)
    const list = html`${eventList(latest, names, about)}${pager({ path, query, page, perPage, total: events.length })}`
    return show(c, path, {
      title: 'Activity',
      content: card('Account activity', list, { aside: html`<span class="quiet">newest first</span>` }),
    })
  })
}

export const activityPage: Page = { entry: { path, title: 'Activity', section: 'Settings', access: 'operate' }, mount }
