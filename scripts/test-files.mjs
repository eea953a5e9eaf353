// Runs the test files that its arguments name in this process, one after the other, so that what they import is loaded once. The next begins when
// all tests of the one before have passed and nothing that it opened is left to wait for: where it would have ended, alone in a process. Otherwise
// the process ends, and scripts/test-process.ts runs the others in another.
import './telling-failures.mjs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Written between two files. */
const passed = '\x1e'

const files = process.argv.slice(2)
const environment = { ...process.env }

/** Holds a process that has nothing to do for a file that is being loaded, a second at a time: the compilation of WebAssembly does not hold it. */
let held
let holds = 0
const mostHolds = 5
const hold = () => {
  holds += 1
  held = setTimeout(() => {}, 1_000)
}

const runNext = async () => {
  const [file] = files.splice(0, 1)
  // uvu sets it when the tests have run, and would run those of the files before again.
  process.exitCode = undefined
  globalThis.UVU_QUEUE = [[null]]
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  holds = 0
  hold()
  await import(pathToFileURL(resolve(file)).href)
  clearTimeout(held)
  held = undefined
}

// scripts/test-process.ts asks a file that takes too long. The listener itself holds nothing.
process.on('SIGUSR2', () => console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`))

process.on('beforeExit', () => {
  if (held && holds < mostHolds) return hold()
  if (process.exitCode !== 0 || files.length === 0) return
  process.stdout.write(passed)
  runNext()
})
await runNext()
