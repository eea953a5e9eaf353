// Folding a batch over stored documents: what is read, what is written, and what is folded on from memory.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { openFolding } from '../../src/projections/folding.ts'
import type { AnyProjection } from '../../src/projections/projection.ts'
import { projection } from '../../src/projections/projection.ts'
import type { Document } from '../../src/stores/document-store.ts'
import { eventAt } from './fold-step.ts'

type Features = { readonly id: string; readonly features: readonly string[] }

/** The features that were switched on, under their account's id. An account without an event of its own has none. */
const features = projection<Features>()({
  collection: 'features',
  version: 3,
  indexes: [],
  starts: { AccountCreated: (_, id) => ({ id, features: [] }) },
  on: {
    FeatureSwitched: (doc, { data }) => (data.on ? { ...doc, features: [...doc.features, data.feature] } : doc),
    InterfaceVersionPinned: () => null,
  },
}) as AnyProjection

const opened = (place: number, id = 'a'): StoredEvent => eventAt(place, `account-${id}`, 'AccountCreated')
const switched = (place: number, feature: string, { id = 'a', on = true } = {}): StoredEvent =>
  eventAt(place, `account-${id}`, 'FeatureSwitched', { data: { feature, on } })
const of = (id: string, ...names: readonly string[]): Features => ({ id, features: names })

const scene = (stored: { readonly [key: string]: { readonly document: object | null; readonly position: bigint } } = {}) => {
  const asked: (readonly string[])[] = []
  const documents = {
    getMany: async (collection: string, keys: readonly string[]) => {
      asked.push([collection, ...keys])
      return new Map(keys.flatMap((key) => (stored[key] ? [[key, stored[key] as { document: Document; position: bigint }]] : [])))
    },
  }
  // Nothing else of the stores is used.
  const folding = openFolding({ log: { read: async () => [] }, documents: documents as never })
  return { ...folding, asked, fold: (...events: readonly StoredEvent[]) => folding.fold(features, events) }
}

test('a batch reads each document once and writes it once, with the position of its last event', async () => {
  const { fold, asked } = scene({ b: { document: of('b', 'x'), position: 1n } })
  assert.equal(await fold(opened(2), switched(3, 'y', { id: 'b' }), switched(4, 'z')), [
    { key: 'a', document: of('a', 'z'), position: 4n },
    { key: 'b', document: of('b', 'x', 'y'), position: 3n, isNew: false },
  ])
  assert.equal(asked, [['features@3', 'b']])
})

test('a document that an event begins anew is not read, unless nothing is left of it', async () => {
  const gone = eventAt(3, 'account-a', 'InterfaceVersionPinned')
  const stored = { a: { document: of('a', 'x'), position: 1n } }
  const { fold, asked } = scene(stored)
  assert.equal(await fold(opened(2), switched(3, 'y')), [{ key: 'a', document: of('a', 'y'), position: 3n }])
  assert.equal(await fold(switched(4, 'z')), [{ key: 'a', document: of('a', 'y', 'z'), position: 4n, isNew: false }])
  assert.equal(asked, [])
  const other = scene(stored)
  assert.equal(await other.fold(opened(2), gone), [{ key: 'a', document: null, position: 3n, isNew: false }])
  assert.equal(other.asked, [['features@3', 'a']])
  assert.equal(await scene().fold(opened(2), gone), [])
})

test('events that a document has seen are passed over, and what changes nothing is not written', async () => {
  const { fold } = scene({ a: { document: of('a', 'x'), position: 5n } })
  assert.equal(await fold(switched(4, 'old'), switched(5, 'seen')), [])
  assert.equal(await fold(switched(6, 'off', { on: false })), [])
  assert.equal(await fold(switched(5, 'seen'), switched(6, 'new')), [
    { key: 'a', document: of('a', 'x', 'new'), position: 6n, isNew: false },
  ])
  assert.equal(await fold(switched(7, 'y', { id: 'unheard of' })), [])
  assert.equal(await fold(), [])
})

test('a document that is gone is written as gone', async () => {
  const { fold } = scene({ a: { document: of('a'), position: 1n } })
  assert.equal(await fold(eventAt(2, 'account-a', 'InterfaceVersionPinned')), [{ key: 'a', document: null, position: 2n, isNew: false }])
})

test('what was folded is folded on from memory, before it is written and after', async () => {
  const { fold, mark, asked } = scene()
  await fold(opened(1))
  const written = mark()
  const again = { key: 'a', document: of('a', 'x'), position: 2n, isNew: false }
  assert.equal(await fold(switched(2, 'x')), [again])
  written()
  assert.equal(await fold(switched(3, 'y')), [{ ...again, document: of('a', 'x', 'y'), position: 3n }])
  mark()()
  assert.equal(await fold(switched(4, 'z')), [{ ...again, document: of('a', 'x', 'y', 'z'), position: 4n }])
  assert.is(asked.length, 0)
})

test('a commit that failed leaves nothing in memory, neither of it nor of those before', async () => {
  const { fold, mark, forget, asked } = scene({ a: { document: of('a'), position: 1n } })
  await fold(switched(2, 'x'))
  mark()()
  await fold(switched(3, 'y'))
  forget()
  assert.equal(await fold(switched(2, 'x')), [{ key: 'a', document: of('a', 'x'), position: 2n, isNew: false }])
  assert.is(asked.length, 2)
})

test('memory holds five hundred written documents, and drops those that were written the longest ago', async () => {
  const { fold, mark, asked } = scene()
  const ids = Array.from({ length: 501 }, (_, n) => `a${n}`)
  const batches = [ids.slice(0, 500).map((id, n) => opened(n, id)), [switched(600, 'x', { id: 'a0' })], [opened(601, 'a500')]]
  for (const batch of batches) {
    await fold(...batch)
    mark()()
  }
  const askedFor = async (id: string) => {
    const before = asked.length
    await fold(switched(1_000, 'x', { id }))
    return asked.length > before
  }
  assert.equal([await askedFor('a1'), await askedFor('a2'), await askedFor('a500')], [true, false, false])
})

test.run()
