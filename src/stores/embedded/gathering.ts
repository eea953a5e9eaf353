// Gathers what is written together. While one group is being written the next one gathers, so that a slow disk makes groups larger, not a queue longer.

/** What became of each member of a group, in order. */
export type Outcomes<Outcome> = readonly PromiseSettledResult<Outcome>[]

export type Gathering<Item, Outcome> = {
  /** Resolves or throws as `write` says for this item. */
  readonly add: (item: Item) => Promise<Outcome>
  /** Writes at once what waits, and resolves when nothing waits any more. */
  readonly flush: () => Promise<void>
}

export type GatheringOptions<Item, Outcome> = {
  /** The most items of one group. */
  readonly most?: number
  /** Is called for one group at a time. When it throws, all items of the group fail with that error. */
  readonly write: (items: readonly Item[]) => Outcomes<Outcome> | Promise<Outcomes<Outcome>>
}

/**
 * @example
 * const gathering = openGathering({
 *   write: (names: readonly string[]) => names.map((name) => ({ status: 'fulfilled', value: `${name}, one of ${names.length}` })),
 * })
 * await Promise.all([gathering.add('Ann'), gathering.add('Bo')]) // => ['Ann, one of 2', 'Bo, one of 2']
 */
export const openGathering = <Item, Outcome>({
  most = Number.POSITIVE_INFINITY,
  write,
}: GatheringOptions<Item, Outcome>): Gathering<Item, Outcome> => {
  let waiting: { readonly item: Item; readonly settled: PromiseWithResolvers<Outcome> }[] = []
  let writing: Promise<void> | undefined

  const writeGroup = async () => {
    const group = waiting.slice(0, most)
    waiting = waiting.slice(group.length)
    try {
      const outcomes = await write(group.map(({ item }) => item))
      for (const [n, { settled }] of group.entries()) {
        const outcome = outcomes[n]
        if (outcome?.status === 'fulfilled') settled.resolve(outcome.value)
        else settled.reject(outcome?.reason ?? new Error('what was written has no outcome'))
      }
    } catch (error) {
      for (const { settled } of group) settled.reject(error)
    }
    writing = undefined
    if (waiting.length > 0) setImmediate(begin)
  }

  const begin = () => {
    if (waiting.length > 0) writing ??= writeGroup()
  }

  return {
    add: (item) => {
      const settled = Promise.withResolvers<Outcome>()
      if (waiting.push({ item, settled }) === 1 && !writing) setImmediate(begin)
      return settled.promise
    },
    flush: async () => {
      while (waiting.length > 0 || writing) {
        begin()
        await writing
      }
    },
  }
}
