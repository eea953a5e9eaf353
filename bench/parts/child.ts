// Starts a program of the project in its own process and finds its address.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import runtime from '../../scripts/runtime.json' with { type: 'json' }

export type Child = {
  readonly port: number
  readonly residentMb: () => number
  /** The time that its threads have spent on a core so far: it says more than the clock where other programs use the cores too. */
  readonly cpuMs: () => number
  readonly stop: () => Promise<void>
  readonly process: ChildProcess
}

/** Linux counts time on a core in hundredths of a second. */
const msPerTick = 10

export const startChild = (file: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Child> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...runtime.flags, file, ...args], {
      // The same options as in scripts/with-runtime.mjs.
      env: { ...runtime.environment, ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const port = /(?:listening |listens on http:\/\/[^:]+:)(\d+)/.exec(output)?.[1]
      if (!port) return
      resolve({
        process: child,
        port: Number(port),
        residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
        cpuMs: () => {
          const [user = 0, system = 0] = (readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1] ?? '')
            .split(' ')
            .slice(11)
            .map(Number)
          return (user + system) * msPerTick
        },
        stop: () =>
          new Promise((done) => {
            child.once('exit', () => done())
            child.kill('SIGTERM')
          }),
      })
    })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it listened:\n${output}`)))
  })

/** The service on a free port, with its own folder and `key` as its API key; its rate limit never applies. */
export const startProbity = (dataDir: string, key: string): Promise<Child> =>
  startChild('src/main.ts', [], {
    PORT: '0',
    DATA_DIR: dataDir,
    BOOTSTRAP_TEST_KEY: key,
    RATE_LIMIT_PER_SECOND: '1000000',
    LOG_LEVEL: 'warn',
  })
