// What was found about a business's website and its profiles on third-party platforms.

import { z } from 'zod'
import { personal, subjectOf } from './define.ts'
import { derivedId } from './derived-id.ts'
import { AddressParts, NamedPerson, Sources } from './parts.ts'

const WebsiteIndicatorEvidence = z.object({
  type: z.string(),
  name: z.string(),
  rating: z.enum(['positive', 'negative', 'neutral']),
  value: z.string(),
  description: z.string(),
  explanation: z.string(),
  examples: z.array(z.object({ url: z.string(), excerpt: z.string() })),
})

export const ProfileEvidence = z.object({
  id: z.uuid(),
  type: z.enum(['facebook', 'google', 'instagram', 'linkedin', 'yelp', 'bbb', 'trustpilot', 'x', 'tiktok']),
  external_id: z.string().nullable(),
  url: z.string(),
  status: z.enum(['online', 'offline', 'unknown']),
  submitted: z.boolean(),
  error: z.string().nullable(),
  /** All of it counts as personal, because it may name reviewers and contacts. */
  metadata: personal(z.record(z.string(), z.json())),
  rating: z.number().nullable(),
  rating_count: z.number().nullable(),
})
export type ProfileEvidence = z.output<typeof ProfileEvidence>

/** How something submitted was found again on the site. */
const Recognised = z.object({ id: z.uuid(), score: z.number(), explanation: z.string() })

/** Says of a person how their name is spelt here and there. */
const RecognisedPerson = subjectOf('id', Recognised.extend({ explanation: personal(z.string()) }))

export const WebsiteEvidence = z.object({
  website_id: z.uuid(),
  url: z.string(),
  submitted: z.boolean(),
  status: z.enum(['online', 'offline', 'unknown']),
  http_status_code: z.number().int().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  error: z.string().nullable(),
  category: z.string().nullable(),
  platform: z.string().nullable(),
  parked: z.boolean().nullable(),
  posts_summary: z.string().nullable(),
  reviews_summary: z.string().nullable(),
  domain: z
    .object({
      domain: z.string(),
      domain_id: z.string().nullable(),
      creation_date: z.string().nullable(),
      expiration_date: z.string().nullable(),
      registrar: z.object({ organization: z.string().nullable(), name: z.string(), url: z.string().nullable() }).nullable(),
      registrant: z.string().nullable(),
      redirected: z.boolean(),
      url_shortener: z.boolean(),
      resolved_url: z.string().nullable(),
    })
    .nullable(),
  pages: z.array(z.object({ url: z.string(), category: z.string() })),
  names: z.array(z.object({ id: z.uuid(), name: z.string(), sources: Sources })),
  phone_numbers: z.array(
    z.object({ id: z.uuid(), number: personal(z.string()), contact_type: z.string().nullable(), submitted: z.boolean(), sources: Sources }),
  ),
  email_addresses: z.array(z.object({ id: z.uuid(), email: personal(z.string()), submitted: z.boolean(), sources: Sources })),
  people: z.array(NamedPerson),
  addresses: z.array(AddressParts.extend({ id: z.uuid(), submitted: z.boolean(), sources: Sources })),
  quality_rating: z.enum(['low', 'moderate', 'high', 'not_available']),
  indicators: z.array(WebsiteIndicatorEvidence),
  /** The name of the business as the site shows it; null: the site does not show it. */
  name_match: z.object({ name: z.string(), score: z.number(), explanation: z.string() }).nullable(),
  /** Submitted addresses and people that the site names, by their ids. */
  address_matches: z.array(Recognised),
  person_matches: z.array(RecognisedPerson),
  /** Words of risky lines of business that the site uses. */
  risky_keywords: z.array(z.string()),
})
export type WebsiteEvidence = z.output<typeof WebsiteEvidence>

/** A business has one website, known by the same id before and after it was looked at. */
export const websiteIdOf = (businessId: string): string => derivedId('website', businessId)
