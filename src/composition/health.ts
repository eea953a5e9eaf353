// How far each read model is behind the log, for the health page: by the checkpoints in the store, and by what this instance folds itself.
import { countedAtMost, type ReadModelLag } from '../inner/service-health.ts'
import { least } from '../projections/checkpoints.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import { type EventStore, furtherOf } from '../stores/event-store.ts'

type Lagging = {
  readonly events: Pick<EventStore, 'readAll'>
  readonly documents: Pick<DocumentStore, 'checkpoints'>
  /** The read models that answer: their names, and the addresses of their checkpoints. */
  readonly served: readonly { readonly name: string; readonly address: string }[]
  readonly partitions: readonly string[]
  /** Up to where this instance has folded a partition; undefined where another one does. */
  readonly foldedHere: (partition: string) => bigint | undefined
}

/** Of each read model, those that are furthest behind first. */
export const readModelLags = async ({ events, documents, served, partitions, foldedHere }: Lagging): Promise<readonly ReadModelLag[]> => {
  const addresses = served.map(({ address }) => address)
  const saved = await Promise.all(
    partitions.map(async (partition) => ({
      here: foldedHere(partition) ?? -1n,
      checkpoints: await documents.checkpoints(addresses, partition),
    })),
  )
  const positionOf = (address: string) =>
    least(saved.map(({ here, checkpoints }) => furtherOf(here, checkpoints.get(address) ?? -1n))) ?? -1n
  const positions = new Map(addresses.map((address) => [address, positionOf(address)]))
  const behind = new Map<bigint, Omit<ReadModelLag, 'name'>>()
  for (const position of new Set(positions.values())) behind.set(position, await behindOf(events, position))
  const lags = served.map(({ name, address }): ReadModelLag => ({ name, ...(behind.get(positions.get(address) ?? -1n) ?? upToDate) }))
  return lags.toSorted((one, other) => other.behind - one.behind || one.name.localeCompare(other.name))
}

const upToDate = { behind: 0, since: null }

const behindOf = async (events: Pick<EventStore, 'readAll'>, position: bigint): Promise<Omit<ReadModelLag, 'name'>> => {
  let behind = 0
  let since: string | null = null
  for await (const { metadata } of events.readAll({ ...(position >= 0n ? { after: position } : {}), limit: countedAtMost })) {
    behind++
    since ??= typeof metadata.recorded_at === 'string' ? metadata.recorded_at : null
  }
  return { behind, since }
}
