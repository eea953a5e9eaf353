// Delivers an event to a process in every way that the runner may: twice, to two instances at once, and again after a crash before or behind any of
// its commands. Whatever the way, the log has to end the same.
import { randomUUID } from 'node:crypto'
import * as assert from 'uvu/assert'
import { type Handle, type Load, openAggregates } from '../../src/commands/handler.ts'
import type { DomainEvent, StoredEvent } from '../../src/events/catalogue.ts'
import type { Later, Process } from '../../src/processes/process.ts'
import { openDeliveries } from '../../src/processes/running/deliveries.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import type { EventLog, WriteContext } from '../../src/stores/event-log.ts'
import { appendTo, context, openStores } from '../stores/log.ts'

/** When everything happens, unless a case says otherwise. */
export const now = new Date('2026-11-22T10:00:00.000Z')

export type Dependencies = {
  readonly handle: Handle
  readonly load: Load
  readonly log: EventLog
  readonly now: () => Date
  readonly passed: () => Promise<boolean>
}

/** Each way of each case has an aggregate and an account of its own. */
export type Ids = { readonly id: string; readonly accountId: string }

type Events = readonly DomainEvent[]
type Streams = { readonly [stream: string]: Events }
type Of<Value> = Value | ((ids: Ids) => Value)

type Case = {
  /** Its name. */
  readonly aggregate: string
  readonly history: Of<Events>
  /** Which event of it is delivered, counted from 0; the last when absent. */
  readonly delivered?: number
  /** What other streams hold before. */
  readonly beside?: Of<Streams>
  /** Who wrote all of that. */
  readonly written?: Partial<WriteContext>
  /** When each event of the history was written. */
  readonly recordedAt?: Of<readonly Date[]>
  readonly at?: Of<Date>
  readonly process: (dependencies: Dependencies, ids: Ids, documents: DocumentStore) => Process
}

type Outcome = {
  /** What the process appends to the stream, in this order. */
  readonly leadsTo: Of<readonly unknown[]>
  /** What it appends to other streams. */
  readonly leadsBeside?: Of<{ readonly [stream: string]: readonly unknown[] }>
  /** What it keeps outside the log: how a test reads it, and what it has to be. */
  readonly keeps?: { readonly read: (ids: Ids, documents: DocumentStore) => Promise<unknown>; readonly as: unknown }
  /** What is compared of an event, where not all of it can be foreseen. Absent: its type and data. */
  readonly told?: (event: DomainEvent) => unknown
  /** Around how many of its commands it is killed; around all when absent. */
  readonly kills?: number
  /** When it wants the event again, in milliseconds from now; null: it does not. */
  readonly again?: Of<number | null>
}

const valueFor = <Value>(value: Of<Value>, ids: Ids): Value => (typeof value === 'function' ? (value as (ids: Ids) => Value)(ids) : value)

class Crash extends Error {}

type Fault = { readonly where: 'before' | 'behind'; readonly command: number }

/** Breaks off once, before or behind that command (counted from 1). */
const crashing = (handle: Handle, { where, command: last }: Fault): Handle => {
  let count = 0
  return async (...command) => {
    if (++count !== last) return handle(...command)
    if (where === 'behind') await handle(...command)
    throw new Crash('the service was killed')
  }
}

/** Delivers to an instance of its own. @param fault that happens once */
type Deliver = (fault?: Fault) => Promise<Later | undefined>

const ways: { readonly [way: string]: (deliver: Deliver) => Promise<Later | undefined> } = {
  once: (deliver) => deliver(),
  twice: async (deliver) => {
    await deliver()
    return deliver()
  },
  'to two instances at once': async (deliver) => {
    const both = await Promise.allSettled([deliver(), deliver()])
    assert.ok(
      both.some(({ status }) => status === 'fulfilled'),
      'one of them gets through',
    )
    // One that met the other's append is delivered again.
    return deliver()
  },
}

/** @returns whether the process got as far as that command */
const afterCrash = async (deliver: Deliver, fault: Fault): Promise<boolean> => {
  try {
    await deliver(fault)
    return false
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    await deliver()
    return true
  }
}

/** All over one log. */
export const openEveryWay = async () => {
  const { log, documents, close } = await openStores()

  const given = async ({
    aggregate,
    history,
    delivered: place = -1,
    beside = {},
    written: by,
    recordedAt = [],
    at = now,
    process,
  }: Case) => {
    const ids: Ids = { id: randomUUID(), accountId: randomUUID() }
    const time = valueFor(at, ids)
    const stream = `${aggregate}-${ids.id}`
    const append = (at?: Date) => appendTo(log, () => context({ accountId: ids.accountId, ...by, ...(at ? { at } : {}) }))
    for (const [other, events] of Object.entries(valueFor(beside, ids))) await append()(other, ...events)
    const held = valueFor(history, ids)
    const times = valueFor(recordedAt, ids)
    if (times.length === 0) await append()(stream, ...held)
    else for (const [index, event] of held.entries()) await append(times[index])(stream, event)
    const event = (await log.read(stream)).at(place) as StoredEvent
    const deliver = async (fault?: Fault, timeoutMs = 60_000) => {
      const { handle, load } = openAggregates(log)
      const dependencies = { load, log, now: () => time, passed: async () => true }
      const instance = process({ ...dependencies, handle: fault ? crashing(handle, fault) : handle }, ids, documents)
      if (instance.takes?.(event.metadata) === false) return undefined
      return openDeliveries({ process: instance, now: () => time, timeoutMs }).deliver(event, 1)
    }
    const appendedTo = async (name: string, from: number) => (await log.read(name)).slice(from).map(({ type, data }) => ({ type, data }))
    /** What these streams hold beyond what they held before. */
    const written = async (others: readonly string[]): Promise<Streams> => {
      const before: Streams = { ...valueFor(beside, ids), [stream]: held }
      const names = [...new Set([...others, ...Object.keys(before)])]
      const all = await Promise.all(names.map(async (name) => [name, await appendedTo(name, before[name]?.length ?? 0)] as const))
      return Object.fromEntries(all.filter(([, events]) => events.length > 0)) as Streams
    }
    return { ids, time, stream, deliver, written }
  }

  const assertIn = async (
    way: string,
    { leadsTo, leadsBeside = {}, keeps, told = (event) => event }: Outcome,
    { ids, stream, written }: Awaited<ReturnType<typeof given>>,
  ) => {
    const expected: { readonly [name: string]: readonly unknown[] } = { [stream]: valueFor(leadsTo, ids), ...valueFor(leadsBeside, ids) }
    const events = await written(Object.keys(expected))
    for (const name of new Set([...Object.keys(expected), ...Object.keys(events)]))
      assert.equal((events[name] ?? []).map(told), expected[name] ?? [], `${name}, delivered ${way}`)
    if (keeps) assert.equal(await keeps.read(ids, documents), keeps.as, `what it keeps, delivered ${way}`)
  }

  return {
    /** Asserts of each way that the log ends as it should. */
    inEveryWay: async (each: Case & Outcome): Promise<void> => {
      for (const [way, deliveredSo] of Object.entries(ways)) {
        const scene = await given(each)
        const later = await deliveredSo(scene.deliver)
        await assertIn(way, each, scene)
        // What a first delivery ended, a second one need not wait for.
        if (way !== 'once') continue
        const again = later ? later.at.getTime() - scene.time.getTime() : null
        assert.is(again, valueFor<number | null>(each.again ?? null, scene.ids), 'when it is wanted again')
      }
      for (const where of ['before', 'behind'] as const)
        for (let command = 1, crashed = true; crashed && command <= (each.kills ?? Number.POSITIVE_INFINITY); command++) {
          const scene = await given(each)
          crashed = await afterCrash(scene.deliver, { where, command })
          await assertIn(`again after a crash ${where} command ${command}`, each, scene)
        }
    },

    /** The message with which a single delivery fails. It may append nothing. @param timeoutMs after which it is broken off */
    failing: async (each: Case, timeoutMs?: number): Promise<string> => {
      const { deliver, written } = await given(each)
      const failure = await deliver(undefined, timeoutMs).then(
        () => new Error('it did not fail'),
        (error: Error) => error,
      )
      assert.equal(await written([]), {}, 'nothing was appended')
      return failure.message
    },

    close,
  }
}
