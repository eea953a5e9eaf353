// A command line of the operator as its user runs it: a program of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { withCompiled } from '../compiled.ts'

export type Ran = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Both, as they came. */
  readonly output: string
}

/** `name` as in `npm run NAME`. */
export const startCommand = (
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { readonly child: ChildProcess; readonly stderr: () => string; readonly ended: Promise<Ran> } => {
  const program = join(import.meta.dirname, `../../src/cli/${name}.ts`)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    env: withCompiled(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr, output] = ['', '', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
    output += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr, output }))
  return { child, stderr: () => stderr, ended }
}

export const runCommand = (name: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran> =>
  startCommand(name, args, env).ended
