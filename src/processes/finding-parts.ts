// The parts that all findings share: derived ids, addresses in their parts, and the business that the evidence is about.

import type { Business, Submitted } from '../commands/business-state.ts'
import { derivedId } from '../events/derived-id.ts'
import type { SubmittedOwnership } from '../events/ownership.ts'
import { type AddressParts, addressLines } from '../events/parts.ts'
import type { PostalAddress, Subject, SubjectOwner } from '../evidence/ports.ts'

/**
 * The subject of the searches: the submitted data, followed by the names and addresses found so far.
 * @param watchlists that the account has chosen; null: all that are loaded
 */
export const subjectOf = (
  { submitted, added, file }: Pick<Business, 'submitted' | 'added' | 'file'>,
  watchlists: readonly string[] | null = null,
): Subject => ({
  business_id: submitted.business_id,
  names: [...new Set([submitted.name, ...[...added.names, ...Object.values(file.names)].map(({ name }) => name)])],
  further_names: added.names.map(({ name }) => name),
  addresses: [...submitted.addresses, ...Object.values(file.addresses)],
  people: submitted.people.map(({ id, name, dob, ssn }) => ({ id, name, dob, ssn })),
  ...(submitted.ownership ? { owners: ownersOf(submitted.ownership, submitted.people) } : {}),
  tin: submitted.tin,
  website: submitted.website?.url ?? null,
  watchlists,
  phone_numbers: submitted.phone_numbers.map(({ number }) => number),
  registered_in: Object.values(file.registrations).map(({ state }) => state),
  registrations: Object.values(file.registrations).map(({ state, file_number }) => ({ state, file_number })),
})

const ownersOf = ({ parties }: SubmittedOwnership, people: Submitted['people']): readonly SubjectOwner[] =>
  parties
    .filter(({ id }) => !people.some((person) => person.id === id))
    .map(({ id, type, name, date_of_birth, lei, registration_number }) => ({
      id,
      kind: type,
      name,
      born: date_of_birth,
      numbers: [lei, registration_number].filter((number) => number !== null),
    }))

/** Ids within the business, by kind and natural key. */
export const identifier =
  ({ submitted }: Business) =>
  (...parts: readonly string[]): string =>
    derivedId(parts.join('\n'), submitted.business_id)

export const addressParts = (address: PostalAddress): AddressParts => {
  const { latitude, longitude } = address
  return { ...addressLines(address), ...(latitude == null || longitude == null ? {} : { latitude, longitude }) }
}
