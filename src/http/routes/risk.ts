// The risk tier of a business: read it, and set another one.
import { z } from 'zod'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import { riskOfBusiness, setRisk } from '../../inner/risk.ts'
import { ProposedAct } from '../../interface/proposals.ts'
import { Risk, SetRisk } from '../../interface/risk.ts'
import { describe } from '../openapi/openapi.ts'
import { asOf, body, query } from '../validation.ts'

const path = '/businesses/:business_id/risk'
const tag = 'Risk'

export const riskRoutes =
  (inner: Sending & Reads): Routes =>
  (app) => {
    app.get(
      path,
      describe({
        summary: 'The risk tier of a business, with the inputs that gave it, now or as it stood',
        description: 'Each input of the table that applies gives points; the sum gives the tier.',
        tag,
        responses: { 200: Risk },
        errors: [404],
      }),
      query(z.object({ as_of: asOf.optional() })),
      async (c) => c.json(await riskOfBusiness(inner, c, c.req.param('business_id'), c.req.valid('query').as_of)),
    )

    app.put(
      path,
      describe({
        summary: 'Set another risk tier than the table gives, with a reason',
        description: 'Answered with 202 and the proposal where the new tier is below those whose approval needs a second person.',
        tag,
        responses: { 200: Risk, 202: ProposedAct },
        errors: [400, 404],
      }),
      body(SetRisk),
      async (c) => c.json(await setRisk(inner, c, c.req.param('business_id'), c.req.valid('json'))),
    )
  }
