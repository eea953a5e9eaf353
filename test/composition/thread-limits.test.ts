// The limits of memory that threads are started with, under the flags that the service is started with.
import { spawnSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import runtime from '../../scripts/runtime.json' with { type: 'json' }

const test = suite('thread limits')
const place = new URL('../../src/composition/thread-limits.ts', import.meta.url)

/** Starts a thread that may take 32 MB, which keeps many or few numbers. @returns what became of it, and how much the main thread may take, in MB */
const keepingNumbers = (begin: string) => {
  const program = `
    import { getHeapStatistics } from 'node:v8'
    import { Worker } from 'node:worker_threads'
    ${begin}
    const kept = (megabytes) => new Promise((resolve) => {
      const program = 'const kept = Array.from({ length: ' + megabytes + ' }, () => Array.from({ length: 131_072 }, (_, n) => n + 0.5)); require("node:worker_threads").parentPort.postMessage(kept.length)'
      const worker = new Worker(program, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 32 } })
      worker.once('message', () => resolve('kept'))
      worker.once('error', ({ code }) => resolve(code))
    })
    console.log(JSON.stringify({ much: await kept(200), little: await kept(4), main: Math.round(getHeapStatistics().heap_size_limit / 1_048_576) }))`
  const { stdout } = spawnSync(process.execPath, [...runtime.flags, '--input-type=module', '--eval', program], { encoding: 'utf8' })
  return JSON.parse(stdout) as {
    readonly much: string
    readonly little: string
    readonly main: number
  }
}

test('a thread ends at its own limit, whatever the flags give to the main thread', () => {
  const flagged = keepingNumbers('')
  const limited = keepingNumbers(`import { limitThreadsApart } from ${JSON.stringify(place.href)}; limitThreadsApart()`)
  assert.equal(limited, { much: 'ERR_WORKER_OUT_OF_MEMORY', little: 'kept', main: flagged.main })
  assert.ok(flagged.main >= 768, 'the flag holds for the main thread')
})

test.run()
