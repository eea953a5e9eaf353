// npm run stores -- change-master-key as its user runs it: nothing is lost, wherever it is killed, and everybody who trusts the old public key can go on.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { openEmbeddedDocumentStore } from '../../src/stores/embedded/document-store.ts'
import { openKeyRing } from '../../src/stores/key-ring.ts'
import { until } from '../eventually.ts'
import { runCommand, startCommand } from './command.ts'

const test = suite('change of the master key')
const key = 'bvs_test_0123456789abcdef0123'
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const [oldKey, newKey] = [1, 2].map((n) => Buffer.alloc(32, n).toString('base64')) as [string, string]
let dataDir = ''

test.before.each(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'probity-master-key-'))
})
test.after.each(() => rmSync(dataDir, { recursive: true }))

type Settings = { readonly MASTER_KEY?: string; readonly MASTER_KEY_NEW?: string }

const environment = (settings: Settings) => ({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings })
const change = (settings: Settings = {}) => runCommand('stores', ['change-master-key'], environment(settings))
const audit = (settings: Settings, ...words: readonly string[]) => runCommand('audit', words, environment(settings))

const serviceWith = (settings: Settings = {}) =>
  startService(readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', BOOTSTRAP_TEST_KEY: key, ...settings }))

type Answer = { readonly status?: string; readonly people?: unknown }

/** The business as it is answered, once it is verified and can be read. */
const answer = async (url: string | null, id: string): Promise<Answer> => {
  let found: Answer = {}
  await until('the business is verified', async () => {
    const response = await fetch(`${url}/v1/businesses/${id}`, { headers })
    found = (await response.json()) as Answer
    return found.status === 'in_review'
  })
  return found
}

/** A business with a person, as it is answered once it is verified, in a log that is sealed. */
const verifiedBusiness = async (settings: Settings = {}) => {
  const service = await serviceWith(settings)
  const url = service.url as string
  const body = {
    name: 'Acme Widgets LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
    people: [{ name: 'Ann Lee', dob: '1980-02-03', ssn: '123456789' }],
  }
  const created = await fetch(`${url}/v1/businesses`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { id } = (await created.json()) as { readonly id: string }
  const business = await answer(url, id)
  assert.match(JSON.stringify(business), /1980-02-03/)
  assert.is((await audit(settings, 'seal')).code, 0)
  return { id, business, service }
}

let made: { readonly id: string; readonly business: Answer } | undefined
const madeFolder = mkdtempSync(join(tmpdir(), 'probity-master-key-made-'))
test.after(() => rmSync(madeFolder, { recursive: true }))

/** The data folder with such a business and its own key, and no service. Made once: each test changes a copy. */
const verifiedBusinessAtRest = async () => {
  if (made === undefined) {
    const { id, business, service } = await verifiedBusiness()
    await service.stop()
    cpSync(dataDir, madeFolder, { recursive: true })
    made = { id, business }
  } else cpSync(madeFolder, dataDir, { recursive: true })
  return made
}

const answered = async (id: string, settings: Settings = {}) => {
  const service = await serviceWith(settings)
  try {
    return await answer(service.url, id)
  } finally {
    await service.stop()
  }
}

const problemsOf = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout).problems

test('a new key in the data folder opens all, the old one lies beside it, and both sign that they follow each other', async () => {
  const { id, business, service } = await verifiedBusiness()
  const busy = await change()
  assert.equal([busy.code, /is in use by process \d+, listening on/.test(busy.output)], [1, true], busy.output)
  await service.stop()
  const oldContent = readFileSync(join(dataDir, 'master.key'), 'utf8')
  const auditors = join(dataDir, 'auditor.pem')
  writeFileSync(auditors, readFileSync(join(dataDir, 'seals/public-key.pem')))

  const { code, output } = await change()
  assert.is(code, 0, output)
  assert.match(output, /\d+ keys of personal data are wrapped by the new master key/)
  const newContent = readFileSync(join(dataDir, 'master.key'), 'utf8')
  assert.is.not(newContent, oldContent)
  assert.ok(![oldContent, newContent].some((each) => output.includes(each.trim())))
  const kept = readdirSync(dataDir).find((file) => file.startsWith('master.key.until-')) ?? ''
  assert.is(readFileSync(join(dataDir, kept), 'utf8'), oldContent)
  assert.equal(
    ['master.key', kept].map((file) => statSync(join(dataDir, file)).mode & 0o777),
    [0o600, 0o600],
  )

  assert.equal(await answered(id), business)
  const sealed = await audit({}, 'seal')
  assert.is(sealed.code, 0, sealed.output)
  assert.is.not(readFileSync(join(dataDir, 'seals/public-key.pem'), 'utf8'), readFileSync(auditors, 'utf8'))
  assert.equal(problemsOf(await audit({}, 'verify', '--json')), [])
  assert.equal(problemsOf(await audit({}, 'verify', '--json', '--public-key', auditors)), [])
  assert.is((await audit({}, 'replay')).code, 0)
})

test('a statement that one key alone signed makes no other key trusted', async () => {
  await verifiedBusinessAtRest()
  assert.is((await change()).code, 0)
  const file = join(dataDir, 'seals', readdirSync(join(dataDir, 'seals')).find((name) => name.startsWith('key-change-')) ?? '')
  const statement = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...statement, previous_signature: statement.signature }))
  const problems = problemsOf(await audit({}, 'verify', '--json'))
  assert.equal(
    problems.map(({ problem }: { readonly problem: string }) => problem),
    ['unknown signer'],
  )
})

test('a change that is refused because of the old key in the folder leaves no new key there', async () => {
  await verifiedBusinessAtRest()
  writeFileSync(join(dataDir, 'master.key'), Buffer.alloc(32, 7).toString('base64'))
  const { code, stderr } = await change()
  assert.is(code, 1)
  assert.match(stderr, /the old master key .* is not the one/)
  assert.not.ok(existsSync(join(dataDir, 'master.key.new')))
})

test('with keys from the settings it takes the new one from MASTER_KEY_NEW, and refuses what it cannot use', async () => {
  const { id, business, service } = await verifiedBusiness({ MASTER_KEY: oldKey })
  await service.stop()
  for (const [settings, message] of [
    [{ MASTER_KEY: oldKey }, /set MASTER_KEY to the old key and MASTER_KEY_NEW to the new one/],
    [{ MASTER_KEY: oldKey, MASTER_KEY_NEW: 'short' }, /MASTER_KEY_NEW must be 32 bytes in Base64 and nothing else, but is not$/m],
    [{ MASTER_KEY: oldKey, MASTER_KEY_NEW: oldKey }, /MASTER_KEY_NEW is the same key as MASTER_KEY/],
    [{ MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), MASTER_KEY_NEW: newKey }, /the old master key .* is not the one/],
  ] as const) {
    const { code, stderr } = await change(settings)
    assert.is(code, 1)
    assert.match(stderr, message)
    assert.is(stderr.trim().split('\n').length, 1)
  }
  const { code, output } = await change({ MASTER_KEY: oldKey, MASTER_KEY_NEW: newKey })
  assert.is(code, 0, output)
  assert.match(output, /Set MASTER_KEY to the value of MASTER_KEY_NEW/)
  assert.ok(![oldKey, newKey].some((each) => output.includes(each)))
  const again = await change({ MASTER_KEY: oldKey, MASTER_KEY_NEW: newKey })
  assert.is(again.code, 0, again.output)
  await serviceWith({ MASTER_KEY: oldKey }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /is not the one that the data was written with/),
  )
  assert.equal(await answered(id, { MASTER_KEY: newKey }), business)
})

/** Whether the records in the folder say that the change is under way. */
const isUnderWay = (): boolean => {
  const database = new DatabaseSync(join(dataDir, 'records.sqlite'), { readOnly: true })
  try {
    return database.prepare("select 1 from records where kind = 'installation' and key = 'master_key_change'").get() !== undefined
  } catch {
    return false
  } finally {
    database.close()
  }
}

test('killed in the middle, the service says what to do, and the command run again ends it', async () => {
  const { id, business } = await verifiedBusinessAtRest()
  const documents = await openEmbeddedDocumentStore({ folder: dataDir })
  const masterKey = Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64')
  const { obtain } = openKeyRing({ records: documents.records, masterKey })
  await obtain(Array.from({ length: 20_000 }, (_, n) => `person-${n}`))
  await documents.close()

  const { child, ended } = startCommand('stores', ['change-master-key'], environment({}))
  await until('the change is under way', async () => isUnderWay())
  child.kill('SIGKILL')
  await ended
  assert.ok(existsSync(join(dataDir, 'master.key.new')))
  await serviceWith().then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /has begun and not ended: run npm run stores -- change-master-key again/),
  )
  const { code, output } = await change()
  assert.is(code, 0, output)
  assert.match(output, /20,\d+ keys/)
  assert.not.ok(existsSync(join(dataDir, 'master.key.new')))
  assert.equal(await answered(id), business)
})

test('killed before its last step it is ended by another run, without another key', async () => {
  const { id, business } = await verifiedBusinessAtRest()
  assert.is((await change()).code, 0)
  const content = readFileSync(join(dataDir, 'master.key'), 'utf8')
  const documents = await openEmbeddedDocumentStore({ folder: dataDir })
  const { mark } = (await documents.records.get('installation', 'master_key_mark'))?.value ?? {}
  await documents.records.put('installation', 'master_key_change', { to: mark ?? null }, { expectedRevision: -1 })
  await documents.close()
  const { code, stdout } = await change()
  assert.equal([code, stdout], [0, 'The change of the master key is complete.\n'])
  assert.is(readFileSync(join(dataDir, 'master.key'), 'utf8'), content)
  assert.equal(await answered(id), business)
})

test.run()
