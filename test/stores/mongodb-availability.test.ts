// When an operation on MongoDB is tried again, and when the server counts as unavailable. The errors are those of the driver.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import {
  MongoBulkWriteError,
  MongoClient,
  MongoError,
  MongoErrorLabel,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  MongoWriteConcernError,
  type TopologyDescription,
} from 'mongodb'
import { generate } from 'selfsigned'
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
  const outcome = await reach(timeoutMs, { tls: false })
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

test('where only one side speaks TLS, the setting of MONGODB_URL to try is told', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
  const withTls = createTlsServer({ cert, key }).listen(0, '127.0.0.1')
  const withoutTls = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.destroy())).listen(
    0,
    '127.0.0.1',
  )
  const refused = async (server: Server, tls: boolean): Promise<string> => {
    const url = `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/probity?tls=${tls}`
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 500 })
    const command = () => client.db().command({ hello: 1 })
    const failed = await reach(0, { tls })
      .once(command)
      .catch((error: Error) => error.message)
    await client.close()
    return String(failed)
  }
  await Promise.all([once(withTls, 'listening'), once(withoutTls, 'listening')])
  assert.match(await refused(withTls, false), /does it speak TLS\? Then add tls=true to MONGODB_URL$/)
  assert.match(await refused(withoutTls, true), /does it speak without TLS\? Then write tls=false in MONGODB_URL$/)
  for (const server of [withTls, withoutTls]) server.close()
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
