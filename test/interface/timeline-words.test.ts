// What an entry of a timeline says happened.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { timelineTypes } from '../../src/inner/timeline.ts'
import { timelineWords } from '../../src/interface/timeline-words.ts'

test('each type of a timeline has words of its own, in one voice', () => {
  for (const type of timelineTypes) assert.match(timelineWords(type), /^[A-Z]/, type)
  assert.is(timelineWords('found_owner.created'), 'New owner in published data')
  assert.is(timelineWords('person.created'), 'New person')
})

test('a type of a former version is its name in plain words', () => {
  assert.is(timelineWords('old_thing.created'), 'old thing created')
})

test.run()
