// How the events of one append lie in the log's file. A short append has its JSON in the columns `data` and `metadata`. The events of a longer one are
// packed together into a block, which the row of the first event holds in the column `packed`. In the other rows that column is empty, and in all of them
// `data` and `metadata` are `{}`.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { EventTexts, JsonObject } from '../event-store.ts'
import { packed, unpacked } from './packing.ts'

/** What the three columns hold. */
export type StoredTexts = EventTexts & { readonly packed: Uint8Array | null }

/** Of a row as it is read. */
export type StoredRow = StoredTexts & { readonly stream: string; readonly revision: number }

/** @throws what a damaged text makes JSON or zlib throw */
export type BlockReading = (row: StoredRow) => Content

type Content = readonly [data: JsonObject, metadata: JsonObject]

/** What stands in the two columns. Anything else there is read as it stands, so that an edit shows as what it is. */
const inBlock = '{}'
/** A shorter text is hardly worth its block. */
const shortest = 1_024
/** A reader of one event unpacks its whole block. */
const mostEvents = 64

export const blocksOf = (events: readonly EventTexts[]): readonly StoredTexts[] => {
  const blocks: StoredTexts[] = []
  for (let n = 0; n < events.length; n += mostEvents) blocks.push(...blockOf(events.slice(n, n + mostEvents)))
  return blocks
}

const blockOf = (events: readonly EventTexts[]): readonly StoredTexts[] => {
  const text = `[${events.map(({ data, metadata }) => `[${data},${metadata}]`).join()}]`
  if (text.length < shortest) return events.map((event) => ({ ...event, packed: null }))
  const block = packed('event', text)
  return events.map((_, n) => ({ data: inBlock, metadata: inBlock, packed: n === 0 ? block : new Uint8Array() }))
}

/** Reads the content of rows. The block that was opened last is kept, because its events are mostly read one after the other. */
export const openBlockReading = (database: DatabaseSync): BlockReading => {
  let first: StatementSync | undefined
  let opened: { readonly stream: string; readonly revision: number; readonly contents: readonly unknown[] } | undefined

  const openAt = (stream: string, revision: number, block: unknown) => {
    if (!(block instanceof Uint8Array)) throw new SyntaxError('no block')
    const contents: unknown = JSON.parse(unpacked(block))
    if (!Array.isArray(contents)) throw new SyntaxError('no list of events')
    opened = { stream, revision, contents }
  }

  const fromBlock = ({ stream, revision, packed }: StoredRow): readonly unknown[] => {
    if (packed?.length) openAt(stream, revision, packed)
    else if (opened?.stream !== stream || !opened.contents[revision - opened.revision]) {
      first ??= database.prepare(
        'SELECT revision, packed FROM events WHERE stream = ? AND revision < ? AND length(packed) > 0 ORDER BY revision DESC LIMIT 1',
      )
      const found = first.get(stream, revision)
      openAt(stream, Number(found?.revision), found?.packed)
    }
    const content = opened?.contents[revision - opened.revision]
    if (!Array.isArray(content)) throw new SyntaxError('not in the block')
    return content
  }

  return (row) => {
    const [data, metadata] = row.packed ? fromBlock(row) : []
    return [
      objectIn(row.packed && row.data === inBlock ? data : JSON.parse(row.data)),
      objectIn(row.packed && row.metadata === inBlock ? metadata : JSON.parse(row.metadata)),
    ]
  }
}

const objectIn = (value: unknown): JsonObject => {
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object')
  return value as JsonObject
}
