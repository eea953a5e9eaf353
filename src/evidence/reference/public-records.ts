// What the loaded records beside the registrations say of a business: tax exemption and tax numbers, motor carriers, loans and licences.

import { unique } from '../../events/parts.ts'
import { sectorOf } from '../industry/sectors.ts'
import { bearsName, compareRegisteredName, type RegisteredName, tellsApart } from '../matching/registration-names.ts'
import { likelyIndustry } from '../matching/thresholds.ts'
import type {
  EvidenceSource,
  IndustryFinding,
  LoanFinding,
  Match,
  MotorCarrierFinding,
  Source,
  Subject,
  TaxExemptFinding,
  TinFinding,
} from '../ports.ts'
import { askedOnce } from './asked-once.ts'
import { carrierUrl } from './motor-carriers.ts'
import { type Bearer, bestName, type OwnRecord, onlyOne, ownRecords } from './own-records.ts'
import { isLoaded, wholeOf } from './provenance.ts'
import type { Carrier, Entity, ExemptOrganisation, Found, IndustryCode, Licence, Loan } from './records.ts'
import type { ReferenceThread } from './thread.ts'

/** The data sets that hold tax numbers. */
const tinKinds: readonly string[] = ['irs_eo', 'fl_sunbiz']

/** Records under one name that are compared: those of another business of the name stand among them. */
const candidatesAtMost = 30

/** The searches of records of all these kinds. */
export const fromPublicRecords = (reference: ReferenceThread) => ({
  ...fromExemptOrganisations(reference),
  ...fromMotorCarriers(reference),
  ...fromLoans(reference),
  ...fromLicences(reference),
})

const fromExemptOrganisations = (
  reference: ReferenceThread,
): Pick<EvidenceSource, 'taxExempt' | 'exemptOrganisations' | 'tin' | 'tinAvailable'> => {
  const own = askedOnce<readonly OwnRecord<ExemptOrganisation>[]>(async (subject, signal) => {
    const name = subject.names[0] ?? ''
    const byNumber = subject.tin === null ? null : await reference.taxExemptByEin(subject.tin, { signal })
    // Another organisation's exemption is not this one's, although somebody submitted its number.
    const found = byNumber
      ? [byNumber]
      : await inOwnStates(subject, (state) => reference.searchTaxExempt({ name, state, limit: candidatesAtMost }, { signal }))
    return ownRecords(subject, unique(found), exemptBearer)
  })

  /** A real answer for the numbers in the exempt-organisation file, and in registries that publish them; unknown for all others. */
  const tin = async (subject: Subject, signal: AbortSignal | undefined): Promise<TinFinding> => {
    const exempt = subject.tin === null ? null : await reference.taxExemptByEin(subject.tin, { signal })
    if (!exempt) return tinInRegistries(subject, await reference.entitiesByTin(subject.tin ?? '', { signal }))
    const name = bestName(subject.names[0] ?? '', exemptBearer(exempt.record).names)
    return { outcome: name && bearsName(name) ? 'found' : 'mismatch', name: exempt.record.name, sources: [exempt.source] }
  }

  return {
    taxExempt: async (subject, signal) => {
      const one = onlyOne(await own(subject, signal))
      return one && exempt(one)
    },
    exemptOrganisations: async (subject, signal) => (await own(subject, signal)).map(exempt),
    tin: (subject, _, signal) => tin(subject, signal),
    tinAvailable: async () => (await reference.versions()).some(({ kind, version }) => tinKinds.includes(kind) && version !== null),
  }
}

const fromMotorCarriers = (reference: ReferenceThread): Pick<EvidenceSource, 'motorCarriers'> => {
  const motorCarriers = askedOnce<readonly MotorCarrierFinding[]>(async (subject, signal) => {
    const found = await inOwnStates(subject, (state) =>
      reference.searchCarriers({ name: subject.names[0] ?? '', state, limit: candidatesAtMost }, { signal }),
    )
    const own = ownRecords(subject, unique(found), ({ legal_name, dba_name, addresses }) => ({ names: [legal_name, dba_name], addresses }))
    return Promise.all(own.map(async (each) => carrier(each, await reference.revocationsByDot(each.found.record.dot_number, { signal }))))
  })

  return { motorCarriers }
}

/** Loans, and the industry that a lender stated. */
const fromLoans = (reference: ReferenceThread): Pick<EvidenceSource, 'loans' | 'loanLists' | 'industry'> => {
  const loans = askedOnce<readonly LoanFinding[]>(async (subject, signal) => {
    const found = await inOwnStates(subject, (state) =>
      reference.searchLoans({ name: subject.names[0] ?? '', state, limit: candidatesAtMost }, { signal }),
    )
    const own = ownRecords(subject, unique(found), ({ name, address }) => ({ names: [name], addresses: [address] }))
    return Promise.all(own.map(async (each) => ({ ...loan(each), naics_title: await titleOf(each.found.record.naics_code, signal) })))
  })

  const titleOf = async (code: string | null, signal: AbortSignal | undefined): Promise<string | null> =>
    code === null ? null : ((await reference.naics(code, { signal }))?.record.title ?? null)

  const loanLists: EvidenceSource['loanLists'] = async (signal) =>
    (await reference.versions(undefined, { signal })).flatMap((loaded) =>
      isLoaded(loaded) && loaded.kind === 'ppp_loans' ? [wholeOf(loaded)] : [],
    )

  /** A lender's classification takes precedence over the words of the name. */
  const industry: EvidenceSource['industry'] = async (subject, signal) => {
    const lent = await loans(subject, signal)
    const codes = await Promise.all(
      lent.flatMap(({ naics_code, sources }) =>
        naics_code === null
          ? []
          : [reference.naics(naics_code, { signal }).then((code) => (code ? industryOf(code, 0.95, sources) : null))],
      ),
    )
    const told = codes.filter((each) => each !== null)
    if (told.length > 0) return told.slice(0, 1)
    const suggested = await reference.searchIndustry({ text: subject.names[0] ?? '', limit: 3 }, { signal })
    return suggested
      .filter(({ record, likeness }) => record.system === 'NAICS' && likeness >= likelyIndustry)
      .slice(0, 1)
      .map((code) => ({ ...industryOf(code, Math.min(0.6, code.likeness), []), drawn_from: 'the name' as const }))
  }

  return { loans, loanLists, industry }
}

const fromLicences = (reference: ReferenceThread): Required<Pick<EvidenceSource, 'licences'>> => ({
  licences: async (subject, signal) => {
    const found = await inOwnStates(subject, (state) =>
      reference.searchLicences({ name: subject.names[0] ?? '', state, limit: candidatesAtMost }, { signal }),
    )
    const bearer = ({ legal_name, dba_name, address }: Licence) => ({ names: [legal_name, dba_name], addresses: [address] })
    return ownRecords(subject, unique(found), bearer).map(({ found: { record, source }, name }) => ({
      legal_name: record.legal_name,
      dba_name: record.dba_name,
      status: record.status,
      expires_on: record.expires_on,
      address: record.address,
      match: matchOf(name),
      sources: [source],
    }))
  },
})

/** Searches each state in which the subject has an address, or the whole country if it has none. */
const inOwnStates = async <Each>(
  subject: Subject,
  ask: (state: string | undefined) => Promise<readonly Each[]>,
): Promise<readonly Each[]> => {
  const states = new Set(subject.addresses.flatMap(({ state }) => (state === null ? [] : [state])))
  return (await Promise.all(states.size === 0 ? [ask(undefined)] : [...states].map(ask))).flat()
}

const matchOf = ({ score, explanation }: RegisteredName): Match => ({ score, explanation })

/** Chapters have a second line of the name; a line such as `Post 12` names nobody on its own. */
const exemptBearer = ({ name, sort_name, address, ein }: ExemptOrganisation): Bearer => ({
  names: [name, sort_name && tellsApart(sort_name, 2) ? sort_name : null, sort_name && `${name} ${sort_name}`],
  addresses: [address],
  tin: ein,
})

const exempt = ({ found: { record, source }, name }: OwnRecord<ExemptOrganisation>): TaxExemptFinding => ({
  ein: record.ein,
  name: record.name,
  matched_name: name.of,
  section: record.section,
  ruling_date: record.ruling_date,
  tax_period: record.tax_period,
  revoked_at: null,
  address: record.address,
  ntee_code: record.ntee_code,
  match: matchOf(name),
  sources: [source],
})

const carrier = (
  { found: { record, source }, name }: OwnRecord<Carrier>,
  revocations: Awaited<ReturnType<ReferenceThread['revocationsByDot']>>,
): MotorCarrierFinding => ({
  dot_number: record.dot_number,
  legal_name: record.legal_name,
  dba_name: record.dba_name,
  addresses: record.addresses,
  phone: record.phone,
  email: record.email,
  revocations: revocations.map(({ record: { type, docket_number, served_on, effective_on } }) => ({
    type,
    docket_number,
    served_on,
    effective_on,
  })),
  source_url: carrierUrl(record.dot_number),
  match: matchOf(name),
  sources: [source, ...revocations.map((each) => each.source)],
})

const loan = ({ found: { record, source }, name }: OwnRecord<Loan>): LoanFinding => ({
  name: record.name,
  address: record.address,
  issued_date: record.issued_date,
  amount: record.amount,
  amount_range: record.amount_range,
  lender: record.lender,
  naics_code: record.naics_code,
  business_type: record.business_type,
  jobs_reported: record.jobs_reported,
  non_profit: record.non_profit,
  gender: record.gender,
  veteran: record.veteran,
  race_ethnicity: record.race_ethnicity,
  match: matchOf(name),
  sources: [source],
})

/** The registration with that number whose name is likest. */
const tinInRegistries = ({ names }: Subject, registered: readonly Found<Entity>[]): TinFinding => {
  const [best] = registered
    .map((found) => ({ found, ...compareRegisteredName(names[0] ?? '', found.record.name) }))
    .toSorted((a, b) => b.score - a.score)
  if (!best) return { outcome: 'unknown', sources: [] }
  const { found } = best
  return { outcome: bearsName(best) ? 'found' : 'mismatch', name: found.record.name, sources: [found.source] }
}

const industryOf = ({ record, source }: Found<IndustryCode>, score: number, sources: readonly Source[]): IndustryFinding => ({
  classification_system: 'NAICS',
  name: record.title,
  sector: sectorOf(record.code),
  category: record.title,
  score,
  high_risk: false,
  naics_codes: [record.code],
  sic_codes: [],
  mcc_codes: [],
  prohibited_labels: [],
  sources: [source, ...sources],
})
