// The members of a body that its schema does not read, so that a misspelt name does not go unnoticed.
import { z } from 'zod'

/** Longer answers help nobody, and headers are short. */
const mostNamed = 20
const longestName = 100

/**
 * The dotted paths of the members that nothing reads, at most twenty. Their names are percent-encoded and cut to fit a header.
 * @example
 * import { z } from 'zod'
 * unreadMembers(z.object({ name: z.string() }), { name: 'Acme', adress: '1 Main St' }) // => ['adress']
 */
export const unreadMembers = (schema: z.ZodType, sent: unknown): readonly string[] => {
  const found: string[] = []
  for (const path of unread(schema, sent, '')) {
    found.push(path)
    if (found.length === mostNamed) break
  }
  return found
}

function* unread(schema: z.core.$ZodType, sent: unknown, at: string): Generator<string> {
  if (typeof sent !== 'object' || sent === null) return
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    yield* unread(schema.unwrap(), sent, at)
  else if (schema instanceof z.ZodPipe) yield* unread(schema.in, sent, at)
  else if (schema instanceof z.ZodUnion) yield* ofFirst(schema, sent, at)
  else if (schema instanceof z.ZodArray && Array.isArray(sent)) {
    for (const [index, item] of sent.entries()) yield* unread(schema.element, item, `${at}${index}.`)
  } else if (schema instanceof z.ZodObject && !Array.isArray(sent)) {
    for (const [name, value] of Object.entries(sent)) {
      const field: z.core.$ZodType | undefined = Object.hasOwn(schema.shape, name) ? schema.shape[name] : schema.def.catchall
      if (field) yield* unread(field, value, `${at}${name}.`)
      else yield `${at}${written(name)}`
    }
  }
}

const written = (name: string): string => encodeURIComponent(name.slice(0, longestName).toWellFormed())

/** Of a union, the part that the value fits says what is read. */
function* ofFirst(schema: z.ZodUnion, sent: unknown, at: string): Generator<string> {
  const fitting = schema.options.find((option) => z.safeParse(option, sent).success)
  if (fitting) yield* unread(fitting, sent, at)
}
