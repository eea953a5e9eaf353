// The deliveries of one webhook that are in memory: a line for each stream, and how many there may be.
import type { StoredDelivery } from '../../stores/webhook-deliveries.ts'

/** The deliveries of one stream, the oldest event first. `running`: the first one is being tried. `timer` makes it ready when it is due. */
export type Line = { readonly stream: string; readonly waiting: StoredDelivery[]; timer: NodeJS.Timeout | undefined; running: boolean }

/** How many deliveries are in memory, of all webhooks. */
export type InMemory = { deliveries: number }

/** The most deliveries of one webhook in memory, while those of all webhooks are fewer than `mostInAll`; a webhook always has room for `leastHeld`. */
const mostHeld = 3_000
const leastHeld = 100
const mostInAll = 100_000
/** Below this number more are taken from the outbox. */
const few = mostHeld / 2
/** When this many more than the most are here, the newest leave the memory. */
const excess = 100

export const openLines = (inMemory: InMemory) => {
  const lines = new Map<string, Line>()
  let held = 0

  const count = (more: number) => {
    held += more
    inMemory.deliveries += more
  }

  /** How many more there may be; below 0, how many there are too many. */
  const room = (): number => (inMemory.deliveries < mostInAll ? mostHeld : leastHeld) - held

  /** The key before which, among keys of newer events, deliveries have to leave. What is being tried stays. */
  const lastToStay = (): string => {
    const mayLeave = [...lines.values()].flatMap(({ waiting, running }) => waiting.slice(running ? 1 : 0))
    const newestFirst = mayLeave.map(({ delivery }) => delivery.key).toSorted()
    return newestFirst[-room()] ?? ''
  }

  return {
    room,
    areFew: () => held < few,
    areNone: () => lines.size === 0,
    all: () => lines.values(),

    /**
     * Puts a delivery into its line, or the stored one in the place of the known one.
     * @returns undefined for one that is here as it is stored, or whose line is being tried; `isNewFirst`: it is new, and has come before the others
     */
    put: (stored: StoredDelivery): { readonly line: Line; readonly isNewFirst: boolean } | undefined => {
      const { key, stream } = stored.delivery
      const line: Line = lines.get(stream) ?? { stream, waiting: [], timer: undefined, running: false }
      const known = line.waiting.findIndex(({ delivery }) => delivery.key === key)
      if (known >= 0 && (line.running || line.waiting[known]?.revision === stored.revision)) return undefined
      lines.set(stream, line)
      if (known >= 0) {
        line.waiting[known] = stored
        return { line, isNewFirst: false }
      }
      count(1)
      return { line, isNewFirst: putInOrder(line, stored) === 0 }
    },

    removeFirst: (line: Line) => {
      line.waiting.shift()
      count(-1)
    },

    remove: (line: Line) => void lines.delete(line.stream),

    /** Drops the newest when there are too many, and calls `onEmptied` for each line that is then empty. @returns the newest key that may stay, if any was dropped */
    makeRoom: (onEmptied: (line: Line) => void): string | undefined => {
      if (room() > -excess) return undefined
      const last = lastToStay()
      for (const line of lines.values()) {
        const staying = line.waiting.filter(({ delivery }, at) => delivery.key >= last || (at === 0 && line.running))
        count(staying.length - line.waiting.length)
        line.waiting.splice(0, line.waiting.length, ...staying)
        if (staying.length > 0) continue
        onEmptied(line)
        lines.delete(line.stream)
      }
      return last
    },

    close: () => count(-held),
  }
}

/** Puts a delivery at its place: keys of newer events are smaller. The one that is being tried stays first. @returns its place */
const putInOrder = ({ waiting, running }: Line, stored: StoredDelivery): number => {
  let at = waiting.length
  while (at > (running ? 1 : 0) && (waiting[at - 1]?.delivery.key ?? '') < stored.delivery.key) at--
  waiting.splice(at, 0, stored)
  return at
}
