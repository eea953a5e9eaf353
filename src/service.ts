// The service put together: stores, kernel, evidence, projections, processes and the HTTP edge, in the roles asked for.
import { hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { accessTokenAuthentication, eitherAuthentication } from './auth/access-tokens.ts'
import { apiKeyAuthentication } from './auth/api-keys.ts'
import { keyUse } from './auth/key-use.ts'
import { memoryRateLimit } from './auth/rate-limit.ts'
import { type FirstKeys, firstStart } from './bootstrap.ts'
import { commandHandler, loader } from './commands/handler.ts'
import type { Config } from './config.ts'
import type { EvidenceSource } from './evidence/ports.ts'
import { loadSample } from './evidence/reference/sample.ts'
import { openReferenceSource } from './evidence/reference/source.ts'
import { openSandbox } from './evidence/sandbox/sandbox.ts'
import { modelSlugs, scoreSignal } from './evidence/signals/model.ts'
import { createApp } from './http/app.ts'
import { clientAddressBehind } from './http/client-address.ts'
import type { ProbityApp } from './http/environment.ts'
import { refusalEntry } from './http/errors.ts'
import { httpMetrics } from './http/middleware/metrics.ts'
import { operatorRoutes, operatorToken } from './http/operator/routes.ts'
import { readRow } from './http/requests/batch.ts'
import { routes } from './http/routes/all.ts'
import { type RunningServer, startServer } from './http/server.ts'
import type { Service } from './http/service.ts'
import { webRoutes } from './http/web.ts'
import { processes } from './processes/all.ts'
import { type Runner, requestsFirst, startRunner } from './processes/runner.ts'
import { workbookKind } from './processes/workbook.ts'
import { projections } from './projections/all.ts'
import { type Projector, startProjector, wholeLog } from './projections/projector.ts'
import { readYourWrites } from './projections/read-your-writes.ts'
import { openBatchRows } from './stores/batch-rows.ts'
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
  const stores = await openStores(config)
  const { events, documents } = stores
  const keyRing = openKeyRing({ records: documents.records, masterKey: stores.masterKey })
  const eventLog = openEventLog({ store: events, keyRing })
  const handle = commandHandler(eventLog)
  const load = loader(eventLog)
  await documents.define(projections.map(({ spec }) => spec))

  const referenceFolder = join(config.dataDir, 'reference')
  await loadSample({ folder: referenceFolder })
  const reference = await openReferenceSource({ folder: referenceFolder })
  const sources: { readonly [mode in 'test' | 'live']: EvidenceSource } = { test: openSandbox(), live: reference }
  const isWorker = config.roles.includes('worker')
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, `${what} failed and is tried again`)
  const projector: Projector | undefined = isWorker
    ? await startProjector({ log: eventLog, documents, projections, onError: failed('projecting') })
    : undefined
  const metrics = httpMetrics(new Registry())
  const runners: Runner[] = []
  const courtesy = requestsFirst(metrics.inFlight)
  const batchRows = openBatchRows({ records: documents.records, keyRing })
  const allProcesses = processes({
    handle,
    load,
    log: eventLog,
    sourceFor: (mode) => sources[mode],
    now,
    batchRows,
    readRow,
    refusalError: refusalEntry,
    courtesy,
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
          courtesy,
          onError: (error, { type, stream }, parked) =>
            log.error({ err: error, process: process.name, type, stream, parked }, 'a reaction failed'),
          onSubscriptionError: failed(`the process ${process.name}`),
        }),
      )
  const passed = readYourWrites({ projectorFor: () => projector, partitionFor: () => 'all', documents, projections })

  const firstKeys = await firstStart({ handle, load, bootstrap: config.bootstrap, now })
  if (firstKeys) await passed(firstKeys.position, '')

  const tools: Service = {
    documents,
    handle,
    load,
    passed,
    now,
    history: eventLog.read,
    watch: async (stream, onEvents) => {
      const [last] = await Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 }))
      const after = last ? { after: last.position } : {}
      return events.subscribe({ ...after, streamPrefixes: [stream] }, async (batch) => {
        if (batch.events.length > 0) onEvents()
      })
    },
    batchRows,
    signalModels: modelSlugs,
    scoreSignal: (slug, mode, request) => scoreSignal(slug, sources[mode], request),
    tinAvailable: (mode) => sources[mode].tinAvailable(),
  }
  const capabilities = routes(tools)
  const clientAddress = clientAddressBehind(config.trustedProxies)
  const secret = new Uint8Array(hkdfSync('sha256', stores.masterKey, '', 'idempotency', 32))
  gauges(metrics.registry, { projector, runners })
  let stopping = false
  const app = createApp({
    authenticate: eitherAuthentication({
      apiKeys: apiKeyAuthentication(documents, keyUse(documents.records, now)),
      accessTokens: accessTokenAuthentication(documents),
    }),
    clientAddress,
    records: documents.records,
    secret,
    log,
    ready: async () => {
      const store = await answers(Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 })))
      const readModels = await answers(documents.get('accounts', ''))
      return { ok: !stopping && store && readModels, checks: { accepting: !stopping, event_store: store, document_store: readModels } }
    },
    routes: capabilities,
    openRoutes: [
      operatorRoutes({ ...tools, token: operatorToken(stores.masterKey), workbooks }),
      ...webRoutes({ service: tools, routes: capabilities, secret, log, clientAddress, baseUrl: config.baseUrl, appUrl: config.appUrl }),
    ],
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
