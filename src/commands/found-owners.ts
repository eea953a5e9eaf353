// The owners that published data alone names, as parties of the chain: they are screened, and what they hold counts, like the submitted ones.
import type { FoundOwner, OwnershipInterest } from '../events/ownership.ts'
import { firstOfEach } from '../events/parts.ts'
import type { Business } from './business-state.ts'
import { submittedAs } from './owner-discrepancies.ts'
import { submittedOwners } from './submitted-owners.ts'

type Owners = {
  readonly submitted: Pick<Business['submitted'], 'business_id' | 'ownership' | 'people'>
  readonly file: { readonly found_owners: { readonly [id: string]: FoundOwner } }
}
export type NamedOwner = FoundOwner & { readonly name: string }

/** Those with a name who were submitted neither as an owner nor as a person: each party once, though several sources may name it. */
export const foundOnly = ({ submitted, file }: Owners): readonly NamedOwner[] => {
  const found = Object.values(file.found_owners)
  if (found.length === 0) return []
  const owners = submittedOwners(submitted)
  const ids = new Set([...submitted.people, ...owners.parties].map(({ id }) => id))
  const alone = found.filter(
    (owner): owner is NamedOwner => owner.name !== null && !ids.has(owner.party_id) && submittedAs(owners, owner) === undefined,
  )
  return firstOfEach(alone, ({ type, name, born }) => JSON.stringify([type, name.toUpperCase(), born]))
}

/** What all who are known hold: those who were submitted, and those whom published data alone names. */
export const heldInterests = (business: Owners): readonly OwnershipInterest[] => [
  ...submittedOwners(business.submitted).interests,
  ...foundInterests(business),
]

/** What they hold directly: of a band the lower end; null where the source does not say it. */
export const foundInterests = (business: Owners): readonly OwnershipInterest[] =>
  foundOnly(business)
    .filter(({ relation }) => relation !== 'ultimate_parent')
    .flatMap(({ party_id, owned_id, since, interests }) =>
      interests.map(({ kind, from }) => ({ owner_id: party_id, owned_id, kind, percentage: from || null, since })),
    )
