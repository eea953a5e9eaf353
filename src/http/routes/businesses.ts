// Businesses: create, list, read, update (specification 4.1).
import { z } from 'zod'
import { businessAnswer, mappedAnswer } from '../../inner/business-answer.ts'
import { businessStamps } from '../../inner/business-stamps.ts'
import { businessTag, namesTag } from '../../inner/business-tag.ts'
import { businessesWhere, createBusiness, ownBusiness, updateBusiness } from '../../inner/businesses.ts'
import type { ProbityContext, Routes } from '../../inner/environment.ts'
import type { GuestLinking } from '../../inner/guest-links.ts'
import { assignedUsers, assigneeIn, requesterNames } from '../../inner/people.ts'
import type { Documents, Reads } from '../../inner/reading.ts'
import { type Monitored, relatedTo } from '../../inner/related.ts'
import type { Clock, Sending } from '../../inner/sending.ts'
import type { IdentityLookUp } from '../../inner/shown-connections.ts'
import { idFilter } from '../../interface/ids.ts'
import { listEnvelope, listOf, modeFilter, paging } from '../../interface/lists.ts'
import { addressItems } from '../../interface/messages.ts'
import { Business, BusinessItem } from '../../interface/records/business.ts'
import { CreateBusiness, UpdateBusiness } from '../../interface/requests/business.ts'
import { businessItem, businessResource } from '../../interface/resources/business.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, body, query } from '../validation.ts'

const tag = 'Businesses'
const statuses = ['open', 'pending', 'in_audit', 'in_review', 'approved', 'rejected'] as const

const ListQuery = z.object({
  ...paging,
  ...modeFilter,
  q: z.string().optional().meta({ description: 'Words of the name.' }),
  status: z.enum(statuses).optional().meta({ description: 'Where it stands in its life.' }),
  external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  unique_external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  tag: z.string().optional().meta({ description: 'One of its tags.' }),
  business_batch_id: idFilter.optional().meta({ description: 'The batch that it came with.' }),
})

const json = { 'Content-Type': 'application/json' }

/** A response that the client has already is sent without a body (RFC 9110, 15.4.5). */
const conditionalAnswer = async (inner: Clock & Reads & Documents & Monitored & GuestLinking, c: ProbityContext, id: string) => {
  const stamps = await businessStamps(inner, c, id)
  const tag = businessTag(inner, c, { id, stamps })
  if (namesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304, { ETag: tag })
  return c.body(await businessAnswer(inner, c, id, stamps), 200, { ...json, ETag: tag })
}

export const businessRoutes =
  (inner: Sending & Reads & Documents & Monitored & IdentityLookUp & GuestLinking): Routes =>
  (app) => {
    app.get(
      '/businesses',
      describe({ summary: 'List businesses', tag, responses: { 200: listOf(BusinessItem) } }),
      query(ListQuery),
      async (c) => {
        const { per_page: perPage, ...asked } = c.req.valid('query')
        const { page } = asked
        const { found: documents, totalCount } = await businessesWhere(inner, c, { ...asked, perPage })
        const [names, assigned] = await Promise.all([requesterNames(inner, documents), assignedUsers(inner, documents)])
        const items = documents.map((document) => businessItem(document, names, assigneeIn(assigned, document)))
        return c.json(listEnvelope({ data: items, totalCount, page, perPage, url: '/v1/businesses' }))
      },
    )

    app.post(
      '/businesses',
      describe({
        summary: 'Create a business',
        description:
          'Answered at once with what was submitted. What is found follows while its orders run: `pending` becomes `in_review`, and webhooks tell of it.',
        tag,
        responses: { 201: Business },
      }),
      body(CreateBusiness, { namePath: addressItems }),
      async (c) => {
        const id = await createBusiness(inner, c, c.req.valid('json'))
        return c.body(await mappedAnswer(inner, c, id), 201, json)
      },
    )

    app.get(
      '/businesses/:id',
      describe({
        summary: 'A business with everything known of it, now or as it stood',
        description: 'Without `as_of` the answer has an `ETag`. It changes with everything that stands in the answer, and every half hour.',
        tag,
        responses: { 200: Business },
        conditional: true,
        errors: [404],
      }),
      query(z.object({ as_of: asOf.optional() })),
      async (c) => {
        const { as_of: moment } = c.req.valid('query')
        const id = c.req.param('id')
        if (!moment) return conditionalAnswer(inner, c, id)
        const past = await ownBusiness(inner, c, id, moment)
        return c.json(businessResource(past, await requesterNames(inner, [past]), await relatedTo(inner, c, past)))
      },
    )

    app.patch(
      '/businesses/:id',
      describe({
        summary: 'Update a business, or decide on it',
        description:
          'What is absent stays as it is. The status cannot be set while orders run (422). Of different decisions sent at once the first stands, and the others are told of it (409).',
        tag,
        responses: { 200: Business },
        errors: [404, 409],
      }),
      body(UpdateBusiness, { namePath: addressItems }),
      async (c) => {
        const id = await updateBusiness(inner, c, c.req.param('id'), c.req.valid('json'))
        return c.body(await mappedAnswer(inner, c, id), 200, json)
      },
    )
  }
