// Signals and partner companies are erased like businesses: afterwards the log, the read models, the documents and the exports hold nothing of them.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filesHolding } from '../../src/audit/files-holding.ts'
import { backUp } from '../../src/cli/backup.ts'
import { audit } from '../cli/audit.ts'
import { environment, runProgram } from './program.ts'
import { type Body, startTestService, type TestService } from './service.ts'

const test = suite('erasure of signals and companies')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const why = { person_id: null, reason: 'asked to be forgotten', requested_by: 'data protection officer' }

const erase = async (business_id: string, dry_run = false): Promise<Body> => {
  const { status, body, text } = await probity.operator.post('/operator/erasures', { business_id, dry_run, ...why })
  assert.is(status, 200, text)
  return body
}

/** Which of the texts stand in plain in any file of the data folder. */
const inFiles = async (texts: readonly string[]): Promise<readonly string[]> =>
  (await filesHolding(probity.dataDir, new Map(texts.map((text) => [text, text])))).flatMap(({ fields }) => fields)

/** What the operator exports of the whole log. */
const exported = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'probity-export-'))
  try {
    const file = join(folder, 'all.jsonl')
    const { code, output } = await audit(probity.dataDir, 'export', '--out', file)
    assert.is(code, 0, output)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const holds = async () => {
  for (const command of ['verify', 'replay']) {
    const { code, output } = await audit(probity.dataDir, command)
    assert.is(code, 0, `${command}: ${output}`)
  }
}

test('an erased signal is in no file and no export, and its score stays', async () => {
  const request = {
    name: 'Zwetschgenbaum Sole Trading',
    addresses: ['17 Muckefuck Passage, Portland, OR 97201'],
    people: ['Ermengarde Zwetschgenbaum'],
    tin: '471116666',
  }
  const { status, body: signal, text } = await probity.test.post('/v1/signals', request)
  assert.is(status, 201, text)
  const values = ['Zwetschgenbaum', 'Muckefuck', '471116666']
  const before = await exported()
  for (const value of values) assert.match(before, value)
  assert.ok((await inFiles(values)).length > 0)

  assert.equal([(await erase(signal.id, true)).erased, (await exported()).includes('Zwetschgenbaum')], [false, true])
  const report = await erase(signal.id)
  assert.equal([report.kind, report.erased, report.subjects, report.still_in], ['signal', true, [signal.id], []])
  const after = await exported()
  for (const value of values) assert.not.match(after, value)
  assert.equal(await inFiles(values), [])
  const { body } = await probity.test.get(`/v1/signals/${signal.id}`)
  assert.ok(signal.score > 0)
  assert.equal([body.name, body.addresses, body.people, body.score], ['[erased]', [], [], signal.score])
  assert.is((await probity.test.get('/v1/signals?q=Zwetschgenbaum')).body.total_count, 0)
  await holds()
})

test('an erased company takes its requests and letters along, also those that were deleted; another company stays', async () => {
  const company = (name: string, contact: string, ein: string) =>
    probity.test.post('/v1/partner/companies', {
      legal_name: name,
      external_id: name,
      ein,
      contact_name: contact,
      contact_email: `${contact.split(' ')[0]}@${contact.split(' ')[1]}.example`,
    })
  const { body: gone } = await company('Going Ltd', 'Hildegunde Sparrowhawk', '471117777')
  const { body: kept } = await company('Keeping Ltd', 'Adalbert Staywell', '471118888')
  const requested = async (company_id: string, email: string) =>
    (await probity.test.post('/v1/partner/registration_requests', { state: 'OR', email, company_id })).body.id
  await requested(gone.id, 'filing@sparrowhawk-works.example')
  const deleted = await requested(gone.id, 'deleted@sparrowhawk-works.example')
  assert.is((await probity.test.del(`/v1/partner/registration_requests/${deleted}`)).status, 200)
  const letter = {
    account_id: gone.account_id,
    company_id: gone.id,
    sender_name: 'Agency',
    recipient_name: 'Hildegunde Sparrowhawk',
    state: 'OR',
  }
  const { status, body: mail, text } = await probity.operator.post('/operator/mail', letter)
  assert.is(status, 201, text)
  const values = ['Sparrowhawk', 'sparrowhawk-works', '471117777']
  for (const value of values) assert.match(await exported(), value)

  const report = await erase(gone.id)
  assert.equal([report.kind, report.still_in], ['company', []])
  for (const id of [gone.id, deleted, mail.id]) assert.ok(report.subjects.includes(id), id)
  const after = await exported()
  for (const value of values) assert.not.match(after, value)
  assert.equal(await inFiles(values), [])
  for (const value of ['Staywell', '471118888']) assert.match(after, value)
  assert.is((await probity.test.get(`/v1/partner/mail/${mail.id}`)).body.recipient_name, '[erased]')
  assert.is((await probity.operator.post('/operator/erasures', { business_id: gone.id, dry_run: true, ...why })).status, 404)
  assert.is(kept.legal_name, 'Keeping Ltd')
  await holds()
})

test('what was erased after a backup is erased again in what was restored from it, and its seals hold', async () => {
  const request = {
    name: 'Quittenbrot Trading',
    addresses: ['19 Muckefuck Passage, Portland, OR 97201'],
    people: ['Adelgunde Quittenbrot'],
  }
  const { body: signal } = await probity.test.post('/v1/signals', request)
  assert.is((await audit(probity.dataDir, 'seal')).code, 0)
  const folder = mkdtempSync(join(tmpdir(), 'probity-restored-'))
  try {
    const [restored, list] = [join(folder, 'data'), join(folder, 'erasures.ndjson')]
    await backUp(probity.dataDir, restored)
    await erase(signal.id)
    assert.is((await audit(probity.dataDir, 'export', '--type', 'PersonalDataErased', '--out', list)).code, 0)
    assert.match((await audit(restored, 'export')).stdout, 'Quittenbrot')

    const dry = await audit(restored, 'repeat-erasures', list, '--dry-run')
    assert.match(dry.output, /^would repeat \d+ erasures, whose records had 1 key again$/m)
    const done = await audit(restored, 'repeat-erasures', list, '--json')
    assert.equal([done.code, JSON.parse(done.stdout).keys, JSON.parse(done.stdout).unknown], [0, 1, 0], done.output)
    assert.not.match((await audit(restored, 'export')).stdout, 'Quittenbrot')
    assert.equal(await filesHolding(restored, new Map([['Quittenbrot', 'name']])), [])
    for (const command of ['verify', 'replay']) {
      const { code, output } = await audit(restored, command)
      assert.is(code, 0, `${command}: ${output}`)
    }
    writeFileSync(list, '{}\n')
    assert.match((await audit(restored, 'repeat-erasures', list)).output, 'line 1 of')
    writeFileSync(list, '')
    assert.match((await audit(restored, 'repeat-erasures', list)).output, 'holds no erasure')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what was erased is erased again by a start on records from before', async () => {
  const request = { name: 'Mispelmus Trading', addresses: ['20 Muckefuck Passage, Portland, OR 97201'], people: ['Kunibert Mispelmus'] }
  const { body: signal } = await probity.test.post('/v1/signals', request)
  const folder = mkdtempSync(join(tmpdir(), 'probity-records-'))
  try {
    await backUp(probity.dataDir, join(folder, 'backup'))
    await erase(signal.id)
    await probity.service.stop()
    for (const end of ['-wal', '-shm']) rmSync(join(probity.dataDir, `records.sqlite${end}`), { force: true })
    copyFileSync(join(folder, 'backup', 'records.sqlite'), join(probity.dataDir, 'records.sqlite'))
    assert.match(await exported(), 'Mispelmus')
    await probity.restart()
    assert.not.match(await exported(), 'Mispelmus')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the data folder stays that of its service alone after its files were searched', async () => {
  const { body: signal } = await probity.test.post('/v1/signals', {
    name: 'Holunderbusch Trading',
    addresses: ['18 Muckefuck Passage, Portland, OR 97201'],
    people: ['Kunigunde Holunderbusch'],
  })
  assert.equal((await erase(signal.id)).still_in, [])
  const { code, stderr } = await runProgram(environment(probity.dataDir))
  assert.is(code, 1)
  assert.match(stderr, /^probity: data folder .+ is in use by process \d+/)
})

test('what is nobody’s id is refused', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  assert.is((await probity.operator.post('/operator/erasures', { business_id: nobody, dry_run: false, ...why })).status, 404)
})

test.run()
