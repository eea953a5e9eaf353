// The dependencies of the inner API, the routes and the pages, composed from the parts of a running service.
import { certified } from '../audit/certificates.ts'
import { NotSealed, proofOf } from '../audit/proof.ts'
import { sealingKey } from '../audit/seals.ts'
import type { Config } from '../config.ts'
import { modelSlugs, scoreSignal } from '../evidence/signals/model.ts'
import type { RouteDependencies } from '../http/routes/all.ts'
import type { PageDependencies } from '../pages/pages.ts'
import { agents } from '../processes/agents/agents.ts'
import type { Kernel } from './kernel.ts'
import type { Sources } from './sources.ts'
import { watchStreams } from './watch.ts'
import type { Work } from './work.ts'

export type InnerDependencies = RouteDependencies & PageDependencies['inner']

type Parts = {
  readonly config: Config
  readonly kernel: Kernel
  readonly sources: Sources
  readonly work: Work
  readonly now: () => Date
}

export const innerDependencies = ({ config, kernel, sources, work, now }: Parts): InnerDependencies => {
  const { events, documents } = kernel.stores
  return {
    documents,
    read: kernel.read,
    handle: kernel.handle,
    load: kernel.load,
    passed: work.passed,
    now,
    history: kernel.log.read,
    follow: ({ accountId, ...options }, onBatch) =>
      events.subscribe(options, async (batch) => {
        const own = batch.events.filter(({ metadata }) => metadata.account_id === accountId)
        await onBatch({ ...batch, events: await kernel.log.open(own) })
      }),
    proofOf: async (stream) => {
      try {
        return await proofOf(events, stream)
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
    linked: sources.linked,
    batchRows: work.batchRows,
    allowLoopback: config.web.allowLoopback,
    signalModels: modelSlugs,
    scoreSignal: (slug, mode, request) => scoreSignal(slug, sources.evidence[mode], request),
    tinAvailable: (mode) => sources.evidence[mode].tinAvailable(),
    jurisdictions: sources.jurisdictions,
    citedRow: sources.citedRow,
    loadedData: sources.loadedData,
    dataInUse: sources.dataInUse,
    readModelLags: work.readModelLags,
    guestSecret: kernel.secretFor('guest links'),
    sealedDocuments: kernel.sealedDocuments,
    appUrl: config.appUrl ?? config.baseUrl,
  }
}
