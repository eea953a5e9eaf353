// Jurisdictions where employers register, and their questions (specification 4.9).

import { z } from 'zod'
import { type Jurisdiction, jurisdictionTypes } from '../../evidence/registrations/jurisdictions.ts'
import { jurisdictionQuestions, type Question, registrationTypes, stateQuestions } from '../../evidence/registrations/questions.ts'
import type { Routes } from '../../inner/framework/environment.ts'
import { pageWithin } from '../../inner/framework/list-pages.ts'
import type { KnownJurisdictions } from '../../inner/registration-requests.ts'
import { badRequest, unprocessable } from '../../interface/errors.ts'
import { memberLimits as limits } from '../../interface/limits.ts'
import { listEnvelope, listOf, paging, wholeList } from '../../interface/lists.ts'
import { sentence } from '../../interface/messages.ts'
import { AgentJurisdiction, AgentQuestion, ListQuestionsResponseDataOneItem } from '../../interface/records/partner.ts'
import { StateCode, UncheckedState } from '../../interface/requests/state-code.ts'
import { describe } from '../openapi/openapi.ts'
import { flag, query } from '../validation.ts'

const tag = 'Agent'

const jurisdictionResource = (jurisdiction: Jurisdiction): z.output<typeof AgentJurisdiction> => ({
  object: 'jurisdiction',
  slug: jurisdiction.slug,
  type: jurisdiction.type,
  label: jurisdiction.label,
  name: jurisdiction.name,
  agency_name: jurisdiction.agencyName,
  agency_slug: jurisdiction.agencySlug,
  agency_items: [...jurisdiction.agencyItems],
  city: jurisdiction.city,
  state: jurisdiction.state,
})

const SearchQuery = z.object({
  ...paging,
  state: StateCode.optional().meta({ description: 'In this state.' }),
  q: z
    .string()
    .max(limits.searchWords.most)
    .optional()
    .meta({ description: 'Name, PSD code or municipality; typing errors are forgiven.' }),
  tax_type: z
    .string()
    .transform((text) => text.toUpperCase())
    .pipe(z.enum(jurisdictionTypes))
    .optional()
    .meta({ type: 'string', enum: [...jurisdictionTypes], description: 'Where this tax is levied, in capitals or not.' }),
  local_only: flag.optional().meta({ description: 'Leaves the states themselves out.' }),
  supported_only: flag.optional().meta({ description: 'Those in which registration can be asked for here.' }),
  slug: z.string().max(limits.jurisdiction.most).optional().meta({ description: 'The one of this slug.' }),
})

const QuestionsQuery = z.object({
  state: UncheckedState.optional().meta({ description: 'Two letters; required without `states[]`, and with `jurisdiction_slugs[]`.' }),
  'states[]': z
    .array(UncheckedState)
    .max(limits.askedStates.most)
    .optional()
    .meta({ description: 'The questions of each of these states.' }),
  'jurisdiction_slugs[]': z
    .array(z.string().max(limits.jurisdiction.most))
    .max(limits.askedJurisdictions.most)
    .optional()
    .meta({ description: 'The questions of each of these jurisdictions of `state`.' }),
  'categories[]': z
    .array(z.enum(registrationTypes))
    .max(limits.registrationTypes.most)
    .optional()
    .meta({ description: 'Of the questions of a state only.' }),
})

/** The data comes in three forms (records.md, Partner). */
const Questions = z
  .object({
    object: z.literal('list'),
    data: z.union([z.array(AgentQuestion), z.array(ListQuestionsResponseDataOneItem), z.record(z.string(), z.array(AgentQuestion))]),
    has_more: z.boolean(),
    total_count: z.int().nonnegative(),
    url: z.string(),
  })
  .meta({ id: 'ListQuestionsResponse' })

export const jurisdictionRoutes =
  (inner: KnownJurisdictions): Routes =>
  (app) => {
    app.get(
      '/agent/jurisdictions/search',
      describe({ summary: 'Search jurisdictions', tag, responses: { 200: listOf(AgentJurisdiction) } }),
      query(SearchQuery),
      (c) => {
        const { page, per_page: perPage, state, q, tax_type: type, local_only, supported_only, slug } = c.req.valid('query')
        const all = inner.jurisdictions().search({ state, q, type, localOnly: local_only, supportedOnly: supported_only, slug })
        const { found, totalCount, hasMore } = pageWithin(c, all, { page, perPage, idOf: ({ slug }) => slug })
        const data = found.map(jurisdictionResource)
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: '/v1/agent/jurisdictions/search' }))
      },
    )

    app.get(
      '/agent/jurisdictions',
      describe({
        summary: 'The local jurisdictions of a state in which registration is supported',
        tag,
        responses: { 200: listOf(AgentJurisdiction) },
      }),
      query(z.object({ state: StateCode.meta({ description: 'Of which state.' }) })),
      (c) => {
        const all = inner.jurisdictions().search({ state: c.req.valid('query').state, localOnly: true, supportedOnly: true })
        return c.json(wholeList(all.map(jurisdictionResource), '/v1/agent/jurisdictions'))
      },
    )

    app.get(
      '/agent/questions',
      describe({
        summary: 'The questions asked before a registration',
        description:
          'With `state` alone `data` is a list of questions; with `states[]` a list of states with the questions of each; with `jurisdiction_slugs[]` an object from slug to questions.',
        tag,
        responses: { 200: Questions },
        errors: [422],
      }),
      query(QuestionsQuery),
      (c) => {
        const { state, 'states[]': states, 'jurisdiction_slugs[]': slugs, 'categories[]': categories } = c.req.valid('query')
        const answer = (data: unknown, count: number) =>
          c.json({ object: 'list' as const, data, has_more: false, total_count: count, url: '/v1/agent/questions' })

        if (slugs) {
          if (!state) throw badRequest('state is required with jurisdiction_slugs[]', 'state')
          const abbreviation = knownState(state, 'state')
          const found = slugs.map((slug): [string, Question[]] => {
            const jurisdiction = inner.jurisdictions().bySlug(slug)
            if (jurisdiction?.state !== abbreviation)
              throw badRequest(`jurisdiction_slugs[]: ${slug} is no jurisdiction of ${abbreviation}`, 'jurisdiction_slugs[]')
            return [slug, [...jurisdictionQuestions(jurisdiction)]]
          })
          const data = Object.fromEntries(found)
          return answer(data, Object.keys(data).length)
        }
        if (states && states.length > 0) {
          const data = states.map((each) => {
            const abbreviation = knownState(each, 'states[]')
            return { state: abbreviation, questions: stateQuestions(abbreviation, categories) }
          })
          return answer(data, data.length)
        }
        if (!state) throw badRequest('state is required, or states[]', 'state')
        const data = stateQuestions(knownState(state, 'state'), categories)
        return answer(data, data.length)
      },
    )
  }

/** @throws ApiError 422 */
const knownState = (given: string, parameter: string): string => {
  const state = StateCode.safeParse(given)
  if (!state.success) throw unprocessable(sentence(parameter, state.error.issues[0]?.message ?? ''), parameter)
  return state.data
}
