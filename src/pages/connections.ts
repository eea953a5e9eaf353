// A business's connections: businesses that share people, addresses or agents with it.
import { html } from 'hono/html'
import type { z } from 'zod'
import type { BusinessDocument } from '../inner/businesses.ts'
import type { InnerApi } from '../inner/framework/api.ts'
import type { ProbityContext } from '../inner/framework/environment.ts'
import type { Connection } from '../interface/records/connections.ts'
import { businessesPath, businessHead, businessLink, ownBusiness, shownName } from './business/frame.ts'
import { confidenceOf, connectionAnchor, connectionGraph } from './charts/connection-graph.ts'
import { apiList, listQuery, perPage } from './framework/lists.ts'
import { card, counted, type Markup, orDash, pager, table } from './framework/markup.ts'
import type { Page, Pages } from './framework/pages.ts'
import { caseHead } from './queue.ts'

const mount = (pages: Pages) => {
  const { get, show, api } = pages
  get('/businesses/:id/connections', 'read', async (c) => {
    const business = await ownBusiness(pages, c)
    const { id, name, mode } = business
    const { query, page } = listQuery(c)
    const { data, total_count: total } = await apiList<Connected>(api, c, {
      path: `/v1/businesses/${id}/connections`,
      page,
      mode,
    })
    const own = `${businessesPath}/${id}/connections`
    const list = html`${connectionGraph(shownName(name), data)}${connectionTable(data)}${pager({ path: own, query, page, perPage, total })}`
    const content = html`${await caseHead(pages, c, id, 'connections')}${card('Connections', list)}`
    return show(c, businessesPath, { ...businessHead(business, 'Connections'), content })
  })
}

type Connected = z.output<typeof Connection>

const connectionTable = (connections: readonly Connected[]): Markup => {
  const named = (all: readonly { readonly name?: string | null | undefined }[]) => orDash(all.map((each) => each.name).join('; '))
  return table<Connected>(
    [
      { title: 'Business', kind: 'main', cell: (each) => html`<span id="${connectionAnchor(each)}">${linkTo(each)}</span>` },
      { title: 'Confidence', kind: 'number', cell: confidenceOf },
      { title: 'People', cell: ({ connecting_people }) => named(connecting_people) },
      {
        title: 'Addresses',
        cell: ({ connecting_addresses }) => orDash(connecting_addresses.map(({ full_address }) => full_address).join('; ')),
      },
      { title: 'Agents and businesses', cell: ({ connecting_businesses }) => named(connecting_businesses) },
    ],
    connections,
    { caption: 'Connections', empty: 'No connections found.' },
  )
}

const linkTo = ({ name, connected_business_id: id }: Connected): Markup | string => (id ? businessLink(id, name) : name)

/** Names shown on the business's page. */
const shownOnBusiness = 4

/** Beside the verdict: who else is connected. Reads the first page only. */
export const connectedCard = async (api: InnerApi, c: ProbityContext, { id, mode }: BusinessDocument): Promise<Markup> => {
  const path = `/v1/businesses/${id}/connections`
  const { data, total_count: total } = await apiList<Connected>(api, c, { path, page: 1, mode })
  const through = ({ connecting_people, connecting_addresses, connecting_businesses }: Connected) =>
    (
      [
        [connecting_people.length, 'person', 'people'],
        [connecting_addresses.length, 'address', 'addresses'],
        [connecting_businesses.length, 'agent or business', 'agents or businesses'],
      ] as const
    ).flatMap(([many, one, more]) => (many > 0 ? [counted(many, one, more)] : []))
  const line = (each: Connected) => html`<li>${linkTo(each)} <span class="quiet">${through(each).join(', ')}</span></li>`
  const more = html`<p><a href="${businessesPath}/${id}/connections">${total > shownOnBusiness ? `All ${counted(total, 'connection')}` : 'How they are connected'}</a></p>`
  return card(
    'Connected businesses',
    data.length === 0
      ? html`<p class="empty">None found.</p>`
      : html`<ul class="ages">${data.slice(0, shownOnBusiness).map(line)}</ul>${more}`,
  )
}

export const connectionsPage: Page = { entry: null, needs: '/v1/businesses/:business_id/connections', mount }
