// The lien desk's request: a completed step of a filing, from the operator's command line or the page of a lien.
import { z } from 'zod'
import { DateOnly } from '../records/common.ts'

const lienSteps = ['start', 'returned', 'filed', 'open', 'termination-start', 'termination-completed'] as const

export const LienStep = z.object({
  step: z.enum(lienSteps),
  file_number: z.string().trim().min(1).max(100).nullish(),
  confirmation_number: z.string().trim().min(1).max(100).nullish(),
  /** Today when absent. */
  date: DateOnly.nullish(),
  reason: z.string().trim().min(1).max(1000).nullish(),
})
