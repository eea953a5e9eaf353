// What can happen to an account (the tenant) and to the keys it hands out.
import { z } from 'zod'
import type { EventOf } from './define.ts'

export const keyModes = ['test', 'live'] as const

export const accountEvents = {
  AccountCreated: z.object({ account_id: z.uuid(), name: z.string(), slug: z.string(), features: z.array(z.string()) }),
  ApiKeyCreated: z.object({
    key_id: z.uuid(),
    name: z.string(),
    mode: z.enum(keyModes),
    /** SHA-256 (hex) of the key; the key itself is shown once and kept nowhere. */
    key_hash: z.string(),
    last_four: z.string(),
  }),
  ApiKeyRevoked: z.object({ key_id: z.uuid(), key_hash: z.string() }),
  FeatureSwitched: z.object({ feature: z.string(), on: z.boolean() }),
}
export type AccountEvent = EventOf<typeof accountEvents>
