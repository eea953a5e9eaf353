// The e-mail addresses of a business in responses: submitted and found ones, with their assessment.
import type { z } from 'zod'
import { emailRisk } from '../../commands/review/products.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { EvidenceFile } from '../../events/evidence-file.ts'
import { isUnreadable } from '../../events/personal-data.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { EmailAddress } from '../records/evidence.ts'

type Email = { readonly email: string; readonly id?: string; readonly sources?: EvidenceFile['email_addresses'][string]['sources'] }

/** Each address once, even if it was both submitted and found. Its id is that of the found one. */
export const emailsOf = ({ id: businessId, submitted, added, file }: BusinessDocument): z.output<typeof EmailAddress>[] => {
  const submittedEmails = byAddress<Email>([
    ...submitted.people.flatMap(({ email }) => (email ? [{ email }] : [])),
    ...added.email_addresses,
  ])
  const found = byAddress<Email>(Object.values(file.email_addresses))
  const assessments = byAddress(Object.values(file.email_assessments))
  return [...new Set([...submittedEmails.keys(), ...found.keys()])].map((address) => ({
    object: 'email_address',
    id: found.get(address)?.id ?? submittedEmails.get(address)?.id ?? derivedId(`email\n${address}`, businessId),
    email: submittedEmails.get(address)?.email ?? found.get(address)?.email ?? address,
    submitted: submittedEmails.has(address),
    sources: [...(found.get(address)?.sources ?? assessments.get(address)?.sources ?? [])],
    business_id: businessId,
    ...assessed(assessments.get(address)),
    ...domainAge(address, file),
  }))
}

/** When its domain was registered, where that is the domain of the website, whose registration was looked up. */
const domainAge = (address: string, { website }: EvidenceFile): { readonly domain_age?: string } => {
  const { domain, creation_date } = website?.domain ?? { domain: null, creation_date: null }
  const registered = new Date(creation_date ?? Number.NaN)
  if (domain === null || Number.isNaN(registered.getTime())) return {}
  const own = address.slice(address.lastIndexOf('@') + 1)
  return own === domain || own.endsWith(`.${domain}`) ? { domain_age: registered.toISOString() } : {}
}

const byAddress = <Each extends { readonly email: string }>(emails: readonly Each[]): ReadonlyMap<string, Each> =>
  new Map(emails.filter(({ email }) => !isUnreadable(email)).map((each) => [each.email.toLowerCase(), each]))

const assessed = (assessment: Assessment | undefined): Partial<z.output<typeof EmailAddress>> => {
  if (!assessment) return {}
  const { valid, domain, takes_mail, address_type } = assessment
  return {
    domain,
    valid,
    deliverability: takes_mail === null ? 'unknown' : takes_mail ? 'deliverable' : 'undeliverable',
    disposable: address_type === 'disposable',
    address_type,
    rating: { risk_rating: emailRisk(assessment).risk, indicators: emailIndicators(assessment) },
  }
}

type Assessment = EvidenceFile['email_assessments'][string]
type Indicator = NonNullable<NonNullable<z.output<typeof EmailAddress>['rating']>['indicators']>[number]

const emailIndicators = ({ valid, takes_mail, address_type }: Assessment): Indicator[] => [
  {
    type: 'email_validity',
    name: 'Validity',
    rating: valid ? 'positive' : 'negative',
    value: valid ? 'Valid' : 'Invalid',
    description: 'Whether it is spelled as e-mail addresses are.',
  },
  {
    type: 'email_deliverability',
    name: 'Deliverability',
    rating: takes_mail === null ? 'neutral' : takes_mail ? 'positive' : 'negative',
    value: takes_mail === null ? 'Unknown' : takes_mail ? 'Deliverable' : 'Undeliverable',
    description: 'Whether its domain takes mail.',
  },
  {
    type: 'email_address_type',
    name: 'Address type',
    rating: address_type === 'private' ? 'positive' : address_type === 'free' ? 'neutral' : 'negative',
    value: { disposable: 'Disposable', free: 'Free', private: 'Private' }[address_type],
    description: 'Whether it is of a domain of its own, of a free provider, or thrown away.',
  },
]
