// Puts the HTTP edge together: what every request passes through, in which order, and where the routes of the capabilities are mounted.
import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Authenticate } from '../auth/principal.ts'
import { failureQuota, memoryRateLimit, type RateLimit, requestQuota } from '../auth/rate-limit.ts'
import { type ClientAddress, clientAddressBehind } from '../inner/framework/client-address.ts'
import { type EdgeShares, edgeShares } from '../inner/framework/edge-shares.ts'
import type { ProbityApp, ProbityEnv, Routes } from '../inner/framework/environment.ts'
import { defaultVersion as firstVersion } from '../interface/versions.ts'
import { webhookBodies } from '../interface/webhook-topics.ts'
import { type CaughtUp, NotCaughtUp } from '../projections/read-your-writes.ts'
import type { Records, SetAside } from '../stores/document-store.ts'
import { errorHandler, notFoundHandler } from './errors.ts'
import { accessLog } from './middleware/access-log.ts'
import { authentication, isRead, writeAccess } from './middleware/authentication.ts'
import { idempotency } from './middleware/idempotency.ts'
import { inOrder } from './middleware/in-order.ts'
import { type HttpMetrics, httpMetrics } from './middleware/metrics.ts'
import { rateLimit } from './middleware/rate-limit.ts'
import { requestId } from './middleware/request-id.ts'
import { tracing } from './middleware/tracing.ts'
import { unreadBody } from './middleware/unread-body.ts'
import { accountVersion, answerOfVersion, type InterfaceVersionOptions, namedVersion } from './middleware/version.ts'
import { mountDocs } from './openapi/docs.ts'
import { describe } from './openapi/openapi.ts'
import { pathOf } from './request-path.ts'
import { rememberingRouter } from './router.ts'

/** Whether the service can do its work, and which of its parts can. */
export type Readiness = {
  readonly ok: boolean
  readonly checks: Readonly<Record<string, boolean>>
  /** One for each check that fails. */
  readonly reasons?: readonly string[]
  /** Technical records that cannot be opened: the service works without them. */
  readonly setAside?: readonly SetAside[]
  /** Where the fold of the read models is that the instance waits for. */
  readonly folding?: { readonly position: bigint; readonly end: bigint }
}

export type AppDependencies = {
  readonly authenticate: Authenticate
  readonly records: Records
  /** 32 bytes, the same on every instance: under it the kept answers of Idempotency-Keys are encrypted. */
  readonly secret: Uint8Array
  readonly log: Logger
  readonly ready: () => Promise<Readiness>
  /** Mounted below /v1, behind authentication. */
  readonly routes: readonly Routes[]
  /** Mounted at the root, without authentication: OAuth, pages. */
  readonly openRoutes?: readonly Routes[]
  /** Mounted at the root, behind the sign-in and the request rate of the API: the tools of assistants. */
  readonly toolRoutes?: (checks: { readonly signIn: MiddlewareHandler<ProbityEnv>; readonly rate: MiddlewareHandler<ProbityEnv> }) => Routes
  /** Of an account; 20 requests a second in this process when absent. */
  readonly rateLimit?: RateLimit
  /** Of wrong credentials from one address. */
  readonly failureLimit?: RateLimit
  readonly clientAddress?: ClientAddress
  /** The first version when absent. */
  readonly versionOf?: InterfaceVersionOptions['versionOf']
  /** The version of the interface that new accounts get; the first when absent. */
  readonly defaultVersion?: string
  /** What the accounts share; the usual limits when absent. */
  readonly shares?: EdgeShares
  readonly metrics?: HttpMetrics
  /** Asked when a write names an object that the read models do not have. When absent, they are taken to be complete. */
  readonly caughtUp?: CaughtUp
  /** Whether the documents that answer have what this release reads in them. Until then requests are answered 503. When absent, they have. */
  readonly isReadable?: () => boolean
  /** Where clients reach the service, for the interface description. */
  readonly baseUrl?: string
  /** The header of webhook calls with the plain signature, for the interface description. */
  readonly signatureHeader?: string
  /** The clock of leases and expiry, in milliseconds since 1970. */
  readonly now?: () => number
}

export const createApp = (dependencies: AppDependencies): ProbityApp => {
  const { log, metrics = httpMetrics(), clientAddress = clientAddressBehind(0), shares = edgeShares() } = dependencies
  const { defaultVersion = firstVersion, versionOf = async () => undefined } = dependencies
  const app: ProbityApp = new Hono<ProbityEnv>({ getPath: pathOf, router: rememberingRouter() })
  app.onError(errorHandler)
  app.notFound(notFoundHandler(app))
  app.use(
    inOrder(requestId, tracing, accessLog(log), metrics.measure, unreadBody, (c, next) => {
      c.set('shares', shares)
      return next()
    }),
  )

  mountHealth(app, dependencies.ready)
  app.get('/metrics', metrics.expose)
  const { baseUrl, signatureHeader } = dependencies
  mountDocs(app, { baseUrl, webhooks: webhookBodies, signatureHeader, version: defaultVersion })
  if (dependencies.isReadable) app.use(whenReadable(dependencies.isReadable))
  for (const mount of dependencies.openRoutes ?? []) mount(app)

  const signIn = authentication({
    authenticate: dependencies.authenticate,
    clientAddress,
    failures: dependencies.failureLimit ?? memoryRateLimit(failureQuota),
  })
  const rate = rateLimit(dependencies.rateLimit ?? memoryRateLimit(requestQuota))
  dependencies.toolRoutes?.({ signIn, rate })(app)

  const v1: ProbityApp = app.basePath('/v1')
  v1.use(
    inOrder(
      (c, next) => {
        c.header('Cache-Control', 'no-store')
        if (dependencies.caughtUp && !isRead(c.req.method)) c.set('caughtUp', dependencies.caughtUp)
        return next()
      },
      namedVersion({ defaultVersion }),
      signIn,
      accountVersion({ versionOf, defaultVersion }),
      rate,
      writeAccess,
      // The last one, because it looks at the response.
      idempotency(dependencies),
    ),
    answerOfVersion,
  )
  for (const mount of dependencies.routes) mount(v1)
  return app
}

/** Answers no request until the read models can be read, except that the operator may look at their build and abandon it. */
const whenReadable =
  (isReadable: () => boolean): MiddlewareHandler<ProbityEnv> =>
  (c, next) => {
    if (isReadable() || c.req.path.startsWith('/operator/build')) return next()
    throw new NotCaughtUp('the read models that this release needs are being built')
  }

/** What an instance that serves no clients answers: whether it is well, and its metrics. */
export const createHealthApp = ({ ready, metrics }: { ready: AppDependencies['ready']; metrics: HttpMetrics }): ProbityApp => {
  const app: ProbityApp = new Hono<ProbityEnv>()
  app.onError(errorHandler)
  app.notFound(notFoundHandler(app))
  app.use(requestId)
  mountHealth(app, ready)
  app.get('/metrics', metrics.expose)
  return app
}

/** Records that `/readyz` names. */
const shownAside = 20

const Health = z.object({ status: z.literal('ok') })
const SetAsideRecords = z.object({
  total_count: z.number().int(),
  data: z.array(z.object({ kind: z.string(), key: z.string(), file: z.string(), found_at: z.string() })),
})
const Ready = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.boolean()),
  reasons: z.array(z.string()).optional(),
  set_aside: SetAsideRecords.optional(),
  folding: z.object({ position: z.string(), end: z.string() }).optional(),
})

const mountHealth = (app: ProbityApp, ready: AppDependencies['ready']) => {
  app.get('/healthz', describe({ summary: 'Whether the process is alive', tag: 'Service', responses: { 200: Health }, open: true }), (c) =>
    c.json({ status: 'ok' }),
  )
  app.get(
    '/readyz',
    describe({ summary: 'Whether the service can work', tag: 'Service', responses: { 200: Ready, 503: Ready }, open: true }),
    async (c) => {
      const { ok, checks, reasons = [], setAside = [], folding } = await ready()
      const why = reasons.length > 0 ? { reasons } : {}
      const aside = setAside.length > 0 ? { set_aside: { total_count: setAside.length, data: setAside.slice(0, shownAside) } } : {}
      const fold = folding ? { folding: { position: String(folding.position), end: String(folding.end) } } : {}
      return c.json({ status: ok ? 'ok' : 'unavailable', checks, ...why, ...aside, ...fold }, ok ? 200 : 503)
    },
  )
}
