// An address in responses: its origin, its assessment, and the resulting rating.
import type { z } from 'zod'
import { addressRating } from '../../commands/address-rating.ts'
import type { AddressRisk } from '../../events/business-actions.ts'
import type { AddressAssessment } from '../../events/business-evidence.ts'
import type { Fact } from '../../events/evidence-file.ts'
import { carriersOf, type IdentifiedAddress } from '../../events/parts.ts'
import type { Address } from '../records/evidence.ts'

const deliverability = {
  true: { message: 'Mail can be delivered to this address.', sub_type: 'Deliverable', sub_key: 'deliverable' },
  false: { message: 'Mail cannot be delivered to this address.', sub_type: 'Undeliverable', sub_key: 'undeliverable' },
  null: { message: 'No configured source can tell.', sub_type: 'Unknown', sub_key: 'unknown' },
} as const

/** Null: unknown, because no source has it. */
const agentIn = ({ registered_agent_name, sources }: Fact<AddressAssessment>): boolean | null =>
  registered_agent_name === null && sources.length > 0 && carriersOf(sources, 'registered_agent').length === 0
    ? null
    : registered_agent_name !== null

export const addressResource = (
  address: IdentifiedAddress & { readonly labels?: readonly string[] },
  {
    businessId,
    submitted,
    at,
    sources = [],
    assessment,
    risk,
  }: {
    businessId: string
    submitted: boolean
    at: { readonly created_at: string; readonly updated_at: string }
    sources?: Fact<object>['sources']
    assessment: Fact<AddressAssessment> | undefined
    /** Set by a person. */
    risk: { readonly risk_rating: AddressRisk } | undefined
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
  is_registered_agent: assessment ? agentIn(assessment) : null,
  sources: [...sources, ...(assessment?.sources ?? [])],
  rating: { ...addressRating(assessment, risk), indicators: [...addressRating(assessment, risk).indicators] },
})
