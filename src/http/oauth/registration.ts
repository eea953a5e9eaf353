// Clients register themselves (RFC 7591): what an assistant does before its user has signed in. It stores nothing and gives no access.
import { z } from 'zod'
import type { RegisteredClients } from '../../auth/registered-clients.ts'
import { isJson, readBytes } from '../../inner/framework/body.ts'
import type { ProbityApp, ProbityContext } from '../../inner/framework/environment.ts'
import { redirectUriProblem } from '../../inner/oauth-clients.ts'
import { ApiError, entry } from '../../interface/errors.ts'
import { entriesOf, predicate } from '../../interface/messages.ts'
import { serviceLimits } from '../../interface/service-limits.ts'
import { describe } from '../openapi/openapi.ts'
import { rawBody } from '../validation.ts'

/** Bytes of a request. */
const largest = serviceLimits.registration.most * 1024

const ClientMetadata = z
  .object({
    redirect_uris: z
      .array(z.string().max(serviceLimits.redirectUri.most))
      .min(1)
      .max(serviceLimits.redirectUris.most)
      .meta({ description: 'The addresses that users may be sent back to.' }),
    client_name: z
      .string()
      .max(serviceLimits.clientName.most)
      .optional()
      .meta({ description: 'The name that users see when they are asked to allow it.' }),
    grant_types: z.array(z.string()).optional().meta({ description: 'Must hold `authorization_code`.' }),
    response_types: z.array(z.string()).optional().meta({ description: 'Must hold `code`.' }),
  })
  .meta({
    id: 'RegisterOAuthClientRequest',
    examples: [{ client_name: 'An assistant', redirect_uris: ['http://127.0.0.1:33418/callback'] }],
  })

const Registered = z
  .object({
    client_id: z.string().meta({ description: 'The id that the client uses from now on. It does not expire.' }),
    client_id_issued_at: z.int().meta({ description: 'Seconds since 1970.' }),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.literal('authorization_code')),
    response_types: z.array(z.literal('code')),
    token_endpoint_auth_method: z.literal('none'),
  })
  .meta({ id: 'RegisteredOAuthClient' })

export const registrationRoute = (app: ProbityApp, { registered, now }: { registered: RegisteredClients; now: () => Date }) =>
  app.post(
    '/oauth/register',
    describe({
      summary: 'Register an OAuth client',
      description:
        'For clients without a secret: PKCE (S256) is required of them. A user decides later whether to allow the client, and with which access.',
      tag: 'OAuth',
      responses: { 201: Registered },
      open: true,
    }),
    rawBody(ClientMetadata, largest),
    async (c) => {
      const asked = await metadataIn(c)
      const client = { name: asked.client_name?.trim() ?? '', redirect_uris: asked.redirect_uris }
      c.header('Cache-Control', 'no-store')
      return c.json(
        {
          client_id: registered.register(client),
          client_id_issued_at: Math.floor(now().getTime() / 1000),
          client_name: client.name,
          redirect_uris: [...client.redirect_uris],
          grant_types: ['authorization_code'],
          response_types: ['code'],
          token_endpoint_auth_method: 'none',
        } satisfies z.output<typeof Registered>,
        201,
      )
    },
  )

/** @throws ApiError 400, in the words of RFC 7591, 3.2.2 */
const metadataIn = async (c: ProbityContext): Promise<z.output<typeof ClientMetadata>> => {
  if (!isJson(c.req.header('content-type')))
    throw refusal('invalid_client_metadata', 'the body must be JSON in UTF-8, sent with Content-Type: application/json')
  const parsed = ClientMetadata.safeParse(jsonIn((await readBytes(c, largest)).toString('utf8')), { error: predicate })
  if (!parsed.success) {
    const [{ message, parameter } = { message: 'the request is not valid' }] = entriesOf(parsed.error.issues)
    const field = parameter?.split('.').at(0)
    throw refusal(field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata', message, field)
  }
  const { redirect_uris, grant_types, response_types } = parsed.data
  for (const uri of redirect_uris) {
    const problem = redirectUriProblem(uri)
    if (problem) throw refusal('invalid_redirect_uri', problem, 'redirect_uris')
  }
  if (grant_types && !grant_types.includes('authorization_code'))
    throw refusal('invalid_client_metadata', 'grant_types must include authorization_code', 'grant_types')
  if (response_types && !response_types.includes('code'))
    throw refusal('invalid_client_metadata', 'response_types must include code', 'response_types')
  return parsed.data
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('invalid_client_metadata', 'the body must be JSON')
  }
}

const refusal = (code: 'invalid_redirect_uri' | 'invalid_client_metadata', description: string, parameter?: string): ApiError =>
  new ApiError(400, [entry(description, parameter)], { extra: { error: code, error_description: description } })
