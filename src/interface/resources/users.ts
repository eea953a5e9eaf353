// A user of the account in the records that name one.
import type { z } from 'zod'
import type { UserDocument } from '../../projections/users.ts'
import type { User } from '../records/common.ts'

export const userResource = ({ id, name, email, roles, signed_in_at, created_at }: UserDocument): z.output<typeof User> => ({
  object: 'user',
  id,
  name,
  email,
  roles: [...roles],
  last_login_at: signed_in_at,
  created_at,
})
