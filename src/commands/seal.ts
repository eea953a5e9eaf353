// The seal aggregate: one stream for the whole log, in which each seal names the one before.
import type { SealEvent } from '../events/seal.ts'
import { type Aggregate, assertNever } from './decider.ts'

export type Seal = SealEvent['data']
type State = { readonly last: Seal | null }
export type SealCommand = { readonly type: 'SealLog'; readonly seal: Seal }

export const seal: Aggregate<State, SealCommand, SealEvent> = {
  name: 'seal',
  initial: { last: null },
  evolve: (_, event) => {
    switch (event.type) {
      case 'LogSealed':
        return { last: event.data }
      default:
        return assertNever(event.type)
    }
  },
  /** Without new events since the last seal there is no new one. */
  decide: ({ seal }, { last }) => (last?.events === seal.events ? [] : [{ type: 'LogSealed', data: seal }]),
}

/** The id of the one stream of seals. */
export const sealStreamId = 'log'
