// API keys: their requests and their record.
import { z } from 'zod'
import { keyResources, keyScopes } from '../events/key-scopes.ts'
import { modes } from '../events/modes.ts'
import type { ApiKeyDocument } from '../projections/accounts.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'
import { optional, text, utcTime } from './requests/fields.ts'

export { keyResources }

const Scopes = z.array(z.enum(keyScopes).meta({ id: 'ApiKeyScope' })).min(1)

const ends = {
  expires_at: optional(utcTime).meta({
    description: 'From this time on the key is refused with 401. Absent or null: it works until it is revoked.',
  }),
}

export const NewApiKey = z
  .object({
    name: text(limits.label.most),
    scopes: optional(Scopes).meta({
      description:
        'What the key may do; `liens:write` includes `liens:read`. Absent or null: as much as the key that asks. A key cannot give more than it has.',
    }),
    ...ends,
  })
  .meta({
    id: 'CreateApiKeyRequest',
    examples: [{ name: 'Onboarding server', scopes: ['businesses:write', 'orders:read'], expires_at: '2038-01-01T00:00:00.000Z' }],
  })

/** The operator chooses the data too. */
export const NewApiKeyOfAccount = NewApiKey.extend({ mode: z.enum(modes) }).meta({ id: 'CreateApiKeyOfAccountRequest', examples: [] })

export const RotateApiKey = z
  .object({
    old_key_until: optional(utcTime).meta({ description: 'Until when the old key works beside the new one; a day when absent.' }),
    expires_at: optional(utcTime).meta({
      description:
        'When the new key expires. Absent or null: after as long a life as the old one had, or never if that one had no end. A key that expires renews itself for that life at most, and other keys until its own end.',
    }),
  })
  .meta({ id: 'RotateApiKeyRequest', examples: [{ old_key_until: '2037-12-31T12:00:00.000Z' }] })

export const ApiKey = z
  .object({
    object: z.literal('api_key'),
    id: z.uuid(),
    name: z.string(),
    mode: z.enum(modes).meta({ description: 'The data that it sees.' }),
    last_four: z.string(),
    scopes: z.array(z.string()).readonly().nullable().meta({ description: 'What it may do; null: everything.' }),
    expires_at: Timestamp.nullable().meta({ description: 'From this time on it is refused; null: it works until it is revoked.' }),
    replaced_by: z.uuid().nullable().meta({ description: 'The key that takes its place.' }),
    last_used_at: Timestamp.nullable().meta({ description: 'To the minute; null: never.' }),
    created_at: Timestamp,
    revoked_at: Timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' })

export const CreatedApiKey = ApiKey.extend({
  key: z
    .string()
    .nullable()
    .meta({ description: 'Shown this once. null: a request that was cut off made the key and nobody has seen it; revoke it.' }),
}).meta({ id: 'CreatedApiKey' })

export const apiKeyResource = (
  { account_id: _, key_hash, ...key }: ApiKeyDocument,
  uses: ReadonlyMap<string, string>,
): z.output<typeof ApiKey> => ({ object: 'api_key', ...key, last_used_at: uses.get(key_hash) ?? null })
