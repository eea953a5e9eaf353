// What an entry of a timeline says happened.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { timelineTypes } from '../../src/inner/timeline.ts'
import { timelineDetails, timelineWords } from '../../src/interface/timeline-words.ts'

test('each type of a timeline has words of its own, in one voice', () => {
  for (const type of timelineTypes) assert.match(timelineWords(type), /^[A-Z]/, type)
  assert.is(timelineWords('found_owner.created'), 'New owner in published data')
  assert.is(timelineWords('person.created'), 'New person')
})

test('a type of a former version is its name in plain words', () => {
  assert.is(timelineWords('old_thing.created'), 'old thing created')
})

test('an entry says what it is about: the reason of a dismissal and of a tier, the text of a note, the day of a review', () => {
  const table: readonly (readonly [object, string])[] = [
    [{ entity_name: 'Zenda Oil', list: 'SDN', scope: 'hit', reason: 'another firm' }, 'Zenda Oil, SDN, another firm'],
    [{ text: 'Called them.' }, 'Called them.'],
    [{ tier: 'high', reason: 'Owners changed', computed: 'low' }, 'high risk, Owners changed'],
    [{ tier: null, reason: 'As before', computed: 'low' }, 'as computed, As before'],
    [{ due_at: '2027-03-01T00:00:00.000Z', tier: 'low' }, 'due on 2027-03-01, low risk'],
    [{ name: 'Acme LLC', lei: '5493001KJTIIGC8Y1R12', state: 'OR' }, 'Acme LLC, 5493001KJTIIGC8Y1R12'],
    [{ name: 'Acme LLC', state: 'OR', file_number: '123-4', description: 'Registered in OR' }, 'Acme LLC, OR, 123-4, Registered in OR'],
    [{ full_address: '1 Main St, Portland, OR 97201', state: 'OR' }, '1 Main St, Portland, OR 97201'],
    [{ entity_name: 'Zenda Oil', reason: null }, 'Zenda Oil'],
    [
      { entity_name: 'Zenda Oil', list: 'SDN', changes: [{ field: 'listed_at' }, { field: 'programs' }] },
      'Zenda Oil, SDN, changed: listed at, programs',
    ],
    [{ entity_name: 'Zenda Oil', list: 'SDN', changes: [] }, 'Zenda Oil, SDN'],
  ]
  for (const [about, told] of table) assert.is(timelineDetails(about), told)
})

test.run()
