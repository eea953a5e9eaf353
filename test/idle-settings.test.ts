import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../src/config.ts'
import { idleSettings, requireWorker } from '../src/idle-settings.ts'

const linesFor = (environment: Readonly<Record<string, string>>) => idleSettings(environment, readConfig(environment))

test('a setting that goes with another one is named where that one is not set', () => {
  assert.equal(linesFor({ OIDC_CLIENT_ID: 'a', S3_URL: '', S3_REGION: 'eu-central-1', AGENT_MODEL_KEY: 'k' }), [
    'OIDC_CLIENT_ID has no effect without OIDC_ISSUER',
    'S3_REGION has no effect without S3_URL',
    'AGENT_MODEL_KEY has no effect without AGENT_MODEL_URL',
  ])
})

test('with it, or empty, it is not', () => {
  assert.equal(linesFor({ AGENT_MODEL_URL: 'http://localhost:1', AGENT_MODEL: 'small', OIDC_CLIENT_ID: '', S3_REGION: '' }), [])
})

const cluster = { EVENT_STORE_URL: 'esdb://host:2113', MONGODB_URL: 'mongodb://host/db', MASTER_KEY: Buffer.alloc(32).toString('base64') }

test('that no request is answered is told on the embedded stores, where no other process can answer', () => {
  assert.match(linesFor({ ROLES: 'worker' })[0] ?? '', /ROLES is worker: no request is answered/)
  assert.equal(linesFor({ ...cluster, ROLES: 'worker' }), [])
})

test('a start without the role worker is refused in one line on the embedded stores, and leaves nothing behind', () => {
  const dataDir = join(tmpdir(), `probity-roles-${randomUUID()}`)
  const program = join(import.meta.dirname, '../src/main.ts')
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ROLES: 'api' }
  const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program], { env, encoding: 'utf8' })
  assert.is(status, 1, stderr)
  assert.match(stderr, /^probity: ROLES must hold worker on the embedded stores.*\n$/)
  assert.not.ok(existsSync(dataDir))
  requireWorker(readConfig({ ...cluster, ROLES: 'api' }))
  requireWorker(readConfig({ ROLES: 'worker' }))
})

test.run()
