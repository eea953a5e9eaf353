// The background work of a single instance in a thread of its own, seen from the thread that answers requests: starts it, writes for it, and knows how far it is.
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { MessageChannel, Worker as Thread } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Runner } from '../processes/running/runner.ts'
import type { Worker } from '../processes/running/worker.ts'
import type { Projector } from '../projections/projector.ts'
import { type Line, openLine } from '../stores/embedded/line.ts'
import { type EventListener, tellGrowth } from '../stores/embedded/thread-event-store.ts'
import { StoreUnavailable } from '../stores/event-store.ts'
import { offerStores, type StoreOwner, type ThreadStoreSettings } from '../stores/thread-stores.ts'
import { failureText, toldFailure } from '../stores/told-failure.ts'
import type { Kernel } from './kernel.ts'

/** How far the work is. The thread sends it ten times a second, also when it has not changed. */
export type WorkState = {
  readonly projected: bigint | undefined
  readonly processed: bigint | undefined
  readonly partitions: readonly string[]
  readonly runners: readonly { readonly process: string; readonly position: bigint; readonly work: ReturnType<Runner['work']> }[]
  /** Events read from the log so far. */
  readonly read: number
  /** The subjects whose keys the master key does not open. */
  readonly unopened: readonly string[]
}

/** What the thread does for this one. */
export type BackgroundThread = EventListener & {
  /** Resolves when the processes run. */
  readonly start: () => Promise<void>
  /** Whether the read models that answer, or those that are being built, have passed the position. */
  readonly passed: (which: 'serving' | 'building', position: bigint, waitMs: number) => Promise<boolean>
  /** A key was destroyed. */
  readonly forget: (subject: string) => void
  /** Running reactions end, checkpoints are saved. */
  readonly stop: () => Promise<void>
}

/** What this thread does for the other one. */
export type Foreground = StoreOwner & {
  readonly report: (state: WorkState) => void
  readonly destroyed: (subject: string) => void
  /** A store is away: the reason. This thread alone logs outages. */
  readonly away: (reason: string) => void
}

/** What the thread is started with, besides its end of the line. */
export type BackgroundSettings = ThreadStoreSettings & { readonly config: Config; readonly ownUrl: string }

export type BackgroundParts = {
  readonly config: Config
  readonly kernel: Kernel
  readonly log: Logger
  readonly ownUrl: string
  /** Called with the number of events that the thread has read from the log since the last call. */
  readonly onRead: (events: number) => void
}

/** In megabytes. With a larger young generation the service takes more than 600 MB under load. */
const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 768 }
const pauseBeforeRestartMs = 1_000

const nothingYet: WorkState = { projected: undefined, processed: undefined, partitions: [], runners: [], read: 0, unopened: [] }

/**
 * The worker in the thread. A thread that dies is logged and replaced: it goes on at the checkpoints, as after a kill.
 * @throws Error when the thread cannot start
 */
export const startBackground = async (parts: BackgroundParts): Promise<Worker> => {
  const { kernel, log, onRead } = parts
  let state = nothingYet
  let isClosing = false

  const report = (next: WorkState) => {
    onRead(next.read - state.read)
    // Looking for such a key notes it here too.
    const news = next.unopened.filter((subject) => !state.unopened.includes(subject))
    if (news.length > 0) void kernel.keyRing.find(news).catch(() => undefined)
    state = next
  }

  const start = () =>
    startThread(parts, {
      report,
      destroyed: (subject) => kernel.keyRing.forget([subject]),
      away: (reason) => log.error({ err: new StoreUnavailable(reason) }, 'the background work waits for a store'),
    })
  let running = await start()
  let restarting: Promise<void> | undefined
  const restart = async (cause: string) => {
    log.error({ cause }, 'the thread of the background work has ended and is started again')
    state = { ...nothingYet, unopened: state.unopened }
    while (!isClosing)
      try {
        await pause(pauseBeforeRestartMs, undefined, { ref: false })
        if (isClosing) return
        running = await start()
        return watch(running)
      } catch (error) {
        log.error({ err: error }, 'the thread of the background work cannot start and is tried again')
      }
  }
  const watch = ({ ended }: RunningThread) =>
    void ended.then((cause) => {
      if (!isClosing) restarting = restart(cause)
    })
  watch(running)
  kernel.keyRing.follow((subject) => running.line.tell('forget', subject))

  const projector = (which: 'serving' | 'building'): Projector => ({
    passed: async (position, waitMs) => {
      const passed = await running.line.call('passed', which, position, waitMs).catch(() => false)
      // What this turn reads may be of a moment before.
      await nextTurn()
      return passed
    },
    position: () => state.projected ?? -1n,
    close: async () => undefined,
  })
  const [serving, building] = [projector('serving'), projector('building')]

  return {
    projectorFor: () => serving,
    projectorOf: () => serving,
    builderFor: () => building,
    // The thread follows the build itself.
    build: async () => undefined,
    partitions: () => state.partitions,
    projected: () => state.projected,
    processed: () => state.processed,
    runners: () =>
      state.runners.map(({ process, position, work }) => ({
        process,
        position: () => position,
        work: () => work,
        close: async () => undefined,
      })),
    close: async () => {
      isClosing = true
      // One that is being started is closed too.
      await restarting
      await running.close()
    },
  }
}

type RunningThread = {
  readonly line: Line<BackgroundThread>
  /** Resolves with the cause. */
  readonly ended: Promise<string>
  readonly close: () => Promise<void>
}

const startThread = async (
  { config, kernel, ownUrl }: BackgroundParts,
  offer: Pick<Foreground, 'report' | 'destroyed' | 'away'>,
): Promise<RunningThread> => {
  const { stores } = kernel
  const { port1, port2 } = new MessageChannel()
  const line = openLine<BackgroundThread>(port1, { ...offerStores(stores), ...offer })
  const settings: BackgroundSettings = {
    // Nobody signs in there.
    config: { ...config, openId: null, masterKey: null, roles: ['worker'] },
    ownUrl,
    dataDir: config.dataDir,
    masterKey: stores.masterKey,
    recordsPlace: stores.documents.records.place,
  }
  const endGrowth = await tellGrowth(stores.events, line)
  const thread = new Thread(new URL('./background-thread.ts', import.meta.url), {
    workerData: { settings, port: port2 },
    transferList: [port2],
    resourceLimits,
  })
  let cause = 'it ended'
  thread.on('error', (error) => {
    const { stack = '' } = toldFailure(error)
    cause = `${failureText(error)}\n${stack}`
  })
  const ended = once(thread, 'exit').then(async () => {
    line.cut(`the thread of the background work has ended: ${cause}`)
    port1.close()
    await endGrowth()
    return cause
  })
  const close = async () => {
    await line.call('stop').catch(() => undefined)
    await thread.terminate()
    await ended
  }
  try {
    await line.call('start')
  } catch (error) {
    await close()
    throw error
  }
  return { line, ended, close }
}
