// Folders that are made, and one that the system does not let anybody make: that is said at once.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeFolder } from '../../src/stores/folders.ts'
import { withCompiled } from '../compiled.ts'

const folder = mkdtempSync(join(tmpdir(), 'probity-folders-'))
test.after(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('a folder is made with those above it, in the mode that was asked for', () => {
  makeFolder(join(folder, 'a', 'b'), 0o700)
  assert.equal([modeOf(join(folder, 'a')), modeOf(join(folder, 'a', 'b'))], [0o700, 0o700])
})

test('a folder that is there stays as it is', () => {
  makeFolder(join(folder, 'kept'), 0o750)
  makeFolder(join(folder, 'kept'), 0o700)
  assert.is(modeOf(join(folder, 'kept')), 0o750)
})

test('a folder below a file is refused', () => {
  writeFileSync(join(folder, 'file'), '')
  assert.throws(() => makeFolder(join(folder, 'file', 'a')), /ENOTDIR/)
})

/** In a process of its own: what never ends cannot be ended from within. */
const failureOf = (work: string): string => {
  const module = new URL('../../src/stores/files.ts', import.meta.url)
  const script = `const { writeWhole } = await import('${module}'); await ${work}.catch((error) => console.log(error.message))`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 20_000,
    env: withCompiled(process.env),
  }).stdout.toString()
}

test('a file is refused whose folder cannot be made because the system says that its parent is missing', () => {
  assert.match(failureOf(`writeWhole('/proc/probity/kept/seal.json', '')`), /, mkdir '\/proc/)
})

test.run()
