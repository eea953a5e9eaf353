// The tools that read: what an analyst's assistant needs to answer a question about a business, with the sources that the answer rests on.
import { z } from 'zod'
import { businessStatuses } from '../../events/business-status.ts'
import { type Answer, type Tool, tool } from './tool.ts'

const businessId = z.uuid().describe('The id of the business, as search_businesses gives it.')
const time = z.iso.datetime({ offset: true }).describe('A moment as ISO 8601, such as 2026-03-31T12:00:00Z.')
const paging = {
  page: z.int().min(1).optional().describe('The page of the list, from 1.'),
  per_page: z.int().min(1).max(25).default(25).describe('How many of the list at once: fewer if an answer would be too long.'),
}

const pathOf = (id: string, what = ''): string => `/v1/businesses/${id}${what}`

export const readingTools: readonly Tool[] = [
  tool({
    name: 'search_businesses',
    title: 'Search businesses',
    description:
      'Finds businesses of the account by words of the name, status or tag, the newest first, with what their reviews warn of. Use it to learn the id of a business.',
    input: z.object({
      query: z.string().max(200).optional().describe('Words of the name.'),
      status: z.enum(businessStatuses).optional(),
      tag: z.string().optional().describe('One of its tags.'),
      external_id: z.string().optional().describe("The client's own id of the business."),
      ...paging,
    }),
    writes: false,
    run: async (ask, { query, ...filters }) => {
      const { data, ...list } = await ask.get('/v1/businesses', { q: query, ...filters })
      return { ...list, data: itemsOf(data).map(briefBusiness) }
    },
  }),
  tool({
    name: 'get_business',
    title: 'Read a business',
    description:
      'Everything known about a business, except its review: what was submitted, what was found (registrations, people, addresses, liens, watchlist hits and more), now or as it stood at a moment.',
    input: z.object({
      business_id: businessId,
      as_of: time.optional(),
      fields: z
        .array(z.string())
        .optional()
        .describe('Only these members, such as registrations or people: if the whole would be too long.'),
    }),
    writes: false,
    run: async (ask, { business_id, as_of, fields }) => {
      const { review: _, ...business } = await ask.get(pathOf(business_id), { as_of })
      const wanted = fields && new Set(['id', 'name', 'status', ...fields])
      return wanted ? Object.fromEntries(Object.entries(business).filter(([name]) => wanted.has(name))) : business
    },
  }),
  tool({
    name: 'get_review',
    title: 'Read the review',
    description:
      'The review of a business: the verdict, each check with its message and sources, submitted beside found, and the decision with its reasons if there is one. The verdict follows from stated rules, not from a model.',
    input: z.object({ business_id: businessId }),
    writes: false,
    run: async (ask, { business_id }) => {
      const [{ verdict, comparison, decision, decisions }, review] = await Promise.all([
        ask.get(pathOf(business_id, '/report')),
        ask.get(pathOf(business_id, '/review')),
      ])
      return { verdict, comparison, decision, decisions, review }
    },
  }),
  tool({
    name: 'get_sources',
    title: 'Read the sources',
    description: 'Where each check of the review takes its facts from: data set, version and row, and how old each data set is.',
    input: z.object({ business_id: businessId }),
    writes: false,
    run: async (ask, { business_id }) => {
      const [{ sources: data_sets }, { tasks }] = await Promise.all([
        ask.get(pathOf(business_id, '/report')),
        ask.get(pathOf(business_id, '/review')),
      ])
      return { data_sets, checks: itemsOf(tasks).map(({ key, sub_label, sources }) => ({ key, sub_label, sources })) }
    },
  }),
  tool({
    name: 'get_ownership',
    title: 'Read the ownership',
    description:
      'Who owns and controls a business, directly and through other companies, with percentages, the share that listed parties hold together, and who certified it. Now or as it stood at a moment.',
    input: z.object({ business_id: businessId, as_of: time.optional() }),
    writes: false,
    run: (ask, { business_id, as_of }) => ask.get(pathOf(business_id, '/ownership'), { as_of }),
  }),
  tool({
    name: 'get_screenings',
    title: 'Read the screenings',
    description:
      'The sanctions screenings of a business and its people: when, against how many lists, the hits with name, score and explanation, and which hits were dismissed and why.',
    input: z.object({ business_id: businessId }),
    writes: false,
    run: async (ask, { business_id }) => {
      const [screenings, business] = await Promise.all([ask.get(pathOf(business_id, '/screenings')), ask.get(pathOf(business_id))])
      const { watchlist, politically_exposed_person_screening, adverse_media_screening } = business
      return { screenings: screenings.data, watchlist, politically_exposed_person_screening, adverse_media_screening }
    },
  }),
  tool({
    name: 'get_history',
    title: 'Read the history',
    description: 'What happened to a business and who did it, the newest first: each event with the fields that it changed.',
    input: z.object({ business_id: businessId, ...paging }),
    writes: false,
    run: async (ask, { business_id, ...asked }) => {
      const { data, ...list } = await ask.get(pathOf(business_id, '/events'), asked)
      return { ...list, data: itemsOf(data).map(({ data: _, ...event }) => event) }
    },
  }),
  tool({
    name: 'list_runs',
    title: 'List agent runs',
    description: 'The runs of agents in the account, or those about one business, the newest first, with the titles of their findings.',
    input: z.object({ business_id: businessId.optional(), ...paging }),
    writes: false,
    run: async (ask, asked) => {
      const { data, ...list } = await ask.get('/v1/runs', asked)
      return { ...list, data: itemsOf(data).map(briefRun) }
    },
  }),
  tool({
    name: 'get_run',
    title: 'Read an agent run',
    description: 'A run of an agent with its findings and, if wanted, every step that it took.',
    input: z.object({ run_id: z.uuid(), with_steps: z.boolean().optional() }),
    writes: false,
    run: (ask, { run_id, with_steps }) => ask.get(`/v1/runs/${run_id}`, { include: with_steps ? 'steps' : undefined }),
  }),
]

const itemsOf = (value: unknown): readonly Answer[] => (Array.isArray(value) ? value : [])

/** In a list: what its review warns of instead of the whole review, and without its orders. */
const briefBusiness = ({ review, orders: _, ...business }: Answer): Answer => {
  const { tasks } = (review ?? {}) as Answer
  const concerns = itemsOf(tasks).filter(({ status }) => status === 'failure' || status === 'warning')
  return { ...business, concerns: concerns.map(({ label, sub_label }) => `${label}: ${sub_label}`) }
}

/** In a list: the titles of its findings instead of the findings. */
const briefRun = ({ output, ...run }: Answer): Answer => {
  const { artifacts } = (output ?? {}) as Answer
  return { ...run, findings: itemsOf(artifacts).map(({ title }) => title) }
}
