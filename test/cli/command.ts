// A command line of the operator as its user runs it: a program of its own, or the same program in the process of the test, which loads it once.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runCommandLine } from '../../src/cli/command-line.ts'
import { withCompiled } from '../compiled.ts'

export type Ran = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Both, as they came. */
  readonly output: string
}

const programOf = (name: string): string => join(import.meta.dirname, `../../src/cli/${name}.ts`)

/** A process of its own, for what only a process has: signals, a closed pipe, a lock that another process holds. `name` as in `npm run NAME`. */
export const startCommand = (
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { readonly child: ChildProcess; readonly stderr: () => string; readonly ended: Promise<Ran> } => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', programOf(name), ...args], {
    env: withCompiled(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { ran, add } = told()
  child.stdout.on('data', add('stdout'))
  child.stderr.on('data', add('stderr'))
  const ended = once(child, 'close').then(([code]) => ran(code as number | null))
  return { child, stderr: () => ran(null).stderr, ended }
}

const told = () => {
  const texts = { stdout: '', stderr: '', output: '' }
  return {
    add: (stream: 'stdout' | 'stderr') => (chunk: unknown) => {
      texts[stream] += chunk
      texts.output += chunk
    },
    ran: (code: number | null): Ran => ({ code, ...texts }),
  }
}

let last: Promise<unknown> = Promise.resolve()

/** The command in this process, with these settings. One after the other: settings and output belong to the whole process. */
export const runCommand = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ran> => {
  const running = last.then(() => runHere(name, args, env))
  last = running.catch(() => undefined)
  return running
}

const runHere = async (name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> => {
  const { line, referenceLine } = await import(programOf(name))
  const { ran, add } = told()
  const own = { env: process.env, argv: process.argv, mask: process.umask(0o077), out: process.stdout.write, err: process.stderr.write }
  process.env = { ...env }
  process.argv = [process.execPath, programOf(name), ...args]
  process.stdout.write = written(add('stdout'))
  process.stderr.write = written(add('stderr'))
  try {
    return ran(await runCommandLine(line ?? referenceLine({ environment: env }), args))
  } finally {
    process.umask(own.mask)
    process.env = own.env
    process.argv = own.argv
    process.stdout.write = own.out
    process.stderr.write = own.err
  }
}

/** In the place of a stream's `write`: calls back at once. */
const written =
  (add: (text: string) => void) =>
  (text: unknown, ...rest: readonly unknown[]): boolean => {
    add(String(text))
    const then = rest.at(-1)
    if (typeof then === 'function') then()
    return true
  }
