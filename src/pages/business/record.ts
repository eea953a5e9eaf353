// A business as the interface gives it to its pages.
import type { z } from 'zod'
import type { Business } from '../../interface/records/business.ts'

export type BusinessRecord = z.output<typeof Business>
