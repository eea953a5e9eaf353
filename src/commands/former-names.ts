// Which registrations and records on file are still the business's after the client gave another name. A registry renames a company, and a client
// corrects a name: after the one the registration stays the business's, after the other it may be somebody else's.
import type { LeiRecord, Registration } from '../events/business-evidence.ts'
import { placeKey, placesOf, registerNumber } from '../evidence/matching/link-keys.ts'
import { isSameParty } from '../evidence/matching/parties.ts'
import { bearsName } from '../evidence/matching/registration-names.ts'
import type { AskedByName } from './asked-by-name.ts'
import type { Business } from './business-state.ts'
import { hasFormerName, isOtherName, nameOn } from './registered-name.ts'

type Named = Pick<Business, 'submitted' | 'added' | 'former_names'>

/** Whether it has, or had before the registry renamed it, a former name alone. */
export const bearsFormerName = (business: Named, { name, changed }: Registration): boolean =>
  hasFormerName(business, changed ? [name, changed.name_before] : [name])

const isTied = ({ submitted: { addresses, people } }: Named, held: Registration): boolean => {
  const places = placesOf(addresses)
  const isThere = ({ labels, ...address }: Registration['addresses'][number]) =>
    labels.some((label) => label !== 'registered_agent') && places.has(placeKey(address))
  return held.addresses.some(isThere) || held.officers.some(({ name }) => people.some((person) => isSameParty(person, name)))
}

/** Whether a registration on file is still the business's after the client gave another name: by that name, a place or a person. */
export const isStillOwn = (business: Named, held: Registration): boolean => !bearsFormerName(business, held) || isTied(business, held)

/** The same of the record of an identifier that was found: also by its number in a register. A submitted identifier stays whatever the name is. */
export const isStillOwnLei = (business: Named & Pick<Business, 'file'>, record: LeiRecord): boolean => {
  const { submitted, file } = business
  if (submitted.lei === record.lei || !hasFormerName(business, [record.name, ...record.other_names.map(({ name }) => name)])) return true
  const places = placesOf(submitted.addresses)
  const isRegistered = Object.values(file.registrations).some(
    (held) =>
      held.state === record.state && registerNumber(held.file_number) === registerNumber(record.number ?? '') && isStillOwn(business, held),
  )
  return isRegistered || record.addresses.some((address) => places.has(placeKey(address)))
}

type Known = Named & Pick<Business, 'file'>

export const ownRegistrations = (business: Known) => Object.values(business.file.registrations).filter((held) => isStillOwn(business, held))

type Told = { readonly sources: readonly { readonly id: string }[] }

/** What a fact rests on: `own`, a registration that is still the business's; `lost`, only registrations that are not; `other`, something else. */
export const tellersOf = (business: Known) => {
  const own = new Set(ownRegistrations(business).map(({ id }) => id))
  return ({ sources }: Told): 'own' | 'lost' | 'other' => {
    if (sources.some(({ id }) => own.has(id))) return 'own'
    return sources.some(({ id }) => business.file.registrations[id]) ? 'lost' : 'other'
  }
}

/** Whether this was asked, and by another name than the business has now. */
const isAskedAsAnother = ({ asked_as, submitted }: Business, what: AskedByName): boolean => {
  const name = asked_as?.[what]
  return name !== undefined && isOtherName(name, submitted.name)
}

/** Whether the registries were last asked for another name, and no registration on file has the present one: then nobody can say that there is none. */
export const isNotAsked = (business: Business): boolean =>
  isAskedAsAnother(business, 'registrations') &&
  !Object.values(business.file.registrations).some((held) => bearsName(nameOn(held, business)))

/** Whether the website was last searched for another name of the business. */
export const isWebsiteNotAsked = (business: Business): boolean => isAskedAsAnother(business, 'website')

export const toldNotAsked = 'The name was changed after the last verification. Order it again.'
