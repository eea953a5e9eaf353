// The review's rules about the web: the business's site, what it says about the business, and its profiles on other platforms.
import type { Product } from '../../events/business.ts'
import type { WebsiteEvidence } from '../../events/business-website.ts'
import type { Fact } from '../../events/evidence-file.ts'
import { lastTenDigits, type Source } from '../../events/parts.ts'
import { type Business, submittedEmails } from '../business-state.ts'
import { isWebsiteNotAsked } from '../former-names.ts'
import { forInformation, type Judgement, judged, listed, orNotAvailable, type ReviewRule, shareOf, sourcesOf, unanswered } from './rule.ts'

type Site = Fact<WebsiteEvidence>

const judgement =
  (site: Site) =>
  (status: Parameters<typeof judged>[0], sub_label: string, message: string, sources: readonly Source[] = site.sources): Judgement =>
    judged(status, sub_label, message, sources)

type Say = ReturnType<typeof judgement>

/** A rule about a site that has been looked at. */
const ofSite =
  (judge: (site: Site, say: Say, business: Business) => Judgement | null) =>
  (business: Business): Judgement | null => {
    const { submitted, file } = business
    const site = file.website
    // A website that was replaced since the look has not been read.
    const isLookedAt = site && (!submitted.website || submitted.website.url === site.url)
    return isLookedAt ? judge(site, judgement(site), business) : null
  }

/** A rule about the content of the site. It says nothing about a site that could not be read, or is parked. */
const ofContent = (judge: (site: Site, say: Say, business: Business) => Judgement | null) =>
  ofSite((site, say, business) => (isReadable(site) ? judge(site, say, business) : null))

const isReadable = ({ status, parked }: Site): boolean => status === 'online' && parked !== true

const judgeGiven = ({ submitted, file, orders }: Business): Judgement | null =>
  submitted.website || file.website || !Object.values(orders).some(({ product }) => product === 'website')
    ? null
    : unanswered('Not Provided', 'No website was submitted, so none was looked at.')

const judgeFound = ofSite((site, say) =>
  site.submitted ? null : say('success', 'Found', `${site.url} was found at the domain of an e-mail address, and names the business.`),
)

const judgeStatus = ofSite((site, say) => {
  const because = site.error ? `: ${site.error}.` : '.'
  if (site.status === 'offline') return say('warning', 'Offline', `${site.url} is offline${because}`)
  if (site.parked) return say('warning', 'Parked', `${site.url} is parked: a placeholder stands where a website would be.`)
  if (site.status === 'unknown') return say('warning', 'Unknown', `Whether ${site.url} is online could not be determined${because}`)
  return say('success', 'Online', site.error ? `${site.url} is online, but ${site.error}.` : `${site.url} is online.`)
})

const toldNotRead = 'The name was changed since the website was read. Order the website or a verification again.'

const phoneMatch = (site: Site, { submitted }: Business) =>
  site.phone_numbers.find((each) => submitted.phone_numbers.some(({ number }) => lastTenDigits(number) === lastTenDigits(each.number)))

/** Nothing was given that the site could tell: only the site itself was to be looked at. */
const isSiteAlone = ({ submitted, added }: Business): boolean =>
  submitted.name === '' && [added.names, submitted.addresses, submitted.phone_numbers].every((given) => given.length === 0)

const judgeVerification = ofSite((site, say, business) => {
  if (isSiteAlone(business)) return null
  if (!isReadable(site))
    return say('failure', 'Unverified', `${site.url} ${site.parked ? 'is parked' : 'could not be read'}, so it verifies nothing.`)
  const named = [
    ...(site.name_match ? [`the name of the business (${site.name_match.explanation})`] : []),
    ...(site.address_matches.length > 0 ? ['its address'] : []),
    ...(phoneMatch(site, business) ? ['its phone number'] : []),
  ]
  if (named.length === 0 && isWebsiteNotAsked(business)) return unanswered('Unknown', toldNotRead)
  return named.length > 0
    ? say('success', 'Verified', `The website shows ${listed(named)}.`)
    : say('failure', 'Unverified', 'The website shows neither the name of the business nor its address or phone number.')
})

const judgeParked = ofSite((site, say) => {
  if (site.parked === null) return null
  return site.parked
    ? say('warning', 'Parked', `${site.url} shows the placeholder of a parked domain.`)
    : say('success', 'Not Parked', `${site.url} has content of its own.`)
})

const judgeOwnership = ofSite(({ domain, indicators, sources }, say) => {
  if (!domain) return null
  const rating = indicators.find(({ type }) => type === 'domain_ownership')
  if (!rating) return null
  if (rating.rating === 'positive') return say('success', 'Verified', rating.explanation)
  if (rating.rating === 'negative') return say('warning', 'Unverified', rating.explanation)
  return unanswered('Not Published', rating.explanation, sources)
})

const judgeRedirect = ofSite(({ url, domain }, say) => {
  if (!domain || domain.resolved_url === null) return null
  if (domain.url_shortener) return say('warning', 'URL Shortener', `${url} is a shortened address and leads to ${domain.resolved_url}.`)
  return domain.redirected
    ? say('warning', 'Redirected', `${url} leads to another domain: ${domain.resolved_url}.`)
    : say('success', 'Not Redirected', `${url} stays on its own domain.`)
})

const judgeName = ofContent(({ name_match: match }, say, business) => {
  const { submitted } = business
  if (submitted.name === '') return null
  if (isWebsiteNotAsked(business)) return unanswered('Unknown', toldNotRead)
  return match
    ? say('success', 'Verified', `The website carries the name "${match.name}": ${match.explanation}.`)
    : say('warning', 'Unverified', `The website does not carry the name "${submitted.name}".`)
})

const judgeAddress = ofContent(({ address_matches: matches, addresses }, say, { submitted }) => {
  if (submitted.addresses.length === 0) return null
  if (matches.length > 0) return say('success', 'Verified', `The website shows a submitted address: ${matches[0]?.explanation}.`)
  const message = addresses.length === 0 ? 'The website shows no address.' : 'The website shows other addresses than those submitted.'
  return say('warning', 'Unverified', message)
})

const judgePhone = ofContent((site, say, business) => {
  if (business.submitted.phone_numbers.length === 0) return null
  const match = phoneMatch(site, business)
  return match
    ? say('success', 'Verified', 'The website shows a submitted phone number.', match.sources)
    : say('warning', 'Unverified', 'The website shows no submitted phone number.')
})

const judgeEmail = ofContent((site, say, business) => {
  const emails = submittedEmails(business).map((email) => email.toLowerCase())
  if (emails.length === 0) return null
  const match = site.email_addresses.find(({ email }) => emails.includes(email.toLowerCase()))
  if (match) return say('success', 'Verified', 'The website shows a submitted e-mail address.', match.sources)
  const domain = site.domain?.domain
  return domain && emails.some((email) => email.endsWith(`@${domain}`))
    ? say('success', 'Verified', `A submitted e-mail address is of the website's domain ${domain}.`)
    : say('warning', 'Unverified', 'The website shows no submitted e-mail address.')
})

const judgePeople = ofContent((site, say, { submitted }) => {
  if (submitted.people.length === 0) return null
  const found = new Set(site.person_matches.map(({ id }) => id))
  const named = submitted.people.filter(({ id }) => found.has(id)).length
  return named === submitted.people.length
    ? say('success', 'Verified', 'The website names everybody who was submitted.')
    : say('warning', 'Unverified', `The website names ${shareOf(named, submitted.people.length, 'submitted person', 'submitted people')}.`)
})

const qualities = {
  high: ['success', 'High'],
  moderate: ['warning', 'Moderate'],
  low: ['failure', 'Low'],
} as const

const judgeQuality = ofContent(({ quality_rating: quality, indicators }, say) => {
  if (quality === 'not_available') return null
  const [status, sub_label] = qualities[quality]
  const weak = indicators.filter(({ rating }) => rating === 'negative').map(({ name, value }) => `${name} (${value})`)
  return say(status, sub_label, weak.length === 0 ? 'No indicator speaks against the website.' : `Against the website: ${weak.join(', ')}.`)
})

const judgeKeywords = ofContent(({ risky_keywords: words }, say) =>
  words.length === 0
    ? say('success', 'None Found', 'The website uses no words of high-risk or prohibited lines of business.')
    : say('warning', 'Found', `The website uses words of high-risk or prohibited lines of business: ${words.join(', ')}.`),
)

const judgeDiscovery = ofSite((site, say, { file }) => {
  const profiles = Object.values(file.profiles)
  return profiles.length === 0
    ? forInformation('None Found', 'No profile on a third-party platform was found.', site.sources)
    : say('success', 'Found', `Profiles: ${profiles.map(({ type, url }) => `${type} ${url}`).join(', ')}.`, sourcesOf(profiles))
})

const judgeProfiles = ofSite((_, say, { file }) => {
  const profiles = Object.values(file.profiles)
  if (profiles.length === 0) return null
  const sources = profiles.flatMap((each) => each.sources)
  const of = (status: string) => profiles.filter((each) => each.status === status)
  const offline = of('offline')
  if (offline.length > 0) return say('warning', 'Offline', `Offline: ${offline.map(({ url }) => url).join(', ')}.`, sources)
  return of('online').length > 0
    ? say(
        'success',
        'Online',
        `${shareOf(of('online').length, profiles.length, 'profile')} ${of('online').length === 1 ? 'is' : 'are'} online.`,
        sources,
      )
    : unanswered('Unknown', 'The platforms do not tell automated visitors whether the profiles are online.', sources)
})

export const websiteRules = (products: readonly Product[]): readonly ReviewRule[] =>
  (
    [
      ['website', 'website', 'Website', orNotAvailable('website', judgeGiven)],
      ['website', 'website_url_discovery', 'Website', judgeFound],
      ['website', 'website_status', 'Website', judgeStatus],
      ['website', 'website_verification', 'Website', judgeVerification],
      ['website', 'website_parked', 'Website', judgeParked],
      ['website', 'website_url_domain_ownership', 'Domain Ownership', judgeOwnership],
      ['website', 'domain_redirect', 'Domain Redirect', judgeRedirect],
      ['web', 'web_business_name_verification', 'Web - Business Name', judgeName],
      ['web', 'web_address_verification', 'Web - Office Address', judgeAddress],
      ['web', 'web_phone_number_verification', 'Web - Phone Number', judgePhone],
      ['web', 'web_email_address_verification', 'Web - Email Address', judgeEmail],
      ['web', 'web_person_verification', 'Web - People', judgePeople],
      ['web', 'web_presence_quality', 'Web Presence Quality', judgeQuality],
      ['web', 'risky_keywords', 'Risky Keywords', judgeKeywords],
      ['web', 'profile_discovery', 'Third Party Profiles', judgeDiscovery],
      ['web', 'profile_status', 'Third Party Profile Status', judgeProfiles],
    ] as const
  ).map(([category, key, label, judge]) => ({ category, key, label, products, judge }))
