// Response records (signals): records.md, section 3. They document responses in OpenAPI, and tests check responses with them.
import { z } from 'zod'
import { type ReasonCode, reasonRules } from '../../evidence/signals/reasons.ts'
import { Timestamp } from './common.ts'

export const SignalReasonsItemCode = z.enum(Object.keys(reasonRules) as [ReasonCode, ...ReasonCode[]]).meta({ id: 'SignalReasonsItemCode' })

export const SignalReasonsItem = z
  .object({
    category: z.enum(['identification', 'verification', 'evaluation']),
    group: z.string(),
    description: z.string(),
    code: SignalReasonsItemCode,
    importance: z.number().nullish(),
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
    tin: z.string().nullish(),
    external_id: z.string().nullish(),
    model_slug: z.string().nullish(),
    score: z.number().nullish(),
    business_id: z.uuid().nullish(),
    batch_id: z.uuid().nullish(),
    requester: SignalRequester.nullish(),
    reasons: z.array(SignalReasonsItem).nullish(),
    addresses: z.array(z.string()).nullish(),
    people: z.array(z.string()).nullish(),
    created_at: Timestamp,
  })
  .meta({ id: 'Signal' })
