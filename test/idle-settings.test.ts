import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../src/config.ts'
import { idleSettings } from '../src/idle-settings.ts'

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

test('a single role is told on the embedded stores, where no other process can have the other one', () => {
  const [api = '', ...more] = linesFor({ ROLES: 'api' })
  assert.match(api, /ROLES is api: nothing is verified/)
  assert.equal(more, [])
  assert.match(linesFor({ ROLES: 'worker' })[0] ?? '', /ROLES is worker: no request is answered/)
  const cluster = { EVENT_STORE_URL: 'esdb://host:2113', MONGODB_URL: 'mongodb://host/db', MASTER_KEY: Buffer.alloc(32).toString('base64') }
  assert.equal(linesFor({ ...cluster, ROLES: 'api' }), [])
})

test.run()
