// The SQLite file of the technical records, and its tables.
import { DatabaseSync } from 'node:sqlite'

/** How long a write waits for another connection that writes. */
const patienceMs = 500

/** `alone`: see `EmbeddedEventStoreOptions`. */
export const openRecordsFile = (file: string, { alone }: { readonly alone: boolean }): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: patienceMs })
  if (alone) database.exec('pragma locking_mode = exclusive')
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma secure_delete = on;
    create table if not exists records (kind text not null, key text not null, value blob not null, slot integer not null,
      revision integer not null, expires_at integer, due_at integer, primary key (kind, key)) without rowid;
    create index if not exists records_due on records (kind, due_at, key) where due_at is not null;
    create index if not exists records_expiring on records (expires_at) where expires_at is not null;
    -- Records that cannot be opened (set-aside.ts).
    create table if not exists set_aside (kind text not null, key text not null, value blob not null, slot integer not null,
      revision integer not null, expires_at integer, due_at integer, found_at text not null, primary key (kind, key)) without rowid;
    -- The keys (record-keys.ts). The table keeps its name: an earlier release that opens a file with another would find no key and lose all records.
    create table if not exists pads (slot integer primary key, pad blob not null, free integer not null);
    create index if not exists pads_free on pads (slot) where free = 1;`)
  return database
}
