// The test clock: the time of some businesses of the test mode. It goes forward only, one advance after the other.
import type { TestClockEvent } from '../events/test-clock.ts'
import { type Aggregate, assertNever } from './decider.ts'
import { refused } from './refused.ts'
import { monthsAfter } from './review-calendar.ts'

export type TestClockState =
  | { readonly status: 'none' }
  | {
      readonly status: 'ready' | 'advancing' | 'deleted'
      readonly id: string
      /** Its time (ISO 8601). */
      readonly at: string
      readonly businessIds: readonly string[]
      /** The latest advance. */
      readonly advance: { readonly id: string; readonly to: string } | null
    }

export type TestClockCommand =
  | { readonly type: 'CreateTestClock'; readonly clock: Extract<TestClockEvent, { type: 'TestClockCreated' }>['data'] }
  | { readonly type: 'AdvanceTestClock'; readonly advanceId: string; readonly to: string }
  | { readonly type: 'StepTestClock'; readonly advanceId: string; readonly at: string }
  | { readonly type: 'FinishAdvance'; readonly advanceId: string }
  | { readonly type: 'DeleteTestClock' }

/** The longest advance, in months. */
export const furthestAdvance = 24

export const testClock: Aggregate<TestClockState, TestClockCommand, TestClockEvent> = {
  name: 'test_clock',

  initial: { status: 'none' },

  evolve: (state, event) => {
    if (event.type === 'TestClockCreated') {
      const { test_clock_id: id, at, business_ids: businessIds } = event.data
      return { status: 'ready', id, at, businessIds, advance: null }
    }
    if (state.status === 'none') return state
    switch (event.type) {
      case 'TestClockAdvanceRequested':
        return { ...state, status: 'advancing', advance: { id: event.data.advance_id, to: event.data.to } }
      case 'TestClockStepped':
        return { ...state, at: event.data.at }
      case 'TestClockAdvanced':
        return { ...state, status: 'ready', at: event.data.at }
      case 'TestClockDeleted':
        return { ...state, status: 'deleted' }
      default:
        return assertNever(event)
    }
  },

  decide: (command, state) => {
    if (command.type === 'CreateTestClock') return state.status === 'none' ? [{ type: 'TestClockCreated', data: command.clock }] : []
    if (state.status === 'none') throw refused('test_clock_not_found')
    const { status, at, advance } = state
    switch (command.type) {
      case 'AdvanceTestClock': {
        const { advanceId: advance_id, to } = command
        if (status === 'deleted') throw refused('test_clock_not_found')
        if (status === 'advancing' && advance?.to === to) return []
        if (status === 'advancing') throw refused('test_clock_advancing')
        if (to < at) throw refused('test_clock_backwards', 'to', { at })
        if (to > monthsAfter(at, furthestAdvance)) throw refused('test_clock_too_far', 'to', { at })
        return to === at ? [] : [{ type: 'TestClockAdvanceRequested', data: { advance_id, from: at, to } }]
      }
      case 'StepTestClock':
        if (status !== 'advancing' || advance?.id !== command.advanceId || command.at <= at) return []
        return [{ type: 'TestClockStepped', data: { advance_id: advance.id, at: command.at } }]
      case 'FinishAdvance':
        if (status !== 'advancing' || advance?.id !== command.advanceId) return []
        return [{ type: 'TestClockAdvanced', data: { advance_id: advance.id, at: advance.to } }]
      case 'DeleteTestClock':
        return status === 'deleted' ? [] : [{ type: 'TestClockDeleted', data: { test_clock_id: state.id } }]
      default:
        return assertNever(command)
    }
  },

  claims: (command) =>
    command.type === 'CreateTestClock'
      ? command.clock.business_ids.map((value) => ({ action: 'take', kind: clockClaim, value, reason: 'business_has_test_clock' }))
      : [],
}

/** A business has one clock, for good. */
export const clockClaim = 'business_ids'
