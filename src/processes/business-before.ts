// A business as it was before a process changed it: after a kill, what a reaction has led to is in the log already, and must not be taken for what
// the reaction found.
import { business } from '../commands/business.ts'
import type { BusinessState } from '../commands/business-state.ts'
import type { BusinessEvent } from '../events/business.ts'
import type { StoredEvent } from '../events/catalogue.ts'

/** @param events of the stream of a business */
export const businessBefore = (events: readonly StoredEvent[], isConsequence: (event: StoredEvent) => boolean): BusinessState => {
  const first = events.findIndex(isConsequence)
  return (first === -1 ? events : events.slice(0, first)).reduce(
    // The stream of a business holds nothing else.
    (state, event) => business.evolve(state, event as BusinessEvent),
    business.initial,
  )
}
