// The log of the EventStoreDB test server: what is appended, in one order, under EventStoreDB's rules for expected revisions,
// idempotency and positions (an event's position is where its record begins; records are as long as their content).

export type ProposedEvent = {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export type LogRecord = ProposedEvent & {
  readonly stream: string
  readonly revision: number
  readonly position: bigint
  /** Where the next record begins. */
  readonly end: bigint
  readonly created: number
}

/** A revision (-1 for no stream), or what need not be exact. */
export type ExpectedRevision = number | 'any' | 'stream exists'

/** `revision` and `position` of the last event; absent position when nothing was written. Or the revision the stream has instead. */
export type AppendOutcome = { readonly written: { readonly revision: number; readonly position: bigint } } | { readonly current: number }

export type Log = {
  readonly records: readonly LogRecord[]
  readonly stream: (name: string) => readonly LogRecord[]
  /** What is given of a stream to those who read it: less than it holds where its metadata limit it. 'tombstoned' when it was deleted for good. */
  readonly given: (name: string) => readonly LogRecord[] | 'tombstoned'
  readonly tombstone: (name: string) => void
  readonly append: (stream: string, events: readonly ProposedEvent[], expected: ExpectedRevision) => AppendOutcome
  /** The index of the first record at or behind `position`; undefined when the position is no record boundary. */
  readonly indexAt: (position: bigint) => number | undefined
  /** Calls back after each append until told to stop. */
  readonly watch: (onAppended: () => void) => () => void
}

/** The epoch record that a new database begins with: no event stands at position 0. */
const firstPosition = 184n
const recordOverhead = 118

export const createLog = (): Log => {
  const records: LogRecord[] = []
  const streams = new Map<string, LogRecord[]>()
  const watchers = new Set<() => void>()
  const stream = (name: string) => streams.get(name) ?? []
  const head = () => records.at(-1)?.end ?? firstPosition

  const write = (name: string, event: ProposedEvent): LogRecord => {
    const position = head()
    const length = BigInt(recordOverhead + name.length + event.type.length + event.data.length + event.metadata.length)
    const record = { ...event, stream: name, revision: stream(name).length, position, end: position + length, created: Date.now() }
    records.push(record)
    const written = streams.get(name)
    if (written) written.push(record)
    else streams.set(name, [record])
    return record
  }

  const tombstoned = new Set<string>()

  const given: Log['given'] = (name) => {
    if (tombstoned.has(name)) return 'tombstoned'
    const last = name.startsWith('$$') ? undefined : stream(`$$${name}`).at(-1)
    const { $tb = 0, $maxCount = Number.POSITIVE_INFINITY } = last ? JSON.parse(new TextDecoder().decode(last.data)) : {}
    const records = stream(name).filter(({ revision }) => revision >= $tb)
    return records.slice(Math.max(0, records.length - $maxCount))
  }

  const append: Log['append'] = (name, events, expected) => {
    const present = stream(name)
    const current = present.length - 1
    const first = typeof expected === 'number' ? expected + 1 : present.findIndex(({ id }) => id === events[0]?.id)
    const known = events.length > 0 && first >= 0 && events.every(({ id }, n) => present[first + n]?.id === id)
    if (known) {
      const last = present[first + events.length - 1]!
      return { written: { revision: last.revision, position: last.position } }
    }
    const wrong = expected === 'stream exists' ? current < 0 : typeof expected === 'number' && expected !== current
    if (wrong) return { current }
    for (const event of events) write(name, event)
    for (const wake of watchers) wake()
    const last = stream(name).at(-1)
    return { written: { revision: last?.revision ?? -1, position: last?.position ?? head() } }
  }

  const indexAt: Log['indexAt'] = (position) => {
    let [low, high] = [0, records.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (records[middle]!.position < position) low = middle + 1
      else high = middle
    }
    const boundary = position === 0n || position === head() || records[low]?.position === position
    return boundary ? low : undefined
  }

  const watch: Log['watch'] = (onAppended) => {
    watchers.add(onAppended)
    return () => watchers.delete(onAppended)
  }

  const log: Log = { records, stream, given, tombstone: (name) => tombstoned.add(name), append, indexAt, watch }
  writeSystemEvent(log)
  return log
}

/** What a node has of the leader's log. Appends go to the leader's. */
export type Copy = { readonly log: Log; readonly copy: () => void }

/** It holds what stood in the log when it was last told to copy. */
export const copyOf = (original: Log): Copy => {
  const records: LogRecord[] = []
  const watchers = new Set<() => void>()
  const isThere = ({ position }: LogRecord) => position < (original.records[records.length]?.position ?? Number.POSITIVE_INFINITY)
  return {
    log: {
      ...original,
      records,
      stream: (name) => original.stream(name).filter(isThere),
      given: (name) => {
        const given = original.given(name)
        return given === 'tombstoned' ? given : given.filter(isThere)
      },
      indexAt: (position) => {
        const index = original.indexAt(position)
        return index === undefined || index > records.length ? undefined : index
      },
      watch: (onAppended) => {
        watchers.add(onAppended)
        return () => watchers.delete(onAppended)
      },
    },
    copy: () => {
      if (original.records.length === records.length) return
      records.push(...original.records.slice(records.length))
      for (const wake of watchers) wake()
    },
  }
}

/** What the server writes by itself, and no reader of ours must ever see. */
export const writeSystemEvent = (log: Log): void => {
  const text = (value: object) => new TextEncoder().encode(JSON.stringify(value))
  log.append(
    '$stats-127.0.0.1:2113',
    [{ id: crypto.randomUUID(), type: '$statsCollected', contentType: 'application/json', data: text({ cpu: 1 }), metadata: text({}) }],
    'any',
  )
}
