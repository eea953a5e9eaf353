// Appends to the embedded log: those that come in during one turn of the event loop share a commit. Each is answered or refused separately.
import { type Appended, type EventData, noStream, type RecordedEvent, StoreUnavailable, WrongExpectedRevision } from '../event-store.ts'
import type { Gather } from '../turns.ts'
import { blocksOf, type StoredTexts } from './event-blocks.ts'
import type { EventsFile } from './events-file.ts'

export type Appends = {
  readonly append: (stream: string, events: readonly EventData[], expectedRevision: number) => Promise<Appended>
  /** The position of the last committed event; 0 when there is none. */
  readonly head: () => number
  /** The last committed revision of a stream; -1 when it does not exist. */
  readonly lastRevision: (stream: string) => number
  /** Commits everything that waits. */
  readonly flush: () => void
}

/** An event that was written; `size` is the length of its JSON. */
export type Written = { readonly event: RecordedEvent; readonly size: number }

/** An event with its JSON, made once, outside the transaction; `size` is the length of the JSON. */
type PreparedEvent = { readonly event: EventData; readonly stored: StoredTexts; readonly size: number }

type PendingAppend = {
  readonly stream: string
  readonly expectedRevision: number
  readonly events: readonly PreparedEvent[]
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}

export type AppendOptions = {
  readonly whenGathered: Gather
  /** Called after each commit, with the events that it wrote and the number of appends that it answered. */
  readonly onCommit: (written: readonly Written[], appends: number) => void
}

/** Limits one commit, even if more appends wait. The others are in the next one. */
const appendsPerCommit = 1_000
const rememberedStreams = 50_000

export const openAppends = (file: EventsFile, { whenGathered, onCommit }: AppendOptions): Appends => {
  const revisions = lastRevisions(file)
  const pending: PendingAppend[] = []
  let head = file.lastPosition()

  const place = (append: PendingAppend, written: Written[]): Appended | WrongExpectedRevision => {
    const { stream, expectedRevision, events } = append
    const current = revisions.of(stream)
    const refusal = () => new WrongExpectedRevision(stream, expectedRevision, current)
    if (expectedRevision < current) return earlierAnswer(file, append) ?? refusal()
    if (expectedRevision > current) return refusal()
    let revision = expectedRevision
    let position = head + written.length
    for (const { event, stored, size } of events) {
      revision++
      position++
      file.insert([position, stream, revision, event.id, event.type, stored.data, stored.metadata, stored.packed])
      written.push({ event: recorded(event, stream, revision, position), size })
    }
    revisions.remember(stream, revision)
    return { revision, position: BigInt(position), isNew: true }
  }

  /** Settles what waits, in the order it came, in one transaction: an append that is refused is refused alone. */
  const commit = (appends: readonly PendingAppend[]): void => {
    const written: Written[] = []
    let answers: readonly (Appended | WrongExpectedRevision)[] = []
    try {
      file.transaction(() => {
        answers = appends.map((append) => place(append, written))
      })
    } catch (error) {
      revisions.clear()
      // An append that the store cannot take (an event without an id, say) must not fail the others in its commit.
      if (appends.length > 1 && !(error instanceof StoreUnavailable)) for (const append of appends) commit([append])
      else for (const { reject } of appends) reject(error)
      return
    }
    head += written.length
    for (const [n, answer] of answers.entries()) {
      if (answer instanceof WrongExpectedRevision) appends[n]?.reject(answer)
      else appends[n]?.resolve(answer)
    }
    onCommit(written, appends.length)
  }

  const commitPending = () => {
    const appends = pending.splice(0, appendsPerCommit)
    if (pending.length > 0) setImmediate(commitPending)
    if (appends.length > 0) commit(appends)
  }

  return {
    append: (stream, events, expectedRevision) => {
      checkAppend(stream, events, expectedRevision)
      const prepared = preparedOf(events)
      return new Promise((resolve, reject) => {
        if (pending.length === 0) whenGathered(commitPending)
        pending.push({ stream, expectedRevision, events: prepared, resolve, reject })
      })
    },
    head: () => head,
    lastRevision: revisions.of,
    flush: () => {
      while (pending.length > 0) commitPending()
    },
  }
}

const preparedOf = (events: readonly EventData[]): readonly PreparedEvent[] => {
  const texts = events.map(({ data, metadata }) => ({ data: JSON.stringify(data), metadata: JSON.stringify(metadata) }))
  const sizes = texts.map(({ data, metadata }) => data.length + metadata.length)
  return blocksOf(texts).map((stored, n) => ({ event: events[n]!, stored, size: sizes[n]! }))
}

const checkAppend = (stream: string, events: readonly EventData[], expectedRevision: number): void => {
  if (stream === '' || !stream.isWellFormed())
    throw new RangeError(`a stream needs a name of well-formed text, not ${JSON.stringify(stream)}`)
  if (events.length === 0) throw new RangeError(`nothing to append to stream ${stream}`)
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < noStream)
    throw new RangeError(`stream ${stream} cannot be expected at revision ${expectedRevision}`)
}

const recorded = ({ id, type, data, metadata }: EventData, stream: string, revision: number, position: number): RecordedEvent => ({
  id,
  type,
  data,
  metadata,
  stream,
  revision,
  position: BigInt(position),
})

/** The answer that the same events got before; undefined when the stream holds other ones there. */
const earlierAnswer = (file: EventsFile, { stream, expectedRevision, events }: PendingAppend): Appended | undefined => {
  const revision = expectedRevision + events.length
  const known = file.ids(stream, expectedRevision + 1, revision)
  const same = known.length === events.length && events.every(({ event }, n) => event.id === known[n]?.id)
  return same ? { revision, position: BigInt(known.at(-1)!.position) } : undefined
}

/** The last revisions of streams. Those of the streams written or asked for last are kept: a hot stream is never looked up. */
const lastRevisions = (file: EventsFile) => {
  const revisions = new Map<string, number>()
  const remember = (stream: string, revision: number): number => {
    revisions.delete(stream)
    revisions.set(stream, revision)
    if (revisions.size > rememberedStreams) revisions.delete(revisions.keys().next().value as string)
    return revision
  }
  return {
    of: (stream: string): number => remember(stream, revisions.get(stream) ?? file.lastRevision(stream)),
    remember,
    clear: () => revisions.clear(),
  }
}
