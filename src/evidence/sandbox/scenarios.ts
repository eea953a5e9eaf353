// The sandbox's scenarios (records.md section 6): which submitted values give which made-up evidence.
// Every value that is not in these tables verifies.

import type { EntityType } from '../../events/entity-types.ts'
import { lastTenDigits } from '../../events/parts.ts'
import { compareAddresses } from '../matching/addresses.ts'
import { normaliseName } from '../matching/names.ts'
import { rememberedOf } from '../matching/remembered.ts'
import type { PostalAddress, Subject } from '../ports.ts'

export type NameScenario = {
  /** `vanishing`: a later search of the registry does not find it any more. */
  readonly registration: 'active' | 'inactive' | 'similar name' | 'foreign' | 'vanishing' | 'none'
  /** The date of the registry's data. Null: it says none. */
  readonly asOf: string | null
  /** Null: the entity type that the legal form in the name implies. */
  readonly entityType: EntityType | null
  readonly watchlisted: boolean
  readonly audited: boolean
  readonly delayMs: number
  /** How many of each the searches of the court and lien products find. */
  readonly bankruptcies: number
  readonly litigations: number
  readonly liens: number
  readonly certifications: number
  readonly adverseMedia: number
  /** Whether differences between its owners, and its next review, are overdue after a few seconds. */
  readonly hurried: boolean
  /** Whether a later search finds the legal entity under the identifier of its successor. */
  readonly merged: boolean
}

export type AddressScenario = {
  /** The registration's address, if it differs from the submitted one; null: the submitted address. */
  readonly registered: { readonly full_address: string; readonly located: 'near' | 'far' | 'unknown' } | null
  readonly deliverable: boolean
  readonly residential: boolean
  readonly registeredAgent: boolean
  readonly mailbox: boolean
}

/** `person`: the number is that of the first submitted person. */
export type TinScenario = 'found' | 'mismatch' | 'not_found' | 'unavailable at first' | 'person'

export type SandboxScenario = NameScenario & {
  /** One for each of the subject's addresses, in their order. */
  readonly addresses: readonly AddressScenario[]
  /** One for each of the subject's people, in their order. */
  readonly people: readonly PersonScenario[]
  readonly tin: TinScenario
}

/** Of this number no evidence is found. */
const unknownPhone = '2125550199'

/** The submitted numbers that evidence holds too. */
export const knownPhones = (numbers: readonly string[]): readonly string[] =>
  numbers.filter((number) => lastTenDigits(number) !== unknownPhone)

export type PersonScenario = {
  readonly registered: boolean
  readonly watchlisted: boolean
  /** The kind of records that the searches about people find. */
  readonly record: 'lien' | 'litigation' | 'bankruptcy' | 'criminal_record' | 'politically_exposed_person' | 'adverse_media' | null
  readonly identity: 'approved' | 'declined'
}

/** What a name by itself asks for. */
export const nameScenario = (name: string): NameScenario => ({ ...verifiedName, ...nameScenarios[normaliseName(name).text] })

type Asking = Pick<Subject, 'names' | 'addresses' | 'people' | 'tin'>

/** The scenario that this subject's values ask for. The submitted name is the first of its names. */
export const sandboxScenario = rememberedOf(
  (subject: Asking): SandboxScenario => ({
    ...nameScenario(subject.names[0] ?? ''),
    addresses: subject.addresses.map(addressScenario),
    people: subject.people.map(({ name }) => ({ ...verifiedPerson, ...personScenarios[normaliseName(name).text] })),
    tin: tinScenarios[subject.tin ?? ''] ?? 'found',
  }),
)

const verifiedName: NameScenario = {
  registration: 'active',
  asOf: null,
  entityType: null,
  watchlisted: false,
  audited: false,
  delayMs: 0,
  bankruptcies: 0,
  litigations: 0,
  liens: 0,
  certifications: 0,
  adverseMedia: 0,
  hurried: false,
  merged: false,
}

const nameScenarios = byNormalisedName<NameScenario>({
  'Unregistered Business': { registration: 'none' },
  'Similar Name Business': { registration: 'similar name' },
  'Inactive Business': { registration: 'inactive' },
  'Audited Business': { audited: true },
  Corporation: { entityType: 'CORPORATION' },
  LLC: { entityType: 'LLC' },
  Partnership: { entityType: 'PARTNERSHIP' },
  'Sole Proprietorship': { entityType: 'SOLE_PROPRIETORSHIP' },
  Trust: { entityType: 'TRUST' },
  'Non Profit': { entityType: 'NON_PROFIT' },
  'Watchlist Business': { watchlisted: true },
  'Bankrupt Business': { bankruptcies: 1 },
  'Litigated Business': { litigations: 1 },
  'Liened Business': { liens: 1 },
  'Certified Business': { certifications: 1 },
  'Notorious Business': { adverseMedia: 1 },
  'Foreign Business': { registration: 'foreign' },
  'Vanished Business': { registration: 'vanishing' },
  'Stale Business': { asOf: '2019-03-29' },
  'Slow Business': { delayMs: 30_000 },
  'Overdue Business': { hurried: true },
  'Merged Business': { merged: true },
})

/** What the agencies do about a company of a partner. */
export type CompanyScenario = {
  /** They ask it something about a registration request that was submitted. */
  readonly questioned: boolean
  /** They write it a letter. */
  readonly written: boolean
}

const companyScenarios = byNormalisedName<CompanyScenario>({
  'Questioned Company': { questioned: true },
  'Lettered Company': { written: true },
})

export const companyScenario = (name: string): CompanyScenario => ({
  questioned: false,
  written: false,
  ...companyScenarios[normaliseName(name).text],
})

const verifiedAddress: AddressScenario = { registered: null, deliverable: true, residential: false, registeredAgent: false, mailbox: false }

const addressScenarios: readonly (readonly [PostalAddress, Partial<AddressScenario>])[] = [
  [grandStreet(123), { registered: { full_address: '4400 Ridge Rd, Buffalo, NY 14218', located: 'far' } }],
  [grandStreet(223), { registered: { full_address: '235 Grand St, New York, NY 10013', located: 'near' } }],
  [grandStreet(323), { registered: { full_address: '323 Grande St, New York, NY 10013', located: 'unknown' } }],
  [grandStreet(423), { deliverable: false }],
  [grandStreet(523), { residential: true }],
  [grandStreet(623), { registeredAgent: true }],
  [grandStreet(723), { mailbox: true }],
]

const verifiedPerson: PersonScenario = { registered: true, watchlisted: false, record: null, identity: 'approved' }

const personScenarios = byNormalisedName<PersonScenario>({
  'J Doe': { registered: false },
  'Watchlist Person': { watchlisted: true },
  'Liened Person': { record: 'lien' },
  'Litigated Person': { record: 'litigation' },
  'Bankrupt Person': { record: 'bankruptcy' },
  'Convicted Person': { record: 'criminal_record' },
  'Political Person': { record: 'politically_exposed_person' },
  'Notorious Person': { record: 'adverse_media' },
  'Declined Person': { identity: 'declined' },
})

const tinScenarios: Readonly<Record<string, TinScenario>> = {
  '000000001': 'mismatch',
  '000000002': 'not_found',
  '000000003': 'unavailable at first',
  '000000004': 'person',
}

function addressScenario(address: PostalAddress): AddressScenario {
  const building = withoutUnit(address)
  const asked = addressScenarios.find(([scenario]) => {
    const { kind } = compareAddresses(building, scenario)
    return kind === 'same' || kind === 'incomplete'
  })
  return { ...verifiedAddress, ...asked?.[1] }
}

function withoutUnit(address: PostalAddress): PostalAddress {
  return address.address_line1 === null ? address : { ...address, address_line2: null }
}

/** Written out instead of parsed: the address parser loads slowly, and not every program with this table needs it. */
function grandStreet(number: number): PostalAddress {
  const [address_line1, city, state, postal_code] = [`${number} Grand St`, 'New York', 'NY', '10013']
  const full_address = `${address_line1}, ${city}, ${state} ${postal_code}`
  return { full_address, address_line1, address_line2: null, city, state, postal_code }
}

function byNormalisedName<Scenario>(table: Readonly<Record<string, Partial<Scenario>>>): Readonly<Record<string, Partial<Scenario>>> {
  return Object.fromEntries(Object.entries(table).map(([name, scenario]) => [normaliseName(name).text, scenario]))
}
