// The rest of a reader of the log after a failure, before it tries again.
import { pauseFor } from './pause-for.ts'

/** In milliseconds. */
export type Rests = { readonly first: number; readonly longest: number }

/** Each rest is twice as long as the one before, up to the longest. `failures`: those in a row before this one */
export const restMs = (failures: number, { first, longest }: Rests): number => Math.min(first * 2 ** failures, longest)

/** It ends early when the signal comes. */
export const restAfter = (failures: number, signal: AbortSignal, rests: Rests = { first: 50, longest: 10_000 }): Promise<void> =>
  pauseFor(restMs(failures, rests), signal)
