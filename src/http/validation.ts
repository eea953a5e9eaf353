// Declares what comes in: one zod schema validates a body, a query or the path, types `c.req.valid(...)` and documents the route in OpenAPI.
import { zValidator } from '@hono/zod-validator'
import type { MiddlewareHandler } from 'hono'
import { uniqueSymbol } from 'hono-openapi'
import { z } from 'zod'
import { ownValue } from '../events/own-value.ts'
import { bodyLimits, readBytes, readJson, type Unkeepable, withBodyLimit } from '../inner/framework/body.ts'
import type { ProbityContext, ProbityEnv } from '../inner/framework/environment.ts'
import { ApiError, badRequest } from '../interface/errors.ts'
import { inlineSchema, inputSchema } from '../interface/json-schema.ts'
import { type ErrorEntry, entriesOf, type NamePath, predicate } from '../interface/messages.ts'
import { asNewest } from '../interface/versions.ts'
import { momentFrom } from '../projections/history.ts'
import { ignoredHeader, misspeltMembers, unreadMembers, unreadNames } from './unread-members.ts'

export type BodyOptions = {
  /** The answer to a violation of the schema; 422 when absent. */
  readonly status?: 400 | 422
  /** Parameters whose violation is answered 400 instead: any violation, or only that they are missing or null. */
  readonly badRequest?: Readonly<Record<string, 'any' | 'missing'>>
  /** How paths are named in errors, such as `addressItems`. */
  readonly namePath?: NamePath
  /** In bytes; 1 MB when absent. */
  readonly limit?: number
  /** No body at all is the same as `{}`, which may lack what is required. */
  readonly optional?: boolean
}

type Validated<Target extends string, Schema extends z.ZodType> = MiddlewareHandler<
  ProbityEnv,
  string,
  { in: { [Each in Target]: z.input<Schema> }; out: { [Each in Target]: z.output<Schema> } }
>

/**
 * A JSON body; `c.req.valid('json')` has the schema's output.
 * @example
 * import { Hono } from 'hono'
 * import { z } from 'zod'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>()
 * app.post('/greetings', body(z.object({ name: z.string() })), (c) => c.text(`Hello ${c.req.valid('json').name}`))
 * const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{ "name": "Ann" }' }
 * await (await app.request('/greetings', request)).text() // => 'Hello Ann'
 */
export const body = <Schema extends z.ZodType>(schema: Schema, options: BodyOptions = {}): Validated<'json', Schema> =>
  jsonBody(schema, schema, options)

const jsonBody = <Schema extends z.ZodType>(schema: Schema, documentedAs: z.ZodType, options: BodyOptions): Validated<'json', Schema> => {
  const { limit = bodyLimits.standard, optional = false } = options
  const holds = schema instanceof z.ZodArray ? 'list' : 'object'
  const required = !optional || !documentedAs.safeParse({}).success
  const refuse = (entries: readonly ErrorEntry[], sent: unknown) => violation([...entries, ...hints(documentedAs, sent, options)], options)
  const validate: Validated<'json', Schema> = async (c, next) => {
    const { value, unkeepable } = await readJson(c, limit)
    const sent = asNewest(c.get('versionChanges') ?? [], value)
    const json = sent === undefined && optional ? {} : sent
    if (json === undefined) throw badRequest('a JSON body is required')
    if (typeof json !== 'object' || json === null || Array.isArray(json) !== (holds === 'list'))
      throw badRequest(`the body must be a JSON ${holds}`)
    tellIgnored(c, unreadMembers(documentedAs, json))
    const { namePath } = options
    c.req.addValidatedData('json', checked(schema, json, { refuse: (entries) => refuse(entries, json), namePath, unkeepable }) as object)
    return next()
  }
  return documented(withBodyLimit(validate, limit), {
    spec: { requestBody: { required, content: { 'application/json': { schema: inputSchema(documentedAs) } } }, responses: bodyErrors },
  })
}

/** Names what was sent and nothing reads, beside what has been named of this request. */
export const tellIgnored = (c: ProbityContext, names: readonly string[]) => {
  if (names.length === 0) return
  const ignored = [...(c.get('ignored') ?? []), ...names]
  c.set('ignored', ignored)
  c.header('Probity-Ignored', ignoredHeader(ignored))
}

/** What a misspelt member was probably meant to be, beside the errors of a body that is refused anyway. */
const hints = (schema: z.ZodType, sent: unknown, { namePath }: BodyOptions): readonly ErrorEntry[] =>
  misspeltMembers(schema, sent).map(({ path, meant }) => {
    const { parameter, prefix = '' } = namePath?.(path) ?? { parameter: path.join('.') }
    return { message: `${prefix}${path.at(-1)} is not a known field: did you mean ${meant}?`, parameter }
  })

/**
 * A JSON object of any shape, which the handler checks: for bodies of which more than themselves says whether they are right. `schema` is what it
 * is documented as.
 */
export const uncheckedBody = (schema: z.ZodType): Validated<'json', typeof Members> => jsonBody(Members, schema, {})

const Members = z.looseObject({})

/**
 * A body that the handler itself reads (`readBytes`), because it is too long to be read between other requests, or is refused in the words of another
 * protocol.
 */
export const rawBody = (schema: z.ZodType, limit: number): MiddlewareHandler<ProbityEnv> =>
  documented(
    withBodyLimit<MiddlewareHandler<ProbityEnv>>((_, next) => next(), limit),
    { spec: { requestBody: { required: true, content: { 'application/json': { schema: inputSchema(schema) } } }, responses: readErrors } },
  )

/**
 * A form (`application/x-www-form-urlencoded`), as OAuth's endpoints take it; `c.req.valid('form')`. A field given twice is 400.
 * `refuse` makes the errors that another protocol wants.
 */
export const form = <Schema extends z.ZodObject>(
  schema: Schema,
  options: Pick<BodyOptions, 'status'> & { readonly refuse?: (entries: readonly ErrorEntry[]) => Error } = {},
): Validated<'form', Schema> => {
  const { refuse = (entries: readonly ErrorEntry[]) => violation(entries, options) } = options
  const validator = validated('form', schema, { refuse })
  const validate: Validated<'form', Schema> = async (c, next) => {
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
      const message = 'the body must be sent with Content-Type: application/x-www-form-urlencoded'
      throw options.refuse?.([{ message }]) ?? badRequest(message)
    }
    const fields = new URLSearchParams((await readBytes(c, bodyLimits.standard)).toString('utf8'))
    const twice = Object.keys(schema.shape).find((name) => fields.getAll(name).length > 1)
    if (twice !== undefined) {
      const entry = { message: `${twice} must be given only once`, parameter: twice }
      throw options.refuse?.([entry]) ?? badRequest(entry.message, entry.parameter)
    }
    c.req.bodyCache.formData = formOf(fields)
    return validator(c, next)
  }
  return documented(withBodyLimit(validate, bodyLimits.standard), {
    spec: {
      requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: inputSchema(schema) } } },
      responses: bodyErrors,
    },
  })
}

/**
 * The query string; `c.req.valid('query')`. Every value is text, a list where the schema's field is one. A list may be given repeated or with commas
 * between, with brackets behind its name or without (records.md, section 8). Problems are 400.
 * @example
 * import { Hono } from 'hono'
 * import { z } from 'zod'
 * import { paging } from 'src/interface/lists.ts'
 * import type { ProbityEnv } from 'src/inner/framework/environment.ts'
 * const app = new Hono<ProbityEnv>()
 * app.get('/greetings', query(z.object({ ...paging, q: z.string().optional() })), (c) => c.json(c.req.valid('query')))
 * await (await app.request('/greetings?q=ann&page=2')).json() // => { q: 'ann', page: 2, per_page: 25 }
 */
export const query = <Schema extends z.ZodObject>(schema: Schema): Validated<'query', Schema> => {
  const names = Object.entries(schema.shape).map(([name, field]) => ({ name, takes: takenBy(field) }))
  const spellingsOf = ({ name, takes }: (typeof names)[number]) => (takes === 'one' ? [name] : listSpellings(name))
  const known = new Set(names.flatMap(spellingsOf))
  const takesPages = 'per_page' in schema.shape && !('limit' in schema.shape)
  const asDeclared = (values: Values): Values => {
    // Ignored, it would silently give another number of items than was asked for.
    if (takesPages && ownValue(values, 'limit') !== undefined)
      throw badRequest('limit is not a parameter here: did you mean per_page?', 'limit')
    return Object.fromEntries(
      names.flatMap(({ name, takes }): (readonly [string, string | readonly string[]])[] => {
        const sent = spellingsOf({ name, takes }).flatMap((spelling) => ownValue(values, spelling) ?? [])
        if (sent.length === 0) return []
        if (takes === 'commas') return [[name, sent.join(',')]]
        if (takes === 'list') return [[name, sent.flatMap((value) => value.split(','))]]
        if (sent.length > 1) throw badRequest(`${name} must be given only once`, name)
        return [[name, sent[0] as string]]
      }),
    )
  }
  const refuse = (entries: readonly ErrorEntry[]) => new ApiError(400, entries.map(ofWholeParameter))
  const validator = validated('query', schema, { refuse, asDeclared })
  /** Most requests have no query, and what comes of none is always the same. */
  const none = schema.safeParse({})
  const validate: Validated<'query', Schema> = (c, next) => {
    if (!none.success || c.req.url.includes('?')) {
      tellIgnored(c, unreadNames(Object.keys(c.req.queries()), known))
      return validator(c, next)
    }
    c.req.addValidatedData('query', none.data)
    return next()
  }
  return documented(validate, { target: 'query', ...inputSchema(schema) })
}

const listSpellings = (name: string): readonly string[] => {
  const bare = name.replace('[]', '')
  return [bare, `${bare}[]`]
}

/** An error in a list of the query names the parameter; the message says which of its values is wrong. */
const ofWholeParameter = ({ message, parameter = '' }: ErrorEntry): ErrorEntry => ({ message, parameter: parameter.split('.')[0] ?? '' })

/**
 * A query parameter holding several values with commas between: `packages=tin,website`. An unknown value is 400. Documented as a list of them.
 * @example
 * import { z } from 'zod'
 * commaSeparated(z.enum(['open', 'closed'])).parse('open,closed') // => ['open', 'closed']
 */
export const commaSeparated = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item as z.ZodType<z.output<Item>, string>))
    .meta({ type: 'array', items: inlineSchema(item) })

/** A query parameter that is `true` or `false`. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const readErrors = {
  400: { $ref: '#/components/responses/BadRequest' },
  408: { $ref: '#/components/responses/TooSlow' },
  413: { $ref: '#/components/responses/TooLarge' },
}
const bodyErrors = { ...readErrors, 422: { $ref: '#/components/responses/Unprocessable' } }

const parsing = { error: predicate }

type Refuse = (entries: readonly ErrorEntry[], sent: unknown) => Error

/** The values of a query, as the validator reads them: one as text, several as a list. */
type Values = { readonly [name: string]: string | readonly string[] }

/** Validates with our messages, and refuses with our errors. */
const validated = <Target extends 'form' | 'query', Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
  options: { readonly refuse: Refuse; readonly namePath?: NamePath | undefined; readonly asDeclared?: (values: Values) => Values },
): Validated<Target, Schema> => {
  const { refuse, namePath, asDeclared = (values) => values } = options
  const validator = zValidator(
    target,
    schema as z.ZodType,
    (result) => {
      if (!result.success) throw refuse(entriesOf(result.error.issues, namePath), result.data)
    },
    { validationFunction: (_, value) => schema.safeParse(asDeclared(value as Values), parsing) },
  )
  // Its own type says the same by way of what a client of Hono would send, which TypeScript cannot compare for a schema that it does not know yet.
  return validator as Validated<Target, Schema>
}

const formOf = (fields: URLSearchParams): FormData => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

type Checking = { readonly refuse: Refuse; readonly namePath?: NamePath | undefined; readonly unkeepable?: readonly Unkeepable[] }

const checked = <Schema extends z.ZodType>(schema: Schema, value: unknown, { refuse, namePath, unkeepable = [] }: Checking) => {
  const result = schema.safeParse(value, parsing)
  if (result.success && unkeepable.length === 0) return result.data
  // What else is wrong with a text that cannot be kept does not matter.
  const lost = unkeepable.map(({ path, message }) => ({ code: 'custom' as const, path: [...path], message }))
  const at = new Set(lost.map(({ path }) => path.join('.')))
  const others = result.error?.issues.filter(({ path }) => !at.has(path.join('.'))) ?? []
  throw refuse(entriesOf([...lost, ...others], namePath), value)
}

const violation = (entries: readonly ErrorEntry[], { status = 422, badRequest: exceptions = {} }: BodyOptions) => {
  const isException = ({ parameter = '', message }: ErrorEntry) =>
    exceptions[parameter] === 'any' || (exceptions[parameter] === 'missing' && /(is required|must not be null)$/.test(message))
  return new ApiError(entries.some(isException) ? 400 : status, entries)
}

/** One text, a list of texts, or one text with commas (`commaSeparated`). */
const takenBy = (field: z.core.$ZodType): 'one' | 'list' | 'commas' => {
  if (field instanceof z.ZodArray) return 'list'
  if (field instanceof z.ZodPipe) return field.meta()?.type === 'array' ? 'commas' : takenBy(field.in)
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodNullable ? takenBy(field.unwrap()) : 'one'
}

/** The part of a body whose schema depends on another part of it. @throws ApiError 422 with every problem */
export const checkBody = <Schema extends z.ZodType>(schema: Schema, value: unknown, options: BodyOptions = {}): z.output<Schema> =>
  checked(schema, value, { refuse: (entries) => violation(entries, options), namePath: options.namePath })

const documented = <Handler extends object>(handler: Handler, documentation: object): Handler =>
  Object.assign(handler, { [uniqueSymbol]: documentation })

/** A moment of the past: a time (ISO 8601) or a position in the log, both inclusive. */
export const asOf = z
  .string()
  .transform((text, { issues }) => {
    const moment = momentFrom(text)
    if (moment) return moment
    issues.push({ code: 'custom', message: 'must be a date, a timestamp with its offset (ISO 8601) or a position', input: text })
    return z.NEVER
  })
  .meta({
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
      { type: 'string', pattern: '^[0-9]{1,18}$' },
    ],
    description: 'The record as it stood: a date, a timestamp with its offset (ISO 8601), or a position in the log.',
  })
