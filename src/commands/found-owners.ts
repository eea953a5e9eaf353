// The owners that published data alone names, as parties of the chain: they are screened, and what they hold counts, like the submitted ones.
import type { FoundOwner, OwnershipInterest } from '../events/ownership.ts'
import { firstOfEach } from '../events/parts.ts'
import type { Business } from './business-state.ts'
import { submittedAs } from './owner-discrepancies.ts'
import { type SubmittedOwners, submittedOwners } from './submitted-owners.ts'

type Owners = {
  readonly submitted: Pick<Business['submitted'], 'business_id' | 'ownership' | 'people'>
  readonly file: { readonly found_owners: { readonly [id: string]: FoundOwner } }
}
export type NamedOwner = FoundOwner & { readonly name: string }

/** Those with a name who were submitted neither as an owner nor as a person: each party once, though several sources may name it. */
export const foundOnly = ({ submitted, file }: Owners): readonly NamedOwner[] =>
  Object.keys(file.found_owners).length === 0 ? [] : foundBeside(submittedOwners(submitted), { submitted, file })

/** The same, for a caller that has the submitted owners. */
export const foundBeside = (owners: SubmittedOwners, { submitted, file }: Owners): readonly NamedOwner[] => {
  const ids = new Set([...submitted.people, ...owners.parties].map(({ id }) => id))
  const alone = Object.values(file.found_owners).filter(
    (owner): owner is NamedOwner => owner.name !== null && !ids.has(owner.party_id) && submittedAs(owners, owner) === undefined,
  )
  return firstOfEach(alone, ({ type, name, born }) => JSON.stringify([type, name.toUpperCase(), born]))
}

/** What all who are known hold: those who were submitted, and those whom published data alone names. */
export const heldInterests = (owners: SubmittedOwners, found: readonly NamedOwner[]): readonly OwnershipInterest[] => [
  ...owners.interests,
  ...foundInterests(found),
]

/** What they hold directly: of a band the lower end; null where the source does not say it. */
const foundInterests = (found: readonly NamedOwner[]): readonly OwnershipInterest[] =>
  found
    .filter(({ relation }) => relation !== 'ultimate_parent')
    .flatMap(({ party_id, owned_id, since, interests }) =>
      interests.map(({ kind, from }) => ({ owner_id: party_id, owned_id, kind, percentage: from || null, since })),
    )
