// What can happen to an OAuth access token. Its stream is named after the SHA-256 of the token, which itself is kept nowhere.
import { z } from 'zod'
import type { EventOf } from './define.ts'
import { modes } from './modes.ts'

export const oauthScopes = ['read_only', 'read_write'] as const
export type Scope = (typeof oauthScopes)[number]

export const oauthTokenEvents = {
  AccessTokenIssued: z.object({
    client_id: z.uuid(),
    /** Who authorized the client, and whom the token speaks for. */
    user_id: z.uuid(),
    mode: z.enum(modes),
    scopes: z.array(z.enum(oauthScopes)),
  }),
  AccessTokenRevoked: z.object({ reason: z.enum(['revoked_by_client', 'code_used_twice', 'revoked_by_user']) }),
}
export type OAuthTokenEvent = EventOf<typeof oauthTokenEvents>
