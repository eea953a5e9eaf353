// What the lien desk says of a filing: a step that has happened, for the operator's command line and for the page of a lien.
import { z } from 'zod'
import { DateOnly } from '../records/common.ts'

export const lienSteps = ['start', 'returned', 'filed', 'open', 'termination-start', 'termination-completed'] as const

export const LienStep = z.object({
  step: z.enum(lienSteps),
  file_number: z.string().trim().min(1).max(100).nullish(),
  confirmation_number: z.string().trim().min(1).max(100).nullish(),
  /** Today when absent. */
  date: DateOnly.nullish(),
  reason: z.string().trim().min(1).max(1000).nullish(),
})
