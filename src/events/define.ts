// How events are declared: a zod schema per event type, the marks for personal data, and the types that follow from them.
import { z } from 'zod'
import type { Mode } from './modes.ts'

/** Who did it: the account through an API key, a user, a run of an agent, an operator, an employer behind a signed link, or the service itself. */
export type Actor = {
  readonly type: 'account' | 'api_key' | 'user' | 'run' | 'operator' | 'guest' | 'process'
  readonly id: string
  readonly name?: string
}

export type EventMetadata = {
  readonly account_id: string
  /** The world of the account that the stream belongs to; absent for what belongs to both (events/modes.ts). */
  readonly mode?: Mode
  readonly actor: Actor
  /** Who proposed the act that the actor confirmed; absent where one was enough. */
  readonly proposed_by?: Actor
  /** The HTTP request it came with; null for what the service does on its own. */
  readonly request_id: string | null
  /** The first cause: everything that follows from one request carries the same. */
  readonly correlation_id: string
  /** The event that a process reacted to; null when a client asked. */
  readonly causation_id: string | null
  readonly schema_version: number
  readonly recorded_at: string
  /** Where in a trace it was appended (W3C Trace Context), if the request or reaction was traced. */
  readonly traceparent?: string
  readonly prev_hash: string
  readonly hash: string
}

/** The event types of one aggregate with their schemas. */
export type EventSchemas = { readonly [type: string]: z.ZodObject }

/** The discriminated union `{type, data}` of an aggregate's events. */
export type EventOf<Schemas extends EventSchemas> = {
  [Type in keyof Schemas & string]: { readonly type: Type; readonly data: z.output<Schemas[Type]> }
}[keyof Schemas & string]

const personalFields = z.registry<{ readonly personal: true }>()
const subjectFields = z.registry<{ readonly subject: string }>()

const timelineMarks = z.registry<TimelineMark>()

/** Which entry of a business's timeline an event is, and the field of its data that holds what the entry is about. */
export type TimelineMark = { readonly type: string; readonly part: string }

/**
 * Makes an event of a business an entry of its timeline.
 * @example
 * import { z } from 'zod'
 * timelineMarkOf(onTimeline('note.created', 'note', z.object({ note: z.string() }))) // => { type: 'note.created', part: 'note' }
 */
export const onTimeline = <Schema extends z.ZodObject>(type: string, part: keyof Schema['shape'] & string, schema: Schema): Schema => {
  timelineMarks.add(schema, { type, part })
  return schema
}

export const timelineMarkOf = (schema: z.ZodObject): TimelineMark | undefined => timelineMarks.get(schema)

/** Marks a field as personal data: it is sealed with the key of its subject before it reaches the log. */
export const personal = <Schema extends z.ZodType>(schema: Schema): Schema => {
  personalFields.add(schema, { personal: true })
  return schema
}

/** Makes the object's own `field` (an id) the subject of the personal data inside; elsewhere the aggregate is the subject. */
export const subjectOf = <Schema extends z.ZodObject>(field: keyof Schema['shape'] & string, schema: Schema): Schema => {
  subjectFields.add(schema, { subject: field })
  return schema
}

/** The place of personal data in an event's data: a path to the field (`*` for every member of an array), and the place of its subject's id. */
export type PersonalPath = {
  readonly path: readonly string[]
  /** How many steps of the path lead to the object that names the subject, and the field there; null: the aggregate is the subject. */
  readonly subject: { readonly depth: number; readonly field: string } | null
}

/** The personal paths of a schema, found once when the catalogue is made. */
export const personalPaths = (schema: z.ZodType): readonly PersonalPath[] => walk(schema, [], null)

const walk = (schema: z.ZodType, path: readonly string[], subject: PersonalPath['subject']): PersonalPath[] => {
  if (personalFields.has(schema)) return [{ path, subject }]
  if (schema instanceof z.ZodObject) {
    const own = subjectFields.get(schema)
    const inner = own ? { depth: path.length, field: own.subject } : subject
    return Object.entries(schema.shape).flatMap(([key, field]) => walk(field as z.ZodType, [...path, key], inner))
  }
  if (schema instanceof z.ZodArray) return walk(schema.element as z.ZodType, [...path, '*'], subject)
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return walk(schema.unwrap() as z.ZodType, path, subject)
  return []
}
