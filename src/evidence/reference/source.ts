// Live evidence: what the imported open data says about a business. It answers only from the loaded data. Facts that no loaded data set
// holds (deliverability, most TINs) stay unknown.
import { carrying } from '../../events/parts.ts'
import { sectorOf } from '../industry/sectors.ts'
import { compareAddresses, parseAddress } from '../matching/addresses.ts'
import { type ScreenedDetails, withDetails } from '../matching/known-details.ts'
import { compareNames } from '../matching/names.ts'
import { compareRegisteredName } from '../matching/registration-names.ts'
import { unreadScripts } from '../matching/scripts.ts'
import { stateCode } from '../matching/states.ts'
import { likelyIndustry, ownRecord, sameName, similarName } from '../matching/thresholds.ts'
import type {
  AddressFinding,
  EvidenceSource,
  IndustryFinding,
  LoanFinding,
  Match,
  MotorCarrierFinding,
  PostalAddress,
  RegistrationFinding,
  Source,
  Subject,
  TaxExemptFinding,
  TinFinding,
  WatchlistFinding,
  WatchlistHit,
} from '../ports.ts'
import { familiesWithAddresses, type VersionInUse } from './database.ts'
import { dataSetOf } from './kinds.ts'
import { carrierUrl } from './motor-carriers.ts'
import { type Judged, ownRegistrations } from './own-registrations.ts'
import { type WholeDataSet, wholeOf } from './provenance.ts'
import type { Carrier, Entity, ExemptOrganisation, Found, IndustryCode, Loan, NameFound } from './records.ts'
import { registries } from './registries.ts'
import { screeningRule } from './screening-rule.ts'
import { type CallOptions, openReferenceThread, type ReferenceThread } from './thread.ts'

export type ReferenceSource = EvidenceSource & { readonly reference: ReferenceThread; readonly close: () => Promise<void> }

/** The data sets that hold tax numbers. */
const tinKinds: readonly string[] = ['irs_eo', 'fl_sunbiz']

/** An agent who serves this number of companies at one address does it as a business. */
const commercialAgent = 5

/** `folder`: the folder of the reference data; it need not exist yet. */
export const openReferenceSource = async ({ folder }: { folder: string }): Promise<ReferenceSource> => {
  const reference = openReferenceThread({ folder })
  return {
    delay: () => 0,
    needsAudit: () => false,
    ...fromRegistries(reference),
    ...fromExemptOrganisations(reference),
    ...fromMotorCarriers(reference),
    ...fromLoans(reference),
    addresses: (subject, signal) => assessAll(reference, subject.addresses, { signal }),
    watchlists: screeningOfSubjects(reference),
    reference,
    close: () => reference.close(),
  }
}

const fromRegistries = (reference: ReferenceThread): Pick<EvidenceSource, 'registrations' | 'registries'> => {
  const registrations: EvidenceSource['registrations'] = async (subject, signal) => {
    const options = { signal }
    const [byName, byTin, byNumber] = await Promise.all([
      Promise.all(subject.names.slice(0, 3).map((name) => reference.searchEntities({ name, limit: 30 }, options))),
      subject.tin === null ? [] : reference.entitiesByTin(subject.tin, options),
      Promise.all(
        (subject.registrations ?? []).map(({ state, file_number: fileNumber }) => reference.entityByNumber({ state, fileNumber }, options)),
      ),
    ])
    const found = unique([...byNumber.filter((each) => each !== null), ...byTin, ...byName.flat()])
    return ownRegistrations(subject, found).map(registration)
  }

  const registriesLoaded: EvidenceSource['registries'] = async () =>
    (await reference.versions()).flatMap((loaded) =>
      isLoaded(loaded) && registries.some(({ kind }) => kind === loaded.kind) ? [wholeOf(loaded)] : [],
    )

  return { registrations, registries: registriesLoaded }
}

const fromExemptOrganisations = (reference: ReferenceThread): Pick<EvidenceSource, 'taxExempt' | 'tin' | 'tinAvailable'> => {
  const taxExempt: EvidenceSource['taxExempt'] = async (subject, signal) => {
    const name = subject.names[0] ?? ''
    const byNumber = subject.tin === null ? null : await reference.taxExemptByEin(subject.tin, { signal })
    // Another organisation's exemption is not this one's, although somebody submitted its number.
    if (byNumber) {
      const match = bestMatch(name, byNumber.record)
      return match.score >= similarName ? exempt(byNumber, match) : null
    }
    const byName = await inOwnStates(subject, (state) => reference.searchTaxExempt({ name, state, limit: 5 }, { signal }))
    const best = byName.find(({ match }) => match.score >= sameName)
    return best ? exempt(best, best.match) : null
  }

  /** A real answer for the numbers in the exempt-organisation file, and in registries that publish them; unknown for all others. */
  const tin = async (subject: Subject, signal: AbortSignal | undefined): Promise<TinFinding> => {
    const exempt = subject.tin === null ? null : await reference.taxExemptByEin(subject.tin, { signal })
    if (!exempt) return tinInRegistries(subject, await reference.entitiesByTin(subject.tin ?? '', { signal }))
    const { score } = bestMatch(subject.names[0] ?? '', exempt.record)
    return { outcome: score >= ownRecord ? 'found' : 'mismatch', name: exempt.record.name, sources: [exempt.source] }
  }

  return {
    taxExempt,
    tin: (subject, _, signal) => tin(subject, signal),
    tinAvailable: async () => (await reference.versions()).some(({ kind, version }) => tinKinds.includes(kind) && version !== null),
  }
}

const fromMotorCarriers = (reference: ReferenceThread): Pick<EvidenceSource, 'motorCarriers'> => {
  const motorCarriers: EvidenceSource['motorCarriers'] = async (subject, signal) => {
    const found = await inOwnStates(subject, (state) =>
      reference.searchCarriers({ name: subject.names[0] ?? '', state, limit: 5 }, { signal }),
    )
    return Promise.all(
      unique(found)
        .filter(({ match }) => match.score >= ownRecord)
        .map(async (each) => carrier(each, await reference.revocationsByDot(each.record.dot_number, { signal }))),
    )
  }

  return { motorCarriers }
}

/** Loans, and the industry that a lender stated. */
const fromLoans = (reference: ReferenceThread): Pick<EvidenceSource, 'loans' | 'loanLists' | 'industry'> => {
  const loans: EvidenceSource['loans'] = async (subject, signal) => {
    const found = await inOwnStates(subject, (state) =>
      reference.searchLoans({ name: subject.names[0] ?? '', state, limit: 10 }, { signal }),
    )
    const own = unique(found).filter(({ match }) => match.score >= ownRecord)
    return Promise.all(own.map(async (each) => ({ ...loan(each), naics_title: await titleOf(each.record.naics_code, signal) })))
  }

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

/** Screens all names of a subject against the lists that its account has chosen. */
export const screeningOfSubjects =
  (reference: Pick<ReferenceThread, 'lists' | 'screen'>): EvidenceSource['watchlists'] =>
  async (subject, signal): Promise<WatchlistFinding> => {
    const chosen = (abbr: string) => subject.watchlists?.includes(abbr) ?? true
    const loaded = await reference.lists(undefined, { signal })
    const lists = loaded.filter(({ abbr }) => chosen(abbr))
    const index = [...new Map(loaded.map(({ kind, version, sha256 }) => [kind, { data_set: kind, version, sha256 }])).values()]
    const screened: readonly Screened[] = [
      ...subject.names.map((name) => ({ who: { kind: 'business' as const }, name, details: detailsOfBusiness(subject) })),
      ...subject.people.map((person) => ({
        who: { kind: 'person' as const, id: person.id },
        name: person.name,
        details: detailsOfPerson(person),
      })),
    ]
    const hits = await Promise.all(
      screened.map(async (each) => {
        const found = await reference.screen({ kind: each.who.kind, name: each.name }, { signal })
        return found.filter(({ record }) => chosen(record.list)).map((hit) => watchlistHit(each, hit, lists))
      }),
    )
    const unread = screened
      .map(({ who, name }) => ({ screened: who.kind, scripts: unreadScripts(name, who.kind) }))
      .filter(({ scripts }) => scripts.length > 0)
    return { lists: lists.map(shownList), hits: hits.flat(), rule: screeningRule(), index, ...(unread.length > 0 && { unread }) }
  }

const detailsOfBusiness = ({ addresses, tin, registrations = [] }: Subject): ScreenedDetails => ({
  born: null,
  numbers: [...(tin === null ? [] : [tin]), ...registrations.map(({ file_number }) => file_number)],
  addresses,
})

const detailsOfPerson = ({ dob = null, ssn = null }: Subject['people'][number]): ScreenedDetails => ({
  born: dob,
  numbers: ssn === null ? [] : [ssn],
  addresses: [],
})

type Screened = { readonly who: WatchlistHit['screened']; readonly name: string; readonly details: ScreenedDetails }
type Lists = Awaited<ReturnType<ReferenceThread['lists']>>
type Hit = Awaited<ReturnType<ReferenceThread['screen']>>[number]

const watchlistHit = (
  { who, name, details }: Screened,
  { record, source, match, matched_name, quality }: Hit,
  lists: Lists,
): WatchlistHit => {
  const list = lists.find(({ abbr }) => abbr === record.list)
  const detailed = withDetails(match, details, record)
  return {
    screened: who,
    screened_name: name,
    list: record.list,
    entry_id: record.entry_id,
    entity_name: record.name,
    matched_name,
    quality,
    match: detailed,
    ...(detailed !== match && { by_name: { score: match.score, explanation: match.explanation } }),
    entity_aliases: record.aliases.map((alias) => alias.name),
    entity_type: record.type,
    addresses: record.addresses,
    programs: record.programs,
    title: record.title,
    dates_of_birth: record.dates_of_birth,
    nationalities: record.nationalities,
    identifiers: record.identifiers,
    listed_at: record.listed_at,
    ends_at: record.ends_at,
    remarks: record.remarks,
    agency_information_url: list?.information_url ?? '',
    agency_list_url: list?.list_url ?? '',
    url: record.information_url,
    list_country: list?.country ?? '',
    list_region: list?.region ?? '',
    sources: [source],
  }
}

const shownList = ({ parties, kind, sha256, content_sha256, ...list }: Lists[number]): WatchlistFinding['lists'][number] => ({
  agency: list.agency,
  agency_abbr: list.agency_abbr,
  organization: list.organization,
  title: list.title,
  abbr: list.abbr,
  version: list.version,
  kind,
  as_of: list.as_of,
  country: list.country,
  entries: parties,
  sha256,
  content_sha256,
})

const loan = ({ record, match, source }: NameFound<Loan>): LoanFinding => ({
  name: record.name,
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
  match,
  sources: [source],
})

const registration = ({ found: { record, source }, name, possible }: Judged): RegistrationFinding => {
  const { tin: _, formed_in, officers, ...entity } = record
  return {
    ...entity,
    formed_in: formed_in === null ? null : stateCode(formed_in),
    match: { score: name.score, explanation: name.explanation },
    officers: officers.map(({ name, titles }) => ({ name, titles })),
    sources: [source],
    ...(possible === null ? {} : { possible }),
  }
}

const assessAll = async (reference: ReferenceThread, addresses: readonly PostalAddress[], options: CallOptions) => {
  const loaded = await reference.versions(undefined, options)
  return Promise.all(addresses.map((address, index) => assess(reference, { address, index, loaded }, options)))
}

type Assessing = { readonly address: PostalAddress; readonly index: number; readonly loaded: readonly VersionInUse[] }

const assess = async (reference: ReferenceThread, { address, index, loaded }: Assessing, options: CallOptions): Promise<AddressFinding> => {
  const { address: parsed, problems } = parseAddress(address.address_line1 ? address : { full_address: address.full_address })
  const zip = parsed?.postal_code ?? address.postal_code
  const [centroid, here] = await Promise.all([
    zip ? reference.zipCentroid(zip, options) : null,
    reference.entitiesAtAddress({ address, limit: 50 }, options),
  ])
  const agent = commercialAgentAt(address, here.entities)
  const searched = loaded.filter(isLoaded).filter(({ kind }) => familiesWithAddresses.some((family) => family === dataSetOf(kind).family))
  // That nobody is registered agent there is for the state's whole registry to say.
  const agentless = agent ? [] : searched.filter((data) => data.state === (parsed?.state ?? address.state) && data.coverage === 'all')
  return {
    index,
    latitude: centroid?.record.latitude ?? null,
    longitude: centroid?.record.longitude ?? null,
    valid: parsed !== null && problems.length === 0,
    deliverable: null,
    property_type: null,
    cmra: null,
    virtual: null,
    registered_agent_name: agent?.name ?? null,
    location_count: searched.length > 0 ? here.count : null,
    sources: [
      ...(centroid ? [carrying(centroid.source, 'location')] : []),
      ...(agent?.sources ?? []).map((source) => carrying(source, 'registered_agent')),
      ...searched.map((data) =>
        agentless.includes(data)
          ? carrying(wholeOf(data), 'registered_agent', 'location_count')
          : carrying(wholeOf(data), 'location_count'),
      ),
    ],
  }
}

/** Registered agents, with an address here, of several of the companies at this address. */
const commercialAgentAt = (
  address: PostalAddress,
  entities: readonly Found<Entity>[],
): { name: string; sources: readonly Source[] } | null => {
  const agents = new Map<string, Found<Entity>[]>()
  for (const entity of entities) {
    const agent = entity.record.registered_agent
    if (agent?.address && compareAddresses(address, agent.address).kind === 'same')
      agents.set(agent.name, [...(agents.get(agent.name) ?? []), entity])
  }
  const [busiest] = [...agents].toSorted(([, a], [, b]) => b.length - a.length)
  return busiest && busiest[1].length >= commercialAgent
    ? { name: busiest[0], sources: busiest[1].slice(0, 3).map(({ source }) => source) }
    : null
}

/** The registration with that number whose name is likest. */
const tinInRegistries = ({ names }: Subject, registered: readonly Found<Entity>[]): TinFinding => {
  const [best] = registered
    .map((found) => ({ found, ...compareRegisteredName(names[0] ?? '', found.record.name) }))
    .toSorted((a, b) => b.score - a.score)
  if (!best) return { outcome: 'unknown', sources: [] }
  const { found, kind } = best
  return { outcome: kind === 'same' || kind === 'other form' ? 'found' : 'mismatch', name: found.record.name, sources: [found.source] }
}

const isLoaded = (data: VersionInUse): data is VersionInUse & WholeDataSet => data.version !== null

/** Searches each state in which the subject has an address, or the whole country if it has none. */
const inOwnStates = async <Each>(
  subject: Subject,
  ask: (state: string | undefined) => Promise<readonly Each[]>,
): Promise<readonly Each[]> => {
  const states = new Set(subject.addresses.flatMap(({ state }) => (state === null ? [] : [state])))
  return (await Promise.all(states.size === 0 ? [ask(undefined)] : [...states].map(ask))).flat()
}

/** The record's name, or the second line that chapters have, whichever is more alike. */
const bestMatch = (name: string, record: ExemptOrganisation): Match => {
  const [best] = [record.name, record.sort_name, record.sort_name && `${record.name} ${record.sort_name}`]
    .filter((each) => each !== null)
    .map((each) => compareNames(name, each as string))
    .toSorted((a, b) => b.score - a.score)
  return best ? { score: best.score, explanation: best.explanation } : { score: 0, explanation: 'no name to compare' }
}

const exempt = ({ record, source }: Found<ExemptOrganisation>, match: Match): TaxExemptFinding => ({
  ein: record.ein,
  name: record.name,
  section: record.section,
  ruling_date: record.ruling_date,
  tax_period: record.tax_period,
  revoked_at: null,
  address: record.address,
  ntee_code: record.ntee_code,
  match,
  sources: [source],
})

const carrier = (
  { record, match, source }: NameFound<Carrier>,
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
  match,
  sources: [source, ...revocations.map((each) => each.source)],
})

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

const unique = <Each extends { readonly id: string }>(all: readonly Each[]): readonly Each[] =>
  [...new Map(all.toReversed().map((each) => [each.id, each])).values()].reverse()
