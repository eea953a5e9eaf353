// The service's outer side: the API, the operator's routes, the pages, and the sockets that serve them.
import type { Logger } from 'pino'
import { accessTokenAuthentication, eitherAuthentication } from '../auth/access-tokens.ts'
import { apiKeyAuthentication } from '../auth/api-keys.ts'
import { authenticationWhenCaughtUp } from '../auth/catching-up.ts'
import { keyUse } from '../auth/key-use.ts'
import { operatorToken } from '../auth/operator-token.ts'
import type { Passwords } from '../auth/passwords.ts'
import { failureQuota, memoryRateLimit, mongoRateLimit, type Quota } from '../auth/rate-limit.ts'
import type { Config } from '../config.ts'
import { createApp, createHealthApp } from '../http/app.ts'
import type { BuildControls } from '../http/control/build.ts'
import { operatorRoutes } from '../http/control/routes.ts'
import type { HttpMetrics } from '../http/middleware/metrics.ts'
import { routes } from '../http/routes/all.ts'
import { startServer } from '../http/server.ts'
import { documentDownloads } from '../inner/evidence-documents.ts'
import { accessRecords, answeredObjects } from '../inner/framework/access-log.ts'
import { clientAddressBehind } from '../inner/framework/client-address.ts'
import type { ProbityApp } from '../inner/framework/environment.ts'
import { accounts } from '../projections/accounts.ts'
import { type Keep, openInParts } from '../stores/opening.ts'
import { auditOperations } from './audit-operations.ts'
import type { InnerDependencies } from './inner-dependencies.ts'
import type { Kernel } from './kernel.ts'
import { readiness, setAsideIn } from './readiness.ts'
import { webRoutes } from './web.ts'
import type { Work } from './work.ts'

export type Edge = {
  /** The address it listens on; null without the role `api`. */
  readonly url: string | null
  readonly app: ProbityApp
  /** Requests in flight still get their answers. */
  readonly close: () => Promise<void>
}

type EdgeParts = {
  readonly config: Config
  readonly kernel: Kernel
  readonly work: Work
  readonly inner: InnerDependencies
  readonly passwords: Passwords
  readonly metrics: HttpMetrics
  readonly log: Logger
  readonly now: () => Date
  /** Whether the first account exists. Before that, no credentials are known. */
  readonly hasStarted: () => boolean
}

export const openEdge = (parts: EdgeParts): Promise<Edge> => openInParts((kept) => openSockets(parts, kept))

const openSockets = async (
  { config, kernel, work, inner, passwords, metrics, log, now, hasStarted }: EdgeParts,
  kept: Keep,
): Promise<Omit<Edge, 'close'>> => {
  const { documents, masterKey, counters, announce } = kernel.stores
  const { roles, host, healthPort, baseUrl, appUrl } = config
  const capabilities = [...(config.accessLog ? [answeredObjects] : []), ...routes(inner)]
  const clientAddress = clientAddressBehind(config.trustedProxies)
  const secret = kernel.secretFor('idempotency')
  const limit = (quota: Quota, name: string) => (counters ? mongoRateLimit(quota, { counters, name }) : memoryRateLimit(quota))
  const audit = auditOperations({ kernel, work, dataDir: kernel.isClustered ? null : config.dataDir, now })
  const caughtUp = async () => hasStarted() && (await work.caughtUp())
  let stopping = false
  const ready = readiness({ kernel, firstFold: work.firstFold, awaitedBuild: work.awaitedBuild, isStopping: () => stopping, hasStarted })
  const web = await webRoutes({
    inner,
    routes: capabilities,
    secret,
    passwords,
    retryInboxes: work.retryInboxes,
    log,
    clientAddress,
    caughtUp,
    limit,
    baseUrl,
    appUrl,
    openId: config.openId,
  })
  const app = createApp({
    authenticate: authenticationWhenCaughtUp(
      eitherAuthentication({
        apiKeys: apiKeyAuthentication({ read: kernel.read, now, use: keyUse(documents.records, now) }),
        accessTokens: accessTokenAuthentication(kernel.read),
      }),
      caughtUp,
    ),
    versionOf: async (accountId) => (await kernel.read(accounts).get(accountId))?.interface_version,
    defaultVersion: config.interfaceVersion,
    caughtUp,
    ...(work.awaitedBuild() && { isReadable: () => work.awaitedBuild() === undefined }),
    clientAddress,
    records: documents.records,
    secret,
    log,
    ready,
    routes: capabilities,
    openRoutes: [
      ...(config.accessLog ? [accessRecords({ records: documents.records, now })] : []),
      documentDownloads(inner),
      operatorRoutes({
        ...inner,
        token: operatorToken(masterKey),
        interfaceVersion: config.interfaceVersion,
        audit,
        retryInboxes: work.retryInboxes,
        setAside: () => setAsideIn(kernel),
        build: buildControls(work.build),
      }),
      ...web.openRoutes,
    ],
    toolRoutes: web.toolRoutes,
    rateLimit: await limit({ requests: config.rateLimit, windowSeconds: 1 }, 'requests'),
    failureLimit: await limit(failureQuota, 'failures'),
    metrics,
    ...(baseUrl ? { baseUrl } : {}),
    signatureHeader: config.webhookSignatureHeader,
  })
  const serving = async (...started: Parameters<typeof startServer>): Promise<string> => {
    const { url, stop } = await startServer(...started)
    kept({ close: stop })
    return url
  }
  const url = roles.includes('api') ? await serving(app, config) : null
  if (url !== null) await announce(url)
  else if (healthPort !== null) await serving(createHealthApp({ ready, metrics }), { host, port: healthPort })
  kept({
    close: () => {
      stopping = true
    },
  })
  return { url, app }
}

const buildControls = (build: Work['build']): BuildControls | null =>
  build
    ? {
        progress: () => {
          if (build.done()) return null
          const { collections, position, end, secondsLeft } = build.progress()
          const state = build.abandoned() ? 'abandoned' : 'building'
          return { collections, state, position: String(position), end: String(end), seconds_left: secondsLeft ?? null }
        },
        abandon: build.abandon,
        resume: build.resume,
      }
    : null
