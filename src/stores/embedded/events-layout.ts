// The layout of the SQLite file in which the embedded event store keeps its log: made in a new file, and brought up to date in an older one.
import type { DatabaseSync } from 'node:sqlite'
import { LogUnusable } from '../event-store.ts'

/** Marks the file as ours ("Prob") and says which layout its tables have. */
const applicationId = 0x50726f62
/** Layout 2 added the column `packed` (event-blocks.ts). The rows of layout 1 stay as they are. */
const layoutVersion = 2

const layout = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream   TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    id       TEXT    NOT NULL,
    type     TEXT    NOT NULL,
    data     TEXT    NOT NULL,
    metadata TEXT    NOT NULL,
    packed   BLOB
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layoutVersion};
`

const fromLayout1 = 'ALTER TABLE events ADD COLUMN packed BLOB; PRAGMA user_version = 2;'

const columns = 'position, stream, revision, id, type, data, metadata'

/** What is read of a row. A file of layout 1 has no column `packed`. */
export const columnsIn = (version: number): string => `${columns}, ${version < 2 ? 'NULL AS packed' : 'packed'}`

/** @returns the version of the file's layout, 0 for an empty file; @throws LogUnusable */
export const checkLayout = (database: DatabaseSync, file: string): number => {
  const pragma = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0])
  const version = pragma('user_version')
  if (hasTables(database) && pragma('application_id') !== applicationId)
    throw new LogUnusable(`${file} is not an event store: it is a database of something else`)
  if (version > layoutVersion) {
    throw new LogUnusable(`${file} has layout ${version}, written by a later release; this one reads layout ${layoutVersion}`)
  }
  return version
}

/** Makes the file ready for writing. @param keep leaves a layout of an earlier release as it is @returns the version of the layout that the file has now */
export const prepareLayout = (database: DatabaseSync, version: number, keep: boolean): number => {
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  database.exec('PRAGMA wal_autocheckpoint = 4000')
  database.exec('PRAGMA journal_size_limit = 67108864')
  database.exec('PRAGMA cache_size = -8192')
  if (!hasTables(database)) database.exec(`BEGIN IMMEDIATE; ${layout} COMMIT`)
  else if (version === 1 && keep) return version
  else if (version === 1) database.exec(`BEGIN IMMEDIATE; ${fromLayout1} COMMIT`)
  return layoutVersion
}

const hasTables = (database: DatabaseSync): boolean =>
  Number(database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()?.tables) > 0
