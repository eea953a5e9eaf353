// The collection `test_clocks`: one document per test clock. Those that were deleted stay: their businesses still follow them.
import type { Mode } from '../events/modes.ts'
import { projection } from './projection.ts'

export type TestClockDocument = {
  readonly id: string
  readonly account_id: string
  readonly mode: Mode
  readonly name: string
  readonly status: 'ready' | 'advancing' | 'deleted'
  readonly at: string
  readonly business_ids: readonly string[]
  /** The latest advance; `steps`: how often something was due in it. */
  readonly advance: { readonly from: string; readonly to: string; readonly steps: number } | null
  readonly created_at: string
  readonly updated_at: string
}

export const testClocks = projection<TestClockDocument>()({
  collection: 'test_clocks',
  version: 1,
  indexes: [['account_id', 'created_at']],
  filters: ['mode', 'status'],
  starts: {
    TestClockCreated: ({ data: { test_clock_id: id, name, at, business_ids }, metadata: { account_id, recorded_at } }) => ({
      id,
      account_id,
      name,
      status: 'ready',
      at,
      business_ids,
      advance: null,
      created_at: recorded_at,
      updated_at: recorded_at,
    }),
  },
  on: {
    TestClockAdvanceRequested: (clock, { data: { from, to }, metadata }) => ({
      ...clock,
      status: 'advancing',
      advance: { from, to, steps: 0 },
      updated_at: metadata.recorded_at,
    }),
    TestClockStepped: (clock, { data: { at }, metadata }) => ({
      ...clock,
      at,
      advance: clock.advance && { ...clock.advance, steps: clock.advance.steps + 1 },
      updated_at: metadata.recorded_at,
    }),
    TestClockAdvanced: (clock, { data: { at }, metadata }) => ({ ...clock, status: 'ready', at, updated_at: metadata.recorded_at }),
    TestClockDeleted: (clock, { metadata }) => ({ ...clock, status: 'deleted', updated_at: metadata.recorded_at }),
  },
})
