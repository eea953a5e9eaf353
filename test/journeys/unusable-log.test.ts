// The real program over a log that is damaged, of a later release, cut off, gone or of another service, and over other files that are damaged.
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { unpackLog } from '../plain-log.ts'
import { environment, runProgram, startProgram } from './program.ts'
import { headers, refusal, use } from './used-folder.ts'

const test = suite('unusable log')
const folder = mkdtempSync(join(tmpdir(), 'probity-unusable-'))
const whole = join(folder, 'whole')
test.before(async () => {
  await use(whole, () => cpSync(whole, join(folder, 'older'), { recursive: true }))
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

let copies = 0
/** A copy of the used folder, changed. */
const changed = (change: (file: (name: string) => string) => void): string => {
  const dataDir = join(folder, `copy-${++copies}`)
  cpSync(whole, dataDir, { recursive: true })
  change((name) => join(dataDir, name))
  return dataDir
}

/** A copy whose log was changed with SQL. */
const edited = (sql: string): string =>
  changed((file) => {
    const log = new DatabaseSync(file('events.sqlite'))
    log.exec(sql)
    log.close()
  })

test('a damaged log is refused', async () => {
  const noise = changed((file) => writeFileSync(file('events.sqlite'), 'this was never a database '.repeat(200)))
  assert.match(
    await refusal(noise),
    /^probity: event store .+events\.sqlite is damaged \(it is not a database\): restore it from a backup\n$/,
  )
  const half = changed((file) => truncateSync(file('events.sqlite'), Math.floor(readFileSync(file('events.sqlite')).length / 2)))
  assert.match(await refusal(half), /^probity: event store .+events\.sqlite is damaged \(.+\): restore it from a backup/)
  const cut = edited(`update events set data = '{"cut' where position = (select max(position) from events)`)
  assert.match(await refusal(cut), /^probity: the event at position \d+ is damaged: it is not JSON\n$/)
})

test('a log of a later release is refused', async () => {
  assert.match(await refusal(edited('pragma user_version = 99')), /events\.sqlite has layout 99, written by a later release/)
})

test('a log that was cut off, or restored from an older backup, is refused', async () => {
  const expected = /^probity: the event log ends at position \d+, but read models and processes have read it up to \d+: it was cut off/
  assert.match(await refusal(edited('delete from events where position > 3')), expected)
  const older = changed((file) => copyFileSync(join(folder, 'older', 'events.sqlite'), file('events.sqlite')))
  assert.match(await refusal(older), expected)
})

test('without read models it is taken, and processes do again what it lacks', async () => {
  const dataDir = join(folder, 'restored')
  const statusOf = async (url: string, id: string) =>
    ((await (await fetch(`${url}/v1/businesses/${id}`, { headers })).json()) as { readonly status?: string }).status
  const isVerified = (url: string, id: string) => until('it is verified', async () => (await statusOf(url, id)) === 'in_review')
  const id = await use(dataDir)
  const before = await startProgram(environment(dataDir))
  await isVerified(before.url, id)
  await before.end('SIGTERM')
  unpackLog(join(dataDir, 'events.sqlite'))
  const log = new DatabaseSync(join(dataDir, 'events.sqlite'))
  // It ends behind the order, and the order was done.
  const placed = log.prepare("select max(position) as position from events where type = 'OrderPlaced'").get()?.position
  log.prepare('delete from events where position > ?').run(placed!)
  log.close()
  for (const name of ['read-models.sqlite', 'authentication.sqlite']) rmSync(join(dataDir, name))
  const after = await startProgram(environment(dataDir))
  await isVerified(after.url, id)
  await after.end('SIGTERM')
})

test('after a kill, lost and damaged -shm files are made again; without its -wal file the log is refused as cut off', async () => {
  const killed = join(folder, 'killed')
  const id = await use(killed)
  const program = await startProgram(environment(killed))
  const isRead = ({ url }: typeof program, business: string) =>
    until('it is read', async () => (await fetch(`${url}/v1/businesses/${business}`, { headers })).status === 200)
  const body = JSON.stringify({ name: 'Late LLC', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })
  const late = (await (await fetch(`${program.url}/v1/businesses`, { method: 'POST', headers, body })).json()) as { readonly id: string }
  await isRead(program, late.id)
  await program.end('SIGKILL')
  const withoutWal = join(folder, 'without-wal')
  cpSync(killed, withoutWal, { recursive: true })

  rmSync(join(killed, 'records.sqlite-shm'))
  for (const name of ['events', 'read-models', 'authentication']) writeFileSync(join(killed, `${name}.sqlite-shm`), 'noise'.repeat(6_554))
  const again = await startProgram(environment(killed))
  for (const business of [id, late.id]) await isRead(again, business)
  await again.end('SIGTERM')

  rmSync(join(withoutWal, 'events.sqlite-wal'))
  const { code, stderr } = await runProgram(environment(withoutWal))
  assert.is(code, 1)
  assert.match(stderr, /^probity: the event log ends at position \d+, but .+: it was cut off/)
})

test('a log that is gone is refused, and no new one is begun', async () => {
  const gone = changed((file) => {
    for (const name of ['events.sqlite', 'master.key']) rmSync(file(name))
  })
  assert.match(await refusal(gone), /^probity: the event log ends at position 0, but read models and processes have read it up to \d+/)
  for (const name of ['events.sqlite', 'master.key']) assert.not.ok(existsSync(join(gone, name)), name)
})

test('damaged records and read models are named, with what to do', async () => {
  const damage = (name: string) => changed((file) => writeFileSync(file(name), 'this was never a database '.repeat(200)))
  assert.match(await refusal(damage('records.sqlite')), /^probity: .+records\.sqlite is damaged \(.+\): restore it from a backup\n$/)
  assert.match(await refusal(damage('read-models.sqlite')), /^probity: .+read-models\.sqlite is damaged \(.+\): delete it/)
})

test.run()
