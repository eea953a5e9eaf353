// New ids. Several are made in each request, and the package asks the runtime for random bytes each time, which takes longer than all the rest of an id.
import { v7 } from 'uuid'
import { randomFromStock } from './random.ts'

/** Milliseconds of the latest id, and its number among those of that millisecond. */
let msecs = Number.NEGATIVE_INFINITY
let seq = 0

/**
 * A uuid v7 (RFC 9562, 5.7). Each is greater than all that this process has made before, also where the clock is set back.
 * @example
 * orderedId() < orderedId() // => true
 */
export const orderedId = (): string => {
  const random = randomFromStock(16)
  const now = Date.now()
  if (now > msecs) {
    msecs = now
    // The upper half is left for those that follow.
    seq = random.readUInt32BE(6) >>> 1
  } else seq++
  return v7({ random, msecs, seq })
}
