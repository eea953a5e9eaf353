// What a test file prints of a failure that uvu alone would lose, and that its other tests run all the same.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { totalsOf } from '../scripts/totals.ts'

const url = (...path: readonly string[]): string => pathToFileURL(resolve(...path)).href

/** Runs a test file with this text as `npm test` does. */
const ran = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-telling-'))
  try {
    const file = join(folder, 'told.mjs')
    writeFileSync(
      file,
      `import { suite } from '${url('node_modules', 'uvu', 'dist', 'index.mjs')}'\nconst test = suite()\n${text}\ntest.run()\n`,
    )
    const env = { ...process.env, FORCE_COLOR: '0' }
    const child = spawnSync(process.execPath, ['--import', url('scripts', 'telling-failures.mjs'), file], { encoding: 'utf8', env })
    return { output: child.stdout, totals: totalsOf(child.stdout, child.status) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

for (const [what, thrown, told] of [
  ['a text', "'no luck'", "it threw 'no luck'"],
  ['nothing', 'undefined', 'it threw undefined'],
  ['an error without a stack', "Object.assign(new Error('no luck'), { stack: undefined })", 'no luck'],
  ['an error without a name', "Object.assign(new Error('no luck'), { name: undefined })", 'no luck'],
  [
    'an error with a cause',
    "new TypeError('fetch failed', { cause: new Error('the peer is gone') })",
    'fetch failed, because of Error: the peer is gone',
  ],
  ['an error', "new TypeError('no luck')", 'no luck'],
] as const)
  test(`where a test throws ${what}, that is told, and the next test runs`, () => {
    const { output, totals } = ran(`test('one', () => { throw ${thrown} })\ntest('two', () => {})`)
    assert.match(output, told)
    assert.match(output, '"one"')
    assert.equal(totals, { passed: 1, failed: 1, skipped: 0 })
  })

for (const hook of ['before', 'before.each', 'after.each'])
  test(`what a hook throws that runs ${hook.replace('.', ' ')} is told`, () => {
    const { output, totals } = ran(`test.${hook}(() => { throw new Error('the store is away') })\ntest('one', () => {})`)
    assert.match(output, 'the store is away')
    assert.is(totals.failed, 1)
  })

test('a file whose tests pass tells nothing', () => {
  const { output, totals } = ran(`test('one', () => {})\ntest('two', () => {})`)
  assert.not.match(output, 'FAIL')
  assert.equal(totals, { passed: 2, failed: 0, skipped: 0 })
})

test.run()
