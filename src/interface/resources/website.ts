// A website in responses: as submitted until it has been checked, then as found.
import type { z } from 'zod'
import type { WebsiteEvidence } from '../../events/business-website.ts'
import { websiteIdOf } from '../../events/business-website.ts'
import type { Fact } from '../../events/evidence-file.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { BusinessItemWebsite } from '../records/business.ts'
import type { Website, WebsiteDomain, WebsiteIndicatorType } from '../records/website.ts'

/** The website as found; null: it has not been looked at, or was replaced since. */
const lookedAt = ({ submitted, file: { website } }: BusinessDocument): Fact<WebsiteEvidence> | null =>
  website && (!submitted.website || submitted.website.url === website.url) ? website : null

/** The number on the website to call the business at. */
export const numberToCall = (business: BusinessDocument): string | null =>
  lookedAt(business)?.phone_numbers.find(({ contact_type }) => contact_type !== 'fax')?.number ?? null

/** @param details whether each indicator includes its explanation and examples */
export const websiteResource = (business: BusinessDocument, { details = false } = {}): z.output<typeof Website> | null => {
  const found = lookedAt(business)
  if (!found) return notLookedAt(business)
  const { id: businessId } = business
  const toCall = numberToCall(business)
  return {
    object: 'website',
    id: found.website_id,
    url: found.url,
    created_at: found.created_at,
    updated_at: found.updated_at,
    status: found.status,
    http_status_code: found.http_status_code,
    title: found.title,
    description: found.description,
    domain: domainOf(found),
    pages: found.pages.map((page) => ({ ...page })),
    parked: found.parked,
    submitted: found.submitted,
    error: found.error,
    category: found.category,
    platform: found.platform,
    posts_summary: found.posts_summary,
    reviews_summary: found.reviews_summary,
    business_id: businessId,
    business_name_match: found.name_match !== null,
    names: found.names.map(({ id, name, sources }) => ({
      object: 'name',
      id,
      name,
      submitted: false,
      type: null,
      business_id: businessId,
      sources: [...sources],
    })),
    phone_numbers: found.phone_numbers.map(({ id, number, contact_type, submitted, sources }) => ({
      object: 'phone_number',
      id,
      number,
      contact_type,
      recommended: number === toCall,
      submitted,
      sources: [...sources],
    })),
    people: found.people.map(({ id, name, titles }) => ({
      object: 'person',
      id,
      name,
      submitted: found.person_matches.some((match) => match.id === id),
      business_id: businessId,
      titles: titles.map((title) => ({ object: 'person_title', title })),
    })),
    addresses: found.addresses.map(({ latitude: _, longitude: __, sources, ...address }) => ({
      object: 'address',
      ...address,
      sources: [...sources],
    })),
    email_addresses: found.email_addresses.map(({ id, email, submitted, sources }) => ({
      object: 'email_address',
      email,
      id,
      submitted,
      sources: [...sources],
    })),
    rating: {
      quality_rating: found.quality_rating,
      indicators: found.indicators.map(({ type, explanation, examples, ...indicator }) => ({
        type: type as z.output<typeof WebsiteIndicatorType>,
        ...indicator,
        ...(details ? { explanation, examples: examples.map((example) => ({ ...example })) } : {}),
      })),
    },
  }
}

/** A website in the list of businesses. */
export const websiteItem = ({ id, submitted, file: { website } }: BusinessDocument): z.output<typeof BusinessItemWebsite> | null => {
  const url = website?.url ?? submitted.website?.url
  return url === undefined
    ? null
    : { object: 'website', id: websiteIdOf(id), url, title: website?.title ?? null, description: website?.description ?? null }
}

const notLookedAt = ({ id, submitted, created_at, updated_at }: BusinessDocument): z.output<typeof Website> | null =>
  submitted.website && {
    object: 'website',
    id: websiteIdOf(id),
    url: submitted.website.url,
    created_at,
    updated_at,
    status: 'unknown',
    parked: null,
    submitted: true,
    business_id: id,
    business_name_match: false,
    phone_numbers: [],
    addresses: [],
  }

const domainOf = ({ domain }: Fact<WebsiteEvidence>): z.output<typeof WebsiteDomain> | null => {
  if (!domain) return null
  const { registrant: _, creation_date, expiration_date, registrar, ...plain } = domain
  return {
    ...plain,
    ...(creation_date ? { creation_date } : {}),
    ...(expiration_date ? { expiration_date } : {}),
    ...(registrar ? { registrar } : {}),
  }
}
