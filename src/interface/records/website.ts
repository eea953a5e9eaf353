// Response records (website): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { indicatorTypes } from '../../evidence/website/finding.ts'
import { AnyObject, addressFields, Source, Timestamp } from './common.ts'
import { Name } from './evidence.ts'

export const WebsiteAddressesItem = z
  .object({
    object: z.string(),
    id: z.uuid(),
    ...addressFields,
    submitted: z.boolean(),
    sources: z.array(Source),
  })
  .meta({ id: 'WebsiteAddressesItem' })

export const WebsiteDomainRegistrar = z
  .object({
    organization: z.string().nullable(),
    name: z.string(),
    url: z.url().nullable(),
  })
  .meta({ id: 'WebsiteDomainRegistrar' })

export const WebsiteDomain = z
  .object({
    domain: z.string(),
    domain_id: z.string().nullable(),
    creation_date: Timestamp.optional(),
    expiration_date: Timestamp.optional(),
    registrar: WebsiteDomainRegistrar.optional(),
    redirected: z.boolean(),
    url_shortener: z.boolean(),
    resolved_url: z.url().nullable(),
  })
  .meta({ id: 'WebsiteDomain' })

export const WebsiteEmailAddressesItem = z
  .object({
    object: z.literal('email_address'),
    email: z.string(),
    id: z.uuid(),
    submitted: z.boolean(),
    sources: z.array(Source),
  })
  .meta({ id: 'WebsiteEmailAddressesItem' })

export const WebsitePagesItem = z
  .object({
    url: z.url(),
    category: z.string(),
    screenshot_url: z.url().nullish(),
  })
  .meta({ id: 'WebsitePagesItem' })

export const WebsitePhoneNumber = z
  .object({
    object: z.literal('phone_number'),
    id: z.uuid(),
    number: z.string(),
    contact_type: z.string().nullable(),
    recommended: z.boolean(),
    submitted: z.boolean(),
    sources: z.array(Source),
  })
  .meta({ id: 'WebsitePhoneNumber' })

export const WebsiteIndicatorType = z.enum(indicatorTypes).meta({ id: 'WebsiteIndicatorType' })

export const WebsiteIndicatorExample = z.object({ url: z.string(), excerpt: z.string() }).meta({ id: 'WebsiteIndicatorExample' })

export const WebsiteIndicator = z
  .object({
    type: WebsiteIndicatorType,
    name: z.string(),
    rating: z.enum(['positive', 'negative', 'neutral']),
    value: z.string(),
    description: z.string(),
    explanation: z.string().optional().meta({ description: 'With `include=indicator_details` only, as are the examples.' }),
    examples: z.array(WebsiteIndicatorExample).optional(),
  })
  .meta({ id: 'WebsiteIndicator' })

export const WebsiteRating = z
  .object({
    indicators: z.array(WebsiteIndicator),
    quality_rating: z.enum(['low', 'moderate', 'high', 'not_available']),
  })
  .meta({ id: 'WebsiteRating' })

export const Website = z
  .object({
    object: z.literal('website'),
    id: z.uuid(),
    url: z.url().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
    status: z.enum(['online', 'offline', 'unknown']),
    http_status_code: z.int().nullish(),
    title: z.string().nullish(),
    description: z.string().nullish(),
    domain: WebsiteDomain.nullish(),
    pages: z.array(WebsitePagesItem).optional(),
    parked: z.boolean().nullable(),
    submitted: z.boolean(),
    error: z.string().nullish(),
    category: z.string().nullish(),
    platform: z.string().nullish(),
    posts_summary: z.string().nullish(),
    reviews_summary: z.string().nullish(),
    business_id: z.uuid(),
    business_name_match: z.boolean(),
    names: z.array(Name).optional(),
    phone_numbers: z.array(WebsitePhoneNumber),
    people: z.array(AnyObject).optional(),
    addresses: z.array(WebsiteAddressesItem),
    email_addresses: z.array(WebsiteEmailAddressesItem).optional(),
    rating: WebsiteRating.optional(),
  })
  .meta({ id: 'Website' })
