// A server in a process or a container of its own, for tests: it can be killed, brought back, frozen and thawed, as servers are.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { patienceMs } from '../eventually.ts'
import { freePort } from '../free-port.ts'

export const run = promisify(execFile)

export type Supervised = {
  readonly port: number
  /** Kills it: what was not durable is lost. */
  readonly kill: () => Promise<void>
  /** Brings it back, on the same port and with the same files. */
  readonly restart: () => Promise<void>
  /** Keeps the connections open and answers nothing, until thawed. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => Promise<void>
  /** Ends it and removes its files. */
  readonly stop: () => Promise<void>
}

type Served = {
  /** As in a message: `EventStoreDB`. */
  readonly name: string
  /** Whether it serves calls, once its port is open. */
  readonly serves?: (port: number) => Promise<boolean>
}

export type Program = Served & {
  readonly file: string
  readonly arguments: (port: number, state: string) => readonly string[]
  readonly environment?: NodeJS.ProcessEnv
}

export type Container = Served & {
  readonly image: string
  /** Inside the container. */
  readonly port: number
  readonly arguments?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** @throws Error of one line when it ends, or does not serve in time */
export const runProgram = async (program: Program): Promise<Supervised> => {
  const state = await mkdtemp(join(tmpdir(), 'probity-server-'))
  const port = await freePort()
  let child = await started(program, port, state)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    port,
    kill,
    restart: async () => {
      await kill()
      child = await started(program, port, state)
    },
    freeze: async () => {
      child.kill('SIGSTOP')
      while (!(await run('ps', ['-o', 'stat=', '-p', String(child.pid)])).stdout.startsWith('T'));
    },
    thaw: async () => void child.kill('SIGCONT'),
    stop: async () => {
      await kill()
      await rm(state, { recursive: true, force: true })
    },
  }
}

const started = async (program: Program, port: number, state: string): Promise<ChildProcess> => {
  const { file, environment } = program
  const child = spawn(file, program.arguments(port, state), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let complaints = ''
  let failure: string | undefined
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString()).slice(-2000)
  })
  child.once('error', ({ message }) => {
    failure = message
  })
  child.once('close', (code, signal) => {
    failure ??= `it ended with ${code ?? signal}: ${inOneLine(complaints)}`
  })
  try {
    await serving(program, port, () => failure)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${program.name} cannot be started with ${file}: ${error instanceof Error ? error.message : error}`)
  }
  return child
}

/** The same for an image of Docker's. */
export const runContainer = async (container: Container): Promise<Supervised> => {
  const name = `probity-test-${randomUUID()}`
  const port = await freePort()
  const docker = (...words: readonly string[]) => run('docker', words)
  const remove = () => {
    try {
      execFileSync('docker', ['rm', '--force', '--volumes', name], { stdio: 'ignore' })
    } catch {
      // It is gone, or Docker is.
    }
  }
  const inspected = async () => (await docker('inspect', '--format', '{{.State.Running}}', name)).stdout.trim()
  const isServing = async () => {
    await serving(
      container,
      port,
      () => undefined,
      async () => ((await inspected()) === 'true' ? undefined : 'the container ended'),
    )
  }
  const settings = Object.entries(container.environment ?? {}).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  process.once('exit', remove)
  try {
    const published = `127.0.0.1:${port}:${container.port}`
    await docker('run', '--detach', '--name', name, '--publish', published, ...settings, container.image, ...(container.arguments ?? []))
    await isServing()
  } catch (error) {
    remove()
    const message = inOneLine(error instanceof Error ? error.message : String(error))
    throw new Error(`${container.name} cannot be started from the image ${container.image}: ${message}`)
  }
  return {
    port,
    kill: async () => void (await docker('kill', name)),
    restart: async () => {
      if ((await inspected()) === 'true') await docker('kill', name)
      await docker('start', name)
      await isServing()
    },
    freeze: async () => void (await docker('pause', name)),
    thaw: async () => void (await docker('unpause', name)),
    stop: async () => {
      process.off('exit', remove)
      remove()
    },
  }
}

/** Ends the test file with one line when a server cannot be started: nothing in the file can run then. */
export const orEndFile = async <Server>(starting: Promise<Server>): Promise<Server> =>
  starting.catch((error: unknown) => {
    console.error(`FAILED: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  })

const serving = async (
  { serves = async () => true }: Served,
  port: number,
  failure: () => string | undefined,
  look: () => Promise<string | undefined> = async () => undefined,
): Promise<void> => {
  for (const until = performance.now() + patienceMs; !((await isOpen(port)) && (await serves(port))); await pause(50)) {
    const failed = failure() ?? (await look())
    if (failed !== undefined) throw new Error(failed)
    if (performance.now() > until) throw new Error(`it does not serve within ${patienceMs / 1000} s`)
  }
}

const inOneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' | ')

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
