// The service put together: stores, kernel, evidence, projections, processes and the HTTP edge, in the roles asked for.
import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { apiKeyAuthentication } from './auth/api-keys.ts'
import { memoryRateLimit } from './auth/rate-limit.ts'
import { type FirstKeys, firstStart } from './bootstrap.ts'
import { commandHandler, loader } from './commands/handler.ts'
import type { Config } from './config.ts'
import { readRiskLists } from './evidence/industry/risk-lists.ts'
import type { EvidenceSource } from './evidence/ports.ts'
import { openReferenceSource } from './evidence/reference/source.ts'
import { openSandbox } from './evidence/sandbox/sandbox.ts'
import { sandboxWebsites } from './evidence/sandbox/website.ts'
import type { WebsiteSource } from './evidence/website/finding.ts'
import { openWebsites } from './evidence/website/website.ts'
import { createApp } from './http/app.ts'
import type { ProbityApp } from './http/environment.ts'
import { httpMetrics } from './http/middleware/metrics.ts'
import { operatorRoutes, operatorToken } from './http/operator/routes.ts'
import { routes } from './http/routes/all.ts'
import { type RunningServer, startServer } from './http/server.ts'
import type { Service } from './http/service.ts'
import { processes } from './processes/all.ts'
import { type Runner, startRunner } from './processes/runner.ts'
import { workbookKind } from './processes/workbook.ts'
import { projections } from './projections/all.ts'
import { type Projector, startProjector, wholeLog } from './projections/projector.ts'
import { readYourWrites } from './projections/read-your-writes.ts'
import { openEventLog } from './stores/event-log.ts'
import { openKeyRing } from './stores/key-ring.ts'
import { openStores } from './stores/open.ts'

export type RunningService = {
  /** Where it listens; null without the role `api`. */
  readonly url: string | null
  readonly app: ProbityApp
  /** Set at the first start only. */
  readonly firstKeys: FirstKeys | null
  /** Requests in flight are answered, running reactions end, checkpoints are saved. */
  readonly stop: () => Promise<void>
}

export const startService = async (
  config: Config,
  { now = () => new Date(), log = logger(config) }: { now?: () => Date; log?: Logger } = {},
): Promise<RunningService> => {
  const riskLists = await readRiskLists(config.web.industryRiskFile)
  const stores = await openStores(config)
  const { events, documents } = stores
  const keyRing = openKeyRing({ records: documents.records, masterKey: stores.masterKey })
  const eventLog = openEventLog({ store: events, keyRing })
  const handle = commandHandler(eventLog)
  const load = loader(eventLog)
  await documents.define(projections.map(({ spec }) => spec))

  const reference = await openReferenceSource({ folder: join(config.dataDir, 'reference') })
  const sources: { readonly [mode in 'test' | 'live']: EvidenceSource } = { test: openSandbox(), live: reference }
  const websites: { readonly [mode in 'test' | 'live']: WebsiteSource } = {
    test: sandboxWebsites,
    live: openWebsites({ ...config.web, now }),
  }
  const isWorker = config.roles.includes('worker')
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, `${what} failed and is tried again`)
  const projector: Projector | undefined = isWorker
    ? await startProjector({ log: eventLog, documents, projections, onError: failed('projecting') })
    : undefined
  const runners: Runner[] = []
  const allProcesses = processes({
    handle,
    load,
    log: eventLog,
    sourceFor: (mode) => sources[mode],
    websiteFor: (mode) => websites[mode],
    riskLists,
    now,
  })
  const workbooks = allProcesses.map(({ name }) => ({ process: name, kind: workbookKind(name, wholeLog.partition) }))
  if (isWorker)
    for (const process of allProcesses)
      runners.push(
        await startRunner({
          log: eventLog,
          documents,
          process,
          now,
          onError: (error, { type, stream }, parked) =>
            log.error({ err: error, process: process.name, type, stream, parked }, 'a reaction failed'),
          onSubscriptionError: failed(`the process ${process.name}`),
        }),
      )
  const passed = readYourWrites({ projectorFor: () => projector, partitionFor: () => 'all', documents, projections })

  const firstKeys = await firstStart({ handle, load, bootstrap: config.bootstrap, now })
  if (firstKeys) await passed(firstKeys.position, '')

  const tools: Service = { documents, handle, passed, now, tinAvailable: (mode) => sources[mode].tinAvailable() }
  const metrics = httpMetrics(new Registry())
  gauges(metrics.registry, { projector, runners })
  let stopping = false
  const app = createApp({
    authenticate: apiKeyAuthentication(documents),
    records: documents.records,
    secret: new Uint8Array(hkdfSync('sha256', stores.masterKey, '', 'idempotency', 32)),
    log,
    ready: async () => {
      const store = await answers(Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 })))
      const readModels = await answers(documents.get('accounts', ''))
      return { ok: !stopping && store && readModels, checks: { accepting: !stopping, event_store: store, document_store: readModels } }
    },
    routes: routes(tools),
    openRoutes: [operatorRoutes({ ...tools, token: operatorToken(stores.masterKey), workbooks })],
    rateLimit: memoryRateLimit({ requests: config.rateLimit, windowSeconds: 1 }),
    metrics,
    ...(config.baseUrl ? { baseUrl: config.baseUrl } : {}),
  })
  const server: RunningServer | undefined = config.roles.includes('api') ? await startServer(app, config) : undefined
  if (server) stores.announce(server.url)

  return {
    url: server?.url ?? null,
    app,
    firstKeys,
    stop: async () => {
      stopping = true
      await server?.stop()
      await Promise.all(runners.map((runner) => runner.close()))
      await projector?.close()
      await reference.close()
      await stores.close()
    },
  }
}

const answers = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )

const logger = ({ logLevel }: Config): Logger =>
  pino({ level: logLevel, base: { service: 'probity' }, timestamp: pino.stdTimeFunctions.isoTime })

const gauges = (registry: Registry, { projector, runners }: { projector: Projector | undefined; runners: readonly Runner[] }) => {
  new Gauge({
    name: 'probity_projected_position',
    help: 'Position in the log up to which the read models have been folded',
    registers: [registry],
    collect() {
      if (projector) this.set(Number(projector.position()))
    },
  })
  new Gauge({
    name: 'probity_processed_position',
    help: 'Position in the log up to which every process has done its work, or written down what is left',
    registers: [registry],
    collect() {
      if (runners.length > 0) this.set(Math.min(...runners.map((runner) => Number(runner.position()))))
    },
  })
}
