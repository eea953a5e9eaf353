// A file that a user names for output has its old content or the whole new one, and nothing is left beside it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openWholeFile, writeWholeFile } from '../../src/cli/whole-file.ts'

const test = suite('whole files')
let folder: string
const at = (name: string) => join(folder, name)

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'probity-whole-file-'))
})
test.after.each(() => rmSync(folder, { recursive: true }))

test('what is written takes the place of the file when it is kept, and leaves the old one when it is not', async () => {
  const file = at('result.csv')
  for (const [before, isKept, after] of [
    [undefined, true, 'one two'],
    ['old', true, 'one two'],
    ['old', false, 'old'],
    [undefined, false, undefined],
  ] as const) {
    rmSync(file, { force: true })
    if (before !== undefined) writeFileSync(file, before)
    const opened = await openWholeFile(file)
    await opened.write('one ')
    await opened.write(Buffer.from('two'))
    assert.is(readdirSync(folder).includes('result.csv') ? readFileSync(file, 'utf8') : undefined, before)
    if (isKept) await opened.keep()
    await opened.close()
    assert.equal(readdirSync(folder), after === undefined ? [] : ['result.csv'])
    if (after !== undefined) assert.is(readFileSync(file, 'utf8'), after)
  }
})

test('a link stays a link, and a file keeps who may read it', async () => {
  mkdirSync(at('elsewhere'))
  writeFileSync(at('elsewhere/result.csv'), 'old')
  chmodSync(at('elsewhere/result.csv'), 0o644)
  symlinkSync(at('elsewhere/result.csv'), at('link.csv'))
  await writeWholeFile(at('link.csv'), 'new')
  assert.ok(lstatSync(at('link.csv')).isSymbolicLink())
  assert.equal([readFileSync(at('elsewhere/result.csv'), 'utf8'), statSync(at('elsewhere/result.csv')).mode & 0o777], ['new', 0o644])
  assert.equal(readdirSync(at('elsewhere')), ['result.csv'])
})

test('a device gets what is written, and stays', async () => {
  await writeWholeFile('/dev/null', 'new')
  assert.ok(statSync('/dev/null').isCharacterDevice())
})

test('a folder that lacks is told, and nothing is made', async () => {
  try {
    await writeWholeFile(at('absent/result.csv'), 'new')
    assert.unreachable()
  } catch (error) {
    assert.is((error as NodeJS.ErrnoException).code, 'ENOENT')
  }
  assert.equal(readdirSync(folder), [])
})

test('Ctrl-C leaves the old content, and nothing beside it', async () => {
  const file = at('result.csv')
  writeFileSync(file, 'old')
  const program = `import { openWholeFile } from ${JSON.stringify(new URL('../../src/cli/whole-file.ts', import.meta.url).href)}
    const file = await openWholeFile(${JSON.stringify(file)})
    await file.write('half')
    console.log('written')
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  assert.is(readdirSync(folder).length, 2)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.equal([code, readFileSync(file, 'utf8'), readdirSync(folder)], [130, 'old', ['result.csv']])
})

test.run()
