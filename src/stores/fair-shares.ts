// Shares a number of places between accounts, so that one account cannot block another: a part of them for each at most, and a quarter of them only
// for accounts that hold none. Who waits is served in turn by account, so that one account's thousand do not hold up another's first.

export type PlaceLimits = {
  /** In all. */
  readonly places: number
  /** All but the kept quarter when absent. */
  readonly perAccount?: number
  /** How many of an account may wait for their turn; any number when absent. */
  readonly waiting?: number
}

/** Gives the place back; a second call does nothing. */
export type GiveBack = () => void

/** Whose limit leaves no place. */
export type NoPlace = 'account' | 'service'

export type FairShares = {
  /** Takes a place at once, or says why there is none. */
  readonly take: (account: string) => GiveBack | NoPlace
  /**
   * Runs a task when it is the account's turn. The place is given back however the task ends.
   * @throws TooManyWaiting when as many of the account wait as may
   */
  readonly run: <Value>(account: string, task: () => Promise<Value>) => Promise<Value>
}

export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting'
}

/**
 * @example
 * const shares = fairShares({ places: 4, perAccount: 2 })
 * const first = shares.take('a')
 * shares.take('a')
 * shares.take('a') // => 'account'
 * typeof shares.take('b') // => 'function'
 */
export const fairShares = ({ places, perAccount = places, waiting: mostWaiting = Number.POSITIVE_INFINITY }: PlaceLimits): FairShares => {
  const kept = Math.floor(places / 4)
  const held = new Map<string, number>()
  /** By account. Its order is that of the turns. */
  const waiting = new Map<string, ((giveBack: GiveBack) => void)[]>()
  let free = places

  const heldBy = (account: string) => held.get(account) ?? 0

  const refusal = (account: string): NoPlace | undefined => {
    if (heldBy(account) >= perAccount) return 'account'
    if (free === 0) return 'service'
    return heldBy(account) > 0 && free <= kept ? 'account' : undefined
  }

  const grant = (account: string): GiveBack => {
    held.set(account, heldBy(account) + 1)
    free--
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = heldBy(account) - 1
      if (left > 0) held.set(account, left)
      else held.delete(account)
      free++
      serve()
    }
  }

  /** The next account in turn, of those that hold the fewest places. */
  const nextInTurn = (): string | undefined => {
    let next: string | undefined
    for (const account of waiting.keys())
      if (refusal(account) === undefined && (next === undefined || heldBy(account) < heldBy(next))) next = account
    return next
  }

  const serve = () => {
    for (let account = nextInTurn(); account !== undefined; account = nextInTurn()) {
      const queue = waiting.get(account) ?? []
      const begin = queue.shift()
      waiting.delete(account)
      if (queue.length > 0) waiting.set(account, queue)
      begin?.(grant(account))
    }
  }

  const turn = (account: string): GiveBack | Promise<GiveBack> => {
    // Nobody who waits could have the place: they are served whenever one comes free.
    if (refusal(account) === undefined) return grant(account)
    const queue = waiting.get(account) ?? []
    if (queue.length >= mostWaiting) throw new TooManyWaiting(`more than ${mostWaiting} wait for their turn`)
    const { promise, resolve } = Promise.withResolvers<GiveBack>()
    queue.push(resolve)
    waiting.set(account, queue)
    serve()
    return promise
  }

  return {
    take: (account) => refusal(account) ?? grant(account),
    run: async (account, task) => {
      const giveBack = await turn(account)
      try {
        return await task()
      } finally {
        giveBack()
      }
    },
  }
}
