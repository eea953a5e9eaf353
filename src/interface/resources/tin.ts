// A TIN in responses: the result of the tax authority, or of the person who confirmed it.
import type { z } from 'zod'
import { verifiedBy } from '../../commands/business-actions.ts'
import { shownTin } from '../../commands/shown-tin.ts'
import type { BusinessDocument } from '../../projections/businesses.ts'
import type { Tin } from '../records/evidence.ts'

export const tinResource = ({ id, submitted, file }: BusinessDocument): z.output<typeof Tin> | null => {
  const { tin: check, tin_vouched: vouched } = file
  if (submitted.tin === null) return null
  const tin = shownTin({ tin: submitted.tin, tin_type: submitted.tin_type })
  if (vouched)
    return {
      name: check?.name ?? null,
      mismatch: false,
      unknown: false,
      verified: vouched.verified,
      error: null,
      updated_at: vouched.at,
      issued: vouched.verified ? true : null,
      verified_by: verifiedBy(file),
      business_id: id,
      tin,
    }
  const outcome = check?.outcome
  return {
    name: check?.name ?? null,
    mismatch: outcome === 'mismatch',
    unknown: outcome === undefined || outcome === 'unknown' || outcome === 'unavailable',
    verified: outcome === undefined || outcome === 'unknown' || outcome === 'unavailable' ? null : outcome === 'found',
    error: outcome === 'unavailable' ? 'The tax authority could not be reached. It will be asked again later.' : null,
    ...(check ? { updated_at: check.updated_at } : {}),
    issued: outcome === 'found' || outcome === 'mismatch' || outcome === 'person' ? true : outcome === 'not_found' ? false : null,
    verified_by: verifiedBy(file),
    business_id: id,
    tin,
  }
}
