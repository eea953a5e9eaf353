// Schemas for the fields of requests.
import { z } from 'zod'

/** Trimmed text, never empty. */
export const text = (longest: number) => z.string().trim().min(1).max(longest)

export const phoneNumber = z
  .string()
  .trim()
  .regex(/^(?=(?:\D*\d){7})\+?[\d\s().x-]{7,40}$/i, 'must be a phone number')

/** May be absent or null. Both are read as `undefined`. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined)

/** May be absent or null. Both are read as null, for values that go into events unchanged. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)
