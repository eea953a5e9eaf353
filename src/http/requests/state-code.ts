// A US state or DC as clients name it, in bodies and queries alike: two letters, large or small.
import { z } from 'zod'
import { states } from '../records/common.ts'

export const StateCode = z
  .string()
  .trim()
  .transform((state) => state.toUpperCase())
  .pipe(z.enum(states, { error: 'must be a two-letter state abbreviation: a US state or DC' }))
  .meta({ enum: [...states] })

/** In a query whose violation is told by the handler, because it is answered in another way than that of all others. */
export const UncheckedState = z.string().meta({ enum: [...states] })
