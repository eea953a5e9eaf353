// Response records (signals): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { keysOf } from '../../events/keys-of.ts'
import { reasonRules } from '../../evidence/signals/reasons.ts'
import { Timestamp } from './common.ts'

export const SignalReasonsItemCode = z.enum(keysOf(reasonRules)).meta({ id: 'SignalReasonsItemCode' })

/** What the code says. */
export const reasonWords = (code: z.output<typeof SignalReasonsItemCode>): string => reasonRules[code].description

export const SignalReasonsItem = z
  .object({
    category: z.enum(['identification', 'verification', 'evaluation']),
    group: z.string(),
    description: z.string(),
    code: SignalReasonsItemCode,
    importance: z.number(),
  })
  .meta({ id: 'SignalReasonsItem' })

export const SignalRequester = z
  .object({
    id: z.uuid(),
    type: z.string(),
    name: z.string(),
  })
  .meta({ id: 'SignalRequester' })

export const Signal = z
  .object({
    object: z.string(),
    id: z.uuid(),
    name: z.string(),
    tin: z.string().nullable(),
    external_id: z.string().nullable(),
    model_slug: z.string().nullable(),
    score: z.number().nullable(),
    business_id: z.uuid().nullable(),
    batch_id: z.uuid().nullable(),
    requester: SignalRequester,
    reasons: z.array(SignalReasonsItem),
    addresses: z.array(z.string()),
    people: z.array(z.string()),
    created_at: Timestamp,
  })
  .meta({ id: 'Signal' })
