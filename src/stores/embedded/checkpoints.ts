// Up to where each collection has been folded, by the share of the accounts that a checkpoint speaks for.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Commit, Fenced, type Inventory } from '../document-store.ts'

/** `address`: a collection with its version. */
type Advance = Pick<Commit, 'partition' | 'position' | 'token'> & { readonly address: string }

export type Checkpoints = {
  /** Moves a position forward, never back. @throws Fenced */
  readonly advance: (advance: Advance) => void
  /** By address. */
  readonly positions: (partition: string) => ReadonlyMap<string, bigint>
  /** Whether the collection was ever committed to. */
  readonly has: (address: string) => boolean
  readonly forget: (address: string) => void
  readonly all: () => Inventory['checkpoints']
}

export const checkpointTable = `create table if not exists _checkpoints (collection text not null, partition text not null,
  position integer not null, token integer, primary key (collection, partition)) without rowid;`

export const openCheckpoints = (database: DatabaseSync): Checkpoints => {
  const read = withBigInts(database.prepare('select collection, position from _checkpoints where partition = ?'))
  const all = withBigInts(database.prepare('select collection, partition, position from _checkpoints order by 1, 2'))
  const one = database.prepare('select 1 from _checkpoints where collection = ?')
  const forget = database.prepare('delete from _checkpoints where collection = ?')
  const advance = database.prepare(
    `insert into _checkpoints as seen (collection, partition, position, token) values (?, ?, ?, ?)
     on conflict (collection, partition) do update set position = max(seen.position, excluded.position),
       token = coalesce(max(seen.token, excluded.token), seen.token, excluded.token)
     where excluded.token is null or seen.token is null or excluded.token >= seen.token`,
  )
  return {
    advance: ({ address, partition, position, token }) => {
      const { changes } = advance.run(address, partition, position, token ?? null)
      if (changes === 0) throw new Fenced(`${address}, partition ${partition}: the lease with token ${token} was taken over`)
    },
    positions: (partition) => new Map(read.all(partition).map(({ collection, position }) => [String(collection), position as bigint])),
    has: (address) => one.get(address) !== undefined,
    forget: (address) => void forget.run(address),
    all: () =>
      all.all().map(({ collection, partition, position }) => ({
        collection: String(collection),
        partition: String(partition),
        position: position as bigint,
      })),
  }
}

export const withBigInts = (statement: StatementSync): StatementSync => {
  statement.setReadBigInts(true)
  return statement
}
