// Read-your-writes: tells a writer when the read models have passed what it wrote, whoever projects them.
import { setTimeout as pause } from 'node:timers/promises'
import type { DocumentStore } from '../stores/document-store.ts'
import type { AnyProjection } from './projection.ts'
import { addressOf, type Projector } from './projector.ts'

export type Passed = (position: bigint, accountId: string) => Promise<boolean>

/** `projectors`: those of this process; where the position's share of accounts is projected by another one, its checkpoints are asked. */
export const readYourWrites = ({
  projectorFor,
  partitionFor,
  documents,
  projections,
  waitMs = 2_000,
}: {
  projectorFor: (accountId: string) => Projector | undefined
  partitionFor: (accountId: string) => string
  documents: DocumentStore
  projections: readonly AnyProjection[]
  waitMs?: number
}): Passed => {
  const addresses = projections.map(addressOf)
  const passedElsewhere = async (position: bigint, partition: string): Promise<boolean> => {
    const deadline = Date.now() + waitMs
    const waiting = new Set(addresses)
    for (let wait = 5; ; wait = Math.min(wait * 2, 100)) {
      for (const address of waiting) if (((await documents.checkpoint(address, partition)) ?? -1n) >= position) waiting.delete(address)
      if (waiting.size === 0) return true
      if (Date.now() + wait > deadline) return false
      await pause(wait)
    }
  }
  return (position, accountId) => projectorFor(accountId)?.passed(position, waitMs) ?? passedElsewhere(position, partitionFor(accountId))
}
