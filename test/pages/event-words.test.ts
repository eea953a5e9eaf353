import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { StoredEvent } from '../../src/events/catalogue.ts'
import { sentenceOf } from '../../src/pages/event-words.ts'
import { samples } from '../events/samples.ts'

const sampleOf = (type: keyof typeof samples) => ({ type, data: samples[type].at(-1)?.data }) as unknown as StoredEvent

test('an event of every type reads like something to a person', () => {
  for (const type of Object.keys(samples) as (keyof typeof samples)[]) {
    const sentence = sentenceOf(sampleOf(type), new Map())
    assert.match(sentence, /^["“A-Z]/, type)
    assert.not.match(sentence, /undefined|\[object/, type)
  }
})

test('a sentence says what the event holds, or what its type means', () => {
  assert.is(sentenceOf({ ...sampleOf('BusinessApproved'), data: { note: 'all clear' } } as StoredEvent, new Map()), 'Approved: “all clear”')
  assert.is(sentenceOf(sampleOf('LienFiled'), new Map()), 'Lien filed')
})

test('a search tells how many records it found, unless its results have events of their own', () => {
  const search = { outcome: 'searched', record_ids: [] }
  const told = (product: string) =>
    sentenceOf({ ...sampleOf('ProductSearched'), data: { search: { ...search, product } } } as unknown as StoredEvent, new Map())
  assert.equal(['litigations', 'registrations', 'watchlists'].map(told), [
    'Searched for litigations: 0 found',
    'Searched for registrations',
    'Searched for watchlists',
  ])
})

test('days read as they do elsewhere', () => {
  const formed = { type: 'FormationEstablished', data: { formation_date: '2019-10-15', formation_state: 'NY' } }
  assert.is(sentenceOf(formed as unknown as Parameters<typeof sentenceOf>[0], new Map()), 'Formed on Oct\u00a015,\u00a02019 in NY')
})

test.run()
