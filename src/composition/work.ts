// The background work of an instance: folds read models, builds their new versions beside the old ones, and runs processes.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import { withClocks } from '../commands/clock-times.ts'
import type { Handle } from '../commands/handler.ts'
import type { Config } from '../config.ts'
import { documentIdOf } from '../events/business-findings.ts'
import type { HttpMetrics } from '../http/middleware/metrics.ts'
import { lookUp } from '../inner/look-up.ts'
import type { ReadModelLag } from '../inner/service-health.ts'
import { refusalEntry } from '../interface/errors.ts'
import { guestLinks } from '../interface/guest-links.ts'
import { readRow } from '../interface/requests/batch.ts'
import { businessRendering } from '../interface/resources/business-rendering.ts'
import { languageModel } from '../processes/agents/model.ts'
import { processes } from '../processes/all.ts'
import { openMailer } from '../processes/mail.ts'
import type { Process } from '../processes/process.ts'
import { watchReferenceData } from '../processes/reference-changes.ts'
import { retryInboxKind } from '../processes/running/retry-inbox.ts'
import { startWorker, type Worker } from '../processes/running/worker.ts'
import { openWebhookSender } from '../processes/webhooks/request.ts'
import { type Build, watchBuild } from '../projections/build-beside.ts'
import { businesses } from '../projections/businesses.ts'
import type { FirstFold } from '../projections/first-fold.ts'
import { clusterPartitions, partitionNames } from '../projections/partitions.ts'
import type { AnyProjection } from '../projections/projection.ts'
import type { CaughtUp, Passed } from '../projections/read-your-writes.ts'
import { dropMoved, type Plan, planVersions } from '../projections/versions.ts'
import { type BatchRows, openBatchRows } from '../stores/batch-rows.ts'
import { countReads } from '../stores/counted-reads.ts'
import { type Keep, openInParts } from '../stores/opening.ts'
import { moveProcessCheckpoints } from '../stores/process-checkpoints.ts'
import { shareFeed } from '../stores/shared-feed.ts'
import { openTurns, type Turns } from '../stores/turns.ts'
import { carryOutErasure } from './audit-operations.ts'
import { startBackground } from './background.ts'
import { followReadModels } from './followed-read-models.ts'
import type { Kernel } from './kernel.ts'
import { putOffCounter, readCounter } from './metrics.ts'
import { sharedScrub } from './shared-scrub.ts'
import type { Sources } from './sources.ts'

export type Work = {
  /** Whether the active read models have passed a position. */
  readonly passed: Passed
  /** Whether they pass the whole log. */
  readonly caughtUp: CaughtUp
  /** How far they are with what stood in the log at the start. */
  readonly firstFold: FirstFold
  readonly batchRows: BatchRows
  readonly readModelLags: () => Promise<readonly ReadModelLag[]>
  /** Undefined without the role `worker`. */
  readonly worker: Worker | undefined
  /** Undefined if no version was raised. */
  readonly build: Build | undefined
  /** A build that this release needs before it can answer: older documents lack what it reads. Undefined once the new versions answer. */
  readonly awaitedBuild: () => Build | undefined
  /** The kinds of records that hold the processes' retry inboxes. */
  readonly retryInboxes: readonly { readonly process: string; readonly kind: string }[]
  readonly close: () => Promise<void>
}

type WorkParts = {
  readonly config: Config
  readonly kernel: Kernel
  readonly sources: Sources
  readonly metrics: HttpMetrics
  readonly turns: Turns
  readonly projections: readonly AnyProjection[]
  readonly log: Logger
  readonly now: () => Date
  /** The address at which clients reach the service. */
  readonly ownUrl: string
  /** Whether a thread of its own does the work of this instance. */
  readonly inThread: boolean
  /** Whether this is that thread. */
  readonly isThread?: boolean
  /** How long a write waits for the read models; as usual when absent. */
  readonly readModelsWaitMs?: number | undefined
}

/** How long a write waits for read models. It outlasts the death of a worker: three seconds until its leases expire, plus the takeover. */
const longerThanATakeOverMs = 10_000
const usualWaitMs = 2_000

/** Background work while nobody waits. */
const usualPace = { budgetMs: 8, rests: 0 }
/** A read waits for the turn in which it comes. The work that nobody waits for gets a twentieth of the time. */
const paceBesideReads = { budgetMs: 0.25, rests: 19 }
/** Requests that write wait for the read models: in longer turns these do more. The other work gets a tenth of the time. */
const paceBesideWrites = { budgetMs: 1, rests: 9 }

/** The turns of a thread that answers requests. */
export const turnsBeside = ({ isServing, isWriting }: Pick<HttpMetrics, 'isServing' | 'isWriting'>): Turns =>
  openTurns({ pace: () => (isWriting() ? paceBesideWrites : isServing() ? paceBesideReads : usualPace) })

/** The turns of a thread without requests, which need not rest beside them. `isAwaited`: whether others who are to come first wait now. */
export const turnsOfThread = (isAwaited: () => boolean): Turns =>
  openTurns({ pace: () => (isAwaited() ? { ...paceBesideWrites, rests: 0 } : usualPace) })

/** How often a build is checked. With several instances or threads, all must see that it is almost complete before it is. */
const clusterPace = { lookEveryMs: 1_000, settledAfter: 5 }

export const startWork = (parts: WorkParts): Promise<Work> => openInParts((kept) => startParts(parts, kept))

const startParts = async (parts: WorkParts, kept: Keep): Promise<Omit<Work, 'close'>> => {
  const { config, kernel, metrics, turns, log, now, inThread, ownUrl } = parts
  const { stores, isClustered, keyRing } = kernel
  const { documents } = stores
  const plan = await plannedReadModels(parts)
  const { serving, building } = plan
  const partitions = isClustered ? clusterPartitions : 1
  const { readModelsWaitMs: waitMs = isClustered ? longerThanATakeOverMs : usualWaitMs } = parts
  const onRead = readCounter(metrics.registry)
  const counted = countReads(stores.events, onRead)
  const feed = isClustered ? shareFeed(counted, { onPutOff: putOffCounter(metrics.registry) }) : counted
  let worker: Worker | undefined
  let build: Build | undefined
  const followed = followReadModels({ stores, plan, partitions, waitMs, log, worker: () => worker, build: () => build })
  const { partitionFor, passed, caughtUp, lags: readModelLags } = followed

  const batchRows = openBatchRows({ records: documents.records, keyRing })
  const { reactions } = kept(reactionsOf(parts, { passed, partitionFor, batchRows, turns }))
  const startHere = () =>
    startWorker({
      log: { ...kernel.log, store: feed },
      documents,
      projections: serving,
      building,
      buildsLater: plan.abandoned,
      processes: reactions,
      partitions,
      timeOf: kernel.timeOf,
      name: `${hostname()}-${process.pid}-${nanoid(8)}`,
      now,
      turns,
      onReactionError: ({ name }, error, { type, stream }, gaveUp) =>
        log.error({ err: error, process: name, type, stream, dead_letter: gaveUp }, 'a reaction failed'),
      onError: (what, error) => log.error({ err: error }, `${what} failed and is tried again`),
    })
  if (config.roles.includes('worker'))
    worker = kept(await (inThread ? startBackground({ config, kernel, log, ownUrl, onRead }) : startHere()))

  const firstFold = kept(followed.followFirstFold())
  if (building.length > 0) build = kept(await buildOf(parts, { plan, partitions, worker }))

  return {
    passed,
    caughtUp,
    firstFold,
    readModelLags,
    batchRows,
    worker,
    build,
    awaitedBuild: () => (plan.isReadable || build?.done() ? undefined : build),
    retryInboxes: reactions.flatMap(({ name }) =>
      partitionNames(partitions).map((partition) => ({ process: name, kind: retryInboxKind(name, partition) })),
    ),
  }
}

/** Declares the collections of all versions that answer or are being built, and drops those that nobody needs any more. */
const plannedReadModels = async ({ kernel: { stores, isClustered }, projections }: WorkParts): Promise<Plan> => {
  const { documents } = stores
  if (!isClustered) await dropMoved(documents, projections)
  if (stores.canShare) await moveProcessCheckpoints(documents)
  const plan = await planVersions(documents, projections.map(rendered))
  await documents.define([...plan.building, ...plan.serving].map(({ spec }) => spec))
  for (const address of plan.outdated) await documents.drop(address)
  return plan
}

/** The projection with what renders its documents. Its fold knows nothing of the shape of answers. */
const rendered = (projection: AnyProjection): AnyProjection =>
  projection.spec.name === businesses.spec.name ? { ...projection, render: businessRendering } : projection

/** Follows the builds of new read models until they are active, and logs their progress. */
const buildOf = (
  { kernel, log, inThread, isThread = false }: WorkParts,
  { plan, partitions, worker }: { readonly plan: Plan; readonly partitions: number; readonly worker: Worker | undefined },
): Promise<Build> =>
  watchBuild({
    log: kernel.log,
    documents: kernel.stores.documents,
    plan,
    partitions: partitionNames(partitions),
    ...(kernel.isClustered || inThread || isThread ? clusterPace : {}),
    fold: async (on) => worker?.build(on),
    onAbandoned: (collections) =>
      log.warn(
        { collections },
        `the build of ${collections.join(', ')} is abandoned, and the old version stays active; npm run processes -- build resume restarts it`,
      ),
    onProgress: ({ collections, position, end, secondsLeft }, done) =>
      log.info(
        { collections, position: Number(position), end: Number(end), seconds_left: done ? 0 : secondsLeft },
        done ? 'the new versions of these read models answer now' : 'new versions of these read models are being built',
      ),
    onError: (error) => log.error({ err: error }, 'building read models failed and is tried again'),
  })

/** What a reaction does after a command is another piece of work. */
const handleInTurn =
  (handle: Handle, { usual }: Turns): Handle =>
  async (...command) => {
    const handled = await handle(...command)
    await usual()
    return handled
  }

/** The agents' own words are kept then, so that nobody else would notice. */
const tellUnusable =
  (log: WorkParts['log']) =>
  (why: string): void =>
    log.warn({ why }, 'the language model gave no usable answer')

/** Every process with its dependencies. */
const reactionsOf = (
  { config, kernel, sources, log, now, ownUrl }: WorkParts,
  own: {
    readonly passed: Passed
    readonly partitionFor: (accountId: string) => string
    readonly batchRows: BatchRows
    readonly turns: Turns
  },
): { readonly reactions: readonly Process[]; readonly close: () => void } => {
  const { documents } = kernel.stores
  const mailer = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, folder: join(config.dataDir, 'mail') })
  const links = guestLinks({ secret: kernel.secretFor('guest links'), base: config.appUrl ?? ownUrl, now })
  const reactions = processes({
    ...own,
    turn: own.turns.usual,
    ...(config.agentModel ? { model: languageModel({ ...config.agentModel, onUnusable: tellUnusable(log) }) } : {}),
    handle: handleInTurn(kernel.handle, own.turns),
    load: kernel.load,
    known: kernel.known,
    carryOutErasure: carryOutErasure({ kernel, work: own, now }),
    scrub: sharedScrub(documents.scrub),
    log: kernel.log,
    sourceFor: (mode) => sources.evidence[mode],
    websiteFor: (mode) => sources.websites[mode],
    linkedFor: sources.linked,
    siteProbeFor: (mode) => sources.siteProbes[mode],
    vendorsFor: (mode) => sources.vendors[mode],
    keepDocument: (businessId, sha256, bytes) => kernel.sealedDocuments.write(businessId, documentIdOf(businessId, sha256), bytes),
    mailNamesFor: (mode) => sources.mailNames[mode],
    riskLists: sources.riskLists,
    filing: sources.filing,
    references: sources.references,
    documents,
    read: kernel.read,
    mailer,
    report: (message, details) => log.info(details, message),
    monitorIntervalMs: config.monitorIntervalMs,
    now: withClocks(now),
    realNow: now,
    readRow,
    refusalError: refusalEntry,
    sendWebhook: openWebhookSender({ allowLoopback: config.web.allowLoopback, signatureHeader: config.webhookSignatureHeader }),
    lookUp: lookUp({ read: kernel.read, baseUrl: ownUrl, links, monitorable: sources.monitorable }),
    onDeliveryError: (error) => log.error({ err: error }, 'delivering to webhooks failed and is tried again'),
  })
  return { reactions, close: () => mailer.close() }
}

/** Checks for new versions of the reference data, so that monitored businesses are checked against them. */
export const startReferenceWatch = ({ kernel, sources, log, now }: WorkParts) =>
  watchReferenceData({
    handle: kernel.handle,
    references: sources.references,
    now,
    onError: (error) => log.error({ err: error }, 'looking for new reference data failed and is tried again'),
  })
