// What comes after a place, as MongoDB is asked for it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { afterOf } from '../../../src/stores/mongodb/query.ts'
import { filled } from '../../filled.ts'

/** What each part demands of the first field in the order, beside the ways on from the place: what bounds an index. */
const boundsOf = (direction: 'asc' | 'desc', value: string | null) =>
  filled(afterOf({ sort: [['created', direction]], after: { key: 'k', values: [value] } })).map(({ $or: _, ...bounds }) => bounds)

test('each part of what comes after a place has a bound on the first field of the order', () => {
  assert.equal(boundsOf('asc', '2026'), [{ created: { $gte: '2026' } }])
  // Absent ones come last, so they are asked for by themselves.
  assert.equal(boundsOf('desc', '2026'), [{ created: { $lte: '2026' } }, { created: null }])
  assert.equal(boundsOf('asc', null), [{ created: null }, { created: { $ne: null } }])
  assert.equal(boundsOf('desc', null), [{ created: null }])
})

test('without a place there is no bound, and in the order of keys the key is one', () => {
  assert.equal(afterOf({ sort: [['created', 'asc']] }), [{}])
  assert.equal(afterOf({ after: { key: 'k', values: [] } }), [{ $and: [{ _id: { $gt: 'k' } }] }])
})

test.run()
