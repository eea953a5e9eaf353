// The layouts of collections with abbreviations. Each belongs to a version of the collection and cannot be told from its table, so the file keeps it: a release
// with other abbreviations or another schema reads and writes the version before its own as it lies there, until the new one is built.
import type { DatabaseSync } from 'node:sqlite'
import { addressOf } from '../collections.ts'
import type { CollectionSpec } from '../document-store.ts'
import { listName } from './layout.ts'
import { columnsThere } from './tables.ts'

export const layoutTable = 'create table if not exists _layouts (collection text primary key not null, layout text not null) without rowid;'

export type KeptLayouts = {
  /** The declaration with the layout that the version's table has; undefined: the table is written shorter, but how was never kept. */
  readonly laidOut: (spec: CollectionSpec) => CollectionSpec | undefined
  readonly forget: (address: string) => void
}

export const openKeptLayouts = (database: DatabaseSync): KeptLayouts => {
  const one = database.prepare('select layout from _layouts where collection = ?')
  const keep = database.prepare('insert into _layouts (collection, layout) values (?, ?)')
  const forget = database.prepare('delete from _layouts where collection = ?')
  return {
    laidOut: (spec) => {
      const { schema, abbreviations } = spec
      const kept = one.get(addressOf(spec))
      if (kept) return { ...spec, ...JSON.parse(String(kept.layout)) }
      if (abbreviations) keep.run(addressOf(spec), JSON.stringify({ schema, abbreviations }))
      else if (columnsThere(database, spec).includes(listName(0))) return undefined
      return spec
    },
    forget: (address) => void forget.run(address),
  }
}
