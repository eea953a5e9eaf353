// Test clocks: their requests and their record.
import { z } from 'zod'
import type { TestClockDocument } from '../projections/test-clocks.ts'
import { Id } from './ids.ts'
import { memberLimits as limits } from './limits.ts'
import { Timestamp } from './records/common.ts'
import { text, utcTime } from './requests/fields.ts'

const BusinessCopy = z
  .object({
    business_id: Id.meta({ description: 'A business of the mode of the key: of a live key a live one.' }),
    as_of: utcTime.meta({ description: 'The moment as of which it is copied, not in the future. The clock begins then.' }),
  })
  .meta({
    id: 'BusinessCopy',
    description: 'Makes a copy of a business as it stood, in the test mode, and the clock for it. Personal data is replaced.',
  })

export const NewTestClock = z
  .object({
    name: text(limits.label.most),
    at: utcTime.nullish().meta({ description: 'The moment at which it begins, not in the future. Now by default.' }),
    business_ids: z
      .array(Id)
      .max(limits.clockBusinesses.most)
      .nullish()
      .meta({
        description: `The businesses of the test mode that follow it, at most ${limits.clockBusinesses.most}, for good. Nothing happened to them after its moment.`,
      }),
    copy: BusinessCopy.nullish(),
  })
  .refine(({ at, business_ids, copy }) => !copy || (at == null && !business_ids?.length), {
    path: ['copy'],
    error: 'must not be given with at or business_ids: the clock begins at its as_of',
  })
  .meta({
    id: 'CreateTestClockRequest',
    examples: [
      { name: 'A lien lapses', business_ids: ['0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f'] },
      { name: 'A review comes due', copy: { business_id: '0192f3c4-5a6b-7c8d-9e0f-1a2b3c4d5e6f', as_of: '2026-06-30T00:00:00Z' } },
    ],
  })

export const AdvanceTestClock = z
  .object({ to: utcTime.meta({ description: 'The moment to advance to, at most two years ahead of the clock.' }) })
  .meta({ id: 'AdvanceTestClockRequest', examples: [{ to: '2027-11-23T00:00:00.000Z' }] })

export const TestClock = z
  .object({
    object: z.literal('test_clock'),
    id: z.uuid(),
    name: z.string(),
    status: z.enum(['ready', 'advancing']).meta({ description: 'While it is `advancing`, what was due on its way is being done.' }),
    at: Timestamp.meta({ description: 'The time of its businesses.' }),
    business_ids: z.array(z.uuid()).meta({ description: 'The businesses that follow it.' }),
    advance: z
      .object({
        from: Timestamp.meta({ description: 'The time before it.' }),
        to: Timestamp.meta({ description: 'The time after it.' }),
        steps: z.int().meta({ description: 'At how many moments something was due so far.' }),
      })
      .nullable()
      .meta({ id: 'TestClockAdvance', description: 'The latest advance. Null before the first.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'TestClock' })

export const testClockResource = ({
  account_id: _,
  mode: __,
  status,
  business_ids,
  ...clock
}: TestClockDocument): z.output<typeof TestClock> => ({
  object: 'test_clock',
  ...clock,
  business_ids: [...business_ids],
  status: status === 'advancing' ? status : 'ready',
})
