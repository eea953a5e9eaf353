// The rest of a reader of the log after a failure, before it tries again.
import { setTimeout as pause } from 'node:timers/promises'

/** In milliseconds. */
export type Rests = { readonly first: number; readonly longest: number }

/** Each rest is twice as long as the one before, up to the longest. It ends early when the signal comes. `failures`: those in a row before this one */
export const restAfter = (
  failures: number,
  signal: AbortSignal,
  { first, longest }: Rests = { first: 50, longest: 10_000 },
): Promise<void> => pause(Math.min(first * 2 ** failures, longest), undefined, { signal }).catch(() => undefined)
