// Turns the zod schemas that validate into the JSON schemas that document. A schema with an id (`.meta({ id: 'Business' })`) becomes a named
// component, used by reference. All other schemas are inlined.
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Definitions = Readonly<Record<string, JsonSchema>>

/**
 * Members that are accepted and not described: other spellings of one that is. Generators of clients make one name of `address_line1` and
 * `address_line_1`, and code that does not compile.
 */
export const undescribed = z.registry<object>()

/** The settings that hono-openapi needs to write the document. */
export type Documented = {
  readonly toOpenAPISchema: () => Promise<{
    readonly schema: JsonSchema
    readonly components: { readonly schemas: Definitions } | undefined
  }>
}

/** The input form: fields with defaults are optional, and values are those before a transformation. */
export const inputSchema = (schema: z.ZodType): Documented => ({
  toOpenAPISchema: async () => {
    const input = convert(schema, 'input')
    const differing = changedBy(definitionsOf(input), definitionsOf(convert(schema, 'output')))
    return asComponents(input, (name) => (differing.has(name) ? `${name}Input` : name))
  },
})

/** The input form without its name, for parts of a schema that is described by hand. */
export const inlineSchema = (schema: z.ZodType): JsonSchema => {
  const json = convert(schema, 'input')
  const { id, ...unnamed } = definitionsOf(json)[json.$ref?.slice('#/$defs/'.length) ?? ''] ?? json
  return unnamed
}

/** The output form. */
export const outputSchema = (schema: z.ZodType): Documented => ({
  toOpenAPISchema: async () => asComponents(convert(schema, 'output'), (name) => name),
})

/** Many operations answer with the same record, and several services of one process describe the same interface. Nobody changes what is kept. */
const converted = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() }

const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const known = converted[io].get(schema)
  if (known) return known
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify })
  converted[io].set(schema, json)
  return json
}

/** Responses may get more fields without breaking clients. A format says more than its pattern. */
const simplify = ({ zodSchema, jsonSchema }: { readonly zodSchema: z.core.$ZodTypes; readonly jsonSchema: JsonSchema }) => {
  const { def } = zodSchema._zod
  if (def.type === 'object') {
    if (!def.catchall) delete jsonSchema.additionalProperties
    for (const [name, member] of Object.entries(def.shape)) if (undescribed.has(member)) delete jsonSchema.properties?.[name]
  }
  if (def.type === 'record') delete jsonSchema.propertyNames
  if (def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
  // zod omits both for a transformed value, because they describe the result. Ours describe the input.
  const { default: stated, examples } = z.core.globalRegistry.get(zodSchema) ?? {}
  if (stated !== undefined) jsonSchema.default = stated
  if (Array.isArray(examples)) jsonSchema.examples = examples
  if (jsonSchema.format !== undefined || jsonSchema.type === 'integer') delete jsonSchema.pattern
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

const definitionsOf = (json: JsonSchema): Definitions => json.$defs ?? {}

/** The definitions whose input and output forms differ, and those that refer to one of them. */
const changedBy = (input: Definitions, output: Definitions): ReadonlySet<string> => {
  const changed = new Set(Object.keys(input).filter((name) => JSON.stringify(input[name]) !== JSON.stringify(output[name])))
  for (let before = -1; before !== changed.size; ) {
    before = changed.size
    for (const [name, definition] of Object.entries(input))
      if (references(definition).some((reference) => changed.has(reference))) changed.add(name)
  }
  return changed
}

const references = (json: JsonSchema): readonly string[] =>
  [...JSON.stringify(json).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name ?? '')

const asComponents = (json: JsonSchema, rename: (name: string) => string) => {
  // A schema that holds itself has no name. Generators of clients cannot read it, so any value stands in its place.
  const plain = JSON.stringify(json).replaceAll(/,"\$ref":"#\/\$defs\/__schema\d+"|"\$ref":"#\/\$defs\/__schema\d+",?/g, '')
  const { $defs, ...schema } = JSON.parse(
    plain.replaceAll(/"#\/\$defs\/([^"]+)"/g, (_, name: string) => `"#/components/schemas/${rename(name)}"`),
  ) as JsonSchema
  const schemas = Object.fromEntries(
    Object.entries($defs ?? {})
      .filter(([name]) => !name.startsWith('__'))
      .map(([name, { id, ...definition }]) => [rename(name), definition as JsonSchema]),
  )
  return { schema, components: $defs && { schemas } }
}

type Document = { readonly paths?: unknown; readonly webhooks?: unknown; readonly components?: { readonly schemas?: object } }

const schemaReference = /"#\/components\/schemas\/(\w+)"/g

/**
 * The components of the whole document once more: that of a request, `NewThingInput`, is called `NewThing` where no answer has another one of that
 * name, and those that nothing in the document refers to are left out.
 */
export const tidied = <Whole extends Document>(document: Whole): Whole => {
  const schemas = (document.components?.schemas ?? {}) as { readonly [name: string]: unknown }
  const plain = (name: string) => {
    const [, short = name] = /^(\w+)Input$/.exec(name) ?? []
    return short in schemas && JSON.stringify(schemas[short]) !== JSON.stringify(schemas[name]) ? name : short
  }
  const names = new Map(Object.keys(schemas).map((name) => [name, plain(name)]))
  const renamed = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [names.get(name), schema]))
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas: renamed } })
  const refer = (_: string, name: string) => `"#/components/schemas/${names.get(name) ?? name}"`
  return withoutUnused(JSON.parse(text.replaceAll(schemaReference, refer)) as Whole)
}

const withoutUnused = <Whole extends Document>(document: Whole): Whole => {
  const { schemas = {}, ...components } = document.components ?? {}
  const used = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(schemaReference)) {
      if (used.has(name)) continue
      used.add(name)
      visit((schemas as { readonly [name: string]: unknown })[name] ?? null)
    }
  }
  visit([document.paths, document.webhooks ?? null, components])
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...document, components: { ...components, schemas: kept } }
}
