// The shares in a business of which not everything was submitted: an owner without a percentage, and all who hold theirs through such an owner.
import type { OwnershipInterest } from '../events/ownership.ts'

type Structure = { readonly business_id: string; readonly interests: readonly OwnershipInterest[] }

export type OpenShares = {
  /** The parties whose own share in the business has no percentage. */
  readonly direct: ReadonlySet<string>
  /** Those with a share through companies of which a percentage is missing on the way. */
  readonly indirect: ReadonlySet<string>
  /** All of them. */
  readonly effective: ReadonlySet<string>
}

/** The ids of the parties that may hold more than is added up for them. */
export const openShares = ({ business_id, interests }: Structure): OpenShares => {
  const shares = interests.filter(({ kind, owner_id }) => kind === 'ownership' && owner_id !== business_id)
  const missing = shares.filter(({ percentage }) => percentage === null)
  const direct = new Set(missing.flatMap(({ owner_id, owned_id }) => (owned_id === business_id ? [owner_id] : [])))
  const indirect = new Set(missing.flatMap(({ owner_id, owned_id }) => (owned_id === business_id ? [] : [owner_id])))
  // A set visits what is added to it meanwhile.
  const effective = new Set([...direct, ...indirect])
  for (const id of effective)
    for (const { owner_id } of shares.filter(({ owned_id }) => owned_id === id)) {
      indirect.add(owner_id)
      effective.add(owner_id)
    }
  return { direct, indirect, effective }
}
