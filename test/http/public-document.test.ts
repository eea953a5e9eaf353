// The interface description of the whole service: what an integrator who has nothing else would miss.
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { propertyWords } from '../../src/http/openapi/words/property-words.ts'
import { type RouteDependencies, routes } from '../../src/http/routes/all.ts'
import { webhookBodies } from '../../src/interface/webhook-topics.ts'
import { filled } from '../filled.ts'
import { toy } from './toy.ts'

const { app } = toy((v1) => {
  for (const mount of routes({ documents: {} } as RouteDependencies)) mount(v1)
})

type Named = { readonly name: string; readonly description?: string; readonly $ref?: string; readonly in?: string }
type Body = { readonly content: { readonly 'application/json'?: { readonly schema: { readonly $ref?: string } } } }
type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Named[]
  readonly requestBody?: Body
  readonly responses?: { readonly [status: string]: unknown }
}

const document = await openApiDocument(app, { webhooks: webhookBodies })
const schemas = (document.components?.schemas ?? {}) as { readonly [name: string]: { readonly examples?: readonly unknown[] } }
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as { readonly [method: string]: Operation }).map(([method, operation]) => ({
    of: `${method.toUpperCase()} ${path}`,
    ...operation,
  })),
)

test('it reads the same when it is made again', async () => {
  assert.ok(JSON.stringify(await openApiDocument(app, { webhooks: webhookBodies })) === JSON.stringify(document))
})

test('every request body has a name and an example', () => {
  const bare = operations.flatMap(({ of, requestBody }) => {
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return []
    const name = schema.$ref?.split('/').at(-1) ?? ''
    return schemas[name]?.examples?.length ? [] : [of]
  })
  assert.equal(bare, [])
})

test('every example of a request is one that the schema takes', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'document')
  const examples = Object.entries(schemas).flatMap(([name, { examples = [] }]) => examples.map((example) => [name, example] as const))
  const wrong = filled(examples).flatMap(([name, example]) => {
    const fits = ajv.getSchema(`document#/components/schemas/${name}`)
    return fits?.(example) ? [] : [`${name} ${ajv.errorsText(fits?.errors)}`]
  })
  assert.equal(wrong, [])
})

type Schema = { readonly properties?: { readonly [name: string]: Schema }; readonly anyOf?: readonly Schema[]; readonly items?: Schema }

/** The objects that stand within a schema under no name of their own, by the names that generators of clients make for them. */
const unnamed = (schema: Schema, name: string): readonly string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([property, each]) => {
    const inner = `${name}${property.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}`
    return [...(each.properties ? [inner] : []), ...unnamed(each, inner)]
  }),
  ...(schema.anyOf ?? []).flatMap((each) => unnamed(each, name)),
  ...(schema.items ? unnamed(schema.items, `${name}Item`) : []),
]

test('what has no name gets none from a generator of clients that something else has', () => {
  const made = Object.entries(schemas).flatMap(([name, schema]) => unnamed(schema as Schema, name))
  assert.ok(made.length > 3)
  assert.equal(
    made.filter((name) => name in schemas),
    [],
  )
})

test('every query parameter says what it does', () => {
  const silent = operations.flatMap(({ of, parameters = [] }) =>
    parameters.filter((each) => each.in === 'query' && !each.description).map(({ name }) => `${of} ${name}`),
  )
  assert.equal(silent, [])
})

test('every section and operation says what it is about', () => {
  assert.equal(
    (document.tags ?? []).filter(({ description }) => !description).map(({ name }) => name),
    [],
  )
  const short = operations.filter(({ description = '' }) => description.length < 10).map(({ of }) => of)
  assert.equal(short, [])
  const created = operations.find(({ of }) => of === 'POST /v1/businesses')
  assert.match(created?.description ?? '', /`Idempotency-Key`.*`businesses:write`/)
  // What needs no key, is no list and may be repeated anyway has the words of its route alone.
  assert.is(operations.find(({ of }) => of === 'GET /healthz')?.description, 'Whether the process is alive.')
})

test('an operation on an object says that there may be none', () => {
  const silent = operations.filter(({ of, responses }) => of.includes('{') && responses?.['404'] === undefined).map(({ of }) => of)
  assert.equal(silent, [])
})

test('licence and contact are named', () => {
  assert.equal(document.info.license, { name: 'Apache License 2.0', identifier: 'Apache-2.0' })
  assert.ok(document.info.contact?.name)
})

type Property = { readonly path: string; readonly name: string; readonly description: string | undefined }

/** Every property of every object in a part of the document, however deep. */
const propertiesOf = (part: unknown, path: string): readonly Property[] => {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([member, value]) => {
    const inner = propertiesOf(value, `${path}.${member}`)
    if (member !== 'properties' || path.endsWith('.properties')) return inner
    const named = Object.entries(value as { readonly [name: string]: { readonly description?: string } })
    return [...named.map(([name, { description }]) => ({ path, name, description })), ...inner]
  })
}
const properties = [...propertiesOf(document.components?.schemas, 'schemas'), ...propertiesOf(document.paths, 'paths')]

test('every property and every parameter says what it is', () => {
  assert.ok(properties.length > 1000)
  assert.equal(
    properties.filter(({ description }) => (description ?? '').length < 8).map(({ path, name }) => `${path} ${name}`),
    [],
  )
  const parameters = operations.flatMap(({ of, parameters = [] }) => parameters.map((each) => ({ of, ...each })))
  assert.equal(
    parameters.filter(({ $ref, description }) => !$ref && !description).map(({ of, name }) => `${of} ${name}`),
    [],
  )
})

test('a property of an answer that may be null says when it is', () => {
  const of = (schema: string, name: string) =>
    (schemas[schema] as { properties?: { [name: string]: { description?: string } } }).properties?.[name]?.description
  assert.is(of('Lien', 'file_number'), 'The number under which the office keeps it. Null until there is one.')
  assert.is(of('Address', 'latitude'), 'Degrees north. Null when it is not known.')
  assert.is(of('Business', 'created_at'), 'When it was recorded.')
})

test('the table of words has none that no property uses', () => {
  const told = new Set(properties.map(({ description = '' }) => description.replace(/ Null when it is not known\.$/, '')))
  const unused = Object.entries(propertyWords).filter(
    ([, words]) => !told.has(words) && !told.has(words.replace(/ Null when it is not known\.$/, '')),
  )
  assert.equal(
    unused.map(([name]) => name).filter((name) => name !== 'object'),
    [],
  )
})

test.run()
