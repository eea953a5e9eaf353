// The problems that a check of the log tells, and their words.
import type { Alteration, RecordedEvent } from '../stores/event-store.ts'
import { type Seal, sealStream } from './seals.ts'

/** The kind of problem, in the words that docs/auditing.md explains. */
export type ProblemKind =
  | 'changed event'
  | 'unreadable event'
  | 'broken chain'
  | 'missing events'
  | 'positions out of order'
  | 'order changed'
  | 'unknown signer'
  | 'forged seal'
  | 'seal does not hold'
  | 'log shorter than sealed'
  | 'missing seal'
  | 'unreadable seal'
  | Alteration['kind']

export type Problem = {
  readonly problem: ProblemKind
  /** Where the problem is: the chain, the event's number in it (from 0), its position in the log. */
  readonly stream: string | null
  readonly revision: number | null
  readonly position: string | null
  /** The event that shows the problem, and when it was written; null when the problem concerns several events. */
  readonly type: string | null
  readonly recorded_at: string | null
  readonly explanation: string
}

export const nowhere = { stream: null, revision: null, position: null, type: null, recorded_at: null }

export const at = (problem: ProblemKind, { stream, revision, position, type, metadata }: RecordedEvent, explanation: string): Problem => ({
  problem,
  stream,
  revision,
  position: String(position),
  type,
  recorded_at: typeof metadata.recorded_at === 'string' ? metadata.recorded_at : null,
  explanation,
})

export const gapBefore = (position: bigint, last: bigint): string =>
  position - last === 2n
    ? `position ${last + 1n} of the log is missing before it: an event was taken out`
    : `positions ${last + 1n} to ${position - 1n} of the log are missing before it: events were taken out`

export const shorter = ({ position }: Seal, last: bigint): Problem => ({
  ...nowhere,
  problem: 'log shorter than sealed',
  position,
  explanation: `the log ends at position ${last}, but was sealed up to ${position}: its end was cut off, or an older copy was put back`,
})

export const missingSeal = ({ position }: Seal): Problem => ({
  ...nowhere,
  problem: 'missing seal',
  stream: sealStream,
  position,
  explanation: `the seal up to position ${position}, which you kept, is not in the log`,
})

/** A kept seal's file that could not be read as one, and why. */
export const unreadableSeal = (explanation: string): Problem => ({ ...nowhere, problem: 'unreadable seal', explanation })

export const spoiledSeal = ({ position }: Seal): Problem => ({
  ...nowhere,
  problem: 'forged seal',
  stream: sealStream,
  position,
  explanation: `the seal up to position ${position} in the log is not the one that you kept: one of the two was edited, in what the signature does not cover`,
})
