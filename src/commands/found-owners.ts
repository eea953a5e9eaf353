// The owners that published data alone names, as parties of the chain: they are screened, and what they hold counts, like the submitted ones.
import type { FoundOwner, OwnershipInterest } from '../events/ownership.ts'
import { firstOfEach } from '../events/parts.ts'
import type { Business } from './business-state.ts'
import { submittedAs } from './owner-discrepancies.ts'

type Owners = {
  readonly submitted: Pick<Business['submitted'], 'ownership' | 'people'>
  readonly file: { readonly found_owners: { readonly [id: string]: FoundOwner } }
}
export type NamedOwner = FoundOwner & { readonly name: string }

/** Those with a name who were submitted neither as an owner nor as a person: each party once, though several sources may name it. */
export const foundOnly = ({ submitted: { ownership, people }, file }: Owners): readonly NamedOwner[] => {
  const found = Object.values(file.found_owners)
  if (found.length === 0) return []
  const submitted = new Set([...people, ...(ownership?.parties ?? [])].map(({ id }) => id))
  const alone = found.filter(
    (owner): owner is NamedOwner => owner.name !== null && !submitted.has(owner.party_id) && submittedAs(ownership, owner) === undefined,
  )
  return firstOfEach(alone, ({ type, name, born }) => JSON.stringify([type, name.toUpperCase(), born]))
}

/** What all who are known hold: the submitted structure, what the submitted people were said to hold, and what published data alone names. */
export const heldInterests = (business: Owners, businessId: string): readonly OwnershipInterest[] => [
  ...(business.submitted.ownership?.interests ?? []),
  ...sharesOfPeople(business, businessId),
  ...foundInterests(business),
]

/** What the submitted people were said to hold of the business. The submitted owners say it better. */
export const sharesOfPeople = (
  { submitted: { people, ownership } }: Pick<Owners, 'submitted'>,
  businessId: string,
): readonly OwnershipInterest[] =>
  people.flatMap(({ id, ownership_percentage: percentage }) => {
    const isOwner = ownership?.interests.some(({ owner_id, owned_id }) => owner_id === id && owned_id === businessId)
    return percentage && !isOwner ? [{ owner_id: id, owned_id: businessId, kind: 'ownership', percentage, since: null }] : []
  })

/** What they hold directly: of a band the lower end; null where the source does not say it. */
export const foundInterests = (business: Owners): readonly OwnershipInterest[] =>
  foundOnly(business)
    .filter(({ relation }) => relation !== 'ultimate_parent')
    .flatMap(({ party_id, owned_id, since, interests }) =>
      interests.map(({ kind, from }) => ({ owner_id: party_id, owned_id, kind, percentage: from || null, since })),
    )
