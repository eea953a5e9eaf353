// The reads of the embedded document store: documents by key, by filter, counted, or all of a collection.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Collections, checkFields, declaredFields } from '../collections.ts'
import type { CollectionSpec, Document, DocumentStore } from '../document-store.ts'
import { openSlices } from '../slices.ts'
import { withBigInts } from './checkpoints.ts'
import { countSql, findSql, type Sql, stampSql } from './query.ts'
import { unpacked } from './renderings.ts'
import { openNarrowing } from './searches.ts'
import { renderingsOf, tableOf } from './tables.ts'

export type Reads = Pick<DocumentStore, 'get' | 'rendering' | 'getMany' | 'find' | 'count' | 'stamps' | 'all'>

/** What reads keep of a collection. */
export type CollectionReads = {
  readonly spec: CollectionSpec
  readonly fields: ReadonlySet<string>
  readonly document: StatementSync
  /** Undefined where the collection has none. */
  readonly rendering: StatementSync | undefined
  readonly stored: StatementSync
  readonly following: StatementSync
  /** Counted since the last change, by the query's text and values: every page of a list asks for the same count. */
  readonly counts: Map<string, number>
}

const keptStatements = 500
const keptCounts = 500
const readAtOnce = 500

export const readsOf = (database: DatabaseSync, spec: CollectionSpec): CollectionReads => {
  const table = tableOf(spec)
  return {
    spec,
    fields: declaredFields(spec),
    document: database.prepare(`select document from ${table} where key = ?`),
    rendering: spec.rendered ? database.prepare(`select rendering from ${renderingsOf(spec)} where key = ?`) : undefined,
    stored: withBigInts(database.prepare(`select document, position from ${table} where key = ?`)),
    following: withBigInts(
      database.prepare(
        `select key, document, position from ${table} where key > ? and document is not null order by key limit ${readAtOnce}`,
      ),
    ),
    counts: new Map(),
  }
}

/** `beginRead` is called before each query. */
export const openReads = (database: DatabaseSync, collections: Pick<Collections<CollectionReads>, 'at'>, beginRead: () => void): Reads => {
  const statements = new Map<string, StatementSync>()
  const narrow = openNarrowing(database)
  /** Changes with each commit of another connection. */
  const version = database.prepare('pragma data_version')

  const run = ({ text, values }: Sql) => {
    beginRead()
    const statement = statements.get(text) ?? database.prepare(text)
    if (statements.size >= keptStatements) statements.clear()
    statements.set(text, statement)
    return statement.all(...values)
  }

  return {
    get: async (name, key) => {
      const { document } = collections.at(name)
      beginRead()
      return parsed(document.get(key)?.document) ?? undefined
    },

    rendering: async (name, key) => {
      const { rendering } = collections.at(name)
      beginRead()
      const packed = rendering?.get(key)?.rendering
      return packed instanceof Uint8Array ? unpacked(packed) : undefined
    },

    getMany: async (name, keys) => {
      const { stored } = collections.at(name)
      const slices = openSlices()
      const found = new Map<string, { document: Document | null; position: bigint }>()
      for (const key of keys) {
        if (slices.isOver()) await slices.rest()
        beginRead()
        const row = stored.get(key)
        if (row) found.set(key, { document: parsed(row.document), position: row.position as bigint })
      }
      return found
    },

    find: async (name, options = {}) => {
      const { spec, fields } = collections.at(name)
      checkFields(spec, fields, options.where, options.sort)
      return run(findSql(spec, options, narrow)).map(({ document }) => JSON.parse(document as string))
    },

    count: async (name, where = {}) => {
      const { spec, fields, counts } = collections.at(name)
      checkFields(spec, fields, where)
      const sql = countSql(spec, where, narrow)
      beginRead()
      const query = JSON.stringify([version.get()?.data_version, sql.text, sql.values])
      const known = counts.get(query)
      if (known !== undefined) return known
      const count = Number(run(sql)[0]?.count)
      if (counts.size >= keptCounts) counts.clear()
      counts.set(query, count)
      return count
    },

    // All in one statement: to run one costs more than to find a position.
    stamps: async (selections) => {
      const selected = selections.map((selection) => {
        const { spec, fields } = collections.at(selection.collection)
        if ('where' in selection) checkFields(spec, fields, selection.where)
        return { version: spec.version, ...stampSql(spec, selection) }
      })
      const columns = selected.map(({ text }, n) => `(${text}) as "${n}"`)
      const [found] = run({ text: `select ${columns.join(', ')}`, values: selected.flatMap(({ values }) => values) })
      return selected.map(({ version }, n) => `${version}:${found?.[n] ?? ''}`)
    },

    all: async function* (name) {
      const { following } = collections.at(name)
      let last = ''
      const next = () => {
        beginRead()
        return following.all(last)
      }
      for (let rows = next(); rows.length > 0; rows = next())
        for (const { key, document, position } of rows) {
          last = key as string
          yield { key: last, document: JSON.parse(document as string), position: position as bigint }
        }
    },
  }
}

const parsed = (document: unknown): Document | null => (typeof document === 'string' ? JSON.parse(document) : null)
