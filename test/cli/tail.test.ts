// tail: each event once, also over a restart of the service, and an end where the service stays away or refuses the key.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { requesting } from '../../src/cli/account-requests.ts'
import { type Tail, tail } from '../../src/cli/tail.ts'
import { eventually, inTime } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { acme, startTestService, testKey } from '../journeys/service.ts'
import { startCommand } from './command.ts'

test('it goes on after a restart, each event once, and ends when its key is revoked', async () => {
  const service = await startTestService({ PORT: String(await freePort()) })
  let ending = () => false
  try {
    const made = await service.test.post('/v1/api_keys', { name: 'tail' })
    const { id, key } = made.body
    const env = { PATH: process.env.PATH, PROBITY_KEY: key, BASE_URL: service.url }
    const { child, stderr, ended } = startCommand('cli', ['tail', '--types', 'BusinessCreated'], env)
    ending = () => child.kill('SIGKILL')
    let out = ''
    child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    const shown = () => out.split('\n').filter((line) => line.includes('BusinessCreated'))
    await service.test.post('/v1/businesses', acme)
    await eventually('the first is shown', () => shown().length === 1)
    await service.restart()
    await service.test.post('/v1/businesses', acme)
    await eventually('the second is shown', () => shown().length === 2)
    await eventually('the return is told', () => stderr().includes('-- the service is back: going on after '))
    assert.match(stderr(), /^-- .+; trying again in \d+ s$/m)
    assert.is((await service.test.del(`/v1/api_keys/${id}`)).status, 200)
    const { code } = await inTime('it ends', ended)
    assert.is(code, 1, stderr())
    assert.is(new Set(shown()).size, 2, out)
  } finally {
    ending()
    await service.stop()
  }
})

type Answer = (response: ServerResponse, url: URL) => void
const events = (from: number, to: number, response: ServerResponse) => {
  const data = Array.from({ length: to - from }, (_, n) => ({ position: String(from + n + 1), time: 't', type: 'SomethingHappened' }))
  response.end(JSON.stringify({ data, cursor: String(to) }))
}
const away: Answer = (response) => void response.destroy()

/** What is shown and told where the feed answers in this way, one question after the other; the last one again and again. */
const tailing = async (answers: readonly Answer[], more: Partial<Tail> = {}) => {
  let asked = 0
  const after: (string | null)[] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    after.push(url.searchParams.get('after'))
    answers[Math.min(asked++, answers.length - 1)]?.(response, url)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const request = await requesting({ key: testKey, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const [shown, told]: [string[], string[]] = [[], []]
  const failure = await tail({
    request,
    count: Number.POSITIVE_INFINITY,
    show: ({ position }) => shown.push(position),
    tell: (line) => told.push(line),
    retryMs: 1,
    ...more,
  }).catch((error: Error) => error.message)
  server.closeAllConnections()
  server.close()
  return { shown, told, after, failure }
}

test('it asks again from where it stood, and says so once the service is back', async () => {
  const last: Answer = (response) => events(5, 7, response)
  const { shown, told, after, failure } = await tailing([(response) => events(0, 5, response), away, away, last], { count: 7 })
  assert.is(failure, undefined)
  assert.equal(shown, ['1', '2', '3', '4', '5', '6', '7'])
  assert.equal(after, [null, '5', '5', '5'])
  assert.equal(
    told.slice(0, 2).map((line) => line.replace(/^.*; /, '')),
    ['trying again in 0.001 s', 'trying again in 0.002 s'],
  )
  assert.is(told.length, 3)
  assert.is(told.at(-1), '-- the service is back: going on after 5')
})

test('a service that stays away ends it, one that was never there at once', async () => {
  const gone = await tailing([(response) => events(0, 1, response), away], { patienceMs: 1_000 })
  assert.match(String(gone.failure), /^the connection to .* was cut before an answer came/)
  assert.equal(gone.shown, ['1'])
  assert.ok(gone.told.length > 1)
  const never = await tailing([away])
  assert.match(String(never.failure), /^the connection to .* was cut before an answer came/)
  assert.equal(never.told, [])
})

test('a service that asks to come back at a time is asked again no earlier', async () => {
  const asked: number[] = []
  const busy: Answer = (response) => {
    asked.push(performance.now())
    response.writeHead(503, { 'retry-after': '1' }).end(JSON.stringify({ errors: [{ message: 'it starts' }] }))
  }
  const ready: Answer = (response) => {
    asked.push(performance.now())
    events(1, 2, response)
  }
  const starts = await tailing([(response) => response.writeHead(503, { 'retry-after': '0.001' }).end('{}'), ready], { count: 1 })
  assert.equal([starts.shown, starts.told.length], [['2'], 1], 'one that starts is waited for from the first')
  asked.length = 0
  const { shown, told } = await tailing([(response) => events(0, 1, response), busy, ready], { count: 2 })
  assert.equal(
    [shown, told],
    [
      ['1', '2'],
      ['-- it starts; trying again in 1 s', '-- the service is back: going on after 1'],
    ],
  )
  const [first = 0, second = 0] = asked
  assert.ok(second - first > 900, `${second - first} ms`)
})

test('a refusal ends it at once', async () => {
  const refuse: Answer = (response) => response.writeHead(401).end(JSON.stringify({ errors: [{ message: 'the key has ended' }] }))
  const { told, failure } = await tailing([(response) => events(0, 1, response), refuse])
  assert.is(failure, 'the key has ended')
  assert.equal(told, [])
})

test.run()
