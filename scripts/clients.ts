// Builds the clients from the interface description of this version: `clients/typescript` and `clients/python`.
//   npm run clients [-- typescript | python]
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'

const usage = 'npm run clients [-- typescript | python]'
const [only] = process.argv.slice(2)
if (only === '--help') {
  console.log(`Builds the clients from the interface description, both or one.\n\nUsage: ${usage}`)
  process.exit()
}
if (only !== undefined && only !== 'typescript' && only !== 'python') {
  console.error(`there is no client ${only}: ${usage}`)
  process.exit(2)
}

const run = (program: string, ...words: readonly string[]) => {
  const { status, error } = spawnSync(program, words, { stdio: 'inherit' })
  if (status === 0) return
  console.error(`${program} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}

const document = join('clients', 'openapi.json')
run(process.execPath, '--disable-warning=ExperimentalWarning', 'scripts/openapi.ts', document)

/** Of the interface; the clients send it with each request. */
const versionIn = (): string => JSON.parse(readFileSync(document, 'utf8')).info.version

const typescript = async () => {
  const types = await openapiTypescript(JSON.parse(readFileSync(document, 'utf8')))
  const version = `/** The version of the interface that these are the types of. */\nexport const interfaceVersion = '${versionIn()}'\n`
  writeFileSync('clients/typescript/src/schema.ts', `// Generated from the interface description.\n${astToString(types)}${version}`)
  rmSync('clients/typescript/dist', { recursive: true, force: true })
  run(process.execPath, 'node_modules/typescript-native/bin/tsc', '-p', 'clients/typescript')
  await import(pathToFileURL(join('clients', 'typescript', 'dist', 'index.js')).href)
}

/** In a virtual environment of its own, with the generator and the client in it. */
const python = () => {
  const folder = join('clients', 'python')
  const environment = join(folder, '.venv')
  const program = (name: string) => join(environment, 'bin', name)
  if (!existsSync(program('openapi-python-client'))) {
    run('python3', '-m', 'venv', environment)
    run(program('pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', join(folder, 'requirements-build.txt'))
  }
  const generated = join(folder, 'src', 'probity', 'generated')
  const words = ['--path', document, '--meta', 'none', '--overwrite', '--output-path', generated, '--config', join(folder, 'generator.yml')]
  run(program('openapi-python-client'), 'generate', ...words)
  writeFileSync(join(generated, 'interface_version.py'), `INTERFACE_VERSION = "${versionIn()}"\n`)
  run(program('pip'), 'install', '--quiet', '--disable-pip-version-check', '--editable', folder)
}

if (only !== 'python') await typescript()
if (only !== 'typescript') python()
