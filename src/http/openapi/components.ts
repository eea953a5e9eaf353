// The parts of the interface description that operations refer to: what they may be refused with, and the headers of requests and answers.
import type { ErrorEntry } from '../../interface/messages.ts'
import { serviceLimits } from '../../interface/service-limits.ts'

export type ErrorStatus = keyof typeof errorResponses

/** Of each status: its component, what it means, an example of what it tells, and the headers that come with it. */
const errorResponses = {
  400: ['BadRequest', 'Bad request.', { message: 'page must be a positive whole number', parameter: 'page' }],
  401: ['Unauthorized', 'Invalid API key.', { message: 'the API key or access token is not valid' }, ['WWW-Authenticate']],
  403: [
    'Forbidden',
    'Feature not enabled, identity or verify order required, or insufficient scope of the API key or OAuth token.',
    { message: 'this feature is not enabled for the account' },
  ],
  404: ['NotFound', 'Resource does not exist.', { message: 'business not found' }],
  408: ['TooSlow', 'The body took too long to arrive.', { message: 'the body took too long to arrive' }],
  409: ['Conflict', 'It already exists, or has been decided in the meantime.', { message: 'the company already exists' }],
  412: [
    'PreconditionFailed',
    '`If-Match` names a tag; the tags of this service are weak, and never hold there.',
    {
      message: 'If-Match cannot hold: the tags of this service are weak, for If-None-Match alone. Nothing was changed',
      parameter: 'If-Match',
    },
  ],
  413: ['TooLarge', 'The body is too large.', { message: 'the body is larger than the 1 MB allowed' }],
  422: [
    'Unprocessable',
    'A parameter was not formatted correctly or validation failed.',
    { message: 'address 1: address_line1 is required', parameter: 'address.address_line1' },
  ],
  429: [
    'TooManyRequests',
    'Too many requests; `Retry-After` says when to try again.',
    { message: 'too many requests: at most 20 per second' },
    ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ],
  431: [
    'HeadersTooLarge',
    `The headers, the address among them, are larger than ${serviceLimits.headers.most} KB.`,
    { message: `the headers are larger than the ${serviceLimits.headers.most} KB allowed` },
  ],
  500: ['InternalError', 'Internal server error.', { message: 'internal server error' }],
  503: [
    'Unavailable',
    'The service cannot answer at the moment; try again.',
    { message: 'the service cannot reach its store at the moment; try again' },
    ['Retry-After'],
  ],
} as const satisfies {
  readonly [status: number]: readonly [name: string, description: string, example: ErrorEntry, headers?: readonly HeaderName[]]
}

type HeaderName = keyof typeof headers

const headers = {
  ETag: { description: 'Names this state of the answer, for `If-None-Match` (RFC 9110).', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds until it is worth trying again.', schema: { type: 'integer', minimum: 0 } },
  RateLimit: { description: 'How many requests are left (`r`) for how many seconds (`t`).', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'How many requests (`q`) in how many seconds (`w`).', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'The ways to authenticate (RFC 6750, RFC 7617).', schema: { type: 'string' } },
} as const

export const headersOf = (names: readonly HeaderName[] = []) =>
  names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }

export const reference = (status: ErrorStatus) => ({ $ref: `#/components/responses/${errorResponses[status][0]}` })

const ErrorItem = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    parameter: { type: 'string', description: 'The offending field, possibly a dotted path such as `address.address_line1`.' },
  },
} as const

const ErrorBody = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: { type: 'array', description: 'One for each problem, all at once.', items: { $ref: '#/components/schemas/Error' } },
    request_id: { type: 'string', description: 'With 5xx only: names the request in the log.' },
    error: { type: 'string', description: 'OAuth endpoints only (RFC 6749).' },
    error_description: { type: 'string', description: 'OAuth endpoints only (RFC 6749).' },
  },
} as const

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key with the same body within 24 hours returns the first answer and does nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: serviceLimits.idempotencyKey.most },
} as const

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'Of server-sent events: the `id` of the last one that the client has. The stream goes on behind it.',
  schema: { type: 'string' },
} as const

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The `ETag` of an answer that the client has, or several with commas between. If it still holds, the answer is 304 without a body.',
  schema: { type: 'string' },
} as const

export const components = {
  parameters: { 'Idempotency-Key': idempotencyKey, 'If-None-Match': ifNoneMatch, 'Last-Event-ID': lastEventId },
  headers,
  schemas: { Error: ErrorItem as never, ErrorResponse: ErrorBody as never },
  responses: Object.fromEntries(
    Object.values(errorResponses).map(([name, description, entry, names]) => [
      name,
      {
        description,
        ...headersOf(names),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' }, example: { errors: [entry] } } },
      },
    ]),
  ),
}
