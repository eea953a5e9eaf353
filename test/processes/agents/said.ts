// A business of which something was found, and what an agent's step says of it.
import { business } from '../../../src/commands/business.ts'
import type { Business, Submitted } from '../../../src/commands/business-state.ts'
import type { Evidence } from '../../../src/commands/findings.ts'
import type { BusinessEvent } from '../../../src/events/business.ts'
import type { AgentDeclaration, StepInput, StepTools } from '../../../src/processes/agents/agent.ts'
import { created, order, placed, review, source, started } from '../../commands/businesses.ts'
import { samples } from '../../events/samples.ts'

export type Known = {
  readonly submitted?: Partial<Submitted>
  readonly evidence?: Evidence
  /** What people did to it afterwards. */
  readonly acted?: readonly BusinessEvent[]
}

/** A business whose verification found this. */
export const verified = ({ submitted = {}, evidence = {}, acted = [] }: Known): Business => {
  const asked = order('business_verification_verify')
  const begun = [created(submitted), placed(asked), started(asked)].reduce(business.evolve, business.initial)
  const events = business.decide({ type: 'CompleteOrder', orderId: asked.order_id, evidence, review }, begun)
  return [...events, ...acted].reduce(business.evolve, begun) as Business
}

type Site = NonNullable<Evidence['website']>

/** A website that was looked at. */
export const site = (change: Partial<Site> = {}): Site => ({
  ...({ ...samples.WebsiteAnalysed[0]?.data, sources: [source] } as unknown as Site),
  status: 'online',
  parked: false,
  addresses: [],
  ...change,
})

const tools: StepTools = {
  readSite: async () => null,
  connections: async () => null,
  weigh: async () => null,
  now: () => new Date(review.at),
}

/** What a step comes to. */
export const outcomeOf = async (
  agent: AgentDeclaration,
  step: string,
  {
    business: about,
    answers = {},
    ...change
  }: Partial<StepTools> & { readonly business: Business; readonly answers?: Record<string, string> },
) => {
  const work = agent.steps.find(({ name }) => name === step)?.work
  if (!work) throw new Error(`${agent.type} has no step ${step}`)
  const input: StepInput = { business: about, answerTo: (key) => answers[key], tools: { ...tools, ...change } }
  const outcome = await work(input)
  const [draft] = outcome.drafts ?? []
  return { ...outcome, title: draft?.title, confidence: draft?.confidence, said: draft?.statements.map(({ text }) => text) ?? [] }
}
