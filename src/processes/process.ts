// What a process is: it reads events and sends commands. The ids of its commands derive from the event, so that a second delivery changes nothing.
import type { EventType, StoredEvent } from '../events/catalogue.ts'
import type { EventMetadata } from '../events/define.ts'
import type { Share } from '../projections/checkpoints.ts'
import type { WriteContext } from '../stores/event-log.ts'
import type { RecordedEvent } from '../stores/event-store.ts'
import type { Poller } from './running/poller.ts'

/** Returned by a reaction that wants the same event again at that time; other events of the aggregate go on meanwhile. */
export type Later = { readonly at: Date }

export type Delivery = {
  /** Counts from 1: how often this event has been delivered, deferrals included. */
  readonly count: number
  /** The context of a command that follows from the event; `step` tells several commands of one reaction apart. */
  readonly context: (step: string) => WriteContext
  /** Aborted when the service stops or the time for one reaction is up. */
  readonly signal: AbortSignal
}

export type Reaction<Type extends EventType> = (event: StoredEvent<Type>, delivery: Delivery) => Promise<Later | undefined>

export type Process = {
  /** Unique: its checkpoint, its retry inbox and its metrics use this name. */
  readonly name: string
  /** In whose name its commands are sent; its own name when absent. */
  readonly actor?: string
  /** Whether it works on an event of its types; on all of them when absent. */
  readonly takes?: (metadata: EventMetadata) => boolean
  readonly on: { readonly [Type in EventType]?: Reaction<Type> }
  /**
   * Called with each event as it was recorded, in the order of the log, before a reaction to it or to a later one begins.
   * @returns whether there may be something to do about it, as far as is known without a look-up; otherwise no reaction follows
   */
  readonly seen?: (event: RecordedEvent) => boolean
  /** Its reactions are short and somebody waits for them: they come before those of other processes. */
  readonly prompt?: boolean
  /** It follows the machine's clock also for streams that follow a test clock. */
  readonly inRealTime?: boolean
  /** Work that goes on beside the reactions, for the accounts of this share. @returns what ends it */
  readonly alongside?: (share: Share, poller: Poller) => Promise<() => Promise<void>>
}

/**
 * A process as two, each at its own pace: the requests of people and clients do not wait behind the events of other processes, such as the thousands
 * of orders of a batch. Both do the same with an event.
 * @example
 * inPriorityLanes({ name: 'verification', on: {} }).map(({ name }) => name) // => ['verification', 'bulk_verification']
 */
export const inPriorityLanes = (process: Process): readonly Process[] => {
  const { name, on, prompt = false } = process
  return [
    { ...process, takes: isAskedFor },
    { name: `bulk_${name}`, actor: name, on, prompt, takes: (metadata) => !isAskedFor(metadata) },
  ]
}

const isAskedFor = ({ actor }: EventMetadata): boolean => actor.type !== 'process'

/**
 * Asks for the same event again, that many milliseconds after a moment.
 * @example
 * later('2026-03-01T10:00:00.000Z', 60_000) // => { at: new Date('2026-03-01T10:01:00.000Z') }
 */
export const later = (from: Date | string, milliseconds: number): Later => ({ at: new Date(new Date(from).getTime() + milliseconds) })
