// Where a webhook may send, and what else its requests refuse.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiError } from '../../../src/interface/errors.ts'
import { CreateWebhook, readWebhook } from '../../../src/interface/requests/webhook.ts'

type Allowance = Parameters<typeof readWebhook>[2]
const live: Allowance = { mode: 'live', allowLoopback: false }
const sandbox: Allowance = { mode: 'test', allowLoopback: false }

/** What is refused, as `MESSAGE`. */
const refusals = (body: object, allowance = live): readonly string[] => {
  try {
    readWebhook(CreateWebhook, { ...body }, allowance)
    return []
  } catch (error) {
    assert.instance(error, ApiError)
    assert.is((error as ApiError).status, 422)
    return (error as ApiError).entries.map(({ message }) => message)
  }
}

const notPublic = 'url must be a public address'
const notHttps = 'url must be an https address'
const onlyLoopback = `${notHttps} (http only for loopback in test accounts)`

for (const [url, ofLive, ofTest] of [
  ['https://example.com/hook', [], []],
  ['https://93.184.216.34/', [], []],
  ['http://example.com/hook', [onlyLoopback], [onlyLoopback]],
  ['http://93.184.216.34/', [onlyLoopback], [onlyLoopback]],
  ['ftp://example.com/', [notHttps], [notHttps]],
  ['no address', [notHttps], [notHttps]],
  ['https://user@example.com/', ['url must not carry credentials'], ['url must not carry credentials']],
  ['https://:word@example.com/', ['url must not carry credentials'], ['url must not carry credentials']],
  ['http://localhost:9/', [notPublic], []],
  ['http://a.localhost/', [notPublic], []],
  ['https://127.0.0.1/', [notPublic], []],
  ['http://0x7f000001/', [notPublic], []],
  ['http://[::1]/', [notPublic], []],
  ['https://10.0.0.1/', [notPublic], [notPublic]],
  ['https://169.254.169.254/latest/meta-data', [notPublic], [notPublic]],
  ['https://[fd00::1]/', [notPublic], [notPublic]],
  ['https://[::ffff:10.0.0.1]/', [notPublic], [notPublic]],
] as const)
  test(`a webhook to ${url} is ${ofLive.length > 0 ? 'refused' : 'taken'} live, and ${ofTest.length > 0 ? 'refused' : 'taken'} in the sandbox`, () => {
    assert.equal(refusals({ url }), ofLive)
    assert.equal(refusals({ url }, sandbox), ofTest)
  })

test('the machine itself is an address live where the setting allows it, and a private one is not', () => {
  const allowing: Allowance = { mode: 'live', allowLoopback: true }
  assert.equal(refusals({ url: 'http://127.0.0.1:8080/' }, allowing), [])
  assert.equal(refusals({ url: 'https://10.0.0.1/' }, allowing), [notPublic])
})

test('the address that gives tokens is held to the same rules', () => {
  const url = 'https://example.com/'
  const oidc = (token_url: string) => ({ url, oidc: { token_url, client_id: 'a', client_secret: 'b' } })
  assert.equal(refusals(oidc('https://example.com/token')), [])
  assert.equal(refusals(oidc('https://10.0.0.1/token')), ['token_url must be a public address'])
})

test('a name that others have for the types of events is refused where the types are missing, and does no harm beside them', () => {
  const url = 'https://example.com/'
  const meant = (name: string) => `${name} is not a known field: did you mean event_types?`
  for (const name of ['enabled_events', 'events', 'topics']) assert.equal(refusals({ url, [name]: ['*'] }), [meant(name)])
  assert.equal(refusals({ url, events: ['*'], event: '*' }), [meant('events'), meant('event')])
  assert.equal(refusals({ url, event_types: ['*'], enabled_events: ['*'] }), [])
})

test('a secret of the form of Standard Webhooks has to be Base64', () => {
  const url = 'https://example.com/'
  for (const secret of ['any text', 'whsec_c2VjcmV0', '']) assert.equal(refusals({ url, secret }), [], secret)
  for (const secret of ['whsec_', 'whsec_=', 'whsec_a b', 'whsec_a!b'])
    assert.equal(refusals({ url, secret }), ['secret must have Base64 behind whsec_'], secret)
})

test.run()
