// Which registrations on file are still the business's after the client gave another name. A registry renames a company, and a client corrects a
// name: after the one the registration stays the business's, after the other it may be somebody else's.
import type { Business } from '../../commands/business-state.ts'
import type { Registration } from '../../events/business-evidence.ts'
import { placeKey, placesOf } from '../../evidence/matching/link-keys.ts'
import { isSameParty } from '../../evidence/matching/parties.ts'
import { compareRegisteredName } from '../../evidence/matching/registration-names.ts'

type Named = Pick<Business, 'submitted' | 'added' | 'former_names'>

/** Whether it has one of the names, or had one before the registry renamed it. */
const bears = ({ name, changed }: Registration, names: readonly string[]): boolean =>
  [name, changed?.name_before].some(
    (registered) => registered !== undefined && names.some((each) => compareRegisteredName(each, registered).kind !== 'different'),
  )

/** Whether it has a name that the business was given before, and none that it has now. */
export const bearsFormerName = ({ submitted, added, former_names = [] }: Named, held: Registration): boolean =>
  bears(held, former_names) && !bears(held, [submitted.name, ...added.names.map(({ name }) => name)])

const isTied = ({ submitted: { addresses, people } }: Named, held: Registration): boolean => {
  const places = placesOf(addresses)
  const isThere = ({ labels, ...address }: Registration['addresses'][number]) =>
    labels.some((label) => label !== 'registered_agent') && places.has(placeKey(address))
  return held.addresses.some(isThere) || held.officers.some(({ name }) => people.some((person) => isSameParty(person, name)))
}

/** Whether a registration on file is still the business's after the client gave another name: by that name, a place or a person. */
export const isStillOwn = (business: Named, held: Registration): boolean => !bearsFormerName(business, held) || isTied(business, held)
