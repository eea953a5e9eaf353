// Runs test files in one process, and those behind one that fails, hangs or crashes in the next. Tells of each file how it went.
import { spawn } from 'node:child_process'
import { resolve as absolute } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Totals, totalsOf } from './totals.ts'

export type Run = Totals & {
  readonly file: string
  readonly output: string
  readonly seconds: number
  /** The files that have run in its process before it. */
  readonly after: readonly string[]
}

export type RunOptions = {
  /** For each file. */
  readonly timeoutMs: number
  readonly onRun: (run: Run) => void
}

/** Kept between runs: with it a test file, and each program that it starts, takes a fifth to a half less of a processor. */
const compiled = absolute('node_modules', '.cache', 'compiled-for-tests')
/** A start makes much that is soon garbage. With a young generation that is large from the first, a file takes about a twentieth less of a processor. */
const youngGeneration = ['--min-semi-space-size=32', '--max-semi-space-size=32']
const program = absolute('scripts', 'test-files.mjs')
/** What the program writes between two files. */
const passed = '\x1e'
/** How long a process that hangs may take to say what it still holds open. One that is busy does not say it. */
const answersWithinMs = 2_000

export const runFiles = async (files: readonly string[], options: RunOptions): Promise<void> => {
  for (let left = files; left.length > 0; ) left = left.slice(await runInOneProcess(left, options))
}

/** @returns how many of the files have run: one at least, all if those before the last have passed */
const runInOneProcess = (files: readonly string[], { timeoutMs, onRun }: RunOptions): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...youngGeneration, '--disable-warning=ExperimentalWarning', program, ...files], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, FORCE_COLOR: '0' },
    })
    let ran = 0
    let output = ''
    let began = performance.now()
    const timer = setTimeout(async () => {
      output += `\nTIMEOUT: ${files[ran]} took longer than ${timeoutMs / 60_000} minutes\n`
      const slow = ran
      child.kill('SIGUSR2')
      await pause(answersWithinMs)
      if (ran === slow) child.kill('SIGKILL')
    }, timeoutMs)
    const tell = (printed: string, code: number | null) => {
      const file = files[ran] ?? ''
      onRun({ file, ...totalsOf(printed, code), output: printed, seconds: (performance.now() - began) / 1000, after: files.slice(0, ran) })
      ran += 1
      began = performance.now()
      timer.refresh()
    }
    const hear = (text: string) => {
      const parts = `${output}${text}`.split(passed)
      output = parts.pop() ?? ''
      for (const printed of parts) tell(printed, 0)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    child.on('close', (code, signal) => {
      if (signal !== null) output += `\nENDED by ${signal}\n`
      tell(output, code)
      clearTimeout(timer)
      resolve(ran)
    })
  })
