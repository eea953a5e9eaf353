// What changed from one record to the next, field by field.

import { randomUUID } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { business } from '../../src/commands/business.ts'
import { openAggregates } from '../../src/commands/handler.ts'
import { businesses } from '../../src/projections/businesses.ts'
import { fieldChanges, historyOf } from '../../src/projections/history.ts'
import { submitted } from '../commands/businesses.ts'
import { context, openStores } from '../stores/log.ts'

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
  ['a list that became a text', { tags: ['a'] }, { tags: 'a' }, [['tags', ['a'], 'a']]],
  ['a text that became a list', { tags: 'a' }, { tags: ['a'] }, [['tags', 'a', ['a']]]],
  ['a list of another order and length', { tags: ['a', 'b'] }, { tags: ['b', 'a', 'c'] }, [['tags', ['a', 'b'], ['b', 'a', 'c']]]],
  ['a record within that began', { file: null }, { file: { tin: '12', name: null } }, [['file', null, { tin: '12', name: null }]]],
  ['a record that began', null, { name: 'A', tin: null }, [['name', null, 'A']]],
  ['nothing', { tags: ['a'] }, { tags: ['a'] }, []],
]

for (const [what, before, after, changes] of cases)
  test(`the change of ${what} is told as it is`, () =>
    assert.equal(
      fieldChanges(before, after).map((change) => [change.field, change.before, change.after]),
      changes,
    ))

test('a part of a history says the same as that part of the whole, and compares nothing before it', async () => {
  const stores = await openStores()
  try {
    const { business_id: id } = submitted
    const { handle } = openAggregates(stores.log)
    await handle(business, id, { type: 'CreateBusiness', business: submitted, orders: [] }, context())
    for (let n = 0; n < 9; n++) await handle(business, id, { type: 'AssignBusiness', assigneeId: randomUUID() }, context())
    const events = await stores.log.read(`business-${id}`)
    const whole = historyOf(businesses, events, id)
    assert.is(whole.length, 10)
    for (const [from, to] of [
      [0, 3],
      [3, 7],
      [7, 10],
      [10, 10],
    ] as const)
      assert.equal(historyOf(businesses, events, id, [from, to]), whole.slice(from, to))
    assert.equal(
      whole[3]?.changes.map(({ field }) => field),
      ['assignee_id'],
    )
  } finally {
    await stores.close()
  }
})

test.run()
