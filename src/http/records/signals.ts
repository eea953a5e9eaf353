// Records of the interface as they leave the service (signals): records.md, section 3. They document the answers in OpenAPI and tests hold the answers against them.
import { z } from 'zod'
import { Timestamp } from './common.ts'

export const SignalReasonsItemCode = z
  .enum([
    'I301',
    'I302',
    'I304',
    'I102',
    'I103',
    'I107',
    'I108',
    'I109',
    'I111',
    'I601',
    'I603',
    'I201',
    'I202',
    'I203',
    'I204',
    'V010',
    'V011',
    'V101',
    'V102',
    'V103',
    'V104',
    'V501',
    'V502',
    'V503',
    'V505',
    'V748',
    'V749',
    'V750',
    'V751',
    'V752',
    'V753',
    'V801',
    'V1101',
    'V1201',
    'V1302',
    'E500',
    'E501',
    'E502',
    'E503',
    'E1101',
    'E1102',
    'E1201',
  ])
  .meta({ id: 'SignalReasonsItemCode' })

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
