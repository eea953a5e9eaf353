// The API keys on the page of credentials: made with everything or with chosen rights, with an expiry, rotated, and shown with their last use.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../eventually.ts'
import { shownSecret, startTestService, type TestService, type Visitor, visitor } from '../browser.ts'

const test = suite('credentials')
const path = '/settings/credentials'
let service: TestService
let user: Visitor

test.before(async () => {
  service = await startTestService()
  user = visitor(service.url)
  await user.signIn()
})
test.after(() => service.stop())

const status = async (method: string, at: string, key: string) =>
  (await service.api(method, at, method === 'GET' ? undefined : {}, key)).status

/** The table's row of the key with this name. */
const row = async (name: string): Promise<string> => {
  const { text } = await user.get(path)
  return text.split('<tr').find((each) => each.includes(`>${name}<`)) ?? ''
}

test('a key with chosen rights does these, and its page shows them and its last use', async () => {
  await user.get(path)
  const page = await user.form(`${path}/keys`, { name: 'Filing', mode: 'test', rights: 'chosen', signals: 'read', notes: 'write' })
  const key = shownSecret(page.text, 'Key')
  assert.equal([await status('GET', '/v1/signals', key), await status('POST', '/v1/signals', key)], [200, 403])
  // The use is written after the answer.
  await until('the page shows when the key was used', async () => (await row('Filing')).match(/<time /g)?.length === 2)
  const shown = await row('Filing')
  assert.match(shown, '<code>notes:write</code> <code>signals:read</code>')
  assert.match(shown, 'Rotate')
})

test('a key for everything is the default, and rights chosen without any are refused', async () => {
  await user.get(path)
  const page = await user.form(`${path}/keys`, { name: 'Whole', mode: 'test', rights: 'all', notes: 'read' })
  assert.is(await status('GET', '/v1/signals', shownSecret(page.text, 'Key')), 200)
  assert.match(await row('Whole'), 'Everything')
  const refused = await user.form(`${path}/keys`, { name: 'None', mode: 'test', rights: 'chosen' })
  assert.is(refused.status, 422)
  assert.match(refused.text, 'Choose at least one.')
})

test('a key expires on its day', async () => {
  const [tomorrow = ''] = new Date(Date.now() + 86_400_000).toISOString().split('T')
  await user.get(path)
  const page = await user.form(`${path}/keys`, { name: 'Brief', mode: 'test', rights: 'all', expires_on: tomorrow })
  const key = shownSecret(page.text, 'Key')
  assert.is(await status('GET', '/v1/signals', key), 200)
  service.clock.offsetMs = 2 * 86_400_000
  try {
    assert.is(await status('GET', '/v1/signals', key), 401)
  } finally {
    service.clock.offsetMs = 0
  }
  for (const expires_on of ['2020-01-01', '2026-13-45']) {
    await user.get(path)
    const refused = await user.form(`${path}/keys`, { name: 'Past', mode: 'test', rights: 'all', expires_on })
    assert.is(refused.status, 422, refused.text)
  }
})

test('a rotated key works beside the new one for as long as chosen', async () => {
  await user.get(path)
  const old = shownSecret((await user.form(`${path}/keys`, { name: 'Turning', mode: 'test', rights: 'all' })).text, 'Key')
  const id = /\/keys\/([^/]+)\/rotate/.exec(await row('Turning'))?.[1]
  const fresh = shownSecret((await user.form(`${path}/keys/${id}/rotate`, { hours: '1' })).text, 'Key')
  assert.equal([await status('GET', '/v1/signals', old), await status('GET', '/v1/signals', fresh)], [200, 200])
  service.clock.offsetMs = 2 * 3_600_000
  try {
    assert.equal([await status('GET', '/v1/signals', old), await status('GET', '/v1/signals', fresh)], [401, 200])
    assert.match((await user.get(path)).text, '>Expired<')
  } finally {
    service.clock.offsetMs = 0
  }
})

test.run()
