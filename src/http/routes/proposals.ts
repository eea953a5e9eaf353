// Proposals: acts that the account requires a second person for.
import { z } from 'zod'
import { proposalStatuses } from '../../events/oversight.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { confirmProposal, ownProposal, proposalPage, refuseProposal, withdrawProposal } from '../../inner/proposals.ts'
import { idFilter } from '../../interface/ids.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { Proposal, RefuseProposal } from '../../interface/proposals.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'Proposals'

const ListQuery = z.object({
  ...paging,
  status: z.enum(proposalStatuses).optional().meta({ description: 'Where it stands.' }),
  business_id: idFilter.optional().meta({ description: 'The business that it is about.' }),
})

export const proposalRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      '/proposals',
      describe({
        summary: 'The proposals of the account, the newest first',
        description: 'Actions that wait, or waited, for a second person. None expires: each stays open until someone ends it.',
        tag,
        responses: { 200: listOf(Proposal) },
      }),
      query(ListQuery),
      async (c) => {
        const { page, per_page: perPage, status, business_id } = c.req.valid('query')
        const wanted = { page, perPage, status, ...(business_id && { businessId: business_id }) }
        const { found, totalCount, hasMore } = await proposalPage(inner, c, wanted)
        return c.json(listEnvelope({ data: found, totalCount, hasMore, page, perPage, url: '/v1/proposals' }))
      },
    )

    app.get('/proposals/:id', describe({ summary: 'A proposal', tag, responses: { 200: Proposal }, errors: [404] }), async (c) =>
      c.json(await ownProposal(inner, c, c.req.param('id'))),
    )

    app.post(
      '/proposals/:id/confirm',
      describe({
        summary: 'Confirm a proposal as another person, which carries it out',
        description:
          'Refused with 403 where the same person proposed it; an API key counts as its maker, a run as the person who started it. Refused with 409 where what it was proposed over has changed since, or someone has ended it. A key with scopes needs the scope of the act too, as `businesses:write` for an approval. This also holds to refuse or withdraw.',
        tag,
        responses: { 200: Proposal },
        errors: [404, 409],
      }),
      async (c) => c.json(await confirmProposal(inner, c, c.req.param('id'))),
    )

    app.post(
      '/proposals/:id/refuse',
      describe({ summary: 'Refuse a proposal as another person', tag, responses: { 200: Proposal }, errors: [404, 409] }),
      body(RefuseProposal),
      async (c) => c.json(await refuseProposal(inner, c, c.req.param('id'), c.req.valid('json').reason)),
    )

    app.post(
      '/proposals/:id/withdraw',
      describe({ summary: 'Withdraw your own proposal', tag, responses: { 200: Proposal }, errors: [404, 409] }),
      async (c) => c.json(await withdrawProposal(inner, c, c.req.param('id'))),
    )
  }
