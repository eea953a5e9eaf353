// A receiver that fails for ten days, lived through with a clock that is set forward.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { until } from '../eventually.ts'
import { ok, startReceiver } from './receiver.ts'
import { acme, type Body, testKey } from './service.ts'

const day = 24 * 3_600_000

test('deliveries end after three days; ten days of failures disable the webhook; enabled again it hears of what happens from then on', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-failing-'))
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end()
  let ahead = 0
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_SECOND: '100000',
    BOOTSTRAP_TEST_KEY: testKey,
  })
  const service = await startService(config, { now: () => new Date(Date.now() + ahead) })
  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${service.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    assert.ok(response.ok, `${path} ${response.status}`)
    return response.json()
  }
  try {
    const { id } = await ask('POST', '/v1/webhooks', { url: receiver.url, enabled_events: ['business.created'] })
    const newest = async (): Promise<Body> => (await ask('GET', `/v1/webhooks/${id}/deliveries`)).data[0]
    await ask('POST', '/v1/businesses', acme)
    await until('it has been tried', async () => (await newest())?.attempt >= 1)

    ahead = 4 * day
    await until('it has been given up', async () => (await newest()).status === 'failed')
    const { next_attempt_at, attempt } = await newest()
    assert.is(next_attempt_at, null)
    assert.ok(attempt >= 2)
    assert.is((await ask('GET', `/v1/webhooks/${id}`)).disabled_at, null)

    ahead = 11 * day
    const before = (await newest()).id
    await ask('POST', '/v1/businesses', acme)
    await until('the webhook is disabled', async () => (await ask('GET', `/v1/webhooks/${id}`)).disabled_at !== null)
    await until('what was waiting has ended', async () => (await newest()).id !== before && (await newest()).status === 'failed')

    receiver.answer = ok
    await ask('PUT', `/v1/webhooks/${id}`, { disabled_at: null })
    const { id: businessId } = await ask('POST', '/v1/businesses', acme)
    await until('it hears again', async () => receiver.received.at(-1)?.event.data.object.id === businessId)
    assert.is((await ask('GET', `/v1/webhooks/${id}`)).disabled_at, null)
  } finally {
    await service.stop()
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
