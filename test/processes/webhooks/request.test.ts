import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { generate } from 'selfsigned'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Webhook } from '../../../src/commands/webhook.ts'
import { openWebhookSender } from '../../../src/processes/webhooks/request.ts'
import { inTime } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { ok, startReceiver } from '../../journeys/receiver.ts'

const test = suite('one attempt to tell a webhook')
const receiver = await startReceiver()

test.before.each(() => {
  receiver.answer = ok
  receiver.received.length = 0
})
test.after(() => receiver.close())

const at = new Date('2026-11-21T09:30:00.000Z')
const webhook: Webhook = {
  id: 'w',
  url: '',
  secret: 'the secret',
  enabled_events: ['*'],
  mode: 'test',
  oidc: null,
  status: 'enabled',
  former: null,
}

const attempt = (change: Partial<Webhook>, { allowLoopback = false, signal = new AbortController().signal } = {}) =>
  openWebhookSender({ allowLoopback })(
    { ...webhook, url: receiver.url, ...change },
    { id: 'm', correlationId: 'c', body: '{}' },
    { at, signal },
  )

const port = new URL(receiver.url).port
const refused = 'the address is not a public one'
/** The connection was made; the receiver speaks no TLS. */
const reached = 'the receiver does not speak TLS as it should'

for (const [mode, allowLoopback, address, outcome] of [
  ['test', false, 'http://127.0.0.1', null],
  ['test', false, 'http://localhost', null],
  ['test', false, 'https://127.0.0.1', reached],
  ['test', false, 'http://8.8.8.8', refused],
  ['test', false, 'https://10.0.0.1', refused],
  ['live', false, 'http://127.0.0.1', refused],
  ['live', false, 'http://localhost', refused],
  ['live', false, 'https://127.0.0.1', refused],
  ['live', false, 'https://localhost', refused],
  ['live', false, 'http://8.8.8.8', refused],
  ['live', true, 'http://127.0.0.1', null],
  ['live', true, 'https://localhost', reached],
  ['live', true, 'http://8.8.8.8', refused],
  ['live', true, 'https://10.0.0.1', refused],
] as const)
  test(`to ${address}, made with a ${mode} key${allowLoopback ? ', the machine itself allowed' : ''}: ${outcome ?? 'delivered'}`, async () => {
    const { delivered, responseStatus, error } = await attempt({ mode, url: `${address}:${port}/` }, { allowLoopback })
    assert.equal([delivered, responseStatus], outcome === null ? [true, 204] : [false, null])
    if (outcome !== null) assert.match(error ?? '', outcome)
  })

/** What answers each connection in its own way. */
const answering = async (answer: (socket: Socket) => void, tls?: { readonly cert: string; readonly key: string }) => {
  const take = (socket: Socket) => {
    socket.on('error', () => undefined)
    answer(socket)
    // What is not read is never at its end.
    socket.resume()
  }
  const server = tls ? createTlsServer(tls, take) : createNetServer(take)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { at: `localhost:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

for (const [what, scheme, answer, reason] of [
  ['breaks off', 'http', (socket: Socket) => void socket.once('data', () => socket.resetAndDestroy()), 'the connection broke off'],
  ['says what is no HTTP', 'http', (socket: Socket) => void socket.end('hello\r\n\r\n'), 'the receiver did not answer in HTTP'],
  [
    'changes the protocol',
    'http',
    (socket: Socket) =>
      void socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')),
    'the receiver did not answer in HTTP',
  ],
  ['speaks no TLS', 'https', (socket: Socket) => void socket.end('hello\r\n'), 'the receiver does not speak TLS as it should'],
] as const)
  test(`a receiver that ${what} is named so, and nothing of its address`, async () => {
    const { at: place, close } = await answering(answer)
    const { delivered, responseStatus, error } = await attempt({ url: `${scheme}://${place}/` })
    await close()
    assert.equal([delivered, responseStatus, error], [false, null, reason])
  })

test('a receiver with a certificate that nobody vouches for, at a closed port, and of an unknown name is named so', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 })
  const untrusted = await answering((socket) => void socket.end(), { cert, key })
  assert.is((await attempt({ url: `https://${untrusted.at}/` })).error, 'the certificate of the receiver is not valid')
  await untrusted.close()
  assert.is((await attempt({ url: `https://${untrusted.at}/` })).error, 'the receiver refused the connection')
  assert.is((await attempt({ url: 'https://nowhere.invalid/' })).error, 'the name of the receiver cannot be resolved')
})

test('a replaced secret signs beside the new one until its time is over', async () => {
  const signatures = async (until: Date) => {
    await attempt({ former: { secret: 'the former', until: until.toISOString() } })
    return receiver.received.at(-1)?.headers['webhook-signature']?.toString().split(' ').length
  }
  assert.is(await signatures(new Date(at.getTime() + 1)), 2)
  assert.is(await signatures(at), 1)
})

test('a receiver that is asked too much says when it may be asked again, in seconds or as a date', async () => {
  const asking = async (status: number, retryAfter: string) => {
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': retryAfter }).end()
    const { askedPauseMs, error } = await attempt({})
    return [askedPauseMs, error]
  }
  const told = (status: number) => `the receiver answered with status ${status}`
  assert.equal(await asking(429, '120'), [120_000, `${told(429)} and asked for a pause of 120 seconds`])
  const date = new Date(at.getTime() + 90_000).toUTCString()
  assert.equal(await asking(503, date), [90_000, `${told(503)} and asked for a pause of 90 seconds`])
  process.env.TZ = 'America/New_York'
  const [day, number, month, year, time] = date.split(/,? /)
  assert.equal(
    (await asking(503, `${day} ${month} ${number} ${time} ${year}`))[0],
    90_000,
    'a date of asctime is GMT wherever the service runs',
  )
  assert.equal(await asking(429, '9'.repeat(400)), [999_999_999_000, `${told(429)} and asked for a pause of 999999999 seconds`])
  for (const [status, text] of [
    [500, '120'],
    [429, 'soon'],
    [429, '-5'],
    [429, '0'],
    [503, new Date(at.getTime() - 90_000).toUTCString()],
  ] as const)
    assert.equal(await asking(status, text), [undefined, told(status)])
  assert.is((await asking(200, '120'))[0], undefined)
})

test('an answer counts by its status, however long it is and wherever it breaks off', async () => {
  for (const [status, delivered] of [
    [200, true],
    [299, true],
    [300, false],
    [307, false],
    [404, false],
  ] as const) {
    receiver.answer = (response) => response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end('x'.repeat(200_000))
    assert.equal(await attempt({}).then((outcome) => [outcome.responseStatus, outcome.delivered]), [status, delivered])
  }
  receiver.answer = (response) => {
    response.writeHead(200, { 'content-length': '10' }).write('begun', () => response.destroy())
  }
  assert.is((await attempt({})).responseStatus, 200)
  const timeUp = new AbortController()
  receiver.answer = (response) => void response.writeHead(200).write('begun, and never ended')
  const begun = () => setImmediate(() => timeUp.abort())
  subscribe('http.client.response.finish', begun)
  const unended = await inTime('the attempt ends', attempt({}, { signal: timeUp.signal }))
  unsubscribe('http.client.response.finish', begun)
  assert.equal([unended.responseStatus, unended.delivered], [200, true])
  const { at: place, close } = await answering((socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\na body that must not be'))
  const surplus = await attempt({ url: `http://${place}/` })
  await close()
  assert.equal([surplus.responseStatus, surplus.delivered], [204, true])
  assert.ok(
    filled(receiver.received).every(({ path }) => path === '/'),
    'no redirect is followed',
  )
})

test('an attempt ends with the service, though the receiver never answers', async () => {
  const stopping = new AbortController()
  receiver.answer = () => stopping.abort()
  const { delivered, responseStatus } = await inTime('the attempt ends', attempt({}, { signal: stopping.signal }))
  assert.equal([delivered, responseStatus], [false, null])
})

test('the plain signature goes out in the header that the service is set up for, and in no other', async () => {
  const sent = () => receiver.received.at(-1)?.headers ?? {}
  await attempt({ url: receiver.url })
  const signature = sent()['x-signature-256']
  assert.match(String(signature), /^sha256=[0-9a-f]{64}$/)
  const { delivered } = await openWebhookSender({ allowLoopback: false, signatureHeader: 'X-Hub-Signature-256' })(
    { ...webhook, url: receiver.url },
    { id: 'm', correlationId: 'c', body: '{}' },
    { at, signal: new AbortController().signal },
  )
  assert.ok(delivered)
  assert.equal([sent()['x-hub-signature-256'], sent()['x-signature-256']], [signature, undefined])
})

/** A token endpoint and a receiver in one: tokens count up. */
const withTokens = async (
  tell: (token: number) => { readonly status?: number; readonly body: string },
  tokenTaken: (authorization: string) => boolean = () => true,
) => {
  const asked: { readonly headers: IncomingHttpHeaders; readonly form: string }[] = []
  const authorizations: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.url?.startsWith('/token')) {
      asked.push({ headers: request.headers, form: Buffer.concat(chunks).toString('utf8') })
      const { status = 200, body } = tell(asked.length)
      return response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    authorizations.push(String(request.headers.authorization))
    return response.writeHead(tokenTaken(String(request.headers.authorization)) ? 204 : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sender = openWebhookSender({ allowLoopback: false })
  const send = (id = 'w', { path = '/', oidc = {} }: { readonly path?: string; readonly oidc?: Partial<Webhook['oidc']> } = {}) =>
    sender(
      {
        ...webhook,
        id,
        url: `${url}${path}`,
        oidc: { token_url: `${url}/token`, client_id: 'a client', client_secret: 's+cret', scope: null, ...oidc },
      },
      { id: 'm', correlationId: 'c', body: '{}' },
      { at, signal: new AbortController().signal },
    )
  return { url, asked, authorizations, send, close: () => new Promise((resolve) => server.close(resolve)) }
}
const lasting = (seconds?: number) => (token: number) => ({
  body: JSON.stringify({ access_token: `t${token}`, ...(seconds !== undefined && { expires_in: seconds }) }),
})

test('a token is fetched once and serves the deliveries of its webhook until it ends', async () => {
  const { asked, authorizations, send, close } = await withTokens(lasting(3_600))
  for (const id of ['w', 'w', 'other', 'w']) assert.ok((await send(id)).delivered)
  await close()
  assert.equal(authorizations, ['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t1'])
  const [first] = asked
  assert.is(first?.form, 'grant_type=client_credentials')
  assert.is(Buffer.from(String(first?.headers.authorization).replace('Basic ', ''), 'base64').toString(), 'a%20client:s%2Bcret')
})

test('a token that is about to end is fetched anew, and one without a time serves for some minutes', async () => {
  for (const [seconds, fetched] of [
    [30, 2],
    [3_600, 1],
    [undefined, 1],
  ] as const) {
    const { asked, send, close } = await withTokens(lasting(seconds))
    await send()
    await send()
    await close()
    assert.is(asked.length, fetched, `${seconds} seconds`)
  }
})

test('a webhook whose address or credentials were changed gets a token of its own, and its former one when they are as before', async () => {
  const { url, authorizations, send, close } = await withTokens(lasting(3_600))
  const changes = [
    {},
    { path: '/moved' },
    { oidc: { token_url: `${url}/token/moved` } },
    { oidc: { client_id: 'another client' } },
    { oidc: { client_secret: 'rotated' } },
    { oidc: { scope: 'wider' } },
    {},
  ]
  for (const change of changes) assert.ok((await send('w', change)).delivered)
  await close()
  assert.equal(
    authorizations,
    [1, 2, 3, 4, 5, 6, 1].map((token) => `Bearer t${token}`),
  )
})

test('a token serves for an hour at the most, however long it would last', async () => {
  const { authorizations, send, close } = await withTokens(lasting(86_400))
  const own = performance.now
  const after = (ms: number) => {
    performance.now = () => ms
    return send()
  }
  try {
    for (const ms of [0, 3_599_999, 3_600_000]) await after(ms)
  } finally {
    performance.now = own
    await close()
  }
  assert.equal(authorizations, ['Bearer t1', 'Bearer t1', 'Bearer t2'])
})

test('a receiver that refuses the token gets a new one with the next attempt', async () => {
  const { authorizations, send, close } = await withTokens(lasting(3_600), (authorization) => authorization !== 'Bearer t1')
  assert.equal([(await send()).responseStatus, (await send()).responseStatus], [401, 204])
  await close()
  assert.equal(authorizations, ['Bearer t1', 'Bearer t2'])
})

test('without a token nothing is sent, and the attempt says why', async () => {
  for (const [what, status, body] of [
    ['an error', 500, '{"access_token": "t"}'],
    ['no token', 200, '{}'],
    ['a token that is no text', 200, '{"access_token": 7}'],
    ['garbage', 200, '<html>'],
  ] as const) {
    const { authorizations, send, close } = await withTokens(() => ({ status, body }))
    const { delivered, responseStatus, error } = await send()
    await close()
    const told = `the token endpoint answered with status ${status} and no token`
    assert.equal([delivered, responseStatus, error, authorizations], [false, null, told, []], what)
  }
})

test.run()
