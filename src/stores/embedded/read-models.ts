// The file of the read models: how each connection to it is set up.
import { DatabaseSync } from 'node:sqlite'
import { bareTable } from './bare.ts'
import { checkpointTable } from './checkpoints.ts'
import { layoutTable } from './kept-layouts.ts'

/**
 * `alone`: for one connection only, and for a disk without room (see `EmbeddedEventStoreOptions`).
 * `scratch`: thrown away after its one use, so nothing of it has to outlast a crash. It has one connection.
 */
export const openReadModels = (
  file: string,
  { scratch = false, alone = false }: { readonly scratch?: boolean; readonly alone?: boolean } = {},
): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  if (alone) database.exec('pragma locking_mode = exclusive')
  database.exec(`${scratch ? scratchPragmas : livePragmas}
    pragma analysis_limit = 400;
    ${checkpointTable}
    ${bareTable}
    ${layoutTable}`)
  return database
}

// Fast: what is deleted in a page that is written anyway is cleared, and so is a free page that is taken. See overwriting.ts for those that stay free.
const livePragmas = `
    pragma secure_delete = fast;
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma wal_autocheckpoint = 4000;
    pragma cache_size = -16384;
    pragma mmap_size = 33554432;`

const scratchPragmas = `
    pragma journal_mode = off;
    pragma synchronous = off;
    pragma locking_mode = exclusive;
    pragma cache_size = -65536;`
