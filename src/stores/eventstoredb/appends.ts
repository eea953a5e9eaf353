// Appends to EventStoreDB over BatchAppend: one long call carries the appends of all writers, each answered by its own id.
import { randomUUID } from 'node:crypto'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { Status } from '@eventstore/db-client/generated/status_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { StoreUnavailable, StreamAltered } from '../event-store.ts'
import { type AppendStream, asStoreError, type Connection, lacksRights, NotReady } from './connection.ts'
import { type AppendRequest, batchAppendRequest } from './messages.ts'

/** The result of an append. `position` is missing if the server does not return it. `current` is -1 if there is no stream. */
export type AppendAnswer =
  | { readonly kind: 'appended'; readonly revision: number; readonly position: bigint | undefined }
  | { readonly kind: 'refused'; readonly current: number }

export type Appends = {
  /** @throws StoreUnavailable without an answer within `patience` ms: the events may have been appended; Error when they never will be */
  readonly append: (request: Omit<AppendRequest, 'id'>, patience: number) => Promise<AppendAnswer>
  readonly close: () => void
}

type Waiting = PromiseWithResolvers<BatchAppendResp>
type Line = { readonly stream: AppendStream; readonly waiting: Map<string, Waiting> }

/** The server reads messages of up to 4 MB; a larger one would break the call that others' appends are on. */
const largestRequest = 3.5 * 1024 * 1024

export const openAppends = (connection: Connection): Appends => {
  let opening: Promise<Line> | undefined
  let current: Line | undefined

  /** The next append goes over another line. This one is ended with its last append. */
  const leave = (line: Line) => {
    if (current === line) {
      current = undefined
      opening = undefined
    }
    endIfLeft(line)
  }

  const endIfLeft = (line: Line) => {
    if (current !== line && line.waiting.size === 0) line.stream.cancel()
  }

  const openLine = async (): Promise<Line> => {
    const stream = await connection.batchAppend()
    const line: Line = { stream, waiting: new Map() }
    const fail = (error: unknown) => {
      leave(line)
      const reason = asStoreError(error)
      for (const { reject } of line.waiting.values()) reject(reason)
      line.waiting.clear()
    }
    stream.on('data', (answer: BatchAppendResp) => {
      const id = answer.getCorrelationId()?.getString() ?? ''
      line.waiting.get(id)?.resolve(answer)
      forget(line, id)
    })
    stream.on('error', fail)
    stream.on('end', () => fail(new StoreUnavailable('the event store ended the call that appends are on')))
    current = line
    return line
  }

  const forget = (line: Line, id: string) => {
    line.waiting.delete(id)
    endIfLeft(line)
  }

  const openOnce = (): Promise<Line> => {
    opening ??= openLine().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  return {
    append: async (request, patience) => {
      const id = randomUUID()
      const message = batchAppendRequest({ ...request, id })
      if (sizeOf(message) > largestRequest) throw new Error(`the append to ${request.stream} is larger than the event store takes at once`)
      return connection.inTime(patience, async ({ signal }) => {
        const line = await openOnce()
        signal.throwIfAborted()
        const waiting = Promise.withResolvers<BatchAppendResp>()
        line.waiting.set(id, waiting)
        const giveUp = () => {
          leave(line)
          forget(line, id)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        line.stream.write(message)
        const response = await waiting.promise
        try {
          return answerIn(response, request.stream)
        } catch (error) {
          if (error instanceof NotReady) leave(line)
          throw error
        }
      })
    },
    close: () => {
      const line = current
      if (!line) return
      leave(line)
      line.stream.cancel()
    },
  }
}

const sizeOf = (message: BatchAppendReq): number =>
  message.getProposedMessagesList().reduce((sum, event) => sum + event.getData_asU8().length + event.getCustomMetadata_asU8().length, 0)

const answerIn = (response: BatchAppendResp, stream: string): AppendAnswer => {
  const success = response.getSuccess()
  if (success) {
    const position = success.getPosition()
    return {
      kind: 'appended',
      revision: Number(success.getCurrentRevision()),
      position: position && BigInt(position.getCommitPosition()),
    }
  }
  const error = response.getError()
  const wrong = error?.getDetails()?.unpack(shared.WrongExpectedVersion.deserializeBinary, 'event_store.client.WrongExpectedVersion')
  if (wrong) return { kind: 'refused', current: wrong.hasCurrentStreamRevision() ? Number(wrong.getCurrentStreamRevision()) : -1 }
  throw error ? failureIn(error, stream) : new StoreUnavailable(`the event store answered the append to ${stream} with nothing`)
}

/** Errors that appending again does not cure, by the type of their details; anything else is a node that cannot just now. */
const lasting: ReadonlyMap<string, string> = new Map([
  ['event_store.client.MaximumAppendSizeExceeded', 'is larger than the event store takes at once'],
  ['event_store.client.BadRequest', 'is refused as malformed'],
])

/** The details that say nothing: the node has not tried, because it is not ready, too busy, or knows no leader. */
const notHandled = 'google.protobuf.Empty'

const failureIn = (error: Status, stream: string): Error => {
  const type = error.getDetails()?.getTypeName() ?? ''
  if (type === 'event_store.client.AccessDenied') return lacksRights(`appending to ${stream}`)
  if (type === 'event_store.client.StreamDeleted')
    return new StreamAltered(`the stream ${stream} was deleted for good: restore the log from a backup`)
  const lasts = lasting.get(type)
  if (lasts) return new Error(`the append to ${stream} ${lasts}`)
  const Failure = type === notHandled ? NotReady : StoreUnavailable
  return new Failure(`the event store could not append to ${stream}: ${error.getMessage()}`)
}
