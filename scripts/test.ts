// Runs the tests: each file in its own process, two at a time. Ends with one line of totals.
//   npm test [-- WORDS...]      only files whose path contains one of the words
// --servers, --browser        runs only the tests that need outside servers, or a browser
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { resolve as absolute } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Totals, totalsOf } from './totals.ts'
import { twoAtATime } from './two-at-a-time.ts'

type Run = Totals & {
  readonly file: string
  readonly output: string
  readonly seconds: number
}

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
const files = globSync(pattern)
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()

/** Kept between runs: with it a test file, and each program that it starts, takes a fifth to a half less of a processor. */
const compiled = absolute('node_modules', '.cache', 'compiled-for-tests')
/** A start makes much that is soon garbage. With a young generation that is large from the first, a file takes about a twentieth less of a processor. */
const youngGeneration = ['--min-semi-space-size=32', '--max-semi-space-size=32']
const telling = pathToFileURL(absolute('scripts', 'telling-failures.mjs')).href

const run = (file: string): Promise<Run> =>
  new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(process.execPath, [...youngGeneration, '--disable-warning=ExperimentalWarning', '--import', telling, file], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, FORCE_COLOR: '0' },
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    const timer = setTimeout(() => {
      output += `\nTIMEOUT: ${file} took longer than ${fileTimeoutMs / 60_000} minutes\n`
      child.kill('SIGKILL')
    }, fileTimeoutMs)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (signal !== null) output += `\nENDED by ${signal}\n`
      resolve({ file, ...totalsOf(output, code), output, seconds: (performance.now() - began) / 1000 })
    })
  })

if (process.argv.includes('--servers')) {
  const { engines } = await import('../test/servers/engines.ts')
  for (const line of await engines()) console.log(line)
}

const results: Run[] = []
await twoAtATime(files, async (file) => {
  const result = await run(file)
  results.push(result)
  const { passed, failed, skipped, seconds } = result
  console.log(
    `${failed > 0 ? 'FAILED' : 'ok    '} ${file}  ${passed} passed${failed ? `, ${failed} failed` : ''}${skipped ? `, ${skipped} skipped` : ''} (${seconds.toFixed(1)} s)`,
  )
  if (failed > 0) console.log(result.output)
})

const sum = (of: (run: Run) => number) => results.reduce((total, each) => total + of(each), 0)
if (files.length === 0) console.error(`no test file matches ${words.join(' ') || pattern}`)
console.log(
  `\n${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed${sum(({ skipped }) => skipped) ? `, ${sum(({ skipped }) => skipped)} skipped` : ''}`,
)
process.exitCode = files.length === 0 || results.some(({ failed }) => failed > 0) ? 1 : 0
