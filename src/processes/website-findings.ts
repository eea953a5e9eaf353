// Turns what a website shows into evidence for the file: ids are derived, and submitted data is recognised on the site.
import { v5 as uuidv5 } from 'uuid'
import type { Business } from '../commands/business-state.ts'
import type { Evidence } from '../commands/findings.ts'
import { websiteIdOf } from '../events/business-website.ts'
import { lastTenDigits, type Source, unique } from '../events/parts.ts'
import { addressKey, compareAddresses } from '../evidence/matching/addresses.ts'
import { comparePeople } from '../evidence/matching/people.ts'
import { samePerson } from '../evidence/matching/thresholds.ts'
import type { discoverWebsite } from '../evidence/website/discovery.ts'
import type { WebsiteFinding, WebsiteSource } from '../evidence/website/finding.ts'
import { nameOnSite } from '../evidence/website/name-on-site.ts'
import { profileAt } from '../evidence/website/profile-links.ts'
import { addressParts, identifier } from './finding-parts.ts'

/** What to look for on the business's website. The names learnt elsewhere follow the submitted one. */
export const soughtOnSite = ({ submitted, added, file }: Business): Parameters<WebsiteSource>[0] => ({
  url: submitted.website?.url ?? '',
  names: [submitted.name, ...Object.values(file.names).map(({ name }) => name)].filter((name) => name !== ''),
  addresses: submitted.addresses,
  people: submitted.people.map(({ name }) => ({ name })),
  phone_numbers: submitted.phone_numbers.map(({ number }) => number),
  email_addresses: submitted.people.flatMap(({ email }) => (email ? [email] : [])),
  profile_urls: added.sources.map(({ url }) => url).filter((url) => profileAt(url) !== undefined),
})

/** How the website of a business that gave none may be found, and recognised as its own. */
export const knownForDiscovery = ({ submitted, added, file }: Business): Parameters<typeof discoverWebsite>[0] => ({
  names: [submitted.name, ...Object.values(file.names).map(({ name }) => name)].filter((name) => name !== ''),
  email_addresses: [
    ...submitted.people.flatMap(({ email }) => (email ? [email] : [])),
    ...[...added.email_addresses, ...Object.values(file.email_addresses)].map(({ email }) => email),
  ],
})

export const fromWebsite = (business: Business, finding: WebsiteFinding, riskyKeywords: readonly string[]): Evidence => {
  const { submitted } = business
  const id = identifier(business)
  const on = (page: string): Source[] => {
    const metadata = { ...(finding.sources[0]?.metadata ?? {}), row: page, url: page }
    return [
      {
        id: uuidv5(JSON.stringify(['website', metadata]), websiteIdOf(submitted.business_id)),
        type: finding.sources[0]?.type ?? 'website',
        metadata,
      },
    ]
  }

  const addresses = finding.addresses.map(({ address, found_on }) => {
    const same = submitted.addresses.find((each) => compareAddresses(each, address).kind === 'same')
    return {
      ...addressParts(address),
      id: same?.id ?? id('website-address', addressKey(address)),
      submitted: same !== undefined,
      sources: on(found_on),
    }
  })
  const addressMatches = submitted.addresses.flatMap((each) => {
    const best = finding.addresses
      .map(({ address }) => compareAddresses(each, address))
      .filter(({ kind }) => kind === 'same')
      .toSorted((a, b) => b.score - a.score)[0]
    return best ? [{ id: each.id, score: best.score, explanation: `${each.full_address}, ${best.explanation}` }] : []
  })
  const people = finding.people.map(({ name, titles }) => {
    const same = submitted.people.find((each) => comparePeople(each.name, name).score >= samePerson)
    return { id: same?.id ?? id('website-person', name.toLowerCase()), name, titles: [...titles] }
  })
  const personMatches = submitted.people.flatMap((each) => {
    const best = finding.people.map(({ name }) => comparePeople(each.name, name)).toSorted((a, b) => b.score - a.score)[0]
    return best && best.score >= samePerson ? [{ id: each.id, score: best.score, explanation: best.explanation }] : []
  })
  const phones = finding.phone_numbers.map(({ number, contact_type, found_on }) => ({
    id: id('phone', number),
    number,
    contact_type,
    submitted: submitted.phone_numbers.some((each) => lastTenDigits(each.number) === lastTenDigits(number)),
    sources: on(found_on),
  }))
  const emails = finding.email_addresses.map(({ email, found_on }) => ({
    id: id('email', email.toLowerCase()),
    email,
    submitted: submitted.people.some((each) => each.email?.toLowerCase() === email.toLowerCase()),
    sources: on(found_on),
  }))

  return {
    website: {
      website_id: websiteIdOf(submitted.business_id),
      url: finding.url,
      submitted: submitted.website !== null,
      status: finding.status,
      http_status_code: finding.http_status_code,
      title: finding.title,
      description: finding.description,
      error: finding.error,
      category: finding.category,
      platform: finding.platform,
      parked: finding.parked,
      posts_summary: finding.posts_summary,
      reviews_summary: finding.reviews_summary,
      domain: finding.domain && { ...finding.domain, registrar: finding.domain.registrar && { ...finding.domain.registrar } },
      pages: finding.pages.map((page) => ({ ...page })),
      names: finding.names.map(({ name, found_on }) => ({ id: id('website-name', name.toLowerCase()), name, sources: on(found_on) })),
      phone_numbers: phones,
      email_addresses: emails,
      people: unique(people),
      addresses: unique(addresses),
      quality_rating: finding.quality_rating,
      indicators: finding.indicators.map((each) => ({ ...each, examples: each.examples.map((example) => ({ ...example })) })),
      name_match: nameOnSite([submitted.name, ...Object.values(business.file.names).map(({ name }) => name)], finding),
      address_matches: addressMatches,
      person_matches: personMatches,
      risky_keywords: [...riskyKeywords],
      sources: finding.sources,
    },
    profiles: finding.profiles.map(({ sources, metadata, ...profile }) => ({
      id: id('profile', profile.type, profile.url),
      ...profile,
      metadata: structuredClone(metadata) as Record<string, never>,
      sources,
    })),
    // Contacts of the site are contacts of the business.
    phone_numbers: unique(phones).map(({ submitted: _, ...phone }) => phone),
    email_addresses: unique(emails).map(({ submitted: _, ...email }) => email),
  }
}
