// How the edge is put together: what is mounted where, which requests wait for the read models, and what an instance without clients answers.

import { pino } from 'pino'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { createHealthApp } from '../../src/http/app.ts'
import { innerApi } from '../../src/http/inner-api.ts'
import { httpMetrics } from '../../src/http/middleware/metrics.ts'
import { body } from '../../src/http/validation.ts'
import { edgeShares } from '../../src/inner/framework/edge-shares.ts'
import type { Routes } from '../../src/inner/framework/environment.ts'
import { ApiError } from '../../src/interface/errors.ts'
import { memoryRecords } from './memory-records.ts'
import { secret, toy } from './toy.ts'

test('routes are mounted at the root, behind the sign-in of tools, and below /v1', async () => {
  const { app } = toy((v1) => v1.get('/thing', (c) => c.text('behind a key')), {
    openRoutes: [(root) => root.get('/page', (c) => c.text('for everybody'))],
    toolRoutes:
      ({ signIn, rate }) =>
      (root) => {
        root.use('/tools', signIn, rate)
        root.get('/tools', (c) => c.text('for assistants'))
      },
  })
  const status = async (path: string, headers = {}) => (await app.request(path, { headers })).status
  assert.equal([await status('/page'), await status('/tools'), await status('/v1/thing')], [200, 401, 401])
  const key = { Authorization: 'Bearer key-a' }
  assert.equal([await status('/tools', key), await status('/v1/thing', key), await status('/thing', key)], [200, 200, 404])
})

test('only writes wait until the read models have caught up', async () => {
  const routes: Routes = (v1) => v1.all('/thing', (c) => c.json({ waits: c.get('caughtUp') !== undefined }))
  const answers = async (overrides: Parameters<typeof toy>[1]) => {
    const { send } = toy(routes, overrides)
    return Promise.all(
      ['GET', 'POST', 'DELETE'].map(async (method) => ((await (await send(method, '/v1/thing')).json()) as { waits: boolean }).waits),
    )
  }
  assert.equal(await answers({ caughtUp: async () => true }), [false, true, true])
  assert.equal(await answers({}), [false, false, false])
})

test('what is below /v1 is kept by nobody on its way', async () => {
  const { send } = toy((v1) => v1.get('/thing', (c) => c.json({})))
  assert.is((await send('GET', '/v1/thing')).headers.get('cache-control'), 'no-store')
})

test('the description of the health routes needs no key and names both states', async () => {
  const { app } = toy(() => {})
  const { paths } = (await (await app.request('/openapi.json')).json()) as { paths: Record<string, { get: Record<string, unknown> }> }
  for (const path of ['/healthz', '/readyz']) assert.equal(paths[path]?.get.security, [], path)
  assert.match(JSON.stringify(paths['/readyz']?.get.responses), '"enum":["ok","unavailable"]')
})

test('an instance that serves no clients answers whether it is well, and nothing else', async () => {
  let failing = false
  const ready = async () => {
    if (failing) throw new Error('the disk is gone')
    return { ok: true, checks: { log: true } }
  }
  const app = createHealthApp({ ready, metrics: httpMetrics() })
  const response = await app.request('/readyz')
  assert.equal([response.status, await response.json()], [200, { status: 'ok', checks: { log: true } }])
  assert.match(response.headers.get('x-request-id') ?? '', /./)
  assert.is((await app.request('/healthz')).status, 200)
  assert.match(await (await app.request('/metrics')).text(), 'process_cpu')
  const nothing = await app.request('/v1/businesses')
  assert.equal([nothing.status, nothing.headers.get('content-type')?.split(';')[0]], [404, 'application/json'])
  failing = true
  const failed = await app.request('/readyz')
  assert.equal([failed.status, failed.headers.get('content-type')?.split(';')[0]], [500, 'application/json'])
})

test('a call inside the process has the log, the read objects and the shares of the request', async () => {
  const log = pino({ level: 'silent' })
  const seen: object[] = []
  const api = innerApi({
    routes: [
      (v1) => {
        v1.post('/seen', body(z.object({ name: z.string() })), (c) => {
          seen.push({ log: c.get('log') === log, read: c.get('read'), shares: c.get('shares') })
          return c.json(c.req.valid('json'))
        })
        v1.get('/plain', (c) => c.text('not now', 503))
        v1.get('/half', (c) => c.json({ object: 'proposal' }, 202))
      },
    ],
    log,
    records: memoryRecords(),
    secret,
  })
  const read = new Set(['one'])
  const shares = edgeShares()
  const failed: unknown[] = []
  const { app } = toy(
    (v1) => {
      v1.get('/page', async (c) => {
        const request = { method: 'POST', path: '/v1/seen', body: { name: 'x' } } as const
        assert.equal(await api(c, request), { name: 'x' })
        c.set('read', read)
        await api(c, request)
        for (const path of ['/v1/plain', '/v1/missing']) await api(c, { method: 'GET', path }).catch((error) => failed.push(error))
        assert.equal(await api(c, { method: 'GET', path: '/v1/half' }), { object: 'proposal' })
        return c.json({})
      })
    },
    { shares },
  )
  assert.is((await app.request('/v1/page', { headers: { Authorization: 'Bearer key-a' } })).status, 200)
  assert.equal(seen.length, 2)
  const [before, after] = seen
  assert.equal(before, { log: true, read: undefined, shares })
  assert.equal(after, { log: true, read, shares })
  assert.equal(
    failed.map((error) => (error instanceof ApiError ? [error.status, error.entries] : error)),
    [
      [503, []],
      [404, []],
    ],
  )
})

test.run()
