// Follows the log live.
import type { StoredEvent } from '../../events/catalogue.ts'
import type { Mode } from '../../events/modes.ts'
import type { Subscription } from '../../stores/event-store.ts'

export type Following = {
  /** Calls back for new events of a stream, with a position that is not before them. */
  readonly watch: (stream: string, onEvents: (position: bigint) => void) => Promise<Subscription>
  /**
   * Follows the events of an account: past ones first, then new ones. `onFailure` is called with each failure. The log is then read again.
   * @throws RangeError when `after` is past the end of the log
   */
  readonly follow: (what: Followed, onBatch: (batch: FollowedBatch) => Promise<void>, onFailure?: (error: unknown) => void) => Subscription
  /** The position of the last event well before a time (ISO 8601); undefined when there is none. */
  readonly positionBefore: (time: string) => Promise<bigint | undefined>
}

export type ToldToWebhooks = {
  /** The bodies that webhooks for all topics get of the event. */
  readonly webhooksAbout: (event: StoredEvent) => Promise<readonly object[]>
}

/** A stretch of the log with its values opened. `position`: pass it as `after` to go on. */
export type Followed = {
  readonly accountId: string
  /** Events of this mode, and of streams that both modes share. */
  readonly mode: Mode
  /** All types when absent. */
  readonly types?: readonly string[]
  /** Begins behind this position; at the beginning when absent. */
  readonly after?: bigint
  /** Only events of this time or later (ISO 8601). */
  readonly since?: string
}
export type FollowedBatch = { readonly events: readonly StoredEvent[]; readonly position: bigint; readonly live: boolean }
