// Reads strangers' files in processes of their own, with limits on time, memory and output. Whatever a file does to its reader, the service goes on.
// Accounts take turns: the files of one keep those of another waiting for one file at most.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Readers } from './readers.ts'
import type { ReaderMessage, ReadRequest } from './reading-process.ts'

/** Why a file could not be read; `busy`: other files kept its readers from it for too long. */
export type ReadingProblem = 'time' | 'memory' | 'output' | 'form' | 'busy'

export type ReadApart<Value> = { readonly value: Value } | { readonly problem: ReadingProblem }

export type ReadingLimits = {
  /** For one file, once its reader is ready. */
  readonly ms: number
  /** Until a reader is free. */
  readonly waitMs: number
  /** Of the JavaScript heap, and of the whole process (the latter where `/proc` tells it). */
  readonly heapMegabytes: number
  readonly megabytes: number
  /** Of what is read out of the file. */
  readonly outputBytes: number
  /** Files that are read at the same time. */
  readonly atOnce: number
}

export type Apart = {
  readonly [Name in keyof Readers]: (input: Parameters<Readers[Name]>[0]) => Promise<ReadApart<Awaited<ReturnType<Readers[Name]>>>>
}

const usual: ReadingLimits = { ms: 10_000, waitMs: 30_000, heapMegabytes: 192, megabytes: 512, outputBytes: 8_000_000, atOnce: 2 }

/** A reader that has nothing to do for this long ends. */
const idleMs = 20_000
const startMs = 30_000
const lookMs = 50

const owners = new AsyncLocalStorage<string>()

/** Files that are read during this work are the account's. Those of no account have one turn together. */
export const readingFor = <Value>(account: string, work: () => Value): Value => owners.run(account, work)

/**
 * Readers with the limits given.
 * @example
 * const read = await readersApart().page({ url: 'https://example.com', html: '<title>Example</title>', isHome: true })
 * if ('value' in read) console.log(read.value.title)
 */
export const readersApart = (limits: Partial<ReadingLimits> = {}): Apart => {
  const all = { ...usual, ...limits }
  const idle: Reader[] = []
  const waiting: Waiting[] = []
  /** The owners of the files being read. */
  const taken: string[] = []

  /** Resolves true with a place for one more file, false when none came free in time. */
  const place = async (owner: string): Promise<boolean> => {
    if (taken.length < all.atOnce) {
      taken.push(owner)
      return true
    }
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const mine = { owner, resolve }
    waiting.push(mine)
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(mine), 1)
      resolve(false)
    }, all.waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  const giveBack = (owner: string) => {
    taken.splice(taken.indexOf(owner), 1)
    const held = (each: Waiting) => taken.filter((other) => other === each.owner).length
    // Of those with the fewest files being read, one whose file was not read just now, and the first who came.
    const [next] = waiting.toSorted((one, other) => held(one) - held(other) || Number(one.owner === owner) - Number(other.owner === owner))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    taken.push(next.owner)
    next.resolve(true)
  }

  /** One that rests. It may have died meanwhile. */
  const rested = (): Reader | undefined => {
    const reader = idle.pop()
    return reader === undefined || reader.isAlive() ? reader : rested()
  }

  const read = async (reader: keyof Readers, input: unknown): Promise<ReadApart<unknown>> => {
    const owner = owners.getStore() ?? ''
    if (!(await place(owner))) return { problem: 'busy' }
    try {
      const process = rested() ?? startReader(all)
      const told = await process.ask({ reader, input, mostBytes: all.outputBytes })
      if (process.isAlive()) idle.push(process.rest(() => idle.splice(idle.indexOf(process), 1)))
      return told
    } finally {
      giveBack(owner)
    }
  }

  const apart: { readonly [Name in keyof Readers]: (input: Parameters<Readers[Name]>[0]) => Promise<ReadApart<unknown>> } = {
    pdf: (input) => read('pdf', input),
    page: (input) => read('page', input),
    sitemap: (input) => read('sitemap', input),
  }
  // Each reader answers with what its function returns: reading-process.ts runs the same table.
  return apart as Apart
}

type Waiting = { readonly owner: string; readonly resolve: (free: boolean) => void }

type Reader = {
  readonly ask: (asked: ReadRequest) => Promise<ReadApart<unknown>>
  readonly isAlive: () => boolean
  /** Waits for the next file without keeping the service from ending; `onEnd` when it has waited long enough. */
  readonly rest: (onEnd: () => void) => Reader
}

const startReader = ({ ms, heapMegabytes, megabytes }: ReadingLimits): Reader => {
  // It may read files, for its own code, and nothing else: no network, no writing, no further processes. It gets none of the service's settings. It may
  // start one thread, which watches its parent, and then gives up the right to start threads.
  const child = fork(new URL('./reading-process.ts', import.meta.url), [String(process.pid)], {
    execArgv: [
      `--max-old-space-size=${heapMegabytes}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let alive = true
  let idling: NodeJS.Timeout | undefined
  let settle: (outcome: ReadApart<unknown>) => void = () => {}
  const kill = (problem: ReadingProblem) => {
    alive = false
    child.kill('SIGKILL')
    settle({ problem })
  }
  const end = () => kill('form')
  process.once('exit', end)
  child.on('error', () => kill('form'))
  child.on('exit', () => {
    alive = false
    process.off('exit', end)
    clearTimeout(idling)
    // No other limit ends this reader.
    settle({ problem: 'memory' })
  })
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  child.on('message', (told: ReaderMessage) => (told === 'ready' ? isReady() : settle(told)))

  const reader: Reader = {
    isAlive: () => alive,
    ask: async (asked) => {
      clearTimeout(idling)
      child.ref()
      child.channel?.ref()
      const { promise, resolve } = Promise.withResolvers<ReadApart<unknown>>()
      settle = resolve
      let timer = setTimeout(() => kill('time'), startMs)
      const looking = setInterval(() => void residentMegabytes(child).then((used) => used > megabytes && kill('memory')), lookMs)
      void ready.then(() => {
        clearTimeout(timer)
        timer = setTimeout(() => kill('time'), ms)
        child.send(asked, (error) => error && kill('memory'))
      })
      return promise.finally(() => {
        clearTimeout(timer)
        clearInterval(looking)
      })
    },
    rest: (onEnd) => {
      child.unref()
      child.channel?.unref()
      const over = () => {
        onEnd()
        kill('time')
      }
      idling = setTimeout(over, idleMs).unref()
      return reader
    },
  }
  return reader
}

const pageMegabytes = 4096 / 1_048_576

/** 0 where the system does not tell. */
const residentMegabytes = async ({ pid }: ChildProcess): Promise<number> => {
  const sizes = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(sizes.split(' ')[1] ?? 0) * pageMegabytes
}
