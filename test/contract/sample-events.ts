// Events and stream names for the tests of the event stores, and short ways to look at what was read.
import { randomUUID } from 'node:crypto'
import type { EventData, EventStore, RecordedEvent } from '../../src/stores/event-store.ts'
import { inTime } from '../eventually.ts'

/** A stream name, or a prefix of some, that no other test has. */
export const unique = (name: string): string => `${name}-${randomUUID()}-`

export const someEvent = (): EventData => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: { note: 'Ünïcode ✓', amount: 12.5, tags: ['a', 'b'] },
  metadata: { account_id: randomUUID(), request_id: randomUUID() },
})

export const someEvents = (count: number): EventData[] => Array.from({ length: count }, someEvent)

/** The position of the log's last event; undefined when the log is empty. */
export const headOf = async (store: EventStore): Promise<bigint | undefined> =>
  (await all(store.readAll({ direction: 'backwards', limit: 1 })))[0]?.position

export const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => inTime('the log is read to its end', Array.fromAsync(items))

export const idOf = (event: EventData): string => event.id
export const positions = (events: readonly RecordedEvent[]): bigint[] => events.map((event) => event.position)
export const grow = (numbers: readonly bigint[]): boolean => numbers.every((number, n) => n === 0 || number > numbers[n - 1]!)
