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

const runNext = async () => {
  const [file] = files.splice(0, 1)
  // uvu sets it when the tests have run, and would run those of the files before again.
  process.exitCode = undefined
  globalThis.UVU_QUEUE = [[null]]
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  // What a module waits for at its top need not hold the process: the compilation of WebAssembly does not.
  const held = setInterval(() => {}, 60_000)
  try {
    await import(pathToFileURL(resolve(file)).href)
  } finally {
    clearInterval(held)
  }
}

process.on('beforeExit', () => {
  if (process.exitCode !== 0 || files.length === 0) return
  process.stdout.write(passed)
  runNext()
})
await runNext()
