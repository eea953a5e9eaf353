// Versions of the interface as clients meet them: the same webhook under both names, the account's version, and who may change it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../cli/command.ts'
import { type Body, type Client, startTestService, testKey } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())

const [first, second] = ['2026-11-22', '2026-11-23']
const inVersion = (version: string): Client => service.as({ Authorization: `Bearer ${testKey}`, 'Probity-Version': version })
const [older, newer] = [inVersion(first), inVersion(second)]
const url = 'https://example.com/hook'
const accountId = async (): Promise<string> => (await service.operator.get('/operator/accounts')).body.data[0].id
const pin = async (version: string) => service.operator.put(`/operator/accounts/${await accountId()}/interface_version`, { version })

test('a webhook that one version makes has its events under the own name of each', async () => {
  const made = await newer.post('/v1/webhooks', { url, event_types: ['business.created'] })
  assert.equal([made.status, made.body.event_types, made.body.enabled_events], [201, ['business.created'], undefined])
  const path = `/v1/webhooks/${made.body.id}`
  const seen = (await older.get(path)).body
  assert.equal([seen.enabled_events, seen.event_types], [['business.created'], undefined])
  const changed = await older.patch(path, { enabled_events: ['order.completed'] })
  assert.equal(changed.body.enabled_events, ['order.completed'])
  assert.equal((await newer.get(path)).body.event_types, ['order.completed'])
  const listed = (each: Body) => each.body.data.find(({ id }: Body) => id === made.body.id)
  assert.equal(listed(await older.get('/v1/webhooks')).enabled_events, ['order.completed'])
  assert.equal(listed(await newer.get('/v1/webhooks')).event_types, ['order.completed'])
  assert.equal((await older.post(`${path}/rotate_secret`)).body.enabled_events, ['order.completed'])
  assert.equal((await older.del(path)).body.enabled_events, ['order.completed'])
})

test('the name of the other version is told, and a refusal speaks of the names of the request', async () => {
  const refusals = [
    [older, 'event_types', 'enabled_events'],
    [newer, 'enabled_events', 'event_types'],
  ] as const
  for (const [client, wrong, right] of refusals) {
    const { status, body } = await client.post('/v1/webhooks', { url, [wrong]: ['*'] })
    assert.is(status, 422)
    assert.equal(body.errors, [{ message: `${wrong} is not a known field: did you mean ${right}?`, parameter: wrong }])
    const refused = await client.post('/v1/webhooks', { url, [right]: ['business.exploded'] })
    assert.is(refused.body.errors[0].parameter, `${right}.0`)
    assert.not.match(refused.text, wrong)
    const both = await client.post('/v1/webhooks', { url, [right]: ['*'], [wrong]: [] })
    assert.equal([both.status, both.headers.get('probity-ignored')], [201, wrong])
  }
})

test('a repeated request gets the first answer, in the version that it had', async () => {
  const key = { 'Idempotency-Key': 'once' }
  const made = await older.post('/v1/webhooks', { url, enabled_events: ['business.created'] }, key)
  const again = await newer.post('/v1/webhooks', { url, enabled_events: ['business.created'] }, key)
  assert.equal([again.status, again.text], [201, made.text])
  assert.equal([again.headers.get('idempotent-replayed'), again.headers.get('probity-version')], ['true', first])
})

test('without a header the account’s version counts, from the change on; a header overrides it', async () => {
  const { id } = (await service.test.post('/v1/webhooks', { url, enabled_events: ['business.created'] })).body
  assert.is((await pin(second)).body.interface_version, second)
  try {
    const { headers, body } = await service.test.get(`/v1/webhooks/${id}`)
    assert.equal([headers.get('probity-version'), body.event_types], [second, ['business.created']])
    assert.equal((await older.get(`/v1/webhooks/${id}`)).body.enabled_events, ['business.created'])
    const other = await service.otherAccount()
    assert.is((await other.get('/v1/webhooks')).headers.get('probity-version'), first, 'another account')
  } finally {
    await pin(first)
  }
  assert.is((await service.test.get('/v1/webhooks')).headers.get('probity-version'), first)
})

test('the command line shows the versions, and pins one', async () => {
  const run = (...words: readonly string[]) =>
    runCommand('account', words, {
      PATH: process.env.PATH,
      DATA_DIR: service.dataDir,
      MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
    })
  const states = (text: string) => JSON.parse(text).map(({ version, state }: Body) => [version, state])
  const asked = ['--json', '--account', 'first-account']
  assert.equal(states((await run('version', ...asked)).stdout), [
    [first, 'used'],
    [second, '-'],
  ])
  assert.equal(states((await run('version', 'pin', second, ...asked)).stdout), [
    [first, '-'],
    [second, 'used'],
  ])
  assert.is((await service.test.get('/v1/webhooks')).headers.get('probity-version'), second)
  assert.is((await run('version', 'pin', first, ...asked)).code, 0)
  assert.match((await run('version', 'pin', 'latest', ...asked)).stderr, /known versions are 2026-11-22, 2026-11-23/)
})

test('an account cannot be pinned to a version that does not exist', async () => {
  const { status, body } = await pin('2026-11-21')
  assert.equal([status, body.errors[0].parameter], [400, 'version'])
  assert.match(body.errors[0].message, first)
})

test('a new account gets the version that the operator has set, and older accounts keep theirs', async () => {
  await service.restart({ DEFAULT_API_VERSION: second })
  const other = await service.otherAccount()
  assert.is((await other.get('/v1/webhooks')).headers.get('probity-version'), second)
  assert.is((await service.test.get('/v1/webhooks')).headers.get('probity-version'), first)
  await service.restart()
  assert.is((await other.get('/v1/webhooks')).headers.get('probity-version'), second, 'kept with the account')
})

test('each version has its description: by the query, by the header, and by itself the default', async () => {
  const read = async (path: string, headers: Readonly<Record<string, string>> = {}) => (await service.as({}).get(path, headers)).body
  const describe = ({ info, components }: Body) => {
    const { Webhook, CreateWebhookRequest: request } = components.schemas
    return [
      info.version,
      'enabled_events' in Webhook.properties,
      Object.keys(request.examples[0])[1],
      Webhook.required.includes('event_types'),
    ]
  }
  const asFirst = [first, true, 'enabled_events', false]
  const asSecond = [second, false, 'event_types', true]
  assert.equal(describe(await read('/openapi.json')), asFirst)
  assert.equal(describe(await read(`/openapi.json?version=${second}`)), asSecond)
  assert.equal(describe(await read('/openapi.json', { 'Probity-Version': second })), asSecond)
  assert.equal(describe(await read(`/openapi.json?version=${first}`)), asFirst)
  assert.is((await service.as({}).get('/openapi.json?version=2026-11-21')).status, 400)
  const { examples } = (await read('/openapi.json')).components
  assert.ok('enabled_events' in examples.Webhook.value && 'enabled_events' in examples.WebhookList.value.data[0])
})

test.run()
