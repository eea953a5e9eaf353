// listen: what webhooks are told is forwarded to a local server, signed, in order, each once: also when the server says 500, is down or is slow, when
// the service goes away, and when the command is killed.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { Webhook } from 'standardwebhooks'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { requesting } from '../../src/cli/account-requests.ts'
import { listen } from '../../src/cli/listen.ts'
import type { Place } from '../../src/cli/listen-place.ts'
import { eventually, inTime } from '../eventually.ts'
import { filled } from '../filled.ts'
import { freePort } from '../free-port.ts'
import { ok, type Receiver, startReceiver } from '../journeys/receiver.ts'
import { acme, type Body, liveKey, startTestService, testKey } from '../journeys/service.ts'
import { type Ran, runCommand, startCommand } from './command.ts'

const service = await startTestService()
const states = mkdtempSync(join(tmpdir(), 'probity-listen-'))
/** Also what a test that fails leaves open: it would keep the process alive. */
const open = new AsyncDisposableStack()
test.after(async () => {
  await open.disposeAsync()
  await service.stop()
  rmSync(states, { recursive: true })
})

const receiving = async (): Promise<Receiver> => {
  const receiver = await startReceiver()
  open.defer(receiver.close)
  return receiver
}

const environment = () => ({ PATH: process.env.PATH, PROBITY_KEY: testKey, BASE_URL: service.url, XDG_STATE_HOME: states })
const start = (...args: readonly string[]) => {
  const started = startCommand('cli', ['listen', ...args], environment())
  open.defer(() => void started.child.kill('SIGKILL'))
  return started
}
const opened = (server: Server): Server => {
  open.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}
const portOf = (server: Server): number => (server.address() as AddressInfo).port
const run = (...args: readonly string[]): Promise<Ran> => runCommand('cli', ['listen', ...args], environment())

const business = async (): Promise<string> => (await service.test.post('/v1/businesses', acme)).body.id
const note = async (id: string, text: string) => assert.is((await service.test.post(`/v1/businesses/${id}/notes`, { text })).status, 201)
const texts = ({ received }: Receiver): readonly string[] => received.map(({ event }) => event.data.object.text)

/** Listens in this process, with short pauses, from the beginning of the log. */
const listening = async (receiver: Pick<Receiver, 'url'>, more: { readonly place?: Place; readonly url?: string } = {}) => {
  const ending = new AbortController()
  open.defer(() => ending.abort())
  const lines: string[] = []
  const secret = 'whsec_c2VjcmV0IG9mIGEgdGVzdCBvZiBsaXN0ZW4='
  let place: Place = more.place ?? { secret, cursor: '0', taken: [] }
  const ended = listen({
    request: await requesting({ key: testKey, url: more.url ?? service.url }),
    forwardTo: receiver.url,
    place: {
      read: () => place,
      write: (changed) => {
        place = changed
      },
    },
    begin: place,
    topics: ['note.created'],
    count: Number.POSITIVE_INFINITY,
    print: (line) => lines.push(line),
    signal: ending.signal,
    retryMs: 20,
  })
  return {
    lines,
    place: () => place,
    ended,
    end: async () => {
      ending.abort()
      await inTime('listening ends', ended)
    },
  }
}

test('webhooks arrive as they are sent, signed with the secret that is shown, from now on, and with what came of them', async () => {
  const [local, remote] = [await receiving(), await receiving()]
  const id = await business()
  await note(id, 'before')
  const webhook = (await service.test.post('/v1/webhooks', { url: remote.url, enabled_events: ['note.created'] })).body
  const { child, ended } = start('--forward-to', `${local.url}/hooks`, '--types', 'note.created', '--count', '2')
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  await eventually('it listens', () => output.includes('forwarding to'))
  await note(id, 'one')
  await eventually('the first has arrived', () => local.received.length > 0)
  await note(id, 'two')
  const ran = await inTime('two are forwarded', ended)
  assert.is(ran.code, 0, ran.stderr)
  assert.equal(texts(local), ['one', 'two'])
  const secret = /signing secret: (\S+)/.exec(ran.stdout)?.[1] ?? ''
  for (const { body, headers, path } of filled(local.received)) {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    assert.is(path, '/hooks')
  }
  assert.throws(() =>
    new Webhook(webhook.secret).verify(local.received[0]?.body ?? '', local.received[0]?.headers as Record<string, string>),
  )
  assert.match(ran.stdout, /note\.created \S+ -> 204 \(\d+ ms\)/)
  await eventually('the service has sent them too', () => remote.received.length === 2)
  assert.equal(
    local.received.map(({ body, headers }) => [JSON.parse(body), headers['webhook-id'], headers['x-correlation-id']]),
    remote.received.map(({ body, headers }) => [JSON.parse(body), headers['webhook-id'], headers['x-correlation-id']]),
  )
})

test('it goes on where it stopped with the same secret, begins at a time or a cursor where it is told to, and takes the types that are named', async () => {
  const local = await receiving()
  const id = await business()
  const begun = await run('--forward-to', local.url, '--types', 'note.created', '--cursor', 'x', '--count', '1')
  assert.is(begun.code, 1, 'no cursor of the feed')
  const { data } = (await service.test.get(`/v1/events?since=${new Date(0).toISOString()}&types=BusinessCreated&limit=1000`)).body
  const from = data.at(-1).position
  for (const text of ['a', 'b', 'c']) await note(id, text)
  const first = await run('--forward-to', local.url, '--types', 'note.created', '--cursor', from, '--count', '1')
  assert.equal([first.code, texts(local)], [0, ['a']], first.stderr)
  const second = await run('--forward-to', local.url, '--types', 'note.created', '--count', '2')
  assert.equal(texts(local), ['a', 'b', 'c'])
  assert.match(second.stdout, /going on where it stopped/)
  const secretIn = ({ stdout }: Ran) => /signing secret: (\S+)/.exec(stdout)?.[1]
  assert.is(secretIn(first), secretIn(second))
  const since = (await service.test.get(`/v1/businesses/${id}`)).body.created_at
  await run('--forward-to', local.url, '--types', 'business.created,note.created', '--since', since, '--count', '2')
  assert.equal(
    local.received.slice(3).map(({ event }) => event.type),
    ['business.created', 'note.created'],
  )
  const places = readdirSync(join(states, 'probity'))
  assert.ok(
    filled(places).every((file) => (statSync(join(states, 'probity', file)).mode & 0o077) === 0),
    'the secret is the user’s alone',
  )
})

test('a receiver that says 500, or is down, gets each event again, in order, until it takes it', async () => {
  const local = await receiving()
  const id = await business()
  local.answer = (response, _, index) => (index < 3 ? response.writeHead(500).end() : ok(response))
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  const place = { secret: 'a secret as text', cursor, taken: [] }
  const { lines, end } = await listening(local, { place })
  await note(id, 'first')
  await note(id, 'second')
  await eventually('both have arrived', () => texts(local).includes('second'))
  await end()
  assert.equal(texts(local), ['first', 'first', 'first', 'first', 'second'])
  assert.is(new Set(local.received.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(
    lines.slice(0, 4).map((line) => line.replace(/.* -> /, '').replace(/\(\d+ ms\)/, '(ms)')),
    ['500 (ms); trying again in 0.02 s', '500 (ms); trying again in 0.04 s', '500 (ms); trying again in 0.08 s', '204 (ms)'],
  )

  const port = await freePort()
  const away = await listening({ url: `http://127.0.0.1:${port}` }, { place })
  await eventually('it is told that nothing listens', () => away.lines.some((line) => line.includes('nothing listens there; trying again')))
  const taken: string[] = []
  const up = opened(
    createServer((request, response) => {
      request.resume().on('end', () => {
        taken.push(String(request.headers['webhook-id']))
        response.writeHead(200).end()
      })
    }),
  )
  await new Promise<void>((resolve) => up.listen(port, '127.0.0.1', resolve))
  await eventually('both are taken once it is up', () => taken.length === 2)
  await away.end()
})

test('while the service is away it waits, and then goes on without loss or doubling', async () => {
  const local = await receiving()
  const id = await business()
  // The service comes back at another port, so it is reached through one that stays.
  const through = opened(
    createServer(async (request, response) => {
      const answer = await fetch(`${service.url}${request.url}`, {
        headers: { authorization: String(request.headers.authorization) },
      }).catch(() => undefined)
      if (!answer) return void request.socket.destroy()
      const body = await answer.text().catch(() => undefined)
      if (body === undefined) return void request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
    }),
  )
  await new Promise<void>((resolve) => through.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${portOf(through)}`
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  const { lines, end } = await listening(local, { url, place: { secret: 's', cursor, taken: [] } })
  await note(id, 'before')
  await eventually('the first has arrived', () => texts(local).length === 1)
  await service.restart()
  for (const text of ['after', 'later']) await note(id, text)
  await eventually('the others have arrived', () => texts(local).length === 3)
  await eventually('the absence is told', () => lines.some((line) => /^-- (nothing answers at|the connection to) /.test(line)))
  await end()
  assert.equal(texts(local), ['before', 'after', 'later'])
})

test('a receiver that redirects has not taken the webhook, and nobody else gets it', async () => {
  const [local, other] = [await receiving(), await receiving()]
  local.answer = (response, _, index) => (index < 1 ? response.writeHead(307, { location: other.url }).end() : ok(response))
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  const { lines, end } = await listening(local, { place: { secret: 's', cursor, taken: [] } })
  await note(await business(), 'here')
  await eventually('it has arrived', () => texts(local).length === 2)
  await end()
  assert.match(lines[0] ?? '', / -> 307 \(\d+ ms\); trying again in /)
  assert.equal([texts(local), other.received], [['here', 'here'], []])
})

test('webhooks are signed with the secret that is given, and it is kept for the next time', async () => {
  const local = await receiving()
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  await note(await business(), 'one')
  const secret = 'whsec_b25lIHRoYXQgSSBjaG9zZSBteXNlbGYgdG9kYXk='
  const given = await run('--forward-to', local.url, '--types', 'note.created', '--cursor', cursor, '--count', '1', '--secret', secret)
  assert.match(given.stdout, `signing secret: ${secret}\n`)
  const [{ body, headers } = { body: '', headers: {} }] = local.received
  new Webhook(secret).verify(body, headers as Record<string, string>)
  await note(await business(), 'two')
  const later = await run('--forward-to', local.url, '--types', 'note.created', '--count', '1')
  assert.match(later.stdout, `signing secret: ${secret}\n`)
})

test('a service that asks to come back at a time is asked again no earlier', async () => {
  const asked: number[] = []
  const busy = opened(
    createServer((_, response) => {
      asked.push(performance.now())
      if (asked.length === 1) return void response.writeHead(429, { 'retry-after': '1' }).end('{"errors":[{"message":"slowly"}]}')
      response.setHeader('content-type', 'application/json').end('{"data":[],"cursor":"5"}')
    }),
  )
  await once(busy.listen(0, '127.0.0.1'), 'listening')
  const { lines, place, end } = await listening({ url: 'http://127.0.0.1:9' }, { url: `http://127.0.0.1:${portOf(busy)}` })
  await eventually('it is answered', () => place().cursor === '5')
  await end()
  assert.is(lines[0], '-- slowly; trying again in 1 s')
  const [first = 0, second = 0] = asked
  assert.ok(second - first > 900, `${second - first} ms`)
})

test('a certificate that is refused ends it, of the service as of the receiver', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
  const secured = opened(createSecureServer({ cert, key }, (_, response) => response.end('{"data":[],"cursor":"5"}')))
  await once(secured.listen(0, '127.0.0.1'), 'listening')
  const url = `https://127.0.0.1:${portOf(secured)}`
  const ofService = await listening({ url: 'http://127.0.0.1:9' }, { url })
  const refused = new RegExp(
    `^this machine does not trust the certificate of ${url}/?: name the file of its authority in NODE_EXTRA_CA_CERTS`,
  )
  assert.match(await ofService.ended.catch(({ message }) => message), refused)
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  const ofReceiver = await listening({ url: `${url}/` }, { place: { secret: 's', cursor, taken: [] } })
  const told = ofReceiver.ended.catch(({ message }) => message)
  await note(await business(), 'unheard')
  assert.match(await inTime('it ends', told), refused)
  assert.is(ofReceiver.place().cursor, cursor, 'the webhook is forwarded the next time')
  assert.equal([...ofService.lines, ...ofReceiver.lines], [])
})

test('a command that is killed after the receiver took one of several webhooks of an event sends the others only', async () => {
  const local = await receiving()
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  await business()
  const { data } = (await service.test.get(`/v1/events?after=${cursor}&expand[]=webhooks&limit=1000`)).body
  const told: readonly Body[] = data.flatMap(({ webhooks }: Body) => webhooks).filter(({ type }: Body) => type === 'business.created')
  assert.is(told.length, 1)
  const { place, end } = await listening(local, { place: { secret: 's', cursor, taken: told.map(({ id }) => id) } })
  await eventually('it has read to the end', () => Number(place().cursor) > Number(cursor))
  await end()
  assert.is(local.received.length, 0)

  const { child, ended } = start('--forward-to', local.url, '--types', 'note.created', '--cursor', cursor)
  const id = await business()
  for (const text of ['x', 'y']) await note(id, text)
  await eventually('both have arrived', () => local.received.length === 2)
  child.kill('SIGINT')
  assert.is((await inTime('it ends', ended)).code, 0)
  await note(id, 'z')
  await run('--forward-to', local.url, '--types', 'note.created', '--count', '1')
  assert.equal(texts(local), ['x', 'y', 'z'])
})

test('only webhooks of the mode of the key are forwarded', async () => {
  const local = await receiving()
  const { cursor } = (await service.test.get('/v1/events?since=9999-01-01T00:00:00Z')).body
  const live = (await service.live.post('/v1/businesses', acme)).body.id
  await service.live.post(`/v1/businesses/${live}/notes`, { text: 'live' })
  await note(await business(), 'test')
  await run('--forward-to', local.url, '--types', 'note.created', '--cursor', cursor, '--count', '1')
  assert.equal(texts(local), ['test'])
  await run('--forward-to', local.url, '--key', liveKey, '--types', 'note.created', '--cursor', cursor, '--count', '1')
  assert.equal(texts(local), ['test', 'live'])
})

test('the feed begins at a time: with the event of that time, and not with the one before it', async () => {
  const [before, after] = [await business(), await business()]
  const { created_at: since } = (await service.test.get(`/v1/businesses/${after}`)).body
  const { data } = (await service.test.get(`/v1/events?since=${since}&types=BusinessCreated`)).body
  assert.equal(
    data.map(({ subject }: Body) => subject),
    [`business-${after}`],
    `not ${before}`,
  )
  assert.not.ok('webhooks' in data[0], 'nothing is added that was not asked for')
  const both = await service.test.get(`/v1/events?since=${since}&after=0`)
  assert.equal([both.status, both.body.errors[0].parameter], [400, 'since'])
})

test('wrong use is told', async () => {
  for (const words of [
    [],
    ['--forward-to', 'localhost'],
    ['--forward-to', 'http://127.0.0.1:9', '--types', 'note.create'],
    ['--forward-to', 'http://127.0.0.1:9', '--since', 'yesterday'],
    ['--forward-to', 'http://127.0.0.1:9', '--since', '2026-01-01', '--cursor', '1'],
    ['--forward-to', 'http://127.0.0.1:9', '--count', '0'],
  ])
    assert.is((await run(...words)).code, 2, words.join(' '))
})

test.run()
