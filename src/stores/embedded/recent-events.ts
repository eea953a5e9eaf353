// The end of the log as it was just written, kept in memory for the subscribers that have caught up with it: they get the same
// events that were appended, without reading them back, and so do the readers of a stream's end. Bounded in number and in text; a subscriber that falls behind reads the file.
import type { RecordedEvent } from '../event-store.ts'

const mostEvents = 8_192
const mostText = 16 * 1024 * 1024

export type RecentEvents = {
  /** Adds the event behind the last one; `size` is the length of its JSON. */
  readonly add: (event: RecordedEvent, size: number) => void
  /** Forgets all events: others follow that are not added here. */
  readonly forget: () => void
  /** The index of the first event behind `position` among `events`; undefined when some of what follows it is not here. */
  readonly indexBehind: (position: number) => number | undefined
  readonly events: () => readonly RecordedEvent[]
  /** A stream's events from a revision on; undefined when some of them are not here. */
  readonly endOf: (stream: string, from: number) => readonly RecordedEvent[] | undefined
}

export const openRecentEvents = (): RecentEvents => {
  const events: RecordedEvent[] = []
  const sizes: number[] = []
  const streams = new Map<string, RecordedEvent[]>()
  let text = 0

  /** The oldest events are forgotten first, so what is kept of a stream is its end. */
  const forgetIn = ({ stream }: RecordedEvent) => {
    const kept = streams.get(stream)
    kept?.shift()
    if (kept?.length === 0) streams.delete(stream)
  }

  const dropOlderHalf = () => {
    let dropped = 0
    while (dropped < events.length && (events.length - dropped > mostEvents / 2 || text > mostText / 2)) text -= sizes[dropped++] ?? 0
    for (const event of events.splice(0, dropped)) forgetIn(event)
    sizes.splice(0, dropped)
  }

  return {
    add: (event, size) => {
      events.push(event)
      const ofStream = streams.get(event.stream)
      if (ofStream) ofStream.push(event)
      else streams.set(event.stream, [event])
      sizes.push(size)
      text += size
      if (events.length > mostEvents || text > mostText) dropOlderHalf()
    },
    forget: () => {
      events.length = 0
      sizes.length = 0
      streams.clear()
      text = 0
    },
    indexBehind: (position) => {
      const [first] = events
      if (!first) return undefined
      const index = position + 1 - Number(first.position)
      return index >= 0 && index <= events.length ? index : undefined
    },
    events: () => events,
    endOf: (stream, from) => {
      const kept = streams.get(stream)
      const [first] = kept ?? []
      return kept && first && first.revision <= from ? kept.slice(from - first.revision) : undefined
    },
  }
}
