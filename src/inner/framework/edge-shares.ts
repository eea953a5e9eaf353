// What the accounts share at the edge: places for large uploads, streams, long polls and the making of PDFs, and the pace at which bodies arrive.
import { type FairShares, fairShares } from '../../stores/fair-shares.ts'

/** How a body has to arrive. */
export type BodyPace = {
  /** From its first byte to its last. */
  readonly longestMs: number
  /** Fewer bytes than `leastBytes` in a window of this length end the request. */
  readonly windowMs: number
  readonly leastBytes: number
}

export type EdgeShares = {
  /** Of requests with bodies over a megabyte. Each body is in memory until its request is answered. */
  readonly uploads: FairShares
  /** The same for requests without an account: each guest's link has a share, and all who have none together. */
  readonly strangersUploads: FairShares
  /** Streams of runs, of events and of live pages. */
  readonly streams: FairShares
  /** Requests that wait for events. */
  readonly longPolls: FairShares
  /** The making of PDFs, which waits for its turn. */
  readonly documents: FairShares
  readonly bodyPace: BodyPace
}

export const edgeShares = (changes: Partial<EdgeShares> = {}): EdgeShares => ({
  uploads: fairShares({ places: 4, perAccount: 2 }),
  strangersUploads: fairShares({ places: 4, perAccount: 2 }),
  streams: fairShares({ places: 2_000, perAccount: 500 }),
  longPolls: fairShares({ places: 400, perAccount: 100 }),
  documents: fairShares({ places: 2, perAccount: 1, waiting: 20 }),
  bodyPace: { longestMs: 300_000, windowMs: 10_000, leastBytes: 16_384 },
  ...changes,
})
