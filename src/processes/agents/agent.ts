// What an agent is: a declared graph of steps over tools. Steps read what is on file and what their tools find, and answer with drafts of what to
// say, each statement with the sources it rests on, or with questions that only a person can answer.
import type { Business } from '../../commands/business-state.ts'
import type { Source } from '../../events/parts.ts'
import type { AgentType } from '../../events/run.ts'
import type { WebsiteFinding } from '../../evidence/website/finding.ts'
import type { Connected } from '../../projections/connections.ts'
import type { Weighing } from './model.ts'
import type { Draft } from './statements.ts'

/** A question that only a person can answer; its answer comes back under the same key. */
export type Question = { readonly key: string; readonly question: string; readonly options: readonly string[]; readonly about: string }

export type StepOutcome = {
  readonly drafts?: readonly Draft[]
  readonly resolution?: 'auto_approve' | 'skip'
  readonly questions?: readonly Question[]
  /** What the step's tools found beside what is on file, so that drafts may cite it. */
  readonly sources?: readonly Source[]
}

/** What a website shows at this moment. */
export type SiteNow = Omit<WebsiteFinding, 'sources'> & { readonly sources: readonly Source[] }

export type ConnectedBusiness = Connected & {
  readonly confidence: number
  /** How the account decided on it; null: it is not the account's. */
  readonly status: string | null
}

/** What steps work with beside the file on the business. All of them only read. */
export type StepTools = {
  /** The website as it is at this moment, through the fetcher that every website goes through; null: none was submitted. */
  readonly readSite: () => Promise<SiteNow | null>
  /** Businesses that share people, agents or addresses with this one, surest first; null: the account has connections switched off. */
  readonly connections: () => Promise<readonly ConnectedBusiness[] | null>
  /** What a model makes of the points for and against; null: there is no model, or its answer was not usable. */
  readonly weigh: Weighing
  readonly now: () => Date
}

export type StepInput = {
  readonly business: Business
  readonly answerTo: (key: string) => string | undefined
  readonly tools: StepTools
}

export type Step = {
  readonly name: string
  readonly label: string
  readonly type: 'activity' | 'output'
  readonly work?: (input: StepInput) => StepOutcome | Promise<StepOutcome>
  readonly steps?: readonly Step[]
}

/** `id` is derived from the type, the same in every installation. */
export type AgentDeclaration = {
  readonly type: AgentType
  readonly name: string
  readonly description: string
  readonly steps: readonly Step[]
}
