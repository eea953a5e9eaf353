// Tests scripts/with-runtime.mjs as a program: what it takes for installed.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import { eventually } from './eventually.ts'

const roots: string[] = []
test.after.each(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})

const checkout = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'with-runtime-'))
  roots.push(root)
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules', 'node', 'bin', 'node'))
  copyFileSync(join(import.meta.dirname, '../scripts/with-runtime.mjs'), join(root, 'scripts', 'with-runtime.mjs'))
  writeFileSync(join(root, 'scripts', 'program.mjs'), 'console.log("runs")')
  return root
}

/** Wants one package in `version`; npm ends with `status`. */
const run = (root: string, version: string, status = 0): { readonly code: number | null; readonly output: string } => {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, 'node_modules/some': { version } } }))
  const npm = join(root, 'npm.cjs')
  writeFileSync(npm, `console.error('npm ran'); process.exit(${status})`)
  const {
    status: code,
    stdout,
    stderr,
  } = spawnSync(process.execPath, [join(root, 'scripts/with-runtime.mjs'), 'scripts/program.mjs'], {
    env: { ...process.env, npm_execpath: npm },
    encoding: 'utf8',
  })
  return { code, output: stdout + stderr }
}

test('packages are installed once, and again when others are wanted', () => {
  const root = checkout()
  assert.match(run(root, '1.0.0').output, /runs[\s\S]*npm ran/)
  assert.equal(run(root, '1.0.0').output, 'runs\n')
  assert.match(run(root, '1.0.1').output, /npm ran/)
})

test('an installation that broke off is not taken for the one before', () => {
  const root = checkout()
  run(root, '1.0.0')
  const { code, output } = run(root, '1.0.1', 1)
  assert.equal(code, 1)
  assert.match(output, /could not be installed/)
  assert.match(run(root, '1.0.0').output, /runs[\s\S]*npm ran/)
})

test('a program that npm started ends when npm is ended by a signal, which reaches only npm and its shell', async () => {
  const root = checkout()
  run(root, '1.0.0')
  writeFileSync(join(root, 'scripts', 'program.mjs'), 'console.log(process.pid); setInterval(() => undefined, 1_000)')
  const words = ['-c', '"$0" scripts/with-runtime.mjs scripts/program.mjs; true', process.execPath]
  const shell = spawn('sh', words, {
    cwd: root,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [told] = await once(shell.stdout, 'data')
  const pid = Number(String(told))
  const runs = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  assert.ok(runs())
  shell.kill('SIGTERM')
  await eventually('the program ends', () => !runs())
})

test('an installation changes nothing in a checkout whose packages it shares by hard links', () => {
  const root = checkout()
  run(root, '1.0.0')
  const shared = join(root, 'shared')
  linkSync(join(root, 'node_modules', '.installed-packages'), shared)
  const before = readFileSync(shared, 'utf8')
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), 'of npm')
  run(root, '1.0.1')
  assert.equal(readFileSync(shared, 'utf8'), before)
  assert.equal(existsSync(join(root, 'node_modules', '.package-lock.json')), false)
})

test.run()
