// What can happen to the reference data in use: a stream per kind of data set, so that its versions are on record.
import { z } from 'zod'
import type { EventOf } from './define.ts'

export const referenceDataEvents = {
  ReferenceDataReplaced: z.object({
    kind: z.string(),
    version: z.string(),
    /** The lasting name of the imported version; `previous_file` is the one in use before. */
    file: z.string(),
    previous_file: z.string().nullable(),
    imported_at: z.string(),
  }),
}
export type ReferenceDataEvent = EventOf<typeof referenceDataEvents>
