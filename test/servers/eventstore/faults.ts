// What can go wrong between a client and EventStoreDB, to be ordered from the test server one call at a time.
import { Metadata, type StatusObject, status } from '@grpc/grpc-js'

export type CallKind = 'append' | 'read' | 'subscribe'

export type Fault =
  /** The call is answered with this error, and nothing is done. */
  | { readonly kind: 'error'; readonly error: StatusObject }
  /** The call is done and answered so many ms late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The call is accepted, nothing is done, and no answer ever comes. */
  | { readonly kind: 'silence' }
  /** The append is refused in its answer: the user has no right to it. */
  | { readonly kind: 'denied' }
  /** The append is refused in its answer, and its call stays open: the node knows no leader, or is none yet. */
  | { readonly kind: 'notReady' }
  /** The append is done, but the connection breaks before its answer. */
  | { readonly kind: 'answerLost' }
  /** The append is treated as if its event ids had never been seen: known events at an old revision are refused. */
  | { readonly kind: 'forgetsIds' }
  /** The append is done, and its answer leaves the position out. */
  | { readonly kind: 'noPosition' }
  /** The reader's connection breaks after so many events. */
  | { readonly kind: 'cutAfter'; readonly events: number }
  /** The subscription stays open after so many events, but nothing comes any more. */
  | { readonly kind: 'muteAfter'; readonly events: number }
  /** The node is a follower whose log may be behind: it refuses a call that demands the leader, and answers any other from its own log. */
  | { readonly kind: 'follows'; readonly refusal: StatusObject }
  /** When the subscription has caught up, a checkpoint comes that is ahead of it: at this position, or where the next record will be. */
  | { readonly kind: 'checkpointAhead'; readonly position?: bigint }
  /** Every event comes twice. */
  | { readonly kind: 'repeat' }

export type Faults = {
  /** The next call of this kind meets this fault; further orders queue up. */
  readonly next: (call: CallKind, ...faults: readonly Fault[]) => void
  /** Every call of this kind meets this fault, until told otherwise. */
  readonly always: (call: CallKind, fault: Fault | undefined) => void
}

export const createFaults = (): Faults & { readonly take: (call: CallKind) => Fault | undefined } => {
  const queues: Record<CallKind, Fault[]> = { append: [], read: [], subscribe: [] }
  const standing: Partial<Record<CallKind, Fault | undefined>> = {}
  return {
    next: (call, ...faults) => {
      queues[call].push(...faults)
    },
    always: (call, fault) => {
      standing[call] = fault
    },
    take: (call) => queues[call].shift() ?? standing[call],
  }
}

export const broken: StatusObject = { code: status.UNAVAILABLE, details: 'Connection dropped', metadata: new Metadata() }

export const unavailable: Fault = { kind: 'error', error: { ...broken, details: 'Server Is Not Ready' } }

export const deadlineExceeded: Fault = { kind: 'error', error: { ...broken, code: status.DEADLINE_EXCEEDED, details: 'Timeout' } }

/** During an election a node knows no leader to send the client to. */
export const noLeader: Fault = {
  kind: 'error',
  error: { ...broken, code: status.UNKNOWN, details: 'No leader info available in response' },
}

export const accessDenied: Fault = {
  kind: 'error',
  error: { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata: exception('access-denied') },
}

export const unauthenticated: Fault = {
  kind: 'error',
  error: { code: status.UNAUTHENTICATED, details: 'Unauthenticated', metadata: new Metadata() },
}

export const notLeader = (leader: Leader): Fault => ({ kind: 'error', error: leaderIsElsewhere(leader) })

/** A follower of this leader. */
export const follower = (leader: Leader): Fault => ({ kind: 'follows', refusal: leaderIsElsewhere(leader) })

type Leader = { readonly host: string; readonly port: number }

const leaderIsElsewhere = ({ host, port }: Leader): StatusObject => {
  const metadata = exception('not-leader')
  metadata.set('leader-endpoint-host', host)
  metadata.set('leader-endpoint-port', String(port))
  return { code: status.NOT_FOUND, details: `Leader info available: ${host}:${port}`, metadata }
}

function exception(name: string): Metadata {
  const metadata = new Metadata()
  metadata.set('exception', name)
  return metadata
}
