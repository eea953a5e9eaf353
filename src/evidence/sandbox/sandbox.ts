// The sandbox: made-up evidence, the same every time, for testing an integration. It never uses reference data.
// Every business verifies, unless a submitted value asks for one of the scenarios in `scenarios.ts`.

import { addressKey } from '../matching/addresses.ts'
import { normaliseName } from '../matching/names.ts'
import { rememberedOf } from '../matching/remembered.ts'
import type { AddressFinding, EvidenceSource, PhoneFinding, Subject, TinFinding, WatchlistFinding, WatchlistHit } from '../ports.ts'
import { digits } from './digits.ts'
import { legalEntity } from './legal-entities.ts'
import { place } from './places.ts'
import { agentName, registrations, registries } from './registrations.ts'
import { type AddressScenario, knownPhones, type SandboxScenario, sandboxScenario } from './scenarios.ts'
import { source } from './source.ts'

export function openSandbox(): EvidenceSource {
  return {
    delay: (subject) => sandboxScenario(subject).delayMs,
    needsAudit: (subject) => sandboxScenario(subject).audited,
    tinAvailable: async () => true,
    registrations: async (subject) => registrationsOf(subject),
    registries: async (subject) => registries(subject, sandboxScenario(subject)),
    addresses: async (subject) => addresses(subject, sandboxScenario(subject)),
    watchlists: async (subject) => watchlists(subject, sandboxScenario(subject)),
    tin: async (subject, attempt) => tin(subject, attempt, sandboxScenario(subject)),
    taxExempt: async (subject) => taxExempt(subject, sandboxScenario(subject)),
    motorCarriers: async () => [],
    phones: async (subject) => phones(subject),
    loans: async () => [],
    loanLists: async () => loanLists,
    industry: async () => [industry],
    legalEntity: async (subject) => legalEntity(subject, sandboxScenario(subject)),
    legalEntityData: async () => legalEntityData,
  }
}

/** Several looks of one verification ask for them. */
const registrationsOf = rememberedOf((subject: Subject) => registrations(subject, sandboxScenario(subject)))

const loanLists = [source('loans')]
const legalEntityData = [source('legal_entities')]

/** Evidence holds the submitted numbers, unless one asks for the scenario of an unknown number. */
const phones = (subject: Subject): readonly PhoneFinding[] =>
  knownPhones(subject.phone_numbers ?? []).map((number) => ({ number, sources: [source('phones')] }))

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

/** Owners and officers with these names are hits. */
const listedParty = { person: 'Watchlist Person', business: 'Watchlist Business' } as const

function watchlists(subject: Subject, scenario: SandboxScenario): WatchlistFinding {
  const business = scenario.watchlisted
    ? [hit({ screened: { kind: 'business' }, name: subject.names[0] ?? '', listed: 'Watchlist Business' })]
    : []
  const people = subject.people
    .filter((_, at) => scenario.people[at]?.watchlisted)
    .map(({ id, name }) => hit({ screened: { kind: 'person', id }, name, listed: 'Watchlist Person' }))
  const others = [...(subject.owners ?? []), ...(subject.officers ?? [])]
    .filter(({ kind, name }) => name.toLowerCase() === listedParty[kind].toLowerCase())
    .map(({ kind, id, name }) => hit({ screened: { kind, id }, name, listed: listedParty[kind] }))
  return { lists, hits: [...business, ...people, ...others] }
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
  if (scenario.tin === 'person') return { outcome: 'person', name: subject.people[0]?.name ?? 'Person of the Sandbox', sources }
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
