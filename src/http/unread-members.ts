// The members of a body that its schema does not read, and the parameters of a query, so that a misspelt name does not go unnoticed.
import { z } from 'zod'
import { passedOver } from '../interface/passed-over.ts'
import { nearName } from './near-names.ts'

/** Longer answers help nobody, and headers are short: many clients refuse an answer with more than 8 or 16 KB of them. */
const mostNamed = 20
const longestName = 100
const longestHeader = 4_000
/** Objects and lists of a body that are looked into. A hint is not worth more time than that: other requests wait meanwhile. */
const mostLookedInto = 5_000

/** The value of `Probity-Ignored`: as many of the names, from the first on, as fit. */
export const ignoredHeader = (names: readonly string[]): string => {
  const fitting = names.slice(0, 1)
  for (const name of names.slice(1)) {
    if (fitting.join(', ').length + name.length + 2 > longestHeader) break
    fitting.push(name)
  }
  return fitting.join(', ')
}

/**
 * The dotted paths of the members that nothing reads, at most twenty. Their names are percent-encoded and cut to fit a header.
 * @example
 * import { z } from 'zod'
 * unreadMembers(z.object({ name: z.string() }), { name: 'Acme', adress: '1 Main St' }) // => ['adress']
 */
export const unreadMembers = (schema: z.ZodType, sent: unknown): readonly string[] => [
  ...unread(schema, sent, { at: '', looks: { left: mostLookedInto } })
    .take(mostNamed)
    .map(({ at, name }) => `${at}${written(name)}`),
]

/** The names that are not known, at most twenty, written like those of members: `?statuss=open` of a query. */
export const unreadNames = (names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  names
    .filter((name) => !known.has(name))
    .slice(0, mostNamed)
    .map(written)

/**
 * Of the members that nothing reads, those that resemble one which was not sent: a hint for an error.
 * @example
 * import { z } from 'zod'
 * misspeltMembers(z.object({ address_line1: z.string() }), { line1: '1 Main St' }) // => [{ path: ['line1'], meant: 'address_line1' }]
 */
export const misspeltMembers = (schema: z.ZodType, sent: unknown): readonly Misspelt[] => [
  ...unread(schema, sent, { at: '', looks: { left: mostLookedInto } })
    .take(mostNamed)
    .flatMap(({ at, name, unsent }) => {
      const meant = name.length <= longestName ? nearName(name, unsent) : undefined
      return meant === undefined ? [] : [{ path: `${at}${name}`.split('.').map(indexOrName), meant }]
    }),
]

export type Misspelt = { readonly path: readonly (string | number)[]; readonly meant: string }

const indexOrName = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)

/** A member that nothing reads. `at`: the dotted path of its object, with a dot behind. `unsent`: the known names that its object lacks. */
type Unread = { readonly at: string; readonly name: string; readonly unsent: readonly string[] }

/** `looks`: into how many more objects and lists. */
type Place = { readonly at: string; readonly looks: { left: number } }

function* unread(declared: z.core.$ZodType, sent: unknown, { at, looks }: Place): Generator<Unread> {
  if (!hasMembers(sent) || looks.left-- <= 0) return
  const schema = inside(declared)
  if (schema instanceof z.ZodUnion) yield* ofFirst(schema, sent, { at, looks })
  else if (schema instanceof z.ZodArray && Array.isArray(sent)) {
    for (const [index, item] of sent.entries()) {
      if (looks.left <= 0) return
      yield* unread(schema.element, item, { at: `${at}${index}.`, looks })
    }
  } else if (schema instanceof z.ZodObject && !Array.isArray(sent)) {
    const unused = passedOver.get(schema)?.namesIn(sent) ?? []
    for (const [name, value] of Object.entries(sent)) {
      const field: z.core.$ZodType | undefined = Object.hasOwn(schema.shape, name) ? schema.shape[name] : schema.def.catchall
      if (!field) yield { at, name, unsent: Object.keys(schema.shape).filter((known) => !Object.hasOwn(sent, known)) }
      else if (unused.includes(name)) yield { at, name, unsent: [] }
      // Most values are texts, and a generator for each is most of the work.
      else if (hasMembers(value)) yield* unread(field, value, { at: `${at}${name}.`, looks })
    }
  }
}

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The schema that says what is read, without what only says when a value may be absent or how it is changed. */
const inside = (schema: z.core.$ZodType): z.core.$ZodType => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return inside(schema.unwrap())
  return schema instanceof z.ZodPipe ? inside(schema.in) : schema
}

const written = (name: string): string => encodeURIComponent(name.slice(0, longestName).toWellFormed())

/**
 * Of a union, the part that the value fits says what is read. When it fits none, it is the object whose literals the value has, such as its `type`,
 * and of several the one that has most of its members.
 */
function* ofFirst(schema: z.ZodUnion, sent: object, place: Place): Generator<Unread> {
  const count = (holds: (field: z.core.$ZodType, value: unknown) => boolean, { shape }: z.ZodObject) =>
    Object.entries(sent).filter(([name, value]) => Object.hasOwn(shape, name) && holds(shape[name], value)).length
  const named = (option: z.ZodObject) => count((field, value) => field instanceof z.ZodLiteral && z.safeParse(field, value).success, option)
  const known = (option: z.ZodObject) => count(() => true, option)
  const fitting =
    schema.options.find((option) => z.safeParse(option, sent).success) ??
    schema.options
      .filter((option) => option instanceof z.ZodObject)
      .toSorted((one, other) => named(other) - named(one) || known(other) - known(one))[0]
  if (fitting) yield* unread(fitting, sent, place)
}
