// How many events of an account a reader of the log has under way. Those beyond wait by name alone, in their order, so that the events of other
// accounts behind them in the log are reached.
import type { StoredEvent } from '../events/catalogue.ts'

export type WaitingEvent = Pick<StoredEvent, 'stream' | 'revision'>

type Options = {
  /** Of one account. */
  readonly most: number
  readonly stopping: AbortSignal
  /** Works on an event; it rejects only when the service stops. An event that waited has to be read again. */
  readonly work: (event: WaitingEvent, known: StoredEvent | undefined) => Promise<void>
}

type Account = { underWay: number; readonly waiting: Set<{ readonly event: WaitingEvent; readonly done: () => void }> }

/** @returns takes an event on, in the order of the log, and calls `done` when it is done */
export const openAccountTurns = ({ most, stopping, work }: Options) => {
  const accounts = new Map<string, Account>()

  const begin = (id: string, account: Account, { event, known, done }: { event: WaitingEvent; known?: StoredEvent; done: () => void }) => {
    account.underWay++
    const goOn = () => {
      account.underWay--
      next(id, account)
    }
    work(event, known)
      .then(done, () => undefined)
      .then(goOn)
  }

  const next = (id: string, account: Account) => {
    if (stopping.aborted) return
    for (const waiting of account.waiting) {
      if (account.underWay >= most) return
      account.waiting.delete(waiting)
      begin(id, account, waiting)
    }
    if (account.underWay === 0) accounts.delete(id)
  }

  return (event: StoredEvent, done: () => void): void => {
    const id = event.metadata.account_id
    const account = accounts.get(id) ?? { underWay: 0, waiting: new Set() }
    accounts.set(id, account)
    const { stream, revision } = event
    if (account.underWay < most && account.waiting.size === 0) begin(id, account, { event, known: event, done })
    else account.waiting.add({ event: { stream, revision }, done })
  }
}
