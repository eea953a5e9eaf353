// Up to where each collection has been folded, by the share of the accounts that a checkpoint speaks for.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { addressOf } from '../collections.ts'
import { type CollectionSpec, Fenced } from '../document-store.ts'

type Version = Pick<CollectionSpec, 'name' | 'version'>
type Advance = { readonly partition: string; readonly position: bigint; readonly token?: number | null | undefined }

export const checkpointTable = `create table if not exists _checkpoints (collection text not null, partition text not null,
  position integer not null, token integer, primary key (collection, partition)) without rowid;`

export const checkpointsIn = (database: DatabaseSync) => {
  const read = withBigInts(database.prepare('select position from _checkpoints where collection = ? and partition = ?'))
  const all = withBigInts(database.prepare('select collection, partition, position from _checkpoints order by 1, 2'))
  const drop = database.prepare('delete from _checkpoints where collection = ?')
  const advance = database.prepare(
    `insert into _checkpoints as seen (collection, partition, position, token) values (?, ?, ?, ?)
     on conflict (collection, partition) do update set position = max(seen.position, excluded.position),
       token = coalesce(max(seen.token, excluded.token), seen.token, excluded.token)
     where excluded.token is null or seen.token is null or excluded.token >= seen.token`,
  )
  return {
    of: (version: Version, partition: string) => read.get(addressOf(version), partition)?.position as bigint | undefined,
    all: () =>
      all.all().map(({ collection, partition, position }) => ({
        collection: String(collection),
        partition: String(partition),
        position: position as bigint,
      })),
    drop: (version: Version) => drop.run(addressOf(version)),
    advance: (version: Version, { partition, position, token = null }: Advance) => {
      const { changes } = advance.run(addressOf(version), partition, position, token)
      if (changes === 0) throw new Fenced(`${addressOf(version)}, partition ${partition}: the lease with token ${token} was taken over`)
    },
  }
}

export const withBigInts = (statement: StatementSync): StatementSync => {
  statement.setReadBigInts(true)
  return statement
}
