// What a start on the embedded stores does not load: the drivers of servers, and what few requests need, are a hundred modules each and more.
import { execFileSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withCompiled } from '../compiled.ts'

/** Loads the service in a process of its own, where nothing else has loaded anything, and prints what came with it. */
const loading = `
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
  await import(${JSON.stringify(new URL('../../src/service.ts', import.meta.url).href)})
`

const loaded = execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', loading], {
  encoding: 'utf8',
  env: withCompiled(process.env),
}).split('\n')
const packages = new Set(loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? ''))

test('the start is watched', () => assert.ok(packages.has('hono') && packages.has('prom-client'), 'an imported and a required package'))

for (const [what, names] of [
  ['the drivers of servers', ['mongodb', '@eventstore/db-client']],
  ['the library of the Model Context Protocol', ['@modelcontextprotocol/sdk', 'ajv']],
  ['the reader of phone numbers', ['libphonenumber-js']],
] as const)
  test(`the service starts without ${what}`, () =>
    assert.equal(
      names.filter((name) => packages.has(name)),
      [],
    ))

test.run()
