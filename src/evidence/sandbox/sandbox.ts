// The sandbox: made-up evidence, the same every time, for testing an integration. It never uses reference data.
// Every business verifies, unless a submitted value asks for one of the scenarios in `scenarios.ts`.

import { createHash } from 'node:crypto'
import type { EntityType } from '../../events/entity-types.ts'
import { addressLines } from '../../events/parts.ts'
import { addressKey, parseAddress } from '../matching/addresses.ts'
import { compareNames, normaliseName } from '../matching/names.ts'
import type {
  AddressFinding,
  EvidenceSource,
  PhoneFinding,
  PostalAddress,
  RegistrationFinding,
  Subject,
  TinFinding,
  WatchlistFinding,
  WatchlistHit,
} from '../ports.ts'
import { type AddressScenario, knownPhones, type NameScenario, nameScenario, type SandboxScenario, sandboxScenario } from './scenarios.ts'
import { source } from './source.ts'

export function openSandbox(): EvidenceSource {
  return {
    delay: (subject) => sandboxScenario(subject).delayMs,
    needsAudit: (subject) => sandboxScenario(subject).audited,
    tinAvailable: async () => true,
    registrations: async (subject) => registrations(subject, sandboxScenario(subject)),
    registries: async () => [source('registries')],
    addresses: async (subject) => addresses(subject, sandboxScenario(subject)),
    watchlists: async (subject) => watchlists(subject, sandboxScenario(subject)),
    tin: async (subject, attempt) => tin(subject, attempt, sandboxScenario(subject)),
    taxExempt: async (subject) => taxExempt(subject, sandboxScenario(subject)),
    motorCarriers: async () => [],
    phones: async (subject) => phones(subject),
    loans: async () => [],
    loanLists: async () => [source('loans')],
    industry: async () => [industry],
  }
}

const agentName = 'Sandbox Registered Agents Inc.'

/** One registration in the home state, and one as an assumed business name for each further name that was submitted. */
function registrations(subject: Subject, scenario: SandboxScenario): readonly RegistrationFinding[] {
  if (scenario.registration === 'none') return []
  const state = subject.addresses.find((address) => address.state !== null)?.state ?? 'DE'
  const assumed = (subject.further_names ?? []).flatMap((name) => {
    const { registration } = nameScenario(name)
    return registration === 'none' ? [] : [assumedName({ subject, name, registration, state })]
  })
  return [homeRegistration(subject, scenario, state), ...assumed]
}

/** With the submitted name, addresses and people unless the scenario changes them. */
function homeRegistration(subject: Subject, scenario: SandboxScenario, state: string): RegistrationFinding {
  const submitted = subject.names[0] ?? ''
  const name = registeredName(submitted, scenario)
  const entityType = scenario.entityType ?? entityTypeOf(submitted)
  const { file_number, registered } = filed(submitted, state)
  const inactive = scenario.registration === 'inactive'
  const { score, explanation } = compareNames(submitted, name)
  return {
    name,
    match: { score, explanation },
    name_type: 'legal',
    ...(inactive ? dissolved : inGoodStanding),
    state,
    jurisdiction: 'DOMESTIC',
    entity_type: filedTypes[entityType],
    file_number,
    registration_date: registered,
    addresses: registeredAddresses(subject, scenario),
    officers: subject.people
      .filter((_, at) => scenario.people[at]?.registered)
      .map((person) => ({ name: person.name, titles: [officerTitles[entityType]] })),
    registered_agent: { name: agentName, address: agentAddress(state) },
    source_url: null,
    history: [
      { type: 'registration.created', occurred_at: `${registered}T00:00:00.000Z`, description: `Registered in ${state}` },
      ...(inactive
        ? [{ type: 'registration.updated', occurred_at: '2022-09-23T00:00:00.000Z', description: 'Administratively dissolved' }]
        : []),
    ],
    sources: [source(`registration/${state}/${file_number}`)],
  }
}

const inGoodStanding = { status: 'active', sub_status: 'GOOD_STANDING', status_details: 'Active and in good standing' } as const
const dissolved = { status: 'inactive', sub_status: 'DISSOLVED', status_details: 'Administratively dissolved' } as const

const registeredName = (submitted: string, { registration }: Pick<NameScenario, 'registration'>): string =>
  registration === 'similar name' ? `${submitted} Holdings` : submitted

/** A made-up number and date, the same for every spelling of the name. */
function filed(name: string, state: string): { readonly file_number: string; readonly registered: string } {
  const number = digits(`registration ${normaliseName(name).text} ${state}`)
  return {
    file_number: `SBX${number.slice(0, 8)}`,
    registered: `${2010 + (Number(number.slice(8, 12)) % 10)}-${month(number.slice(12, 14))}-15`,
  }
}

type Assumed = {
  readonly subject: Subject
  readonly name: string
  readonly registration: NameScenario['registration']
  readonly state: string
}

/** A name with its owner, not an entity. */
function assumedName({ subject, name: submitted, registration, state }: Assumed): RegistrationFinding {
  const name = registeredName(submitted, { registration })
  const { file_number, registered } = filed(submitted, state)
  const { score, explanation } = compareNames(subject.names[0] ?? '', name)
  return {
    name,
    match: { score, explanation },
    name_type: 'dba',
    ...(registration === 'inactive'
      ? { ...dissolved, status_details: 'Lapsed' }
      : { ...inGoodStanding, sub_status: null, status_details: 'Active' }),
    state,
    jurisdiction: 'UNKNOWN',
    entity_type: 'ASSUMED BUSINESS NAME',
    file_number,
    registration_date: registered,
    addresses: [],
    officers: [],
    registered_agent: null,
    source_url: null,
    history: [],
    sources: [source(`registration/${state}/${file_number}`)],
  }
}

/** Evidence holds the submitted numbers, unless one asks for the scenario of an unknown number. */
const phones = (subject: Subject): readonly PhoneFinding[] =>
  knownPhones(subject.phone_numbers ?? []).map((number) => ({ number, sources: [source('phones')] }))

/** As a registry words them. */
const filedTypes: Readonly<Record<EntityType, string>> = {
  CORPORATION: 'DOMESTIC BUSINESS CORPORATION',
  LLC: 'DOMESTIC LIMITED LIABILITY COMPANY',
  PARTNERSHIP: 'DOMESTIC LIMITED PARTNERSHIP',
  SOLE_PROPRIETORSHIP: 'SOLE PROPRIETORSHIP',
  TRUST: 'DOMESTIC BUSINESS TRUST',
  NON_PROFIT: 'DOMESTIC NONPROFIT CORPORATION',
}

const officerTitles: Readonly<Record<EntityType, string>> = {
  CORPORATION: 'President',
  LLC: 'Managing Member',
  PARTNERSHIP: 'Partner',
  SOLE_PROPRIETORSHIP: 'Owner',
  TRUST: 'Trustee',
  NON_PROFIT: 'Director',
}

const entityTypes: Readonly<Record<string, EntityType>> = {
  Inc: 'CORPORATION',
  Corp: 'CORPORATION',
  LP: 'PARTNERSHIP',
  LLP: 'PARTNERSHIP',
  LLLP: 'PARTNERSHIP',
}

function entityTypeOf(name: string): EntityType {
  return entityTypes[normaliseName(name).legalForm ?? ''] ?? 'LLC'
}

function registeredAddresses(subject: Subject, scenario: SandboxScenario): RegistrationFinding['addresses'] {
  const registered = subject.addresses.map((address, at) => registeredAddress(address, scenario.addresses[at] as AddressScenario))
  const byKey = new Map(registered.toReversed().map((address) => [addressKey(address), address]))
  return [...byKey.values()].toReversed().map((address) => ({ ...address, labels: ['principal'] }))
}

function registeredAddress(submitted: PostalAddress, { registered }: AddressScenario): PostalAddress {
  if (registered === null) return { ...addressLines(submitted), ...place(submitted) }
  const other = addressLines(parseAddress(registered.full_address).address as PostalAddress)
  if (registered.located === 'unknown') return { ...other, latitude: null, longitude: null }
  const { latitude, longitude } = place(registered.located === 'near' ? submitted : other)
  return { ...other, latitude: registered.located === 'near' ? round(latitude + nearDegrees) : latitude, longitude }
}

/** About 0.07 miles of latitude. */
const nearDegrees = 0.001

/** A made-up point within the contiguous United States, the same for every spelling of the address. Different addresses are far apart. */
function place(address: PostalAddress): { readonly latitude: number; readonly longitude: number } {
  const number = digits(`place ${addressKey(address, { withoutUnit: true })}`)
  const share = (from: number): number => Number(number.slice(from, from + 6)) / 1_000_000
  return { latitude: round(32 + 13 * share(0)), longitude: round(-118 + 40 * share(6)) }
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

function agentAddress(state: string): PostalAddress {
  const parts = { address_line1: '100 Agent Way', address_line2: null, city: 'Capital City', state, postal_code: null }
  return { full_address: `100 Agent Way, Capital City, ${state}`, ...parts }
}

function addresses(subject: Subject, scenario: SandboxScenario): readonly AddressFinding[] {
  return subject.addresses.map((address, index) => {
    const { deliverable, residential, registeredAgent, mailbox } = scenario.addresses[index] as AddressScenario
    return {
      index,
      ...place(address),
      valid: true,
      deliverable,
      property_type: residential ? 'residential' : 'commercial',
      cmra: mailbox,
      virtual: false,
      registered_agent_name: registeredAgent ? agentName : null,
      location_count: 1,
      sources: [source(`address/${addressKey(address)}`)],
    }
  })
}

const lists: WatchlistFinding['lists'] = [
  {
    agency: 'Office of Foreign Assets Control',
    agency_abbr: 'OFAC',
    organization: 'US Department of the Treasury',
    title: 'Specially Designated Nationals',
    abbr: 'SDN',
    version: 'sandbox',
  },
  {
    agency: 'Bureau of Industry and Security',
    agency_abbr: 'BIS',
    organization: 'US Department of Commerce',
    title: 'Entity List',
    abbr: 'EL',
    version: 'sandbox',
  },
]

function watchlists(subject: Subject, scenario: SandboxScenario): WatchlistFinding {
  const business = scenario.watchlisted
    ? [hit({ screened: { kind: 'business' }, name: subject.names[0] ?? '', listed: 'Watchlist Business' })]
    : []
  const people = subject.people
    .filter((_, at) => scenario.people[at]?.watchlisted)
    .map(({ id, name }) => hit({ screened: { kind: 'person', id }, name, listed: 'Watchlist Person' }))
  return { lists, hits: [...business, ...people] }
}

function hit({
  screened,
  name,
  listed,
}: {
  readonly screened: WatchlistHit['screened']
  readonly name: string
  readonly listed: string
}): WatchlistHit {
  return {
    screened,
    screened_name: name,
    list: 'SDN',
    entry_id: `sandbox-${listed.toLowerCase().replaceAll(' ', '-')}`,
    entity_name: listed,
    matched_name: listed,
    quality: 'name',
    match: { score: 1, explanation: 'the same name' },
    entity_aliases: [`${listed} of the Sandbox`],
    entity_type: screened.kind === 'business' ? 'entity' : 'individual',
    addresses: ['1 Listed Street, Sandbox City'],
    programs: ['SANDBOX'],
    title: null,
    dates_of_birth: screened.kind === 'business' ? [] : ['1960'],
    nationalities: screened.kind === 'business' ? [] : ['Sandbox'],
    identifiers: ['Sandbox number 1'],
    listed_at: '2019-03-01',
    ends_at: null,
    remarks: 'Made up for the sandbox.',
    agency_information_url: 'https://ofac.treasury.gov/specially-designated-nationals-and-blocked-persons-list-sdn-human-readable-lists',
    agency_list_url: 'https://sanctionslist.ofac.treas.gov/Home/SdnList',
    url: null,
    list_country: 'US',
    list_region: 'North America',
    sources: [source(`watchlist/${listed}`)],
  }
}

const tinRetryMs = 5_000

function tin(subject: Subject, attempt: number, scenario: SandboxScenario): TinFinding {
  if (subject.tin === null) return { outcome: 'unknown', sources: [source('tin/none')] }
  const sources = [source(`tin/${scenario.tin}`)]
  if (scenario.tin === 'not_found') return { outcome: 'not_found', sources }
  if (scenario.tin === 'mismatch') return { outcome: 'mismatch', name: 'Other Business of the Sandbox', sources }
  if (scenario.tin === 'unavailable at first' && attempt <= 1) return { outcome: 'unavailable', retry_after_ms: tinRetryMs, sources }
  return { outcome: 'found', name: subject.names[0] ?? null, sources }
}

/** Only non-profit entity types are exempt; numbers that begin with 00 are never issued. */
function taxExempt(subject: Subject, scenario: SandboxScenario) {
  if (scenario.entityType !== 'NON_PROFIT') return null
  const name = subject.names[0] ?? ''
  return {
    ein: subject.tin ?? `00${digits(`ein ${name}`).slice(0, 7)}`,
    name,
    section: '501(c)(3)',
    ruling_date: '2012-06-01',
    tax_period: '2024-12-31',
    revoked_at: null,
    address: subject.addresses[0] ?? null,
    ntee_code: 'P20',
    match: { score: 1, explanation: 'the same name' },
    sources: [source(`exempt/${normaliseName(name).text}`)],
  }
}

const industry = {
  classification_system: 'NAICS',
  name: 'Administrative Management and General Management Consulting Services',
  sector: 'Professional, Scientific, and Technical Services',
  category: 'Management, Scientific, and Technical Consulting Services',
  score: 0.95,
  high_risk: false,
  naics_codes: ['541611'],
  sic_codes: ['8742'],
  mcc_codes: ['7392'],
  prohibited_labels: [],
  sources: [source('industry/541611')],
} as const

/** Sixteen decimal digits derived from the text alone. */
function digits(text: string): string {
  const number = createHash('sha256').update(text).digest().readBigUInt64BE()
  return String(number % 10n ** 16n).padStart(16, '0')
}

function month(twoDigits: string): string {
  return String(1 + (Number(twoDigits) % 12)).padStart(2, '0')
}
