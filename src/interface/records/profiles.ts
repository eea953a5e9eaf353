// Records of the interface as they leave the service (profiles): specification, section 2.1.
import { z } from 'zod'
import { profileTypes } from '../../evidence/website/finding.ts'
import { AnyObject } from './common.ts'

export const Profile = z
  .object({
    object: z.literal('profile'),
    id: z.uuid(),
    type: z.enum(profileTypes),
    external_id: z.string().nullable(),
    url: z.string(),
    status: z.enum(['online', 'offline', 'unknown']),
    submitted: z.boolean(),
    error: z.string().nullable(),
    /** Fields whose value would be null are left out. */
    metadata: AnyObject,
    rating: z.number().nullable(),
    rating_count: z.number().nullable(),
  })
  .meta({ id: 'Profile' })
