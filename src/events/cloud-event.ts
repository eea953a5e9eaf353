// An event as a CloudEvent 1.0 (JSON format): how it leaves the service, in exports and in the feed.
import type { StoredEvent } from './catalogue.ts'

export type CloudEvent = {
  readonly specversion: '1.0'
  readonly id: string
  readonly source: string
  readonly type: string
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  readonly data: unknown
  /** Extension attributes: the place in the log and who did it. */
  readonly position: string
  readonly revision: number
  readonly accountid: string
  readonly actortype: string
  readonly actorid: string
  readonly hash: string
  /** The extension for distributed tracing; absent for what was not traced. */
  readonly traceparent?: string
}

export const cloudEvent = ({ id, type, stream, revision, position, data, metadata }: StoredEvent): CloudEvent => ({
  specversion: '1.0',
  id,
  source: `/probity/${stream}`,
  type: `probity.${type}`,
  subject: stream,
  time: metadata.recorded_at,
  datacontenttype: 'application/json',
  data,
  position: String(position),
  revision,
  accountid: metadata.account_id,
  actortype: metadata.actor.type,
  actorid: metadata.actor.id,
  hash: metadata.hash,
  ...(metadata.traceparent && { traceparent: metadata.traceparent }),
})
