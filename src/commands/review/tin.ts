// The review's rules about the taxpayer number: whether it belongs to the name, whether it was issued, and whether anybody could be asked.
import { type EntityType, entityTypeName } from '../../events/entity-types.ts'
import type { Source } from '../../events/parts.ts'
import type { Business } from '../business-state.ts'
import { isOfSubmitted } from '../tin-of-person.ts'
import { forInformation, type Judgement, judged, type ReviewRule, unanswered } from './rule.ts'
import { isIssuable, tinKinds } from './tin-numbers.ts'

/** Some state registries publish the number. */
const whoTells = (sources: readonly Source[]): string =>
  sources.some(({ type }) => type === 'registration') ? 'The state registry' : 'The tax authority'

const judgeTin = (business: Business): Judgement | null => {
  const { tin, tin_vouched: vouched } = business.file
  if (vouched)
    return vouched.verified
      ? judged('success', 'Found', `The number was verified manually (${vouched.by}).`)
      : judged('failure', 'Not Found', `The number was marked as wrong manually (${vouched.by}).`)
  if (!tin) return judgeUnchecked(business)
  const outcomes = {
    found: judged(
      'success',
      'Found',
      `${whoTells(tin.sources)} has ${isOfSubmitted(business, tin) ? 'the name of a submitted person' : 'this name'} with this number.`,
      tin.sources,
    ),
    person: judged('warning', 'Warning', "The tax authority lists the number under a person's name.", tin.sources),
    mismatch: judged('failure', 'Mismatch', `${whoTells(tin.sources)} lists the number under another name.`, tin.sources),
    not_found: judged('failure', 'Not Found', 'The tax authority has no record of this name and number.', tin.sources),
    unknown: isIssuable(business.submitted)
      ? unanswered('Unknown', 'No configured source covers this number.', tin.sources)
      : judged('failure', 'Malformed', 'No such number is ever issued.', tin.sources),
    unavailable: null,
  }
  return outcomes[tin.outcome]
}

/** The number was checked once, or was to be: the check failed, or was of another number, name or person. */
const judgeUnchecked = ({ submitted, file }: Business): Judgement | null => {
  if (submitted.tin === null) return null
  const failed = Object.values(file.searches).find(({ product, outcome }) => product === 'tin' && outcome === 'unavailable')
  return failed
    ? unanswered('Not Available', `Nothing could be looked up: ${failed.reason}.`)
    : unanswered('Unknown', 'The number was not checked since it, the name or a person was changed. Order the check again.')
}

/** A number that the authority has for anybody has been issued. */
const judgeIssued = ({ file: { tin, tin_vouched: vouched } }: Business): Judgement | null => {
  if (vouched?.verified) return judged('success', 'Issued', `The number was verified manually (${vouched.by}).`)
  if (!tin || vouched || tin.outcome === 'unknown' || tin.outcome === 'unavailable') return null
  return tin.outcome === 'not_found'
    ? judged('failure', 'Not Issued', 'The tax authority has not issued this number.', tin.sources)
    : judged('success', 'Issued', 'The tax authority has issued this number.', tin.sources)
}

const judgeTinError = ({ file: { tin, tin_vouched } }: Business): Judgement | null =>
  !tin_vouched && tin?.outcome === 'unavailable'
    ? judged('warning', 'Unavailable', 'The tax authority could not be reached. It will be asked again later.', tin.sources)
    : null

/** Entities that need a number of their own; others may use that of their owner (irs.gov, "Employer identification number"). */
const needsEin: ReadonlySet<EntityType> = new Set(['CORPORATION', 'PARTNERSHIP', 'NON_PROFIT'])

const kindNames = {
  EIN: 'an employer identification number',
  SSN: 'a social security number',
  ITIN: 'an individual taxpayer identification number',
} as const

/** Of a number that nobody issues there is nothing to say: the task about the number does. */
const judgeType = (business: Business): Judgement | null => {
  const {
    submitted,
    file: { tin, formation },
  } = business
  const kinds = tinKinds(submitted)
  const isListed = tin?.outcome === 'person' || (tin && isOfSubmitted(business, tin))
  const isOfPerson = isListed || !kinds.includes('EIN')
  const kind = kinds.find((each) => (each !== 'EIN') === isOfPerson)
  if (kind === undefined) return null
  const because = isListed
    ? "the tax authority lists it under a person's name"
    : submitted.tin_type === 'ssn' || kind === 'EIN'
      ? 'it was submitted as one'
      : 'no employer identification number begins with its digits'
  const told = `The number is ${kindNames[kind]}: ${because}.`
  const type = formation?.entity_type
  const sources = tin?.sources ?? []
  return isOfPerson && type && needsEin.has(type)
    ? judged('warning', kind, `${told} A ${entityTypeName(type)} has a number of its own.`, [...sources, ...formation.sources])
    : forInformation(kind, told, sources)
}

export const tinRules: readonly ReviewRule[] = [
  { category: 'tin', key: 'tin', label: 'TIN Match', products: ['tin'], judge: judgeTin },
  { category: 'tin', key: 'tin_issued', label: 'TIN Match', products: ['tin'], judge: judgeIssued },
  { category: 'tin_type', key: 'tin_type', label: 'TIN Type', products: ['tin'], judge: judgeType },
  { category: 'tin', key: 'tin_error', label: 'TIN Error', products: ['tin'], judge: judgeTinError },
]
