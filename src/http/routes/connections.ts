// Connections of a business, the most certain first (specification 4.7).

import { z } from 'zod'
import type { Routes } from '../../inner/framework/environment.ts'
import { pageWithin } from '../../inner/framework/list-pages.ts'
import { type Documents, ownDocument, type Reads, requireFeature } from '../../inner/framework/reading.ts'
import type { Clock } from '../../inner/framework/sending.ts'
import { type IdentityLookUp, noteShown } from '../../inner/shown-connections.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { Connection } from '../../interface/records/connections.ts'
import { connectionResource } from '../../interface/resources/connections.ts'
import { businessLinks } from '../../projections/business-links.ts'
import { connectionsOf, ownConnected } from '../../projections/connections.ts'
import { describe } from '../openapi/openapi.ts'
import { query } from '../validation.ts'

export const connectionRoutes =
  (inner: Clock & Reads & Documents & IdentityLookUp): Routes =>
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
        await requireFeature(inner, c, 'connections')
        const of = { projection: businessLinks, id: c.req.param('business_id'), resource: 'business' as const }
        const business = await ownDocument(inner, c, of)
        const { page, per_page: perPage } = c.req.valid('query')
        const [{ own, ownCounts }, reference] = await Promise.all([
          ownConnected(inner.read, business),
          inner.linked(business.mode)(business.links),
        ])
        const all = connectionsOf(business, { own, ownCounts, reference })
        const resources = all.map((connected) => ({ connected, resource: connectionResource(business.id, connected) }))
        const { found: shown, totalCount, hasMore } = pageWithin(c, resources, { page, perPage, idOf: ({ resource }) => resource.id })
        const data = shown.map(({ resource }) => resource)
        await noteShown(
          inner,
          c.get('principal'),
          shown.map(({ connected, resource: { id } }) => ({ id, connected })),
        )
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: `/v1/businesses/${business.id}/connections` }))
      },
    )
  }
