// Detects what a person with rights on EventStoreDB did to our streams without this program: deleted them, cut them off, limited them, or wrote into them.
// The events themselves do not show it, because the server merely stops giving them: the stream's metadata and its end do.
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { type Alteration, type JsonObject, type ReadOptions, StreamAltered } from '../event-store.ts'
import { asStoreError, type Connection } from './connection.ts'
import { readStreamRequest } from './messages.ts'

/** The last record of a stream, of any kind. */
type Record = {
  readonly revision: number
  readonly type: string
  readonly isJson: boolean
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}
type End = Record | 'none' | 'tombstoned'

/** The server's metadata for a deletion that can be undone: all events up to the last possible number are cut off. */
const deletedBefore = Number.MAX_SAFE_INTEGER

const patienceMs = 10_000

/** @returns what was done to the stream; undefined if nothing was */
export const alterationOf = async (connection: Connection, stream: string): Promise<Alteration | undefined> => {
  const end = await lastOf(connection, stream)
  if (end === 'tombstoned') return alteration(stream, 'tombstoned stream', 'it was deleted for good', 'restore the log from a backup')
  const limits = limitsIn(await lastOf(connection, `$$${stream}`))
  const found = limitFound(stream, limits)
  if (found || end === 'none' || isOurs(end)) return found
  return foreign(stream, end, 'move what stands before it into a restored log, for nothing can be written behind it')
}

/** @returns undefined if no event has this number, or one of ours */
export const foreignEventAt = async (connection: Connection, stream: string, revision: number): Promise<Alteration | undefined> => {
  const found = await lastOf(connection, stream, { from: revision, limit: 1 })
  if (found === 'none' || found === 'tombstoned' || found.revision !== revision || isOurs(found)) return undefined
  return foreign(stream, found, 'this service reads past it, and what stands behind it holds')
}

const isOurs = ({ isJson, metadata }: Record): boolean => isJson && typeof jsonIn(metadata)?.hash === 'string'

const foreign = (stream: string, { revision, type, isJson }: Record, remedy: string): Alteration =>
  alteration(
    stream,
    'foreign event',
    `event ${revision} (${type}) was not written by this service${isJson ? '' : ' and is no JSON'}`,
    `find out who wrote it and take that right away; ${remedy}`,
  )

/** @returns whether the log was scavenged, which removes deleted or cut off events for good */
export const scavengeOf = async (connection: Connection): Promise<Alteration | undefined> => {
  const end = await lastOf(connection, '$scavenges')
  if (end === 'none' || end === 'tombstoned') return undefined
  return {
    stream: null,
    kind: 'scavenged log',
    explanation:
      'the log was scavenged: what had been deleted or cut off is gone from this store. Where chains and seals hold, nothing of ours was among it; where they do not, restore the log from a backup',
  }
}

type Limits = { readonly $tb?: unknown; readonly $maxCount?: unknown; readonly $maxAge?: unknown }

const limitsIn = (end: End): Limits => (end === 'none' || end === 'tombstoned' ? {} : (jsonIn(end.data) ?? {}))

const limitFound = (stream: string, { $tb, $maxCount, $maxAge }: Limits): Alteration | undefined => {
  const undo = `remove it from the metadata stream $$${stream} before the next scavenge; then every event is there again`
  if (typeof $tb === 'number' && $tb >= deletedBefore)
    return alteration(stream, 'deleted stream', 'it was deleted ($tb in its metadata)', undo)
  if (typeof $tb === 'number' && $tb > 0)
    return alteration(stream, 'truncated stream', `its events before number ${$tb} were cut off ($tb in its metadata)`, undo)
  if ($maxCount !== undefined)
    return alteration(stream, 'limited stream', `only its last ${$maxCount} events are kept ($maxCount in its metadata)`, undo)
  if ($maxAge !== undefined)
    return alteration(stream, 'limited stream', `its events are kept for ${$maxAge} seconds only ($maxAge in its metadata)`, undo)
  return undefined
}

const alteration = (stream: string, kind: Alteration['kind'], what: string, remedy: string): Alteration => ({
  stream,
  kind,
  explanation: `${what}; ${remedy}`,
})

const lastOf = async (
  connection: Connection,
  stream: string,
  options: ReadOptions = { direction: 'backwards', limit: 1 },
): Promise<End> => {
  try {
    return await connection.inTime(patienceMs, async ({ signal }) => {
      const reading = await connection.read(readStreamRequest(stream, options), { fromLeader: true })
      signal.addEventListener('abort', () => reading.cancel(), { once: true })
      let end: End = 'none'
      for await (const response of reading) end = recordIn(response) ?? end
      return end
    })
  } catch (error) {
    const known = asStoreError(error)
    if (known instanceof StreamAltered) return 'tombstoned'
    throw known
  }
}

const recordIn = (response: ReadResp): Record | undefined => {
  const recorded = response.getEvent()?.getEvent()
  if (!recorded) return undefined
  const description = recorded.getMetadataMap()
  return {
    revision: Number(recorded.getStreamRevision()),
    type: description.get('type') ?? '',
    isJson: description.get('content-type') === 'application/json',
    data: recorded.getData_asU8(),
    metadata: recorded.getCustomMetadata_asU8(),
  }
}

const jsonIn = (bytes: Uint8Array): JsonObject | undefined => {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}
