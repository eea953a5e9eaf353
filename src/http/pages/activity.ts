// Settings: who changed what in the account, from its own history and that of its users and policies. Administrators and operators see it.
import { html } from 'hono/html'
import type { StoredEvent } from '../../events/catalogue.ts'
import type { ApiKeyDocument } from '../../projections/accounts.ts'
import type { UserDocument } from '../../projections/users.ts'
import { actorOf, sentenceOf } from './event-words.ts'
import { valuesOf } from './field-changes.ts'
import { listQuery } from './lists.ts'
import { card, type Markup, pager, time } from './markup.ts'
import type { Page, Pages } from './pages.ts'

const path = '/settings/activity'
const perPage = 50

const mount = ({ get, show, service }: Pages) => {
  get(path, 'operate', async (c) => {
    const account_id = c.get('principal').accountId
    const { query, page } = listQuery(c)
    const [users, keys] = (await Promise.all([
      service.documents.find('users', { where: { account_id } }),
      service.documents.find('api_keys', { where: { account_id } }),
    ])) as unknown as [readonly UserDocument[], readonly ApiKeyDocument[]]
    const streams = [`account-${account_id}`, `policies-${account_id}`, ...users.map(({ id }) => `user-${id}`)]
    const events = (await Promise.all(streams.map(service.history))).flat()
    const latest = events.toSorted((a, b) => (a.position < b.position ? 1 : -1)).slice((page - 1) * perPage, page * perPage)
    const names = new Map([...users, ...keys].map(({ id, name }) => [id, name]))
    const list = html`<ol class="events">${latest.map((event) => entry(event, names))}</ol>${pager({ path, query, page, perPage, total: events.length })}`
    return show(c, path, {
      title: 'Activity',
      content: card('What changed in this account', list, { aside: html`<span class="quiet">the newest first</span>` }),
    })
  })
}

const entry = (event: StoredEvent, names: ReadonlyMap<string, string>): Markup => {
  const about = event.stream.startsWith('user-') ? names.get(event.stream.slice('user-'.length)) : undefined
  return html`<li><div class="event-head"><strong>${sentenceOf(event, new Map())}${about ? `: ${about}` : ''}</strong><span class="quiet">${actorOf(event, names)}</span>${time(event.metadata.recorded_at)}</div>
<details class="more"><summary>Details</summary>${valuesOf(event.data)}<p class="quiet">${event.type}, ${event.id}</p></details></li>`
}

export const activityPage: Page = { entry: { path, title: 'Activity', section: 'Settings', access: 'operate' }, mount }
