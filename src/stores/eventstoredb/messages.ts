// Between the port's words and EventStoreDB's messages: requests are built here, and events taken out of responses.
import shared from '@eventstore/db-client/generated/shared_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import {
  DamagedEvent,
  type EventData,
  type JsonObject,
  type LogFilter,
  noStream,
  type ReadOptions,
  type RecordedEvent,
} from '../event-store.ts'

/** A position is a record's place in the log; `commit` and `prepare` differ only in transactions of the old TCP protocol. */
type AllRequest = { readonly after: bigint | undefined; readonly direction: 'forwards' | 'backwards'; readonly count: number }

export type AppendRequest = {
  readonly id: string
  readonly stream: string
  readonly events: readonly EventData[]
  readonly expectedRevision: number
}

export type Wanted = (event: Pick<RecordedEvent, 'stream' | 'type'>) => boolean

const isSystem = (name: string): boolean => name.startsWith('$')

export const readStreamRequest = (stream: string, { from, direction = 'forwards', limit }: ReadOptions): messages.ReadReq => {
  const place = new messages.ReadReq.Options.StreamOptions()
  place.setStreamIdentifier(identifierOf(stream))
  if (from !== undefined) place.setRevision(String(from))
  else if (direction === 'forwards') place.setStart(new shared.Empty())
  else place.setEnd(new shared.Empty())
  const options = readOptions(direction, limit ?? Number.MAX_SAFE_INTEGER)
  options.setStream(place)
  return requestWith(options)
}

/** Forwards the record at `after` itself is among the answers, backwards it is not: that is how the server reads. */
export const readAllRequest = ({ after, direction, count }: AllRequest): messages.ReadReq => {
  const options = readOptions(direction, count)
  options.setAll(placeInLog(after, direction))
  return requestWith(options)
}

/** Events behind `after`, then live ones, with a checkpoint about every 32 considered (the server's own page size). */
export const subscribeRequest = (after: bigint | undefined, wanted: LogFilter): messages.ReadReq => {
  const filter = filterFor(wanted)
  filter.setCount(new shared.Empty())
  filter.setCheckpointintervalmultiplier(1)
  const options = readOptions('forwards', undefined)
  options.setAll(placeInLog(after, 'forwards'))
  options.setFilter(filter)
  return requestWith(options)
}

/** Readers of more types than this want most of the log, and a filter on the server would spare nothing. */
const fewTypes = 16

/** The filter on the server. It filters by types or by streams, never by both, so the reader checks each event again. */
const filterFor = ({ types, streamPrefixes }: LogFilter): messages.ReadReq.Options.FilterOptions => {
  const filter = new messages.ReadReq.Options.FilterOptions()
  const names = new messages.ReadReq.Options.FilterOptions.Expression()
  const rare = types && types.length <= fewTypes ? types : undefined
  const prefixes = rare ?? streamPrefixes
  if (prefixes === undefined) names.setRegex('^[^$]')
  else if (prefixes.length === 0) names.setRegex('^$')
  else names.setPrefixList([...prefixes])
  if (rare) filter.setEventType(names)
  else filter.setStreamIdentifier(names)
  return filter
}

/** Sends no deadline: the server would compare it with its own clock, which may differ from ours. */
export const batchAppendRequest = ({ id, stream, events, expectedRevision }: AppendRequest): messages.BatchAppendReq => {
  const options = new messages.BatchAppendReq.Options()
  options.setStreamIdentifier(identifierOf(stream))
  if (expectedRevision === noStream) options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expectedRevision))
  const request = new messages.BatchAppendReq()
  request.setCorrelationId(uuidOf(id))
  request.setOptions(options)
  request.setProposedMessagesList(events.map(proposedMessage))
  request.setIsFinal(true)
  return request
}

export type Recorded = {
  readonly stream: string
  readonly revision: number
  readonly position: bigint
  readonly event: RecordedEvent | undefined
}

/**
 * The record in a response; its event only where it is wanted and one of ours, which are JSON: what EventStoreDB writes for itself is not.
 * @throws DamagedEvent
 */
export const recordedIn = (response: messages.ReadResp, wanted: Wanted): Recorded | undefined => {
  const recorded = response.getEvent()?.getEvent()
  if (!recorded) return undefined
  const stream = text(recorded.getStreamIdentifier()!.getStreamName_asU8())
  const position = BigInt(recorded.getCommitPosition())
  const description = recorded.getMetadataMap()
  const type = description.get('type') ?? ''
  const ours = !isSystem(stream) && !isSystem(type) && wanted({ stream, type }) && description.get('content-type') === json
  const revision = Number(recorded.getStreamRevision())
  if (!ours) return { stream, revision, position, event: undefined }
  const metadata = recorded.getCustomMetadata_asU8()
  const event = {
    id: recorded.getId()!.getString(),
    type,
    data: parsed(recorded.getData_asU8(), position),
    metadata: metadata.length > 0 ? parsed(metadata, position) : {},
    stream,
    revision,
    position,
  }
  return { stream, revision, position, event }
}

const json = 'application/json'

const parsed = (bytes: Uint8Array, position: bigint): JsonObject => {
  try {
    return JSON.parse(text(bytes))
  } catch (error) {
    throw new DamagedEvent(position, { cause: error })
  }
}

const proposedMessage = ({ id, type, data, metadata, texts }: EventData): messages.BatchAppendReq.ProposedMessage => {
  const message = new messages.BatchAppendReq.ProposedMessage()
  message.setId(uuidOf(id))
  message.getMetadataMap().set('type', type)
  message.getMetadataMap().set('content-type', json)
  message.setData(Buffer.from(texts?.data ?? JSON.stringify(data)))
  message.setCustomMetadata(Buffer.from(texts?.metadata ?? JSON.stringify(metadata)))
  return message
}

const readOptions = (direction: 'forwards' | 'backwards', count: number | undefined): messages.ReadReq.Options => {
  const uuids = new messages.ReadReq.Options.UUIDOption()
  uuids.setString(new shared.Empty())
  const options = new messages.ReadReq.Options()
  options.setUuidOption(uuids)
  options.setReadDirection(direction === 'forwards' ? 0 : 1)
  options.setNoFilter(new shared.Empty())
  if (count === undefined) options.setSubscription(new messages.ReadReq.Options.SubscriptionOptions())
  else options.setCount(String(count))
  return options
}

const placeInLog = (after: bigint | undefined, direction: 'forwards' | 'backwards'): messages.ReadReq.Options.AllOptions => {
  const place = new messages.ReadReq.Options.AllOptions()
  if (after !== undefined) {
    const position = new messages.ReadReq.Options.Position()
    position.setCommitPosition(String(after))
    position.setPreparePosition(String(after))
    place.setPosition(position)
  } else if (direction === 'forwards') place.setStart(new shared.Empty())
  else place.setEnd(new shared.Empty())
  return place
}

const requestWith = (options: messages.ReadReq.Options): messages.ReadReq => {
  const request = new messages.ReadReq()
  request.setOptions(options)
  return request
}

const identifierOf = (stream: string): shared.StreamIdentifier => {
  const identifier = new shared.StreamIdentifier()
  identifier.setStreamName(Buffer.from(stream))
  return identifier
}

const uuidOf = (id: string): shared.UUID => {
  const uuid = new shared.UUID()
  uuid.setString(id)
  return uuid
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
