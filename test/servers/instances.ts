// Processes of the service for tests: real child processes of src/main.ts over given stores, in given roles, that can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { withCompiled } from '../compiled.ts'
import { patienceMs } from '../eventually.ts'
import { putSample } from '../sample-data.ts'

export type Stores = { readonly eventStoreUrl: string; readonly mongoUrl: string }

export type Instance = {
  readonly role: 'api' | 'worker'
  /** Where it listens, as long as it runs; the empty string for a worker. */
  readonly url: () => string
  readonly pid: () => number | undefined
  /** SIGKILL: nothing is finished. */
  readonly kill: () => Promise<void>
  /** SIGTERM, and waiting for the end. @returns the exit code */
  readonly stop: () => Promise<number | null>
  readonly start: () => Promise<void>
  /** Stops it as it is (SIGSTOP), until thawed. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** What it has written to standard output and error, the last of it. */
  readonly output: () => string
}

export const testKey = 'bvs_test_0123456789abcdef0123'
export const masterKey = randomBytes(32).toString('base64')

const program = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../src/main.ts')]

/** Starts one, and resolves when it says that it is ready. */
export const startInstance = async (role: Instance['role'], stores: Stores, settings: NodeJS.ProcessEnv = {}): Promise<Instance> => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-instance-'))
  putSample(folder)
  let child: ChildProcess | undefined
  let url = ''
  let output = ''

  const begin = async () => {
    const started = spawn(process.execPath, program, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: withCompiled({
        PATH: process.env.PATH,
        ROLES: role,
        PORT: '0',
        DATA_DIR: folder,
        EVENT_STORE_URL: stores.eventStoreUrl,
        MONGODB_URL: stores.mongoUrl,
        MASTER_KEY: masterKey,
        BOOTSTRAP_TEST_KEY: testKey,
        RATE_LIMIT_PER_SECOND: '100000',
        LOG_LEVEL: 'error',
        ...settings,
      }),
    })
    child = started
    const end = () => started.kill('SIGKILL')
    process.once('exit', end)
    started.once('exit', () => process.off('exit', end))
    const ready = Promise.withResolvers<void>()
    const hear = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000)
      const listening = /Probity listens on (http\S+)/.exec(output)?.[1]
      if (listening) url = listening
      if (listening || output.includes('Probity works')) ready.resolve()
    }
    output = ''
    started.stdout?.on('data', hear)
    started.stderr?.on('data', hear)
    started.once('exit', (code, signal) => ready.reject(new Error(`the ${role} ended with ${code ?? signal}: ${output}`)))
    await ready.promise
  }

  const endBy = async (signal: NodeJS.Signals) => {
    const ending = child
    if (!ending) return null
    child = undefined
    if (ending.exitCode !== null || ending.signalCode !== null) return ending.exitCode
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
    return ending.exitCode
  }

  /** As a supervisor would: an instance that finds a store away ends, and is started again. */
  const start = async () => {
    for (const until = performance.now() + patienceMs; ; )
      try {
        return await begin()
      } catch (error) {
        if (performance.now() > until) throw error
      }
  }

  await start()
  return {
    role,
    url: () => url,
    pid: () => child?.pid,
    start,
    output: () => output,
    kill: async () => void (await endBy('SIGKILL')),
    stop: async () => {
      const code = await endBy('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
      return code
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

/** What a store says that is merely slow. */
const slowAnswer = /did not answer within|does not answer/

/**
 * What the program says when it cannot start. On a slow machine a store may be too late to say what is wrong; then it is started again, as a supervisor would.
 * @returns standard error, and the exit code
 */
export const refusedStart = async (settings: NodeJS.ProcessEnv): Promise<{ readonly said: string; readonly code: number | null }> => {
  for (const until = performance.now() + patienceMs; ; ) {
    const env = withCompiled({ PATH: process.env.PATH, PORT: '0', MASTER_KEY: masterKey, LOG_LEVEL: 'silent', ...settings })
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'pipe'], env })
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    if (!slowAnswer.test(said) || performance.now() > until) return { said, code }
  }
}
