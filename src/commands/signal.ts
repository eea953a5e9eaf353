// The signal aggregate: scored once; the same command again changes nothing.
import type { EventOf } from '../events/define.ts'
import type { SignalEvent, signalEvents } from '../events/signal.ts'
import type { Aggregate } from './decider.ts'

export type NewSignal = EventOf<typeof signalEvents>['data']
export type SignalCommand = { readonly type: 'CreateSignal'; readonly signal: NewSignal }

export const signal: Aggregate<{ readonly exists: boolean }, SignalCommand, SignalEvent> = {
  name: 'signal',
  initial: { exists: false },
  evolve: () => ({ exists: true }),
  decide: (command, { exists }) => (exists ? [] : [{ type: 'SignalCreated', data: command.signal }]),
}
