// An address as it leaves the service: where it came from, what was found out about it, and the rating that follows.
import type { z } from 'zod'
import type { AddressAssessment } from '../../events/business-evidence.ts'
import type { Fact } from '../../events/evidence-file.ts'
import type { IdentifiedAddress } from '../../events/parts.ts'
import type { Address, AddressIndicator, AddressRating } from '../records/evidence.ts'

type Indicator = z.output<typeof AddressIndicator>

type IndicatorRule = {
  readonly type: Indicator['type']
  readonly name: Indicator['name']
  /** null: not known, and the indicator is left out. */
  readonly judge: (assessment: AddressAssessment) => Pick<Indicator, 'rating' | 'value' | 'description'> | null
}

const judged = (known: boolean | null, good: readonly [string, string], bad: readonly [string, string]) =>
  known === null
    ? null
    : known
      ? { rating: 'negative' as const, value: bad[0], description: bad[1] }
      : { rating: 'positive' as const, value: good[0], description: good[1] }

/** From this many businesses on, an address says little about any one of them. */
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

/** Low: nothing speaks against it; moderate: one thing; high: several. Without an assessment there is no rating. */
const ratingOf = (assessment: AddressAssessment | undefined): z.output<typeof AddressRating> => {
  if (!assessment) return { indicators: [], risk_rating: 'not_available' }
  const indicators = indicatorRules.flatMap(({ type, name, judge }) => {
    const indicator = judge(assessment)
    return indicator ? [{ type, name, ...indicator }] : []
  })
  const against = indicators.filter(({ rating }) => rating === 'negative').length
  return { indicators, risk_rating: against === 0 ? 'low' : against === 1 ? 'moderate' : 'high' }
}

const deliverability = {
  true: { message: 'Mail can be delivered to this address.', sub_type: 'Deliverable', sub_key: 'deliverable' },
  false: { message: 'Mail cannot be delivered to this address.', sub_type: 'Undeliverable', sub_key: 'undeliverable' },
  null: { message: 'No configured source can tell.', sub_type: 'Unknown', sub_key: 'unknown' },
} as const

export const addressResource = (
  address: IdentifiedAddress & { readonly labels?: readonly string[] },
  {
    businessId,
    submitted,
    at,
    sources = [],
    assessment,
  }: {
    businessId: string
    submitted: boolean
    at: { readonly created_at: string; readonly updated_at: string }
    sources?: Fact<object>['sources']
    assessment: Fact<AddressAssessment> | undefined
  },
): z.output<typeof Address> => ({
  object: 'address',
  id: address.id,
  address_line1: address.address_line1,
  address_line2: address.address_line2,
  city: address.city,
  state: address.state as z.output<typeof Address>['state'],
  postal_code: address.postal_code,
  full_address: address.full_address,
  submitted,
  latitude: assessment?.latitude ?? address.latitude ?? null,
  longitude: assessment?.longitude ?? address.longitude ?? null,
  property_type: assessment?.property_type ?? null,
  ...(typeof assessment?.deliverable === 'boolean' ? { deliverable: assessment.deliverable } : {}),
  deliverability_analysis: assessment ? deliverability[`${assessment.deliverable}`] : null,
  street_view_available: null,
  labels: [...(address.labels ?? [])],
  created_at: at.created_at,
  updated_at: assessment?.updated_at ?? at.updated_at,
  registered_agent_name: assessment?.registered_agent_name ?? null,
  ...(typeof assessment?.cmra === 'boolean' ? { cmra: assessment.cmra } : {}),
  business_id: businessId,
  location_count: assessment?.location_count ?? null,
  is_registered_agent: assessment ? assessment.registered_agent_name !== null : null,
  sources: [...sources, ...(assessment?.sources ?? [])],
  rating: ratingOf(assessment),
})
