// Runs a program of this project on the project's own version of Node. Installs what is missing first.
// Must run on older versions of Node: no dependencies, no TypeScript.
//   node scripts/with-runtime.mjs FILE [ARGUMENT...]
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** Names the installed packages. It holds places and contents alone, so that a new version number, or a package that is now needed at run time, installs nothing. */
const stamp = join(root, 'node_modules', '.installed-packages')
const { '': _, ...packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const contents = Object.entries(packages).map(([place, { version, integrity }]) => [place, version, integrity])
const wanted = createHash('sha256').update(JSON.stringify(contents)).digest('hex')

const installed = () => existsSync(runtime) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

if (!installed()) {
  console.error('Installing what is missing (once, about half a minute) ...')
  // An installation that breaks off must not be taken for the one before. Removed and not overwritten: both files may be hard links to those of another checkout.
  rmSync(stamp, { force: true })
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true })
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const done = spawnSync(
    npm[0],
    [...npm.slice(1), 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: { ...process.env, NODE_ENV: 'development' },
    },
  )
  if (done.status !== 0) {
    console.error('The packages could not be installed; see the lines above. Is the package registry within reach?')
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/**
 * Node options for the service; other programs take what they need. With a young generation of 8 MB instead of 64, a quarter fewer businesses are
 * created in a second. With four helpers for V8 instead of one, the slowest creates wait a third longer (docs/decisions/0033). With glibc, one memory
 * arena for its dozen threads lets them reuse each other's memory: 17 MB less at rest. The compile cache means that from the second start on no thread
 * loads the TypeScript compiler: 28 MB less (npm run bench -- runs).
 */
const runtimeOf = (program) => {
  if (program !== 'src/main.ts') return { flags: [], environment: process.env }
  const { flags, environment } = JSON.parse(readFileSync(join(root, 'scripts', 'runtime.json'), 'utf8'))
  const compiled = join(root, environment.NODE_COMPILE_CACHE)
  return { flags, environment: { ...environment, NODE_COMPILE_CACHE: compiled, ...process.env } }
}

const [program, ...rest] = process.argv.slice(2)
const { flags, environment } = runtimeOf(program)
const child = spawn(runtime, [...flags, join(root, program), ...rest], { stdio: 'inherit', env: environment })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// A signal to npm ends npm and its shell, and nobody passes it on: without them the service would go on alone, and keep its folder.
const { ppid: shell } = process
const end = () => process.ppid !== shell && child.kill('SIGTERM')
if (process.env.npm_lifecycle_event) setInterval(end, 1_000).unref()
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
