// The document store of a single instance: read models in one SQLite file, which analysts may open beside it, technical records in another.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { addressOf, checkFields, checkSpec, declaredFields, definedCollections, parsedAddress } from '../collections.ts'
import { type Change, type CollectionSpec, type Commit, type Document, type DocumentStore, Fenced } from '../document-store.ts'
import { addTextSearch, countSql, findSql, type Sql } from './query.ts'
import { openRecords } from './records.ts'
import { createTables, dropTables, tableOf } from './tables.ts'
import { createView, dropView } from './view.ts'
import { changeWriter } from './writes.ts'

type Collection = {
  readonly spec: CollectionSpec
  readonly fields: ReadonlySet<string>
  readonly document: StatementSync
  readonly stored: StatementSync
  readonly following: StatementSync
  readonly write: (change: Change) => void
  /** Counted since the last change, by the query's text and values: every page of a list asks for the same count. */
  readonly counts: Map<string, number>
}

/** After so many changes SQLite looks again at how the fields' values are spread; it then chooses indexes better. */
const changesBetweenLooks = 50_000
const keptStatements = 500
const keptCounts = 500
const readAtOnce = 500

/**
 * `folder` is created when missing and holds `read-models.sqlite`, a cache of the log whose last commits may be lost with the power
 * (never a part of one), and `records.sqlite`, which is durable.
 */
export const openEmbeddedDocumentStore = async ({
  folder,
  scratch = false,
}: {
  readonly folder: string
  /** Thrown away behind the one thing it is for: nothing of it has to outlast a crash. */
  readonly scratch?: boolean
}): Promise<DocumentStore> => {
  mkdirSync(folder, { recursive: true })
  const database = openReadModels(join(folder, 'read-models.sqlite'), scratch ? scratchPragmas : livePragmas)
  const { records, kinds: recordKinds, close: closeRecords } = openRecords(join(folder, 'records.sqlite'))
  const collections = definedCollections<Collection>()
  const { read, endRead, write } = transactions(database)
  const statements = new Map<string, StatementSync>()
  const checkpoints = checkpointsIn(database)
  let changes = 0

  const collection = (spec: CollectionSpec): Collection => {
    const table = tableOf(spec)
    return {
      spec,
      fields: declaredFields(spec),
      document: database.prepare(`select document from ${table} where key = ?`),
      stored: withBigInts(database.prepare(`select document, position from ${table} where key = ?`)),
      following: withBigInts(
        database.prepare(
          `select key, document, position from ${table} where key > ? and document is not null order by key limit ${readAtOnce}`,
        ),
      ),
      write: changeWriter(database, spec),
      counts: new Map(),
    }
  }

  const run = ({ text, values }: Sql) => {
    read()
    const statement = statements.get(text) ?? database.prepare(text)
    if (statements.size >= keptStatements) statements.clear()
    statements.set(text, statement)
    return statement.all(...values)
  }

  const apply = (commit: Commit) => {
    const { spec, write: writeChange, counts } = collections.at(commit.collection)
    checkpoints.advance(spec, commit)
    if (commit.changes.length > 0) counts.clear()
    for (const change of commit.changes) writeChange(change)
  }

  return {
    define: async (specs) => {
      for (const spec of specs) checkSpec(spec)
      write(() => {
        for (const spec of specs) {
          createTables(database, spec)
          createView(database, spec)
        }
      })
      for (const spec of specs) collections.define(spec, collection(spec))
    },

    get: async (name, key) => {
      const { document } = collections.at(name)
      read()
      return parsed(document.get(key)?.document) ?? undefined
    },

    getMany: async (name, keys) => {
      const { stored } = collections.at(name)
      read()
      const found = new Map<string, { document: Document | null; position: bigint }>()
      for (const key of keys) {
        const row = stored.get(key)
        if (row) found.set(key, { document: parsed(row.document), position: row.position as bigint })
      }
      return found
    },

    find: async (name, options = {}) => {
      const { spec, fields } = collections.at(name)
      checkFields(spec, fields, options.where, options.sort)
      return run(findSql(spec, options)).map(({ document }) => JSON.parse(document as string))
    },

    count: async (name, where = {}) => {
      const { spec, fields, counts } = collections.at(name)
      checkFields(spec, fields, where)
      const sql = countSql(spec, where)
      const asked = JSON.stringify([sql.text, sql.values])
      const known = counts.get(asked)
      if (known !== undefined) return known
      const count = Number(run(sql)[0]?.count)
      if (counts.size >= keptCounts) counts.clear()
      counts.set(asked, count)
      return count
    },

    all: async function* (name) {
      const { following } = collections.at(name)
      let last = ''
      for (let rows = next(); rows.length > 0; rows = next())
        for (const { key, document, position } of rows) {
          last = key as string
          yield { key: last, document: JSON.parse(document as string), position: position as bigint }
        }
      function next() {
        read()
        return following.all(last)
      }
    },

    commit: async (commits) => {
      write(() => commits.forEach(apply))
      changes += commits.reduce((sum, each) => sum + each.changes.length, 0)
      if (changes < changesBetweenLooks) return
      changes = 0
      database.exec('pragma optimize')
    },

    checkpoint: async (name, partition) => checkpoints.of(collections.at(name).spec, partition),

    checkpoints: async (names, partition) => {
      const found = new Map<string, bigint>()
      for (const name of names) {
        const position = checkpoints.of(collections.at(name).spec, partition)
        if (position !== undefined) found.set(name, position)
      }
      return found
    },

    drop: async (name) => {
      const defined = collections.has(name) ? collections.at(name).spec : undefined
      const version = defined ?? parsedAddress(name) ?? collections.at(name).spec
      if (defined) collections.at(name).counts.clear()
      write(() => {
        dropTables(database, version)
        checkpoints.drop(version)
        if (defined) createTables(database, defined)
        else dropView(database, version)
      })
    },

    records,

    scrub: async () => {
      endRead()
      database.exec('vacuum')
      database.exec('pragma wal_checkpoint(truncate)')
    },

    inventory: async () => ({ recordKinds: recordKinds(), checkpoints: checkpoints.all() }),

    close: async () => {
      if (!database.isOpen) return
      closeRecords()
      endRead()
      database.exec('pragma optimize')
      database.close()
    },
  }
}

const livePragmas = `
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

const openReadModels = (file: string, pragmas: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(`${pragmas}
    pragma analysis_limit = 400;
    create table if not exists _checkpoints (collection text not null, partition text not null, position integer not null, token integer,
      primary key (collection, partition)) without rowid;`)
  addTextSearch(database)
  return database
}

const checkpointsIn = (database: DatabaseSync) => {
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
    of: (spec: CollectionSpec, partition: string) => read.get(addressOf(spec), partition)?.position as bigint | undefined,
    all: () =>
      all.all().map(({ collection, partition, position }) => ({
        collection: String(collection),
        partition: String(partition),
        position: position as bigint,
      })),
    drop: (version: Pick<CollectionSpec, 'name' | 'version'>) => drop.run(addressOf(version)),
    advance: (spec: CollectionSpec, { partition, position, token = null }: Omit<Commit, 'token'> & { readonly token?: number | null }) => {
      const { changes } = advance.run(addressOf(spec), partition, position, token)
      if (changes === 0) throw new Fenced(`${addressOf(spec)}, partition ${partition}: the lease with token ${token} was taken over`)
    },
  }
}

/**
 * Reads within one turn of the event loop share a transaction, for taking and leaving the file's lock costs more than reading a document.
 * It ends with the turn, so that the write-ahead log is never held up by it.
 */
const transactions = (database: DatabaseSync) => {
  const begin = database.prepare('begin')
  const beginWrite = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  let reading = false

  const endRead = () => {
    if (!reading) return
    reading = false
    commit.run()
  }

  return {
    read: () => {
      if (reading) return
      begin.run()
      reading = true
      setImmediate(endRead)
    },
    endRead,
    write: (work: () => void): void => {
      endRead()
      beginWrite.run()
      try {
        work()
        commit.run()
      } catch (error) {
        if (database.isTransaction) rollback.run()
        throw error
      }
    },
  }
}

const withBigInts = (statement: StatementSync): StatementSync => {
  statement.setReadBigInts(true)
  return statement
}

const parsed = (document: unknown): Document | null => (typeof document === 'string' ? JSON.parse(document) : null)
