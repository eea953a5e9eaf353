// From what an evidence source answers to what goes on file: identities are derived (uuid v5 within the business), so that the same fact found
// again is the same fact, and found people and addresses are recognised in the submitted ones.
import { v5 as uuidv5 } from 'uuid'
import type { Business } from '../commands/business-state.ts'
import type { Evidence } from '../commands/findings.ts'
import type { Registration } from '../events/business-evidence.ts'
import { registrySearch } from '../events/evidence-file.ts'
import type { AddressParts, Source } from '../events/parts.ts'
import { addressKey, compareAddresses, distanceMiles } from '../evidence/matching/addresses.ts'
import { normaliseName } from '../evidence/matching/names.ts'
import { comparePeople } from '../evidence/matching/people.ts'
import type {
  AddressFinding,
  Source as FoundSource,
  IndustryFinding,
  LoanFinding,
  MotorCarrierFinding,
  PostalAddress,
  RegistrationFinding,
  Subject,
  TaxExemptFinding,
  WatchlistFinding,
} from '../evidence/ports.ts'
import { searchId } from './search-notes.ts'

/** What evidence is sought about: the submitted data, with the names and addresses found so far behind it. */
export const subjectOf = ({ submitted, added, file }: Business): Subject => ({
  business_id: submitted.business_id,
  names: [submitted.name, ...[...added.names, ...Object.values(file.names)].map(({ name }) => name)],
  addresses: [...submitted.addresses, ...Object.values(file.addresses)],
  people: submitted.people.map(({ id, name, dob, ssn }) => ({ id, name, dob, ssn })),
  tin: submitted.tin,
  website: submitted.website?.url ?? null,
})

/** From this score on, a person on a registration is the person submitted. */
export const samePerson = 0.9
/** Within so many miles an address counts as near (records.md section 5). */
const nearMiles = 0.2

/**
 * Names, addresses, people and formation as the registrations tell them, and the registrations themselves; where there are none, which
 * `registries` were searched for them.
 */
export const fromRegistrations = (business: Business, findings: readonly RegistrationFinding[], registries: Told): Evidence => {
  const id = identifier(business)
  const { people, personId } = peopleOf(business, findings)
  const registrations = findings.map(({ sources, ...finding }) => ({
    id: id('registration', finding.state, finding.file_number),
    name: finding.name,
    name_type: finding.name_type,
    match: { ...finding.match },
    status: finding.status,
    sub_status: finding.sub_status,
    status_details: finding.status_details,
    jurisdiction: finding.jurisdiction,
    entity_type: finding.entity_type,
    file_number: finding.file_number,
    registration_date: finding.registration_date,
    state: finding.state,
    addresses: finding.addresses.map((address) => ({ ...parts(address), labels: [...address.labels] })),
    officers: finding.officers.map(({ name, titles }) => ({ id: personId(name), name, titles: [...titles] })),
    registered_agent: finding.registered_agent && {
      id: personId(finding.registered_agent.name),
      name: finding.registered_agent.name,
      address: finding.registered_agent.address?.full_address ?? null,
    },
    source_url: finding.source_url,
    history: finding.history.map((each) => ({ ...each })),
    sources: list(sources),
  }))
  const names = unique(
    findings.map(({ name, name_type, sources }) => ({
      id: id('name', normaliseName(name).text),
      name,
      type: name_type,
      sources: list(sources),
    })),
  )
  const addresses = unique(
    findings
      .flatMap(({ addresses: found, sources }) => found.map((address) => ({ address, sources })))
      .filter(({ address }) => !business.submitted.addresses.some((submitted) => addressKey(submitted) === addressKey(address)))
      .map(({ address, sources }) => ({
        id: id('address', addressKey(address)),
        ...parts(address),
        labels: [...address.labels],
        sources: list(sources),
      })),
  )
  const formation = formationOf(registrations)
  const searches = findings.length === 0 ? { searches: [searchOf(id('search', registrySearch), registries)] } : {}
  return { registrations, names, addresses, people, ...searches, ...(formation ? { formation } : {}) }
}

const searchOf = (id: string, registries: Told) => ({
  id,
  product: registrySearch,
  outcome: registries.length > 0 ? ('searched' as const) : ('unavailable' as const),
  reason: registries.length > 0 ? null : 'no state registry is loaded',
  record_ids: [],
  sources: list(registries),
})

/** Everybody on the registrations; who was submitted keeps the id under which they were submitted. */
const peopleOf = (business: Business, findings: readonly RegistrationFinding[]) => {
  const id = identifier(business)
  const personId = (name: string): string =>
    business.submitted.people.find((submitted) => comparePeople(submitted.name, name).score >= samePerson)?.id ??
    id('person', normaliseName(name).tokens.toSorted().join(' '))
  const named = findings.flatMap(({ officers, sources }) =>
    officers.map(({ name, titles }) => ({ id: personId(name), name, titles, sources })),
  )
  const people = unique(named).map(({ id, name }) => ({
    id,
    name,
    titles: [...new Set(named.filter((each) => each.id === id).flatMap(({ titles }) => titles))],
    sources: list(unique(named.filter((each) => each.id === id).flatMap(({ sources }) => sources))),
  }))
  return { people, personId }
}

/** The home-state registration says what was formed where and when; lacking one, the oldest does. */
const formationOf = (registrations: readonly (Registration & { readonly sources: Source[] })[]): Evidence['formation'] => {
  const byAge = registrations.toSorted((a, b) => (a.registration_date ?? '9999').localeCompare(b.registration_date ?? '9999'))
  const legal = byAge.filter(({ name_type }) => name_type === 'legal')
  const first = legal.find(({ jurisdiction }) => jurisdiction === 'DOMESTIC') ?? legal[0] ?? byAge[0]
  return (
    first && {
      entity_type: first.entity_type,
      formation_date: first.registration_date,
      formation_state: first.jurisdiction === 'FOREIGN' ? null : first.state,
      sources: first.sources,
    }
  )
}

/** How each address of the subject stands; a submitted one is compared with the addresses that the registrations carry. */
export const fromAddresses = (
  business: Business,
  subject: Subject,
  findings: readonly AddressFinding[],
  held: readonly { readonly address: PostalAddress; readonly sources: readonly Source[] }[],
): Evidence => {
  const ids = [...business.submitted.addresses.map(({ id }) => id), ...Object.keys(business.file.addresses)]
  const assessments = findings.flatMap(({ index, sources, ...finding }) => {
    const address = subject.addresses[index]
    const address_id = ids[index]
    if (!address || !address_id) return []
    const compared = index < business.submitted.addresses.length ? comparison({ ...address, ...coordinates(finding) }, held) : null
    return [{ address_id, ...finding, comparison: compared?.comparison ?? null, sources: list([...sources, ...(compared?.sources ?? [])]) }]
  })
  return { assessments }
}

const kinds = { same: 'verified', incomplete: 'incomplete', similar: 'similar' } as const

const comparison = (
  submitted: PostalAddress,
  held: readonly { readonly address: PostalAddress; readonly sources: readonly Source[] }[],
) => {
  const compared = held.map(({ address, sources }) => {
    const { kind, explanation, score } = compareAddresses(submitted, address)
    const miles = distanceMiles(submitted, address)
    const near = kind !== 'same' && miles !== null && miles <= nearMiles
    return { kind: near && kind !== 'incomplete' ? ('approximate' as const) : kind, explanation, score, miles, address, sources }
  })
  const rank = ['same', 'approximate', 'similar', 'incomplete', 'different']
  const best = compared.toSorted((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || b.score - a.score)[0]
  if (!best || best.kind === 'different') {
    const explanation = best ? 'no registration carries this address or one like it' : 'no registration carries an address'
    return { comparison: { kind: 'unverified' as const, full_address: null, distance_miles: null, explanation }, sources: [] }
  }
  const explanation =
    best.kind === 'approximate' ? `${best.address.full_address} lies ${best.miles?.toFixed(2)} miles away` : best.explanation
  return {
    comparison: {
      kind: best.kind === 'approximate' ? ('approximate' as const) : kinds[best.kind],
      full_address: best.address.full_address,
      distance_miles: best.miles,
      explanation,
    },
    sources: best.sources,
  }
}

export const fromWatchlists = (business: Business, { lists, hits }: WatchlistFinding): Evidence => {
  const id = identifier(business)
  const found = hits.map(({ screened, sources, ...hit }) => {
    const screened_id = screened.kind === 'person' ? screened.id : business.submitted.business_id
    return {
      id: id('watchlist', hit.list, screened_id, hit.entity_name, sources[0]?.metadata.row ?? ''),
      screened: screened.kind,
      screened_id,
      ...hit,
      match: { ...hit.match },
      entity_aliases: [...hit.entity_aliases],
      addresses: [...hit.addresses],
      programs: [...hit.programs],
      sources: list(sources),
    }
  })
  const unionOfHits = unique(found)
  return {
    hits: unionOfHits,
    screening: {
      screening_id: id('screening'),
      lists: lists.map((each) => ({ ...each })),
      hit_ids: unionOfHits.map(({ id }) => id),
      sources: list(unique([...lists.map(listSource), ...unionOfHits.flatMap(({ sources }) => sources)])),
    },
  }
}

/** A screening without a hit rests on whole lists, not on a row of them. */
const listSource = ({ abbr, title, version }: WatchlistFinding['lists'][number]) => ({
  id: uuidv5(`watchlist\n${abbr}\n${version}`, uuidv5.URL),
  type: 'watchlist',
  metadata: { data_set: abbr, version, row: 'all', title },
})

export const fromTaxExempt = (business: Business, finding: TaxExemptFinding | null): Evidence => {
  if (!finding) return {}
  const { ein, name, section, ruling_date, tax_period, revoked_at, ntee_code, sources } = finding
  return {
    tax_exempt: {
      id: identifier(business)('tax_exempt', ein),
      ein,
      name,
      section,
      ruling_date,
      tax_period,
      revoked_at,
      ntee_code,
      sources: list(sources),
    },
  }
}

export const fromMotorCarriers = (business: Business, findings: readonly MotorCarrierFinding[]): Evidence => {
  const id = identifier(business)
  return {
    carriers: findings.map(({ dot_number, legal_name, dba_name, source_url, addresses, revocations, sources }) => ({
      id: id('carrier', dot_number),
      dot_number,
      legal_name,
      dba_name,
      source: source_url,
      addresses: addresses.map(({ full_address }) => full_address),
      revocations: revocations.map((each) => ({ ...each })),
      sources: list(sources),
    })),
  }
}

/** Phone numbers and e-mail addresses that motor-carrier records tell. */
export const contactsFrom = (business: Business, findings: readonly MotorCarrierFinding[]): Evidence => {
  const id = identifier(business)
  return {
    phone_numbers: unique(
      findings.flatMap(({ phone, sources }) =>
        phone ? [{ id: id('phone', phone), number: phone, contact_type: 'business', sources: list(sources) }] : [],
      ),
    ),
    email_addresses: unique(
      findings.flatMap(({ email, sources }) => (email ? [{ id: id('email', email.toLowerCase()), email, sources: list(sources) }] : [])),
    ),
  }
}

/** @param lists the loan data sets that were searched; none: nothing is known of loans */
export const fromLoans = (business: Business, findings: readonly LoanFinding[], lists: readonly FoundSource[]): Evidence => {
  const id = identifier(business)
  const loans = unique(
    findings.map(({ name: _, match: __, sources, ...loan }) => ({
      id: id('loan', sources[0]?.metadata.row ?? loan.issued_date ?? ''),
      ...loan,
      sources: list(sources),
    })),
  )
  const search = { id: searchId(business, 'loans'), product: 'loans', record_ids: loans.map((loan) => loan.id), sources: list(lists) }
  return {
    loans,
    searches: [
      lists.length > 0
        ? { ...search, outcome: 'searched', reason: null }
        : { ...search, outcome: 'unavailable', reason: 'no list of loans is loaded' },
    ],
  }
}

export const fromIndustry = (business: Business, findings: readonly IndustryFinding[]): Evidence => {
  if (findings.length === 0) return {}
  const categories = findings.map(({ sources: _, ...category }) => ({
    ...category,
    naics_codes: [...category.naics_codes],
    sic_codes: [...category.sic_codes],
    mcc_codes: [...category.mcc_codes],
    prohibited_labels: [...category.prohibited_labels],
  }))
  return {
    industry: {
      classification_id: identifier(business)('industry'),
      categories,
      sources: list(unique(findings.flatMap(({ sources }) => sources))),
    },
  }
}

/** Ids within the business, by kind and natural key. */
const identifier =
  ({ submitted }: Business) =>
  (...parts: readonly string[]): string =>
    uuidv5(parts.join('\n'), submitted.business_id)

const parts = ({
  full_address,
  address_line1,
  address_line2,
  city,
  state,
  postal_code,
  latitude,
  longitude,
}: PostalAddress): AddressParts => ({
  full_address,
  address_line1,
  address_line2,
  city,
  state,
  postal_code,
  ...(latitude == null || longitude == null ? {} : { latitude, longitude }),
})

const coordinates = ({ latitude, longitude }: Pick<AddressFinding, 'latitude' | 'longitude'>) =>
  latitude === null || longitude === null ? {} : { latitude, longitude }

type Told = readonly { readonly id: string; readonly type: string; readonly metadata: object }[]

const list = (sources: Told): Source[] =>
  sources.map(({ id, type, metadata }) => ({
    id,
    type,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)),
  }))

/** The first of each id. */
const unique = <Each extends { readonly id: string }>(all: readonly Each[]): Each[] =>
  [...new Map(all.toReversed().map((each) => [each.id, each])).values()].reverse()
