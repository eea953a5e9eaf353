// What is due when. What is due now is found without looking through all that comes later: each monitor has something that waits for hours or weeks.

/** Null: it has no time. */
type Timed = { readonly dueAt: Date | null }

export type Agenda<Item> = {
  readonly add: (item: Item) => void
  /** Removes the item that was added: the same object, not one like it. */
  readonly remove: (item: Item) => void
  /** The oldest due time first. */
  readonly due: (now: Date) => readonly Item[]
}

/** What is due within the same stretch is looked through together. */
const stretchMs = 60_000

/**
 * @example
 * const agenda = openAgenda<{ name: string; dueAt: Date | null }>()
 * agenda.add({ name: 'noon', dueAt: new Date('2026-11-21T12:00:00Z') })
 * agenda.add({ name: 'never', dueAt: null })
 * agenda.due(new Date('2026-11-21T11:59:59Z')).length // => 0
 * agenda.due(new Date('2026-11-21T12:00:00Z')).map(({ name }) => name) // => ['noon']
 */
export const openAgenda = <Item extends Timed>(): Agenda<Item> => {
  const stretches = new Map<number, Set<Item>>()

  return {
    add: (item) => {
      if (item.dueAt === null) return
      const stretch = stretchOf(item.dueAt)
      const items = stretches.get(stretch) ?? new Set<Item>()
      stretches.set(stretch, items.add(item))
    },

    remove: (item) => {
      if (item.dueAt === null) return
      const stretch = stretchOf(item.dueAt)
      const items = stretches.get(stretch)
      items?.delete(item)
      if (items?.size === 0) stretches.delete(stretch)
    },

    due: (now) => {
      const last = stretchOf(now)
      const begun = [...stretches].flatMap(([stretch, items]) => (stretch <= last ? [...items] : []))
      return begun.filter((item) => isDue(item, now)).sort((one, other) => dueTime(one) - dueTime(other))
    },
  }
}

export const isDue = (item: Timed, now: Date): boolean => dueTime(item) <= now.getTime()

const dueTime = ({ dueAt }: Timed): number => dueAt?.getTime() ?? Number.POSITIVE_INFINITY

const stretchOf = (time: Date): number => Math.floor(time.getTime() / stretchMs)
