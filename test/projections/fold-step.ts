// Folds events into a document one at a time and compares the whole document after each: what an event does not name has to stay as it was.
import * as assert from 'uvu/assert'
import type { EventType, StoredEvent } from '../../src/events/catalogue.ts'
import type { Projection } from '../../src/projections/projection.ts'
import { samples } from '../events/samples.ts'
import { filled } from '../filled.ts'
import { accountId } from '../stores/log.ts'

export const id = '0198c0de-0000-7000-8000-000000000001'
export const other = '0198c0de-0000-7000-8000-000000000002'
export const actor = { type: 'user' as const, id: other }

/** When the event of that place happened: a day for each. */
export const at = (place: number): string => new Date(Date.UTC(2026, 0, 1 + place)).toISOString()

type Given = {
  /** Instead of members of the frozen sample. */
  readonly data?: object
  /** Which of the samples. */
  readonly sample?: number
  readonly metadata?: object
}

/** The sample of the type as the log gives it back at that place of its stream. */
export const eventAt = (place: number, stream: string, type: EventType, { data, sample = 0, metadata }: Given = {}): StoredEvent =>
  // The samples are of the type by their name alone.
  ({
    id: `event-${place}`,
    type,
    stream,
    revision: place,
    position: BigInt(place),
    data: { ...samples[type][sample]?.data, ...data },
    metadata: { account_id: accountId, actor, recorded_at: at(place), ...metadata },
  }) as unknown as StoredEvent

/** Which event comes, what it makes of the document (null: it is deleted), and what differs from its sample. */
export type Step<Doc> = readonly [type: EventType, makes: Partial<Doc> | null, given?: Given]

/** The first step tells the whole document. Later ones tell what changes: a day after the one before, counted from 0. */
export const inSteps = <Doc extends object>(
  projection: Projection<Doc>,
  { stream, key = id }: { readonly stream: string; readonly key?: string },
  steps: readonly Step<Doc>[],
): void => {
  let held: Doc | null = null
  for (const [place, [type, makes, given]] of filled(steps.entries())) {
    const event = eventAt(place, stream, type, given)
    assert.ok(projection.types.has(type), `${type} is folded`)
    assert.ok(projection.keys(event).includes(key), `${type} concerns the document`)
    const expected: unknown = makes && { ...held, ...makes }
    held = projection.fold(held, [event], key)
    assert.equal(held, expected, `after ${type}, the event of place ${place}`)
  }
}
