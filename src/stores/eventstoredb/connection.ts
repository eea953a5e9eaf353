// The connection to EventStoreDB: the official client finds the node, and does TLS, credentials, discovery and the change to a
// new leader; its calls are opened here as plain gRPC streams, because the client's own wrappers give no deadline to reads,
// lose the order of events and checkpoints, and bring the process down when two append streams fail at once.
import { convertToCommandError, ErrorType, EventStoreDBClient, isCommandError } from '@eventstore/db-client'
import services, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { StoreMisconfigured, StoreUnavailable, StreamAltered } from '../event-store.ts'
import { atOurPace, withoutSeed } from './address.ts'

export type ReadStream = ReturnType<StreamsClient['read']>
export type AppendStream = ReturnType<StreamsClient['batchAppend']>

/** A try without any sign of life in its time. It does not show the cause, but an earlier try may have. */
export class NoAnswer extends StoreUnavailable {}

/** The node refused within a call that it leaves open, so that the client stays with it: one that is cut off from the others does, while another leads. */
export class NotReady extends StoreUnavailable {}

/** One try of a call: `signal` tells that it came too late, `showLife` that it has not yet. */
export type Try = { readonly signal: AbortSignal; readonly showLife: () => void }

export type Connection = {
  /** `fromLeader`: a follower, whose log may be behind, refuses it and names the leader. */
  readonly read: (request: ReadReq, options?: { readonly fromLeader?: boolean }) => Promise<ReadStream>
  readonly batchAppend: () => Promise<AppendStream>
  /**
   * Does `work`, and gives up once it has shown no life for `patience` ms. The next call then goes over a new client, which looks for a node again, as
   * it does after NotReady: the client itself stays with a node that accepts calls and never answers. `closing` gives up at once.
   * @throws StoreUnavailable
   */
  readonly inTime: <T>(patience: number, work: (attempt: Try) => Promise<T>, closing?: AbortSignal) => Promise<T>
  readonly close: () => Promise<void>
}

/** @param url a connection string, `esdb://` or `esdb+discover://`; credentials and TLS as it says. @throws StoreMisconfigured when it cannot be read */
export const openConnection = (url: string): Connection => {
  type Line = { readonly client: EventStoreDBClient; readonly since: number; channel?: { close: () => void; getTarget: () => string } }
  const openLine = (silent = ''): Line => ({ client: clientFor(withoutSeed(url, silent)), since: performance.now() })
  let line = openLine()

  /** Through the client's own (protected, and typed) door for its calls: the connection, and what it does about errors, stay its. */
  const open = async <T extends ReadStream | AppendStream>(
    name: string,
    call: (streams: StreamsClient, client: EventStoreDBClient) => T,
  ) => {
    const current = line
    const { client } = current
    // biome-ignore lint/complexity/useLiteralKeys: a protected member
    const opening = client['GRPCStreamCreator'](services.StreamsClient, name, (streams) => {
      current.channel = streams.getChannel()
      const stream = call(streams, client)
      // A cancelled call ends with an error, when nobody may be listening any more.
      stream.on('error', () => {})
      return stream
    })()
    return opening.catch((error: Error) => {
      throw new StoreUnavailable(`no node of the event store is found: ${error.message}`, { cause: error })
    })
  }

  const call = (client: EventStoreDBClient, requiresLeader = false) =>
    // biome-ignore lint/complexity/useLiteralKeys: a protected member
    client['callArguments']({ requiresLeader }, { deadline: Number.POSITIVE_INFINITY })

  const renew = (startedAt: number, patience: number) => {
    if (line.since > startedAt) return
    const { client, channel } = line
    // Asked for the members of the cluster, the silent node would be silent again, and one that is alone would name itself.
    line = openLine(channel?.getTarget().replace(/^\w+:/, ''))
    channel?.close()
    // What is under way on the old client gets as long again, so that one slow call does not break the others.
    setTimeout(() => void client.dispose(), patience).unref()
  }

  return {
    read: (request, { fromLeader = false } = {}) => open('read', (streams, client) => streams.read(request, ...call(client, fromLeader))),
    batchAppend: () => open('batchAppend', (streams, client) => streams.batchAppend(...call(client))),

    inTime: async (patience, work, closing) => {
      const startedAt = performance.now()
      const attempt = new AbortController()
      const late = Promise.withResolvers<never>()
      const giveUp = (error: StoreUnavailable) => {
        late.reject(error)
        attempt.abort(error)
      }
      const timer = setTimeout(() => {
        giveUp(new NoAnswer(`the event store did not answer within ${Math.round(patience)} ms`))
        renew(startedAt, patience)
      }, patience)
      const stop = () => giveUp(new StoreUnavailable('closed while waiting for the event store'))
      closing?.addEventListener('abort', stop, { once: true })
      try {
        return await Promise.race([work({ signal: attempt.signal, showLife: () => timer.refresh() }), late.promise])
      } catch (error) {
        if (error instanceof NotReady) renew(startedAt, patience)
        throw asStoreError(error)
      } finally {
        clearTimeout(timer)
        closing?.removeEventListener('abort', stop)
      }
    },

    close: async () => {
      await line.client.dispose()
      line.channel?.close()
    },
  }
}

const clientFor = (url: string): EventStoreDBClient => {
  try {
    return EventStoreDBClient.connectionString(atOurPace(url))
  } catch (error) {
    throw new StoreMisconfigured(`EVENT_STORE_URL cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

/** Errors that trying again does not cure. */
const lasting: ReadonlyMap<string, string> = new Map([
  [ErrorType.INVALID_ARGUMENT, 'the event store refuses the request'],
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED, 'the events are more than the event store takes in one append'],
])

const unimplemented = 12
const permissionDenied = 7

const deniesUser = (error: Error) =>
  new StoreMisconfigured(`EventStoreDB denies access: check the user and password in EVENT_STORE_URL (${error.message})`, { cause: error })

/** The user is known, but lacks the permission. */
export const lacksRights = (what: string, cause?: Error): StoreMisconfigured =>
  new StoreMisconfigured(
    `EventStoreDB denies access: the user in EVENT_STORE_URL has no right to it (${what}); it must read $all and append to streams, as members of $admins may`,
    { cause },
  )

/**
 * The error for the caller: StoreUnavailable, unless the error is known to be permanent. During an election a node answers with many errors
 * ("unknown" among them), so an unknown error is worth another try.
 */
export const asStoreError = (error: unknown): Error => {
  if (!(error instanceof Error)) return new StoreUnavailable(String(error))
  const known = convertToCommandError(error)
  const fromServer = isCommandError(known) || 'code' in error
  if (!fromServer) return error
  if ('code' in error && error.code === unimplemented) {
    return new Error('the event store is older than EventStoreDB 21.10', { cause: error })
  }
  if ('type' in known && known.type === ErrorType.ACCESS_DENIED) {
    const isKnownUser = 'code' in error && error.code === permissionDenied
    return isKnownUser ? lacksRights(error.message, error) : deniesUser(error)
  }
  if ('type' in known && known.type === ErrorType.STREAM_DELETED)
    return new StreamAltered(`the stream was deleted for good: restore the log from a backup (${error.message})`, { cause: error })
  const lasts = 'type' in known && typeof known.type === 'string' ? lasting.get(known.type) : undefined
  if (lasts) return new Error(`${lasts} (${error.message})`, { cause: error })
  return new StoreUnavailable(`the event store is unavailable: ${error.message}`, { cause: error })
}
