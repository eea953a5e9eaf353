// Decides when a MongoDB server is unavailable, and retries before a caller gets an error.
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
} from 'mongodb'
import { StoreUnavailable } from '../event-store.ts'

const attempts = 3

// Server errors that a change of primary, a shutdown or a timeout brings about (the retryable ones of the driver specifications), and what the driver
// leaves to the caller: the loss of a cursor between two batches (43, 237), a read of a collection that was dropped meanwhile (175), and an operation
// that a full cache undid (112, 365).
const passingCodes = new Set([6, 7, 43, 64, 89, 91, 112, 134, 175, 189, 237, 262, 365, 9001, 10107, 11600, 11602, 13435, 13436])

// A command written just as the server closes the connection fails in the socket, past the driver.
const socketCodes = new Set(['EPIPE', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'])

export const duplicateKey = 11000

/** Runs operations, repeating those that the loss of a connection or of the primary cut short, for about `timeoutMs` at most. */
export type Reach = {
  /**
   * @param operation must be safe to run twice; its argument says whether an earlier run may already have taken effect
   * @throws StoreUnavailable
   */
  repeatable: <T>(operation: (again: boolean) => Promise<T>) => Promise<T>
  /** For what must not run twice. @throws StoreUnavailable, and whether it took effect is then unknown */
  once: <T>(operation: () => Promise<T>) => Promise<T>
}

/** `tls`: whether the connections are over TLS. */
export function reach(timeoutMs: number, { tls }: { readonly tls: boolean }): Reach {
  const run = async <T>(limit: number, operation: (again: boolean) => Promise<T>): Promise<T> => {
    const giveUpAt = performance.now() + timeoutMs
    for (let attempt = 1; ; attempt++) {
      try {
        return await operation(attempt > 1)
      } catch (error) {
        if (!isUnavailable(error)) throw error
        // Server selection has waited its whole time already; another attempt would only double it.
        const worthwhile = attempt < limit && !(error instanceof MongoServerSelectionError) && performance.now() < giveUpAt
        if (!worthwhile) throw new StoreUnavailable(`MongoDB is not available: ${wordsOf(error, tls)}`, { cause: error })
      }
    }
  }
  return { repeatable: (operation) => run(attempts, operation), once: (operation) => run(1, () => operation()) }
}

/** Where no server was found, the driver tells one failure at most, or only that the time is over. */
function wordsOf(error: Error, tls: boolean): string {
  const found = error instanceof MongoServerSelectionError ? error.reason : undefined
  if (!found?.servers) return error.message
  const failures = [...found.servers.values()].map(({ address, error: failure, type }) => `${address}: ${failure?.message ?? type}`)
  const hint = failures.some((failure) => hangsUp.test(failure))
    ? tls
      ? '; does it speak without TLS? Then write tls=false in MONGODB_URL'
      : '; does it speak TLS? Then add tls=true to MONGODB_URL'
    : ''
  if (failures.length > 0) return `no primary is found (${failures.join('; ')})${hint}`
  return found.setName ? `no server that MONGODB_URL names is a member of the replica set ${found.setName}` : error.message
}

/** What the driver says when only one side speaks TLS, and when the server hangs up for another reason. */
const hangsUp = /ECONNRESET|closed$|before secure TLS connection|wrong version number|packet length too long/i

/** Whether the server refused for this reason alone. */
export function isServerError(error: unknown, ...codes: number[]): error is MongoServerError {
  return error instanceof MongoServerError && typeof error.code === 'number' && codes.includes(error.code)
}

function isUnavailable(error: unknown): error is Error {
  if (isBrokenSocket(error)) return true
  if (!(error instanceof MongoError)) return false
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoWriteConcernError ||
    error.name === 'MongoWaitQueueTimeoutError' ||
    // The driver wraps every error that interrupts a bulk write. An error of the server itself has a number.
    (error instanceof MongoBulkWriteError && typeof error.code !== 'number') ||
    error.hasErrorLabel('RetryableWriteError') ||
    (error instanceof MongoServerError && typeof error.code === 'number' && passingCodes.has(error.code))
  )
}

function isBrokenSocket(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code)
}
