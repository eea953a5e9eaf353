// The dependencies of the inner API, the routes and the pages, composed from the parts of a running service.
import type { Logger } from 'pino'
import { certified } from '../audit/certificates.ts'
import { NotSealed, openProofs } from '../audit/proof.ts'
import { sealingKey } from '../audit/signing.ts'
import type { Config } from '../config.ts'
import { isShared, type Mode } from '../events/modes.ts'
import { modelSlugs, scoreSignal } from '../evidence/signals/model.ts'
import type { RouteDependencies } from '../http/routes/all.ts'
import { lookUp } from '../inner/look-up.ts'
import { guestLinks } from '../interface/guest-links.ts'
import type { PageDependencies } from '../pages/framework/pages.ts'
import { agents } from '../processes/agents/agents.ts'
import { openWebhooksAbout } from '../processes/webhooks/message.ts'
import { openWebhookSender } from '../processes/webhooks/request.ts'
import { positionBefore } from '../stores/position-before.ts'
import type { Kernel } from './kernel.ts'
import { listTrials } from './list-trials.ts'
import type { Sources } from './sources.ts'
import { watchStreams } from './watch.ts'
import type { Work } from './work.ts'

export type InnerDependencies = RouteDependencies & PageDependencies['inner']

type Parts = {
  readonly config: Config
  readonly kernel: Kernel
  readonly sources: Sources
  readonly work: Work
  readonly log: Logger
  readonly now: () => Date
  /** The address at which clients reach the service. */
  readonly ownUrl: string
}

export const innerDependencies = ({ config, kernel, sources, work, log, now, ownUrl }: Parts): InnerDependencies => {
  const { events, documents } = kernel.stores
  const proofs = openProofs(events)
  const links = guestLinks({ secret: kernel.secretFor('guest links'), base: config.appUrl ?? ownUrl, now })
  const shown = lookUp({ read: kernel.read, baseUrl: ownUrl, links, monitorable: sources.monitorable })
  const webhooksAbout = openWebhooksAbout({ log: kernel.log, read: kernel.read, passed: work.passed, now, lookUp: shown })
  return {
    documents,
    read: kernel.read,
    handle: kernel.handle,
    load: kernel.load,
    passed: work.passed,
    now,
    timeOf: kernel.timeOf,
    history: kernel.log.read,
    follow: ({ accountId, mode, since, ...options }, onBatch, onFailure) =>
      events.subscribe({ ...options, ...(onFailure && { onError: onFailure }) }, async (batch) => {
        const mayBeOwn = batch.events.filter(
          ({ stream, metadata }) =>
            metadata.account_id === accountId &&
            (since === undefined || String(metadata.recorded_at) >= since) &&
            isOfMode(mode, stream, metadata.mode),
        )
        const opened = await kernel.log.open(mayBeOwn)
        // An event from before events carried their mode has it once it is opened.
        await onBatch({ ...batch, events: opened.filter(({ stream, metadata }) => isOfMode(mode, stream, metadata.mode)) })
      }),
    positionBefore: (time) => positionBefore(events, time),
    webhooksAbout: async (event) => (await webhooksAbout(event)).map(({ body }) => JSON.parse(body) as object),
    proofOf: async (stream) => {
      try {
        return await proofs.of(stream)
      } catch (error) {
        if (error instanceof NotSealed) return null
        throw error
      }
    },
    certify: (statement) => certified(statement, sealingKey(kernel.stores.masterKey)),
    watch: watchStreams(events),
    agents: agents.map(({ id, type, name, description }) => ({ id, type, name, description })),
    identities: (mode) => sources.identities[mode],
    monitorable: sources.monitorable,
    monitorIntervalMs: config.monitorIntervalMs,
    linked: sources.linked,
    batchRows: work.batchRows,
    allowLoopback: config.web.allowLoopback,
    sendWebhook: openWebhookSender({ allowLoopback: config.web.allowLoopback, signatureHeader: config.webhookSignatureHeader }),
    signalModels: modelSlugs,
    scoreSignal: (slug, mode, request) => scoreSignal(slug, sources.evidence[mode], request),
    tinAvailable: (mode) => sources.evidence[mode].tinAvailable(),
    jurisdictions: sources.jurisdictions,
    citedRow: sources.citedRow,
    loadedData: sources.loadedData,
    loadedLists: sources.loadedLists,
    ...listTrials({ folder: sources.referenceFolder, load: kernel.load }),
    onTrialError: (error, trialId) => log.error({ err: error, policy_trial: trialId }, 'a trial of a policy broke off'),
    dataInUse: sources.dataInUse,
    readModelLags: work.readModelLags,
    guestSecret: kernel.secretFor('guest links'),
    sealedDocuments: kernel.sealedDocuments,
    appUrl: config.appUrl ?? config.baseUrl,
  }
}

const isOfMode = (mode: Mode, stream: string, told: unknown): boolean => isShared(stream) || told === undefined || told === mode
