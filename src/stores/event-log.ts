// The event log as the domain sees it, over the event store port: events are validated, sealed and chained on their way in,
// lifted to today's version and opened on their way out.

import { inOrder, jsonInOrder } from '../events/canonical-json.ts'
import {
  aggregateIdOf,
  catalogue,
  type DomainEvent,
  type EventType,
  personalData,
  readings,
  type StoredEvent,
} from '../events/catalogue.ts'
import { genesis, textsHash } from '../events/chain.ts'
import type { Actor, EventMetadata } from '../events/define.ts'
import { derivedId } from '../events/derived-id.ts'
import { isShared, type Mode, modeIn } from '../events/modes.ts'
import { open, type SubjectKeys, seal, sealedSubjectsIn, subjectsIn } from '../events/personal-data.ts'
import { currentVersion, upcast } from '../events/upcast.ts'
import {
  type Appended,
  type EventData,
  type EventStore,
  type JsonObject,
  type ReadOptions,
  type RecordedEvent,
  StreamAltered,
} from './event-store.ts'
import type { BegunKeys, KeyRing } from './key-ring.ts'
import { openModes } from './modes.ts'
import { inSlices, type Slices } from './slices.ts'
import { traced, traceparent } from './tracing.ts'

/** Who writes, why and when. `commandId` identifies the command: writing the same one again is a no-op. */
export type WriteContext = {
  readonly accountId: string
  /** The world of the account that a new stream belongs to. A stream that exists keeps its own. */
  readonly mode?: Mode | undefined
  readonly actor: Actor
  /** Who proposed the act that the actor confirmed. */
  readonly proposedBy?: Actor | undefined
  readonly commandId: string
  readonly requestId?: string | undefined
  readonly correlationId?: string | undefined
  readonly causationId?: string | undefined
  readonly at: Date
}

/** The end of a stream, to which the next event is chained. */
export type StreamEnd = { readonly revision: number; readonly hash: string }

/** The result of an append: the events as a reader gets them, their ids, and the hash for the next one. */
export type Written = Appended &
  StreamEnd & { readonly events: readonly DomainEvent[]; readonly ids: readonly string[]; readonly mode?: Mode | undefined }

export type EventLog = {
  readonly store: EventStore
  /** Appends behind `end`. @throws WrongExpectedRevision, StoreUnavailable, LostKey, and a ZodError for an event that its schema does not allow */
  readonly append: (stream: string, events: readonly DomainEvent[], end: StreamEnd, context: WriteContext) => Promise<Written>
  /** A stream's events, or a part of them. */
  readonly read: <Type extends EventType = EventType>(stream: string, options?: ReadOptions<Type>) => Promise<readonly StoredEvent<Type>[]>
  /** Forgets the keys of these subjects, which have been erased. */
  readonly forget: (subjects: readonly string[]) => void
  /** Counts the times that this process has learnt of erased subjects. Events read before the last time may contain their data. */
  readonly erasures: () => number
  /** @throws StreamAltered where the stream was altered in the store, past this program */
  readonly check: (stream: string) => Promise<void>
  /** Opens events read from the store, in slices; types that this program does not know, and events that it did not write, are left out. */
  readonly open: (events: readonly RecordedEvent[], slices?: Slices) => Promise<readonly StoredEvent[]>
}

/** The head of a stream before its first event. */
export const beginning = (stream: string): StreamEnd => ({ revision: -1, hash: genesis(stream) })

/**
 * The id of a command's n-th event: derived, so that appending the command's outcome twice is a no-op of the store.
 * @example
 * const id = '0198c0de-0000-7000-8000-000000000001'
 * eventId(id, 0) === eventId(id, 0) // => true
 * eventId(id, 0) === eventId(id, 1) // => false
 */
export const eventId = (commandId: string, index: number): string => derivedId(`event-${index}`, commandId)

/** Whether a command's id was derived from what caused it (uuid v5), so that another instance may have sent the same command before. */
export const isDerived = (commandId: string): boolean => commandId[14] === '5'

/**
 * The event log over an event store and the keys of personal data.
 * @example
 * import { openEmbeddedEventStore } from 'src/stores/embedded/event-store.ts'
 * import { openKeyRing } from 'src/stores/key-ring.ts'
 * import type { Records } from 'src/stores/document-store.ts'
 * const store = await openEmbeddedEventStore({ file: ':memory:' })
 * // No personal data is written here, so no record is read.
 * const log = openEventLog({ store, keyRing: openKeyRing({ records: { place: "records.sqlite" } as Records, masterKey: Buffer.alloc(32) }) })
 * const actor = { type: 'operator', id: 'desk' } as const
 * const context = { accountId: 'a', actor, commandId: '0198c0de-0000-7000-8000-000000000001', at: new Date() }
 * const taken = { type: 'ReservationTaken', data: { kind: 'name', owner: 'business-1' } } as const
 * const { revision, position } = await log.append('reservation-1', [taken], beginning('reservation-1'), context)
 * [revision, position] // => [0, 1n]
 * (await log.read('reservation-1')).map(({ type }) => type) // => ['ReservationTaken']
 * await store.close()
 */
export const openEventLog = ({ store, keyRing }: { store: EventStore; keyRing: KeyRing }): EventLog => {
  const withModes = openModes({ read: (stream, options) => store.read(stream, options) })

  const append: EventLog['append'] = (stream, events, end, context) =>
    traced('append', { attributes: { 'probity.stream': stream, 'probity.events': events.length } }, () =>
      appendEvents(stream, events, end, context),
    )

  /** The keys to seal with, and who takes the place of the record itself where it was erased. */
  const beginKeys = async (subjects: readonly string[], aggregateId: string, { actor }: WriteContext): Promise<Begun> => {
    const begun = await keyRing.begin(subjects)
    if (begun.keys.get(aggregateId) !== 'erased' || isAutomatic(actor)) return { ...begun, heirs: noHeirs }
    await begun.durable
    const heir = await keyRing.living(aggregateId)
    const keys = await keyRing.obtain([...subjects, heir])
    return { keys, durable: Promise.resolve(keys), heirs: new Map([[aggregateId, heir]]) }
  }

  const appendEvents: EventLog['append'] = async (stream, events, end, context) => {
    const aggregateId = aggregateIdOf(stream)
    const valid = events.map(({ type, data }): Valid => ({ type, data: readings[type](data) as JsonObject }))
    const memory = keyRing.opened()
    const subjects = new Set<string>()
    for (const { type, data } of valid) subjectsIn(data, personalData[type], aggregateId, subjects)
    const mode = modeOf(stream, valid, context)
    const { keys, durable, heirs } = subjects.size > 0 ? await beginKeys([...subjects], aggregateId, context) : nothingToSeal
    const sealedWith = (keys: SubjectKeys) => {
      const isErased = keys.size > 0 && [...keys.values()].includes('erased')
      const sealed =
        subjects.size === 0
          ? valid
          : valid.map(({ type, data }): Valid => ({ type, data: seal(data, personalData[type], aggregateId, keys, heirs) }))
      const read = isErased ? sealed.map(({ type, data }): Valid => ({ type, data: open(data, keys) as JsonObject })) : valid
      const recorded = chained(sealed, { before: end.hash, metadataOf: metadataIn(context, mode), commandId: context.commandId })
      return { sealed, read, recorded }
    }
    const soon = sealedWith(keys)
    const standing = await durable
    const { sealed, read, recorded } = standing === keys ? soon : sealedWith(standing)
    for (const [n, { type, data }] of read.entries()) if (personalData[type].length > 0) memory.set(sealed[n]!.data, data)
    const appended = await store.append(stream, recorded.events, end.revision)
    const ids = recorded.events.map(({ id }) => id)
    // The schemas have just parsed them.
    return { ...appended, hash: recorded.hash, events: read as readonly DomainEvent[], ids, mode }
  }

  const openEvents: EventLog['open'] = async (events, slices) => {
    const ours = events.filter((event) => event.type in catalogue && hasFingerprint(event))
    const known = (await withModes(ours)) as readonly (RecordedEvent & { readonly type: EventType })[]
    const memory = keyRing.opened()
    const subjects = new Set<string>()
    for (const event of known) if (maySeal(event) && !memory.has(event.data)) sealedSubjectsIn(event.data, subjects)
    const keys = subjects.size > 0 ? await keyRing.find([...subjects]) : noKeys
    const dataOf = (event: (typeof known)[number]) =>
      memory.get(event.data) ?? (subjects.size > 0 && maySeal(event) ? (open(event.data, keys) as JsonObject) : event.data)
    return inSlices(
      known,
      (event) => {
        const data = upcast(event.type, dataOf(event), versionOf(event))
        return (data === event.data ? event : { ...event, data }) as StoredEvent
      },
      slices,
    )
  }

  return {
    store,
    append,
    open: openEvents,
    check: async (stream) => {
      const found = await store.alterationOf?.(stream)
      if (found) throw new StreamAltered(`the record of ${stream} was altered in the event store: ${found.explanation}`)
    },
    read: async <Type extends EventType>(stream: string, options?: ReadOptions<Type>) => {
      const events = await store.read(stream, options)
      // Before most commands nothing new is there.
      const opened = events.length === 0 ? [] : await openEvents(events)
      // The store returns the types that were asked for.
      return opened as readonly StoredEvent<Type>[]
    },
    forget: keyRing.forget,
    erasures: keyRing.erasures,
  }
}

/** An event of ours, its data in the order of canonical JSON. */
type Valid = { readonly type: EventType; readonly data: JsonObject }

type Metadata = { readonly fields: JsonObject; readonly text: string }

/** The metadata of an append's events, all but the hashes: they differ in the version of the schema alone. */
const metadataIn = (context: WriteContext, mode: Mode | undefined) => {
  const byVersion = new Map<number, Metadata>()
  const common = inOrder({
    account_id: context.accountId,
    actor: context.actor,
    causation_id: context.causationId ?? null,
    correlation_id: context.correlationId ?? context.commandId,
    mode,
    proposed_by: context.proposedBy,
    recorded_at: context.at.toISOString(),
    request_id: context.requestId ?? null,
    schema_version: 1,
    traceparent: traceparent(),
  }) as JsonObject
  const made = (schemaVersion: number): Metadata => {
    const fields = { ...common, schema_version: schemaVersion }
    return { fields, text: jsonInOrder(fields) }
  }
  return (type: EventType): Metadata => {
    const version = currentVersion(type)
    const metadata = byVersion.get(version) ?? made(version)
    byVersion.set(version, metadata)
    return metadata
  }
}

type Chaining = { readonly before: string; readonly metadataOf: (type: EventType) => Metadata; readonly commandId: string }

/** The events as the store gets them, and the hash of the last one. The texts that are hashed are those that a store of our own writes. */
const chained = (sealed: readonly Valid[], { before, metadataOf, commandId }: Chaining) => {
  let previous = before
  const events = sealed.map(({ type, data }, index): EventData => {
    const { fields, text } = metadataOf(type)
    const dataText = jsonInOrder(data)
    const prev_hash = previous
    const hash = textsHash(prev_hash, { type, data: dataText, metadata: text })
    previous = hash
    const metadataText = `${text.slice(0, -1)},"prev_hash":${JSON.stringify(prev_hash)},"hash":"${hash}"}`
    const texts = { data: dataText, metadata: metadataText }
    return { id: eventId(commandId, index), type, data, metadata: { ...fields, prev_hash, hash }, texts }
  })
  return { events, hash: previous }
}

/** An event that names its own mode keeps it. */
const modeOf = (stream: string, [first]: readonly { readonly data: JsonObject }[], { mode }: WriteContext): Mode | undefined =>
  isShared(stream) ? undefined : (modeIn(first?.data ?? {}) ?? mode)

/** A person with rights on the store can write an event into one of our streams. It is not part of the chain. */
const hasFingerprint = ({ metadata }: RecordedEvent): boolean => typeof metadata.hash === 'string' && typeof metadata.prev_hash === 'string'

const versionOf = ({ metadata }: RecordedEvent): number => (metadata as EventMetadata).schema_version

/** Whether to look for sealed values: not in a type that has no personal data, unless an earlier version of it may have had some. */
const maySeal = (event: RecordedEvent & { readonly type: EventType }): boolean =>
  personalData[event.type].length > 0 || versionOf(event) < currentVersion(event.type)

const noKeys: SubjectKeys = new Map()

/** `heirs`: by the subject whose key was destroyed. */
type Begun = BegunKeys & { readonly heirs: ReadonlyMap<string, string> }
const noHeirs: Begun['heirs'] = new Map()
const nothingToSeal: Begun = { keys: noKeys, durable: Promise.resolve(noKeys), heirs: noHeirs }

/** What it writes of an erased record may come from before the erasure, and is left out. What others add is new. */
const isAutomatic = ({ type }: Actor): boolean => type === 'process' || type === 'run'
