// The thread aggregate: where the runs about one thing follow each other.
import type { ThreadEvent } from '../events/run.ts'
import { type Aggregate, assertNever } from './decider.ts'

type State = { readonly exists: boolean }
export type ThreadCommand = { readonly type: 'StartThread'; readonly thread: ThreadEvent['data'] }

export const thread: Aggregate<State, ThreadCommand, ThreadEvent> = {
  name: 'thread',
  initial: { exists: false },
  evolve: (_, event) => {
    switch (event.type) {
      case 'ThreadStarted':
        return { exists: true }
      default:
        return assertNever(event.type)
    }
  },
  decide: ({ thread }, { exists }) => (exists ? [] : [{ type: 'ThreadStarted', data: thread }]),
}
