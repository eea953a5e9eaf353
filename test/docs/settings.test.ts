// What an operator may set: docs/operating/settings.md lists every setting that the program reads, and the files for containers set none that it does not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { readNames } from '../../src/near-settings.ts'
import { sameRows } from './rows.ts'

const test = suite('settings')
const text = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')

/** The names that the program asks its environment for. */
// Some are asked for only beside it.
const { watched, names: read } = readNames({ AGENT_MODEL_URL: 'http://localhost' })
readConfig(watched)

test('the tables of docs/operating/settings.md list every setting, and nothing else', () => {
  const table = text('docs/operating/settings.md').matchAll(/^\| ((?:`[A-Z][A-Z0-9_]*`(?:, )?)+) \|/gm)
  const listed = [...table].flatMap(([, names = '']) => [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  sameRows('docs/operating/settings.md', listed.toSorted(), [...read].toSorted())
})

/** What the files set beside: for the engines, for compose itself, for the proxy, for the C library and for the help of the command lines. */
const others = /^(NODE_|EVENTSTORE_|COMPOSE_|MALLOC_|SITE_ADDRESS$|PROBITY_RUN_AS$)/

for (const [file, pattern] of [
  ['docker-compose.yml', /^ {2}([A-Z][A-Z0-9_]+):/gm],
  ['docker-compose.yml', /\$\{([A-Z][A-Z0-9_]+)/g],
  ['.env.example', /^(?:# )?([A-Z][A-Z0-9_]+)=/gm],
  ['Dockerfile', /\b([A-Z][A-Z0-9_]+)=\S/g],
] as const)
  test(`${file} sets only what the program reads (${pattern.source})`, () => {
    const set = [...text(file).matchAll(pattern)].map(([, name = '']) => name).filter((name) => !others.test(name))
    assert.ok(set.length > 0)
    assert.equal(
      set.filter((name) => !read.has(name)),
      [],
    )
  })

test('an instance of compose is given what a cluster needs', () => {
  const settings = /x-settings:.*?\n\n/s.exec(text('docker-compose.yml'))?.[0] ?? ''
  for (const name of ['EVENT_STORE_URL', 'MONGODB_URL', 'MASTER_KEY', 'BASE_URL', 'TRUSTED_PROXIES']) assert.match(settings, `${name}:`)
  const example = Object.fromEntries([...text('.env.example').matchAll(/^#? ?([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]))
  const given = {
    ...example,
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    MONGODB_URL: /MONGODB_URL: (\S+)/.exec(settings)?.[1],
  }
  const config = readConfig(given)
  assert.ok(config.eventStoreUrl !== null && config.mongoUrl !== null)
})

test.run()
