import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../src/config.ts'
import { nearSettings, readNames } from '../src/near-settings.ts'

const linesFor = (environment: Readonly<Record<string, string>>) => {
  const { watched, names } = readNames(environment)
  readConfig(watched)
  return nearSettings(environment, names)
}

test('a variable that is probably a misspelt setting is named with it', () => {
  assert.equal(linesFor({ ACCESS_LOGS: 'true', RATE_LIMIT_PER_SECONDS: '5', MASTERKEY: 'x' }), [
    'ACCESS_LOGS is not a setting: did you mean ACCESS_LOG?',
    'RATE_LIMIT_PER_SECONDS is not a setting: did you mean RATE_LIMIT_PER_SECOND?',
    'MASTERKEY is not a setting: did you mean MASTER_KEY?',
  ])
})

test('settings, and what other programs set, are not', () => {
  const others = {
    HOSTNAME: 'a',
    PATH: '/bin',
    PWD: '/',
    NODE_VERSION: '26',
    COMPOSE_PROFILES: 'single',
    SITE_ADDRESS: ':8080',
    npm_config_cache: '',
  }
  assert.equal(
    linesFor({ ...others, PROBITY_PORT_80_TCP: 'x', OTEL_SERVICE_NAME: 'x', LOG_LEVEL: 'warn', DATA_DIR: '/data', AGENT_MODEL: 'x' }),
    [],
  )
})

test.run()
