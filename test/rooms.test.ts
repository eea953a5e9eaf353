// The import rules of the rooms: in a small tree with a breach of each, `npm run rooms` fails and names every rule, and nothing that is allowed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from './filled.ts'

const root = join(import.meta.dirname, '..')
const config = join(root, '.dependency-cruiser.cjs')

type Rule = { readonly name: string; readonly severity: string; readonly to: { readonly pathNot?: readonly string[] } }
const { forbidden: rules } = createRequire(import.meta.url)(config) as { readonly forbidden: readonly Rule[] }

/** One import of the small tree: from a file, of a file or a package. */
type Import = { readonly from: string; readonly to: string; readonly asType?: boolean }

const isRoomRule = ({ name }: Rule) => name.endsWith('-imports')
const roomOf = ({ name }: Rule) => name.slice(0, -'-imports'.length)

/** A file of a place that a rule allows: the place itself, or a file in the folder. */
const fileIn = (pattern: string) => {
  const place = pattern.replace(/^\^/, '').replace(/\/$/, '')
  return place.endsWith('.ts') ? place : `${place}/leaf.ts`
}

/** By rule: what breaks it. The demonstration is open to no room that has a rule. */
const breaches: { readonly [rule: string]: Import } = {
  ...Object.fromEntries(
    rules.filter(isRoomRule).map((rule) => [rule.name, { from: `src/${roomOf(rule)}/breach.ts`, to: 'src/demo/leaf.ts' }]),
  ),
  'no-circular': { from: 'src/demo/one.ts', to: 'src/demo/other.ts', asType: true },
  'no-orphan-package': { from: 'src/demo/package.ts', to: 'uvu' },
  'src-never-tests': { from: 'src/demo/tests.ts', to: 'test/leaf.ts' },
  'routes-are-imported-by-nobody': { from: 'src/composition/routes.ts', to: 'src/http/routes/leaf.ts' },
  'routes-are-mounted-by-the-composition': { from: 'src/demo/mounting.ts', to: 'src/http/routes/all.ts' },
  'deciders-are-pure': { from: 'src/commands/impure.ts', to: 'src/stores/leaf.ts' },
}

/** What comes close to a breach and is none. */
const allowed: readonly Import[] = [
  ...rules.filter(isRoomRule).flatMap((rule) =>
    (rule.to.pathNot ?? []).map((place, index) => {
      // Of the stores a decider may know the types.
      const asType = roomOf(rule) === 'commands' && place.includes('stores')
      return { from: `src/${roomOf(rule)}/allowed-${index}.ts`, to: fileIn(place), asType }
    }),
  ),
  { from: 'src/demo/other.ts', to: 'src/demo/one.ts', asType: true },
  { from: 'src/demo/everything.ts', to: 'src/processes/leaf.ts' },
  { from: 'src/demo/dependency.ts', to: 'hono' },
  { from: 'test/allowed.ts', to: 'src/demo/leaf.ts' },
  { from: 'src/composition/mounting.ts', to: 'src/http/routes/all.ts' },
  { from: 'src/http/routes/all.ts', to: 'src/http/routes/leaf.ts' },
  { from: 'src/commands/handler.ts', to: 'src/stores/leaf.ts' },
]

const isFile = (to: string) => to.includes('/')

/** Writes the imports as files below a folder, and empty files where nothing is imported. */
const plant = (folder: string, imports: readonly Import[]): void => {
  const files = new Map<string, string>()
  for (const { from, to, asType } of imports) {
    const path = isFile(to) ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to
    files.set(from, `${files.get(from) ?? ''}import ${asType ? 'type ' : ''}{ value } from '${path}'\n`)
    if (isFile(to)) files.set(to, files.get(to) ?? '')
  }
  for (const [file, text] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), `${text}export const value = 1\n`)
  }
}

const test = suite('rooms')
const folder = mkdtempSync(join(tmpdir(), 'rooms-'))
let status: number | null = null
/** Each as `RULE FILE`. */
let violations: readonly string[] = []

test.before(() => {
  plant(folder, [...Object.values(breaches), ...allowed])
  for (const file of ['package.json', 'tsconfig.json']) writeFileSync(join(folder, file), readFileSync(join(root, file)))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [, , program = '', ...rest] = roomsCommand.split(' ')
  const run = spawnSync(process.execPath, [join(root, program), ...rest, '--config', config], { cwd: folder, encoding: 'utf8' })
  status = run.status
  violations = [...run.stdout.matchAll(/^ *error (\S+): (\S+)/gm)].map(([, rule, from]) => `${rule} ${from}`)
})
test.after(() => rmSync(folder, { recursive: true }))

/** `node scripts/with-runtime.mjs PROGRAM src`: what is run here too, over the small tree. */
const roomsCommand = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: { readonly rooms: string } })
  .scripts.rooms

test('npm run rooms fails', () => {
  assert.is.not(status, 0)
  assert.ok(filled(rules).every(({ severity }) => severity === 'error'))
})

test('there is a breach for each rule', () => {
  assert.equal(Object.keys(breaches).toSorted(), rules.map(({ name }) => name).toSorted())
})

for (const [rule, { from }] of Object.entries(breaches))
  test(`a breach of ${rule} is named`, () => {
    assert.ok(violations.includes(`${rule} ${from}`))
  })

test('what is allowed is not named', () => {
  const planted = new Set(Object.entries(breaches).map(([rule, { from }]) => `${rule} ${from}`))
  assert.equal(
    violations.filter((violation) => !planted.has(violation)),
    [],
  )
})

test('the root of src/http has ten files at most: what is more belongs into a folder of it, or into another room', () => {
  const files = readdirSync(join(root, 'src/http'), { withFileTypes: true }).filter((entry) => entry.isFile())
  assert.ok(files.length <= 10, files.map(({ name }) => name).join(', '))
})

test.run()
