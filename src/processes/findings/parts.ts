// The parts that all findings share: derived ids, addresses in their parts, and the business that the evidence is about.

import type { Business, Submitted } from '../../commands/business-state.ts'
import { foundOnly } from '../../commands/found-owners.ts'
import { derivedId } from '../../events/derived-id.ts'
import type { SubmittedOwnership } from '../../events/ownership.ts'
import { type AddressParts, addressLines, firstOfEach, type Source } from '../../events/parts.ts'
import { normaliseName } from '../../evidence/matching/names.ts'
import { isSameParty, kindOfParty } from '../../evidence/matching/parties.ts'
import type { PostalAddress, Subject, SubjectParty } from '../../evidence/ports.ts'
import { isStillOwn } from './former-names.ts'

/**
 * The subject of the searches: the submitted data, followed by the names, addresses, owners and officers found so far.
 * @param watchlists that the account has chosen; null: all that are loaded
 */
export const subjectOf = (
  business: Pick<Business, 'submitted' | 'added' | 'former_names' | 'file'>,
  watchlists: readonly string[] | null = null,
): Subject => {
  const { submitted, added, file } = business
  const people = submitted.people.map(({ id, name, dob, ssn }) => ({ id, name, dob, ssn }))
  const all = Object.values(file.registrations)
  const own = all.filter((held) => isStillOwn(business, held))
  const isTold = toldBeside(own, all)
  const owned = ownersIn({ submitted, file })
  const officers = own.flatMap((registration) => registration.officers)
  return {
    business_id: submitted.business_id,
    names: [...new Set([submitted.name, ...[...added.names, ...Object.values(file.names).filter(isTold)].map(({ name }) => name)])],
    further_names: added.names.map(({ name }) => name),
    addresses: [...submitted.addresses, ...Object.values(file.addresses).filter(isTold)],
    people,
    ...owned,
    ...officersAmong(officers, { people, ...owned }),
    tin: submitted.tin,
    ...(submitted.lei ? { lei: submitted.lei } : {}),
    ...leiOnFile(file),
    website: submitted.website?.url ?? null,
    watchlists,
    phone_numbers: submitted.phone_numbers.map(({ number }) => number),
    registered_in: own.map(({ state }) => state),
    registrations: own.map(({ state, file_number }) => ({ state, file_number })),
  }
}

type Held = { readonly id: string }
type Told = { readonly sources: readonly { readonly id: string }[] }

/** Whether a fact rests on more than registrations that are no longer the business's own. */
const toldBeside = (own: readonly Held[], all: readonly Held[]) => {
  const kept = new Set(own.map(({ id }) => id))
  const lost = new Set(all.flatMap(({ id }) => (kept.has(id) ? [] : [id])))
  return ({ sources }: Told): boolean => !sources.some(({ id }) => lost.has(id)) || sources.some(({ id }) => kept.has(id))
}

const leiOnFile = ({ lei_records }: Business['file']): Pick<Subject, 'found_lei'> => {
  const [record] = Object.values(lei_records)
  return record && !record.possible ? { found_lei: record.lei } : {}
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
