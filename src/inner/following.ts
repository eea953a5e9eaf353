// What happens in the log, told as it happens.
import type { StoredEvent } from '../events/catalogue.ts'
import type { Subscription } from '../stores/event-store.ts'

export type Following = {
  /** Calls back whenever something happens in a stream, from now on. */
  readonly watch: (stream: string, onEvents: () => void) => Promise<Subscription>
  /** Follows what happens in an account: what happened before, then what happens. @throws RangeError when the log does not reach to `after` */
  readonly follow: (what: Followed, onBatch: (batch: FollowedBatch) => Promise<void>) => Subscription
}

/** A stretch of the log, opened; `position` is what to follow behind. */
export type Followed = {
  readonly accountId: string
  /** Every type when absent. */
  readonly types?: readonly string[]
  /** The position behind which to begin; at the beginning when absent. */
  readonly after?: bigint
}
export type FollowedBatch = { readonly events: readonly StoredEvent[]; readonly position: bigint; readonly live: boolean }
