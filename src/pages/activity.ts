// Settings: who changed what in the account, from its own history and that of its users and policies. Administrators and operators see it.
import { html } from 'hono/html'
import type { StoredEvent } from '../events/catalogue.ts'
import type { UserDocument } from '../projections/users.ts'
import { listQuery } from './lists.ts'
import { card, pager } from './markup.ts'
import { eventList, eventsOf, namesIn } from './object-history.ts'
import type { Page, Pages } from './pages.ts'

const path = '/settings/activity'
const perPage = 50

const mount = ({ get, show, service }: Pages) => {
  get(path, 'operate', async (c) => {
    const account_id = c.get('principal').accountId
    const { query, page } = listQuery(c)
    const users = (await service.documents.find('users', { where: { account_id }, perPage: 1000 })) as unknown as readonly UserDocument[]
    const streams = [`account-${account_id}`, `policies-${account_id}`, ...users.map(({ id }) => `user-${id}`)]
    const [events, names] = await Promise.all([eventsOf(service, streams), namesIn(service, account_id)])
    const about = ({ stream }: StoredEvent) => (stream.startsWith('user-') ? names.get(stream.slice('user-'.length)) : undefined)
    const latest = events.slice((page - 1) * perPage, page * perPage)
    const list = html`${eventList(latest, names, about)}${pager({ path, query, page, perPage, total: events.length })}`
    return show(c, path, {
      title: 'Activity',
      content: card('What changed in this account', list, { aside: html`<span class="quiet">the newest first</span>` }),
    })
  })
}

export const activityPage: Page = { entry: { path, title: 'Activity', section: 'Settings', access: 'operate' }, mount }
