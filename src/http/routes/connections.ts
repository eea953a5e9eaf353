// Connections of a business, surest first (specification 4.7).
import { z } from 'zod'
import type { BusinessLinksDocument } from '../../projections/business-links.ts'
import type { Routes } from '../environment.ts'
import { listEnvelope, listOf, paging } from '../lists.ts'
import { describe } from '../openapi.ts'
import { Connection } from '../records/connections.ts'
import { connectionsOf } from '../resources/connections.ts'
import { ownDocument, requireFeature, type Service } from '../service.ts'
import { query } from '../validation.ts'

/** Businesses looked at for one link: with more, the link says hardly anything about any of them. */
const perLink = 200

export const connectionRoutes =
  (service: Service): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/connections',
      describe({
        summary: 'Businesses that share people, addresses or agents with a business',
        tag: 'Connections',
        responses: { 200: listOf(Connection) },
        errors: [404],
      }),
      query(z.object(paging)),
      async (c) => {
        await requireFeature(service, c, 'connections')
        const of = { collection: 'business_links', id: c.req.param('business_id'), resource: 'business' as const }
        const business = await ownDocument<BusinessLinksDocument>(service, c, of)
        const { page, per_page: perPage } = c.req.valid('query')
        const [{ own, ownCounts }, reference] = await Promise.all([
          ownWith(service, business),
          service.linked(business.mode)(business.links),
        ])
        const all = connectionsOf(business, { own, ownCounts, reference })
        const data = all.slice((page - 1) * perPage, page * perPage)
        return c.json(listEnvelope({ data, totalCount: all.length, page, perPage, url: `/v1/businesses/${business.id}/connections` }))
      },
    )
  }

/** The account's businesses that have a link of this one, and how many have each. */
const ownWith = async ({ documents }: Service, { account_id, mode, keys }: BusinessLinksDocument) => {
  const found = await Promise.all(
    keys.map(async (key) => {
      const where = { 'keys[]': key, account_id, mode }
      const [count, some] = await Promise.all([
        documents.count('business_links', where),
        documents.find('business_links', { where, page: 1, perPage: perLink }),
      ])
      return { key, count, some: some as unknown as readonly BusinessLinksDocument[] }
    }),
  )
  return {
    own: [...new Map(found.flatMap(({ some }) => some).map((each) => [each.id, each])).values()],
    ownCounts: new Map(found.map(({ key, count }) => [key, count])),
  }
}
