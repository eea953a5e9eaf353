// The review's rules about the taxpayer number: whether it belongs to the name, whether it was issued, and whether anybody could be asked.
import type { Source } from '../../events/parts.ts'
import type { Business } from '../business-state.ts'
import { type ReviewRule, unanswered, type Verdict, verdict } from './rule.ts'
import { isIssuable } from './tin-numbers.ts'

/** Some state registries publish the number. */
const whoTells = (sources: readonly Source[]): string =>
  sources.some(({ type }) => type === 'registration') ? 'The state registry' : 'The tax authority'

const judgeTin = (business: Business): Verdict | null => {
  const { tin, tin_vouched: vouched } = business.file
  if (vouched)
    return vouched.verified
      ? verdict('success', 'Found', `The number was verified manually (${vouched.by}).`)
      : verdict('failure', 'Not Found', `The number was marked as wrong manually (${vouched.by}).`)
  if (!tin) return null
  const outcomes = {
    found: verdict('success', 'Found', `${whoTells(tin.sources)} has this name with this number.`, tin.sources),
    person: verdict('warning', 'Warning', "The tax authority lists the number under a person's name.", tin.sources),
    mismatch: verdict('failure', 'Mismatch', `${whoTells(tin.sources)} lists the number under another name.`, tin.sources),
    not_found: verdict('failure', 'Not Found', 'The tax authority has no record of this name and number.', tin.sources),
    unknown: isIssuable(business.submitted)
      ? unanswered('Unknown', 'No configured source covers this number.', tin.sources)
      : verdict('failure', 'Malformed', 'No such number is ever issued.', tin.sources),
    unavailable: null,
  }
  return outcomes[tin.outcome]
}

/** A number that the authority has for anybody has been issued. */
const judgeIssued = ({ file: { tin, tin_vouched: vouched } }: Business): Verdict | null => {
  if (vouched?.verified) return verdict('success', 'Issued', `The number was verified manually (${vouched.by}).`)
  if (!tin || vouched || tin.outcome === 'unknown' || tin.outcome === 'unavailable') return null
  return tin.outcome === 'not_found'
    ? verdict('failure', 'Not Issued', 'The tax authority has not issued this number.', tin.sources)
    : verdict('success', 'Issued', 'The tax authority has issued this number.', tin.sources)
}

const judgeTinError = ({ file: { tin, tin_vouched } }: Business): Verdict | null =>
  !tin_vouched && tin?.outcome === 'unavailable'
    ? verdict('warning', 'Unavailable', 'The tax authority could not be reached. It will be asked again later.', tin.sources)
    : null

export const tinRules: readonly ReviewRule[] = [
  { category: 'tin', key: 'tin', label: 'TIN Match', products: ['tin'], judge: judgeTin },
  { category: 'tin', key: 'tin_issued', label: 'TIN Match', products: ['tin'], judge: judgeIssued },
  { category: 'tin', key: 'tin_error', label: 'TIN Error', products: ['tin'], judge: judgeTinError },
]
