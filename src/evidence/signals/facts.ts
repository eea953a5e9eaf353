// The reference data's facts about a company's name and addresses, for the rules of a scoring model.
import { yearsBetween } from '../../events/years.ts'
import { compareAddresses, distanceMiles } from '../matching/addresses.ts'
import { compareNames, normaliseName } from '../matching/names.ts'
import { isSameParty } from '../matching/parties.ts'
import { nearMiles, sameName, similarName } from '../matching/thresholds.ts'
import type { AddressFinding, EvidenceSource, RegistrationFinding, Subject, TinFinding } from '../ports.ts'

export type Facts = {
  readonly name: {
    readonly match: 'same' | 'similar' | 'none'
    readonly legalForm: boolean
    readonly tradeName: boolean
    readonly implausible: boolean
  }
  readonly addresses: readonly {
    readonly readable: boolean
    readonly registered: boolean
    readonly near: boolean
    readonly deliverable: boolean | null
    readonly property: 'commercial' | 'residential' | null
    readonly mailbox: boolean
    readonly agent: boolean
    readonly crowded: boolean
  }[]
  readonly registry: {
    /** Of each registration whose status is known. */
    readonly active: readonly boolean[]
    readonly unknownStatus: boolean
    readonly states: number
    readonly homeState: boolean
    readonly officers: number
    /** null: not known. */
    readonly formedYears: number | null
  }
  /** For each person, whether a registration lists them. */
  readonly people: readonly boolean[]
  readonly tin: TinFinding['outcome'] | null
  readonly watchlistHits: number
  readonly records: {
    readonly carriers: number
    readonly revocations: number
    readonly loans: number
    readonly phones: number
    readonly emails: number
    readonly taxExempt: 'current' | 'revoked' | null
  }
  readonly industry: { readonly known: boolean; readonly highRisk: boolean }
}

const crowdedFrom = 50

/** `at`: the day of the request; a formation's age is counted from it. @throws when the source itself fails */
export const factsOf = async (source: EvidenceSource, subject: Subject, at: Date): Promise<Facts> => {
  const [registered, addresses, watchlists, tin, taxExempt, carriers, loans, industry] = await Promise.all([
    source.registrations(subject),
    source.addresses(subject),
    source.watchlists(subject),
    subject.tin === null ? null : source.tin(subject, 1),
    source.taxExempt(subject),
    source.motorCarriers(subject),
    source.loans(subject),
    source.industry(subject),
  ])
  const name = subject.names[0] ?? ''
  const found = registered.filter(({ possible }) => possible === undefined)
  const scored = found.map((registration) => ({ registration, score: compareNames(name, registration.name).score }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const registrations = scored.filter(({ score }) => score >= similarName).map(({ registration }) => registration)
  const normalised = normaliseName(name)
  return {
    name: {
      match: best >= sameName ? 'same' : best >= similarName ? 'similar' : 'none',
      legalForm: normalised.legalForm !== null,
      tradeName: registrations.some((each) => each.name_type === 'dba' && compareNames(name, each.name).score >= sameName),
      implausible: isImplausible(name),
    },
    addresses: subject.addresses.map((address, index) => {
      const finding = addresses.find((each) => each.index === index)
      return {
        ...against(address, finding, registrations),
        ...assessed(finding),
        readable: address.state !== null && address.address_line1 !== null,
      }
    }),
    registry: {
      active: registrations.filter(({ status }) => status !== 'unknown').map(({ status }) => status === 'active'),
      unknownStatus: registrations.some(({ status }) => status === 'unknown'),
      states: new Set(registrations.map(({ state }) => state)).size,
      homeState: registrations.some(({ state }) => subject.addresses.some((address) => address.state === state)),
      officers: registrations.reduce((sum, { officers }) => sum + officers.length, 0),
      formedYears: formedYears(registrations, at),
    },
    people: subject.people.map((person) =>
      registrations.some(({ officers }) => officers.some((officer) => isSameParty(person, officer.name))),
    ),
    tin: tin?.outcome ?? null,
    watchlistHits: watchlists.hits.length,
    records: {
      carriers: carriers.length,
      revocations: carriers.reduce((sum, { revocations }) => sum + revocations.length, 0),
      loans: loans.length,
      phones: carriers.filter(({ phone }) => phone !== null).length,
      emails: carriers.filter(({ email }) => email !== null).length,
      taxExempt: taxExempt === null ? null : taxExempt.revoked_at === null ? 'current' : 'revoked',
    },
    industry: { known: industry.length > 0, highRisk: industry.some(({ high_risk }) => high_risk) },
  }
}

type Address = Subject['addresses'][number]

/** How the address compares with those in the registrations. */
const against = (address: Address, finding: AddressFinding | undefined, registrations: readonly RegistrationFinding[]) => {
  const held = registrations.flatMap(({ addresses }) => addresses)
  const place = finding && !finding.rough ? finding : null
  const placed = { ...address, latitude: place?.latitude ?? null, longitude: place?.longitude ?? null }
  const kinds = held.map((each) => compareAddresses(address, each).kind)
  return {
    registered: kinds.includes('same'),
    near:
      kinds.some((kind) => kind === 'similar' || kind === 'incomplete') ||
      held.some((each) => (distanceMiles(placed, each) ?? Number.POSITIVE_INFINITY) <= nearMiles),
  }
}

const assessed = (finding: AddressFinding | undefined) => ({
  deliverable: finding?.deliverable ?? null,
  property: finding?.property_type ?? null,
  mailbox: finding?.cmra === true || finding?.virtual === true,
  agent: finding?.registered_agent_name != null,
  crowded: (finding?.location_count ?? 0) >= crowdedFrom,
})

/** Only the record of the home state says when a business was formed. */
const formedYears = (registrations: readonly RegistrationFinding[], at: Date): number | null => {
  const home = registrations.filter(({ name_type, jurisdiction }) => name_type === 'legal' && jurisdiction === 'DOMESTIC')
  const years = home.flatMap(({ registration_date: date }) => (date === null ? [] : [yearsBetween(date, at.toISOString())]))
  const known = years.filter(Number.isFinite)
  return known.length === 0 ? null : Math.max(...known)
}

/** No letters, one repeated letter, an unpronounceable run of consonants, or a placeholder. */
const isImplausible = (name: string): boolean => {
  const { core } = normaliseName(name)
  const letters = core.join('').replace(/[^\p{L}]/gu, '')
  if (letters.length < 2 || /^(\p{L})\1+$/u.test(letters)) return true
  if (core.some((word) => /[bcdfghjklmnpqrstvwxz]{6,}/.test(word)) || core.some((word) => /(\p{L})\1{3,}/u.test(word))) return true
  return core.every((word) => placeholders.has(word))
}

const placeholders = new Set([
  'test',
  'testing',
  'asdf',
  'qwerty',
  'na',
  'none',
  'null',
  'undefined',
  'unknown',
  'company',
  'business',
  'name',
  'foo',
  'bar',
  'xxx',
])
