// From which score on a name counts as a watchlist hit, for the pages that show scores.
import { screeningRules } from '../evidence/matching/thresholds.ts'

/** For a business the threshold of listed companies, for a person that of listed people. */
export const screeningThresholds = {
  business: screeningRules.business.entity?.least.name ?? 1,
  person: screeningRules.person.individual?.least.name ?? 1,
} as const
