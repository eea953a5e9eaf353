// Walks the whole log and checks every stream's hash chain: an event that was changed, dropped or moved shows.
import { eventHash, genesis } from '../events/chain.ts'
import type { EventStore } from '../stores/event-store.ts'

export type BrokenChain = {
  readonly stream: string
  readonly revision: number
  readonly position: bigint
  readonly problem: 'changed' | 'not chained to the one before' | 'out of order'
}

/** What does not hold, in the log's order; of each stream the first break only, because what follows it cannot be told apart. */
export const brokenChains = async (store: EventStore): Promise<{ readonly events: number; readonly broken: readonly BrokenChain[] }> => {
  const ends = new Map<string, { readonly revision: number; readonly hash: unknown }>()
  const broken = new Map<string, BrokenChain>()
  let events = 0
  for await (const event of store.readAll()) {
    events++
    const { stream, revision, position, metadata } = event
    const before = ends.get(stream) ?? { revision: -1, hash: genesis(stream) }
    const problem =
      revision !== before.revision + 1
        ? 'out of order'
        : metadata.prev_hash !== before.hash
          ? 'not chained to the one before'
          : metadata.hash !== eventHash(event)
            ? 'changed'
            : undefined
    if (problem && !broken.has(stream)) broken.set(stream, { stream, revision, position, problem })
    ends.set(stream, { revision, hash: metadata.hash })
  }
  return { events, broken: [...broken.values()] }
}
