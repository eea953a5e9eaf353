// What is noted in every stream from which personal data was erased.
import { z } from 'zod'

export const erasureEvents = {
  /** The keys of these subjects were destroyed: what was sealed with them can be read no more. */
  PersonalDataErased: z.object({
    subjects: z.array(z.uuid()),
    kind: z.enum(['person', 'business', 'signal', 'company']),
    reason: z.string(),
    requested_by: z.string(),
  }),
}
