// How the checkpoints of projections are addressed and compared: by collection and version, and by the share of the accounts that they are of.
import { addressOf as addressOfCollection } from '../stores/collections.ts'
import type { AnyProjection } from './projection.ts'

/** The accounts whose events are folded or worked on together, the name of their checkpoints, and the token of the lease on them. */
export type Share = { readonly partition: string; readonly owns: (accountId: string) => boolean; readonly token?: number }

export const wholeLog: Share = { partition: 'all', owns: () => true }

/** A projection's collection in the version that it folds. */
export const addressOf = ({ spec }: AnyProjection): string => addressOfCollection(spec)

/** The position furthest back; undefined where there is none. */
export const least = (positions: readonly bigint[]): bigint | undefined => {
  let [furthest] = positions
  for (const each of positions) if (furthest === undefined || each < furthest) furthest = each
  return furthest
}
