// Test files that share a process: each has a result of its own, and the others still run when one fails, hangs, crashes or ends early.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Run, runFiles } from '../scripts/test-process.ts'

const uvu = pathToFileURL(resolve('node_modules', 'uvu', 'dist', 'index.mjs')).href

/** Runs files with these tests, `a`, `b` and so on, and answers with what was told of them. */
const ranAll = async (bodies: readonly string[], timeoutMs = 60_000): Promise<readonly Run[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-test-process-'))
  const runs: Run[] = []
  try {
    const files = bodies.map((body, n) => {
      const file = join(folder, `${'abc'[n]}.mjs`)
      writeFileSync(file, `import { test } from '${uvu}'\n${body}\ntest.run()\n`)
      return file
    })
    await runFiles(files, { timeoutMs, onRun: (run) => runs.push(run) })
  } finally {
    rmSync(folder, { recursive: true })
  }
  return runs
}

const told = (runs: readonly Run[]) =>
  runs.map(({ file, passed, failed, after }) => [basename(file, '.mjs'), passed, failed, after.map((each) => basename(each, '.mjs'))])

const passes = "test('one', () => { console.log('process', process.pid) })"
const processOf = ({ output }: Run | { readonly output?: string }): string | undefined => /process (\d+)/.exec(output ?? '')?.[1]

test('files that pass share a process, and each result counts its own tests', async () => {
  const runs = await ranAll([passes, `${passes}\ntest('two', () => {})`, passes])
  assert.equal(told(runs), [
    ['a', 1, 0, []],
    ['b', 2, 0, ['a']],
    ['c', 1, 0, ['a', 'b']],
  ])
  assert.is(new Set(runs.map(processOf)).size, 1)
  assert.type(processOf(runs[0] ?? {}), 'string')
})

test('a file whose modules compile WebAssembly is waited for', async () => {
  const shaper = pathToFileURL(resolve('node_modules', 'harfbuzzjs', 'dist', 'index.mjs')).href
  assert.equal(told(await ranAll([passes, `import '${shaper}'\n${passes}`, passes])), [
    ['a', 1, 0, []],
    ['b', 1, 0, ['a']],
    ['c', 1, 0, ['a', 'b']],
  ])
})

for (const [what, body, message, counts] of [
  ['has a test that fails', `${passes}\ntest('two', () => { throw new Error('no luck') })`, 'no luck', [1, 1]],
  [
    'crashes',
    'setTimeout(() => { throw new Error("crashed apart") })\ntest("one", () => new Promise(() => setTimeout(() => {}, 60_000)))',
    'crashed apart',
    [0, 1],
  ],
  ['cannot be loaded', "await import('./missing.mjs')", 'missing.mjs', [0, 1]],
  ['ends the process', 'process.exit(0)', '', [0, 1]],
  ['waits for what never comes', 'test("one", () => new Promise(() => {}))', 'before testing is finished', [0, 1]],
  ['waits for it before its tests', 'await new Promise(() => {})', '', [0, 1]],
  ['hangs', 'test("one", () => new Promise(() => setInterval(() => {}, 1_000)))', 'TIMEOUT: ', [0, 1]],
  ['leaves something open', `${passes}\nsetInterval(() => {}, 1_000)`, 'TIMEOUT: ', [1, 1]],
] as const)
  test(`a file that ${what} is named, and the next runs in another process`, async () => {
    const runs = await ranAll([passes, body, passes], message === 'TIMEOUT: ' ? 6_000 : 60_000)
    assert.equal(told(runs), [
      ['a', 1, 0, []],
      ['b', ...counts, ['a']],
      ['c', 1, 0, []],
    ])
    assert.match(runs[1]?.output ?? '', message)
    assert.is.not(processOf(runs[0] ?? {}), processOf(runs[2] ?? {}))
  })

test('of a file that does not end, what it holds open is told', async () => {
  const [run] = await ranAll([`import { createServer } from 'node:net'\n${passes}\ncreateServer().listen(0)`], 6_000)
  assert.match(run?.output ?? '', /^Still open: .*TCPServerWrap/m)
})

test('each file has its own time', async () => {
  const slow = "test('one', () => new Promise((resolve) => setTimeout(resolve, 2_500)))"
  assert.equal(
    told(await ranAll([slow, slow, slow], 6_000)).map(([, , failed]) => failed),
    [0, 0, 0],
  )
})

test('a file finds the environment as the first did', async () => {
  const changes = "test('one', () => { process.env.HOME = '/nowhere'; process.env.LEFT_BEHIND = 'yes' })"
  const finds = "test('one', () => { if (process.env.HOME === '/nowhere' || process.env.LEFT_BEHIND) throw new Error('changed') })"
  assert.equal(told(await ranAll([changes, finds])), [
    ['a', 1, 0, []],
    ['b', 1, 0, ['a']],
  ])
})

test.run()
