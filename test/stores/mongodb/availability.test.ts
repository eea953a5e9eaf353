import { MongoServerError } from 'mongodb'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '../../../src/stores/event-store.ts'
import { reach } from '../../../src/stores/mongodb/availability.ts'

const failure = (code: number) => new MongoServerError({ message: `error ${code}`, code })

/** @returns how often an operation ran that fails twice with this error, and its outcome */
const ran = async (error: Error) => {
  let times = 0
  const outcome = await reach(10_000, { tls: false })
    .repeatable(async () => {
      times++
      if (times <= 2) throw error
      return 'done'
    })
    .catch((thrown: unknown) => thrown)
  return { times, outcome }
}

test('a read whose cursor a server lost between two batches is done again', async () => {
  // CursorNotFound, CursorKilled
  for (const code of [43, 237]) assert.equal(await ran(failure(code)), { times: 3, outcome: 'done' })
})

test('what a full cache undid, and a read of a collection that was dropped meanwhile, is done again', async () => {
  // WriteConflict, TemporarilyUnavailable, QueryPlanKilled
  for (const code of [112, 365, 175]) assert.equal(await ran(failure(code)), { times: 3, outcome: 'done' })
})

test('a change of primary is bridged, and what a server refuses for good is not asked again', async () => {
  assert.equal(await ran(failure(10107)), { times: 3, outcome: 'done' })
  const refused = failure(121)
  assert.equal(await ran(refused), { times: 1, outcome: refused })
})

test('what goes on failing counts as away', async () => {
  const gone = reach(10_000, { tls: false }).repeatable(() => Promise.reject(failure(43)))
  assert.instance(await gone.catch((error: unknown) => error), StoreUnavailable)
})

test.run()
