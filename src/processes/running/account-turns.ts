// How many events of an account a reader of the log has under way. Those beyond wait, in their order, so that the events of other accounts behind
// them in the log are reached. Some wait as they were recorded, the rest by name alone.
import type { StoredEvent } from '../../events/catalogue.ts'
import type { RecordedEvent } from '../../stores/event-store.ts'

/** `recorded`: absent where the event has to be read again. */
export type WaitingEvent = Pick<RecordedEvent, 'stream' | 'revision'> & { readonly recorded?: RecordedEvent | undefined }

type Options = {
  /** Under way, of one account. */
  readonly most: number
  /** Waiting as they were recorded, of all accounts together. */
  readonly mostKept: number
  readonly stopping: AbortSignal
  /** Works on an event; it rejects only when the service stops. An event that waited has to be opened again: what was erased meanwhile is not kept. */
  readonly work: (event: WaitingEvent, opened: StoredEvent | undefined) => Promise<void>
}

type Account = { underWay: number; readonly waiting: Set<{ readonly event: WaitingEvent; readonly done: () => void }> }
type Beginning = { readonly event: WaitingEvent; readonly opened?: StoredEvent; readonly done: () => void }

/** @returns takes an event on, in the order of the log, and calls `done` when it is done. `recorded`: the event before it was opened */
export const openAccountTurns = ({ most, mostKept, stopping, work }: Options) => {
  const accounts = new Map<string, Account>()
  let kept = 0

  const begin = (id: string, account: Account, { event, opened, done }: Beginning) => {
    account.underWay++
    const goOn = () => {
      account.underWay--
      next(id, account)
    }
    work(event, opened)
      .then(done, () => undefined)
      .then(goOn)
  }

  const next = (id: string, account: Account) => {
    if (stopping.aborted) return
    for (const waiting of account.waiting) {
      if (account.underWay >= most) return
      account.waiting.delete(waiting)
      if (waiting.event.recorded) kept--
      begin(id, account, waiting)
    }
    if (account.underWay === 0) accounts.delete(id)
  }

  return (opened: StoredEvent, recorded: RecordedEvent, done: () => void): void => {
    const id = opened.metadata.account_id
    const account = accounts.get(id) ?? { underWay: 0, waiting: new Set() }
    accounts.set(id, account)
    const { stream, revision } = opened
    if (account.underWay < most && account.waiting.size === 0) begin(id, account, { event: { stream, revision }, opened, done })
    else {
      const isKept = kept < mostKept
      if (isKept) kept++
      account.waiting.add({ event: { stream, revision, ...(isKept ? { recorded } : {}) }, done })
    }
  }
}
