// The reads of EventStoreDB: of a stream, of the log page by page, and of the log's end.
import {
  type Alteration,
  DamagedEvent,
  type EventStore,
  passes,
  type ReadAllOptions,
  type RecordedEvent,
  StreamAltered,
} from '../event-store.ts'
import { alterationOf, foreignEventAt, scavengeOf } from './alterations.ts'
import type { Connection } from './connection.ts'
import { readAllRequest, readStreamRequest, recordedIn, type Wanted } from './messages.ts'
import type { Persist } from './tries.ts'

/** Records that one read of the log asks for. */
export const pageSize = 500

type Page = {
  readonly events: readonly RecordedEvent[]
  /** Records read, wanted or not, and the position of the last one. */
  readonly count: number
  readonly last: bigint | undefined
  /** The revision of the first of them. */
  readonly firstRevision: number | undefined
  /** The next event, where it cannot be read. */
  readonly damaged?: DamagedEvent
}

type PageOptions = {
  readonly after: bigint | undefined
  readonly direction: 'forwards' | 'backwards'
  readonly count: number
  readonly wanted: Wanted
  readonly closing?: AbortSignal
}

export type Reads = Pick<EventStore, 'read' | 'readAll' | 'end'> & {
  readonly readPage: (options: PageOptions) => Promise<Page>
  /** Of the whole log without a stream. */
  readonly alterationOf: (stream?: string, revision?: number) => Promise<Alteration | undefined>
}

export const openReads = (connection: Connection, persist: Persist): Reads => {
  const readPage: Reads['readPage'] = async ({ after, direction, count, wanted, closing }) => {
    const request = readAllRequest({ after, direction, count })
    const page = await persist((patience) => collect(connection, { request, wanted, patience, after, closing }), closing)
    return after === undefined ? page : { ...page, events: page.events.filter(isBeyond(after, direction)) }
  }

  const read: Reads['read'] = async (stream, options = {}) => {
    if (options.limit === 0) return []
    const { types, limit, ...asked } = options
    // The server counts events of all types towards a limit.
    const request = readStreamRequest(stream, types ? asked : options)
    const { events, damaged, firstRevision } = await persist((patience) =>
      collect(connection, {
        request,
        wanted: passes({ ...(types && { types }) }),
        patience,
        fromLeader: true,
        ...(types && { most: limit }),
      }),
    )
    if (damaged) throw damaged
    const { from = 0, direction = 'forwards' } = options
    // A state folded from what is left of a stream would be another one.
    const first = types ? firstRevision : events[0]?.revision
    if (direction === 'forwards' && first !== undefined && first > from) {
      const found = await alterationIn(stream)
      throw new StreamAltered(`${stream} begins at event ${first}${found ? `: ${found.explanation}` : ''}`)
    }
    return events
  }

  const alterationIn: Reads['alterationOf'] = (stream, revision) =>
    persist(() => {
      if (stream === undefined) return scavengeOf(connection)
      return revision === undefined ? alterationOf(connection, stream) : foreignEventAt(connection, stream, revision)
    })

  async function* readAll(options: ReadAllOptions = {}) {
    const { after, direction = 'forwards', limit = Number.POSITIVE_INFINITY, streamPrefixes, types } = options
    const wanted = passes(options)
    let left = limit
    let from = after
    // One more than needed, because forwards the record at the position itself comes too.
    let count = streamPrefixes || types ? pageSize : Math.min(left + 1, pageSize)
    while (left > 0) {
      const page = await readPage({ after: from, direction, count, wanted })
      for (const event of page.events) {
        yield event
        if (--left === 0) return
      }
      if (page.damaged) throw page.damaged
      if (page.count < count) return
      from = page.last
      count = pageSize
    }
  }

  const end: Reads['end'] = async () => {
    const request = readAllRequest({ after: undefined, direction: 'backwards', count: 1 })
    const { last, damaged } = await persist((patience) => collect(connection, { request, wanted: () => true, patience, fromLeader: true }))
    return last ?? damaged?.position ?? -1n
  }

  return { read, readAll, end, readPage, alterationOf: alterationIn }
}

type Collecting = {
  readonly request: ReturnType<typeof readAllRequest>
  readonly wanted: Wanted
  readonly patience: number
  readonly after?: bigint | undefined
  readonly closing?: AbortSignal | undefined
  /** Only the leader answers: a follower may not have the reader's own last event yet. */
  readonly fromLeader?: boolean
  /** Reading ends after this many events. */
  readonly most?: number | undefined
}

const collect = (
  connection: Connection,
  { request, wanted, patience, after, closing, fromLeader = false, most }: Collecting,
): Promise<Page> =>
  connection.inTime(
    patience,
    async ({ signal, showLife }) => {
      const stream = await connection.read(request, { fromLeader })
      const cancel = () => stream.cancel()
      if (signal.aborted) cancel()
      signal.addEventListener('abort', cancel, { once: true })
      const events: RecordedEvent[] = []
      let count = 0
      let last: bigint | undefined
      let firstRevision: number | undefined
      for await (const response of stream) {
        showLife()
        const recorded = readable(response, wanted)
        if (!recorded) continue
        const isDamaged = recorded instanceof DamagedEvent
        // The server also sends the record at `after` itself.
        if (isDamaged && recorded.position !== after) {
          cancel()
          return { events, count, last, firstRevision, damaged: recorded }
        }
        count++
        last = recorded.position
        if (isDamaged) continue
        firstRevision ??= recorded.revision
        if (recorded.event) events.push(recorded.event)
        if (events.length === most) {
          cancel()
          break
        }
      }
      return { events, count, last, firstRevision }
    },
    closing,
  )

const readable = (...response: Parameters<typeof recordedIn>): ReturnType<typeof recordedIn> | DamagedEvent => {
  try {
    return recordedIn(...response)
  } catch (error) {
    if (error instanceof DamagedEvent) return error
    throw error
  }
}

const isBeyond =
  (after: bigint, direction: 'forwards' | 'backwards') =>
  ({ position }: RecordedEvent): boolean =>
    direction === 'forwards' ? position > after : position < after
