// The sandbox's scenario of an overdue business: what takes days or years takes seconds.
import type { Business } from '../commands/business-state.ts'
import { nameScenario } from '../evidence/sandbox/scenarios.ts'

/** What it takes in milliseconds; undefined: the business is not of that scenario. */
export const hurriedMsOf = ({ mode, name }: Pick<Business['submitted'], 'mode' | 'name'>): number | undefined =>
  mode === 'test' && nameScenario(name).hurried ? 5_000 : undefined
