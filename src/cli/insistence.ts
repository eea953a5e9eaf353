// Asks the service again while it is away, as during a restart, and prints a line that says so.
import { pauseFor } from '../stores/pause-for.ts'
import { Unreached } from './account-requests.ts'

export type Insistence = {
  readonly print: (line: string) => void
  readonly signal?: AbortSignal | undefined
  /** The first pause between two attempts; each one after it is twice as long. */
  readonly retryMs?: number | undefined
  /** Gives up when the service has been away for this long; never when absent. */
  readonly patienceMs?: number | undefined
  /** Gives up at once, unless the service asks to come back later, as it does while it starts. */
  readonly isFirst?: boolean
}

/** How many seconds the service may hold a question for events open. */
export const heldOpen = 20

const longestPauseMs = 30_000

/** @returns undefined when the signal came first @throws what `ask` throws, but Unreached only when the patience is over */
export const insisting = async <Answer>(
  ask: () => Promise<Answer>,
  { print, signal, retryMs = 1_000, patienceMs = Number.POSITIVE_INFINITY, isFirst = false }: Insistence,
): Promise<Answer | undefined> => {
  const began = performance.now()
  for (let failed = 0; !signal?.aborted; failed++)
    try {
      return await ask()
    } catch (error) {
      if (signal?.aborted) return undefined
      const waitMs = error instanceof Unreached ? (error.retryAfterMs ?? pauseAfter(failed, retryMs)) : 0
      const isAsked = error instanceof Unreached && !(isFirst && error.retryAfterMs === null)
      if (!isAsked || performance.now() + waitMs - began > patienceMs) throw error
      print(`-- ${error.message}; trying again in ${inSeconds(waitMs)}`)
      await pauseFor(waitMs, signal)
    }
  return undefined
}

/**
 * @example
 * pauseAfter(0, 1_000) // => 1000
 * pauseAfter(4, 1_000) // => 16000
 * pauseAfter(5, 1_000) // => 30000
 */
export const pauseAfter = (failed: number, firstMs: number): number => Math.min(longestPauseMs, firstMs * 2 ** failed)

export const inSeconds = (ms: number): string => `${ms / 1000} s`
