// Requests and answers of an older version of the interface, where the versions differ and where they do not.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { body } from '../../../src/http/validation.ts'
import { newestVersion, versions } from '../../../src/interface/versions.ts'
import { filled } from '../../filled.ts'
import { errorsOf, toy } from '../toy.ts'

const oldest = versions[0].version

const { send, logged } = toy((app) => {
  const Webhook = z.object({ event_types: z.array(z.string()) })
  app.post('/webhooks', body(Webhook), (c) => c.json({ object: 'webhook', ...c.req.valid('json') }, 201, { 'X-Own': 'kept' }))
  app.get('/webhooks', (c) => c.json({ object: 'list', data: [{ event_types: ['a'] }] }))
  app.get('/webhooks/:id', (c) => (c.req.param('id') === 'text' ? c.text('event_types') : c.body(null, 204)))
  app.post('/things', body(Webhook), (c) => c.json(c.req.valid('json')))
})
const of = (version: string) => ({ 'Probity-Version': version })
const post = (version: string, sent: object, path = '/v1/webhooks') => send('POST', path, sent, of(version))

test('a client of an older version sends and gets the older name, with status and headers as they are', async () => {
  const old = await post(oldest, { enabled_events: ['a'] })
  assert.equal([old.status, old.headers.get('x-own'), old.headers.get('probity-version')], [201, 'kept', oldest])
  assert.match(old.headers.get('content-type') ?? '', 'application/json')
  assert.equal(await old.json(), { object: 'webhook', enabled_events: ['a'] })
  const list = await send('GET', '/v1/webhooks', undefined, of(oldest))
  assert.equal(await list.json(), { object: 'list', data: [{ enabled_events: ['a'] }] })
  assert.equal(await (await post(newestVersion, { event_types: ['a'] })).json(), { object: 'webhook', event_types: ['a'] })
})

test('a refusal has the names of the version that was asked in', async () => {
  const parameter = async (version: string) => (await errorsOf(await post(version, {})))[0]?.parameter
  assert.equal([await parameter(oldest), await parameter(newestVersion)], ['enabled_events', 'event_types'])
})

test('what is not read is named in the answer in the words of the version, and counted in the log', async () => {
  const before = logged().length
  const old = await post(oldest, { enabled_events: ['a'], event_types: ['b'], more: 1 })
  const now = await post(newestVersion, { event_types: ['a'], enabled_events: ['b'], more: 1 })
  assert.equal(
    [old, now].map(({ headers }) => headers.get('probity-ignored')),
    ['event_types, more', 'enabled_events, more'],
  )
  const lines = filled(logged().slice(before))
  assert.equal(
    lines.map((line) => JSON.parse(line).ignored),
    [2, 2],
  )
  // The names are the client's own words.
  for (const line of lines) assert.not.match(line, /event_types|enabled_events|more/)
  const all = await post(oldest, { enabled_events: ['a'] })
  assert.is(all.headers.get('probity-ignored'), null)
})

test('what is no JSON, and paths that no version changes, stay as they are', async () => {
  const text = await send('GET', '/v1/webhooks/text', undefined, of(oldest))
  assert.is(await text.text(), 'event_types')
  const none = await send('GET', '/v1/webhooks/none', undefined, of(oldest))
  assert.equal([none.status, await none.text()], [204, ''])
  assert.equal(await (await post(oldest, { event_types: ['a'] }, '/v1/things')).json(), { event_types: ['a'] })
})

test('an answer that is kept for its key is that of the version it was asked in', async () => {
  const key = { 'Idempotency-Key': 'k', ...of(oldest) }
  for (const _ of ['once', 'twice'])
    assert.equal(await (await send('POST', '/v1/webhooks', { enabled_events: ['a'] }, key)).json(), {
      object: 'webhook',
      enabled_events: ['a'],
    })
})

test('an unknown version is refused for every caller before anything is done', async () => {
  for (const version of ['latest', '', '2026-11-21']) {
    const refused = await post(version, { event_types: ['a'] })
    assert.equal([refused.status, refused.headers.get('probity-version')], [400, oldest])
    const [error] = await errorsOf(refused)
    assert.is(error?.parameter, 'Probity-Version')
    for (const { version } of versions) assert.match(error?.message ?? '', version)
  }
})

test.run()
