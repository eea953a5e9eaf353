// The kinds of records in answers: for each schema of the interface description, which of its members had a value in any of the answers. What a value
// says is left to the schema: its form is kept, and of `object` the word.
import type { Body } from './service.ts'

/** Of each kind its members with the form of their values: `{ Review: { id: '<uuid>', object: '<string>', 'object review': 'review' } }`. */
export type Kinds = Readonly<Record<string, Readonly<Record<string, string>>>>

type Place = { readonly kind: string; readonly path: string }

/** `see` takes an answer with its schema and the name of its place in the document, `kinds` tells what was seen so far. */
export const recordKinds = (document: Body) => {
  const kinds: Record<string, Record<string, string>> = {}

  const see = (schema: Body, value: Body, { kind, path }: Place): void => {
    if (isEmpty(value)) return
    if (schema.$ref) see(schemaOf(document, schema), value, { kind: nameOf(schema), path: '' })
    const fitting = schema.anyOf?.find((each: Body) => fits(document, each, value))
    if (fitting) see(fitting, value, { kind, path })
    if (Array.isArray(value)) for (const item of value) see(schema.items ?? {}, item, { kind, path: `${path}[]` })
    for (const [name, member] of Object.entries((schema.properties ?? {}) as Body)) {
      if (Array.isArray(value) || isEmpty(value[name])) continue
      const at = path === '' ? name : `${path}.${name}`
      kinds[kind] = { ...kinds[kind], [at]: formOf(document, member, value[name]), ...wordOf(at, value[name]) }
      see(member as Body, value[name], { kind, path: at })
    }
  }
  return { see: (schema: Body, value: Body, name: string) => see(schema, value, { kind: name, path: '' }), kinds: (): Kinds => kinds }
}

/** Every member of every kind that an answer of the schema can hold. */
export const membersIn = (document: Body, schema: Body, name: string): readonly (readonly [kind: string, member: string])[] => {
  const found: (readonly [string, string])[] = []
  const seen = new Set<string>()
  const walk = (part: Body, { kind, path }: Place): void => {
    if (part.$ref && !seen.has(part.$ref)) {
      seen.add(part.$ref)
      walk(schemaOf(document, part), { kind: nameOf(part), path: '' })
    }
    for (const each of part.anyOf ?? []) walk(each, { kind, path })
    if (part.items) walk(part.items, { kind, path: `${path}[]` })
    for (const [member, of] of Object.entries((part.properties ?? {}) as Body)) {
      const at = path === '' ? member : `${path}.${member}`
      found.push([kind, at])
      walk(of as Body, { kind, path: at })
    }
  }
  walk(schema, { kind: name, path: '' })
  return found
}

const schemaOf = (document: Body, schema: Body): Body => (schema.$ref ? document.components.schemas[nameOf(schema)] : schema)

const nameOf = ({ $ref }: Body): string => $ref.split('/').at(-1)

const isEmpty = (value: Body): boolean =>
  value === null || value === undefined || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** Whether a value is of one of several schemas: it has the members that it needs, and no others. */
const fits = (document: Body, schema: Body, value: Body): boolean => {
  const { type, anyOf, items, properties, required = [], const: only, enum: words } = schemaOf(document, schema)
  if (anyOf) return anyOf.some((each: Body) => fits(document, each, value))
  if (Array.isArray(value)) return type === 'array' && value.every((item) => fits(document, items ?? {}, item))
  if (typeof value !== 'object') return (type ?? typeof (only ?? words?.[0])) === (type === 'integer' ? 'integer' : typeof value)
  if (type !== 'object') return type === undefined && !only && !words
  const names = Object.keys(value)
  return !properties || (names.every((name) => name in properties) && required.every((name: string) => name in value))
}

const formOf = (document: Body, schema: Body, value: Body): string => {
  const { format, anyOf = [] } = schemaOf(document, schema)
  const formats = [format, ...anyOf.map((each: Body) => schemaOf(document, each).format)].filter(Boolean)
  return `<${formats[0] ?? (Array.isArray(value) ? 'list' : typeof value)}>`
}

/** Kinds whose records are of several `object`s have each of the words. */
const wordOf = (path: string, value: Body): Readonly<Record<string, string>> => (path === 'object' ? { [`object ${value}`]: value } : {})
