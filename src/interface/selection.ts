// What a client wants of a large record: `fields` names the members that are sent, `expand[]` those that are sent besides.
import type { z } from 'zod'

export type Selection = { readonly fields?: readonly string[] | undefined; readonly expand?: readonly string[] | undefined }

/** The members that every answer has, because the schema requires them. */
export const requiredMembers = (schema: z.ZodObject): readonly string[] =>
  Object.entries(schema.shape).flatMap(([name, member]) => ((member as z.ZodType).safeParse(undefined).success ? [] : [name]))

/**
 * The members of a record that were selected, in the order of the record. Without `fields` it is the whole record.
 * @example
 * selected({ id: '7', name: 'Acme', liens: [], tags: [] }, { fields: ['tags'], expand: ['liens'] }, ['id']) // => { id: '7', liens: [], tags: [] }
 */
export const selected = <Whole extends object>(record: Whole, { fields, expand = [] }: Selection, always: readonly string[]): Whole => {
  if (fields === undefined) return record
  const kept = new Set([...always, ...fields, ...expand])
  // What is left out is optional in the schema.
  return Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name))) as Whole
}
