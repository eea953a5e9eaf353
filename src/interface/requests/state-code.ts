// A US state or DC as clients name it, in bodies and queries alike: two letters, large or small.
import { z } from 'zod'
import { states } from '../records/common.ts'

export const StateCode = z
  .string()
  .trim()
  .transform((state) => state.toUpperCase())
  .pipe(z.enum(states, { error: 'must be a two-letter state abbreviation: a US state or DC' }))
  .meta({ enum: [...states] })

/** For a query whose handler checks it: the specification answers it with 422, and all else in a query with 400. */
export const UncheckedState = z.string().meta({ enum: [...states] })
