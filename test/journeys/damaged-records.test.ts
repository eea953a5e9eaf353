// One bit is flipped in one record of every kind, in the value or in its key, while the service is down: it starts, names each record, and the rest goes on.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { operatorToken } from '../../src/auth/operator-token.ts'
import { runCommand } from '../cli/command.ts'
import { filled } from '../filled.ts'
import { environment, type Program, startProgram } from './program.ts'
import { testKey, until } from './service.ts'

const test = suite('damaged records')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-damaged-'))
let program: Program
/** The business and the person whose key is damaged. */
let hers: { readonly business_id: string; readonly person_id: string }
test.before(async () => {
  program = await startProgram({ ...environment(dataDir), ALLOW_LOOPBACK_FETCH: 'true' })
})
test.after(async () => {
  await program.end('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const send = async (method: string, path: string, body?: object, more: Readonly<Record<string, string>> = {}) => {
  const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json', ...more }
  const answer = await fetch(`${program.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes.
  return { status: answer.status, body: (await answer.json()) as any }
}

const business = (name: string, person: string) => ({
  name,
  addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  people: [{ name: person }],
})
const create = async (body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const { status, body: made } = await send('POST', '/v1/businesses', body, headers)
  assert.is(status, 201, JSON.stringify(made))
  return made.id
}
const isVerified = async (id: string) => (await send('GET', `/v1/businesses/${id}`)).body.status === 'in_review'

type Record_ = { readonly kind: string; readonly key: string }

/** Flips one bit of one record of each kind, by turns in the value and in the key that seals it. @returns which */
const damageEachKind = (subject: string): readonly Record_[] => {
  const file = new DatabaseSync(join(dataDir, 'records.sqlite'))
  const rows = file
    .prepare("select kind, min(key) as key from records where kind != 'subject_keys' group by kind union all select 'subject_keys', ?")
    .all(subject)
  const damaged = rows.map(({ kind, key }, n) => {
    const row = file.prepare('select value, slot, pad from records join pads using (slot) where kind = ? and key = ?').get(kind!, key!)
    const bytes = Buffer.from((n % 2 === 0 ? row?.value : row?.pad) as Uint8Array)
    bytes[bytes.length - 1]! ^= 1
    if (n % 2 === 0) file.prepare('update records set value = ? where kind = ? and key = ?').run(bytes, kind!, key!)
    else file.prepare('update pads set pad = ? where slot = ?').run(bytes, row?.slot as number)
    return { kind: String(kind), key: String(key) }
  })
  file.close()
  return damaged
}

test('a record that cannot be opened is set aside and named, and the rest goes on', async () => {
  const used = { 'Idempotency-Key': randomUUID() }
  const first = business('Acme Widgets LLC', 'Ann Keeper')
  const id = await create(first, used)
  const other = await create(business('Other Widgets LLC', 'Bob Keeper'))
  await send('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['business.created'] })
  await send('POST', `/v1/businesses/${id}/monitor`)
  await create(business('Told Widgets LLC', 'Cat Keeper'))
  await until('all is verified', async () => (await isVerified(id)) && (await isVerified(other)))
  const [ann] = (await send('GET', `/v1/businesses/${id}`)).body.people
  hers = { business_id: id, person_id: ann.id }
  await program.end('SIGTERM')

  const damaged = damageEachKind(ann.id)
  assert.ok(damaged.length >= 5, JSON.stringify(damaged))
  rmSync(join(dataDir, 'read-models.sqlite'))
  program = await startProgram({ ...environment(dataDir), ALLOW_LOOPBACK_FETCH: 'true' })

  await until('the read models are there again', async () => (await send('GET', `/v1/businesses/${other}`)).status === 200)
  const readable = async (of: string) => (await send('GET', `/v1/businesses/${of}`)).body.people[0].name
  assert.equal([await readable(id), await readable(other)], ['[lost]', 'Bob Keeper'])
  assert.is(await create(first, used), id, 'a repeated request still does nothing twice')
  const later = await create(business('Later Widgets LLC', 'Dan Keeper'))
  await until('work goes on', () => isVerified(later))

  const isRead = ({ kind }: Record_) => kind === 'subject_keys' || kind === 'idempotency' || kind === 'installation'
  const { status, body: ready } = await send('GET', '/readyz')
  assert.equal([status, ready.status], [200, 'ok'])
  const named = (all: readonly (Record_ & { readonly file: string })[]) => all.map(({ kind, key, file }) => `${kind} ${key} ${file}`)
  const expected = damaged.filter(isRead).map(({ kind, key }) => `${kind} ${key} records.sqlite`)
  for (const each of filled(expected)) assert.ok(named(ready.set_aside.data).includes(each), `${each} in ${named(ready.set_aside.data)}`)

  const token = operatorToken(Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64'))
  // A process may come upon another damaged record between the two answers.
  await until('both answers name the same', async () => {
    const { body: work } = await send('GET', '/operator/work', undefined, { Authorization: `Bearer ${token}` })
    const { body: now } = await send('GET', '/readyz')
    return String(named(filled(work.set_aside))) === String(named(now.set_aside.data))
  })
  const { output } = await runCommand('processes', ['list'], { DATA_DIR: dataDir })
  assert.match(output, /SET ASIDE/)
  for (const { kind, key } of filled(damaged.filter(isRead))) assert.match(output, new RegExp(`${kind} +${key} +records\\.sqlite`))
})

test('a person whose key was set aside can be erased', async () => {
  const isNamed = async () => ((await send('GET', '/readyz')).body.set_aside?.data ?? []).some(({ key }: Record_) => key === hers.person_id)
  assert.ok(await isNamed())
  const token = operatorToken(Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64'))
  const request = { ...hers, reason: 'asked', requested_by: 'test', dry_run: false }
  const erased = await send('POST', '/operator/erasures', request, { Authorization: `Bearer ${token}` })
  assert.is(erased.status, 200, JSON.stringify(erased.body))
  await until(
    'it reads as erased',
    async () => (await send('GET', `/v1/businesses/${hers.business_id}`)).body.people[0].name === '[erased]',
  )
  assert.not.ok(await isNamed())
})

test.run()
