// Finds the website of a business that submitted none: at the domains of its e-mail addresses, if the page there names the business.
import { getDomain } from 'tldts'
import { assessEmail } from '../products/email.ts'
import type { SiteProbe } from './finding.ts'
import { nameOnSite } from './name-on-site.ts'

/** The maximum number of sites to look at per business. */
const mostCandidates = 3

type Known = { readonly names: readonly string[]; readonly email_addresses: readonly string[] }

/** The address of the first site that names the business; null if none does. */
export const discoverWebsite = async (
  { names, email_addresses }: Known,
  siteProbe: SiteProbe,
  signal?: AbortSignal,
): Promise<string | null> => {
  const assessed = await Promise.all(email_addresses.map((email) => assessEmail(email, null)))
  // Domains where anyone can get an address say nothing about the business.
  const domains = assessed.flatMap(({ domain, address_type }) =>
    domain !== null && address_type === 'private' ? [getDomain(domain) ?? domain] : [],
  )
  for (const domain of [...new Set(domains)].slice(0, mostCandidates)) {
    const seen = (await siteProbe(`https://${domain}/`, signal)) ?? (await siteProbe(`http://${domain}/`, signal))
    if (seen && nameOnSite(names, seen)) return seen.url
  }
  return null
}
