// Checks answers, and the calls to webhooks, against the service's own OpenAPI document: the status is declared, the media type too, and the body
// fits the schema with no member more than it names.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'

type Json = { readonly [member: string]: Json }

type Checker = {
  readonly validators: Map<string, ValidateFunction>
  readonly ajv: Ajv2020
  readonly added: Set<Extent>
  readonly paths: readonly { readonly template: string; readonly pattern: RegExp }[]
}

const checkers = new WeakMap<object, Checker>()
/** Services of one process that describe the same interface share what is compiled for it. */
const checkersByText = new Map<string, Checker>()

/** The document as answers are held against it: in `whole` every member is required that only `fields` leaves out, in `selected` it is not. */
type Extent = 'whole' | 'selected'

/**
 * @param asked the path requested, with its query or without: `/v1/businesses/0198...?fields=tags`
 * @param body the parsed JSON; undefined for answers of other media types, of which only the status is checked
 * @throws an assertion error that names the operation and every difference
 */
export const checkAgainstOpenApi = (openapi: object, method: string, asked: string, status: number, body: unknown): void => {
  const [path = '', query] = asked.split('?')
  const template = checkerOf(openapi).paths.find(({ pattern }) => pattern.test(path))?.template
  assert.ok(template !== undefined, `${path} is not in the OpenAPI document`)
  const operation = at(openapi, ['paths', template ?? '', method.toLowerCase()])
  assert.ok(operation, `${method} ${template} is not in the OpenAPI document`)
  const name = `${method} ${template} ${status}`
  const responsePath = resolved(openapi, ['paths', template ?? '', method.toLowerCase(), 'responses', String(status)])
  assert.ok(at(openapi, responsePath), `${name} is not declared, only ${Object.keys(operation?.responses ?? {})}`)
  if (body === undefined) return
  const schemaPath = [...responsePath, 'content', 'application/json', 'schema']
  assert.ok(at(openapi, schemaPath), `${name} is declared without a JSON body`)
  checkBody(openapi, schemaPath, name, body, new URLSearchParams(query).has('fields') ? 'selected' : 'whole')
}

/** @throws an assertion error that names the type of the event and every difference */
export const checkWebhookAgainstOpenApi = (openapi: object, event: { readonly type: string }): void => {
  const schemaPath = ['webhooks', event.type, 'post', 'requestBody', 'content', 'application/json', 'schema']
  assert.ok(at(openapi, schemaPath), `${event.type} is not in the OpenAPI document`)
  checkBody(openapi, schemaPath, event.type, event)
}

/** @throws an assertion error for an example of a request that does not fit its own schema */
export const checkExamples = (openapi: object): void => {
  const examples = Object.entries(at(openapi, ['components', 'schemas']) ?? {}).flatMap(([name, schema]) =>
    Object.values(schema.examples ?? {}).map((example) => ({ name, example })),
  )
  for (const { name, example } of filled(examples)) checkBody(openapi, ['components', 'schemas', name], `the example of ${name}`, example)
}

/** @throws an assertion error for an example of an answer that does not fit the schema it is named after */
export const checkResponseExamples = (openapi: object, examples: Readonly<Record<string, unknown>>): void => {
  for (const [name, example] of filled(Object.entries(examples)))
    if (at(openapi, ['components', 'schemas', name])) checkBody(openapi, ['components', 'schemas', name], `the example of ${name}`, example)
}

const checkerOf = (openapi: object): Checker => {
  const known = checkers.get(openapi)
  if (known) return known
  const text = JSON.stringify(openapi)
  const checker = checkersByText.get(text) ?? prepare(openapi)
  checkers.set(openapi, checker)
  checkersByText.set(text, checker)
  return checker
}

const checkBody = (openapi: object, schemaPath: readonly string[], name: string, body: unknown, extent: Extent = 'whole') => {
  const checker = checkerOf(openapi)
  const pointer = schemaPath.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const reference = `${extent}#/${pointer}`
  if (!checker.added.has(extent)) {
    checker.ajv.addSchema({ ...(closed(extent === 'whole' ? withAllMembers(openapi) : openapi) as object), $id: extent })
    checker.added.add(extent)
  }
  const validate = checker.validators.get(reference) ?? checker.ajv.compile({ $ref: reference })
  checker.validators.set(reference, validate)
  const problems = validate(body) ? [] : (validate.errors ?? [])
  const told = problems.map(({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`)
  assert.ok(problems.length === 0, `${name} differs from the OpenAPI document:\n  ${told.join('\n  ')}\n${JSON.stringify(body)}`)
}

const prepare = (openapi: object): Checker => {
  // A validator looks at a few answers: to make it costs more than to use it.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false, code: { optimize: false } })
  formats.default(ajv)
  // The fixed path goes before one with a parameter in the same place.
  const paths = Object.keys(at(openapi, ['paths']) ?? {}).toSorted((one, other) =>
    one.replaceAll('{', '~') < other.replaceAll('{', '~') ? -1 : 1,
  )
  return {
    ajv,
    added: new Set(),
    validators: new Map(),
    paths: paths.map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    })),
  }
}

/**
 * A copy in which a record that `fields` can select from requires all its members. An item of a list does not require those that `expand[]` adds.
 */
const withAllMembers = (openapi: object): object => {
  const schemas = at(openapi, ['components', 'schemas']) ?? {}
  const whole = Object.values(at(openapi, ['paths']) ?? {}).flatMap(({ get }) => {
    const parameters = (get?.parameters ?? []) as unknown as readonly Json[]
    const expanded = parameters.find(({ name }) => `${name}` === 'expand[]')?.schema?.items?.enum as unknown as
      | readonly string[]
      | undefined
    if (!parameters.some(({ name }) => `${name}` === 'fields')) return []
    const answer = nameIn(at(get ?? {}, ['responses', '200', 'content', 'application/json', 'schema']))
    const item = nameIn(at(schemas, [answer, 'properties', 'data', 'items']))
    const name = item || answer
    const members = Object.keys(at(schemas, [name, 'properties']) ?? {})
    return [[name, { ...schemas[name], required: item ? members.filter((each) => !expanded?.includes(each)) : members }] as const]
  })
  return { ...openapi, components: { ...at(openapi, ['components']), schemas: { ...schemas, ...Object.fromEntries(whole) } } }
}

const nameIn = (schema: Json | undefined): string => `${schema?.$ref ?? ''}`.split('/').at(-1) ?? ''

/** A copy in which objects with declared members allow no others, unless they say so or are combined with others. */
const closed = (value: unknown, isCombined = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => closed(item, isCombined))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member, key === 'allOf')]))
  const isObject = typeof copy.properties === 'object' && copy.type === 'object'
  return isObject && !isCombined && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy
}

const at = (document: object, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((value, part) => (value && Object.hasOwn(value, part) ? value[part] : undefined), document as Json)

/** Follows a `$ref` at the path, if there is one. */
const resolved = (document: object, path: readonly string[]): readonly string[] => {
  const target: unknown = at(document, path)?.$ref
  return typeof target === 'string' ? target.slice(2).split('/') : path
}
