// Reads data as a schema allows it and as canonical JSON orders it, in one pass. zod would copy the data once and the ordering once more, on every append.
// What is in order already is not copied at all.
// What is not plainly as the schema says is left to zod, which gives defaults and tells what is wrong.
import { z } from 'zod'
import { inOrder } from './canonical-json.ts'

/** The value as it is read, or `unread` where zod has to look at it. */
type Reader = (value: unknown) => unknown

const unread = Symbol('unread')

/**
 * The same as `inOrder(schema.parse(value))`.
 * @example
 * import { z } from 'zod'
 * const read = orderedReading(z.object({ name: z.string(), id: z.uuid() }))
 * read({ name: 'Ann', id: '0198c0de-0000-7000-8000-000000000001', more: 1 }) // => { id: '0198c0de-0000-7000-8000-000000000001', name: 'Ann' }
 * read({ name: 5 }) // throws ZodError
 */
export const orderedReading = <Schema extends z.ZodObject>(schema: Schema): ((value: unknown) => z.output<Schema>) => {
  let reader: Reader | undefined
  return (value) => {
    // Made when it is first needed: a process writes few of all types.
    reader ??= readerOf(schema)
    const found = reader(value)
    return found === unread ? inOrder(schema.parse(value)) : (found as z.output<Schema>)
  }
}

const readerOf = (schema: z.ZodType): Reader => {
  if (schema instanceof z.ZodNullable) return nullable(readerOf(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodOptional) return optional(readerOf(schema.unwrap() as z.ZodType))
  // A check looks at the whole value, and may change it.
  if (schema.def.checks?.length) return asZod(schema)
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined) return members(schema)
  if (schema instanceof z.ZodArray) return list(readerOf(schema.element as z.ZodType))
  if (schema instanceof z.ZodRecord && isPlainString(schema.keyType as z.ZodType)) return record(readerOf(schema.valueType as z.ZodType))
  if (schema instanceof z.ZodUnion) return firstOf((schema.options as readonly z.ZodType[]).map(readerOf))
  if (schema instanceof z.ZodEnum) return oneOf(schema.options)
  if (schema instanceof z.ZodLiteral) return oneOf([...schema.values])
  if (schema instanceof z.ZodUUID && schema.def.pattern) return text(schema.def.pattern)
  if (isPlainString(schema)) return (value) => (typeof value === 'string' ? value : unread)
  if (schema instanceof z.ZodBoolean && !schema.def.coerce) return (value) => (typeof value === 'boolean' ? value : unread)
  if (schema instanceof z.ZodNumber && !schema.def.coerce && !('format' in schema.def))
    return (value) => (Number.isFinite(value) ? value : unread)
  if (schema instanceof z.ZodNull) return (value) => (value === null ? value : unread)
  return asZod(schema)
}

const isPlainString = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString && !schema.def.coerce && !('format' in schema.def) && !schema.def.checks?.length

const asZod =
  (schema: z.ZodType): Reader =>
  (value) => {
    const result = schema.safeParse(value)
    // What is not finite is refused where the whole is put in order.
    if (!result.success || (typeof result.data === 'number' && !Number.isFinite(result.data))) return unread
    return typeof result.data === 'object' && result.data !== null ? inOrder(result.data) : result.data
  }

const nullable =
  (read: Reader): Reader =>
  (value) =>
    value === null ? null : read(value)

const optional =
  (read: Reader): Reader =>
  (value) =>
    value === undefined ? undefined : read(value)

const text =
  (pattern: RegExp): Reader =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : unread

const oneOf = (values: readonly unknown[]): Reader => {
  const known = new Set(values)
  return (value) => (known.has(value) ? value : unread)
}

const firstOf =
  (readers: readonly Reader[]): Reader =>
  (value) => {
    for (const read of readers) {
      const found = read(value)
      if (found !== unread) return found
    }
    return unread
  }

const list =
  (read: Reader): Reader =>
  (value) => {
    if (!Array.isArray(value)) return unread
    let copy: unknown[] | undefined
    for (let n = 0; n < value.length; n++) {
      const member = read(value[n])
      if (member === unread) return unread
      if (member !== value[n]) copy ??= value.slice()
      if (copy) copy[n] = member
    }
    return copy ?? value
  }

type Members = { readonly [name: string]: unknown }

const members = (schema: z.ZodObject): Reader => {
  const names = Object.keys(schema.shape).sort()
  if (names.some(isOdd)) return asZod(schema)
  const readers = names.map((name) => readerOf(schema.shape[name] as z.ZodType))
  return (value) => {
    if (!isPlain(value)) return unread
    let copy: Record<string, unknown> | undefined = hasOnly(value, names) ? undefined : {}
    for (let n = 0; n < names.length; n++) {
      const name = names[n]!
      const member = readers[n]!(value[name])
      if (member === unread) return unread
      if (member !== value[name]) copy ??= picked(value, names.slice(0, n))
      if (copy && member !== undefined) copy[name] = member
    }
    return copy ?? value
  }
}

/** Whether it has members of these names alone, in this order, and none is undefined. */
const hasOnly = (value: Members, names: readonly string[]): boolean => {
  let n = -1
  for (const name in value) {
    n = names.indexOf(name, n + 1)
    if (n === -1 || value[name] === undefined) return false
  }
  return true
}

const record =
  (read: Reader): Reader =>
  (value) => {
    if (!isPlain(value)) return unread
    let before = ''
    let isSame = true
    for (const name in value) {
      const member = isOdd(name) ? unread : read(value[name])
      if (member === unread) return unread
      isSame &&= name >= before && member !== undefined && member === value[name]
      before = name
    }
    return isSame ? value : picked(value, Object.keys(value).sort(), read)
  }

/** A copy with the members of these names that are there, each as it is read. */
const picked = (value: Members, names: readonly string[], read: Reader = (member) => member): Record<string, unknown> => {
  const copy: Record<string, unknown> = {}
  for (const name of names) {
    const member = read(value[name])
    if (member !== undefined) copy[name] = member
  }
  return copy
}

const isPlain = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** JavaScript has ways of its own with such members. */
const isOdd = (name: string): boolean => name === '__proto__' || (name.charCodeAt(0) <= 57 && name.charCodeAt(0) >= 48)
