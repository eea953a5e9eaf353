// Live evidence: what the imported open data says about a business. It answers only from the loaded data. Facts that no loaded data set
// holds (deliverability, most TINs) stay unknown.
import { carrying, unique } from '../../events/parts.ts'
import { compareAddresses, parseAddress } from '../matching/addresses.ts'
import { type ScreenedDetails, withDetails } from '../matching/known-details.ts'
import { kindOfParty } from '../matching/parties.ts'
import { unreadScripts } from '../matching/scripts.ts'
import { stateCode } from '../matching/states.ts'
import type {
  AddressFinding,
  EvidenceSource,
  PostalAddress,
  RegistrationFinding,
  Source,
  Subject,
  WatchlistFinding,
  WatchlistHit,
} from '../ports.ts'
import { askedOnce } from './asked-once.ts'
import { familiesWithAddresses } from './database.ts'
import { dataSetOf } from './kinds.ts'
import { fromLegalEntities } from './legal-entities.ts'
import { type Judged, ownRegistrations } from './own-registrations.ts'
import { isLoaded, wholeOf } from './provenance.ts'
import { fromPublicRecords } from './public-records.ts'
import type { Entity, Found } from './records.ts'
import type { VersionInUse } from './reference.ts'
import { registries } from './registries.ts'
import { screeningRule } from './screening-rule.ts'
import { type CallOptions, openReferenceThread, type ReferenceThread } from './thread.ts'

export type ReferenceSource = EvidenceSource & { readonly reference: ReferenceThread; readonly close: () => Promise<void> }

/** An agent who serves this number of companies at one address does it as a business. */
const commercialAgent = 5

/** `folder`: the folder of the reference data; it need not exist yet. */
export const openReferenceSource = async ({ folder }: { folder: string }): Promise<ReferenceSource> => {
  const reference = openReferenceThread({ folder })
  return {
    delay: () => 0,
    needsAudit: () => false,
    ...fromRegistries(reference),
    ...fromPublicRecords(reference),
    ...fromLegalEntities(reference),
    addresses: (subject, signal) => assessAll(reference, subject.addresses, { signal }),
    watchlists: screeningOfSubjects(reference),
    loadedKinds: async (signal) => (await reference.versions(undefined, { signal })).filter(isLoaded).map(({ kind }) => kind),
    reference,
    close: () => reference.close(),
  }
}

const fromRegistries = (reference: ReferenceThread): Pick<EvidenceSource, 'registrations' | 'registries'> => {
  const registrations = askedOnce<readonly RegistrationFinding[]>(async (subject, signal) => {
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
  })

  const registriesLoaded: EvidenceSource['registries'] = async () =>
    (await reference.versions()).flatMap((loaded) =>
      isLoaded(loaded) && registries.some(({ kind }) => kind === loaded.kind) ? [wholeOf(loaded)] : [],
    )

  return { registrations, registries: registriesLoaded }
}

/** Screens all names of a subject against the lists that its account has chosen. */
export const screeningOfSubjects =
  (reference: Pick<ReferenceThread, 'lists' | 'screen'>): EvidenceSource['watchlists'] =>
  async (subject, signal): Promise<WatchlistFinding> => {
    const chosen = (abbr: string) => subject.watchlists?.includes(abbr) ?? true
    const loaded = await reference.lists(undefined, { signal })
    const lists = loaded.filter(({ abbr }) => chosen(abbr))
    const missing = (subject.watchlists ?? []).filter((abbr) => !loaded.some((list) => list.abbr === abbr))
    const index = [...new Map(loaded.map(({ kind, version, sha256 }) => [kind, { data_set: kind, version, sha256 }])).values()]
    const screened: readonly Screened[] = [
      ...subject.names.map((name) => ({ who: { kind: 'business' as const }, name, details: detailsOfBusiness(subject) })),
      ...subject.people.map((person) => ({
        who: { kind: kindOfParty(person), id: person.id },
        name: person.name,
        details: detailsOfPerson(person),
      })),
      ...[...(subject.owners ?? []), ...(subject.officers ?? [])].map(({ kind, id, name, born, numbers }) => ({
        who: { kind, id },
        name,
        details: { born, numbers, addresses: [] },
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
    return {
      lists: lists.map(shownList),
      hits: hits.flat(),
      rule: screeningRule(),
      index,
      ...(missing.length > 0 && { not_loaded: missing }),
      ...(unread.length > 0 && { unread }),
    }
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
  imported_on: list.imported_at.slice(0, 10),
  country: list.country,
  entries: parties,
  sha256,
  content_sha256,
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
    ...(centroid ? { rough: true as const } : {}),
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
