// A subscription to the embedded log: hands over one batch after the other at the subscriber's pace, and tries again what failed.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch, SubscribeOptions, Subscription } from '../event-store.ts'
import { restAfter } from '../growing-rest.ts'

/** The batch after a position; undefined at the end of the log. */
export type NextBatch = (position: number) => Promise<Batch> | Batch | undefined

export type WakingSubscription = Subscription & {
  /** To be called when the log has grown. */
  readonly wake: () => void
}

export const openSubscription = (
  next: NextBatch,
  { after, onError, turn = nextTurn }: SubscribeOptions,
  onBatch: (batch: Batch) => Promise<void>,
): WakingSubscription => {
  const closing = new AbortController()
  let position = Number(after ?? 0n)
  let growth = Promise.withResolvers<void>()

  const wake = () => {
    growth.resolve()
    growth = Promise.withResolvers()
  }

  const tell = (error: unknown) => {
    try {
      onError?.(error)
    } catch {
      // A failing error handler must not end the subscription.
    }
  }

  const run = async () => {
    let failures = 0
    let toldLive = false
    let batch: Batch | undefined
    await turn()
    while (!closing.signal.aborted) {
      // Taken before the look, so that growth during it is not missed.
      const grown = growth.promise
      try {
        batch ??= (await next(position)) ?? (toldLive ? undefined : { events: [], position: BigInt(position), live: true })
        if (!batch) {
          await grown
          // All subscriptions learn of it at once.
          await turn()
          continue
        }
        await onBatch(batch)
      } catch (error) {
        tell(error)
        await restAfter(failures++, closing.signal)
        continue
      }
      position = Number(batch.position)
      toldLive = batch.live
      failures = 0
      batch = undefined
      // A long catch-up must not keep the rest of the process waiting.
      if (!toldLive) await turn()
    }
  }

  const running = run()
  return {
    wake,
    close: () => {
      closing.abort()
      wake()
      return running
    },
  }
}
