// A release whose answers need what the documents of the one before do not hold: nothing is answered out of them, and all is answered once they are built.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { readConfig } from '../../src/config.ts'
import { projections } from '../../src/projections/all.ts'
import type { AnyProjection } from '../../src/projections/projection.ts'
import { startService } from '../../src/service.ts'
import { filled } from '../filled.ts'
import { raised, trouble } from './raised-release.ts'
import { acme, testKey, until } from './service.ts'

const test = suite('a version that the release cannot read')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-unreadable-'))
test.after(() => rmSync(dataDir, { recursive: true }))

const masterKey = Buffer.alloc(32, 9)
const settings = {
  PORT: '0',
  DATA_DIR: dataDir,
  MASTER_KEY: masterKey.toString('base64'),
  BOOTSTRAP_TEST_KEY: testKey,
  RATE_LIMIT_PER_SECOND: '100000',
}

const start = async (release: readonly AnyProjection[]) => {
  const service = await startService(readConfig(settings), { log: pino({ level: 'silent' }), projections: release })
  const ask = async (path: string, { key = testKey, ...init }: RequestInit & { readonly key?: string } = {}) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${service.url}${path}`, { ...init, headers })
    const text = await response.text()
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
  }
  return { ask, stop: service.stop }
}

let isHeld = true
/** It can read its own version of businesses alone. Its fold fails while it is held. */
const release = raised(() => isHeld).map((each) => (each.spec.name === 'businesses' ? { ...each, readableSince: each.spec.version } : each))

test('nothing is answered out of documents that this release cannot read; the instance is not ready, and says how far it is', async () => {
  const before = await start(projections)
  await until('it is ready', async () => (await before.ask('/readyz')).status === 200)
  const made = await before.ask('/v1/businesses', { method: 'POST', body: JSON.stringify({ ...acme, name: `${trouble} LLC` }) })
  const { id } = JSON.parse(made.text)
  await before.stop()

  const after = await start(release)
  try {
    await until('the build is under way', async () => (await after.ask('/readyz')).text.includes('their build began'))
    const { status, text } = await after.ask('/readyz')
    const { checks, folding } = JSON.parse(text)
    assert.equal([status, checks.read_models, Object.keys(folding)], [503, false, ['position', 'end']])
    const asked = [
      await after.ask(`/v1/businesses/${id}`),
      await after.ask('/v1/businesses'),
      await after.ask('/v1/businesses', { method: 'POST', body: JSON.stringify(acme) }),
      await after.ask('/sign-in'),
      await after.ask('/operator/accounts', { key: operatorToken(masterKey) }),
    ]
    for (const answer of filled(asked)) assert.equal([answer.status, answer.retryAfter], [503, '1'], answer.text)
    const build = await after.ask('/operator/build', { key: operatorToken(masterKey) })
    assert.match(build.text, /"state":"building"/, 'the operator sees the build, and may abandon it')
    assert.equal([(await after.ask('/healthz')).status, (await after.ask('/metrics')).status], [200, 200])

    isHeld = false
    await until('it is ready', async () => (await after.ask('/readyz')).status === 200)
    const shown = await after.ask(`/v1/businesses/${id}`)
    assert.equal([shown.status, JSON.parse(shown.text).id], [200, id])
  } finally {
    await after.stop()
  }
})

test('a version that it can read answers while the next one is built', async () => {
  isHeld = true
  const newer = raised(() => isHeld).map((each) =>
    each.spec.name === 'businesses'
      ? { ...each, spec: { ...each.spec, version: each.spec.version + 1 }, readableSince: each.spec.version }
      : each,
  )
  const { ask, stop } = await start(newer)
  try {
    await until('the build is under way', async () =>
      (await ask('/operator/build', { key: operatorToken(masterKey) })).text.includes('"state":"building"'),
    )
    assert.is((await ask('/v1/businesses')).status, 200)
    assert.is((await ask('/readyz')).status, 200)
  } finally {
    await stop()
  }
})

test.run()
