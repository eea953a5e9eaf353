// A thread of a running service that writes or searches files of the embedded stores: while that takes its time, requests are answered.
import { once } from 'node:events'
import { type MessagePort, Worker } from 'node:worker_threads'
import { type Line, type Message, type Offer, openLine } from './line.ts'

export type StoreThread<Theirs extends Offer> = Pick<Line<Theirs>, 'call' | 'tell'> & {
  /** Resolves when all that was called is done and the thread has ended. */
  readonly close: () => Promise<void>
}

export type StoreThreadOptions<Theirs extends Offer> = {
  readonly program: URL
  /** What the program finds as `workerData`. */
  readonly data?: unknown
  /** What it does, for messages: `writes the log`. */
  readonly what: string
  /** What a thread has to know before it is called. */
  readonly begin?: (tell: Line<Theirs>['tell']) => void
}

/** In megabytes. The thread keeps nothing beyond its work, so a small young generation is enough. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

const ending: Message = { name: 'end', given: [] }

/** What the program of such a thread does: it offers functions, and closes its files when the service ends. */
export const offerWork = (port: MessagePort | null, offer: Offer, close: () => void): void => {
  if (!port) throw new Error('this file runs as a thread of the embedded stores')
  openLine(port, {
    ...offer,
    end: () => {
      close()
      port.close()
    },
  })
}

/** The thread starts with the first call. One that dies fails the calls that wait with StoreUnavailable, and is replaced at the next call. */
export const openStoreThread = <Theirs extends Offer>({ program, data, what, begin }: StoreThreadOptions<Theirs>): StoreThread<Theirs> => {
  let running: { readonly worker: Worker; readonly line: Line<Theirs> } | undefined
  let calls = 0
  let isClosing = false

  const start = () => {
    const worker = new Worker(program, { workerData: data, resourceLimits })
    const line = openLine<Theirs>(worker, {})
    let cause = 'it ended'
    worker.on('error', (error) => {
      cause = error instanceof Error ? error.message : String(error)
    })
    worker.on('exit', () => {
      if (running?.worker === worker) running = undefined
      line.cut(`the thread that ${what} failed: ${cause}`)
    })
    begin?.(line.tell)
    return { worker, line }
  }

  return {
    call: (name, ...given) => {
      running ??= start()
      const { worker, line } = running
      // The thread keeps the process alive only while a call waits, and until it has ended.
      worker.ref()
      calls++
      return line.call(name, ...given).finally(() => {
        if (--calls === 0 && !isClosing) worker.unref()
      })
    },
    tell: (name, ...given) => running?.line.tell(name, ...given),
    close: async () => {
      if (!running) return
      const { worker } = running
      isClosing = true
      worker.ref()
      worker.postMessage(ending)
      await once(worker, 'exit')
    },
  }
}
