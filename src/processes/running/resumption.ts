// Retries the work of a retry inbox that has become due, and then the work that queued up behind it for the same aggregate.
import type { EventLog } from '../../stores/event-log.ts'
import { fairShares } from '../../stores/fair-shares.ts'
import { isDue } from './agenda.ts'
import type { Attempt } from './attempts.ts'
import type { RetryInbox, Work } from './retry-inbox.ts'

/** Pieces of work of an account under way at a time, and of all accounts. */
const mostAtOnce = { perAccount: 100, places: 133 }
/** Between two looks into the retry inbox. */
const lookEveryMs = 250

export type ResumptionOptions = {
  readonly log: EventLog
  readonly retryInbox: RetryInbox
  readonly attempt: Attempt
  /** Runs a task after the earlier ones of the same aggregate. */
  readonly inOrder: (stream: string, task: () => Promise<void>) => Promise<void>
  readonly now: () => Date
}

/** Begins with what a kill left behind. @returns what ends it; work under way goes on */
export const startResumption = ({ log, retryInbox, attempt, inOrder, now }: ResumptionOptions): (() => void) => {
  const underWay = new Set<string>()
  const shares = fairShares(mostAtOnce)

  const retry = async (work: Work): Promise<void> => {
    const [event] = await log.open(await log.store.read(work.stream, { from: work.revision, limit: 1 }))
    if (event) await attempt(event, work)
    else await retryInbox.remove(work)
  }

  /** May run again after a failure. The work may then be done or put off already. Behind an event that fails again nothing is next. */
  const resume = async (work: Work) => {
    const current = retryInbox.at(work)
    if (current?.dueAt && !isDue(current, now())) return
    for (let next = current ?? retryInbox.nextQueued(work.stream); next; next = retryInbox.nextQueued(work.stream)) await retry(next)
  }

  /** Does not wait for the work to end, so that other work that becomes due begins too. @returns false while there is no place for it */
  const begin = (work: Work): boolean => {
    const giveBack = shares.take(work.accountId)
    if (typeof giveBack === 'string') return false
    const key = `${work.stream}/${work.revision}`
    const end = () => {
      underWay.delete(key)
      giveBack()
    }
    underWay.add(key)
    inOrder(work.stream, () => resume(work)).then(end, end)
    return true
  }

  const abandoned = new Set(retryInbox.abandoned())
  const beginAbandoned = () => {
    for (const work of abandoned) if (begin(work)) abandoned.delete(work)
  }

  const look = () => {
    beginAbandoned()
    const due = retryInbox.due(now()).filter(({ stream, revision }) => !underWay.has(`${stream}/${revision}`))
    for (const work of due) begin(work)
  }

  beginAbandoned()
  const looks = setInterval(look, lookEveryMs)
  return () => clearInterval(looks)
}
