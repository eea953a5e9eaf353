// The thread of the background work: the same work as that of an instance with the role `worker`, over stores that it shares with the thread that started it.
import { type MessagePort, workerData } from 'node:worker_threads'
import pino from 'pino'
import { type Counter, Registry } from 'prom-client'
import { httpMetrics } from '../http/middleware/metrics.ts'
import type { Worker } from '../processes/running/worker.ts'
import { projections } from '../projections/all.ts'
import { openLine } from '../stores/embedded/line.ts'
import type { EventListener } from '../stores/embedded/thread-event-store.ts'
import { pauseFor } from '../stores/pause-for.ts'
import { openThreadStores } from '../stores/thread-stores.ts'
import type { BackgroundSettings, BackgroundThread, Foreground, WorkState } from './background.ts'
import { type Kernel, kernelOver } from './kernel.ts'
import { logger } from './logger.ts'
import { logEventsRead } from './metrics.ts'
import { outagesElsewhere } from './outages.ts'
import { openSources, readConfiguredSources } from './sources.ts'
import { startReferenceWatch, startWork, turnsOfThread } from './work.ts'

/** In events. */
const mostBehind = 250n
/** Between two reports of how far the work is. */
const reportEveryMs = 100

const { settings, port } = workerData as { readonly settings: BackgroundSettings; readonly port: MessagePort }
const { config, ownUrl } = settings
const now = () => new Date()
/** The writers that wait for their read models. */
let writers = 0
/** The end of the log, as far as it is known. */
let head = -1n
let grown: EventListener['grown'] = () => undefined
let kernel: Kernel | undefined
let worker: Worker | undefined
let end: () => Promise<void> = async () => undefined

const start = async (): Promise<void> => {
  const log = logger(
    config,
    outagesElsewhere((reason) => line.tell('away', reason)),
  )
  const stores = await openThreadStores(settings, line)
  grown = stores.grown
  head = await stores.events.end()
  kernel = kernelOver(stores, config)
  kernel.keyRing.follow((subject) => line.tell('destroyed', subject))
  // The other thread has told the operator of them.
  const sources = await openSources(config, await readConfiguredSources(config), { now, log: pino({ level: 'silent' }), load: kernel.load })
  const metrics = httpMetrics(new Registry())
  const turns = turnsOfThread(isAwaited)
  const parts = { config, kernel, sources, metrics, turns, projections, log, now, ownUrl, inThread: false, isThread: true }
  const work = await startWork(parts)
  worker = work.worker
  const referenceWatch = startReferenceWatch(parts)
  const endReports = reportState(metrics.registry)
  end = async () => {
    await endReports()
    await referenceWatch.close()
    await work.close()
    await sources.close()
    await stores.close()
  }
}

/**
 * What reactions let go first: the writers that wait, and the fold when it is far behind. Otherwise the fold would get one turn after each of all
 * reactions under way, and readers would see nothing new until these are done.
 */
const isAwaited = (): boolean => writers > 0 || head - (worker?.projected() ?? head) > mostBehind

const passed: BackgroundThread['passed'] = async (which, position, waitMs) => {
  const projector = which === 'serving' ? worker?.projectorFor('') : worker?.builderFor('')
  writers++
  try {
    return (await projector?.passed(position, waitMs)) ?? false
  } finally {
    writers--
  }
}

const offer: BackgroundThread = {
  start,
  passed,
  grown: (position) => {
    head = position
    grown(position)
  },
  forget: (subject) => kernel?.keyRing.forget([subject]),
  stop: () => end(),
}
const line = openLine<Foreground>(port, offer)

const stateOf = async (registry: Registry): Promise<WorkState> => ({
  projected: worker?.projected(),
  processed: worker?.processed(),
  partitions: worker?.partitions() ?? [],
  runners: (worker?.runners() ?? []).map((runner) => ({ process: runner.process, position: runner.position(), work: runner.work() })),
  read: (await (registry.getSingleMetric(logEventsRead) as Counter).get()).values[0]?.value ?? 0,
  unopened: (kernel?.keyRing.unopened() ?? []).map(({ key }) => key),
})

const reportState = (registry: Registry) => {
  const ending = new AbortController()
  const reporting = (async () => {
    while (!ending.signal.aborted) {
      line.tell('report', await stateOf(registry))
      await pauseFor(reportEveryMs, ending.signal)
    }
  })()
  return async () => {
    ending.abort()
    await reporting
  }
}
