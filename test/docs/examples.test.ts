// The examples in the doc comments: all of them are right in their types, and those that say what comes out are run.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, examples, root } from './examples.ts'

const test = suite('examples')
const folder = mkdtempSync(join(tmpdir(), 'examples-'))
/** Of the project: with the same files in it, the compiler can go on from what it knows. */
const { include } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as { readonly include: readonly string[] }
const known = examples().map((example, index) => ({ ...example, file: `example-${index}.ts` }))

test.before(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'checks.ts'), checks)
  for (const { file, module } of known) writeFileSync(join(folder, file), module)
})
test.after(() => rmSync(folder, { recursive: true }))

/** What `npm run check` knows of the code that has not changed since. Then only the examples are checked, in a quarter of the time. */
const checkedBefore = (): string => {
  const [checked, ours] = ['types', 'types-of-examples'].map((name) => join(root, `node_modules/.cache/${name}.tsbuildinfo`)) as [
    string,
    string,
  ]
  if (existsSync(checked)) copyFileSync(checked, ours)
  return ours
}

test('every example is right in its types', () => {
  const settings = { extends: join(root, 'tsconfig.json'), include: ['*.ts', ...include.map((each) => join(root, each))] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc')
  const words = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', checkedBefore()]
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...words], { cwd: folder, encoding: 'utf8' })
  const problems = stdout.replaceAll(/example-(\d+)\.ts/g, (file, index) => known[Number(index)]?.place ?? file)
  assert.is(status === 0 ? '' : problems, '')
})

for (const { place, file, runs } of known)
  if (runs)
    test(`the example at ${place} does what it says`, async () => {
      await import(pathToFileURL(join(folder, file)).href)
    })

const rooms = [
  'events',
  'commands',
  'stores',
  'projections',
  'processes',
  'evidence',
  'auth',
  'interface',
  'inner',
  'http',
  'documents',
  'pages',
  'audit',
  'cli',
]

for (const room of rooms)
  test(`src/${room} shows three examples that run, at least`, () => {
    const running = known.filter((example) => example.room === room && example.runs)
    assert.ok(running.length >= 3, `${running.length} of them`)
  })

test.run()
