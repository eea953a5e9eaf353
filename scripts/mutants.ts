// Plants small faults in source files, one at a time, and prints those that no test notices (mutation testing, with Stryker).
//   npm run mutants -- FILE[:LINE[-LINE]]... [--tests WORD,...] [--journeys] [--texts]
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'

const help = `npm run mutants -- FILE[:LINE[-LINE]]... [--tests WORD,...] [--journeys] [--texts]

Plants small faults in the files, one at a time (a condition turned round, a guard dropped, a boundary moved), runs the
tests that import the file, and prints each fault that none of them noticed.

  --tests WORD,...  only the test files whose path contains one of the words
  --journeys        also the tests that start the whole service: many times slower
  --texts           also faults in texts and in objects, which are left out as a rule

  npm run mutants -- src/processes/lien-filing.ts
  npm run mutants -- src/evidence/matching/people.ts:90-120 --tests matching/people`

const fail = (message: string): never => {
  console.error(`${message}\n\n${help}`)
  process.exit(2)
}

const readWords = () => {
  try {
    const options = {
      help: { type: 'boolean' },
      tests: { type: 'string' },
      journeys: { type: 'boolean' },
      texts: { type: 'boolean' },
    } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    return fail((error as Error).message)
  }
}

const { values, positionals: places } = readWords()
if (values.help) {
  console.log(help)
  process.exit(0)
}
if (places.length === 0) fail('name at least one file')
const fileOf = (place: string): string => relative('.', place.replace(/:\d+(-\d+)?$/, ''))
for (const place of places) if (!existsSync(fileOf(place))) fail(`there is no file ${fileOf(place)}`)

const imported = new Map<string, readonly string[]>()
const importsOf = (file: string): readonly string[] => {
  const known = imported.get(file)
  if (known) return known
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const all = [...text.matchAll(/(?:from|import) *\(?'(\.[^']+\.ts)'/g)].map(([, path = '']) => join(dirname(file), path))
  imported.set(file, all)
  return all
}
const reachedFrom = (file: string): ReadonlySet<string> => {
  const reached = new Set([file])
  for (const each of reached) for (const next of importsOf(each)) reached.add(next)
  return reached
}

/** Its import starts the whole service. */
const service = join('src', 'service.ts')

/** The tests of the file's own name first, then those that import the least. */
const testsOf = (files: readonly string[]): readonly string[] => {
  const words = values.tests?.split(',') ?? ['']
  const names = files.map((file) => basename(file, '.ts'))
  return globSync('test/**/*.test.ts')
    .filter((test) => words.some((word) => test.includes(word)))
    .map((test) => ({ test, reached: reachedFrom(test), isOwn: names.includes(basename(test, '.test.ts')) }))
    .filter(({ reached }) => files.some((file) => reached.has(file)) && (values.journeys || values.tests || !reached.has(service)))
    .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn) || one.reached.size - other.reached.size)
    .map(({ test }) => test)
}

const tests = testsOf(places.map(fileOf))
if (tests.length === 0)
  fail(`no test imports ${places.map(fileOf).join(', ')} without the whole service: add --journeys, or name tests with --tests`)
console.log(`The tests that may notice, one after the other until one does:\n${tests.map((test) => `  ${test}`).join('\n')}\n`)

// Only who uses it needs it, so it is no package of the project.
const version = '10.1.1'
const tool = join('node_modules', '.cache', 'mutants')
const program = join(tool, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
if (!existsSync(program)) {
  console.log('Installing Stryker (once, about a minute) ...')
  mkdirSync(tool, { recursive: true })
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n')
  const { status } = spawnSync('npm', ['install', '--silent', '--prefix', tool, `@stryker-mutator/core@${version}`], { stdio: 'inherit' })
  if (status !== 0) {
    console.error('Stryker cannot be installed')
    process.exit(1)
  }
}

const command = tests.map((test) => `"${process.execPath}" --disable-warning=ExperimentalWarning ${test}`).join(' && ')
const config = join(tool, 'config.json')
writeFileSync(
  config,
  JSON.stringify({
    testRunner: 'command',
    commandRunner: { command },
    mutate: places.map((place) => place.replace(/:(\d+)$/, ':$1-$1')),
    mutator: { excludedMutations: values.texts ? [] : ['StringLiteral', 'ObjectLiteral'] },
    coverageAnalysis: 'off',
    concurrency: 2,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowEmojis: false, logTests: false },
    // The copy that is tested. Node strips no types under node_modules.
    tempDirName: '.mutants',
    ignorePatterns: ['/data', '/clients', '/docs', '/deploy', '/examples'],
    disableTypeChecks: false,
    tsconfigFile: 'none.json',
    plugins: [],
    // A fault that makes a loop endless counts as noticed.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 60,
  }),
)
const { status } = spawnSync(process.execPath, [program, 'run', config], { stdio: 'inherit' })
process.exit(status ?? 1)
