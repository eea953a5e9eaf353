// A page of a long history reads its own part of the stream, and says the same as the whole.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../../src/events/catalogue.ts'
import { type BusinessHistory, businessAsOf, businessHistory } from '../../../src/inner/business/history.ts'
import { businessSnapshots, eventsPerSnapshot } from '../../../src/projections/business-snapshots.ts'
import { businesses } from '../../../src/projections/businesses.ts'
import { historyOf, recordAsOf } from '../../../src/projections/history.ts'
import { startProjector } from '../../../src/projections/projector.ts'
import { reader } from '../../../src/projections/read.ts'
import { beginning, openEventLog } from '../../../src/stores/event-log.ts'
import type { EventStore } from '../../../src/stores/event-store.ts'
import { submitted } from '../../commands/businesses.ts'
import { patienceMs } from '../../eventually.ts'
import { context, openStores, type Stores } from '../../stores/log.ts'

const { business_id: id } = submitted
const stream = `business-${id}`
const length = 1_050
const perPage = 100

/** Five minutes apart, with every seventh event recorded by an instance whose clock is an hour behind. */
const timeOf = (revision: number) => new Date(Date.UTC(2026, 0, 1) + revision * 300_000 - (revision % 7 === 3 ? 3_600_000 : 0))

const longHistory = async (stores: Stores) => {
  let end = beginning(stream)
  let position = 0n
  for (let revision = 0; revision < length; revision++) {
    const event: DomainEvent =
      revision === 0 ? { type: 'BusinessCreated', data: submitted } : { type: 'BusinessUpdated', data: { external_id: `id-${revision}` } }
    const written = await stores.log.append(stream, [event], end, context({ commandId: randomUUID(), at: timeOf(revision) }))
    end = written
    position = written.position
  }
  return position
}

/** The history over a store that counts the events of the stream that it gives out. */
const counting = (stores: Stores) => {
  let events = 0
  const read: EventStore['read'] = async (...of) => {
    const found = await stores.store.read(...of)
    events += found.length
    return found
  }
  const log = openEventLog({ store: { ...stores.store, read }, keyRing: stores.keyRing })
  const reads = { history: log.read, read: reader(stores.documents) }
  return {
    ...reads,
    readBy: async <Value>(work: () => Promise<Value>): Promise<readonly [value: Value, events: number]> => {
      events = 0
      return [await work(), events]
    },
  }
}

const scene = async (work: (stores: Stores) => Promise<void>) => {
  const stores = await openStores()
  try {
    await stores.documents.define([businesses.spec, businessSnapshots.spec])
    const position = await longHistory(stores)
    const projector = await startProjector({ ...stores, projections: [businesses, businessSnapshots] })
    assert.ok(await projector.passed(position, patienceMs))
    await projector.close()
    await work(stores)
  } finally {
    await stores.close()
  }
}

const entriesOf = async (history: BusinessHistory, page: number) => (await history.page(page, perPage)).map(({ entry }) => entry)

test('a page reads at most its own events, those back to the snapshot before it, and the last one', () =>
  scene(async (stores) => {
    const inner = counting(stores)
    const whole = historyOf(businesses, await stores.log.read(stream), id).toReversed()
    for (const page of [1, 5, 11]) {
      const [entries, events] = await inner.readBy(async () => entriesOf(await businessHistory(inner, { id }), page))
      assert.equal(entries, whole.slice((page - 1) * perPage, page * perPage), `page ${page}`)
      assert.ok(events <= perPage + eventsPerSnapshot, `page ${page} read ${events} events`)
    }
    const [beyond] = await inner.readBy(async () => entriesOf(await businessHistory(inner, { id }), 12))
    assert.equal(beyond, [])
  }))

test('the business after one of its events is the whole fold up to it, from at most one snapshot on', () =>
  scene(async (stores) => {
    const inner = counting(stores)
    const all = await stores.log.read(stream)
    for (const revision of [0, 1, 99, 100, 101, 500, 1_049]) {
      const [state, events] = await inner.readBy(async () => (await businessHistory(inner, { id })).after(revision))
      assert.equal(state?.business, recordAsOf(businesses, all.slice(0, revision + 1), id), `revision ${revision}`)
      assert.is(state?.event.revision, revision)
      assert.ok(events <= eventsPerSnapshot + 1, `revision ${revision} read ${events} events`)
    }
    assert.is(await (await businessHistory(inner, { id })).after(length), null)
  }))

test('the business as of a moment is the whole fold up to it, also where clocks differ, and reads a part of the stream', () =>
  scene(async (stores) => {
    const inner = counting(stores)
    const all = await stores.log.read(stream)
    const moments = [0, 3, 4, 96, 99, 100, 101, 108, 520, 1_000, 1_049].flatMap((revision) => [
      { time: timeOf(revision).toISOString() },
      { position: all[revision]!.position },
    ])
    for (const moment of [...moments, { time: '2025-12-31T00:00:00.000Z' }, { time: '2030-01-01T00:00:00.000Z' }, undefined]) {
      const what = JSON.stringify(moment, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      const [state, events] = await inner.readBy(() => businessAsOf(inner, id, moment))
      assert.equal(state, recordAsOf(businesses, all, id, moment), what)
      assert.ok(events <= 3 * eventsPerSnapshot, `${what} read ${events} events`)
    }
  }))

test('before the snapshots are folded the history says the same', () =>
  scene(async (stores) => {
    await stores.documents.drop('business_snapshots')
    const inner = counting(stores)
    const all = await stores.log.read(stream)
    const whole = historyOf(businesses, all, id).toReversed()
    for (const page of [1, 11])
      assert.equal(await entriesOf(await businessHistory(inner, { id }), page), whole.slice((page - 1) * perPage, page * perPage))
    const moment = { time: timeOf(700).toISOString() }
    assert.equal(await businessAsOf(inner, id, moment), recordAsOf(businesses, all, id, moment))
    const position = { position: all[700]!.position }
    assert.equal(await businessAsOf(inner, id, position), recordAsOf(businesses, all, id, position))
  }))

test.run()
