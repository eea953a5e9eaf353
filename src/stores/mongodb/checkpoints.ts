// How far each collection has been folded: one document for each partition, so that waiting for a partition reads one document, and a batch that
// touches many collections writes one. The tokens of the leases are beside the positions.
import type { Db, UpdateFilter } from 'mongodb'
import { type Commit, Fenced, type Inventory } from '../document-store.ts'
import { duplicatesIn } from './bulk.ts'

/** Both by `collection@version`. Only a fenced writer leaves a token, and it may do so before its first position. */
type Fields = { _id: string; positions?: { [address: string]: bigint }; tokens?: { [address: string]: number } }

type Note = Pick<Commit, 'partition' | 'position' | 'token'> & { readonly address: string }

export type Checkpoints = {
  /** Refuses a writer whose lease another has taken over. A higher token becomes the latest. @throws Fenced */
  readonly admit: (notes: readonly Note[]) => Promise<void>
  /** Moves positions forward, never back. @throws Fenced */
  readonly advance: (notes: readonly Note[]) => Promise<void>
  /** By address. */
  readonly positions: (partition: string) => Promise<ReadonlyMap<string, bigint>>
  readonly forget: (address: string) => Promise<void>
  readonly all: () => Promise<Inventory['checkpoints']>
}

export const openCheckpoints = (db: Db): Checkpoints => {
  const checkpoints = db.collection<Fields>('projection_checkpoints')

  /** Updates the partitions' documents unless a later lease has written to one of the collections concerned. */
  const raise = async (notes: readonly Note[], updateOf: (some: readonly Note[]) => UpdateFilter<Fields>): Promise<void> => {
    const updates = [...Map.groupBy(notes, ({ partition }) => partition)].map(([partition, some]) => ({
      of: `${partition} of ${some.map(({ address }) => address).join(', ')}`,
      filter: { _id: partition, ...notLater(some) },
      update: updateOf(some),
    }))
    const refused = await duplicatesIn(
      checkpoints,
      updates.map(({ filter, update }) => ({ updateOne: { filter, update, upsert: true } })),
    )
    for (const { of, filter, update } of updates.filter((_, index) => refused.has(index))) {
      // Either a token was refused, or another writer created the document at this moment.
      const { matchedCount } = await checkpoints.updateOne(filter, update)
      if (matchedCount === 0) throw new Fenced(`the lease on partition ${of} was taken over: its token is no longer the latest`)
    }
  }

  return {
    admit: async (notes) => {
      const fenced = notes.filter(({ token }) => token !== undefined)
      if (fenced.length === 0) return
      const partitions = [...new Set(fenced.map(({ partition }) => partition))]
      const latest = new Map<string, Fields['tokens']>()
      for await (const { _id, tokens } of checkpoints.find({ _id: { $in: partitions } })) latest.set(_id, tokens)
      const isNew = ({ partition, address, token }: Note) => latest.get(partition)?.[address] !== token
      await raise(fenced.filter(isNew), (some) => ({ $set: tokensOf(some) }))
    },

    advance: (notes) =>
      raise(notes, (some) => ({
        $max: Object.fromEntries(some.map(({ address, position }) => [`positions.${address}`, position])),
        ...(some.some(({ token }) => token !== undefined) ? { $set: tokensOf(some) } : {}),
      })),

    positions: async (partition) => new Map(Object.entries((await checkpoints.findOne({ _id: partition }))?.positions ?? {})),

    forget: async (address) =>
      void (await checkpoints.updateMany({}, { $unset: { [`positions.${address}`]: '', [`tokens.${address}`]: '' } })),

    all: async () =>
      (await checkpoints.find({}, { sort: { _id: 1 } }).toArray()).flatMap(({ _id, positions = {} }) =>
        Object.entries(positions).map(([collection, position]) => ({ collection, partition: _id, position })),
      ),
  }
}

const fencedAmong = (notes: readonly Note[]) =>
  notes.flatMap(({ address, token }) => (token === undefined ? [] : [{ path: `tokens.${address}`, token }]))

const tokensOf = (notes: readonly Note[]): { [path: string]: number } =>
  Object.fromEntries(fencedAmong(notes).map(({ path, token }) => [path, token]))

const notLater = (notes: readonly Note[]): { [path: string]: { $not: { $gt: number } } } =>
  Object.fromEntries(fencedAmong(notes).map(({ path, token }) => [path, { $not: { $gt: token } }]))
