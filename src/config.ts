// Reads the environment once. A wrong value stops the start with one line that says what to do.
import { isLoopbackHost } from './auth/ip-address.ts'
import type { OpenIdSettings } from './auth/openid-connect.ts'
import { isUserRole, userRoles } from './events/user.ts'
import { defaultVersion, versionNames } from './interface/versions.ts'
import {
  duration,
  type Environment,
  mailAddress,
  mailServer,
  sender,
  settingsIn,
  someOf,
  toldBack,
  trueOrFalse,
  url,
  WrongSetting,
  webAddress,
  wholeNumber,
} from './setting-values.ts'
import { masterKeyIn } from './stores/master-key.ts'
import type { S3Settings } from './stores/s3-files.ts'

const roles = ['api', 'worker'] as const
export type Role = (typeof roles)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type Config = {
  /** A server with OpenAI's chat completions API that rewords what agents find; null: agents use their own words. */
  readonly agentModel: { readonly url: string; readonly key: string | null; readonly model: string } | null
  readonly port: number
  readonly host: string
  /** The port for health and metrics of an instance without the role `api`; null: none. */
  readonly healthPort: number | null
  readonly dataDir: string
  readonly roles: readonly Role[]
  /** Whether an instance with embedded stores does its background work in a thread of its own. */
  readonly workInThread: boolean
  readonly eventStoreUrl: string | null
  readonly mongoUrl: string | null
  /** The base address of links in answers; null: the address listened on. */
  readonly baseUrl: string | null
  /** The address of the interactive pages; null: the same as `baseUrl`. */
  readonly appUrl: string | null
  /** 32 bytes that wrap the keys of personal data; null: the first start creates them in the data folder. */
  readonly masterKey: Buffer | null
  /** Whether the service starts although keys of personal data are missing. */
  readonly acceptLostKeys: boolean
  /** Requests per second and account. */
  readonly rateLimit: number
  /** The number of the operator's reverse proxies in front of the service: that many entries of X-Forwarded-For are trusted. */
  readonly trustedProxies: number
  /** The file that configures the e-filing vendor for liens; null: people file them at the desk. */
  readonly lienFilingConfig: string | null
  /** The file that names the vendors for liens, courts, media and identities; null: none. */
  readonly sourcesConfig: string | null
  /** The S3-compatible store for documents; null: the data folder, or a cluster's document store. */
  readonly documentStore: S3Settings | null
  /** Whether the service records who read which object. */
  readonly accessLog: boolean
  /** The time between two checks of a monitored business. */
  readonly monitorIntervalMs: number
  /** The server for outgoing mail; null: files in the data folder. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** The header with the plain signature of webhook calls, for receivers that were written for another one. */
  readonly webhookSignatureHeader: string
  /** The OpenID Connect provider at which people may sign in; null: none. */
  readonly openId: OpenIdSettings | null
  /** The version of the interface that new accounts get. */
  readonly interfaceVersion: string
  readonly bootstrap: {
    readonly testKey: string | null
    readonly liveKey: string | null
    readonly email: string | null
    readonly password: string | null
  }
  readonly web: {
    /** The RDAP service for domains. */
    readonly rdapUrl: string
    /** For tests and trials: allows websites and webhooks on the machine itself. */
    readonly allowLoopback: boolean
    /** JSON with high-risk and prohibited lines of business; null: the lists that ship with the service. */
    readonly industryRiskFile: string | null
  }
  readonly logLevel: (typeof logLevels)[number]
}

/** For programs that work in the data folder and need no other setting. */
export const dataDirIn = (environment: Environment): string => environment.DATA_DIR || './data'

/** How many years a replaced version of the reference data can still be shown. @throws WrongSetting */
export const referenceKeepYearsIn = (environment: Environment): number | undefined =>
  settingsIn(environment)<number | undefined>('REFERENCE_KEEP_YEARS', 'a whole number from 1 to 100', wholeNumber(1, 100), undefined)

/** @throws WrongSetting */
export const readConfig = (environment: Environment): Config => {
  const read = settingsIn(environment)
  const stores = storesIn(environment)
  // Imports use it; a wrong value is told at the start too.
  referenceKeepYearsIn(environment)
  return {
    agentModel: agentModelIn(environment),
    port: read('PORT', 'a whole number from 0 to 65535', wholeNumber(0, 65_535), 3000),
    host: read('HOST', 'a host name or IP address', (value) => (/^[\w.:-]+$/.test(value) ? value : undefined), '127.0.0.1'),
    healthPort: read<number | null>('HEALTH_PORT', 'a whole number from 0 to 65535', wholeNumber(0, 65_535), null),
    dataDir: dataDirIn(environment),
    roles: read<readonly Role[]>('ROLES', `one or more of ${roles.join(',')} with commas between`, someOf(roles), roles),
    workInThread: read('WORK_IN_THREAD', 'true or false', trueOrFalse, false),
    baseUrl: read<string | null>('BASE_URL', 'an http or https address', webAddress, null),
    appUrl: read<string | null>('APP_URL', 'an http or https address', webAddress, null),
    ...stores,
    acceptLostKeys: read('ACCEPT_LOST_KEYS', 'true or false', trueOrFalse, false),
    rateLimit: read('RATE_LIMIT_PER_SECOND', 'a whole number from 1 to 1000000', wholeNumber(1, 1_000_000), 20),
    trustedProxies: read('TRUSTED_PROXIES', 'the number of reverse proxies in front, from 0 to 10', wholeNumber(0, 10), 0),
    lienFilingConfig: environment.LIEN_FILING_CONFIG || null,
    sourcesConfig: environment.SOURCES_CONFIG || null,
    documentStore: documentStoreIn(environment),
    accessLog: read('ACCESS_LOG', 'true or false', trueOrFalse, false),
    monitorIntervalMs: read('MONITOR_INTERVAL', 'a duration from 1s to 365d such as 24h, 90m or 7d', duration, 86_400_000),
    smtpUrl: read<string | null>(
      'SMTP_URL',
      'an address such as smtp://user:password@host:587, or with ?requireTLS=false behind it',
      mailServer,
      null,
    ),
    mailFrom: read(
      'MAIL_FROM',
      'an address such as Probity <probity@example.com>, with letters of ASCII alone before the @',
      sender,
      'Probity <probity@localhost>',
    ),
    webhookSignatureHeader: read(
      'WEBHOOK_SIGNATURE_HEADER',
      'the name of a header that the calls do not have yet, such as X-Hub-Signature-256',
      (value) => (/^[A-Za-z][A-Za-z0-9-]{0,99}$/.test(value) && !ownHeaders.has(value.toLowerCase()) ? value : undefined),
      'X-Signature-256',
    ),
    openId: openIdIn(environment),
    interfaceVersion: read(
      'DEFAULT_API_VERSION',
      `one of ${versionNames.join(', ')}`,
      (value) => versionNames.find((version) => version === value),
      defaultVersion,
    ),
    bootstrap: bootstrapIn(environment),
    web: {
      rdapUrl: read('RDAP_URL', 'an http or https address', webAddress, 'https://rdap.org'),
      allowLoopback: read('ALLOW_LOOPBACK_FETCH', 'true or false', trueOrFalse, false),
      industryRiskFile: environment.INDUSTRY_RISK_FILE || null,
    },
    logLevel: read('LOG_LEVEL', `one of ${logLevels.join(', ')}`, (value) => logLevels.find((level) => level === value), 'info'),
  }
}

/** The stores outside, and the key that all instances on them share. @throws WrongSetting */
const storesIn = (environment: Environment): Pick<Config, 'eventStoreUrl' | 'mongoUrl' | 'masterKey'> => {
  const read = settingsIn(environment)
  // EventStoreDB takes every variable that begins with EVENTSTORE_ for a setting of its own, and refuses to start with one that it does not know.
  const eventStoreName = !environment.EVENT_STORE_URL && environment.EVENTSTORE_URL ? 'EVENTSTORE_URL' : 'EVENT_STORE_URL'
  const eventStoreUrl = read<string | null>(
    eventStoreName,
    'an address such as esdb://host:2113?tls=false',
    url(['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:']),
    null,
  )
  const mongoUrl = read<string | null>(
    'MONGODB_URL',
    'an address such as mongodb://host:27017/probity',
    url(['mongodb:', 'mongodb+srv:']),
    null,
  )
  const masterKey = read<Buffer | null>(
    'MASTER_KEY',
    '32 bytes in Base64 and nothing else (make one with: openssl rand -base64 32)',
    masterKeyIn,
    null,
  )
  if ((eventStoreUrl === null) !== (mongoUrl === null))
    throw new WrongSetting('EVENT_STORE_URL and MONGODB_URL go together: set both for a cluster, or neither for the embedded stores')
  if (eventStoreUrl !== null && masterKey === null)
    throw new WrongSetting(
      'MASTER_KEY must be set when EVENT_STORE_URL is: all instances share it (make one with: openssl rand -base64 32)',
    )
  return { eventStoreUrl, mongoUrl, masterKey }
}

/** @throws WrongSetting */
const agentModelIn = (environment: Environment): Config['agentModel'] => {
  const url = settingsIn(environment)<string | null>('AGENT_MODEL_URL', 'an http or https address', webAddress, null)
  return url === null ? null : { url, key: environment.AGENT_MODEL_KEY || null, model: environment.AGENT_MODEL || 'default' }
}

/** @throws WrongSetting */
const bootstrapIn = (environment: Environment): Config['bootstrap'] => {
  const read = settingsIn(environment)
  const key = (name: string, prefix: string) =>
    read<string | null>(
      name,
      `a key that begins with ${prefix} and has at least 24 characters, all of them letters, digits and signs of ASCII`,
      // It is sent in a header.
      (value) => (value.startsWith(prefix) && value.length >= 24 && /^[!-~]+$/.test(value) ? value : undefined),
      null,
    )
  return {
    testKey: key('BOOTSTRAP_TEST_KEY', 'bvs_test_'),
    liveKey: key('BOOTSTRAP_LIVE_KEY', 'bvs_live_'),
    email: read<string | null>('BOOTSTRAP_EMAIL', 'an e-mail address', (value) => (mailAddress.test(value) ? value : undefined), null),
    password: read<string | null>(
      'BOOTSTRAP_PASSWORD',
      'at least 12 characters long',
      (value) => (value.length >= 12 ? value : undefined),
      null,
    ),
  }
}

/** @throws WrongSetting */
const documentStoreIn = (environment: Environment): S3Settings | null => {
  const { S3_URL, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment
  if (!S3_URL) return null
  const address = URL.canParse(S3_URL) ? new URL(S3_URL) : null
  if (!address || !/^https?:$/.test(address.protocol) || address.pathname === '/' || address.search !== '' || address.username !== '')
    throw new WrongSetting(
      `S3_URL must be the address of a bucket such as https://s3.eu-central-1.amazonaws.com/bucket, but is ${toldBack('S3_URL', S3_URL)}`,
    )
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new WrongSetting(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set when S3_URL is: they sign the requests to the store of documents',
    )
  return {
    url: address.href.replace(/\/+$/, ''),
    region: S3_REGION || 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/** @throws WrongSetting */
const openIdIn = (environment: Environment): OpenIdSettings | null => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_ROLES } = environment
  const { OIDC_ROLES_CLAIM, OIDC_SCOPE, OIDC_ACCOUNT } = environment
  if (!issuer) return null
  const { protocol, hostname } = URL.canParse(issuer) ? new URL(issuer) : { protocol: '', hostname: '' }
  if (webAddress(issuer) === undefined || (protocol === 'http:' && !isLoopbackHost(hostname)))
    throw new WrongSetting(`OIDC_ISSUER must be an https address, but is ${toldBack('OIDC_ISSUER', issuer)}`)
  if (!clientId || !clientSecret || !OIDC_ROLES)
    throw new WrongSetting('OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES must be set when OIDC_ISSUER is')
  const roles = OIDC_ROLES.split(',').map((pair) => {
    const [value = '', role = ''] = pair.split('=').map((each) => each.trim())
    if (value === '' || !isUserRole(role))
      throw new WrongSetting(
        `OIDC_ROLES must be pairs such as staff=member,auditors=read_only with the roles ${userRoles.join(', ')}, but is ${toldBack('OIDC_ROLES', OIDC_ROLES)}`,
      )
    return [value, role] as const
  })
  const scope = OIDC_SCOPE || 'openid email profile'
  if (!['openid', 'email'].every((each) => scope.split(' ').includes(each)))
    throw new WrongSetting(`OIDC_SCOPE must hold openid and email, but is ${toldBack('OIDC_SCOPE', scope)}`)
  return { issuer, clientId, clientSecret, scope, rolesClaim: OIDC_ROLES_CLAIM || 'roles', roles, account: OIDC_ACCOUNT || null }
}

/** Headers that webhook calls have anyway, or that say how a call is carried. */
const ownHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
  'x-correlation-id',
])
