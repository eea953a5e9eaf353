// Checks answers, and the calls to webhooks, against the service's own OpenAPI document: the status is declared, the media type too, and the body
// fits the schema with no member more than it names.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import * as assert from 'uvu/assert'

type Json = { readonly [member: string]: Json }

type Checker = {
  readonly validators: Map<string, ValidateFunction>
  readonly ajv: Ajv2020
  readonly paths: readonly { readonly template: string; readonly pattern: RegExp }[]
}

const checkers = new WeakMap<object, Checker>()

/**
 * @param path the one requested, without its query: `/v1/businesses/0198...`
 * @param body the parsed JSON; undefined for answers of other media types, of which only the status is checked
 * @throws an assertion error that names the operation and every difference
 */
export const checkAgainstOpenApi = (openapi: object, method: string, path: string, status: number, body: unknown): void => {
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
  checkBody(openapi, schemaPath, name, body)
}

/** @throws an assertion error that names the type of the event and every difference */
export const checkWebhookAgainstOpenApi = (openapi: object, event: { readonly type: string }): void => {
  const schemaPath = ['webhooks', event.type, 'post', 'requestBody', 'content', 'application/json', 'schema']
  assert.ok(at(openapi, schemaPath), `${event.type} is not in the OpenAPI document`)
  checkBody(openapi, schemaPath, event.type, event)
}

/** @throws an assertion error for an example of a request that does not fit its own schema */
export const checkExamples = (openapi: object): void => {
  for (const [name, schema] of Object.entries(at(openapi, ['components', 'schemas']) ?? {}))
    for (const example of (schema.examples ?? []) as unknown as readonly unknown[])
      checkBody(openapi, ['components', 'schemas', name], `the example of ${name}`, example)
}

/** @throws an assertion error for an example of an answer that does not fit the schema it is named after */
export const checkResponseExamples = (openapi: object, examples: Readonly<Record<string, unknown>>): void => {
  for (const [name, example] of Object.entries(examples))
    if (at(openapi, ['components', 'schemas', name])) checkBody(openapi, ['components', 'schemas', name], `the example of ${name}`, example)
}

const checkerOf = (openapi: object): Checker => {
  const checker = checkers.get(openapi) ?? prepare(openapi)
  checkers.set(openapi, checker)
  return checker
}

const checkBody = (openapi: object, schemaPath: readonly string[], name: string, body: unknown) => {
  const checker = checkerOf(openapi)
  const pointer = schemaPath.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = checker.validators.get(pointer) ?? checker.ajv.compile({ $ref: `openapi#/${pointer}` })
  checker.validators.set(pointer, validate)
  const problems = validate(body) ? [] : (validate.errors ?? [])
  const told = problems.map(({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`)
  assert.ok(problems.length === 0, `${name} differs from the OpenAPI document:\n  ${told.join('\n  ')}\n${JSON.stringify(body)}`)
}

const prepare = (openapi: object): Checker => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema({ ...(closed(openapi) as object), $id: 'openapi' })
  // The fixed path goes before one with a parameter in the same place.
  const paths = Object.keys(at(openapi, ['paths']) ?? {}).toSorted((one, other) =>
    one.replaceAll('{', '~') < other.replaceAll('{', '~') ? -1 : 1,
  )
  return {
    ajv,
    validators: new Map(),
    paths: paths.map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    })),
  }
}

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
