// Snapshots of a business: one after every hundred events, folded on from each other, and anew when personal data is erased.
import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DomainEvent } from '../../src/events/catalogue.ts'
import { businessSnapshots, eventsPerSnapshot } from '../../src/projections/business-snapshots.ts'
import { businesses } from '../../src/projections/businesses.ts'
import { recordAsOf } from '../../src/projections/history.ts'
import { startProjector } from '../../src/projections/projector.ts'
import type { DocumentStore } from '../../src/stores/document-store.ts'
import { submitted } from '../commands/businesses.ts'
import { patienceMs } from '../eventually.ts'
import { openStores, type Stores } from '../stores/log.ts'
import { eventAt } from './fold-step.ts'

const { business_id: id } = submitted
const stream = `business-${id}`
const person = { id: randomUUID(), name: 'Ann Doe', title: null, email: null, phone: null, dob: null, ssn: null }
const created: DomainEvent = { type: 'BusinessCreated', data: { ...submitted, people: [person] } }
const changes = (count: number): readonly DomainEvent[] =>
  Array.from({ length: count }, (_, n) => ({ type: 'BusinessUpdated', data: { external_id: `id-${n}` } }))

const scene = async (work: (stores: Stores) => Promise<void>) => {
  const stores = await openStores()
  try {
    await stores.documents.define([businessSnapshots.spec])
    await work(stores)
  } finally {
    await stores.close()
  }
}

const project = async (stores: Pick<Stores, 'log' | 'documents'>, position: bigint) => {
  const projector = await startProjector({ ...stores, projections: [businessSnapshots] })
  assert.ok(await projector.passed(position, patienceMs))
  await projector.close()
}

const kept = async ({ documents }: { readonly documents: DocumentStore }) =>
  documents.find('business_snapshots', { sort: [['event_count', 'asc']] })

test('a business has a snapshot after every hundred events, and none before', () =>
  scene(async (stores) => {
    await project(stores, await stores.append(stream, created, ...changes(eventsPerSnapshot - 2)))
    assert.equal(await kept(stores), [])
    await project(stores, await stores.append(stream, ...changes(1)))
    assert.equal(
      (await kept(stores)).map(({ event_count }) => event_count),
      [100],
    )
    await project(stores, await stores.append(stream, ...changes(601)))
    const found = await kept(stores)
    assert.equal(
      found.map(({ event_count }) => event_count),
      [100, 200, 300, 400, 500, 600, 700],
    )
    const events = await stores.log.read(stream)
    for (const { business, event_count } of found)
      assert.equal(business, recordAsOf(businesses, events.slice(0, Number(event_count)), id), `after ${event_count}`)
  }))

test('a snapshot is folded on from the one before, and reads only the events in between', () =>
  scene(async (stores) => {
    const position = await stores.append(stream, created, ...changes(899))
    const limits: unknown[] = []
    const log: Stores['log'] = {
      ...stores.log,
      read: (of, options) => {
        limits.push([options?.from, options?.limit])
        return stores.log.read(of, options)
      },
    }
    await project({ documents: stores.documents, log }, position)
    assert.equal(
      limits,
      Array.from({ length: 9 }, (_, n) => [n * eventsPerSnapshot, eventsPerSnapshot]),
    )
  }))

test('the first snapshot has none before it, and each later one that of a hundred events earlier', () => {
  const before = (revision: number) => businessSnapshots.snapshots?.before(eventAt(revision, stream, 'BusinessUpdated'))
  assert.equal([before(99), before(199), before(1099)], [undefined, `${id}/00000100`, `${id}/00001000`])
})

test('the times of a snapshot are those of its own events, also where they come in two parts', () => {
  const at = (revision: number, recorded_at: string) => eventAt(revision, stream, 'BusinessUpdated', { metadata: { recorded_at } })
  const times = (of: ReturnType<typeof businessSnapshots.fold>) => [of?.event_count, of?.earliest_at, of?.latest_at]
  const first = businessSnapshots.fold(null, [at(0, '2026-01-02'), at(1, '2026-01-03')], 'one')
  assert.equal(times(first), [2, '2026-01-02', '2026-01-03'])
  assert.equal(times(businessSnapshots.fold(first, [at(2, '2026-01-05'), at(3, '2026-01-04')], 'one')), [4, '2026-01-02', '2026-01-05'])
  const whole = first && { ...first, event_count: eventsPerSnapshot }
  assert.equal(times(businessSnapshots.fold(whole, [at(100, '2026-01-04')], 'two')), [101, '2026-01-04', '2026-01-04'])
})

test('an erasure reaches every snapshot that held what was erased', () =>
  scene(async (stores) => {
    await project(stores, await stores.append(stream, created, ...changes(299)))
    assert.is((await kept(stores)).filter((each) => JSON.stringify(each).includes('Ann Doe')).length, 3)
    await stores.keyRing.destroy(person.id)
    const erasure = { kind: 'person' as const, reason: 'asked', requested_by: 'officer', subjects: [person.id] }
    await project(stores, await stores.append(stream, { type: 'PersonalDataErased', data: erasure }, ...changes(120)))
    const found = await kept(stores)
    assert.is(found.length, 4)
    assert.not.match(JSON.stringify(found), 'Ann Doe')
    assert.is(found.filter((each) => JSON.stringify(each).includes('[erased]')).length, 4)
  }))

test.run()
