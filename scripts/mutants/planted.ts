// Runs tests on a copy of the project in which faults are planted, each switched on in its turn.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sideBySide } from '../side-by-side.ts'
import { totalsOf } from '../totals.ts'
import type { Fault, Source } from './faults.ts'
import { isOwnTest } from './tests.ts'

/** A fault, how many test files ran that execute its spot, and the one that noticed it. */
export type Tried = { readonly fault: Fault; readonly runs: number; readonly noticedBy?: string }

/** How a test file went without a fault: how long it took and which spots it executed. */
type Plain = { readonly test: string; readonly seconds: number; readonly spots: ReadonlySet<number> }

// Node strips no types under node_modules, so the copy is not there.
const copies = '.mutants'
/** Times are compared, so no more than there are cores. */
const atATime = Math.min(2, availableParallelism())
const left = new Set([copies, 'node_modules', '.git', 'data'])

/** Notes each spot when it is first executed, at once, for a process may be killed. */
const noting = `import { appendFileSync } from 'node:fs'
const note = (spots, id, count) => {
  if (!(id in spots)) appendFileSync(process.env.EXECUTED_SPOTS, id + '\\n')
  spots[id] = count
  return true
}
globalThis.__stryker__ = { mutantCoverage: { static: new Proxy({}, { set: note }), perTest: {} } }
`

/** Copies the project with the sources in the place of the files of their names. `remove` deletes the copy. */
export const planted = (sources: readonly Source[]) => {
  const copy = resolve(copies, String(process.pid))
  const spotsFile = (test: string): string => join(copy, 'spots', test.replaceAll(/[^a-z0-9]/gi, '-'))
  mkdirSync(join(copy, 'spots'), { recursive: true })
  for (const name of readdirSync('.')) if (!left.has(name)) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction')
  for (const { name, content } of sources) writeFileSync(join(copy, name), content)
  const noter = join(copy, 'noting.mjs')
  writeFileSync(noter, noting)
  const remove = (): void => rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  process.once('SIGINT', () => {
    remove()
    process.exit(130)
  })

  const passes = (test: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<boolean> =>
    new Promise((done) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', test], {
        cwd: copy,
        stdio: ['ignore', 'pipe', 'ignore'],
        detached: true,
        env: { NODE_COMPILE_CACHE: join(copy, 'compiled'), ...process.env, FORCE_COLOR: '0', ...env },
      })
      let output = ''
      child.stdout.on('data', (chunk) => {
        output += chunk
      })
      const endAll = () => {
        try {
          if (child.pid) process.kill(-child.pid, 'SIGKILL')
        } catch {
          // None of its processes is left.
        }
      }
      const timer = setTimeout(endAll, timeoutMs)
      child.on('close', (code) => {
        clearTimeout(timer)
        endAll()
        done(totalsOf(output, code).failed === 0)
      })
    })

  const withoutFault = async (tests: readonly string[]): Promise<readonly Plain[]> => {
    console.log(`\n${tests.length} test files run without a fault first, to see which spots they execute`)
    const plain: Plain[] = []
    await sideBySide(atATime, tests, async (test) => {
      const began = performance.now()
      const file = spotsFile(test)
      const isSound = await passes(test, { NODE_OPTIONS: `--import=${pathToFileURL(noter)}`, EXECUTED_SPOTS: file }, 15 * 60_000)
      if (!isSound) console.log(`left out: ${test} fails without any fault`)
      const spots = new Set(existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [])
      if (isSound) plain.push({ test, seconds: (performance.now() - began) / 1000, spots })
    })
    return plain
  }

  /** The tests of the file's own name first, then the quickest. A fault that makes a loop endless counts as noticed. */
  const tried = async (fault: Fault, runs: number, plain: readonly Plain[]): Promise<Tried> => {
    const fitting = plain
      .filter(({ spots }) => spots.has(fault.id))
      .toSorted(
        (one, other) => Number(isOwnTest(other.test, fault.file)) - Number(isOwnTest(one.test, fault.file)) || one.seconds - other.seconds,
      )
    for (const { test, seconds } of fitting) {
      const isPassed = await passes(test, { __STRYKER_ACTIVE_MUTANT__: String(fault.id) }, 30_000 + 3000 * seconds)
      if (!isPassed) return { fault, runs, noticedBy: test }
    }
    return { fault, runs: runs + fitting.length }
  }

  /** Those of the faults that none of the tests notices. Tells `onTried` of each fault as it is tried. */
  const unnoticed = async (
    faults: readonly Tried[],
    tests: readonly string[],
    onTried: (tried: Tried) => void,
  ): Promise<readonly Tried[]> => {
    const plain = await withoutFault(tests)
    const unseen: Tried[] = []
    await sideBySide(atATime, faults, async ({ fault, runs }) => {
      const result = await tried(fault, runs, plain)
      if (result.noticedBy === undefined) unseen.push(result)
      onTried(result)
    })
    return unseen
  }

  /** Whether the type check takes the fault. The files are in the copy as they are from then on. */
  const isWellTyped = async (fault: Fault): Promise<boolean> => {
    for (const { name, original } of sources) writeFileSync(join(copy, name), name === fault.file ? fault.faulty : original)
    const check = [join('node_modules', 'typescript-native', 'bin', 'tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json']
    const { status } = spawnSync(process.execPath, check, { cwd: copy, stdio: 'ignore' })
    return status === 0
  }

  return { unnoticed, isWellTyped, remove }
}
