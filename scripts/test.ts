// Runs the tests: up to eight files in a process, some processes at a time. Ends with one line of totals.
//   npm test [-- WORDS...]      only files whose path contains one of the words
// --servers, --browser        runs only the tests that need outside servers, or a browser
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sideBySide } from './side-by-side.ts'
import { type Run, runFiles } from './test-process.ts'

/** Five times what the slowest file takes: a file that hangs must not use up the time of the whole run. */
const fileTimeoutMs = 15 * 60_000

const unknown = process.argv.slice(2).find((word) => word.startsWith('-') && word !== '--servers' && word !== '--browser')
if (unknown !== undefined) {
  console.error(`there is no option ${unknown}: npm test [-- WORDS...], npm run test:servers, npm run test:browser`)
  process.exit(2)
}
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const pattern = process.argv.includes('--servers')
  ? 'test/**/*.servers.ts'
  : process.argv.includes('--browser')
    ? 'test/**/*.browser.ts'
    : 'test/**/*.test.ts'
/** The files that take longest, or that mostly wait, begin first: one that runs alone at the end leaves a core idle. */
const longest = [
  ...['durability.test', 'start.test', 'typescript.test', 'python.test', 'eventstoredb-cluster.test', 'recorded.test', 'test-process.test'],
  ...['cluster.servers', 'raised-version.servers', 'mongodb.servers', 'dashboard.browser', 'queue.browser', 'pictures.browser'],
]
const order = (file: string): number => longest.findIndex((name) => file.includes(`/${name}.`)) + 1 || longest.length + 1

const files = globSync(pattern)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
  .sort((one, other) => order(one) - order(other))

/** What files of a process import is loaded once. Few files run alone: both cores are used, and none is affected by another. */
const together = Math.min(8, Math.ceil(files.length / 16))
const groups = Array.from({ length: Math.ceil(files.length / together) }, (_, n) => files.slice(n * together, (n + 1) * together))

/** Of one core. Tests also wait: for a receiver, or for a program that they started. Tests against servers start several, and a browser leaves no core idle. */
const processesOfCore = process.argv.includes('--browser') ? 1 : process.argv.includes('--servers') ? 1.5 : 2
const processes = Math.min(processesOfCore * 2, Math.ceil(processesOfCore * availableParallelism()))

if (process.argv.includes('--servers')) {
  const { engines } = await import('../test/servers/engines.ts')
  for (const line of await engines()) console.log(line)
}

/** What the processes of this run share: see test/sample-data.ts. */
const runFolder = mkdtempSync(join(tmpdir(), 'probity-run-'))
process.once('exit', () => rmSync(runFolder, { recursive: true, force: true }))
process.env.TEST_RUN_FOLDER = runFolder

const results: Run[] = []
const onRun = (run: Run) => {
  results.push(run)
  const { file, passed, failed, skipped, seconds, output, after } = run
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok    '} ${file}  ${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''} (${seconds.toFixed(1)} s)`,
  )
  if (failed === 0) return
  console.log(output)
  if (after.length > 0) console.log(`It ran in one process after ${after.join(', ')}\n`)
}
await sideBySide(processes, groups, (group) => runFiles(group, { timeoutMs: fileTimeoutMs, onRun }))

const sum = (of: (run: Run) => number) => results.reduce((total, each) => total + of(each), 0)
if (files.length === 0) console.error(`no test file matches ${words.join(' ') || pattern}`)
console.log(
  `\n${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed${sum(({ skipped }) => skipped) ? `, ${sum(({ skipped }) => skipped)} skipped` : ''}`,
)
process.exitCode = files.length === 0 || results.some(({ failed }) => failed > 0) ? 1 : 0
