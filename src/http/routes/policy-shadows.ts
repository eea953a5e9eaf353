// Versions of policies in shadow: the policies of the account, a version started beside the active one, its outcomes, its end and its promotion.
import { z } from 'zod'
import { noteListed } from '../../inner/framework/access-log.ts'
import type { ProbityApp, ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { cursorOf } from '../../inner/framework/list-pages.ts'
import type { Reads } from '../../inner/framework/reading.ts'
import { type Sending, senderOf } from '../../inner/framework/sending.ts'
import { type Policy as AccountPolicy, policiesOf } from '../../inner/policies.ts'
import { endShadow, policyOf, promoteShadow, shadowOf, shadowOutcomes, startShadow } from '../../inner/policy-shadows.ts'
import { listEnvelope, listOf, paging, wholeList } from '../../interface/lists.ts'
import { Policy, PolicyShadow, PolicyShadowOutcome, PolicyVersionNumber, shadowOutcomeResource } from '../../interface/policy-shadows.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'Policies'
const path = '/policies/:policy_id/shadow'

type ShadowDependencies = Sending & Reads

export const policyShadowRoutes =
  (inner: ShadowDependencies): Routes =>
  (app) => {
    app.get('/policies', describe({ summary: 'List policies', tag, responses: { 200: listOf(Policy) } }), async (c) => {
      const known = await policiesOf(inner, c.get('principal').accountId)
      return c.json(wholeList(known.map(shownPolicy), '/v1/policies'))
    })
    reading(app, inner)
    changing(app, inner)
  }

const ownPolicy = (inner: ShadowDependencies, c: ProbityContext) =>
  policyOf(inner, c.get('principal').accountId, c.req.param('policy_id') ?? '', c.get('caughtUp'))

const reading = (app: ProbityApp, inner: ShadowDependencies) => {
  app.get(
    path,
    describe({
      summary: 'How a version in shadow compares',
      description: 'How many of its outcomes differ from those of the active version, and by which rule, since it was started.',
      tag,
      responses: { 200: PolicyShadow },
      errors: [404],
    }),
    async (c) => c.json(await shadowOf(inner, c.get('principal'), await ownPolicy(inner, c))),
  )

  app.get(
    `${path}/outcomes`,
    describe({ summary: 'List the outcomes of a version in shadow', tag, responses: { 200: listOf(PolicyShadowOutcome) }, errors: [404] }),
    query(
      z.object({ ...paging, differs: z.enum(['true', 'false']).optional().meta({ description: 'Only those that differ, or do not.' }) }),
    ),
    async (c) => {
      const { page, per_page: perPage, differs } = c.req.valid('query')
      const policy = await ownPolicy(inner, c)
      const asked = { policy, page, perPage, differs: differs === undefined ? undefined : differs === 'true', after: cursorOf(c) }
      const { found, totalCount, hasMore } = await shadowOutcomes(inner, c.get('principal'), asked)
      noteListed(c, found)
      const url = `/v1/policies/${policy.policy_id}/shadow/outcomes`
      return c.json(listEnvelope({ data: found.map(shadowOutcomeResource), totalCount, hasMore, page, perPage, url }))
    },
  )
}

const changing = (app: ProbityApp, inner: ShadowDependencies) => {
  const shown = async (c: ProbityContext) => c.json(shownPolicy(await ownPolicy(inner, c)))

  app.put(
    path,
    describe({
      summary: 'Run a version in shadow',
      description:
        'From now on the version is evaluated whenever the active one is, over the same facts. Its outcomes are recorded and none of its actions is carried out. It takes the place of the version that ran in shadow before.',
      tag,
      responses: { 200: Policy },
      errors: [404],
    }),
    body(PolicyVersionNumber),
    async (c) => {
      const { policy_id: policyId } = await ownPolicy(inner, c)
      await startShadow(senderOf(inner, c), { policyId, ...c.req.valid('json') })
      return shown(c)
    },
  )

  app.delete(
    path,
    describe({ summary: 'End the shadow', description: 'Its outcomes stay on record.', tag, responses: { 200: Policy }, errors: [404] }),
    async (c) => {
      const { policy_id: policyId } = await ownPolicy(inner, c)
      await endShadow(senderOf(inner, c), policyId)
      return shown(c)
    },
  )

  app.post(
    `${path}/promotion`,
    describe({
      summary: 'Make the version in shadow the active one',
      description: 'Names the version, so that no other one is promoted that was started in shadow meanwhile.',
      tag,
      responses: { 200: Policy },
      errors: [404],
    }),
    body(PolicyVersionNumber),
    async (c) => {
      const { policy_id: policyId } = await ownPolicy(inner, c)
      await promoteShadow(senderOf(inner, c), { policyId, ...c.req.valid('json') })
      return shown(c)
    },
  )
}

const shownPolicy = ({ policy_id, name, enabled, shadow, versions }: AccountPolicy): z.output<typeof Policy> => {
  const numberOf = (id: string | undefined | null) => versions.find(({ version_id }) => version_id === id)?.version ?? null
  return {
    object: 'policy',
    id: policy_id,
    name,
    active_version: numberOf(enabled),
    shadow_version: numberOf(shadow?.version_id),
    versions: versions.map(({ version, created_at }) => ({ version, created_at })),
  }
}
