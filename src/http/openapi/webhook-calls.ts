// The section `webhooks` of the interface description: the calls that the service makes, one for each type of event.
import type { z } from 'zod'
import { outputSchema } from '../../interface/json-schema.ts'
import { pascal } from '../../interface/operation-names.ts'

const header = (name: string, description: string) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } })

const headersWith = (signatureHeader: string) => [
  header('webhook-id', 'The id of the event, the same at every attempt (Standard Webhooks).'),
  header('webhook-timestamp', 'Seconds since 1970 of this attempt.'),
  header('webhook-signature', 'Signatures of id, timestamp and body, with a space between: `v1,` and the HMAC-SHA256 in Base64.'),
  header(signatureHeader, '`sha256=` and the HMAC-SHA256 of the raw body in hexadecimal, with the text of the secret as its key.'),
  header('X-Correlation-Id', 'The id of the object.'),
]

const responses = { '2XX': { description: 'Accepted. After any other answer the call is retried, with growing pauses, for three days.' } }

/**
 * Their own section: generators of clients make a file of each, and would let these take the place of the operations of `Webhooks`.
 */
export const callsSection = {
  name: 'Webhook calls',
  description:
    'What the service sends to your webhooks. Generators that cannot read the `webhooks` of OpenAPI 3.1 take `/openapi.json?webhooks=false`.',
}

/** @param bodies the body of a call by its type of event */
export const webhookCalls = async (bodies: { readonly [type: string]: z.ZodType }, signatureHeader = 'X-Signature-256') => {
  const headers = headersWith(signatureHeader)
  const described = await Promise.all(
    Object.entries(bodies).map(async ([type, body]) => {
      const { schema, components } = await outputSchema(body).toOpenAPISchema()
      const requestBody = { required: true, content: { 'application/json': { schema } } }
      const post = {
        operationId: `receive${pascal(type.replaceAll('.', '_'))}`,
        summary: `Reports ${type}`,
        description: `Sent to each webhook that is enabled for \`${type}\`. The body has the object as it was at the event.`,
        tags: [callsSection.name],
        security: [],
        parameters: headers,
        requestBody,
        responses,
      }
      return { call: [type, { post }] as const, schemas: components?.schemas ?? {} }
    }),
  )
  return {
    webhooks: Object.fromEntries(described.map(({ call }) => call)),
    schemas: Object.assign({}, ...described.map(({ schemas }) => schemas)) as object,
  }
}
