// The SQL types of the members of a collection's schema.
import type { CollectionSpec } from '../document-store.ts'
import type { Json, JsonObject } from '../event-store.ts'

/** The members that the schema names, in its order. */
export const propertiesOf = ({ schema }: CollectionSpec): readonly (readonly [name: string, schema: Json])[] => {
  const properties = schema?.properties
  return isObject(properties) ? Object.entries(properties) : []
}

/** Objects and arrays become JSON text. */
const sqlTypes: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'real',
  boolean: 'boolean',
  string: 'text',
  object: 'text',
  array: 'text',
}

/** The SQL type of values under a JSON schema: JSON text where it names no type; undefined where it allows several. */
export const sqlType = (schema: Json): string | undefined => {
  const types = [...typesIn(schema)].filter((type) => type !== 'null')
  return types.length === 0 ? 'text' : types.length === 1 ? sqlTypes[types[0]!] : undefined
}

export type ScalarType = 'integer' | 'number' | 'boolean' | 'string'

/** The type of values that are no lists or objects; undefined where they may be, or may be of several types. */
export const scalarType = (schema: Json): ScalarType | undefined => {
  const [type, ...others] = [...typesIn(schema)].filter((each) => each !== 'null')
  return others.length === 0 && isScalarType(type) ? type : undefined
}

const isScalarType = (type: string | undefined): type is ScalarType =>
  type === 'integer' || type === 'number' || type === 'boolean' || type === 'string'

const typesIn = (schema: Json | undefined): ReadonlySet<string> => {
  if (!isObject(schema)) return new Set()
  const { type, anyOf, oneOf, enum: values, const: value } = schema
  if (typeof type === 'string') return new Set([type])
  if (isList(type)) return new Set(type.map(String))
  if (isList(values)) return new Set(values.map(jsonType))
  if (value !== undefined) return new Set([jsonType(value)])
  const choices = isList(anyOf) ? anyOf : isList(oneOf) ? oneOf : []
  return new Set(choices.flatMap((choice) => [...typesIn(choice)]))
}

const jsonType = (value: Json): string => (value === null ? 'null' : isList(value) ? 'array' : typeof value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !isList(value)
