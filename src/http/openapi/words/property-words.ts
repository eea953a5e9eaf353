// Says what a property is where its schema does not: one table, by the name of the property. `Lien.state` is for the property of one schema,
// `folding.end` for that within another property, `List.url` for lists, and `Request.tags` for members of a request.
import { businessWords } from './business.ts'
import { commonWords } from './common.ts'
import { partnerWords } from './partner.ts'
import { recordWords } from './records.ts'
import { workWords } from './work.ts'

export const propertyWords: Readonly<Record<string, string>> = {
  ...commonWords,
  ...businessWords,
  ...recordWords,
  ...workWords,
  ...partnerWords,
}

type Schema = {
  description?: string
  readonly $ref?: string
  readonly const?: unknown
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

type Content = { readonly content?: { readonly [type: string]: { readonly schema?: Schema } } }
type Operation = { readonly requestBody?: Content; readonly responses?: { readonly [status: string]: Content } }
type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components?: { readonly schemas?: { readonly [name: string]: Schema } }
}

/** The document with words for every property. They are written into it. */
export const withWords = <Whole extends object>(document: Whole): Whole => {
  const { paths, components: { schemas = {} } = {} } = document as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.values(methods).map((operation) => ({ path, ...operation })))
  const asked = namesIn(
    operations.map(({ requestBody }) => requestBody ?? null),
    schemas,
  )
  for (const [name, schema] of Object.entries(schemas)) describeProperties(schema, name, asked.has(name) ? 'requests' : 'answers')
  for (const { path, requestBody, responses = {} } of operations) {
    for (const schema of schemasOf(requestBody)) describeProperties(schema, path, 'requests')
    for (const response of Object.values(responses)) for (const schema of schemasOf(response)) describeProperties(schema, path, 'answers')
  }
  return document
}

const schemasOf = ({ content = {} }: Content = {}): readonly Schema[] => Object.values(content).flatMap(({ schema }) => schema ?? [])

/** The names of the schemas that a part of the document refers to, directly or through others. */
const namesIn = (part: unknown, schemas: { readonly [name: string]: Schema }): ReadonlySet<string> => {
  const names = new Set<string>()
  const visit = (each: unknown) => {
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue
      names.add(name)
      visit(schemas[name] ?? null)
    }
  }
  visit(part)
  return names
}

/** What a schema is of. A property of answers that may be null says when it is. */
type Carried = 'requests' | 'answers'

/**
 * Adds the words to the properties of a schema, wherever they stand in it. `at` is the name of the schema or the path of the operation.
 */
const describeProperties = (schema: Schema, at: string, of: Carried): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    property.description ??= wordsFor(name, at, property, of)
    if (property.description === undefined) delete property.description
    describeProperties(property, `${at}.${name}`, of)
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) describeProperties(part, at, of)
  if (schema.items) describeProperties(schema.items, at, of)
  if (typeof schema.additionalProperties === 'object') describeProperties(schema.additionalProperties, at, of)
}

const wordsFor = (name: string, at: string, property: Schema, of: Carried): string | undefined => {
  const isList = at.endsWith('List')
  const keys = [
    `${at}.${name}`,
    `${at.split('.').at(-1)}.${name}`,
    ...(isList ? [`List.${name}`] : []),
    ...(of === 'requests' ? [`Request.${name}`] : []),
    name,
  ]
  const words = propertyWords[keys.find((key) => Object.hasOwn(propertyWords, key)) ?? '']
  if (words === undefined) return undefined
  if (name === 'object' && typeof property.const === 'string') return `Always \`${property.const}\`: the kind of record.`
  return of === 'answers' && mayBeNull(property) && !/\bnull\b/i.test(words) ? `${words} Null when it is not known.` : words
}

const mayBeNull = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(mayBeNull)
