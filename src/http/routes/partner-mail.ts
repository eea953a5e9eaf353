// Mail that agencies sent to a partner's companies: list, one, tags (specification 4.9).
import { z } from 'zod'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { ownAccount, type Reads } from '../../inner/framework/reading.ts'
import { type Sending, senderOf } from '../../inner/framework/sending.ts'
import { type GuestLinking, linksFor } from '../../inner/guest-links.ts'
import { mailPage, ownMail, type PartnerMailDocument, tagMail } from '../../inner/letters.ts'
import { companiesOfRecords } from '../../inner/partner-companies.ts'
import { memberLimits as limits } from '../../interface/limits.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { AgentMail } from '../../interface/records/partner.ts'
import { Tags } from '../../interface/requests/partner.ts'
import { StateCode } from '../../interface/requests/state-code.ts'
import { mailResource } from '../../interface/resources/partner.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'Partner'

const MailQuery = z.object({
  ...paging,
  state: StateCode.optional().meta({ description: 'Of agencies of this state.' }),
  q: z.string().max(limits.searchWords.most).optional().meta({ description: 'Words of the mail, its sender and its company.' }),
  sort_by: z.enum(['created_at', 'arrived_at', 'sender_name']).default('created_at').meta({ description: 'What to sort by.' }),
  sort_order: z.enum(['asc', 'desc']).default('desc').meta({ description: 'In which direction.' }),
})

export const partnerMailRoutes =
  (inner: Sending & Reads & GuestLinking): Routes =>
  (app) => {
    const own = (c: ProbityContext) => ownMail(inner, c, c.req.param('id') ?? '')

    const resources = async (c: ProbityContext, mail: readonly PartnerMailDocument[]) => {
      const [account, companies] = await Promise.all([ownAccount(inner, c), companiesOfRecords(inner, mail)])
      return mail.map((each) =>
        mailResource(each, {
          account,
          company: companies.get(each.company_id ?? ''),
          documentUrl: each.document && linksFor(inner, c).mailDocument(each.id),
        }),
      )
    }

    app.get(
      '/partner/mail',
      describe({ summary: 'List mail', tag, responses: { 200: listOf(AgentMail, { count: true }) } }),
      query(MailQuery),
      async (c) => {
        const { page, per_page: perPage, state, q, sort_by, sort_order } = c.req.valid('query')
        const { found, totalCount, hasMore } = await mailPage(inner, c, { page, perPage, q, state, sort: [sort_by, sort_order] })
        const data = await resources(c, found)
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: '/v1/partner/mail', count: true }))
      },
    )

    app.get('/partner/mail/:id', describe({ summary: 'A piece of mail', tag, responses: { 200: AgentMail }, errors: [404] }), async (c) =>
      c.json((await resources(c, [await own(c)]))[0]),
    )

    app.patch(
      '/partner/mail/:id',
      describe({ summary: 'Replace the tags of a piece of mail', tag, responses: { 200: AgentMail }, errors: [404] }),
      body(Tags),
      async (c) => {
        const { id } = await own(c)
        await tagMail(senderOf(inner, c), id, c.req.valid('json'))
        return c.json((await resources(c, [await own(c)]))[0])
      },
    )
  }
