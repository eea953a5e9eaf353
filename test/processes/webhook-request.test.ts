import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Webhook } from '../../src/commands/webhook.ts'
import { openWebhookSender } from '../../src/processes/webhook-request.ts'
import { ok, startReceiver } from '../journeys/receiver.ts'

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

const attempt = (change: Partial<Webhook>, { allowLoopback = false } = {}) =>
  openWebhookSender({ allowLoopback })(
    { ...webhook, url: receiver.url, ...change },
    { id: 'm', correlationId: 'c', body: '{}' },
    { at, signal: new AbortController().signal },
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

test('a replaced secret signs beside the new one until its time is over', async () => {
  const signatures = async (until: Date) => {
    await attempt({ former: { secret: 'the former', until: until.toISOString() } })
    return receiver.received.at(-1)?.headers['webhook-signature']?.toString().split(' ').length
  }
  assert.is(await signatures(new Date(at.getTime() + 1)), 2)
  assert.is(await signatures(at), 1)
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
  assert.ok(
    receiver.received.every(({ path }) => path === '/'),
    'no redirect is followed',
  )
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

test.run()
