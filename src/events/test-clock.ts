// What can happen to a test clock: it begins at a moment for some businesses, is advanced, step by step, and is deleted.
import { z } from 'zod'
import type { EventOf } from './define.ts'

const advance = { advance_id: z.uuid() }

export const testClockEvents = {
  TestClockCreated: z.object({
    test_clock_id: z.uuid(),
    mode: z.literal('test'),
    name: z.string(),
    /** The moment at which it begins. */
    at: z.string(),
    business_ids: z.array(z.uuid()),
  }),
  TestClockAdvanceRequested: z.object({ ...advance, from: z.string(), to: z.string() }),
  /** It stands at the moment at which something of its businesses is due. */
  TestClockStepped: z.object({ ...advance, at: z.string() }),
  /** What was due has been done, and what followed from it. */
  TestClockAdvanced: z.object({ ...advance, at: z.string() }),
  TestClockDeleted: z.object({ test_clock_id: z.uuid() }),
}
export type TestClockEvent = EventOf<typeof testClockEvents>
