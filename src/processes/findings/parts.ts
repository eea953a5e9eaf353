// The parts that all findings share: derived ids, addresses in their parts, and the business that the evidence is about.

import type { Business, Submitted } from '../../commands/business-state.ts'
import { isStillOwnLei, ownRegistrations, tellersOf } from '../../commands/former-names.ts'
import { foundOnly } from '../../commands/found-owners.ts'
import { hasFormerName } from '../../commands/registered-name.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { SubmittedOwnership } from '../../events/ownership.ts'
import { type AddressParts, addressLines, firstOfEach, type Source } from '../../events/parts.ts'
import { normaliseName } from '../../evidence/matching/names.ts'
import { isSameParty, kindOfParty } from '../../evidence/matching/parties.ts'
import type { PostalAddress, Subject, SubjectParty } from '../../evidence/ports.ts'

type Known = Pick<Business, 'submitted' | 'added' | 'former_names' | 'file'>

/**
 * The subject of the searches: the submitted data, followed by the names, addresses, owners and officers found so far.
 * @param watchlists that the account has chosen; null: all that are loaded
 */
export const subjectOf = (business: Known, watchlists: readonly string[] | null = null): Subject => {
  const { submitted, added, file } = business
  const people = submitted.people.map(({ id, name, dob, ssn }) => ({ id, name, dob, ssn }))
  const own = ownRegistrations(business)
  const owned = ownersIn({ submitted, file })
  const officers = own.flatMap((registration) => registration.officers)
  return {
    business_id: submitted.business_id,
    names: namesOf(business),
    further_names: added.names.map(({ name }) => name),
    addresses: addressesOf(business),
    people,
    ...owned,
    ...officersAmong(officers, { people, ...owned }),
    tin: submitted.tin,
    ...(submitted.lei ? { lei: submitted.lei } : {}),
    ...leiOnFile(business),
    website: submitted.website?.url ?? null,
    watchlists,
    phone_numbers: submitted.phone_numbers.map(({ number }) => number),
    registered_in: own.map(({ state }) => state),
    registrations: own.map(({ state, file_number }) => ({ state, file_number })),
  }
}

/** Its names: the submitted one first, then further ones, then those found. One of a former name counts where its own registration has it. */
export const namesOf = (business: Known): readonly string[] => {
  const { submitted, added, file } = business
  const toldBy = tellersOf(business)
  const found = Object.values(file.names).filter((each) => {
    const teller = toldBy(each)
    return teller === 'own' || (teller === 'other' && !hasFormerName(business, [each.name]))
  })
  return [...new Set([submitted.name, ...[...added.names, ...found].map(({ name }) => name)])]
}

/** The submitted addresses, then those found. */
export const addressesOf = (business: Known) => {
  const toldBy = tellersOf(business)
  return [...business.submitted.addresses, ...Object.values(business.file.addresses).filter((each) => toldBy(each) !== 'lost')]
}

const leiOnFile = (business: Known): Pick<Subject, 'found_lei'> => {
  const [record] = Object.values(business.file.lei_records)
  return record && !record.possible && isStillOwnLei(business, record) ? { found_lei: record.lei } : {}
}

type OwnersKnown = { readonly submitted: Business['submitted']; readonly file: Parameters<typeof foundOnly>[0]['file'] }

/** The submitted owners, and those that published data alone names. */
export const ownersIn = ({ submitted, file }: OwnersKnown): Pick<Subject, 'owners'> => {
  const owners = [...(submitted.ownership ? ownersOf(submitted.ownership, submitted.people) : []), ...foundOwnersOf({ submitted, file })]
  return submitted.ownership || owners.length > 0 ? { owners } : {}
}

const foundOwnersOf = (business: OwnersKnown): readonly SubjectParty[] =>
  foundOnly(business).map(({ party_id: id, type: kind, name, born, lei, registration_number }) => ({
    id,
    kind,
    name,
    born,
    numbers: [lei, registration_number].filter((number) => number !== null),
  }))

const ownersOf = ({ parties }: SubmittedOwnership, people: Submitted['people']): readonly SubjectParty[] =>
  parties
    .filter(({ id }) => !people.some((person) => person.id === id))
    .map(({ id, type, name, date_of_birth, lei, registration_number }) => ({
      id,
      kind: type,
      name,
      born: date_of_birth,
      numbers: [lei, registration_number].filter((number) => number !== null),
    }))

type Named = { readonly id: string; readonly name: string }

/** Of those who hold an office: who are neither submitted nor owners, each once. */
export const officersAmong = (
  named: readonly Named[],
  { people, owners = [] }: Pick<Subject, 'people' | 'owners'>,
): Pick<Subject, 'officers'> => {
  const known = [...people, ...owners]
  const [ids, names] = [new Set(known.map(({ id }) => id)), new Set(known.map(({ name }) => name.toUpperCase()))]
  const others = named.filter(({ id, name }) => !ids.has(id) && !names.has(name.toUpperCase()))
  const officers = firstOfEach(others, ({ id }) => id).map(({ id, name }) => ({
    id,
    kind: kindOfParty({ name }),
    name,
    born: null,
    numbers: [],
  }))
  return officers.length > 0 ? { officers } : {}
}

/** The data set that a source is of. Older sources name it in their type. */
export const dataSetOf = ({ type, metadata }: Source): unknown => metadata.kind ?? type

/** Ids within the business, by kind and natural key. */
export const identifier =
  ({ submitted }: Business) =>
  (...parts: readonly string[]): string =>
    derivedId(parts.join('\n'), submitted.business_id)

export const addressParts = (address: PostalAddress): AddressParts => {
  const { latitude, longitude } = address
  return { ...addressLines(address), ...(latitude == null || longitude == null ? {} : { latitude, longitude }) }
}

/** The id of a person whom data name: that of the submitted person or owner who it is, or one that follows from the name. */
export const personIdIn = (business: Business, name: string): string => {
  const { people, ownership } = business.submitted
  const owners = ownership?.parties.filter(({ type }) => type === 'person') ?? []
  return (
    [...people, ...owners].find((submitted) => isSameParty(submitted, name))?.id ??
    identifier(business)('person', normaliseName(name).tokens.toSorted().join(' '))
  )
}
