// Scrubs the document store for orders to erase that nobody waits for. An embedded store rewrites its files for that and answers nothing meanwhile.
// Hundreds of orders may be due at once: with a scrub for each, the service would answer next to nothing until all are done.
import { setTimeout as pause } from 'node:timers/promises'

/** After a scrub the next one waits this many times as long as it took. */
const rests = 9
/** Within the time that a reaction may take. */
const longestRestMs = 60_000

const restFor = (ms: number): Promise<void> => pause(ms, undefined, { ref: false })

/** @returns what scrubs once for all who ask while the scrub before is under way, or rests */
export const sharedScrub = (scrub: () => Promise<void>, pauseFor = restFor): (() => Promise<void>) => {
  let rested: Promise<unknown> = Promise.resolve()
  let next: Promise<void> | undefined

  const begin = (): Promise<void> => {
    next = undefined
    const began = performance.now()
    const scrubbed = scrub()
    const rest = () => pauseFor(Math.min(longestRestMs, rests * (performance.now() - began)))
    rested = scrubbed.then(rest, rest)
    return scrubbed
  }

  return () => {
    next ??= rested.then(begin)
    return next
  }
}
