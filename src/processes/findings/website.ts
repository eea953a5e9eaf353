// Turns what a website shows into evidence for the file: ids are derived, and submitted data is recognised on the site.

import { type Business, type Submitted, submittedEmails } from '../../commands/business-state.ts'
import { emailsOf } from '../../commands/contacts.ts'
import type { Evidence } from '../../commands/findings.ts'
import { websiteIdOf } from '../../events/business-website.ts'
import { derivedId } from '../../events/derived-id.ts'
import { lastTenDigits, type Source, unique } from '../../events/parts.ts'
import { addressKey, compareAddresses } from '../../evidence/matching/addresses.ts'
import { comparePeople } from '../../evidence/matching/people.ts'
import { samePerson } from '../../evidence/matching/thresholds.ts'
import type { discoverWebsite } from '../../evidence/website/discovery.ts'
import type { WebsiteFinding, WebsiteSource } from '../../evidence/website/finding.ts'
import { nameOnSite } from '../../evidence/website/name-on-site.ts'
import { profileAt } from '../../evidence/website/profile-links.ts'
import { addressParts, identifier, namesOf } from './parts.ts'

/** A business that gave its website alone may have no name. */
const sitesNamesOf = (business: Business): readonly string[] => namesOf(business).filter((name) => name !== '')

/** What to look for on the business's website. */
export const soughtOnSite = (business: Business): Parameters<WebsiteSource>[0] => ({
  url: business.submitted.website?.url ?? '',
  names: sitesNamesOf(business),
  addresses: business.submitted.addresses,
  people: business.submitted.people.map(({ name }) => ({ name })),
  phone_numbers: business.submitted.phone_numbers.map(({ number }) => number),
  email_addresses: [...new Set(submittedEmails(business))],
  profile_urls: business.added.sources.map(({ url }) => url).filter((url) => profileAt(url) !== undefined),
})

/** How the website of a business that gave none may be found, and recognised as its own. */
export const knownForDiscovery = (business: Business): Parameters<typeof discoverWebsite>[0] => ({
  names: sitesNamesOf(business),
  email_addresses: emailsOf(business).map(({ email }) => email),
})

/** The evidence of a visited website: what it shows, its profiles elsewhere, and the contacts on it. */
export const fromWebsite = (business: Business, finding: WebsiteFinding, riskyKeywords: readonly string[]): Evidence => {
  const { submitted } = business
  const phones = phonesOn(business, finding)
  const emails = emailsOn(business, finding)
  return {
    website: {
      website_id: websiteIdOf(submitted.business_id),
      submitted: submitted.website !== null,
      ...asShown(finding),
      names: namesOn(business, finding),
      phone_numbers: phones,
      email_addresses: emails,
      people: peopleOn(business, finding),
      addresses: addressesOn(business, finding),
      name_match: nameOnSite(sitesNamesOf(business), finding),
      address_matches: addressMatches(submitted.addresses, finding),
      person_matches: personMatches(submitted.people, finding),
      risky_keywords: [...riskyKeywords],
    },
    profiles: profilesOf(business, finding),
    // Contacts of the site are contacts of the business.
    phone_numbers: unique(phones).map(({ submitted: _, ...phone }) => phone),
    email_addresses: unique(emails).map(({ submitted: _, ...email }) => email),
  }
}

/** What is taken from the finding as it is. */
const asShown = (finding: WebsiteFinding) => ({
  url: finding.url,
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
  quality_rating: finding.quality_rating,
  indicators: finding.indicators.map((each) => ({ ...each, examples: each.examples.map((example) => ({ ...example })) })),
  sources: finding.sources,
})

/** The page of the site that shows something, as its source. */
const pageSource = ({ submitted }: Business, { sources }: WebsiteFinding, page: string): Source[] => {
  const metadata = { ...(sources[0]?.metadata ?? {}), row: page, url: page }
  const id = derivedId(JSON.stringify(['website', metadata]), websiteIdOf(submitted.business_id))
  return [{ id, type: sources[0]?.type ?? 'website', metadata }]
}

const namesOn = (business: Business, finding: WebsiteFinding) => {
  const id = identifier(business)
  return finding.names.map(({ name, found_on }) => ({
    id: id('website-name', name.toLowerCase()),
    name,
    sources: pageSource(business, finding, found_on),
  }))
}

const phonesOn = (business: Business, finding: WebsiteFinding) => {
  const id = identifier(business)
  return finding.phone_numbers.map(({ number, contact_type, found_on }) => ({
    id: id('phone', number),
    number,
    contact_type,
    submitted: business.submitted.phone_numbers.some((each) => lastTenDigits(each.number) === lastTenDigits(number)),
    sources: pageSource(business, finding, found_on),
  }))
}

const emailsOn = (business: Business, finding: WebsiteFinding) => {
  const id = identifier(business)
  const submitted = new Set(submittedEmails(business).map((email) => email.toLowerCase()))
  return finding.email_addresses.map(({ email, found_on }) => ({
    id: id('email', email.toLowerCase()),
    email,
    submitted: submitted.has(email.toLowerCase()),
    sources: pageSource(business, finding, found_on),
  }))
}

/** The people on the site. A submitted person keeps the submitted id. */
const peopleOn = (business: Business, finding: WebsiteFinding) => {
  const id = identifier(business)
  const people = finding.people.map(({ name, titles }) => {
    const same = business.submitted.people.find((each) => comparePeople(each.name, name).score >= samePerson)
    return { id: same?.id ?? id('website-person', name.toLowerCase()), name, titles: [...titles] }
  })
  return unique(people)
}

/** The addresses on the site. A submitted address keeps the submitted id. */
const addressesOn = (business: Business, finding: WebsiteFinding) => {
  const id = identifier(business)
  const addresses = finding.addresses.map(({ address, found_on }) => {
    const same = business.submitted.addresses.find((each) => compareAddresses(each, address).kind === 'same')
    return {
      ...addressParts(address),
      id: same?.id ?? id('website-address', addressKey(address)),
      submitted: same !== undefined,
      sources: pageSource(business, finding, found_on),
    }
  })
  return unique(addresses)
}

/** The submitted addresses that the site shows, each with its best match there. */
const addressMatches = (submitted: Submitted['addresses'], finding: WebsiteFinding) =>
  submitted.flatMap((each) => {
    const compared = finding.addresses.map(({ address }) => compareAddresses(each, address))
    const best = compared.filter(({ kind }) => kind === 'same').toSorted(byScore)[0]
    return best ? [{ id: each.id, score: best.score, explanation: `${each.full_address}, ${best.explanation}` }] : []
  })

/** The submitted people that the site shows, each with its best match there. */
const personMatches = (submitted: Submitted['people'], finding: WebsiteFinding) =>
  submitted.flatMap((each) => {
    const best = finding.people.map(({ name }) => comparePeople(each.name, name)).toSorted(byScore)[0]
    return best && best.score >= samePerson ? [{ id: each.id, score: best.score, explanation: best.explanation }] : []
  })

const byScore = (one: { readonly score: number }, other: { readonly score: number }) => other.score - one.score

const profilesOf = (business: Business, finding: WebsiteFinding) => {
  const id = identifier(business)
  return finding.profiles.map(({ sources, metadata, ...profile }) => ({
    id: id('profile', profile.type, profile.url),
    ...profile,
    metadata: structuredClone(metadata) as Record<string, never>,
    sources,
  }))
}
