// API keys: list, create, rotate, revoke. Only API keys may; a key gives no more rights than it has.
import { z } from 'zod'
import { refused } from '../../commands/refused.ts'
import { apiKeysOf, changeableKey, createApiKey, grantedEnd, grantedScopes, revokeApiKey, rotateApiKey } from '../../inner/api-keys.ts'
import type { ProbityContext, Routes } from '../../inner/framework/environment.ts'
import { cursorOf } from '../../inner/framework/list-pages.ts'
import type { Documents, Reads } from '../../inner/framework/reading.ts'
import { type Sending, senderOf } from '../../inner/framework/sending.ts'
import { ApiKey, CreatedApiKey, NewApiKey, RotateApiKey } from '../../interface/api-keys.ts'
import { listEnvelope, listOf, paging } from '../../interface/lists.ts'
import { describe } from '../openapi/openapi.ts'
import { body, query } from '../validation.ts'

const tag = 'API keys'
const Revoked = z.object({ object: z.literal('api_key'), id: z.uuid(), revoked: z.literal(true) }).meta({ id: 'RevokedApiKey' })

/** What a user's token may do follows from the user, who manages keys on the page. */
const requireApiKey = (c: ProbityContext) => {
  if (c.get('principal').actor.type !== 'api_key') throw refused('api_key_needed')
}

export const apiKeyRoutes =
  (inner: Sending & Reads & Documents): Routes =>
  (app) => {
    app.get(
      '/api_keys',
      describe({
        summary: 'The API keys of the account, the newest first',
        description: 'Those for the data that the key sees, with when each was last used.',
        tag,
        responses: { 200: listOf(ApiKey) },
      }),
      query(z.object(paging)),
      async (c) => {
        requireApiKey(c)
        const { page, per_page: perPage } = c.req.valid('query')
        const asked = { direction: 'desc', page, perPage, after: cursorOf(c) } as const
        const { found: data, totalCount, hasMore } = await apiKeysOf(inner, c.get('principal'), asked)
        return c.json(listEnvelope({ data, totalCount, hasMore, page, perPage, url: '/v1/api_keys' }))
      },
    )

    app.post(
      '/api_keys',
      describe({
        summary: 'Make an API key',
        description: 'The key is shown in this answer only.',
        tag,
        responses: { 201: CreatedApiKey },
      }),
      body(NewApiKey),
      async (c) => {
        requireApiKey(c)
        const { name, scopes, expires_at } = c.req.valid('json')
        const { mode } = c.get('principal')
        const expiresAt = grantedEnd(inner, c, { wished: expires_at }) ?? undefined
        const wishes = { name, mode, scopes: grantedScopes(c, scopes), expiresAt }
        return c.json(await createApiKey(inner, senderOf(inner, c), wishes), 201)
      },
    )

    app.post(
      '/api_keys/:id/rotate',
      describe({
        summary: 'Replace an API key by a new one with the same rights',
        description: 'The old key works until the given time, for a day when none is given. The new key is shown in this answer only.',
        tag,
        responses: { 201: CreatedApiKey },
        errors: [404],
      }),
      body(RotateApiKey, { optional: true }),
      async (c) => {
        requireApiKey(c)
        const old = await changeableKey(inner, c, c.req.param('id'))
        const { old_key_until, expires_at } = c.req.valid('json')
        const end = grantedEnd(inner, c, { old, wished: expires_at }) ?? undefined
        return c.json(await rotateApiKey(inner, senderOf(inner, c), old, { old_key_until, expires_at: end }), 201)
      },
    )

    app.delete(
      '/api_keys/:id',
      describe({ summary: 'Revoke an API key at once', tag, responses: { 200: Revoked }, errors: [404] }),
      async (c) => {
        requireApiKey(c)
        const { id } = await changeableKey(inner, c, c.req.param('id'))
        await revokeApiKey(senderOf(inner, c), id)
        return c.json({ object: 'api_key', id, revoked: true })
      },
    )
  }
