// Assembles the service in the requested roles: stores, evidence, read models and processes, and the HTTP edge.
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { type PasswordCost, passwords as passwordsAt } from './auth/passwords.ts'
import { type FirstKeys, firstStart } from './bootstrap.ts'
import { openEdge } from './composition/edge.ts'
import { innerDependencies } from './composition/inner-dependencies.ts'
import { openKernel } from './composition/kernel.ts'
import { logger } from './composition/logger.ts'
import { commandCounter, outageGauge, workGauges } from './composition/metrics.ts'
import { requireOpenIdAccount } from './composition/open-id-account.ts'
import { openOutages } from './composition/outages.ts'
import { storesAnswer } from './composition/readiness.ts'
import { destroyKeysAgain } from './composition/repeated-erasures.ts'
import { openSources, readConfiguredSources } from './composition/sources.ts'
import { upkeepGauges } from './composition/upkeep-metrics.ts'
import { startReferenceWatch, startWork, turnsBeside } from './composition/work.ts'
import type { Config } from './config.ts'
import { prepareParser } from './evidence/matching/address-street.ts'
import { httpMetrics } from './http/middleware/metrics.ts'
import type { ProbityApp } from './inner/framework/environment.ts'
import { projections as all } from './projections/all.ts'
import { addressIn } from './stores/eventstoredb/address.ts'
import { certificateExpiry } from './stores/eventstoredb/diagnosis.ts'
import { type Keep, openInParts } from './stores/opening.ts'

export type RunningService = {
  /** The address it listens on; null without the role `api`. */
  readonly url: string | null
  readonly app: ProbityApp
  /** Set only at the first start. */
  readonly firstKeys: FirstKeys | null
  /** Requests in flight are answered, running reactions end, checkpoints are saved. */
  readonly stop: () => Promise<void>
}

export type ServiceOptions = {
  /** Another clock than the machine's. With one, or with other projections, no thread can do the background work: it would not have them. */
  readonly now?: () => Date
  readonly log?: Logger
  /** The release's projections; tests raise versions. */
  readonly projections?: typeof all
  readonly passwordCost?: PasswordCost
  /** How long a write waits for the read models, at the most. Tests wait as long as it takes on a slow machine. */
  readonly readModelsWaitMs?: number
  /** Where its metrics are registered. */
  readonly registry?: Registry
}

/** How long another instance's first start may take. */
const firstStartPatienceMs = 10_000

const machineClock = () => new Date()

/**
 * A start that fails closes what it has opened.
 * @throws as `openKernel`, WrongSetting, WrongRiskLists, WrongFilingConfig, WrongSourcesConfig, Error for a port in use
 */
export const startService = async (config: Config, options: ServiceOptions = {}): Promise<RunningService> => {
  const { close, ...service } = await openInParts((kept) => openService(config, options, kept))
  return { ...service, stop: close }
}

const openService = async (
  config: Config,
  { now = machineClock, log: given, projections = all, passwordCost, readModelsWaitMs, registry = new Registry() }: ServiceOptions,
  kept: Keep,
): Promise<Omit<RunningService, 'stop'>> => {
  const outages = kept(openOutages())
  const log = given ?? logger(config, outages)
  const passwords = passwordsAt(passwordCost)
  const metrics = httpMetrics(registry)
  const ownUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  prepareParser()
  const configured = await readConfiguredSources(config)
  const turns = turnsBeside(metrics)
  const kernel = kept(
    await openKernel(config, {
      onCommand: commandCounter(metrics.registry),
      onBuild: (what) =>
        log.warn({ building: what }, 'MongoDB builds indexes of a collection that has documents: the start waits for them'),
    }),
  )
  await requireOpenIdAccount(kernel.load, config)
  const keysAgain = await destroyKeysAgain(kernel)
  if (keysAgain > 0) log.warn({ keys: keysAgain }, 'the records held keys of erased persons again, as after a restore: they are destroyed')
  const sources = kept(await openSources(config, configured, { now, log, load: kernel.load }))
  outages.watch({ log, isReachable: async () => (await storesAnswer(kernel.stores)) && (await kernel.stores.hasRoom()) })
  outageGauge(metrics.registry, outages.isAway)
  upkeepGauges(metrics.registry, {
    events: kernel.stores.events,
    dataDir: config.dataDir,
    certificateExpiry: config.eventStoreUrl === null ? async () => undefined : certificateExpiry(addressIn(config.eventStoreUrl)),
    mongoCertificateExpiry: config.mongoUrl === null ? async () => undefined : certificateExpiry(await mongoAddress(config.mongoUrl)),
    now,
  })
  const isUsual = now === machineClock && projections === all
  const inThread = config.workInThread && kernel.stores.canShare && isUsual && config.roles.includes('worker')
  const parts = { config, kernel, sources, metrics, turns, projections, log, now, ownUrl, inThread, readModelsWaitMs }
  const work = kept(await startWork(parts))
  if (work.worker) workGauges(metrics.registry, { worker: work.worker, build: work.build, events: kernel.stores.events })

  if (work.worker && !inThread) kept(startReferenceWatch(parts))
  const inner = innerDependencies({ ...parts, work })
  let hasStarted = false
  const edge = kept(await openEdge({ config, kernel, work, inner, passwords, metrics, log, now, hasStarted: () => hasStarted }))

  // Last, because a start that fails after it, for example on a port in use, would have created keys that nobody sees.
  const { handle, load, isClustered } = kernel
  const patienceMs = isClustered ? firstStartPatienceMs : 0
  const { bootstrap, interfaceVersion } = config
  const firstKeys = await firstStart({ handle, load, bootstrap, interfaceVersion, passwords, now, patienceMs })
  hasStarted = true
  if (firstKeys && work.worker) await work.passed(firstKeys.position, firstKeys.accountId)

  return { url: edge.url, app: edge.app, firstKeys }
}

/** The driver of MongoDB is loaded only where it is used: it would hold up every other start. */
const mongoAddress = async (url: string) => (await import('./stores/mongodb/address.ts')).mongoAddressIn(url)
