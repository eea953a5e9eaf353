// Carries out orders to erase: those that a second person confirmed or that a user gave. The operator's own are carried out while the command line
// waits; where that was cut off, they are carried out here. What a legal hold stopped is left.
import { type ErasureOrder, erasureOrderIn } from '../commands/erasure-order.ts'
import type { Load } from '../commands/handler.ts'
import { Refused } from '../commands/refused.ts'
import { aggregateIdOf } from '../events/catalogue.ts'
import { later, type Process } from './process.ts'

/** Destroys the keys and records it; an order that was carried out before is recorded once. `recordId`: of the business, signal or company. */
export type CarryOutErasure = (recordId: string, order: ErasureOrder) => Promise<void>

/** How long the operator's command line may take. */
const patienceMs = 10 * 60_000

export type ErasureDependencies = {
  readonly load: Load
  readonly carryOutErasure: CarryOutErasure
  /** Removes what is left of overwritten values in the files of the read models. */
  readonly scrub: () => Promise<void>
}

export const erasures = ({ load, carryOutErasure, scrub }: ErasureDependencies): Process => ({
  name: 'erasures',
  on: {
    ErasureOrdered: async ({ stream, data, metadata }, { count }) => {
      const isWaitedFor = metadata.actor.type === 'operator' && !metadata.proposed_by
      if (isWaitedFor && count === 1) return later(metadata.recorded_at, patienceMs)
      const id = aggregateIdOf(stream)
      const { done, stopped } = await load(erasureOrderIn(stream.slice(0, -id.length - 1)), id)
      if (stopped.includes(data.order_id)) return undefined
      try {
        if (!done.includes(data.order_id)) await carryOutErasure(id, data)
      } catch (error) {
        // A legal hold came in between.
        if (error instanceof Refused && error.reason === 'legal_hold') return undefined
        throw error
      }
      // Also where it was carried out before a kill, which may have come before the scrub.
      await scrub()
      return undefined
    },
  },
})
