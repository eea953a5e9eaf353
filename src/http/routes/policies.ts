// The results of the account's policies for a business (specification 4.7): enabled versions only.

import type { z } from 'zod'
import { ownBusiness } from '../../inner/businesses.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import type { Documents, Reads } from '../../inner/framework/reading.ts'
import type { Sending } from '../../inner/framework/sending.ts'
import type { ListTrials } from '../../inner/list-trials.ts'
import { policyResultsOf } from '../../inner/policy-results.ts'
import { type PolicyTrial, policyTrialOf, startPolicyTrial } from '../../inner/policy-trials.ts'
import { listOf, wholeList } from '../../interface/lists.ts'
import { NewPolicyTrial, PolicyTrialResult } from '../../interface/policy-trials.ts'
import { PolicyResult } from '../../interface/records/review.ts'
import { ruleMembers } from '../../interface/requests/policies.ts'
import { policyResultResource } from '../../interface/resources/policies.ts'
import { describe } from '../openapi/openapi.ts'
import { body } from '../validation.ts'

export const policyRoutes =
  (inner: Sending & Reads & Documents & ListTrials): Routes =>
  (app) => {
    app.get(
      '/businesses/:business_id/policy_results',
      describe({
        summary: 'What policies decided about a business',
        tag: 'Policies',
        responses: { 200: listOf(PolicyResult) },
        errors: [404],
      }),
      async (c) => {
        const { id } = await ownBusiness(inner, c, c.req.param('business_id'))
        const data = (await policyResultsOf(inner, c, id)).map(policyResultResource)
        return c.json(wholeList(data, `/v1/businesses/${id}/policy_results`))
      },
    )

    app.post(
      '/policy_trials',
      describe({
        summary: 'Try a policy on all businesses',
        description:
          'Evaluates the definition on every business with a review, in the background, and changes nothing; on request under other versions of the screening lists, or another threshold. `GET` shows its progress.',
        tag: 'Policies',
        responses: { 201: PolicyTrialResult },
      }),
      body(NewPolicyTrial, { namePath: ruleMembers }),
      async (c) => c.json(shownTrial(await startPolicyTrial(inner, c.get('principal'), c.req.valid('json'))), 201),
    )

    app.get(
      '/policy_trials/:id',
      describe({ summary: 'A trial of a policy', tag: 'Policies', responses: { 200: PolicyTrialResult }, errors: [404] }),
      async (c) => c.json(shownTrial(await policyTrialOf(inner, c.get('principal'), c.req.param('id')))),
    )
  }

const shownTrial = ({ definition: _, ...trial }: PolicyTrial): z.output<typeof PolicyTrialResult> => trial
