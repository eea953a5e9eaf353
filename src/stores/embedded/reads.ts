// The reads of the embedded document store: documents by key, by filter, counted, or all of a collection.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { addressOf, type Collections, checkFields, declaredFields } from '../collections.ts'
import type { CollectionSpec, Document, DocumentStore, Selection } from '../document-store.ts'
import { openSlices } from '../slices.ts'
import { withBigInts } from './checkpoints.ts'
import { keptReads } from './kept-reads.ts'
import { unpackedBytes } from './packing.ts'
import { countSql, findSql, keyStampSql, type Sql, stampSql } from './query.ts'
import { parsedDocument } from './repeated-sources.ts'
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
  readonly stamp: StatementSync
  readonly following: StatementSync
}

const keptStatements = 500
/** In characters. An account or a key is shorter, a business longer. */
const longestKept = 4_096
const readAtOnce = 500

export const readsOf = (database: DatabaseSync, spec: CollectionSpec): CollectionReads => {
  const table = tableOf(spec)
  return {
    spec,
    fields: declaredFields(spec),
    document: database.prepare(`select document from ${table} where key = ?`),
    rendering: spec.rendered ? database.prepare(`select rendering from ${renderingsOf(spec)} where key = ?`) : undefined,
    stored: withBigInts(database.prepare(`select document, position from ${table} where key = ?`)),
    stamp: database.prepare(keyStampSql(spec)),
    following: withBigInts(
      database.prepare(
        `select key, document, position from ${table} where key > ? and document is not null order by key limit ${readAtOnce}`,
      ),
    ),
  }
}

/** `beginRead` is called before each query. @see keptReads */
export const openReads = (
  database: DatabaseSync,
  collections: Pick<Collections<CollectionReads>, 'at'>,
  beginRead: () => number,
): Reads => {
  const statements = new Map<string, StatementSync>()
  const narrow = openNarrowing(database)
  const documents = keptReads<Document>(beginRead)
  /** Every page of a list asks for the same count. */
  const counts = keptReads<number>(beginRead)
  /** Of filters. To find one key costs less than to keep what was found. */
  const stamps = keptReads<string>(beginRead)

  const run = ({ text, values }: Sql) => {
    beginRead()
    const statement = statements.get(text) ?? database.prepare(text)
    if (statements.size >= keptStatements) statements.clear()
    statements.set(text, statement)
    return statement.all(...values)
  }

  const stampOf = (selection: Selection): string => {
    const { spec, fields, stamp } = collections.at(selection.collection)
    if ('key' in selection) {
      beginRead()
      return stampText(spec, stamp.get(selection.key))
    }
    const asked = `${addressOf(spec)} ${JSON.stringify(selection.where)}`
    const known = stamps.get(asked)
    if (known !== undefined) return known
    checkFields(spec, fields, selection.where)
    const found = stampText(spec, run(stampSql(spec, selection.where))[0])
    stamps.set(asked, found)
    return found
  }

  return {
    get: async (name, key) => {
      const asked = `${name} ${key}`
      const known = documents.get(asked)
      if (known) return known
      const text = collections.at(name).document.get(key)?.document
      if (typeof text !== 'string') return undefined
      const document = parsedDocument(text)
      if (text.length <= longestKept) documents.set(asked, document)
      return document
    },

    rendering: async (name, key) => {
      const { rendering } = collections.at(name)
      beginRead()
      const packed = rendering?.get(key)?.rendering
      return packed instanceof Uint8Array ? unpackedBytes(packed) : undefined
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
      return run(findSql(spec, options, narrow)).map(({ document }) => parsedDocument(document as string))
    },

    count: async (name, where = {}) => {
      const { spec, fields } = collections.at(name)
      checkFields(spec, fields, where)
      const sql = countSql(spec, where, narrow)
      const asked = JSON.stringify([sql.text, sql.values])
      const known = counts.get(asked)
      if (known !== undefined) return known
      const count = Number(run(sql)[0]?.count)
      counts.set(asked, count)
      return count
    },

    stamps: async (selections) => selections.map(stampOf),

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
          yield { key: last, document: parsedDocument(document as string), position: position as bigint }
        }
    },
  }
}

const stampText = ({ version }: CollectionSpec, row: { readonly [column: string]: unknown } | undefined): string =>
  `${version}:${row?.stamp ?? ''}`

const parsed = (document: unknown): Document | null => (typeof document === 'string' ? parsedDocument(document) : null)
