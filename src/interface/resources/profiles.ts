// A profile on a third-party platform in responses (specification 2.1).
import type { z } from 'zod'
import type { ProfileEvidence } from '../../events/business-website.ts'
import type { Profile } from '../records/profiles.ts'

export const profileResource = (profile: ProfileEvidence): z.output<typeof Profile> => ({
  object: 'profile',
  id: profile.id,
  type: profile.type,
  external_id: profile.external_id,
  url: profile.url,
  status: profile.status,
  submitted: profile.submitted,
  error: profile.error,
  // After the erasure of a business there is nothing left to show.
  metadata: typeof profile.metadata === 'object' ? profile.metadata : {},
  rating: profile.rating,
  rating_count: profile.rating_count,
})
