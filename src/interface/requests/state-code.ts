// A US state or DC in bodies and queries: two letters, upper or lower case.
import { z } from 'zod'
import { states } from '../records/common.ts'

export const StateCode = z
  .string()
  .trim()
  .transform((state) => state.toUpperCase())
  .pipe(z.enum(states, { error: 'must be a two-letter state abbreviation: a US state or DC' }))
  .meta({ enum: [...states] })

/** For a query whose handler checks it: the specification wants 422 here, and 400 for all other problems in a query. */
export const UncheckedState = z.string().meta({ enum: [...states] })
