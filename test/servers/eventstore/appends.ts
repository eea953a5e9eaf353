// The two ways to append to the EventStoreDB test server: Append (one call per append, refusals in the answer)
// and BatchAppend (one long call, an answer per correlation id, refusals as a packed status).
import type codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import messages from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import { broken, type Fault } from './faults.ts'
import type { AppendOutcome, ExpectedRevision, Log, ProposedEvent } from './log.ts'

type Write = { readonly stream: string; readonly expected: ExpectedRevision; readonly events: ProposedEvent[] }
type Node = { readonly log: Log; readonly takeFault: () => Fault | undefined }

/** EventStoreDB's default for MaxAppendSize. */
const maxAppendSize = 1024 * 1024

export const appendTo =
  ({ log, takeFault }: Node): IStreamsServer['append'] =>
  (call, answer) => {
    let write: Write | undefined
    call.on('data', (request: messages.AppendReq) => {
      const options = request.getOptions()
      if (options) write = { stream: nameIn(options.getStreamIdentifier()), expected: expectedIn(options), events: [] }
      const proposed = request.getProposedMessage()
      if (proposed) write?.events.push(eventIn(proposed))
    })
    call.on('end', () => {
      const { stream, expected, events } = write!
      const carryOut = () => answer(null, appendAnswer(log.append(stream, events, expected), expected))
      underFault(takeFault(), carryOut, {
        refuse: answer,
        applyOnly: () => log.append(stream, events, expected),
      })
    })
  }

export const batchAppendTo =
  ({ log, takeFault }: Node): IStreamsServer['batchAppend'] =>
  (call) => {
    const writes = new Map<string, Write>()
    call.on('data', (request: messages.BatchAppendReq) => {
      const id = request.getCorrelationId()!.getString()
      const options = request.getOptions()
      if (options) {
        writes.set(id, { stream: nameIn(options.getStreamIdentifier()), expected: expectedIn(options), events: [] })
      }
      const write = writes.get(id)
      write?.events.push(...request.getProposedMessagesList().map(eventIn))
      if (!write || !request.getIsFinal()) return
      writes.delete(id)
      const { stream, expected, events } = write
      const fault = takeFault()
      const carryOut = () => {
        const answer =
          refusalOf(log, { stream, expected, events }, fault) ?? batchAnswer(log.append(stream, known(events, fault), expected), expected)
        if (fault?.kind === 'noPosition') answer.getSuccess()?.clearPosition()
        answer.setCorrelationId(request.getCorrelationId())
        const identifier = new shared.StreamIdentifier()
        identifier.setStreamName(Buffer.from(stream))
        answer.setStreamIdentifier(identifier)
        call.write(answer)
      }
      underFault(fault, carryOut, {
        refuse: (error) => call.emit('error', error),
        applyOnly: () => log.append(stream, events, expected),
      })
    })
    call.on('end', () => call.end())
  }

const refusalOf = (log: Log, { stream, events }: Write, fault: Fault | undefined): messages.BatchAppendResp | undefined => {
  if (fault?.kind === 'denied') return refused(permissionDenied, 'AccessDenied')
  if (fault?.kind === 'notReady') return notReady()
  if (log.given(stream) === 'tombstoned') return refused(failedPrecondition, 'StreamDeleted')
  const size = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0)
  return size > maxAppendSize ? tooLarge() : undefined
}

const known = (events: readonly ProposedEvent[], fault: Fault | undefined): readonly ProposedEvent[] =>
  fault?.kind === 'forgetsIds' ? events.map((event) => ({ ...event, id: crypto.randomUUID() })) : events

const underFault = (
  fault: Fault | undefined,
  carryOut: () => void,
  { refuse, applyOnly }: { refuse: (error: typeof broken) => void; applyOnly: () => void },
): void => {
  switch (fault?.kind) {
    case 'error':
      refuse(fault.error)
      break
    case 'delay':
      setTimeout(carryOut, fault.ms).unref()
      break
    case 'silence':
      break
    case 'answerLost':
      applyOnly()
      refuse(broken)
      break
    default:
      carryOut()
  }
}

const appendAnswer = (outcome: AppendOutcome, expected: ExpectedRevision): messages.AppendResp => {
  const answer = new messages.AppendResp()
  if ('written' in outcome) {
    const success = new messages.AppendResp.Success()
    const position = new messages.AppendResp.Position()
    position.setCommitPosition(String(outcome.written.position))
    position.setPreparePosition(String(outcome.written.position))
    success.setCurrentRevision(String(outcome.written.revision))
    success.setPosition(position)
    answer.setSuccess(success)
    return answer
  }
  const wrong = new messages.AppendResp.WrongExpectedVersion()
  if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentRevision(String(outcome.current))
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
  else if (expected === 'stream exists') wrong.setExpectedStreamExists(new shared.Empty())
  else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty())
  else wrong.setExpectedRevision(String(expected))
  answer.setWrongExpectedVersion(wrong)
  return answer
}

const batchAnswer = (outcome: AppendOutcome, expected: ExpectedRevision): messages.BatchAppendResp => {
  const answer = new messages.BatchAppendResp()
  if ('written' in outcome) {
    const success = new messages.BatchAppendResp.Success()
    const position = new shared.AllStreamPosition()
    position.setCommitPosition(String(outcome.written.position))
    position.setPreparePosition(String(outcome.written.position))
    success.setCurrentRevision(String(outcome.written.revision))
    success.setPosition(position)
    answer.setSuccess(success)
    return answer
  }
  const wrong = new shared.WrongExpectedVersion()
  if (outcome.current < 0) wrong.setCurrentNoStream(new shared.Empty())
  else wrong.setCurrentStreamRevision(String(outcome.current))
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty())
  else if (expected === 'stream exists') wrong.setExpectedStreamExists(new shared.Empty())
  else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty())
  else wrong.setExpectedStreamPosition(String(expected))
  answer.setError(statusOf(alreadyExists, 'WrongExpectedVersion', wrong.serializeBinary()))
  return answer
}

const tooLarge = (): messages.BatchAppendResp => {
  const answer = new messages.BatchAppendResp()
  const details = new shared.MaximumAppendSizeExceeded()
  details.setMaxappendsize(maxAppendSize)
  answer.setError(statusOf(invalidArgument, 'MaximumAppendSizeExceeded', details.serializeBinary()))
  return answer
}

/** Refused for a reason that says all by its name. */
const refused = (code: codes.Code, name: 'AccessDenied' | 'StreamDeleted'): messages.BatchAppendResp => {
  const answer = new messages.BatchAppendResp()
  answer.setError(statusOf(code, name, new shared[name]().serializeBinary()))
  return answer
}

/** The server gives no code, and details that say nothing. */
const notReady = (): messages.BatchAppendResp => {
  const answer = new messages.BatchAppendResp()
  const details = new any.Any()
  details.pack(new Uint8Array(), 'google.protobuf.Empty')
  const error = new statuses.Status()
  error.setMessage('Server Is Not Ready')
  error.setDetails(details)
  answer.setError(error)
  return answer
}

const failedPrecondition: codes.Code = 9
const permissionDenied: codes.Code = 7
const invalidArgument: codes.Code = 3
const alreadyExists: codes.Code = 6

const statusOf = (code: codes.Code, name: string, content: Uint8Array): statuses.Status => {
  const details = new any.Any()
  details.pack(content, `event_store.client.${name}`)
  const error = new statuses.Status()
  error.setCode(code)
  error.setMessage(name)
  error.setDetails(details)
  return error
}

const expectedIn = (options: messages.AppendReq.Options | messages.BatchAppendReq.Options): ExpectedRevision => {
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'stream exists'
  if (options.hasNoStream()) return -1
  return Number(options instanceof messages.AppendReq.Options ? options.getRevision() : options.getStreamPosition())
}

const eventIn = (proposed: messages.AppendReq.ProposedMessage | messages.BatchAppendReq.ProposedMessage): ProposedEvent => ({
  id: proposed.getId()!.getString(),
  type: proposed.getMetadataMap().get('type') ?? '',
  contentType: proposed.getMetadataMap().get('content-type') ?? '',
  data: proposed.getData_asU8(),
  metadata: proposed.getCustomMetadata_asU8(),
})

const nameIn = (identifier: shared.StreamIdentifier | undefined): string => Buffer.from(identifier!.getStreamName_asU8()).toString()
