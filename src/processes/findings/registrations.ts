// Turns registrations and addresses into evidence: names, people and formation, and how submitted addresses compare with those on registrations.
import type { Business } from '../../commands/business-state.ts'
import type { Evidence } from '../../commands/findings.ts'
import { homeRecordOf } from '../../commands/home-record.ts'
import type { Registration } from '../../events/business-evidence.ts'
import { entityTypeOf, filedAs } from '../../events/entity-types.ts'
import { registrySearch } from '../../events/evidence-file.ts'
import { carrying, type Source, sourceInOrder, unique } from '../../events/parts.ts'
import { addressKey, compareAddresses, distanceMiles } from '../../evidence/matching/addresses.ts'
import { normaliseName } from '../../evidence/matching/names.ts'
import { compareRegisteredName } from '../../evidence/matching/registration-names.ts'
import { nearMiles } from '../../evidence/matching/thresholds.ts'
import type { AddressFinding, PostalAddress, RegistrationFinding, Subject } from '../../evidence/ports.ts'
import { addressesOf, addressParts, identifier, personIdIn } from './parts.ts'
import { givenUp, standingOf, stillTold, vanishedFrom, withChanges } from './registration-changes.ts'
import { searchOfLoaded } from './search-notes.ts'

/** What registrations tell. The list of them is always there, and empty where none was found. */
export type Registered = Evidence & Required<Pick<Evidence, 'registrations'>>

/** Names, addresses, people and formation as the registrations tell them, the registrations themselves, and the `registries` searched for them. */
export const fromRegistrations = (business: Business, told: readonly RegistrationFinding[], registries: readonly Source[]): Registered => {
  const id = identifier(business)
  const all = told.map((finding) => ({ ...finding, sources: filedAs(carriedBy(business, finding), finding.entity_type) }))
  const findings = all.filter(isOwn)
  const { people, personId } = peopleOf(business, findings)
  const onFile = findings.map(({ sources, ...finding }) => ({
    ...entryOf(business, finding),
    sub_status: finding.sub_status,
    status_details: finding.status_details,
    ...(finding.formed_in === undefined ? {} : { formed_in: finding.formed_in }),
    addresses: finding.addresses.map((address) => ({ ...addressParts(address), labels: [...address.labels] })),
    officers: finding.officers.map(({ name, titles }) => ({ id: personId(name), name, titles: [...titles] })),
    registered_agent: finding.registered_agent && {
      id: personId(finding.registered_agent.name),
      name: finding.registered_agent.name,
      address: finding.registered_agent.address?.full_address ?? null,
    },
    history: finding.history.map((each) => ({ ...each })),
    sources,
  }))
  const current = onFile.map(withChanges(business))
  const gone = givenUp(business, current)
  const registrations = [...current, ...vanishedFrom(business, [...current, ...gone], registries)]
  const standing = standingOf(business, [...registrations, ...gone])
  const names = unique([
    ...findings.map(({ name, name_type, sources }) => ({
      id: id('name', normaliseName(name).text),
      name,
      type: name_type,
      sources,
    })),
    ...stillTold(business.file.names, standing),
  ])
  const submittedKeys = new Set(business.submitted.addresses.map((address) => addressKey(address)))
  const addresses = unique([
    ...findings
      .flatMap(({ addresses: found, sources }) => found.map((address) => ({ address, key: addressKey(address), sources })))
      .filter(({ key }) => !submittedKeys.has(key))
      .map(({ address, key, sources }) => ({ id: id('address', key), ...addressParts(address), labels: [...address.labels], sources })),
    ...stillTold(business.file.addresses, standing),
  ])
  const formation = registrations.length > 0 || gone.length > 0 ? formationOf(business, [...registrations, ...standing]) : undefined
  const search = searchOfLoaded(business, registrySearch, { dataSets: registries, nothing: 'no state registry is loaded' })
  const searches = registries.length > 0 || findings.length === 0 ? { searches: [search] } : {}
  const possible_matches = all.filter((finding) => !isOwn(finding)).map((finding) => possibleMatch(business, finding))
  const name_comparisons = namesCompared(business, all)
  return {
    registrations: [...registrations, ...gone, ...comparedAnew(business, standing)],
    possible_matches,
    names,
    name_comparisons,
    addresses,
    people: unique([...people, ...stillTold(business.file.people, standing)]),
    ...searches,
    ...(formation ? { formation } : {}),
  }
}

/** How each further name that was submitted compares with the names on registrations. A possible match verifies none. */
const namesCompared = ({ added }: Business, all: readonly RegistrationFinding[]) =>
  added.names.map(({ id: name_id, name }) => {
    const [best] = all
      .map((finding) => ({ finding, ...compareRegisteredName(name, finding.name) }))
      .filter(({ kind }) => kind !== 'different')
      .toSorted((a, b) => Number(isOwn(b.finding)) - Number(isOwn(a.finding)) || b.score - a.score)
    if (!best)
      return {
        name_id,
        kind: 'unverified' as const,
        found_name: null,
        explanation: 'no registration carries it or a similar one',
        sources: [],
      }
    const { finding, kind, explanation } = best
    const verifies = kind === 'same' && isOwn(finding)
    const told = isOwn(finding) ? explanation : `${explanation}; a possible match: ${finding.possible}`
    return {
      name_id,
      kind: verifies ? ('verified' as const) : ('similar' as const),
      found_name: finding.name,
      explanation: told,
      sources: finding.sources,
    }
  })

/** The registrations that stand whose name was compared with another name than the business has now: compared with that one. */
const comparedAnew = ({ submitted }: Business, standing: readonly Found[]): readonly Found[] =>
  standing.flatMap((held) => {
    const { score, explanation } = compareRegisteredName(submitted.name, held.name)
    return score === held.match.score ? [] : [{ ...held, match: { score, explanation } }]
  })

export const isOwn = ({ possible }: RegistrationFinding): boolean => possible === undefined

const registrationId = (business: Business, { state, file_number }: Pick<RegistrationFinding, 'state' | 'file_number'>): string =>
  identifier(business)('registration', state, file_number)

/** Facts from a registration have the registration as their source, with its row in the registry. */
export const carriedBy = (business: Business, finding: RegistrationFinding): RegistrationFinding['sources'] => {
  const { state, status, file_number, jurisdiction, sources } = finding
  const [row, ...others] = sources
  if (!row) return []
  const metadata = { ...row.metadata, kind: row.metadata.kind ?? row.type, state, status, file_number, jurisdiction }
  return [sourceInOrder({ id: registrationId(business, finding), type: 'registration', metadata }), ...others]
}

/** What is kept of the business's own registrations and of possible matches alike. */
const entryOf = (business: Business, finding: Omit<RegistrationFinding, 'sources'>) => ({
  id: registrationId(business, finding),
  name: finding.name,
  name_type: finding.name_type,
  match: { ...finding.match },
  status: finding.status,
  jurisdiction: finding.jurisdiction,
  entity_type: entityTypeOf(finding.entity_type),
  file_number: finding.file_number,
  registration_date: finding.registration_date,
  state: finding.state,
  source_url: finding.source_url,
})

const possibleMatch = (business: Business, finding: RegistrationFinding) => ({
  ...entryOf(business, finding),
  reason: finding.possible ?? '',
  full_address: finding.addresses[0]?.full_address ?? null,
  sources: finding.sources,
})

/** All people on the registrations. A submitted person keeps the id from the submission. */
const peopleOf = (business: Business, findings: readonly RegistrationFinding[]) => {
  const personId = (name: string): string => personIdIn(business, name)
  const isSubmitted = (id: string): boolean => business.submitted.people.some((each) => each.id === id)
  const named = findings.flatMap(({ officers, registered_agent, sources }) => {
    const held = officers.map(({ name, titles }) => ({ id: personId(name), name, titles, sources }))
    // An agent need not be of the business: only one who was submitted as of it counts, in that role.
    const agent = registered_agent &&
      business.submitted.people.length > 0 && {
        id: personId(registered_agent.name),
        name: registered_agent.name,
        titles: ['REGISTERED AGENT'],
        sources,
      }
    return agent && isSubmitted(agent.id) ? [...held, agent] : held
  })
  const people = unique(named).map(({ id, name }) => ({
    id,
    name,
    titles: [...new Set(named.filter((each) => each.id === id).flatMap(({ titles }) => titles))],
    sources: unique(named.filter((each) => each.id === id).flatMap(({ sources }) => sources)),
  }))
  return { people, personId }
}

/**
 * The date and place of formation, only from the record of its home state. Any legal registration gives the kind of entity.
 * An assumed business name is not an entity. Undefined: nothing is known, and nothing was on file.
 */
const formationOf = (business: Business, registrations: readonly Found[]): Evidence['formation'] => {
  const home = homeRecordOf(registrations)
  const kind = home ?? registrations.find(({ name_type }) => name_type === 'legal')
  if (!kind && !business.file.formation) return undefined
  return {
    entity_type: kind?.entity_type ?? null,
    formation_date: home?.registration_date ?? null,
    formation_state: home?.state ?? null,
    sources: kind?.sources ?? registrations.flatMap(({ sources }) => sources),
  }
}

type Found = Registration & { readonly sources: readonly Source[] }

type Holder = { readonly addresses: readonly PostalAddress[]; readonly sources: readonly Source[]; readonly ended?: string | null }
/** `ended`: how somebody ended the record that has the address, in words. */
type HeldAddress = Pick<Holder, 'sources' | 'ended'> & { readonly address: PostalAddress }

/** The addresses of a registration or record, each with its sources. */
export const addressesHeld = ({ addresses, sources, ended = null }: Holder): readonly HeldAddress[] =>
  addresses.map((address) => ({ address, sources, ended }))

/** `key`: of an address that a registration has for its registered agent alone. */
type AgentPlace = { readonly name: string; readonly key: string; readonly sources: readonly Source[] }

export const agentPlaceOf = (business: Business, finding: RegistrationFinding): readonly AgentPlace[] => {
  const { registered_agent: agent, addresses } = finding
  if (!agent?.address) return []
  const key = addressKey(agent.address)
  const isOffice = addresses.some((each) => addressKey(each) === key && each.labels.some((label) => label !== 'registered_agent'))
  return isOffice ? [] : [{ name: agent.name, key, sources: carriedBy(business, finding) }]
}

/** The assessment of each address of the subject. A submitted one is compared with the addresses on the registrations. */
export const fromAddresses = (
  business: Business,
  subject: Subject,
  findings: readonly AddressFinding[],
  held: readonly HeldAddress[],
  agents: readonly AgentPlace[] = [],
): Evidence => {
  const ids = addressesOf(business).map(({ id }) => id)
  const assessments = findings.flatMap(({ index, sources, rough, ...finding }) => {
    const place = rough ? {} : { latitude: finding.latitude, longitude: finding.longitude }
    const address = subject.addresses[index]
    const address_id = ids[index]
    if (!address || !address_id) return []
    const compared = index < business.submitted.addresses.length ? comparison(address, place, held) : null
    const agent = finding.registered_agent_name === null ? agents.find(({ key }) => key === addressKey(address)) : undefined
    const agentSources = agent?.sources ?? []
    const comparedSources = compared?.sources ?? []
    const own = unique([...agentSources, ...comparedSources]).map((source) =>
      carrying(
        source,
        ...(agentSources.some(({ id }) => id === source.id) ? (['registered_agent'] as const) : []),
        ...(comparedSources.some(({ id }) => id === source.id) ? (['comparison'] as const) : []),
      ),
    )
    const registered_agent_name = finding.registered_agent_name ?? agent?.name ?? null
    return [{ address_id, ...finding, registered_agent_name, comparison: compared?.comparison ?? null, sources: [...sources, ...own] }]
  })
  return { assessments }
}

const kinds = {
  same: 'verified',
  approximate: 'approximate',
  similar: 'similar',
  incomplete: 'incomplete',
  'place only': 'incomplete',
} as const

/** The best first. */
const rank = [...Object.keys(kinds), 'different']

const comparison = (
  submitted: PostalAddress,
  place: Partial<Pick<AddressFinding, 'latitude' | 'longitude'>>,
  held: readonly HeldAddress[],
) => {
  const compared = held.map(({ address, sources, ended = null }) => {
    const { kind, explanation, score } = compareAddresses(submitted, address)
    const miles = distanceMiles(place, address)
    const near = (kind === 'similar' || kind === 'different') && miles !== null && miles <= nearMiles
    return { kind: near ? ('approximate' as const) : kind, explanation, score, miles, address, sources, ended }
  })
  const best = compared.toSorted(
    (a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || Number(a.ended !== null) - Number(b.ended !== null) || b.score - a.score,
  )[0]
  if (!best || best.kind === 'different') {
    const explanation = best
      ? 'no registration or record carries this address or a similar one'
      : 'no registration or record carries an address'
    return {
      comparison: { kind: 'unverified' as const, full_address: null, distance_miles: null, explanation },
      sources: [],
    }
  }
  const told = best.kind === 'approximate' ? `${best.address.full_address} lies ${best.miles?.toFixed(2)} miles away` : best.explanation
  const explanation = best.ended === null ? told : `${told}, on a record that ${best.ended}`
  return {
    comparison: {
      kind: kinds[best.kind],
      full_address: best.address.full_address,
      distance_miles: best.miles,
      explanation,
    },
    sources: best.sources,
  }
}
