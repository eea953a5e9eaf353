// Runs a program of this project on the Node that the project depends on, installing what is missing first.
// Written for whatever older Node starts it: no dependencies, no TypeScript.
//   node scripts/with-runtime.mjs FILE [ARGUMENT...]
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stamp = join(root, 'node_modules', '.probity-installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

const installed = () => existsSync(runtime) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

if (!installed()) {
  console.error('Installing what is missing (once, about half a minute) ...')
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

/** A young generation that stays small keeps the service's memory low; the programs beside it take what they need. */
const flags = (program) => (program === 'src/main.ts' ? JSON.parse(readFileSync(join(root, 'scripts', 'runtime-flags.json'), 'utf8')) : [])

/** Where glibc allocates, one arena for the service's dozen threads keeps what they free together: 17 MB less at rest (npm run bench -- runs). */
const environment = (program) => (program === 'src/main.ts' ? { MALLOC_ARENA_MAX: '1', ...process.env } : process.env)

const [program, ...rest] = process.argv.slice(2)
const child = spawn(runtime, [...flags(program), join(root, program), ...rest], { stdio: 'inherit', env: environment(program) })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
