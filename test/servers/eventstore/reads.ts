// Read of the EventStoreDB test server: a stream or $all, either way, and subscriptions to $all with a filter on stream names or event types:
// pages of history with checkpoints between them, "caught up", then live events with a checkpoint every so many considered.
import shared from '@eventstore/db-client/generated/shared_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import { Metadata, type ServerWritableStream, status } from '@grpc/grpc-js'
import { broken, type CallKind, type Fault } from './faults.ts'
import type { Log, LogRecord } from './log.ts'

type ReadCall = ServerWritableStream<messages.ReadReq, messages.ReadResp>
type Options = messages.ReadReq.Options
type Node = {
  readonly log: Log
  readonly takeFault: (call: CallKind) => Fault | undefined
  /** Told of each event that is sent. */
  readonly onSent: () => void
}

/** What the server reads at once for a subscription (ReadBatchSize), and considers between checkpoints unless told otherwise. */
const pageSize = 32

export const readFrom =
  ({ log, takeFault, onSent }: Node) =>
  async (call: ReadCall): Promise<void> => {
    const options = call.request.getOptions()!
    const subscribes = options.hasSubscription()
    const fault = takeFault(subscribes ? 'subscribe' : 'read')
    if (fault?.kind === 'error') return void call.emit('error', fault.error)
    if (fault?.kind === 'follows' && call.metadata.get('requires-leader')[0] === 'true') return void call.emit('error', fault.refusal)
    if (fault?.kind === 'silence') return
    const stopped = new AbortController()
    call.on('cancelled', () => stopped.abort())
    if (fault?.kind === 'delay') await passed(fault.ms)
    const send = sender(call, { fault, stopped, onSent })
    if (subscribes) await subscribe({ log, fault }, options, send, stopped.signal)
    else await readOnce(log, options, send)
    if (!stopped.signal.aborted) call.end()
  }

const readOnce = async (log: Log, options: Options, send: Send): Promise<void> => {
  const backwards = options.getReadDirection() === 1
  const count = Number(options.getCount())
  const stream = options.getStream()
  if (stream) {
    const name = Buffer.from(stream.getStreamIdentifier()!.getStreamName_asU8()).toString()
    const records = log.given(name)
    if (records === 'tombstoned') return void (await send(undefined, streamDeleted(name)))
    if (records.length === 0) return void (await send(streamNotFound(name)))
    const last = records.length - 1
    // The number of the first one that is given is not 0 where the stream was cut off.
    const first = records[0]?.revision ?? 0
    const from = stream.hasStart() ? 0 : stream.hasEnd() ? last : Math.max(0, Number(stream.getRevision()) - first)
    return sendRecords(records, backwards ? { first: Math.min(from, last), step: -1, count } : { first: from, step: 1, count }, send)
  }
  const all = options.getAll()!
  const position = all.getPosition()
  const index = position ? log.indexAt(BigInt(position.getCommitPosition())) : all.hasStart() ? 0 : log.records.length
  if (index === undefined) return void (await send(undefined, invalidPosition))
  // Backwards a position is where the record behind it begins, so the record at the position itself is not among the answers.
  await sendRecords(log.records, backwards ? { first: index - 1, step: -1, count } : { first: index, step: 1, count }, send)
}

type Stretch = { readonly first: number; readonly step: 1 | -1; readonly count: number }

const sendRecords = async (records: readonly LogRecord[], { first, step, count }: Stretch, send: Send): Promise<void> => {
  const end = records.length
  for (let n = 0; n < count; n++) {
    const index = first + step * n
    const record = index < end ? records[index] : undefined
    if (!record || !(await send(eventResponse(record)))) return
  }
}

type Subscribed = { readonly log: Log; readonly fault: Fault | undefined }

const subscribe = async ({ log, fault }: Subscribed, options: Options, send: Send, stopped: AbortSignal): Promise<void> => {
  const all = options.getAll()!
  const position = all.getPosition()
  const start = position ? log.indexAt(BigInt(position.getCommitPosition())) : 0
  if (start === undefined) return void (await send(undefined, invalidPosition))
  // The position is exclusive: the server passes over the one record that it finds there.
  let next = position && BigInt(position.getCommitPosition()) > 0n ? start + 1 : start
  const filter = filterOf(options)
  let considered = 0
  await send(confirmation())

  while (next < log.records.length) {
    const page = log.records.slice(next, next + filter.window)
    let reached = page[0]!.position
    for (const record of page) {
      if (!filter.matches(record)) continue
      reached = record.position
      if (!(await send(eventResponse(record)))) return
    }
    next += page.length
    considered += page.length
    if (next >= log.records.length) break
    if (considered >= filter.interval && !(await send(checkpoint(reached)))) return
    considered %= filter.interval
  }

  if (fault?.kind === 'checkpointAhead' && !(await send(checkpoint(fault.position ?? log.records.at(-1)?.end ?? 0n)))) return
  if (!(await send(caughtUp()))) return
  while (!stopped.aborted) {
    const record = log.records[next]
    if (!record) {
      await appended(log, stopped)
      continue
    }
    next++
    if (filter.matches(record) && !(await send(eventResponse(record)))) return
    if (++considered < filter.interval) continue
    considered = 0
    if (!(await send(checkpoint(record.position)))) return
  }
}

type Filter = { readonly window: number; readonly interval: number; readonly matches: (record: LogRecord) => boolean }

const filterOf = (options: Options): Filter => {
  const filter = options.getFilter()
  if (!filter) return { window: pageSize, interval: Number.POSITIVE_INFINITY, matches: () => true }
  const window = filter.hasMax() ? filter.getMax() : pageSize
  const interval = window * filter.getCheckpointintervalmultiplier()
  const types = filter.getEventType()
  const expression = types ?? filter.getStreamIdentifier()!
  const prefixes = expression.getPrefixList()
  const pattern = new RegExp(expression.getRegex())
  const matches = ({ stream, type }: LogRecord) => {
    const name = types ? type : stream
    return prefixes.length > 0 ? prefixes.some((prefix) => name.startsWith(prefix)) : pattern.test(name)
  }
  return { window, interval, matches }
}

/** Sends at the reader's pace; false once the call is over. Without a response the call ends with the error. */
type Send = (response: messages.ReadResp | undefined, error?: typeof broken) => Promise<boolean>

type Sending = { readonly fault: Fault | undefined; readonly stopped: AbortController; readonly onSent: () => void }

const sender = (call: ReadCall, { fault, stopped, onSent }: Sending): Send => {
  let events = 0
  const write = async (response: messages.ReadResp) => {
    if (!call.write(response)) await drained(call, stopped.signal)
  }
  const fail = (error: typeof broken) => {
    stopped.abort()
    call.emit('error', error)
    return false
  }
  return async (response, error) => {
    if (stopped.signal.aborted) return false
    if (!response) return fail(error ?? broken)
    if (response.hasEvent()) events++
    if (fault?.kind === 'cutAfter' && events > fault.events) return fail(broken)
    if (fault?.kind === 'muteAfter' && events > fault.events) return true
    if (response.hasEvent()) onSent()
    await write(response)
    if (fault?.kind === 'repeat' && response.hasEvent()) await write(response)
    return !stopped.signal.aborted
  }
}

const drained = (call: ReadCall, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    call.once('drain', () => resolve())
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })

const appended = (log: Log, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = () => {
      stopWatching()
      stopped.removeEventListener('abort', over)
      resolve()
    }
    const stopWatching = log.watch(over)
    stopped.addEventListener('abort', over, { once: true })
  })

const passed = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref())

const streamDeleted = (name: string) => {
  const metadata = new Metadata()
  metadata.set('exception', 'stream-deleted')
  metadata.set('stream-name', name)
  return { code: status.FAILED_PRECONDITION, details: `Event stream '${name}' is deleted.`, metadata }
}

const invalidPosition = { code: status.UNKNOWN, details: 'Unexpected ReadAllResult: Error', metadata: new Metadata() }

const ticksPerMillisecond = 10_000n

const eventResponse = (record: LogRecord): messages.ReadResp => {
  const id = new shared.UUID()
  id.setString(record.id)
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(record.stream))
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent()
  recorded.setId(id)
  recorded.setStreamIdentifier(identifier)
  recorded.setStreamRevision(String(record.revision))
  recorded.setCommitPosition(String(record.position))
  recorded.setPreparePosition(String(record.position))
  recorded.getMetadataMap().set('type', record.type)
  recorded.getMetadataMap().set('content-type', record.contentType)
  recorded.getMetadataMap().set('created', String(BigInt(record.created) * ticksPerMillisecond))
  recorded.setCustomMetadata(record.metadata)
  recorded.setData(record.data)
  const event = new messages.ReadResp.ReadEvent()
  event.setEvent(recorded)
  event.setCommitPosition(String(record.position))
  const response = new messages.ReadResp()
  response.setEvent(event)
  return response
}

const checkpoint = (position: bigint): messages.ReadResp => {
  const content = new messages.ReadResp.Checkpoint()
  content.setCommitPosition(String(position))
  content.setPreparePosition(String(position))
  const response = new messages.ReadResp()
  response.setCheckpoint(content)
  return response
}

const confirmation = (): messages.ReadResp => {
  const content = new messages.ReadResp.SubscriptionConfirmation()
  content.setSubscriptionId(crypto.randomUUID())
  const response = new messages.ReadResp()
  response.setConfirmation(content)
  return response
}

const caughtUp = (): messages.ReadResp => {
  const response = new messages.ReadResp()
  response.setCaughtUp(new messages.ReadResp.CaughtUp())
  return response
}

const streamNotFound = (name: string): messages.ReadResp => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(name))
  const content = new messages.ReadResp.StreamNotFound()
  content.setStreamIdentifier(identifier)
  const response = new messages.ReadResp()
  response.setStreamNotFound(content)
  return response
}
