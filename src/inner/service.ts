import type { Handle, Load } from '../commands/handler.ts'
import type { StoredEvent } from '../events/catalogue.ts'
import type { IdentitySource } from '../evidence/identities.ts'
import type { Link, LinkedEntities } from '../evidence/links.ts'
import type { Jurisdictions } from '../evidence/registrations/jurisdictions.ts'
import type { Scored, SignalRequest } from '../evidence/signals/model.ts'
import type { Monitorable } from '../interface/resources/monitors.ts'
import type { Read } from '../projections/read.ts'
import type { BatchRows } from '../stores/batch-rows.ts'
import type { DocumentStore } from '../stores/document-store.ts'
import type { Subscription } from '../stores/event-store.ts'
import type { SealedDocuments } from '../stores/sealed-documents.ts'

export type Service = {
  /** Technical records, and what only the store itself can do; read models are read with `read`. */
  readonly documents: DocumentStore
  readonly read: Read
  readonly handle: Handle
  readonly load: Load
  /** Whether the read models pass the position within the time that a writer waits. */
  readonly passed: (position: bigint, accountId: string) => Promise<boolean>
  readonly now: () => Date
  /** Everything that happened in a stream. */
  readonly history: (stream: string) => Promise<readonly StoredEvent[]>
  /** Calls back whenever something happens in a stream, from now on. */
  readonly watch: (stream: string, onEvents: () => void) => Promise<Subscription>
  /** Follows what happens in an account: what happened before, then what happens. @throws RangeError when the log does not reach to `after` */
  readonly follow: (what: Followed, onBatch: (batch: FollowedBatch) => Promise<void>) => Subscription
  /** Proves that a stream is what the log was sealed with; null when no seal covers it yet. */
  readonly proofOf: (stream: string) => Promise<object | null>
  /** What agents there are. */
  readonly agents: readonly { readonly id: string; readonly type: string; readonly name: string; readonly description: string }[]
  /** Whether there is a source that changes of this type can be noticed in. */
  readonly monitorable: Monitorable
  readonly identities: (mode: 'test' | 'live') => IdentitySource
  /** The businesses of the reference data that have one of the links; none for the sandbox. */
  readonly linked: (mode: 'test' | 'live') => (links: readonly Link[]) => Promise<LinkedEntities>
  readonly batchRows: BatchRows
  /** Webhooks made with live keys may name the machine itself too. */
  readonly allowLoopback: boolean
  readonly signalModels: readonly string[]
  readonly scoreSignal: (slug: string, mode: 'test' | 'live', request: SignalRequest) => Promise<Scored>
  readonly tinAvailable: (mode: 'test' | 'live') => Promise<boolean>
  /** Those that ship and those imported. */
  readonly jurisdictions: () => Jurisdictions
  /** Uploads of employers and scans of mail. */
  readonly sealedDocuments: SealedDocuments
  /** 32 bytes, the same on every instance: signs the links that open a page without a sign-in. */
  readonly guestSecret: Uint8Array
  /** The address that those links begin with; null: that of the request. */
  readonly appUrl: string | null
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
