// The results of the account's policies for a business (specification 4.7): enabled versions only.

import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/environment.ts'
import { policyResultsOf } from '../../inner/policy-results.ts'
import type { Reads } from '../../inner/reading.ts'
import { listOf, wholeList } from '../../interface/lists.ts'
import { PolicyResult } from '../../interface/records/review.ts'
import { policyResultResource } from '../../interface/resources/policies.ts'
import { describe } from '../openapi/openapi.ts'

export const policyRoutes =
  (inner: Reads): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/policy_results',
      describe({ summary: 'What policies made of a business', tag: 'Policies', responses: { 200: listOf(PolicyResult) }, errors: [404] }),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const data = (await policyResultsOf(inner, c, id)).map(policyResultResource)
        return c.json(wholeList(data, `/v1/businesses/${id}/policy_results`))
      },
    )
  }
