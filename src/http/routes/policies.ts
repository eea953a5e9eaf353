// What the account's policies made of a business (specification 4.7): enabled versions only.
import type { Routes } from '../environment.ts'
import { listOf, wholeList } from '../lists.ts'
import { describe } from '../openapi.ts'
import { policyResultsOf } from '../policy-results.ts'
import { PolicyResult } from '../records/review.ts'
import { policyResultResource } from '../resources/policies.ts'
import type { Service } from '../service.ts'
import { ownBusiness } from './businesses.ts'

export const policyRoutes =
  (service: Service): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/policy_results',
      describe({ summary: 'What policies made of a business', tag: 'Policies', responses: { 200: listOf(PolicyResult) }, errors: [404] }),
      async (c) => {
        const { id, account_id } = await ownBusiness(service, c, c.req.param('business_id'))
        const data = (await policyResultsOf(service, account_id, id)).map(policyResultResource)
        return c.json(wholeList(data, `/v1/businesses/${id}/policy_results`))
      },
    )
  }
