// The ownership of a business in responses: the structure as submitted, and what follows from it.
import type { z } from 'zod'
import {
  aggregateListed,
  beneficialOwnerFrom,
  holdingsOf,
  levelsOf,
  listedFrom,
  ultimateHolders,
} from '../../commands/effective-ownership.ts'
import { structureHash } from '../../commands/ownership.ts'
import type { StoredEvent } from '../../events/catalogue.ts'
import { openHits } from '../../events/evidence-file.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Ownership, OwnershipCertification } from '../records/ownership.ts'

type Certified = StoredEvent<'OwnershipCertified'>

/** @param certified the certifications, the oldest first */
export const ownershipResource = (
  { id, submitted, file }: Pick<BusinessDocument, 'id' | 'submitted' | 'file'>,
  certified: readonly Certified[],
): z.output<typeof Ownership> => {
  const structure = submitted.ownership ?? { parties: [], interests: [] }
  const { interests } = structure
  const hash = structureHash(structure)
  const hits = Map.groupBy(openHits(file), ({ screened_id }) => screened_id)
  const holdings = holdingsOf(interests, id)
  const levels = levelsOf(interests, id)
  const ends = new Set(ultimateHolders(interests, id))
  const listed = aggregateListed(interests, new Set([...hits.keys()].filter((party) => party !== id)))
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
      is_beneficial_owner: type === 'person' && (effective >= beneficialOwnerFrom || controls),
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
    identified_percentage: Math.min(
      100,
      ultimatePeople.reduce((sum, owner) => sum + owner.effective_percentage, 0),
    ),
    listed: { percentage, counts_as_listed: percentage >= listedFrom },
    certifications: certified.toReversed().map((event) => certificationResource(event, hash)),
  }
}

const nothing = { direct: 0, indirect: 0, effective: 0, controls: false }

/** @param hash of the structure as it is now */
export const certificationResource = ({ data, metadata }: Certified, hash: string): z.output<typeof OwnershipCertification> => ({
  object: 'ownership_certification',
  ...data.certification,
  is_current: data.certification.structure_sha256 === hash,
  certified_at: metadata.recorded_at,
})
