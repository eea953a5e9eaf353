// An analyst's read-only look at the views while the service, in a process of its own, goes on writing.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { businesses } from '../../src/projections/businesses.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { environment, type Program, startProgram } from './program.ts'
import { acme, testKey } from './service.ts'

const test = suite('an analyst beside the service')
let dataDir: string
let program: Program
let views: DatabaseSync

test.before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'probity-analyst-'))
  program = await startProgram(environment(dataDir))
  views = new DatabaseSync(join(dataDir, 'read-models.sqlite'), { readOnly: true })
})
test.after(async () => {
  views.close()
  await program.end('SIGTERM')
  rmSync(dataDir, { recursive: true })
})

const create = async (name: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
  return (await fetch(`${program.url}/v1/businesses`, { method: 'POST', headers, body: JSON.stringify({ ...acme, name }) })).status
}
const names = () =>
  views
    .prepare('select name from businesses order by created_at')
    .all()
    .map(({ name }) => name)

test('a long question holds up no write, and is answered from one moment; the next one sees what was written', async () => {
  assert.is(await create('Before LLC'), 201)
  views.exec('begin')
  assert.equal(names(), ['Before LLC'])
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`Meanwhile ${n} LLC`)))
  assert.ok(filled(statuses).every((status) => status === 201))
  assert.equal(names(), ['Before LLC'])
  views.exec('commit')
  assert.is(names().length, 21)
})

test('nothing can be changed through it', () => {
  for (const change of [`delete from businesses_v${businesses.spec.version}`, 'drop view businesses', 'create table mine (x)'])
    assert.throws(() => views.exec(change), /readonly/, change)
})

test('every column has a type, so that tools need not guess', () => {
  const types = views.prepare("select name, type from pragma_table_info('businesses')").all()
  assert.equal(
    types.filter(({ type }) => type === '').map(({ name }) => name),
    [],
  )
})

test('values can be counted and compared with, and lists are JSON', async () => {
  await until(
    'all are reviewed',
    async () => Number(views.prepare('select count(*) as n from businesses where reviewed_at is not null').get()?.n) === 21,
  )
  const row = views
    .prepare(
      'select typeof(tasks_success) as tasks, typeof(seconds_to_review) as seconds, typeof(created_at) as at, json_valid(tags) as tags from businesses limit 1',
    )
    .get()
  assert.equal([row?.tasks, ['integer', 'real'].includes(String(row?.seconds)), row?.at, row?.tags], ['integer', true, 'text', 1])
})

test.run()
