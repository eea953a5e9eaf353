// Businesses: create, list, read, update (specification 4.1).
import { z } from 'zod'
import { businessStatuses } from '../../events/business-status.ts'
import { riskTiers } from '../../events/risk.ts'
import { businessAnswer, writtenAnswer } from '../../inner/business/answer.ts'
import { businessesWhere, dues } from '../../inner/business/list.ts'
import { type Monitored, relatedAsOf, relatedTo } from '../../inner/business/related.ts'
import { businessStamps } from '../../inner/business/stamps.ts'
import { businessTag, namesTag } from '../../inner/business/tag.ts'
import { createBusiness, ownBusiness, updateBusiness } from '../../inner/businesses.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import type { Documents, Reads } from '../../inner/framework/reading.ts'
import type { Clock, Sending } from '../../inner/framework/sending.ts'
import type { GuestLinking } from '../../inner/guest-links.ts'
import { assignedUsers, assigneeIn, requesterNames } from '../../inner/people.ts'
import type { IdentityLookUp } from '../../inner/shown-connections.ts'
import { idFilter } from '../../interface/ids.ts'
import { listEnvelope, listOf, modeFilter, paging } from '../../interface/lists.ts'
import { addressItems } from '../../interface/messages.ts'
import { ProposedAct } from '../../interface/proposals.ts'
import { Business, BusinessItem, expandable } from '../../interface/records/business.ts'
import { CreateBusiness, UpdateBusiness } from '../../interface/requests/business.ts'
import { businessItem, businessResource } from '../../interface/resources/business.ts'
import type { RequesterNames } from '../../interface/resources/orders.ts'
import { requiredMembers, type Selection, selected } from '../../interface/selection.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, body, commaSeparated, query } from '../validation.ts'

const tag = 'Businesses'

const always = requiredMembers(Business)

const fieldsOf = (schema: typeof Business | typeof BusinessItem) =>
  commaSeparated(z.enum(Object.keys(schema.shape)))
    .optional()
    .meta({ description: `Only these members, with commas between, and ${always.map((name) => `\`${name}\``).join(', ')}.` })

const ListQuery = z.object({
  ...paging,
  fields: fieldsOf(BusinessItem),
  'expand[]': z
    .array(z.enum(expandable))
    .optional()
    .meta({ description: 'Further members of the whole record that each item should have.' }),
  ...modeFilter,
  q: z.string().optional().meta({ description: 'Words of the name.' }),
  status: z.enum(businessStatuses).optional().meta({ description: 'The status of the business.' }),
  external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  unique_external_id: z.string().optional().meta({ description: 'Exactly this one.' }),
  tag: z.string().optional().meta({ description: 'One of its tags.' }),
  risk_tier: z
    .enum(riskTiers)
    .optional()
    .meta({ description: 'The risk tier that stands, as `GET /v1/businesses/{business_id}/risk` says it.' }),
  due: z.enum(dues).optional().meta({
    description: 'Whose review is `overdue`, or due `soon`, or `either`. The earliest date comes first.',
  }),
  business_batch_id: idFilter.optional().meta({ description: 'The batch that it came with.' }),
})

const json = { 'Content-Type': 'application/json' }

/** A response that the client has already is sent without a body (RFC 9110, 15.4.5). */
const conditionalAnswer = async (
  inner: Clock & Reads & Documents & Monitored & GuestLinking,
  c: ProbityContext,
  { id, selection }: { readonly id: string; readonly selection: Selection },
) => {
  const stamps = await businessStamps(inner, c, id)
  const tag = businessTag(inner, c, { id, stamps })
  const given = c.req.header('if-none-match')
  if (namesTag(given, tag)) {
    // A tag that was given out is proof enough. `*` is none: the tag of another account's business would tell when it changes.
    if (given?.trim() === '*') await ownBusiness(inner, c, id)
    return c.body(null, 304, { ETag: tag })
  }
  const whole = await businessAnswer(inner, c, id, stamps)
  const answer = selection.fields ? JSON.stringify(selected(JSON.parse(whole.toString()), selection, always)) : whole
  return c.body(answer, 200, { ...json, ETag: tag })
}

/** What a list item has besides: the members of the whole record that the client expands. */
const expansionOf = async (
  inner: Clock & Reads & Monitored & GuestLinking,
  c: ProbityContext,
  { document, names, expand }: { readonly document: BusinessDocument; readonly names: RequesterNames; readonly expand: readonly string[] },
) => {
  if (expand.length === 0) return {}
  const whole = businessResource(document, names, await relatedTo(inner, c, document))
  return Object.fromEntries(expand.map((name) => [name, whole[name as keyof typeof whole]]))
}

const dueFirst = (at: (typeof dues)[number], now: Date) => ({ due: { at, now }, sort: 'due' as const })

export const businessRoutes =
  (inner: Sending & Reads & Documents & Monitored & IdentityLookUp & GuestLinking): Routes =>
  (app) => {
    app.get(
      '/businesses',
      describe({ summary: 'List businesses', tag, responses: { 200: listOf(BusinessItem) } }),
      query(ListQuery),
      async (c) => {
        const { per_page: perPage, fields, 'expand[]': expand = [], starting_after: _, due, ...asked } = c.req.valid('query')
        const { page } = asked
        const {
          found: documents,
          totalCount,
          hasMore,
        } = await businessesWhere(inner, c, { ...asked, ...(due ? dueFirst(due, inner.now()) : {}), perPage })
        const [names, assigned] = await Promise.all([requesterNames(inner, documents), assignedUsers(inner, documents)])
        const items = await Promise.all(
          documents.map(async (document) => {
            const item = businessItem(document, names, assigneeIn(assigned, document))
            return selected({ ...item, ...(await expansionOf(inner, c, { document, names, expand })) }, { fields, expand }, always)
          }),
        )
        return c.json(listEnvelope({ data: items, totalCount, hasMore, page, perPage, url: '/v1/businesses' }))
      },
    )

    app.post(
      '/businesses',
      describe({
        summary: 'Create a business',
        description:
          'Answered at once with what was submitted. What is found follows while its orders run: `pending` becomes `in_review`, and webhooks report it.',
        tag,
        responses: { 201: Business },
      }),
      body(CreateBusiness, { namePath: addressItems }),
      async (c) => {
        const id = await createBusiness(inner, c, c.req.valid('json'))
        return c.body(await writtenAnswer(inner, c, id), 201, json)
      },
    )

    app.get(
      '/businesses/:id',
      describe({
        summary: 'A business with everything known of it, now or as it stood',
        description: 'Its `ETag` changes whenever the answer changes, and without `as_of` every half hour.',
        tag,
        responses: { 200: Business },
        errors: [404],
      }),
      query(
        z.object({
          as_of: asOf.optional(),
          fields: fieldsOf(Business),
          'expand[]': z.array(z.enum(expandable)).optional().meta({ description: 'Members besides those that `fields` names.' }),
        }),
      ),
      async (c) => {
        const { as_of: moment, fields, 'expand[]': expand } = c.req.valid('query')
        const id = c.req.param('id')
        const selection = { fields, expand }
        if (!moment) return conditionalAnswer(inner, c, { id, selection })
        const past = await ownBusiness(inner, c, id, moment)
        const whole = businessResource(past, await requesterNames(inner, [past]), await relatedAsOf(inner, c, past, moment))
        return c.json(selected(whole, selection, always))
      },
    )

    app.patch(
      '/businesses/:id',
      describe({
        summary: 'Update a business, or decide on it',
        description:
          'Members that are absent stay unchanged. What the review judges is judged again with what is on file; nothing is searched until a product is ordered. The status cannot be set while orders run (422). Of different decisions sent at once the first one counts, and the others get 409. Where the account requires a second person for an approval, nothing is changed and the answer is the proposal (202).',
        tag,
        responses: { 200: Business, 202: ProposedAct },
        errors: [404, 409],
      }),
      body(UpdateBusiness, { namePath: addressItems }),
      async (c) => {
        const id = await updateBusiness(inner, c, c.req.param('id'), c.req.valid('json'))
        return c.body(await writtenAnswer(inner, c, id), 200, json)
      },
    )
  }
