// What the fields of requests are made of.
import { z } from 'zod'

/** Text without the space around it, and never empty. */
export const text = (longest: number) => z.string().trim().min(1).max(longest)

export const phoneNumber = z
  .string()
  .trim()
  .regex(/^(?=(?:\D*\d){7})\+?[\d\s().x-]{7,40}$/i, 'must be a phone number')

/** May be absent or null, which mean the same: `undefined` once it is read. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)

/** The same, and null once it is read: for what goes into events as it is. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)
