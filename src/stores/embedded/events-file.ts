// The SQLite file in which the embedded event store keeps its log: one row per event, and the statements that write and read them.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { DamagedEvent, type LogFilter, LogUnusable, type RecordedEvent, StoreUnavailable } from '../event-store.ts'
import { openSlices, type SliceOptions } from '../slices.ts'
import { type BlockReading, openBlockReading } from './event-blocks.ts'
import { checkLayout, columnsIn, prepareLayout } from './events-layout.ts'
import { writing } from './transactions.ts'

/** The most that one page looks at with a filter, so that others get their turn. */
const positionsPerPage = 10_000

const sqliteCorrupt = 11
const sqliteConstraint = 19
const sqliteNotADatabase = 26

/** An event's row, in the order of the table's columns; `data` and `metadata` are JSON texts (event-blocks.ts). */
export type EventRow = readonly [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  packed?: Uint8Array | null,
]

export type Direction = 'forwards' | 'backwards'

export type StreamPage = {
  readonly stream: string
  readonly direction: Direction
  readonly from: number
  readonly limit: number
  readonly types?: readonly string[] | undefined
}

export type LogPage = {
  readonly direction: Direction
  /** Exclusive bound on the side the reading comes from, inclusive bound on the side it goes to. */
  readonly after: number
  readonly until: number
  readonly limit: number
  readonly filter: LogFilter
}

/** `position` is what the next page reads after: it may lie behind the last event where the filter passed a stretch over. */
export type ReadPage = { readonly events: readonly RecordedEvent[]; readonly position: number }

export type EventsFile = {
  /** The position of the last event; 0 when there is none. */
  readonly lastPosition: () => number
  /** The last revision of a stream; -1 when it does not exist. */
  readonly lastRevision: (stream: string) => number
  /** The ids and positions of a stream's events from revision `first` to `last`, in order. */
  readonly ids: (stream: string, first: number, last: number) => readonly { readonly id: string; readonly position: number }[]
  readonly insert: (row: EventRow) => void
  /** Runs `work` in one transaction, which is durable when this returns. After a failure nothing of it is written. */
  readonly transaction: (work: () => void) => void
  /** At most `limit` events of a stream; fewer when reading them takes more than a slice, but never none when there are some. */
  readonly readStream: (page: StreamPage) => readonly RecordedEvent[]
  /** A page of the log, bounded in events, in time and in the stretch looked at. */
  readonly readLog: (page: LogPage) => ReadPage
  readonly close: () => void
}

/** `alone`, `keepLayout`: see `EmbeddedEventStoreOptions`. */
export type EventsFileOptions = {
  readonly readOnly?: boolean
  readonly alone?: boolean
  readonly keepLayout?: boolean
  readonly slice?: SliceOptions
}

/** @throws Error that names the file, when it cannot be opened, is damaged, or is not an event store's. */
export const openEventsFile = (file: string, options: EventsFileOptions = {}): EventsFile => {
  const { readOnly = false, alone = false, keepLayout = false, slice = {} } = options
  const database = open(file, readOnly)
  try {
    if (alone) database.exec('PRAGMA locking_mode = EXCLUSIVE')
    const found = checkLayout(database, file)
    const layout = readOnly ? found : prepareLayout(database, found, keepLayout)
    return fileOver(database, file, { slice, columns: columnsIn(layout) })
  } catch (error) {
    database.close()
    throw explained(file, 'opened', error)
  }
}

const fileOver = (database: DatabaseSync, file: string, { slice, columns }: { slice: SliceOptions; columns: string }): EventsFile => {
  const readPage = pageReader(database, slice)
  const lastRevision = database.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1')
  const ids = database.prepare('SELECT id, position FROM events WHERE stream = ? AND revision BETWEEN ? AND ? ORDER BY revision')
  let insert: StatementSync | undefined
  const inTransaction = writing(database)
  const logPage = logPages(database, columns)
  const streamPages = (condition: string): Readonly<Record<Direction, StatementSync>> => ({
    forwards: reader(database, `SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ${condition} ORDER BY revision LIMIT ?`),
    backwards: reader(
      database,
      `SELECT ${columns} FROM events WHERE stream = ? AND revision <= ? ${condition} ORDER BY revision DESC LIMIT ?`,
    ),
  })
  const pagesOfAll = streamPages('')
  const pagesOfTypes = streamPages('AND type IN (SELECT value FROM json_each(?))')

  const guard = <T>(what: string, work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw explained(file, what, error)
    }
  }

  return {
    lastPosition: () => guard('read', () => Number(database.prepare('SELECT max(position) AS position FROM events').get()?.position ?? 0)),
    lastRevision: (stream) => guard('read', () => Number(lastRevision.get(stream)?.revision ?? -1)),
    ids: (stream, first, last) => ids.all(stream, first, last).map(({ id, position }) => ({ id: String(id), position: Number(position) })),
    insert: ([position, stream, revision, id, type, data, metadata, packed = null]) => {
      insert ??= database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      insert.run(position, stream, revision, id, type, data, metadata, packed)
    },
    transaction: (work) => guard('written', () => inTransaction(work)),
    readStream: ({ stream, direction, from, limit, types }) =>
      guard('read', () =>
        types
          ? readPage(pagesOfTypes[direction], [stream, from, JSON.stringify(types), limit]).events
          : readPage(pagesOfAll[direction], [stream, from, limit]).events,
      ),
    readLog: ({ direction, after, until, limit, filter }) =>
      guard('read', () => {
        const { streamPrefixes, types } = filter
        const end = streamPrefixes || types ? nearer(direction, after, until) : until
        const bounds = (streamPrefixes ?? []).flatMap((prefix) => [prefix, `${prefix}\u{10ffff}`])
        const { events, whole } = readPage(logPage(direction, filter), [after, end, ...bounds, ...(types ?? []), limit])
        const last = events.at(-1)
        return { events, position: last && (!whole || events.length === limit) ? Number(last.position) : end }
      }),
    close: () => database.close(),
  }
}

/** The statements that read pages of the log. They scan in the order of positions: sorting what an index finds would hold up a long catch-up. */
const logPages = (database: DatabaseSync, columns: string) => {
  const statements = new Map<string, StatementSync>()

  const prepare = (direction: Direction, { streamPrefixes, types }: LogFilter): StatementSync => {
    const conditions = [direction === 'forwards' ? 'position > ? AND position <= ?' : 'position < ? AND position >= ?']
    if (streamPrefixes) conditions.push(`(${streamPrefixes.map(() => 'stream >= ? AND stream < ?').join(' OR ') || '0'})`)
    if (types) conditions.push(`type IN (${types.map(() => '?').join(', ')})`)
    const where = conditions.join(' AND ')
    const order = direction === 'forwards' ? 'ASC' : 'DESC'
    return reader(database, `SELECT ${columns} FROM events NOT INDEXED WHERE ${where} ORDER BY position ${order} LIMIT ?`)
  }

  return (direction: Direction, filter: LogFilter): StatementSync => {
    const key = `${direction} ${filter.streamPrefixes?.length} ${filter.types?.length}`
    const statement = statements.get(key) ?? prepare(direction, filter)
    statements.set(key, statement)
    return statement
  }
}

const reader = (database: DatabaseSync, sql: string): StatementSync => {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

const open = (file: string, readOnly: boolean): DatabaseSync => {
  try {
    return new DatabaseSync(file, { timeout: 1_000, readOnly })
  } catch (error) {
    throw explained(file, 'opened', error)
  }
}

const nearer = (direction: Direction, after: number, until: number): number =>
  direction === 'forwards' ? Math.min(until, after + positionsPerPage) : Math.max(until, after - positionsPerPage)

/** Reads until the end of the page or of the slice. */
const pageReader = (database: DatabaseSync, slice: SliceOptions) => {
  const recorded = recordedIn(openBlockReading(database))
  return (statement: StatementSync, parameters: readonly (string | number)[]) => {
    const events: RecordedEvent[] = []
    const slices = openSlices(slice)
    for (const row of statement.iterate(...parameters) as Iterable<unknown> as Iterable<EventRow>) {
      try {
        events.push(recorded(row))
      } catch (error) {
        // The events before a damaged one are given out first; the next page then begins with the damaged one.
        if (events.length > 0) return { events, whole: false }
        throw error
      }
      if (slices.isOver()) return { events, whole: false }
    }
    return { events, whole: true }
  }
}

const recordedIn =
  (contentOf: BlockReading) =>
  ([position, stream, revision, id, type, data, metadata, packed = null]: EventRow): RecordedEvent => {
    try {
      const [ownData, ownMetadata] = contentOf({ stream, revision, data, metadata, packed })
      return { id, type, data: ownData, metadata: ownMetadata, stream, revision, position: BigInt(position) }
    } catch (error) {
      throw new DamagedEvent(BigInt(position), { cause: error, place: { stream, revision } })
    }
  }

/** Errors of SQLite in the words of the port: damage stays, everything else (disk full, lock, I/O) may pass. */
const explained = (file: string, what: string, error: unknown): unknown => {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error
  const code = error.errcode & 0xff
  if (code === sqliteNotADatabase)
    return new LogUnusable(`event store ${file} is damaged (it is not a database): restore it from a backup`, { cause: error })
  if (code === sqliteCorrupt)
    return new LogUnusable(`event store ${file} is damaged (${error.message}): restore it from a backup`, { cause: error })
  if (code === sqliteConstraint) return new Error(`not what an event looks like: ${error.message}`, { cause: error })
  return new StoreUnavailable(`event store ${file} cannot be ${what}: ${error.message}`, { cause: error })
}
