// The rating of an address: the points for and against it, and the risk that follows.

import type { AddressRisk } from '../events/business-actions.ts'
import type { AddressAssessment } from '../events/business-evidence.ts'
import { carriersOf, type Source } from '../events/parts.ts'

export const indicatorTypes = [
  'valid_us_address',
  'deliverability',
  'geographical_location',
  'registered_agent',
  'private_mailbox',
  'location_frequency',
  'property_type',
  'virtual_address',
] as const

export const indicatorNames = [
  'Valid US address',
  'Commercial registered agent',
  'Geographical location',
  'Private mailbox',
  'Virtual address',
  'Location frequency',
  'Deliverability',
  'Property type',
] as const

export type AddressIndicator = {
  readonly type: (typeof indicatorTypes)[number]
  readonly name: (typeof indicatorNames)[number]
  readonly rating: 'positive' | 'negative' | 'neutral'
  readonly value: string
  readonly description: string
}

export type AddressRating = {
  readonly indicators: readonly AddressIndicator[]
  readonly risk_rating: AddressRisk | 'not_available'
}

type IndicatorRule = {
  readonly type: AddressIndicator['type']
  readonly name: AddressIndicator['name']
  /** null: not known, and the indicator is left out. */
  readonly judge: (assessment: AddressAssessment) => Pick<AddressIndicator, 'rating' | 'value' | 'description'> | null
}

const judged = (known: boolean | null, good: readonly [string, string], bad: readonly [string, string]) =>
  known === null
    ? null
    : known
      ? { rating: 'negative' as const, value: bad[0], description: bad[1] }
      : { rating: 'positive' as const, value: good[0], description: good[1] }

/** An address with this number of businesses says little about any one of them. */
const crowded = 50

const indicatorRules: readonly IndicatorRule[] = [
  {
    type: 'valid_us_address',
    name: 'Valid US address',
    judge: ({ valid }) =>
      judged(!valid, ['Valid', 'The address has the parts of a US address.'], ['Invalid', 'The address lacks parts of a US address.']),
  },
  {
    type: 'deliverability',
    name: 'Deliverability',
    judge: ({ deliverable }) =>
      judged(
        deliverable === null ? null : !deliverable,
        ['Deliverable', 'Mail can be delivered.'],
        ['Undeliverable', 'Mail cannot be delivered.'],
      ),
  },
  {
    type: 'geographical_location',
    name: 'Geographical location',
    judge: ({ latitude, longitude }) =>
      latitude === null || longitude === null
        ? null
        : { rating: 'positive', value: `${latitude}, ${longitude}`, description: 'The address lies in a known ZIP code area.' },
  },
  {
    type: 'registered_agent',
    name: 'Commercial registered agent',
    judge: ({ registered_agent_name: agent }) =>
      agent === null ? null : { rating: 'negative', value: agent, description: `${agent} acts as registered agent for companies here.` },
  },
  {
    type: 'private_mailbox',
    name: 'Private mailbox',
    judge: ({ cmra }) => judged(cmra, ['No CMRA', 'No mail receiving agency.'], ['CMRA', 'A commercial mail receiving agency.']),
  },
  {
    type: 'virtual_address',
    name: 'Virtual address',
    judge: ({ virtual }) =>
      judged(virtual, ['Not virtual', 'No provider of virtual offices.'], ['Virtual', 'A provider of virtual offices.']),
  },
  {
    type: 'location_frequency',
    name: 'Location frequency',
    judge: ({ location_count: count }) =>
      count === null
        ? null
        : {
            rating: count >= crowded ? 'negative' : 'positive',
            value: String(count),
            description: `${count} ${count === 1 ? 'business stands' : 'businesses stand'} at this address in the loaded registries.`,
          },
  },
  {
    type: 'property_type',
    name: 'Property type',
    judge: ({ property_type }) =>
      property_type === null
        ? null
        : property_type === 'commercial'
          ? { rating: 'positive', value: 'Commercial', description: 'A commercial building.' }
          : { rating: 'neutral', value: 'Residential', description: 'A residential building.' },
  },
]

/** Whether any source says more of the address than where it lies. Without sources it does: a person judged it, or an older event that names none. */
const isJudged = (sources: readonly Source[]): boolean =>
  sources.length === 0 || riskClaims.some((claim) => carriersOf(sources, claim).length > 0)

const riskClaims = ['registered_agent', 'location_count'] as const

/**
 * Low: nothing speaks against it; moderate: one thing; high: several. Without an assessment, or with nothing known but the place, there is no rating. What a person set goes before
 * what follows from the indicators.
 */
export const addressRating = (
  assessment: (AddressAssessment & { readonly sources?: readonly Source[] }) | undefined,
  set: { readonly risk_rating: AddressRisk } | undefined,
): AddressRating => {
  if (!assessment) return { indicators: [], risk_rating: set?.risk_rating ?? 'not_available' }
  const indicators = indicatorRules.flatMap(({ type, name, judge }) => {
    const indicator = judge(assessment)
    return indicator ? [{ type, name, ...indicator }] : []
  })
  const against = indicators.filter(({ rating }) => rating === 'negative').length
  const isKnown = against > 0 || isJudged(assessment.sources ?? [])
  return {
    indicators,
    risk_rating: set?.risk_rating ?? (!isKnown ? 'not_available' : against === 0 ? 'low' : against === 1 ? 'moderate' : 'high'),
  }
}
