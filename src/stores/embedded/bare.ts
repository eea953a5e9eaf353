// Collections that are filled for the first time lie bare: they lack the indexes, the kept counts and the searches, which take more time with each write than
// to be made at the end. A bare collection is read rightly, only slowly. The file itself says which are bare, so that all connections know, also after a crash.
import type { DatabaseSync } from 'node:sqlite'
import { addressOf, declaredFields } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'

export const bareTable = 'create table if not exists _bare (collection text primary key not null) without rowid;'

export type BareCollections = {
  readonly has: (spec: CollectionSpec) => boolean
  /** Their addresses. */
  readonly all: () => readonly string[]
  readonly add: (address: string) => void
  readonly remove: (address: string) => void
}

export const openBareCollections = (database: DatabaseSync): BareCollections => {
  const one = database.prepare('select 1 from _bare where collection = ?')
  const all = database.prepare('select collection from _bare')
  const add = database.prepare('insert into _bare (collection) values (?)')
  const remove = database.prepare('delete from _bare where collection = ?')
  return {
    has: (spec) => one.get(addressOf(spec)) !== undefined,
    all: () => all.all().map(({ collection }) => String(collection)),
    add: (address) => void add.run(address),
    remove: (address) => void remove.run(address),
  }
}

/** The declaration of the same table without what only makes reads quick. */
export const bareSpec = ({ counted: _, ...spec }: CollectionSpec): CollectionSpec => ({
  ...spec,
  indexes: [],
  filters: [...declaredFields(spec)],
  search: [],
})
