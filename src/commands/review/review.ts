// The review: the evidence judged task by task. One table of rules; each judges one thing, in the words that integrators rely on (records.md,
// section 5). The log keeps each review as it was judged, so that a later rule changes no past review.
import type { Product } from '../../events/business.ts'
import type { IndustryCategory } from '../../events/business-evidence.ts'
import { lastTenDigits, type ReviewTask, type Source } from '../../events/parts.ts'
import { likelyIndustry } from '../../evidence/matching/thresholds.ts'
import type { Business } from '../business-state.ts'
import { withOwnFile } from '../own-file.ts'
import { identityProducts } from '../products.ts'
import { ageLimitByDefault, toldAge } from '../source-age.ts'
import { addressRules } from './addresses.ts'
import { formationRules } from './formation.ts'
import { leiRules } from './lei.ts'
import { nameRules } from './names.ts'
import { ownershipRules } from './ownership.ts'
import { peopleRules } from './people.ts'
import { productRuleTable } from './products.ts'
import { recordRules } from './records.ts'
import { registrationRules } from './registrations.ts'
import { forInformation, type Judgement, judged, type ReviewRule, shareOf, sourcesOf } from './rule.ts'
import { searchedFor } from './searched.ts'
import { tinRules } from './tin.ts'
import { watchlistRules } from './watchlist.ts'
import { websiteRules } from './website.ts'

const qualify: readonly Product[] = [...identityProducts, 'business_verification_qualify']

const judgeIndustry = ({ file: { industry } }: Business): Judgement | null => {
  const best = industry?.categories[0]
  if (!industry || !best) return null
  const prohibited = industry.categories.find(({ prohibited_labels }) => prohibited_labels.length > 0)
  if (prohibited)
    return judged(
      'failure',
      'Prohibited',
      `Prohibited: ${prohibited.prohibited_labels.join(', ')} (${prohibited.name}).${drawnFrom(prohibited)}`,
      industry.sources,
    )
  // A risky industry that is only an unlikely guess says little.
  const risky = industry.categories.find(({ high_risk, score }, index) => high_risk && (index === 0 || score >= likelyIndustry))
  if (risky) return judged('warning', 'High Risk', `High risk: ${risky.name}.${drawnFrom(risky)}`, industry.sources)
  const told = `${best.classification_system} ${best.naics_codes.join(', ')}: ${best.name}.`
  return best.drawn_from
    ? forInformation(best.name, `${told}${drawnFrom(best)}`, industry.sources)
    : judged('success', best.name, told, industry.sources)
}

/** Words suggest a line of business, and nobody says that it is the business's. */
const drawnFrom = ({ drawn_from }: IndustryCategory): string =>
  drawn_from ? ` A suggestion, drawn from words of ${drawn_from}; no source says so.` : ''

const judgePhone = (business: Business): Judgement | null => {
  const { file } = business
  const submitted = new Set(business.submitted.phone_numbers.map(({ number }) => lastTenDigits(number)))
  if (submitted.size === 0) return null
  const matches = Object.values(file.phone_numbers).filter(({ number }) => submitted.has(lastTenDigits(number)))
  const found = new Set(matches.map(({ number }) => lastTenDigits(number))).size
  const told = `${shareOf(found, submitted.size, 'submitted phone number')} found in the evidence.`
  return found > 0
    ? judged('success', 'Verified', told, sourcesOf(matches))
    : judged('warning', 'Unverified', told, [...searchedFor(business), ...(file.website?.sources ?? [])])
}

/** The table, in the order in which a reviewer reads it. */
export const reviewRules: readonly ReviewRule[] = [
  ...nameRules(qualify),
  ...addressRules(identityProducts),
  ...tinRules,
  ...registrationRules(qualify),
  ...peopleRules(identityProducts),
  ...watchlistRules(qualify),
  ...leiRules,
  ...ownershipRules,
  ...formationRules(qualify),
  { category: 'industry', key: 'industry', label: 'True Industry', products: [...identityProducts, 'website'], judge: judgeIndustry },
  { category: 'phone', key: 'phone', label: 'Phone Number', products: identityProducts, judge: judgePhone },
  ...productRuleTable,
  ...recordRules,
  ...websiteRules([...identityProducts, 'website']),
]

/** The tasks of a business whose orders have all completed, in the table's order. `at`: when it is judged (ISO 8601). */
export const reviewTasks = (reviewed: Business, at: string, ageLimitDays = ageLimitByDefault): ReviewTask[] => {
  const business = withOwnFile(reviewed)
  const ordered = new Set(business.orders.map(({ product }) => product))
  return reviewRules.flatMap(({ category, key, label, products, judge }) => {
    const found = !products || products.some((product) => ordered.has(product)) ? judge(business, at, ageLimitDays) : null
    if (!found) return []
    const { status, sub_label } = found
    const sources = each(found.sources)
    const age = toldAge(sources, at, ageLimitDays)
    const message = age === '' ? found.message : `${found.message} ${age}`.trimStart()
    return [{ category, key, label, message, name: key, sources, status, sub_label }]
  })
}

/** Each source once, also where several addresses or people cite it. */
const each = (sources: readonly Source[]): Source[] =>
  sources.length < 2 ? [...sources] : [...new Map(sources.map((source) => [source.id, source])).values()]
