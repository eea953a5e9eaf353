// The desk's requests about a registration request: the progress of an agency, and the numbers it issued.
import { z } from 'zod'
import { agencyStatuses } from '../../events/partner.ts'
import { DateOnly } from '../records/common.ts'
import { orNull, text } from './fields.ts'

export { agencyStatuses }

export const AgencyUpdate = z.object({ agency_slug: text(200), status: z.enum(agencyStatuses), note: orNull(text(1000)) })
export const IssuedItem = z.object({ agency_slug: text(200), key: text(100), value: text(300), effective_date: orNull(DateOnly) })
