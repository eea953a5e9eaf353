// The document store of a single instance: read models in one SQLite file, which analysts may open beside it, technical records in another.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StatementSync } from 'node:sqlite'
import { addressOf, checkFields, checkSpec, declaredFields, definedCollections, parsedAddress } from '../collections.ts'
import type { Change, CollectionSpec, Document, DocumentStore } from '../document-store.ts'
import { checkpointsIn, withBigInts } from './checkpoints.ts'
import { openCommitThread } from './commit-thread.ts'
import { openCommits } from './commits.ts'
import { addTextSearch, countSql, findSql, type Sql } from './query.ts'
import { openReadModels } from './read-models.ts'
import { openRecords } from './records.ts'
import { createTables, dropTables, tableOf } from './tables.ts'
import { transactions } from './transactions.ts'
import { createView, dropView } from './view.ts'
import { changePreparer, type PreparedChange } from './writes.ts'

type Collection = {
  readonly spec: CollectionSpec
  readonly fields: ReadonlySet<string>
  readonly document: StatementSync
  readonly stored: StatementSync
  readonly following: StatementSync
  readonly prepared: (change: Change) => PreparedChange
  /** Counted since the last change, by the query's text and values: every page of a list asks for the same count. */
  readonly counts: Map<string, number>
}

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
  threaded = false,
}: {
  readonly folder: string
  /** Thrown away behind the one thing it is for: nothing of it has to outlast a crash. */
  readonly scratch?: boolean
  /** Writes commits in a thread of their own, for a process that has other things to do meanwhile. */
  readonly threaded?: boolean
}): Promise<DocumentStore> => {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'read-models.sqlite')
  const database = openReadModels(file, { scratch })
  addTextSearch(database)
  const { records, kinds: recordKinds, close: closeRecords } = openRecords(join(folder, 'records.sqlite'))
  const collections = definedCollections<Collection>()
  const { read, endRead, write } = transactions(database)
  const statements = new Map<string, StatementSync>()
  const checkpoints = checkpointsIn(database)
  const thread = threaded ? openCommitThread(file) : undefined
  const commits = thread ?? openCommits(database, write)

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
      prepared: changePreparer(spec),
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

  return {
    define: async (specs) => {
      for (const spec of specs) checkSpec(spec)
      write(() => {
        for (const spec of specs) {
          createTables(database, spec)
          createView(database, spec)
        }
      })
      for (const spec of specs) {
        collections.define(spec, collection(spec))
        commits.define(spec)
      }
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

    commit: async (given) => {
      const touched = given.map(({ collection }) => collections.at(collection))
      const prepared = given.map(({ collection: _, changes, ...checkpoint }, index) => {
        const { spec, prepared } = touched[index] as Collection
        return { ...checkpoint, address: addressOf(spec), changes: changes.map(prepared) }
      })
      await commits.commit(prepared)
      // Whoever is told of the commit must not read what stood there before it.
      endRead()
      for (const { counts } of touched) counts.clear()
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
      await thread?.close()
      closeRecords()
      endRead()
      database.exec('pragma optimize')
      database.close()
    },
  }
}

const parsed = (document: unknown): Document | null => (typeof document === 'string' ? JSON.parse(document) : null)
