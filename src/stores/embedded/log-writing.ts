// Writes appends to the embedded log, on the thread that opened the store or in one of their own. Each is accepted or refused separately.
import { LRUCache } from 'lru-cache'
import { type Appended, type EventTexts, StoreUnavailable, WrongExpectedRevision } from '../event-store.ts'
import { blocksOf } from './event-blocks.ts'
import type { EventsFile } from './events-file.ts'
import type { Outcomes } from './gathering.ts'

/** An event as text: it can go to another thread. */
export type PreparedEvent = EventTexts & { readonly id: string; readonly type: string }

export type PreparedAppend = {
  readonly stream: string
  readonly expectedRevision: number
  readonly events: readonly PreparedEvent[]
}

/** Writes the appends in their order, in one transaction: one that is refused is refused alone. They are durable when this returns. */
export type LogWriting = (appends: readonly PreparedAppend[]) => Outcomes<Appended>

/** This must be the only writer of the file. */
export const openLogWriting = (file: EventsFile): LogWriting => {
  const revisions = lastRevisions(file)
  let head = file.lastPosition()

  /** Writes the append's events behind the position `last`. */
  const place = (append: PreparedAppend, last: number): Appended | WrongExpectedRevision => {
    const { stream, expectedRevision, events } = append
    const current = revisions.of(stream)
    const refusal = () => new WrongExpectedRevision(stream, expectedRevision, current)
    if (expectedRevision < current) return earlierAnswer(file, append) ?? refusal()
    if (expectedRevision > current) return refusal()
    let revision = expectedRevision
    let position = last
    for (const [n, { data, metadata, packed }] of blocksOf(events).entries()) {
      const { id, type } = events[n]!
      file.insert([++position, stream, ++revision, id, type, data, metadata, packed])
    }
    revisions.remember(stream, revision)
    return { revision, position: BigInt(position), isNew: true }
  }

  const commit: LogWriting = (appends) => {
    const answers: (Appended | WrongExpectedRevision)[] = []
    let last = head
    try {
      file.transaction(() => {
        for (const append of appends) {
          const answer = place(append, last)
          if ('isNew' in answer) last += append.events.length
          answers.push(answer)
        }
      })
    } catch (reason) {
      revisions.clear()
      // An append that the store cannot take (an event without an id, say) must not fail the others in its commit.
      if (appends.length > 1 && !(reason instanceof StoreUnavailable)) return appends.flatMap((append) => commit([append]))
      return appends.map(() => ({ status: 'rejected', reason }))
    }
    head = last
    return answers.map((answer) =>
      answer instanceof WrongExpectedRevision ? { status: 'rejected', reason: answer } : { status: 'fulfilled', value: answer },
    )
  }

  return commit
}

/** The answer that the same events got before; undefined when the stream holds other ones there. */
const earlierAnswer = (file: EventsFile, { stream, expectedRevision, events }: PreparedAppend): Appended | undefined => {
  const revision = expectedRevision + events.length
  const known = file.ids(stream, expectedRevision + 1, revision)
  const same = known.length === events.length && events.every(({ id }, n) => id === known[n]?.id)
  return same ? { revision, position: BigInt(known.at(-1)!.position) } : undefined
}

const rememberedStreams = 50_000

/** The last revisions of streams. Those of the streams written or asked for last are kept: a hot stream is never looked up. */
export const lastRevisions = (file: Pick<EventsFile, 'lastRevision'>) => {
  const revisions = new LRUCache<string, number>({ max: rememberedStreams })
  const remember = (stream: string, revision: number): number => {
    revisions.set(stream, revision)
    return revision
  }
  return {
    of: (stream: string): number => remember(stream, revisions.get(stream) ?? file.lastRevision(stream)),
    remember,
    clear: () => revisions.clear(),
  }
}
