// OpenAPI: how a route describes itself in one line. document.ts puts the document together.
import type { MiddlewareHandler } from 'hono'
import { type DescribeRouteOptions, uniqueSymbol } from 'hono-openapi'
import { z } from 'zod'
import type { ProbityEnv } from '../../inner/framework/environment.ts'
import { outputSchema } from '../../interface/json-schema.ts'
import { entityTag } from '../middleware/entity-tag.ts'
import { inSection } from '../middleware/key-scope.ts'
import { type ErrorStatus, reference } from './components.ts'
import type { Section } from './sections.ts'

/** A schema answers as JSON; `{ type }` is another media type, a list what the client may choose from (`Accept`), and null no body that could be described. */
export type Answer = Content | readonly Content[] | null
type Content = z.ZodType | { readonly type: string; readonly description: string }

export type Description = {
  readonly summary: string
  readonly tag: Section
  readonly description?: string
  readonly responses: Readonly<Record<number, Answer>>
  /** Besides those that follow from the route: 401, 403, 429, 431 and 500 everywhere, 412 for what writes, 400, 408, 413 and 422 with a body or an Idempotency-Key, 400 with a query. */
  readonly errors?: readonly ErrorStatus[]
  /** Needs no credentials. */
  readonly open?: boolean
}

/**
 * Documents a route in the interface description. An answer that is a record, no list, has an `ETag` where it is read, and a client that names the
 * tag in `If-None-Match` gets 304.
 * @example
 * import { Hono } from 'hono'
 * import { z } from 'zod'
 * import { openApiDocument } from 'src/http/openapi/document.ts'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>()
 * const described = describe({ summary: 'A greeting', tag: 'Service', responses: { 200: z.object({ text: z.string() }) } })
 * app.get('/v1/greetings/:id', described, (c) => c.json({ text: 'Hello' }))
 * const { paths } = await openApiDocument(app)
 * Object.keys(paths ?? {}) // => ['/v1/greetings/{id}']
 */
export const describe = ({
  summary,
  tag,
  description,
  responses,
  errors = [],
  open = false,
}: Description): MiddlewareHandler<ProbityEnv> => {
  const isTagged = !open && isRecord(responses[200])
  return inSection(
    tag,
    documentedBy(isTagged ? entityTag : passed, {
      summary,
      tags: [tag],
      ...(description !== undefined && { description }),
      ...(open && { security: [] }),
      responses: {
        ...Object.fromEntries(Object.entries(responses).map(([status, answer]) => [status, response(Number(status), answer)])),
        ...Object.fromEntries(errors.map((status) => [status, reference(status)])),
      },
      ...(isTagged && { 'x-tagged': true }),
    }),
  )
}

/** Lists and the feed change with every record. */
const isRecord = (answer: Answer | undefined): boolean => {
  if (!(answer instanceof z.ZodObject)) return false
  const { object } = answer.shape
  return !(object instanceof z.ZodLiteral && (object.value === 'list' || object.value === 'feed'))
}

const passed: MiddlewareHandler<ProbityEnv> = (_, next) => next()

/** A handler of its own for each route: what is noted of a route hangs on it. */
const documentedBy = (handler: MiddlewareHandler<ProbityEnv>, spec: DescribeRouteOptions): MiddlewareHandler<ProbityEnv> =>
  Object.assign<MiddlewareHandler<ProbityEnv>, object>((c, next) => handler(c, next), { [uniqueSymbol]: { spec } })

type ResponseMap = NonNullable<DescribeRouteOptions['responses']>

export const response = (status: number, answer: Answer): ResponseMap[string] => {
  const description = meanings[status] ?? 'Success.'
  if (answer === null) return { description }
  const contents = [answer].flat()
  const told = contents.flatMap((content) => (content instanceof z.ZodType ? [] : [content.description]))
  return { description: told.join(' ') || description, content: Object.fromEntries(contents.map(mediaType)) }
}

const mediaType = (content: Content): [string, { schema: never }] =>
  content instanceof z.ZodType
    ? ['application/json', { schema: outputSchema(content) as never }]
    : [content.type, { schema: { type: 'string', ...(!content.type.startsWith('text/') && { format: 'binary' }) } as never }]

const meanings: Readonly<Record<number, string>> = {
  200: 'Success.',
  201: 'Object created.',
  202: 'Request accepted.',
  304: 'Nothing has changed since the answer with the given `ETag`; no body.',
  409: 'It already exists, or has been decided in the meantime.',
}
