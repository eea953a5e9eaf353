// What can happen to a user: a person who signs in for an account.
import { z } from 'zod'
import { type EventOf, personal } from './define.ts'

export const userRoles = ['admin', 'member', 'read_only', 'operator'] as const

export const userEvents = {
  UserRegistered: z.object({
    user_id: z.uuid(),
    email: personal(z.string()),
    name: personal(z.string()),
    /** scrypt, in the PHC string format. */
    password_hash: z.string(),
    roles: z.array(z.enum(userRoles)),
  }),
}
export type UserEvent = EventOf<typeof userEvents>
