// The ownership of a business in responses: the structure as submitted, and what follows from it.
import type { z } from 'zod'
import {
  aggregateListed,
  heldTogether,
  holdingsOf,
  isBeneficial,
  levelsOf,
  listedFrom,
  ultimateHolders,
} from '../../commands/effective-ownership.ts'
import { foundBeside, heldInterests } from '../../commands/found-owners.ts'
import { submittedAs } from '../../commands/owner-discrepancies.ts'
import { isCertified } from '../../commands/ownership.ts'
import { submittedOwners } from '../../commands/submitted-owners.ts'
import type { StoredEvent } from '../../events/catalogue.ts'
import { type Fact, type HeldDiscrepancy, openHits } from '../../events/evidence-file.ts'
import type { FoundOwner, SubmittedOwnership } from '../../events/ownership.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { OwnerDiscrepancy, Ownership, OwnershipCertification } from '../records/ownership.ts'

type Certified = StoredEvent<'OwnershipCertified'>

/** @param certified the certifications, the oldest first */
export const ownershipResource = (
  { id, submitted, file }: Pick<BusinessDocument, 'id' | 'submitted' | 'file'>,
  certified: readonly Certified[],
): z.output<typeof Ownership> => {
  const structure = submittedOwners(submitted)
  const { interests } = structure
  const hits = Map.groupBy(openHits(file), ({ screened_id }) => screened_id)
  const holdings = holdingsOf(interests, id)
  const levels = levelsOf(interests, id)
  const ends = new Set(ultimateHolders(interests, id))
  const listed = aggregateListed(
    heldInterests(structure, foundBeside(structure, { submitted, file })),
    new Set([...hits.keys()].filter((party) => party !== id)),
  )
  const owners = structure.parties.map(({ id: party_id, type, name }) => {
    const { direct, indirect, effective, controls } = holdings.get(party_id) ?? nothing
    return {
      party_id,
      type,
      name,
      level: levels.get(party_id) ?? 1,
      direct_percentage: direct,
      indirect_percentage: indirect,
      effective_percentage: effective,
      controls,
      is_ultimate: ends.has(party_id),
      is_beneficial_owner: type === 'person' && isBeneficial({ effective, controls }),
      watchlist_hits: hits.get(party_id)?.length ?? 0,
      listed_percentage: listed.get(party_id) ?? 0,
    }
  })
  const ultimatePeople = owners.filter((owner) => owner.type === 'person' && owner.is_ultimate)
  const percentage = listed.get(id) ?? 0
  return {
    object: 'ownership',
    business_id: id,
    parties: structure.parties.map(({ date_of_birth: _, ...party }) => party),
    interests: interests.map((interest) => ({ ...interest })),
    owners: owners.toSorted((one, other) => other.effective_percentage - one.effective_percentage),
    identified_percentage: heldTogether(ultimatePeople.map(({ effective_percentage }) => effective_percentage)),
    listed: { percentage, counts_as_listed: percentage >= listedFrom },
    found: Object.values(file.found_owners).map((owner) => {
      const submitted_id = submittedAs(structure, owner)?.id ?? null
      return foundOwnerResource(owner, { submitted_id, watchlist_hits: hits.get(submitted_id ?? owner.party_id)?.length ?? 0 })
    }),
    discrepancies: Object.values(file.owner_discrepancies ?? {})
      .map((each) => discrepancyResource(id, each))
      .toSorted((one, other) => Number(one.status === 'resolved') - Number(other.status === 'resolved')),
    certifications: certified.toReversed().map((event) => certificationResource(event, structure)),
  }
}

const foundOwnerResource = (
  { id, owned_id, relation, type, name, country, lei, registration_number, interests, since, sources }: Fact<FoundOwner>,
  known: { readonly submitted_id: string | null; readonly watchlist_hits: number },
): z.output<typeof Ownership>['found'][number] => ({
  id,
  owned_id,
  ...known,
  relation,
  type,
  name,
  country,
  lei,
  registration_number,
  interests: interests.map((each) => ({ ...each })),
  since,
  sources: [...sources],
})

export const discrepancyResource = (business_id: string, { resolution, ...held }: HeldDiscrepancy): z.output<typeof OwnerDiscrepancy> => ({
  object: 'owner_discrepancy',
  business_id,
  ...held,
  resolution: resolution && { ...resolution },
})

/** A difference in words: whom it is about, if that is still known, and what differs. */
export const discrepancyText = (
  { submitted, file }: Pick<BusinessDocument, 'submitted' | 'file'>,
  { kind, submitted_id, found_id }: Pick<HeldDiscrepancy, 'kind' | 'submitted_id' | 'found_id'>,
): string => {
  const party = submittedOwners(submitted).parties.find(({ id }) => id === submitted_id)
  const found = found_id === null ? undefined : file.found_owners[found_id]
  const name = party?.name ?? found?.name ?? found?.lei
  const what = kind.replaceAll('_', ' ')
  return name ? `${name} (${what})` : what
}

const nothing = { direct: 0, indirect: 0, effective: 0, controls: false }

/** @param structure as it is now */
const certificationResource = ({ data, metadata }: Certified, structure: SubmittedOwnership): z.output<typeof OwnershipCertification> => ({
  object: 'ownership_certification',
  ...data.certification,
  is_current: isCertified(structure, data.certification.structure_sha256),
  certified_at: metadata.recorded_at,
})
