// The registrations that the sandbox makes up.
import type { EntityType } from '../../events/entity-types.ts'
import { addressLines } from '../../events/parts.ts'
import { addressKey, parseAddress } from '../matching/addresses.ts'
import { compareNames, normaliseName } from '../matching/names.ts'
import type { PostalAddress, RegistrationFinding, Source, Subject } from '../ports.ts'
import { digits, month } from './digits.ts'
import { place, rounded } from './places.ts'
import { type AddressScenario, type NameScenario, nameScenario, type SandboxScenario } from './scenarios.ts'
import { source } from './source.ts'

export const agentName = 'Sandbox Registered Agents Inc.'

/** One registration in the home state, and one as an assumed business name for each further name that was submitted. */
export function registrations(subject: Subject, scenario: SandboxScenario): readonly RegistrationFinding[] {
  if (scenario.registration === 'none' || hasVanished(subject, scenario)) return []
  const state = subject.addresses.find((address) => address.state !== null)?.state ?? 'DE'
  const assumed = (subject.further_names ?? []).flatMap((name) => {
    const { registration } = nameScenario(name)
    return registration === 'none' ? [] : [assumedName({ subject, name, registration, state })]
  })
  return [homeRegistration(subject, scenario, state), ...assumed]
}

/** The registries that were searched. Their next version lacks what vanishes. */
export const registries = (subject: Subject, scenario: SandboxScenario): readonly Source[] => [
  source('registries', { as_of: scenario.asOf, version: hasVanished(subject, scenario) ? '2' : '1' }),
]

/** A registration vanishes once it is on file. */
const hasVanished = ({ registrations: held = [] }: Subject, { registration }: SandboxScenario): boolean =>
  registration === 'vanishing' && held.length > 0

/** With the submitted name, addresses and people unless the scenario changes them. */
function homeRegistration(subject: Subject, scenario: SandboxScenario, state: string): RegistrationFinding {
  const submitted = subject.names[0] ?? ''
  const name = registeredName(submitted, scenario)
  const entityType = scenario.entityType ?? entityTypeOf(submitted)
  const { file_number, registered } = filed(submitted, state)
  const inactive = scenario.registration === 'inactive'
  const foreign = scenario.registration === 'foreign'
  const { score, explanation } = compareNames(submitted, name)
  return {
    name,
    match: { score, explanation },
    name_type: 'legal',
    ...(inactive ? dissolved : inGoodStanding),
    state,
    ...(foreign
      ? {
          jurisdiction: 'FOREIGN',
          formed_in: state === 'DE' ? 'NV' : 'DE',
          entity_type: filedTypes[entityType].replace('DOMESTIC', 'FOREIGN'),
        }
      : { jurisdiction: 'DOMESTIC', entity_type: filedTypes[entityType] }),
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
    sources: [source(`registration/${state}/${file_number}`, { as_of: scenario.asOf })],
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
  if (registered.located === 'far') return { ...other, ...place(other) }
  const { latitude, longitude } = place(submitted)
  return { ...other, latitude: latitude === null ? null : rounded(latitude + nearDegrees), longitude }
}

/** About 0.07 miles of latitude. */
const nearDegrees = 0.001

function agentAddress(state: string): PostalAddress {
  const parts = { address_line1: '100 Agent Way', address_line2: null, city: 'Capital City', state, postal_code: null }
  return { full_address: `100 Agent Way, Capital City, ${state}`, ...parts }
}
