// The command handler: sees where an aggregate stands, lets the decider decide, claims the unique values, appends what follows, and does it again
// when somebody was faster.
// With claims.ts, which is a part of it, the only file of this room that touches the store.

import { setTimeout as pause } from 'node:timers/promises'
import type { DomainEvent } from '../events/catalogue.ts'
import { modeIn } from '../events/modes.ts'
import { beginning, type EventLog, eventId, isDerived, type WriteContext } from '../stores/event-log.ts'
import { WrongExpectedRevision } from '../stores/event-store.ts'
import { account } from './account.ts'
import { openClaims } from './claims.ts'
import { type Aggregate, streamOf } from './decider.ts'
import { type HasAnother, NeedsAnother, openOversight, proposedIn, proposerIn } from './needs-another.ts'
import { Refused, refused } from './refused.ts'
import { openSnapshots, type Snapshot, type SnapshotLog } from './snapshots.ts'

/**
 * The state after the command and the position that a reader must wait for, which is that of the newest event decided on when the command
 * changed nothing: another writer may have put it there a moment ago. Null when the stream is empty.
 */
export type Handled<State> = { readonly state: State; readonly position: bigint | null }

export type Handle = <State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  id: string,
  command: Command,
  context: WriteContext,
) => Promise<Handled<State>>

/** An aggregate's state as the log has it now. */
export type Load = <State, Command, Event extends DomainEvent>(aggregate: Aggregate<State, Command, Event>, id: string) => Promise<State>

/** An aggregate's state as it is in memory, and where that ends; undefined where nothing is. The log may hold more by now. */
export type Known = <State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
  id: string,
) => Pick<Snapshot<State>, 'state' | 'end'> | undefined

/** The number of times that other writers may be faster before the client is told to try again. */
const attempts = 20

/** A stream so contended that the command could not be appended in time. */
export class Contended extends Error {
  override readonly name = 'Contended'
}

export type Aggregates = { readonly handle: Handle; readonly load: Load; readonly known: Known }

/**
 * How commands reach the aggregates of a log.
 *
 * `handle` @throws Proposed when the account requires a second person for what the command leads to: it waits for one; Refused when the decider refuses, or another aggregate has a value that the command claims: nothing is appended then;
 * StoreUnavailable; Contended; StreamAltered. The same `context.commandId` again changes nothing and answers with the state as it is now.
 * @example
 * import { reservation } from 'src/commands/reservation.ts'
 * const appended = { revision: 0, position: 1n, hash: '', ids: [] }
 * const { handle } = openAggregates({ read: async () => [], append: async (_, events) => ({ ...appended, events }) })
 * const actor = { type: 'operator', id: 'desk' } as const
 * const context = { accountId: 'a', actor, commandId: '0198c0de-0000-7000-8000-000000000001', at: new Date() }
 * const { state, position } = await handle(reservation, 'id', { type: 'Take', kind: 'name', owner: 'business-1' }, context)
 * [state.owner, position] // => ['business-1', 1n]
 */
export const openAggregates = (
  log: SnapshotLog & Pick<EventLog, 'append'> & Partial<Pick<EventLog, 'check'>>,
  { hasAnother = async () => true }: { readonly hasAnother?: HasAnother } = {},
): Aggregates => {
  const snapshots = openSnapshots(log)
  const inTurn = turns()
  const load: Load = async (aggregate, id) => (await snapshots.of(aggregate, id)).state

  const oversight = openOversight({ log, hasAnother, ruleOf: async (accountId) => (await load(account, accountId)).twoPersonRule })

  /** @throws NeedsAnother */
  const handleAlone: Handle = (aggregate, id, command, context) => {
    const stream = streamOf(aggregate, id)
    type Stands = Snapshot<typeof aggregate.initial>
    const eventsAfter = ({ state, ids, mode }: Stands) => {
      // The one guard on writes: to a test key, what a live key made does not exist, and the other way round.
      if (mode && context.mode && mode !== context.mode) throw refused('object_not_found')
      return ids.has(eventId(context.commandId, 0)) ? [] : aggregate.decide(command, state)
    }

    const append = async (behind: Stands, events: ReturnType<typeof eventsAfter>) => {
      await oversight.requireOne(aggregate, { command, state: behind.state, events }, context)
      const claims = aggregate.claims?.(command, behind.state) ?? []
      const within = { ...context, mode: behind.mode ?? modeIn(events[0]?.data ?? {}) ?? context.mode, proposedBy: proposerIn(events) }
      const written = await withClaims({ claims, owner: stream, context: within }, () =>
        log.append(stream, events, behind.end ?? beginning(stream), within).catch((error) => {
          snapshots.mistrust(aggregate, id)
          throw error
        }),
      )
      return snapshots.appended(aggregate, id, { behind, written, mayRepeat: !written.isNew && isDerived(context.commandId) })
    }

    /** The stream seems to be empty. As after appends that were all refused, somebody may have altered it in the store; only then is that looked into. */
    let isDoubtful = false
    const attempt = async () => {
      const remembered = snapshots.remembered(aggregate, id)
      const tried = remembered && eventsOrNone(() => eventsAfter(remembered))
      // What is remembered may be stale: only the current state refuses a command, asks for a second person, or finds that nothing changes.
      if (remembered && tried?.length) {
        const written = await append(remembered, tried).catch((error: unknown) => {
          if (!(error instanceof NeedsAnother)) throw error
        })
        if (written) return written
      }
      const current = await snapshots.of(aggregate, id)
      isDoubtful = current.end === null
      const events = eventsAfter(current)
      return events.length === 0 ? current : append(current, events)
    }
    const attemptsChecked = async () => {
      try {
        return await untilNotOvertaken(stream, attempt)
      } catch (error) {
        if (error instanceof Contended || (error instanceof Refused && isDoubtful)) await log.check?.(stream)
        throw error
      }
    }
    return inTurn(stream, attemptsChecked)
  }

  const handle: Handle = async (aggregate, id, command, context) => {
    const signed = aggregate.isSigned ? { ...command, by: await oversight.partyOf(context) } : command
    try {
      return await handleAlone(aggregate, id, signed, context)
    } catch (error) {
      if (!(error instanceof NeedsAnother)) throw error
      const { proposals, proposing } = await oversight.proposing(error, context)
      const { state, position } = await handleAlone(proposals, id, proposing, { ...context, commandId: proposing.proposalId })
      throw proposedIn(state, proposing, position)
    }
  }

  const modeOf = async (stream: string) => (await log.read(stream, { limit: 1 }))[0]?.metadata.mode
  const withClaims = openClaims({ handle, load, modeOf })
  return { handle, load, known: snapshots.remembered }
}

const eventsOrNone = <Event>(decide: () => readonly Event[]): readonly Event[] => {
  try {
    return decide()
  } catch {
    return []
  }
}

const untilNotOvertaken = async <Value>(stream: string, attempt: () => Promise<Value>): Promise<Value> => {
  for (let count = 0; count < attempts; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error
      // Instances that collided wait for a random time, so that they do not collide again. It grows with each collision: there may be many of them.
      if (count > 0) await pause(Math.random() * Math.min(2 ** count, 100))
    }
  }
  throw new Contended(`${stream} was written by others ${attempts} times in a row`)
}

/** The commands of this service process for one stream go one after the other. At the same time, all but one would be refused and tried again. */
const turns = () => {
  const last = new Map<string, Promise<unknown>>()
  return <Value>(stream: string, task: () => Promise<Value>): Promise<Value> => {
    const before = last.get(stream)
    const turn = before ? before.then(task, task) : task()
    last.set(stream, turn)
    const leave = () => {
      if (last.get(stream) === turn) last.delete(stream)
    }
    turn.then(leave, leave)
    return turn
  }
}
