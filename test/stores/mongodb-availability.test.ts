// When an operation on MongoDB is tried again, and when the server counts as unavailable. The errors are those of the driver.
import {
  MongoBulkWriteError,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
  type TopologyDescription,
} from 'mongodb'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { StoreUnavailable } from '../../src/stores/event-store.ts'
import { duplicateKey, isServerError, reach } from '../../src/stores/mongodb/availability.ts'

const selection = new MongoServerSelectionError('no primary', {} as TopologyDescription)
const ofServer = (code: number) => new MongoServerError({ message: `code ${code}`, code })
const ofSocket = (code: string) => Object.assign(new Error(code), { code })
const bulk = (code?: number) => {
  const error = new MongoBulkWriteError({ message: 'bulk', code: 0, writeErrors: [] }, {} as never)
  return Object.assign(error, { code })
}
const labelled = () => {
  const error = new MongoError('changed')
  error.addErrorLabel(MongoErrorLabel.RetryableWriteError)
  return error
}
const queue = Object.defineProperty(new MongoError('the pool is full'), 'name', { value: 'MongoWaitQueueTimeoutError' })

/** An operation that fails so often with the error, and what came of it. */
const tried = async (error: Error, failures: number, how: 'repeatable' | 'once' = 'repeatable', timeoutMs = 60_000) => {
  const runs: (boolean | undefined)[] = []
  const outcome = await reach(timeoutMs)
    [how](async (again?: boolean) => {
      runs.push(again)
      if (runs.length <= failures) throw error
      return 'done'
    })
    .catch((reason: unknown) => reason)
  return { outcome, runs }
}

for (const [what, error] of [
  ['a lost connection', new MongoNetworkError('reset')],
  ['a write that too few members have', new MongoWriteConcernError({ writeConcernError: { code: 64, errmsg: 'timeout' } } as never)],
  ['a full pool', queue],
  ['a bulk write that was cut short', bulk()],
  ['an error that the server marks as passing', labelled()],
  ['a change of primary', ofServer(10107)],
  ['a shutdown', ofServer(91)],
  ['a closed socket', ofSocket('EPIPE')],
] as const)
  test(`after ${what} a repeatable operation is tried three times in all, and told that it may have taken effect`, async () => {
    assert.equal(await tried(error, 2), { outcome: 'done', runs: [false, true, true] })
    const { outcome, runs } = await tried(error, 3)
    assert.instance(outcome, StoreUnavailable)
    assert.is((outcome as Error).cause, error)
    assert.is(runs.length, 3)
  })

test('what must not run twice never does', async () => {
  const { outcome, runs } = await tried(new MongoNetworkError('reset'), 1, 'once')
  assert.instance(outcome, StoreUnavailable)
  assert.equal(runs, [undefined])
})

test('without a server, and past the time, nothing is tried again', async () => {
  for (const { outcome, runs } of [await tried(selection, 1), await tried(new MongoNetworkError('reset'), 1, 'repeatable', 0)]) {
    assert.instance(outcome, StoreUnavailable)
    assert.is(runs.length, 1)
  }
})

const selectionOf = (servers: Record<string, object>, setName: string | null = null) =>
  new MongoServerSelectionError('timed out', {
    servers: new Map(Object.entries(servers).map(([address, server]) => [address, { address, ...server }])),
    setName,
  } as unknown as TopologyDescription)

for (const [what, error, told] of [
  [
    'servers that fail',
    selectionOf(
      { 'a:27017': { error: new Error('connect ECONNREFUSED'), type: 'Unknown' }, 'b:27017': { error: null, type: 'RSSecondary' } },
      'rs0',
    ),
    'no primary is found (a:27017: connect ECONNREFUSED; b:27017: RSSecondary)',
  ],
  ['servers of no set, or of another one', selectionOf({}, 'rs0'), 'no server that MONGODB_URL names is a member of the replica set rs0'],
] as const)
  test(`of ${what} the cause is told`, async () => {
    const { outcome } = await tried(error, 1)
    assert.is((outcome as Error).message, `MongoDB is not available: ${told}`)
  })

for (const [what, error] of [
  ['a duplicate key', ofServer(duplicateKey)],
  ['a bulk write that the server refused', bulk(duplicateKey)],
  ['an error of our own', new Error('ours')],
  ['a missing file', ofSocket('ENOENT')],
  ['another error of the driver', new MongoError('wrong use')],
] as const)
  test(`${what} is told as it is, at once`, async () => {
    assert.equal(await tried(error, 1), { outcome: error, runs: [false] })
  })

test('a refusal of the server is known by its codes', () => {
  assert.ok(isServerError(ofServer(duplicateKey), 1, duplicateKey))
  assert.not.ok(isServerError(ofServer(12), duplicateKey))
  assert.not.ok(isServerError(Object.assign(new Error('ours'), { code: duplicateKey }), duplicateKey))
})

test.run()
