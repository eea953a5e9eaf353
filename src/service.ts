// The service put together: stores, kernel, evidence, projections, processes and the HTTP edge, in the roles asked for.
import { hkdfSync } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { nanoid } from 'nanoid'
import pino, { type Logger } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { NotSealed, proofOf } from './audit/proof.ts'
import { auditTools } from './audit-service.ts'
import { accessTokenAuthentication, eitherAuthentication } from './auth/access-tokens.ts'
import { apiKeyAuthentication } from './auth/api-keys.ts'
import { keyUse } from './auth/key-use.ts'
import { failureQuota, memoryRateLimit, mongoRateLimit, type Quota } from './auth/rate-limit.ts'
import { type FirstKeys, firstStart } from './bootstrap.ts'
import { commandHandler, loader } from './commands/handler.ts'
import type { Config } from './config.ts'
import { documentIdOf } from './events/business-findings.ts'
import { readFilingSource } from './evidence/filing/http-filing.ts'
import type { IdentitySource } from './evidence/identities.ts'
import { readRiskLists } from './evidence/industry/risk-lists.ts'
import type { EvidenceSource } from './evidence/ports.ts'
import { mailNames } from './evidence/products/email.ts'
import { noVendors, readVendors, type Vendors } from './evidence/products/vendors.ts'
import { referenceIdentities } from './evidence/reference/identities.ts'
import { linkedEntities } from './evidence/reference/linked-entities.ts'
import { loadSample } from './evidence/reference/sample.ts'
import { openReferenceSource } from './evidence/reference/source.ts'
import { referenceVersions } from './evidence/reference/watch.ts'
import { jurisdictionsIn } from './evidence/registrations/published-lists.ts'
import { sandboxIdentities } from './evidence/sandbox/identities.ts'
import { sandboxVendors } from './evidence/sandbox/products.ts'
import { openSandbox } from './evidence/sandbox/sandbox.ts'
import { sandboxWebsites } from './evidence/sandbox/website.ts'
import { modelSlugs, scoreSignal } from './evidence/signals/model.ts'
import type { WebsiteSource } from './evidence/website/finding.ts'
import { openWebsites } from './evidence/website/website.ts'
import { createApp, createHealthApp } from './http/app.ts'
import { clientAddressBehind } from './http/client-address.ts'
import type { ProbityApp } from './http/environment.ts'
import { refusalEntry } from './http/errors.ts'
import { documentDownloads } from './http/evidence-documents.ts'
import { guestLinks } from './http/guest-links.ts'
import { httpMetrics } from './http/middleware/metrics.ts'
import { operatorRoutes, operatorToken } from './http/operator/routes.ts'
import { readRow } from './http/requests/batch.ts'
import { webhookObject } from './http/resources/webhook-objects.ts'
import { accessRecords } from './http/routes/access.ts'
import { routes } from './http/routes/all.ts'
import { type RunningServer, startServer } from './http/server.ts'
import type { Service } from './http/service.ts'
import { webRoutes } from './http/web.ts'
import { agents } from './processes/agents/agents.ts'
import { modelWording } from './processes/agents/model.ts'
import { processes } from './processes/all.ts'
import { openMailer } from './processes/mail.ts'
import type { Process } from './processes/process.ts'
import { watchReferenceData } from './processes/reference-changes.ts'
import { requestsFirst } from './processes/runner.ts'
import { openWebhookSender } from './processes/webhook-request.ts'
import { workbookKind } from './processes/workbook.ts'
import { startWorker, type Worker } from './processes/worker.ts'
import { projections } from './projections/all.ts'
import { type Build, buildBeside, planVersions } from './projections/build-beside.ts'
import { clusterPartitions, partitionNames, partitionOf } from './projections/partitions.ts'
import { type Passed, readYourWrites } from './projections/read-your-writes.ts'
import { openBatchRows } from './stores/batch-rows.ts'
import { openEventLog } from './stores/event-log.ts'
import { checkMasterKey, openKeyRing } from './stores/key-ring.ts'
import { openStores } from './stores/open.ts'
import { folderFiles, recordFiles } from './stores/files.ts'
import { s3Files } from './stores/s3-files.ts'
import { openSealedDocuments } from './stores/sealed-documents.ts'
import { shareFeed } from './stores/shared-feed.ts'

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
  await checkMasterKey({ records: documents.records, masterKey: stores.masterKey })
  const keyRing = openKeyRing({ records: documents.records, masterKey: stores.masterKey })
  const files = config.documentStore
    ? s3Files(config.documentStore)
    : config.mongoUrl === null
      ? folderFiles(join(config.dataDir, 'documents'))
      : recordFiles(documents.records)
  const sealedDocuments = openSealedDocuments({ records: documents.records, files, keyRing })
  const eventLog = openEventLog({ store: events, keyRing })
  const handle = commandHandler(eventLog)
  const load = loader(eventLog)
  const isClustered = config.eventStoreUrl !== null
  const { serving, building, outdated } = isClustered
    ? { serving: projections, building: [], outdated: [] }
    : await planVersions(documents, projections)
  await documents.define([...building, ...serving].map(({ spec }) => spec))
  for (const address of outdated) await documents.drop(address)

  const referenceFolder = join(config.dataDir, 'reference')
  await loadSample({ folder: referenceFolder })
  const reference = await openReferenceSource({ folder: referenceFolder })
  const guestSecret = new Uint8Array(hkdfSync('sha256', stores.masterKey, '', 'guest links', 32))
  const ownUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const sources: { readonly [mode in 'test' | 'live']: EvidenceSource } = { test: openSandbox(), live: reference }
  const identities: { readonly [mode in 'test' | 'live']: IdentitySource } = {
    test: sandboxIdentities(sources.test),
    live: referenceIdentities(reference.reference, reference),
  }
  // The vocabulary of the names is read before the first person types.
  if (config.roles.includes('api')) void reference.reference.autocomplete({ name: 'abc' }).catch(() => undefined)
  const websites: { readonly [mode in 'test' | 'live']: WebsiteSource } = {
    test: sandboxWebsites,
    live: openWebsites({ ...config.web, now }),
  }
  const filing = config.lienFilingConfig === null ? null : readFilingSource(config.lienFilingConfig, process.env)
  const vendors: { readonly [mode in 'test' | 'live']: Vendors } = {
    test: sandboxVendors,
    live:
      config.sourcesConfig === null
        ? noVendors
        : readVendors(config.sourcesConfig, { environment: process.env, allowLoopback: config.web.allowLoopback }),
  }
  const names = mailNames()
  const references = referenceVersions({ folder: referenceFolder })
  const mailer = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: join(config.dataDir, 'mail') })
  const metrics = httpMetrics(new Registry())
  const partitions = isClustered ? clusterPartitions : 1
  const partitionFor = (accountId: string) => partitionOf(accountId, partitions)
  let worker: Worker | undefined
  const projectorFor = (accountId: string) => worker?.projectorFor(accountId)
  const waitMs = isClustered ? longerThanATakeOverMs : undefined
  let build: Build | undefined
  const passedServing = readYourWrites({ projectorFor, partitionFor, documents, projections: serving, ...(waitMs ? { waitMs } : {}) })
  const passed: Passed = async (position, accountId) =>
    (await passedServing(position, accountId)) && (!build?.done() || (await build.passed(position, waitMs ?? 2_000)))
  const courtesy = requestsFirst(metrics.inFlight)
  const batchRows = openBatchRows({ records: documents.records, keyRing })
  const allProcesses = processes({
    ...(config.agentModel ? { wording: modelWording(config.agentModel) } : {}),
    handle,
    load,
    log: eventLog,
    sourceFor: (mode) => sources[mode],
    websiteFor: (mode) => websites[mode],
    vendorsFor: (mode) => vendors[mode],
    keepDocument: (businessId, sha256, bytes) => sealedDocuments.write(businessId, documentIdOf(businessId, sha256), bytes),
    mailNamesFor: (mode) => (mode === 'live' ? names : null),
    riskLists,
    filing,
    documents,
    passed,
    references,
    mailer,
    report: (message, details) => log.info(details, message),
    monitorIntervalMs: config.monitorIntervalMs,
    now,
    batchRows,
    readRow,
    refusalError: refusalEntry,
    courtesy,
    sendWebhook: openWebhookSender(config.web),
    webhookObject: (subject, of) =>
      webhookObject(
        { documents, baseUrl: ownUrl, links: guestLinks({ secret: guestSecret, base: config.appUrl ?? ownUrl, now }) },
        subject,
        of,
      ),
    onDeliveryError: (error) => log.error({ err: error }, 'delivering to webhooks failed and is tried again'),
  })
  worker = config.roles.includes('worker')
    ? await startWorker({
        log: isClustered ? openEventLog({ store: shareFeed(events), keyRing }) : eventLog,
        documents,
        projections: serving,
        processes: allProcesses,
        partitions,
        name: `${hostname()}-${process.pid}-${nanoid(8)}`,
        now,
        courtesy,
        onReactionError: ({ name }, error, { type, stream }, parked) =>
          log.error({ err: error, process: name, type, stream, parked }, 'a reaction failed'),
        onError: (what, error) => log.error({ err: error }, `${what} failed and is tried again`),
      })
    : undefined

  if (building.length > 0)
    build = await buildBeside({
      log: eventLog,
      documents,
      building,
      onProgress: ({ collections, position, end, secondsLeft }, done) =>
        log.info(
          { collections, position: Number(position), end: Number(end), seconds_left: done ? 0 : secondsLeft },
          done ? 'the new versions of these read models answer now' : 'new versions of these read models are being built',
        ),
      onError: (error) => log.error({ err: error }, 'building read models failed and is tried again'),
    })

  const firstKeys = await firstStart({
    handle,
    load,
    bootstrap: config.bootstrap,
    now,
    patienceMs: config.eventStoreUrl === null ? 0 : 10_000,
  })
  if (firstKeys && worker) await passed(firstKeys.position, firstKeys.accountId)

  const referenceWatch = worker
    ? watchReferenceData({
        handle,
        references,
        now,
        onError: (error) => log.error({ err: error }, 'looking for new reference data failed and is tried again'),
      })
    : undefined

  const tools: Service = {
    documents,
    handle,
    load,
    passed,
    now,
    history: eventLog.read,
    follow: (after, onBatch) =>
      events.subscribe(after === undefined ? {} : { after }, async (batch) =>
        onBatch({ ...batch, events: await eventLog.open(batch.events) }),
      ),
    proofOf: async (stream) => {
      try {
        return await proofOf(events, stream)
      } catch (error) {
        if (error instanceof NotSealed) return null
        throw error
      }
    },
    watch: async (stream, onEvents) => {
      const [last] = await Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 }))
      const after = last ? { after: last.position } : {}
      return events.subscribe({ ...after, streamPrefixes: [stream] }, async (batch) => {
        if (batch.events.length > 0) onEvents()
      })
    },
    agents: agents.map(({ id, type, name, description }) => ({ id, type, name, description })),
    identities: (mode) => identities[mode],
    linked: (mode) => async (links) => (mode === 'live' ? linkedEntities(reference.reference, links) : { entities: [], counts: {} }),
    batchRows,
    allowLoopback: config.web.allowLoopback,
    signalModels: modelSlugs,
    scoreSignal: (slug, mode, request) => scoreSignal(slug, sources[mode], request),
    tinAvailable: (mode) => sources[mode].tinAvailable(),
    jurisdictions: jurisdictionsIn(join(config.dataDir, 'jurisdictions')),
    guestSecret,
    sealedDocuments,
    appUrl: config.appUrl ?? config.baseUrl,
  }
  const capabilities = [...(config.accessLog ? [accessRecords({ records: documents.records, now })] : []), ...routes(tools)]
  const clientAddress = clientAddressBehind(config.trustedProxies)
  const secret = new Uint8Array(hkdfSync('sha256', stores.masterKey, '', 'idempotency', 32))
  gauges(metrics.registry, worker, build)
  const limit = (quota: Quota, name: string) =>
    stores.counters ? mongoRateLimit(quota, { counters: stores.counters, name }) : memoryRateLimit(quota)
  let stopping = false
  const ready = async () => {
    const [store, readModels] = await Promise.all([
      answers(Array.fromAsync(events.readAll({ direction: 'backwards', limit: 1 }))),
      answers(documents.get('accounts', '')),
    ])
    return { ok: !stopping && store && readModels, checks: { accepting: !stopping, event_store: store, document_store: readModels } }
  }
  const app = createApp({
    authenticate: eitherAuthentication({
      apiKeys: apiKeyAuthentication(documents, keyUse(documents.records, now)),
      accessTokens: accessTokenAuthentication(documents),
    }),
    clientAddress,
    records: documents.records,
    secret,
    log,
    ready,
    routes: capabilities,
    openRoutes: [
      documentDownloads(tools),
      operatorRoutes({
        ...tools,
        token: operatorToken(stores.masterKey),
        audit: auditTools({
          log: eventLog,
          handle,
          documents,
          keyRing,
          masterKey: stores.masterKey,
          passed,
          dataDir: isClustered ? null : config.dataDir,
          now,
        }),
        workbooks: workbooksOf(allProcesses, partitions),
      }),
      ...(await webRoutes({
        service: tools,
        routes: capabilities,
        secret,
        log,
        clientAddress,
        limit,
        baseUrl: config.baseUrl,
        appUrl: config.appUrl,
      })),
    ],
    rateLimit: await limit({ requests: config.rateLimit, windowSeconds: 1 }, 'requests'),
    failureLimit: await limit(failureQuota, 'failures'),
    metrics,
    ...(config.baseUrl ? { baseUrl: config.baseUrl } : {}),
  })
  const server: RunningServer | undefined = config.roles.includes('api') ? await startServer(app, config) : undefined
  if (server) stores.announce(server.url)
  const health =
    server === undefined && config.healthPort !== null
      ? await startServer(createHealthApp({ ready, metrics }), { host: config.host, port: config.healthPort })
      : undefined

  return {
    url: server?.url ?? null,
    app,
    firstKeys,
    stop: async () => {
      stopping = true
      await server?.stop()
      await referenceWatch?.close()
      await health?.stop()
      await build?.close()
      await worker?.close()
      mailer.close()
      await reference.close()
      await stores.close()
    },
  }
}

/** Whether it answers while whoever asks for readiness still waits. */
const answers = async (promise: Promise<unknown>): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), readinessMs)
  const answered = promise.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

const readinessMs = 2_000

/** A write waits for its readers through the death of a worker: three seconds until its leases lapse, and what starting in its place takes. */
const longerThanATakeOverMs = 10_000

const workbooksOf = (all: readonly Process[], partitions: number) =>
  all.flatMap(({ name }) => partitionNames(partitions).map((partition) => ({ process: name, kind: workbookKind(name, partition) })))

const logger = ({ logLevel }: Config): Logger =>
  pino({ level: logLevel, base: { service: 'probity' }, timestamp: pino.stdTimeFunctions.isoTime })

const gauges = (registry: Registry, worker: Worker | undefined, build: Build | undefined) => {
  if (!worker) return
  const gauge = (name: string, help: string, value: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const now = value()
        if (now === undefined) this.reset()
        else this.set(now)
      },
    })
  const numberOf = (position: bigint | undefined) => (position === undefined ? undefined : Number(position))
  gauge('probity_projected_position', 'Position in the log up to which the read models have been folded', () =>
    numberOf(worker.projected()),
  )
  gauge('probity_processed_position', 'Position in the log up to which every process has done its work, or written down what is left', () =>
    numberOf(worker.processed()),
  )
  if (build)
    gauge('probity_build_remaining', 'Events until the new versions of read models answer', () => {
      const { position, end } = build.progress()
      return build.done() || position > end ? 0 : Number(end - position)
    })
  gauge('probity_partitions', 'Partitions of the accounts that this worker has', () => worker.partitions().length)
}
