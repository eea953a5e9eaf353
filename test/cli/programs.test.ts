// Every command line as its user runs it, in a process of its own: it starts, does its work over a service that runs, and its exit code says how it
// went. The other tests of the command lines run them in their own process.
import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { startTestService, type TestService, testKey } from '../journeys/service.ts'
import { masterKey } from './audit.ts'
import { startCommand } from './command.ts'

const test = suite('the programs of the command line')
let service: TestService
test.before(async () => {
  service = await startTestService()
})
test.after(async () => {
  await service.stop()
  rmSync(`${service.dataDir}-backup`, { recursive: true, force: true })
})

const run = (program: string, ...args: readonly string[]) => {
  const env = { PATH: process.env.PATH, DATA_DIR: service.dataDir, MASTER_KEY: masterKey, PROBITY_KEY: testKey }
  return startCommand(program, args, env).ended
}

/** A command of each program, and what it prints. */
const commands: Readonly<Record<string, readonly [args: () => readonly string[], printed: RegExp]>> = {
  account: [() => ['list'], /first-account/],
  audit: [() => ['verify'], /\d+ events in \d+ chains/],
  batch: [() => [], /^Usage: npm run batch -- FILE/m],
  cli: [() => ['list', 'businesses', '--json'], /^\[\]$/m],
  desk: [() => ['liens', '--json'], /^\[\]$/m],
  jurisdictions: [() => ['list'], /^\{\}$/m],
  policy: [() => ['list', '--json'], /^\[\]$/m],
  processes: [() => ['list', '--state', 'dead_letter'], /./],
  reference: [() => ['list'], /./],
  sandbox: [() => ['clocks', '--json'], /^\[\]$/m],
  stores: [() => ['backup', `${service.dataDir}-backup`], /^\d+ events up to position \d+/m],
}

test('each program of package.json has a command here', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Readonly<Record<string, string>> }
  const programs = Object.values(scripts).flatMap((script) => /src\/cli\/(\S+)\.ts/.exec(script)?.[1] ?? [])
  assert.equal(Object.keys(commands), programs.toSorted())
})

for (const [program, [args, printed]] of Object.entries(commands))
  test(`${program} does its work, and ends with 0`, async () => {
    const { code, stdout, stderr } = await run(program, ...args())
    assert.equal([code, stderr], [0, ''])
    assert.match(stdout, printed)
  })

test('each command that takes arguments shows an example of them', async () => {
  const isShown = ({ usage, examples = [] }: { readonly usage: string; readonly examples?: readonly string[] }) => {
    const [words = ''] = /^([a-z-]+ ?)*/.exec(usage) ?? []
    return (!/[A-Z]/.test(usage) || examples.length > 0) && examples.every((example) => example.startsWith(words.trim()))
  }
  for (const program of Object.keys(commands)) {
    const { line, referenceLine } = await import(`../../src/cli/${program}.ts`)
    const { commands: own } = line ?? referenceLine({ environment: {} })
    assert.equal(
      filled(own as { readonly usage: string }[]).filter((each) => !isShown(each)),
      [],
      program,
    )
  }
})

test('what a command writes, its user alone can read', async () => {
  const out = join(service.dataDir, 'log.ndjson')
  assert.is((await run('audit', 'export', '--out', out)).code, 0)
  assert.is(statSync(out).mode & 0o077, 0)
})

test('what is refused ends with 1, and wrong use with 2, each told beside the output', async () => {
  const refused = await run('cli', 'get', 'business', '00000000-0000-7000-8000-000000000000')
  assert.equal([refused.code, refused.stdout, /^cli: /.test(refused.stderr)], [1, '', true], refused.stderr)
  const wrong = await run('cli', 'lst')
  assert.equal([wrong.code, wrong.stdout], [2, ''])
  assert.match(wrong.stderr, /^cli: there is no command "lst": did you mean "list"\?\n/)
})

test.run()
