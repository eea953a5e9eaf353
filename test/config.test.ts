import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Config, readConfig } from '../src/config.ts'
import { WrongSetting } from '../src/setting-values.ts'
import { filled } from './filled.ts'

const wrong = (environment: Readonly<Record<string, string>>): string => {
  try {
    readConfig(environment)
  } catch (error) {
    assert.instance(error, WrongSetting)
    return (error as Error).message
  }
  throw new Error(`${JSON.stringify(environment)} was not refused`)
}

const key32 = Buffer.alloc(32, 1).toString('base64')

test('with nothing set the service starts for one small company', () => {
  const config = readConfig({})
  assert.equal(
    [config.port, config.host, config.dataDir, config.roles, config.rateLimit, config.logLevel],
    [3000, '127.0.0.1', './data', ['api', 'worker'], 20, 'info'],
  )
  assert.equal([config.eventStoreUrl, config.mongoUrl, config.baseUrl, config.appUrl, config.masterKey], [null, null, null, null, null])
  assert.equal([config.agentModel, config.documentStore, config.lienFilingConfig, config.sourcesConfig], [null, null, null, null])
  assert.equal([config.web.allowLoopback, config.accessLog, config.trustedProxies], [false, false, 0], 'nothing is opened unasked')
})

const set = (environment: Readonly<Record<string, string>>, of: (config: Config) => unknown) => of(readConfig(environment))

test('what may be set reaches to the ends of its range', () => {
  for (const [value, milliseconds] of [
    ['1s', 1_000],
    ['90m', 5_400_000],
    ['24h', 86_400_000],
    ['365d', 31_536_000_000],
  ] as const)
    assert.is(
      set({ MONITOR_INTERVAL: value }, ({ monitorIntervalMs }) => monitorIntervalMs),
      milliseconds,
    )
  for (const value of [true, false]) {
    const given = { ACCESS_LOG: String(value), ALLOW_LOOPBACK_FETCH: String(value) }
    assert.equal(
      set(given, ({ accessLog, web }) => [accessLog, web.allowLoopback]),
      [value, value],
    )
  }
  assert.is(
    set({ PORT: '65535' }, ({ port }) => port),
    65_535,
  )
  assert.is(
    set({ TRUSTED_PROXIES: '10' }, ({ trustedProxies }) => trustedProxies),
    10,
  )
  assert.is(
    set({ MAIL_FROM: 'ann@example.com' }, ({ mailFrom }) => mailFrom),
    'ann@example.com',
  )
  const shortest = 'bvs_test_0123456789abcde'
  assert.is(
    set({ BOOTSTRAP_TEST_KEY: shortest }, ({ bootstrap }) => bootstrap.testKey),
    shortest,
  )
})

test('a language model is asked where its address says, by its name and key where there are some', () => {
  const url = 'http://localhost:8000/v1'
  const model = ({ agentModel }: Config) => agentModel
  assert.equal(set({ AGENT_MODEL_URL: url }, model), { url, key: null, model: 'default' })
  assert.equal(set({ AGENT_MODEL_URL: url, AGENT_MODEL_KEY: 'k', AGENT_MODEL: 'm' }, model), { url, key: 'k', model: 'm' })
  assert.is(set({ AGENT_MODEL_KEY: 'k' }, model), null)
})

for (const [set, read] of [
  ['smtp://ann:secret@mail.example:587', 'smtp://ann:secret@mail.example:587?requireTLS=true'],
  ['smtp://ann:secret@mail.example/', 'smtp://ann:secret@mail.example?requireTLS=true'],
  ['smtp://ann:secret@mail.example?', 'smtp://ann:secret@mail.example?requireTLS=true'],
  ['smtp://ann:secret@mail.example/?tls.servername=a', 'smtp://ann:secret@mail.example/?tls.servername=a&requireTLS=true'],
  ['smtp://ann:secret@localhost.example', 'smtp://ann:secret@localhost.example?requireTLS=true'],
  ['smtp://ann:secret@mail.example?requireTLS=false'],
  ['smtp://ann:secret@mail.example?requireTLS=true'],
  ['smtps://ann:secret@mail.example'],
  ['smtp://ann@mail.example'],
  ['smtp://mail.example:25'],
  ['smtp://ann:secret@localhost:25'],
  ['smtp://ann:secret@127.0.0.1:25'],
  ['smtp://ann:secret@[::1]:25'],
] as const)
  test(`SMTP_URL=${set} ${read ? 'demands encryption' : 'is taken as it is'}`, () =>
    assert.is(readConfig({ SMTP_URL: set }).smtpUrl, read ?? set))

test('what is set is read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/data',
    ROLES: 'worker, api',
    MASTER_KEY: key32,
    BASE_URL: 'https://api.example.com/',
    SMTP_URL: 'smtp://user:pass@word@mail.example:587/?requireTLS=true',
    MAIL_FROM: 'Büro at Example <probity@bücher.example>',
    WEBHOOK_SIGNATURE_HEADER: 'X-Hub-Signature-256',
    DEFAULT_API_VERSION: '2026-11-23',
    RATE_LIMIT_PER_SECOND: '1000',
    BOOTSTRAP_TEST_KEY: 'bvs_test_0123456789abcdef',
    BOOTSTRAP_LIVE_KEY: 'bvs_live_0123456789abcdef',
    BOOTSTRAP_EMAIL: 'ann@example.com',
    BOOTSTRAP_PASSWORD: 'twelve chars',
    LOG_LEVEL: 'debug',
    APP_URL: 'https://app.example.com/',
    HEALTH_PORT: '9090',
    WORK_IN_THREAD: 'true',
    ACCEPT_LOST_KEYS: 'true',
    LIEN_FILING_CONFIG: 'filing.json',
    SOURCES_CONFIG: 'sources.json',
    INDUSTRY_RISK_FILE: 'risk.json',
    RDAP_URL: 'https://rdap.example.com/',
  })
  assert.equal(
    [config.port, config.host, config.dataDir, config.roles, config.baseUrl],
    [0, '::1', '/data', ['worker', 'api'], 'https://api.example.com'],
  )
  assert.equal(
    [config.smtpUrl, config.mailFrom],
    ['smtp://user:pass@word@mail.example:587/?requireTLS=true', 'Büro at Example <probity@bücher.example>'],
  )
  assert.is(config.webhookSignatureHeader, 'X-Hub-Signature-256')
  assert.equal([config.interfaceVersion, readConfig({}).interfaceVersion], ['2026-11-23', '2026-11-22'])
  assert.is(config.masterKey?.length, 32)
  assert.equal([config.rateLimit, config.logLevel], [1000, 'debug'])
  assert.equal(config.bootstrap, {
    testKey: 'bvs_test_0123456789abcdef',
    liveKey: 'bvs_live_0123456789abcdef',
    email: 'ann@example.com',
    password: 'twelve chars',
  })
  assert.equal(
    [config.appUrl, config.healthPort, config.workInThread, config.acceptLostKeys],
    ['https://app.example.com', 9090, true, true],
  )
  assert.equal([config.lienFilingConfig, config.sourcesConfig], ['filing.json', 'sources.json'])
  assert.equal(config.web, { rdapUrl: 'https://rdap.example.com', allowLoopback: false, industryRiskFile: 'risk.json' })
})

test('an empty value is the same as none', () => assert.is(readConfig({ PORT: '', ROLES: '', MASTER_KEY: '' }).port, 3000))

test('a cluster is read with both its addresses and the key that its instances share', () => {
  const config = readConfig({ EVENT_STORE_URL: 'esdb://a:2113,b:2113?tls=false', MONGODB_URL: 'mongodb://a,b/probity', MASTER_KEY: key32 })
  assert.equal([config.eventStoreUrl, config.mongoUrl], ['esdb://a:2113,b:2113?tls=false', 'mongodb://a,b/probity'])
  for (const url of ['esdb://e', 'esdb+discover://e', 'kurrentdb://e', 'kurrentdb+discover://e'])
    assert.is(readConfig({ EVENT_STORE_URL: url, MONGODB_URL: 'mongodb://m', MASTER_KEY: key32 }).eventStoreUrl, url)
})

test('the address of the event store may still be given by its old name; the new one wins', () => {
  const others = { MONGODB_URL: 'mongodb://a,b/probity', MASTER_KEY: key32 }
  assert.is(readConfig({ ...others, EVENTSTORE_URL: 'esdb://old:2113' }).eventStoreUrl, 'esdb://old:2113')
  assert.is(
    readConfig({ ...others, EVENTSTORE_URL: 'esdb://old:2113', EVENT_STORE_URL: 'esdb://new:2113' }).eventStoreUrl,
    'esdb://new:2113',
  )
})

test('a provider to sign in at is read with the roles of its claim', () => {
  const given = {
    OIDC_ISSUER: 'https://login.example/realm',
    OIDC_CLIENT_ID: 'probity',
    OIDC_CLIENT_SECRET: 'hidden',
    OIDC_ROLES: 'staff=member, chiefs=admin',
  }
  assert.equal(readConfig(given).openId, {
    issuer: 'https://login.example/realm',
    clientId: 'probity',
    clientSecret: 'hidden',
    scope: 'openid email profile',
    rolesClaim: 'roles',
    roles: [
      ['staff', 'member'],
      ['chiefs', 'admin'],
    ],
    account: null,
  })
  assert.is(readConfig({}).openId, null)
  assert.is(readConfig({ ...given, OIDC_ISSUER: 'http://127.0.0.1:8080' }).openId?.issuer, 'http://127.0.0.1:8080')
  for (const wrong of [
    { OIDC_CLIENT_ID: '' },
    { OIDC_CLIENT_SECRET: '' },
    { OIDC_ROLES: '' },
    { OIDC_ROLES: 'staff' },
    { OIDC_ROLES: 'staff=owner' },
    { OIDC_SCOPE: 'openid' },
  ])
    assert.throws(
      () => readConfig({ ...given, ...wrong }),
      (error: Error) => error.name === 'WrongSetting' && !error.message.includes('hidden'),
    )
})

const refused: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['PORT', ['x', '-1', '65536', '3000.5', ' 3000', '1e3']],
  ['HOST', ['not a host', 'http://localhost', 'a/b']],
  ['ROLES', ['api,desk', 'none', ',']],
  ['EVENT_STORE_URL', ['http://localhost:2113', 'esdb:localhost', 'esdb:///', 'esdb://?tls=false', 'kurrent://localhost']],
  ['EVENTSTORE_URL', ['http://localhost:2113']],
  ['MONGODB_URL', ['localhost:27017', 'http://localhost']],
  [
    'MASTER_KEY',
    [
      'short',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      `${key32.slice(0, 9)}.${key32.slice(9)}`,
      `"${key32}"`,
      `${key32}x`,
    ],
  ],
  [
    'BASE_URL',
    ['example.com', 'ftp://example.com', 'https://', 'https://exa mple.com', 'https://example.com?a=b', 'https://ann@example.com'],
  ],
  ['APP_URL', ['example.com']],
  ['RDAP_URL', ['rdap.org', 'https://rdap org']],
  ['AGENT_MODEL_URL', ['localhost:8000', 'http://', 'https://probity:hunter2@models.example']],
  [
    'SMTP_URL',
    [
      'mail.example:25',
      'smtp:///',
      'smtp://user:password@host:many',
      'smtp://host?requiretls=true',
      'smtp://host?requireTLS=yes',
      'smtp://host/?require_tls=true',
      'smtp://user:password@host#requireTLS',
    ],
  ],
  [
    'MAIL_FROM',
    [
      'Probity',
      'Probity <probity>',
      'a@b.example\nBcc: c@d.example',
      'Probity <a@b.example> x',
      'büro@example.com',
      'Probity <jörg@example.com>',
    ],
  ],
  ['WEBHOOK_SIGNATURE_HEADER', ['X Signature', 'X-Signature:', 'Content-Type', 'webhook-signature', 'ü']],
  ['DEFAULT_API_VERSION', ['2026-11-21', 'latest', '2']],
  ['MONITOR_INTERVAL', ['5', '0s', '366d', 'daily']],
  ['TRUSTED_PROXIES', ['11', '-1', 'true']],
  ['ACCESS_LOG', ['yes', '1']],
  ['RATE_LIMIT_PER_SECOND', ['0', '-5', 'many', '1000001']],
  ['REFERENCE_KEEP_YEARS', ['0', '101', 'ten']],
  [
    'BOOTSTRAP_TEST_KEY',
    ['bvs_live_0123456789abcdef0123', 'bvs_test_short', 'x', 'bvs_test_0123456789 abcdef', 'bvs_test_0123456789abcdefü'],
  ],
  ['BOOTSTRAP_LIVE_KEY', ['bvs_test_0123456789abcdef0123', 'bvs_live_short']],
  ['BOOTSTRAP_EMAIL', ['ann', 'ann@', 'ann doe@example.com']],
  ['BOOTSTRAP_PASSWORD', ['short']],
  ['LOG_LEVEL', ['loud', 'INFO']],
  ['OIDC_ISSUER', ['login.example', 'ann:secret@login.example', 'http://login.example', 'https://ann:secret@login.example']],
]

const secrets = new Set([
  'MASTER_KEY',
  'BOOTSTRAP_TEST_KEY',
  'BOOTSTRAP_LIVE_KEY',
  'BOOTSTRAP_PASSWORD',
  'EVENT_STORE_URL',
  'EVENTSTORE_URL',
  'MONGODB_URL',
  'SMTP_URL',
])

for (const [name, values] of refused)
  for (const value of filled(values))
    test(`${name}=${value} is refused in one line that names it and what it must be`, () => {
      const message = wrong({ [name]: value })
      assert.match(message, new RegExp(`^${name} must be .+, but is `))
      assert.not.match(message, /\n/)
      if (secrets.has(name) || /:.*@/.test(value)) assert.not.ok(message.includes(value), 'a secret is not printed back')
      else assert.ok(message.includes(JSON.stringify(value)))
    })

test('the store of documents is a bucket with the keys that sign for it', () => {
  const S3_URL = 'https://s3.eu-central-1.amazonaws.com/bucket/probity/'
  const given = { S3_URL, S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret', S3_REGION: 'eu-central-1' }
  assert.equal(readConfig(given).documentStore, {
    url: 'https://s3.eu-central-1.amazonaws.com/bucket/probity',
    region: 'eu-central-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
  })
  assert.is(readConfig({}).documentStore, null)
  assert.is(
    set({ ...given, S3_REGION: '' }, ({ documentStore }) => documentStore?.region),
    'us-east-1',
  )
  assert.match(wrong({ ...given, S3_SECRET_ACCESS_KEY: '' }), /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set/)
  assert.match(wrong({ S3_URL }), /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set/)
  for (const url of [
    'bucket',
    'ftp://s3.example/bucket',
    'https://s3.example/',
    'https://s3.example/bucket?a=b',
    'https://key@s3.example/bucket',
  ])
    assert.match(wrong({ ...given, S3_URL: url }), /^S3_URL must be the address of a bucket .+, but is/)
  assert.not.match(wrong({ ...given, S3_URL: 'https://AKIA:hunter2@s3.example/bucket' }), 'hunter2')
})

test('one half of a cluster is refused', () => {
  assert.match(wrong({ EVENT_STORE_URL: 'esdb://localhost:2113' }), 'EVENT_STORE_URL and MONGODB_URL go together')
  assert.match(wrong({ MONGODB_URL: 'mongodb://localhost/probity' }), 'EVENT_STORE_URL and MONGODB_URL go together')
  assert.match(wrong({ EVENT_STORE_URL: 'esdb://localhost:2113', MONGODB_URL: 'mongodb://localhost/probity' }), 'MASTER_KEY must be set')
})

test.run()
