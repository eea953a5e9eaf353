// `tail`: prints the events of the account as they happen, and goes on where it stood when the service was away.
import type { Request } from './account-requests.ts'
import { heldOpen, type Insistence, insisting } from './insistence.ts'

type FeedEvent = { readonly position: string; readonly time: string; readonly type: string; readonly subject?: string }
type Feed = { readonly data: readonly FeedEvent[]; readonly cursor: string }

export type Tail = {
  readonly request: Request
  /** The position before the first event; the beginning when absent. */
  readonly from?: string | undefined
  readonly types?: string | undefined
  readonly count: number
  readonly show: (event: FeedEvent) => void
  /** What is said beside the events. */
  readonly tell: (line: string) => void
} & Pick<Insistence, 'retryMs' | 'patienceMs'>

/** Longer than a restart with a backup or a move takes. */
const usualPatienceMs = 10 * 60_000

/** Ends after `count` events. @throws Unreached where the service never answered, or stays away; OperatorError when it refuses, as after the key was revoked */
export const tail = async ({ request, from, types, count, show, tell, retryMs, patienceMs = usualPatienceMs }: Tail): Promise<void> => {
  const read = async (after: string | undefined): Promise<Feed> => {
    const asked = { ...(after ? { after } : {}), ...(types ? { types } : {}), wait: String(heldOpen), limit: '100' }
    return await request<Feed>('GET', `/v1/events?${new URLSearchParams(asked)}`)
  }
  // A wrong address is said at once; a service that starts is waited for.
  let feed = (await insisting(() => read(from), { print: tell, patienceMs, isFirst: true })) as Feed
  for (let shown = 0; ; ) {
    for (const event of feed.data.slice(0, count - shown)) {
      show(event)
      shown++
    }
    if (shown >= count) return
    const { cursor } = feed
    let isAway = false
    const print = (line: string) => {
      isAway = true
      tell(line)
    }
    // Without a signal it is given up by an error alone.
    feed = (await insisting(() => read(cursor), { print, retryMs, patienceMs })) as Feed
    if (isAway) tell(`-- the service is back: going on after ${cursor}`)
  }
}
