// What changed from one record to the next, field by field.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fieldChanges } from '../../src/projections/history.ts'

const cases: readonly (readonly [
  what: string,
  before: unknown,
  after: unknown,
  changes: readonly (readonly [string, unknown, unknown])[],
])[] = [
  ['a value', { name: 'A', at: 1 }, { name: 'B', at: 1 }, [['name', 'A', 'B']]],
  ['a value within', { file: { tin: null } }, { file: { tin: '12' } }, [['file.tin', null, '12']]],
  ['a field that came', {}, { name: 'A' }, [['name', null, 'A']]],
  [
    'an item that changed',
    { orders: [{ status: 'created' }] },
    { orders: [{ status: 'completed' }] },
    [['orders.0.status', 'created', 'completed']],
  ],
  ['an item that came behind others', { orders: [{ id: 1 }] }, { orders: [{ id: 1 }, { id: 2 }] }, [['orders.1', null, { id: 2 }]]],
  ['an item that went from the end', { tags: ['a', 'b'] }, { tags: ['a'] }, [['tags.1', 'b', null]]],
  ['a list that lost its first item', { tags: ['a', 'b'] }, { tags: ['b'] }, [['tags', ['a', 'b'], ['b']]]],
  ['a list that was empty', { tags: [] }, { tags: ['a'] }, [['tags', [], ['a']]]],
  ['a record that began', null, { name: 'A', tin: null }, [['name', null, 'A']]],
  ['nothing', { tags: ['a'] }, { tags: ['a'] }, []],
]

for (const [what, before, after, changes] of cases)
  test(`the change of ${what} is told as it is`, () =>
    assert.equal(
      fieldChanges(before, after).map((change) => [change.field, change.before, change.after]),
      changes,
    ))

test.run()
