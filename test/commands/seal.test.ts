import { test } from 'uvu'
import { type Seal, seal } from '../../src/commands/seal.ts'
import type { SealEvent } from '../../src/events/seal.ts'
import { given } from './given.ts'

const over = (events: number): Seal => ({
  position: String(10 * events),
  events,
  streams: 2,
  root: 'ab',
  order: 'cd',
  previous_root: null,
  signature: 'c2ln',
  public_key: 'key',
})
const sealed = (events: number): SealEvent => ({ type: 'LogSealed', data: over(events) })

test('the log is sealed where it holds events that the last seal does not cover, and otherwise not', () => {
  given(seal, [])
    .when({ type: 'SealLog', seal: over(1) })
    .then([sealed(1)])
  given(seal, [sealed(1)])
    .when({ type: 'SealLog', seal: over(2) })
    .then([sealed(2)])
  given(seal, [sealed(1), sealed(2)])
    .when({ type: 'SealLog', seal: over(2) })
    .then([])
})

test.run()
