// The reads of the embedded document store: documents by key, by filter, counted, or all of a collection.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { addressOf, type Collections, checkFields, declaredFields } from '../collections.ts'
import {
  type CollectionSpec,
  type Document,
  type DocumentStore,
  type FindOptions,
  findsNothing,
  type SameField,
  type Selection,
  type Where,
} from '../document-store.ts'
import { openSlices } from '../slices.ts'
import { bareSpec, openBareCollections } from './bare.ts'
import { withBigInts } from './checkpoints.ts'
import type { Sql } from './conditions.ts'
import { keptReads } from './kept-reads.ts'
import { type Layout, layoutOf } from './layout.ts'
import { unpacked } from './packing.ts'
import { countPlan, findPlan } from './plans.ts'
import { countSql, findSql, keyStampSql, stampSql } from './query.ts'
import { inRows, type Row, type RowStatement } from './rows.ts'
import { openNarrowing } from './searches.ts'
import { renderingsOf, tableOf } from './tables.ts'
import { openWordCounts } from './word-counts.ts'

export type Reads = Pick<DocumentStore, 'get' | 'rendering' | 'getMany' | 'find' | 'count' | 'all'> & {
  /** One of the stamps of the port. */
  readonly stampOf: (selection: Selection) => string
}

/** Answers queries that may look through a whole collection; documents as they are stored. */
export type LongReads = {
  readonly find: (collection: string, options: FindOptions) => Promise<readonly Row[]>
  readonly count: (collection: string, where: Where) => Promise<number>
}

/** What reads keep of a collection. */
export type CollectionReads = {
  readonly spec: CollectionSpec
  /** Its declaration while it lies bare. */
  readonly bareSpec: CollectionSpec
  /** How many rows there are at most. */
  readonly size: () => number
  readonly fields: ReadonlySet<string>
  readonly layout: Layout
  readonly document: RowStatement
  /** Undefined where the collection has none. */
  readonly rendering: StatementSync | undefined
  /** The document and its position. */
  readonly stored: RowStatement
  readonly stamp: RowStatement
  /** The stamps of selections by their fields: each is prepared when it is first asked for. */
  readonly stampsBy: Map<string, RowStatement>
  /** Documents with their keys and positions. */
  readonly following: RowStatement
}

const keptStatements = 500
/** In characters. An account or a key is shorter, a business longer. */
const longestKept = 4_096
const readAtOnce = 500

export const readsOf = (database: DatabaseSync, spec: CollectionSpec): CollectionReads => {
  const table = tableOf(spec)
  const layout = layoutOf(spec)
  const { selected } = layout
  const last = database.prepare(`select max(rowid) as last from ${table}`)
  return {
    spec,
    bareSpec: bareSpec(spec),
    size: () => Number(last.get()?.last ?? 0),
    fields: declaredFields(spec),
    layout,
    document: inRows(database.prepare(`select ${selected} from ${table} where key = ?`)),
    rendering: spec.rendered ? database.prepare(`select rendering from ${renderingsOf(spec)} where key = ?`) : undefined,
    stored: inRows(withBigInts(database.prepare(`select ${selected}, position from ${table} where key = ?`))),
    stamp: inRows(database.prepare(keyStampSql(spec))),
    stampsBy: new Map(),
    following: inRows(
      withBigInts(
        database.prepare(
          `select ${selected}, key, position from ${table} where key > ? and document is not null order by key limit ${readAtOnce}`,
        ),
      ),
    ),
  }
}

export type ReadOptions = {
  readonly database: DatabaseSync
  readonly collections: Pick<Collections<CollectionReads>, 'at'>
  /** Called before each query. @see keptReads */
  readonly beginRead: () => number
  /** Takes the queries that may look through a whole collection of more than `from` documents; they are answered here when absent. */
  readonly elsewhere?: (LongReads & { readonly from: number }) | undefined
}

export const openReads = (options: ReadOptions): Reads & { readonly here: LongReads } => {
  const { database, collections, beginRead, elsewhere } = options
  const bare = openBareCollections(database)
  const documents = keptReads<Document>(beginRead)

  /** The declaration by which a query reads the collection now. */
  const specNow: SpecNow = ({ spec, bareSpec }) => {
    beginRead()
    return bare.has(spec) ? bareSpec : spec
  }
  const here = openQueries(options, specNow)

  /** The thread for a query, where it is to go to one. */
  const threadFor = ({ size }: CollectionReads, isLong: boolean) => {
    if (!elsewhere || !isLong) return undefined
    beginRead()
    return size() > elsewhere.from ? elsewhere : undefined
  }

  return {
    here,

    get: async (name, key) => {
      const { spec, document: statement, layout } = collections.at(name)
      const known = documents.get(spec, key)
      if (known) return known
      const row = statement.get(key)
      const document = row && layout.documentIn(row)
      if (!document) return undefined
      if (sizeOf(row) <= longestKept) documents.set(spec, key, document)
      return document
    },

    rendering: async (name, key) => {
      const { rendering } = collections.at(name)
      beginRead()
      const packed = rendering?.get(key)?.rendering
      return packed instanceof Uint8Array ? unpacked(packed) : undefined
    },

    getMany: async (name, keys) => {
      const { stored, layout } = collections.at(name)
      const slices = openSlices()
      const found = new Map<string, { document: Document | null; position: bigint }>()
      for (const key of keys) {
        if (slices.isOver()) await slices.rest()
        beginRead()
        const row = stored.get(key)
        if (row) found.set(key, { document: layout.documentIn(row), position: row.at(-1) as bigint })
      }
      return found
    },

    find: async (name, options = {}) => {
      const collection = collections.at(name)
      const { spec, fields, layout } = collection
      checkFields(spec, fields, options.where, options.sort)
      const { find } = threadFor(collection, findPlan(specNow(collection), options).isLong) ?? here
      return (await find(addressOf(spec), options)).flatMap((row): readonly Document[] => {
        const document = layout.documentIn(row)
        return document ? [document] : []
      })
    },

    count: async (name, where = {}) => {
      const collection = collections.at(name)
      const { spec, fields } = collection
      checkFields(spec, fields, where)
      const { count } = threadFor(collection, countPlan(specNow(collection), where).isLong) ?? here
      return count(addressOf(spec), where)
    },

    stampOf: openStamps(options),

    all: async function* (name) {
      const { following, layout } = collections.at(name)
      let last = ''
      const next = () => {
        beginRead()
        return following.all(last)
      }
      for (let rows = next(); rows.length > 0; rows = next())
        for (const row of rows) {
          last = row.at(-2) as string
          const document = readable(() => layout.documentIn(row))
          if (document !== null) yield { key: last, document: document ?? null, position: row.at(-1) as bigint }
        }
    },
  }
}

type SpecNow = (collection: CollectionReads) => CollectionSpec

/** The queries, answered on this connection. */
const openQueries = ({ database, collections, beginRead }: ReadOptions, specNow: SpecNow): LongReads => {
  const narrow = openNarrowing(database)
  const wordCounts = openWordCounts(database, narrow)
  const statements = new Map<string, RowStatement>()
  /** Every page of a list asks for the same count. */
  const counts = keptReads<number>(beginRead)

  const run = ({ text, values }: Sql) => {
    beginRead()
    const statement = statements.get(text) ?? inRows(database.prepare(text))
    if (statements.size >= keptStatements) statements.clear()
    statements.set(text, statement)
    return statement.all(...values)
  }

  return {
    find: async (name, options) => {
      const collection = collections.at(name)
      return run(findSql(specNow(collection), collection.layout.selected, options, narrow))
    },

    count: async (name, where) => {
      const spec = specNow(collections.at(name))
      const ofWords = wordCounts(spec, where)
      if (ofWords !== undefined) return ofWords
      const sql = countSql(spec, where, narrow)
      const asked = JSON.stringify([sql.text, sql.values])
      const known = counts.get(spec, asked)
      if (known !== undefined) return known
      const count = Number(run(sql)[0]?.[0])
      counts.set(spec, asked, count)
      return count
    },
  }
}

const openStamps = ({ database, collections, beginRead }: ReadOptions): Reads['stampOf'] => {
  const prepared = ({ spec, fields }: CollectionReads, where: Where, sameAs: SameField | undefined) => {
    checkFields(spec, fields, where)
    if (!sameAs) return inRows(database.prepare(stampSql(spec, where)))
    const [{ field }, other] = [sameAs, collections.at(sameAs.collection)]
    checkFields(spec, fields, { [field]: null })
    checkFields(other.spec, other.fields, { [field]: null })
    return inRows(database.prepare(stampSql(spec, where, { field, spec: other.spec })))
  }
  /** Of filters that find something. To find one key, or nothing, costs less than to keep what was found. */
  const stamps = keptReads<string>(beginRead)
  return (selection) => {
    const collection = collections.at(selection.collection)
    const { spec, stamp, stampsBy } = collection
    if ('key' in selection) {
      beginRead()
      return stampText(spec, stamp.get(selection.key))
    }
    const { where, sameAs } = selection
    const names = sameAs ? `${Object.keys(where)} ${sameAs.field} ${sameAs.collection}` : Object.keys(where).join()
    const statement = stampsBy.get(names) ?? prepared(collection, where, sameAs)
    stampsBy.set(names, statement)
    const values = sameAs ? [...Object.values(where), sameAs.key] : Object.values(where)
    // Statements with more values are others.
    const [asked = ''] = values.length === 1 ? values : [JSON.stringify(values)]
    const known = stamps.get(statement, asked)
    if (known !== undefined) return known
    const found = stampText(spec, statement.get(...values))
    if (!findsNothing(found)) stamps.set(statement, asked, found)
    return found
  }
}

/** Undefined where the text is no JSON: the service wrote something else. */
const readable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const stampText = ({ version }: CollectionSpec, row: Row | undefined): string => `${version}:${row?.[0] ?? ''}`

const sizeOf = (row: Row): number => row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
