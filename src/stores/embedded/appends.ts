// Appends to the embedded log: those that come in while others are being written share the next commit. Each is answered or refused separately.
import { type Appended, type EventData, noStream, type RecordedEvent } from '../event-store.ts'
import type { EventsFile } from './events-file.ts'
import { type Outcomes, openGathering } from './gathering.ts'
import { lastRevisions, type PreparedAppend } from './log-writing.ts'

export type Appends = {
  readonly append: (stream: string, events: readonly EventData[], expectedRevision: number) => Promise<Appended>
  /** The position of the last event that is known to be committed; 0 when there is none. */
  readonly head: () => number
  /** The last committed revision of a stream; -1 when it does not exist. */
  readonly lastRevision: (stream: string) => number
  /** Commits everything that waits. */
  readonly flush: () => Promise<void>
}

/** An event that was written; `size` is the length of its JSON. */
export type Written = { readonly event: RecordedEvent; readonly size: number }

export type AppendOptions = {
  /** Writes appends in one commit (see `LogWriting`), here or in another thread. When it throws, nobody knows whether they are written. */
  readonly write: (appends: readonly PreparedAppend[]) => Outcomes<Appended> | Promise<Outcomes<Appended>>
  /** Called after each commit, with the events that it wrote and the number of appends that it answered. */
  readonly onCommit: (written: readonly Written[], appends: number) => void
  /** Called when the log has grown by events that nobody here knows. */
  readonly onUnknown: () => void
}

/** Limits one commit, even if more appends wait. The others are in the next one. */
const appendsPerCommit = 1_000

type Pending = { readonly append: PreparedAppend; readonly events: readonly EventData[] }

export const openAppends = (file: EventsFile, { write, onCommit, onUnknown }: AppendOptions): Appends => {
  const revisions = lastRevisions(file)
  let head = file.lastPosition()

  const lookAgain = () => {
    revisions.clear()
    const end = file.lastPosition()
    if (end === head) return
    head = end
    onUnknown()
  }

  const commit = async (pending: readonly Pending[]): Promise<Outcomes<Appended>> => {
    const outcomes = await outcomesOf(pending)
    const written = outcomes.flatMap((outcome, n) =>
      outcome.status === 'fulfilled' && outcome.value.isNew ? writtenOf(pending[n]!, outcome.value) : [],
    )
    for (const { event } of written) revisions.remember(event.stream, event.revision)
    head += written.length
    onCommit(written, pending.length)
    return outcomes
  }

  const outcomesOf = async (pending: readonly Pending[]) => {
    try {
      return await write(pending.map(({ append }) => append))
    } catch (error) {
      lookAgain()
      throw error
    }
  }

  const { add, flush } = openGathering({ most: appendsPerCommit, write: commit })

  return {
    append: async (stream, events, expectedRevision) => {
      checkAppend(stream, events, expectedRevision)
      return add({ append: preparedOf(stream, events, expectedRevision), events })
    },
    head: () => head,
    lastRevision: revisions.of,
    flush,
  }
}

const preparedOf = (stream: string, events: readonly EventData[], expectedRevision: number): PreparedAppend => ({
  stream,
  expectedRevision,
  events: events.map(({ id, type, data, metadata, texts }) => ({
    id,
    type,
    data: texts?.data ?? JSON.stringify(data),
    metadata: texts?.metadata ?? JSON.stringify(metadata),
  })),
})

const checkAppend = (stream: string, events: readonly EventData[], expectedRevision: number): void => {
  if (stream === '' || !stream.isWellFormed())
    throw new RangeError(`a stream needs a name of well-formed text, not ${JSON.stringify(stream)}`)
  if (events.length === 0) throw new RangeError(`nothing to append to stream ${stream}`)
  if (!Number.isSafeInteger(expectedRevision) || expectedRevision < noStream)
    throw new RangeError(`stream ${stream} cannot be expected at revision ${expectedRevision}`)
}

const writtenOf = ({ append, events }: Pending, { revision, position }: Appended): readonly Written[] =>
  events.map(({ id, type, data, metadata }, n) => {
    const behind = events.length - 1 - n
    const texts = append.events[n]
    return {
      event: { id, type, data, metadata, stream: append.stream, revision: revision - behind, position: position - BigInt(behind) },
      size: (texts?.data.length ?? 0) + (texts?.metadata.length ?? 0),
    }
  })
