// The review's rules about addresses: whether the submitted ones appear in the evidence, and what is known of them.
// A business may submit several: verification takes the best of them, risks the worst.
import type { Product } from '../../events/business.ts'
import type { AddressAssessment } from '../../events/business-evidence.ts'
import type { Fact } from '../../events/evidence-file.ts'
import { type AddressClaim, carriersOf } from '../../events/parts.ts'
import type { Business } from '../business-state.ts'
import { forInformation, type Judgement, judged, orNotAvailable, type ReviewRule, riskRatings, unanswered } from './rule.ts'
import { isUnsearched, searchedFor, toldUnsearched } from './searched.ts'

type Assessed = { readonly full_address: string; readonly assessment: Fact<AddressAssessment> }

const assessedOf = ({ submitted, file }: Business): readonly Assessed[] =>
  submitted.addresses.flatMap(({ id, full_address }) => {
    const assessment = file.assessments[id]
    return assessment ? [{ full_address, assessment }] : []
  })

const comparisons = ['verified', 'approximate', 'similar', 'incomplete', 'unverified'] as const

const verificationOutcomes: { readonly [Kind in (typeof comparisons)[number]]: Pick<Judgement, 'status' | 'sub_label'> } = {
  verified: { status: 'success', sub_label: 'Verified' },
  approximate: { status: 'warning', sub_label: 'Approximate Match' },
  similar: { status: 'warning', sub_label: 'Similar Match' },
  incomplete: { status: 'warning', sub_label: 'Incomplete Match' },
  unverified: { status: 'failure', sub_label: 'Unverified' },
}

const judgeVerification = (business: Business): Judgement | null => {
  const compared = assessedOf(business).flatMap(({ full_address, assessment }) =>
    assessment.comparison
      ? [{ full_address, comparison: assessment.comparison, sources: carriersOf(assessment.sources, 'comparison') }]
      : [],
  )
  const best = compared.toSorted((a, b) => comparisons.indexOf(a.comparison.kind) - comparisons.indexOf(b.comparison.kind))[0]
  if (!best) return judgeUnassessed(business)
  if (best.comparison.kind === 'unverified' && isUnsearched(business))
    return unanswered('Unknown', toldUnsearched(business), searchedFor(business))
  return {
    ...verificationOutcomes[best.comparison.kind],
    message: compared.map(({ full_address, comparison }) => `${full_address}: ${comparison.explanation}.`).join(' '),
    sources: best.comparison.kind === 'unverified' ? searchedFor(business) : best.sources,
  }
}

/** Only addresses that the business has left were assessed. */
const judgeUnassessed = (business: Business): Judgement | null =>
  business.submitted.addresses.length > 0 && assessedOf(business).length === 0 && Object.keys(business.file.assessments).length > 0
    ? unanswered('Unknown', 'The address was given after the last verification. Order it again.')
    : null

/** Where nothing could be searched, nobody can say that the address is on no record. */
const judgeOnRecord: ReviewRule['judge'] = (business, at, ageLimitDays) => {
  const verification = judgeVerification(business)
  return verification?.sub_label === 'Unverified'
    ? orNotAvailable('registrations', () => verification)(business, at, ageLimitDays)
    : verification
}

/** A rule about one property of the addresses: bad when any address has it, good when no known one has it. */
const judgeProperty =
  ({
    known,
    claim,
    good,
    bad,
  }: {
    /** true: the address has the risk; null: nobody knows. */
    known: (assessment: Assessed['assessment']) => boolean | null
    /** Which sources carry the judgement; absent: all of them. */
    claim?: AddressClaim
    good: string
    bad: Pick<Judgement, 'status' | 'sub_label'>
  }) =>
  (business: Business): Judgement | null => {
    const assessed = assessedOf(business).filter(({ assessment }) => known(assessment) !== null)
    if (assessed.length === 0) return null
    const risky = assessed.filter(({ assessment }) => known(assessment))
    const told = (risky.length > 0 ? risky : assessed).map(({ full_address }) => full_address).join('; ')
    const sources = (risky.length > 0 ? risky : assessed).flatMap(({ assessment }) =>
      claim === undefined ? assessment.sources : carriersOf(assessment.sources, claim),
    )
    return risky.length > 0
      ? { ...bad, message: `${bad.sub_label}: ${told}.`, sources }
      : { status: 'success', sub_label: good, message: `${good}: ${told}.`, sources }
  }

/** An address with more businesses than this is likely that of an agent, a mailbox or a building with many offices. */
const manyBusinesses = 10

/** How many businesses the loaded data has at the submitted addresses; the busiest counts. */
const judgeFrequency = (business: Business): Judgement | null => {
  const counted = assessedOf(business)
    .map(({ full_address, assessment }) => ({
      full_address,
      count: assessment.location_count,
      sources: carriersOf(assessment.sources, 'location_count'),
    }))
    .filter((each): each is typeof each & { readonly count: number } => each.count !== null)
    .toSorted((a, b) => b.count - a.count)
  const [busiest] = counted
  if (!busiest) return null
  const message = counted
    .map(({ full_address, count }) => `${full_address}: ${count} ${count === 1 ? 'business' : 'businesses'}.`)
    .join(' ')
  const told = [String(busiest.count), message, busiest.sources] as const
  return busiest.count > manyBusinesses ? judged('warning', ...told) : forInformation(...told)
}

/** The worst rating that a person gave to the addresses. */
const judgeRisk = ({ submitted, file }: Business): Judgement | null => {
  const addresses = [...submitted.addresses, ...Object.values(file.addresses)].flatMap(({ id, full_address }) => {
    const set = file.address_risks?.[id]
    return set ? [{ full_address, ...set }] : []
  })
  const worst = riskRatings.find(({ risk }) => addresses.some(({ risk_rating }) => risk_rating === risk))
  if (!worst) return null
  const { risk, status, sub_label } = worst
  const these = addresses.filter(({ risk_rating }) => risk_rating === risk).map(({ full_address, by }) => `${full_address} (${by})`)
  return judged(status, sub_label, `Set manually to ${risk}: ${these.join('; ')}.`)
}

const label = 'Office Address'

export const addressRules = (products: readonly Product[]): readonly ReviewRule[] => [
  { category: 'address', key: 'address_verification', label, products, judge: judgeOnRecord },
  { category: 'address', key: 'address_risk', label: 'Address Risk', products, judge: judgeRisk },
  {
    category: 'address',
    key: 'address_deliverability',
    label,
    products,
    judge: judgeProperty({
      known: ({ deliverable }) => (deliverable === null ? null : !deliverable),
      good: 'Deliverable',
      bad: { status: 'failure', sub_label: 'Undeliverable' },
    }),
  },
  {
    category: 'address',
    key: 'address_property_type',
    label,
    products,
    judge: judgeProperty({
      known: ({ property_type }) => (property_type === null ? null : property_type === 'residential'),
      good: 'Commercial',
      bad: { status: 'warning', sub_label: 'Residential' },
    }),
  },
  {
    category: 'address',
    key: 'address_cmra',
    label,
    products,
    judge: judgeProperty({ known: ({ cmra }) => cmra, good: 'No CMRA', bad: { status: 'warning', sub_label: 'CMRA' } }),
  },
  {
    category: 'address',
    key: 'address_registered_agent',
    label,
    products,
    judge: judgeProperty({
      known: ({ registered_agent_name, sources }) =>
        registered_agent_name === null && sources.length > 0 && carriersOf(sources, 'registered_agent').length === 0
          ? null
          : registered_agent_name !== null,
      claim: 'registered_agent',
      good: 'No Registered Agent',
      bad: { status: 'warning', sub_label: 'Registered Agent' },
    }),
  },
  { category: 'address', key: 'location_frequency', label, products, judge: judgeFrequency },
]
