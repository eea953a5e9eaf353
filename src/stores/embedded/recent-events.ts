// The end of the log as it was just written, kept in memory for the subscribers that are caught up with it: they get the very
// events that were appended, without reading them back. Bounded in number and in text; who falls behind it reads the file.
import type { RecordedEvent } from '../event-store.ts'

const mostEvents = 8_192
const mostText = 16 * 1024 * 1024

export class RecentEvents {
  readonly #events: RecordedEvent[] = []
  readonly #sizes: number[] = []
  #text = 0

  /** Adds the event behind the last one; `size` is the length of its JSON. */
  add(event: RecordedEvent, size: number): void {
    this.#events.push(event)
    this.#sizes.push(size)
    this.#text += size
    if (this.#events.length > mostEvents || this.#text > mostText) this.#dropOlderHalf()
  }

  /** The index of the first event behind `position` among `events`; undefined when some of what follows it is not here. */
  indexBehind(position: number): number | undefined {
    const first = this.#events[0]
    if (!first) return undefined
    const index = position + 1 - Number(first.position)
    return index >= 0 && index <= this.#events.length ? index : undefined
  }

  get events(): readonly RecordedEvent[] {
    return this.#events
  }

  #dropOlderHalf(): void {
    let dropped = 0
    while (dropped < this.#events.length && (this.#events.length - dropped > mostEvents / 2 || this.#text > mostText / 2)) {
      this.#text -= this.#sizes[dropped] ?? 0
      dropped++
    }
    this.#events.splice(0, dropped)
    this.#sizes.splice(0, dropped)
  }
}
