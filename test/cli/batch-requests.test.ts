// What npm run batch asks of a service that is away for a while, breaks off its answers, or wants to be asked less often.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sending } from '../../src/cli/account-requests.ts'
import { type BatchPatience, type BatchRequests, batchRequests } from '../../src/cli/batch-requests.ts'
import { testKey } from '../journeys/service.ts'

type Answer = (response: ServerResponse) => void

const json = { 'Content-Type': 'application/json' }
const whole: Answer = (response) => response.writeHead(200, json).end('{"id":"b"}')
const reset: Answer = (response) => void response.destroy()
const broken: Answer = (response) =>
  void response.writeHead(200, { ...json, 'Content-Length': '100' }).write('{"id":', () => response.destroy())
const refused =
  (status: number, headers = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end('{"errors":[{"message":"not now"}]}')

/** Asks where the service answers in this way, one question after the other; the last one again and again. */
const asking = async <Result>(
  answers: readonly Answer[],
  ask: (requests: BatchRequests) => Promise<Result>,
  patience: Partial<BatchPatience> = {},
) => {
  const asked: { readonly at: number; readonly key: unknown; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({ at: performance.now(), key: request.headers['idempotency-key'], body: await text(request) })
    answer?.(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const send = await sending({ key: testKey, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const told: string[] = []
  const requests = batchRequests(send, { tell: (line) => told.push(line), retryMs: 1, ...patience })
  const failure = await ask(requests).then(
    () => undefined,
    (error: Error) => error.message,
  )
  server.closeAllConnections()
  server.close()
  return { asked, told, failure }
}

const twice = async ({ read }: BatchRequests) => [await read('/v1/business_batches/b'), await read('/v1/business_batches/b')]

for (const [what, away] of [
  ['resets the connection', reset],
  ['breaks off its answer', broken],
  ['is away behind a proxy', refused(502)],
  ['starts', refused(503, { 'Retry-After': '0.001' })],
] as const)
  test(`a service that ${what} is asked again, and that is told once`, async () => {
    const { asked, told, failure } = await asking([whole, away, away, whole], twice)
    assert.equal([failure, asked.length], [undefined, 4])
    assert.equal(told, ['the service does not answer; trying again for 2 minutes'])
  })

test('one that starts is waited for from the first, but no longer than the patience lasts', async () => {
  const starting = refused(503, { 'Retry-After': '0.001' })
  const { failure, asked } = await asking([starting, starting, whole], twice)
  assert.equal([failure, asked.length], [undefined, 4])
  assert.is((await asking([starting], twice, { patienceMs: 50 })).failure, 'not now')
})

test('one that never answered is told at once, and one that stays away when the patience is over', async () => {
  const never = await asking([reset], twice)
  assert.equal([never.asked.length, never.told], [1, []])
  assert.match(never.failure ?? '', /^the connection to \S+ was cut before an answer came/)
  const stays = await asking([whole, broken], twice, { patienceMs: 200 })
  assert.match(stays.failure ?? '', /^the service was asked, and the answer broke off; run the same command again$/)
  assert.ok(stays.asked.length > 2)
  const long = await asking([whole, refused(503, { 'Retry-After': '60' })], twice, { patienceMs: 200 })
  assert.equal([long.failure, long.asked.length], ['not now', 2], 'nobody waits longer than the patience lasts')
})

test('the rows are asked for again too; what is refused is not', async () => {
  const rows = await asking([whole, reset, whole], async ({ read, answer }) => [await read('/v1/a'), await answer('GET', '/v1/a/csv')])
  assert.equal([rows.failure, rows.asked.length], [undefined, 3])
  const { failure, asked } = await asking([whole, refused(403), whole], twice)
  assert.equal([failure, asked.length], ['not now', 2])
})

test('one that wants to be asked less often is waited for, in silence, as long as it says, or a moment', async () => {
  const { asked, told, failure } = await asking([refused(429, { 'Retry-After': '0.3' }), refused(429), whole], twice, { patienceMs: 1 })
  assert.equal([failure, told, asked.length], [undefined, [], 4])
  const [first = 0, second = 0] = asked.map(({ at }) => at)
  assert.ok(second - first > 290, `${second - first} ms`)
})

test('an upload that broke off is sent again under the same key; another name, another file and --again have other keys', async () => {
  const keyOf = async (batch: object, again = false) => {
    const upload = { name: 'one', filename: 'one.csv', csv: 'bmFtZQ==', ...batch }
    const { asked } = await asking([refused(429), whole], (requests) => requests.upload(upload, { again }))
    assert.equal(JSON.parse(asked[1]?.body ?? ''), upload)
    assert.is(asked[0]?.key, asked[1]?.key)
    return asked[0]?.key
  }
  const keys = [await keyOf({}), await keyOf({ name: 'two' }), await keyOf({ csv: 'bmFtZTI=' }), await keyOf({}, true)]
  assert.is(new Set(keys).size, keys.length)
  assert.is(await keyOf({}), keys[0])
})

test.run()
