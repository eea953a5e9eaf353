// A subscription to the embedded log: hands over one batch after the other at the subscriber's pace, and tries again what failed.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Batch, SubscribeOptions, Subscription } from '../event-store.ts'

const firstPause = 50
const longestPause = 10_000

/** What lies behind a position: undefined when that is the end of the log. */
export type NextBatch = (position: number) => Batch | undefined

export class LogSubscription implements Subscription {
  readonly #next: NextBatch
  readonly #onBatch: (batch: Batch) => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #ending = new AbortController()
  readonly #ended: Promise<void>
  #position: number
  #wake: (() => void) | undefined

  constructor(next: NextBatch, options: SubscribeOptions, onBatch: (batch: Batch) => Promise<void>) {
    this.#next = next
    this.#onBatch = onBatch
    this.#onError = options.onError ?? (() => {})
    this.#position = Number(options.after ?? 0n)
    this.#ended = this.#run()
  }

  /** To be called when the log has grown. */
  wake(): void {
    this.#wake?.()
    this.#wake = undefined
  }

  close(): Promise<void> {
    this.#ending.abort()
    this.wake()
    return this.#ended
  }

  async #run(): Promise<void> {
    let failures = 0
    let toldLive = false
    let batch: Batch | undefined
    await nextTurn()
    while (!this.#ending.signal.aborted) {
      try {
        batch ??= this.#next(this.#position) ?? (toldLive ? undefined : { events: [], position: BigInt(this.#position), live: true })
        if (!batch) {
          await this.#growth()
          continue
        }
        await this.#onBatch(batch)
      } catch (error) {
        this.#tell(error)
        await this.#rest(failures++)
        continue
      }
      this.#position = Number(batch.position)
      toldLive = batch.live
      failures = 0
      batch = undefined
      // A long catch-up must not keep everyone else in the process waiting.
      if (!toldLive) await nextTurn()
    }
  }

  #growth(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  #tell(error: unknown): void {
    try {
      this.#onError(error)
    } catch {
      // A subscription never ends by itself, least of all because telling of a failure failed.
    }
  }

  async #rest(failures: number): Promise<void> {
    await pause(Math.min(firstPause * 2 ** failures, longestPause), undefined, { signal: this.#ending.signal }).catch(() => {})
  }
}
