// Turns the answers of an evidence source into evidence for the file. Ids are derived (uuid v5 within the business), so that the same fact found
// again is the same fact.

import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { derivedId, urlNamespace } from '../../events/derived-id.ts'
import { firstOfEach, type Source, sourceInOrder, unique } from '../../events/parts.ts'
import { kindOfParty } from '../../evidence/matching/parties.ts'
import { remembered } from '../../evidence/matching/remembered.ts'
import type {
  IndustryFinding,
  LoanFinding,
  MotorCarrierFinding,
  PhoneFinding,
  Subject,
  TaxExemptFinding,
  WatchlistFinding,
} from '../../evidence/ports.ts'
import { withIds } from './hit-ids.ts'
import { identifier } from './parts.ts'
import { searchOfLoaded } from './search-notes.ts'

/** @param subject whose names were screened */
export const fromWatchlists = (
  business: Business,
  subject: Subject,
  { lists, hits, unread, rule, index, not_loaded }: WatchlistFinding,
): Evidence => {
  const id = identifier(business)
  const found = hits.map(({ screened, ...hit }) => {
    const screened_id = screened.id ?? business.submitted.business_id
    return {
      screened: screened.kind,
      screened_id,
      ...hit,
      match: { ...hit.match },
      ...(hit.by_name && { by_name: { ...hit.by_name } }),
      entity_aliases: [...hit.entity_aliases],
      addresses: [...hit.addresses],
      programs: [...hit.programs],
      dates_of_birth: [...hit.dates_of_birth],
      nationalities: [...hit.nationalities],
      identifiers: [...hit.identifiers],
    }
  })
  // Several names of a party that find the same entry are one hit.
  const oneOfEach = firstOfEach(found, ({ list, screened_id, entry_id }) => JSON.stringify([list, screened_id, entry_id]))
  const unionOfHits = withIds(business, oneOfEach)
  return {
    hits: unionOfHits,
    screening: {
      screening_id: id('screening'),
      lists: lists.map(({ kind, as_of: _, imported_on: __, ...list }) => ({ ...list, ...(kind && { data_set: kind }) })),
      screened: screenedIn(subject),
      ...(index && { index: index.map((each) => ({ ...each })) }),
      ...(rule && { rule: { ...rule, thresholds: { ...rule.thresholds } } }),
      hit_ids: unionOfHits.map(({ id }) => id),
      ...(not_loaded && { not_loaded: [...not_loaded] }),
      ...(unread && { unread: unread.map(({ screened, scripts }) => ({ screened, scripts: [...scripts] })) }),
      sources: unique([...lists.map(listSource), ...unionOfHits.flatMap(({ sources }) => sources)]),
    },
  }
}

/** Every name that is screened, and as what: the business's first, then those of its people, of its owners and of its officers. */
const screenedIn = ({ business_id, names, people, owners = [], officers = [] }: Subject) => [
  ...names.map((name) => ({ kind: 'business' as const, id: business_id, name })),
  ...people.map((person) => ({ kind: kindOfParty(person), id: person.id, name: person.name })),
  ...[...owners, ...officers].map(({ kind, id, name }) => ({ kind, id, name })),
]

/** Every screening names the same lists. */
const idOfList = remembered(1_000, (list) => derivedId(list, urlNamespace))

/** The sources of a screening without a hit are whole lists, not rows of them. */
const listSource = ({ abbr, title, version, kind, as_of, imported_on }: WatchlistFinding['lists'][number]) =>
  sourceInOrder({
    id: idOfList(`watchlist\n${abbr}\n${version}`),
    type: 'watchlist',
    metadata: {
      data_set: abbr,
      version,
      row: 'all',
      title,
      ...(kind === undefined ? {} : { kind, as_of: as_of ?? null }),
      ...(as_of || imported_on === undefined ? {} : { imported_on }),
    },
  })

export const fromTaxExempt = (business: Business, finding: TaxExemptFinding | null): Evidence => {
  if (!finding) return { tax_exempt: null }
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
      sources,
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
      sources,
    })),
  }
}

/** The phone numbers and e-mail addresses in motor-carrier records. */
export const contactsFrom = (business: Business, findings: readonly MotorCarrierFinding[]): Evidence => {
  const id = identifier(business)
  return {
    phone_numbers: unique(
      findings.flatMap(({ phone, sources }) =>
        phone ? [{ id: id('phone', phone), number: phone, contact_type: 'business', sources }] : [],
      ),
    ),
    email_addresses: unique(
      findings.flatMap(({ email, sources }) => (email ? [{ id: id('email', email.toLowerCase()), email, sources }] : [])),
    ),
  }
}

export const fromPhones = (business: Business, findings: readonly PhoneFinding[]): Evidence => ({
  phone_numbers: unique(
    findings.map(({ number, sources }) => ({ id: identifier(business)('phone', number), number, contact_type: 'business', sources })),
  ),
})

/** @param lists the searched loan data sets; empty: loans are unknown */
export const fromLoans = (business: Business, findings: readonly LoanFinding[], lists: readonly Source[]): Evidence => {
  const id = identifier(business)
  const loans = unique(
    findings.map(({ name: _, match: __, address: ___, sources, ...loan }) => ({
      id: id('loan', sources[0]?.metadata.row ?? loan.issued_date ?? ''),
      ...loan,
      sources,
    })),
  )
  const record_ids = loans.map((loan) => loan.id)
  return {
    // Where no list is loaded, what is on file stands.
    ...(lists.length > 0 || loans.length > 0 ? { loans } : {}),
    searches: [searchOfLoaded(business, 'loans', { dataSets: lists, nothing: 'no list of loans is loaded', record_ids })],
  }
}

export const fromIndustry = (business: Business, findings: readonly IndustryFinding[]): Evidence => {
  // What was drawn from a former name says nothing of the business.
  if (findings.length === 0 && !(business.former_names && business.file.industry)) return {}
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
      sources: unique(findings.flatMap(({ sources }) => sources)),
    },
  }
}
