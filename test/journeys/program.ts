// The real program as a child process, for tests that end it in one way or another.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { withCompiled } from '../compiled.ts'
import { inTime } from '../eventually.ts'
import { putSample } from '../sample-data.ts'
import { liveKey, testKey } from './service.ts'

export type Program = {
  readonly url: string
  /** Milliseconds from the process's start to its first answer. */
  readonly firstAnswerMs: number
  readonly child: ChildProcess
  readonly output: () => string
  /** Sends the signal and resolves when the process has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>
}

export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

const main = join(import.meta.dirname, '../../src/main.ts')

export const environment = (dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_SECOND: '1000000',
  BOOTSTRAP_TEST_KEY: testKey,
  BOOTSTRAP_LIVE_KEY: liveKey,
  // To run the same tests with the background work in a thread, and without.
  ...(process.env.WORK_IN_THREAD && { WORK_IN_THREAD: process.env.WORK_IN_THREAD }),
})

/** Runs the program until it ends by itself. */
export const runProgram = (env: NodeJS.ProcessEnv, words: readonly string[] = []): Promise<Ended> => ended(launchProgram(env, main, words))

/** However busy the machine is. */
const startWithinMs = 120_000

/** `entry`: another program than the service's own, which says in the same words where it listens. */
export const startProgram = async (env: NodeJS.ProcessEnv, entry = main): Promise<Program> => {
  if (env.DATA_DIR) putSample(env.DATA_DIR)
  const began = performance.now()
  const launched = launchProgram(env, entry)
  const ending = ended(launched)
  const url = await inTime('the program listens', listening(launched, ending), startWithinMs).catch((error) => {
    launched.child.kill('SIGKILL')
    throw error
  })
  await fetch(`${url}/healthz`)
  return {
    url,
    firstAnswerMs: performance.now() - began,
    child: launched.child,
    output: launched.stdout,
    end: (signal) => {
      launched.child.kill(signal)
      return inTime(`the program ends after ${signal}`, ending)
    },
  }
}

type Launched = { readonly child: ChildProcess; readonly stdout: () => string; readonly stderr: () => string }

/** Starts the process and waits for nothing. */
export const launchProgram = (env: NodeJS.ProcessEnv, entry = main, words: readonly string[] = []): Launched => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...words], {
    env: withCompiled(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return { child, stdout: () => stdout, stderr: () => stderr }
}

const ended = ({ child, stdout, stderr }: Launched): Promise<Ended> =>
  new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal, stdout: stdout(), stderr: stderr() })))

const listening = (launched: Launched, ending: Promise<Ended>): Promise<string> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const url = /listens on (http:\/\/\S+)/.exec(launched.stdout())?.[1]
      if (url) resolve(url)
    }
    launched.child.stdout?.on('data', look)
    ending.then(({ code, stderr }) => reject(new Error(`the program ended with ${code}: ${stderr}`)))
  })
