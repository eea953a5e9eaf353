// npm run audit as its users meet it: beside the running service, and over copies of its data folder that somebody tampered with.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { printReport } from '../../src/cli/audit/erase.ts'
import { sealsIn } from '../../src/cli/audit/input-files.ts'
import type { ErasureReport } from '../../src/http/control/audit.ts'
import { accounts } from '../../src/projections/accounts.ts'
import { businesses } from '../../src/projections/businesses.ts'
import { liens } from '../../src/projections/liens.ts'
import { packed, unpacked } from '../../src/stores/embedded/packing.ts'
import { takeLock } from '../../src/stores/lock-file.ts'
import { acme, startTestService, type TestService, until, verified } from '../journeys/service.ts'
import { audit, masterKey } from './audit.ts'
import { startCommand } from './command.ts'
import { printed } from './printed.ts'

const cli = join(import.meta.dirname, '../../src/cli/audit.ts')
const nobody = '0192f3c4-77aa-7c8d-9e0f-1a2b3c4d5e6f'

const test = suite('auditing')
let service: TestService
let folder: string
let id: string

test.before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'probity-auditing-'))
  service = await startTestService()
  id = (await verified(service.test, acme)).id
  await service.test.patch(`/v1/businesses/${id}`, { status: 'approved' })
})
test.after(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

/** A copy of the data folder, as a backup takes it, on which `tamper` was let loose. */
const copyWith = (file: string, tamper: (database: DatabaseSync) => void): string => {
  const copy = mkdtempSync(join(folder, 'copy-'))
  for (const each of ['events.sqlite', 'read-models.sqlite', 'authentication.sqlite', 'records.sqlite']) {
    const from = new DatabaseSync(join(service.dataDir, each), { readOnly: true })
    from.exec(`vacuum into '${join(copy, each)}'`)
    from.close()
  }
  cpSync(join(service.dataDir, 'seals'), join(copy, 'seals'), { recursive: true })
  const database = new DatabaseSync(join(copy, file))
  tamper(database)
  database.close()
  return copy
}

test('beside the running service the log is sealed, verified and replayed, and all is well', async () => {
  assert.is((await audit(service.dataDir, 'seal')).code, 0)
  const {
    kept: [kept],
  } = sealsIn(join(service.dataDir, 'seals'), { isGiven: true })
  assert.is(Object.keys(kept?.heads ?? {}).length, kept?.seal.streams, 'the end of every chain is kept with the seal')
  const verify = await audit(service.dataDir, 'verify')
  assert.is(verify.code, 0, verify.output)
  assert.match(
    verify.output,
    /\d+ events in \d+ chains, 1 seal; sealed up to position \d+\ncompared with 1 seal in .+seals, beside the log: .+--seals\neverything holds/,
  )
  const own = mkdtempSync(join(folder, 'own-seals-'))
  cpSync(join(service.dataDir, 'seals'), own, { recursive: true })
  const outside = await audit(service.dataDir, 'verify', '--seals', own)
  assert.match(outside.output, /compared with 1 seal kept outside the log\neverything holds/)
  const replay = await audit(service.dataDir, 'replay')
  assert.is(replay.code, 0, replay.output)
  assert.match(replay.output, /\d+ collections agree with the log up to position \d+/)
})

test('a kept seal that was damaged is named, and everything else is checked all the same', async () => {
  const seals = mkdtempSync(join(folder, 'damaged-seals-'))
  cpSync(join(service.dataDir, 'seals'), seals, { recursive: true })
  writeFileSync(join(seals, 'seal-000000000000.json'), '{"seal":')
  const { code, output } = await audit(service.dataDir, 'verify', '--seals', seals)
  assert.is(code, 1, output)
  assert.match(output, /compared with 1 seal kept outside the log\n\nONE PROBLEM:/)
  assert.match(output, /unreadable seal[\s\S]+seal-000000000000\.json is not JSON, so it is not a kept seal\./)
})

test('fields that keep a value as data that is not personal are told by the first ten and a number', async () => {
  const report = { kind: 'business', subjects: ['s'], events: 1, values: 2, erased: false, liens: [] } as never as ErasureReport
  const told = (count: number) =>
    printed(async () => printReport({ ...report, not_personal_elsewhere: Array.from({ length: count }, (_, n) => `Type field.${n}`) }))
  assert.match((await told(123)).out, /^ {2}Type field\.9\n {2}and 113 more; --json lists them$/m)
  assert.not.match((await told(10)).out, /more/)
})

test('an edited event is named for somebody who does not program', async () => {
  const copy = copyWith('events.sqlite', (log) =>
    log.exec(`update events set data = json_set(data, '$.name', 'Innocent LLC') where type = 'BusinessCreated'`),
  )
  const { code, output } = await audit(copy, 'verify')
  assert.is(code, 1)
  assert.match(output, /ONE PROBLEM:/)
  assert.match(output, new RegExp(`1 +changed event +business-${id} +0 +\\d+ +BusinessCreated +20\\d\\d-`))
  assert.match(output, /1\. What this BusinessCreated says is not what its fingerprint was made of: it was edited\./)
})

test('an event that is edited inside its packed block is named as well', async () => {
  const copy = copyWith('events.sqlite', (log) => {
    const row = log.prepare("select position, packed from events where type = 'BusinessCreated'").get()
    const text = unpacked(row?.packed as Uint8Array)
    assert.ok(text.includes(`"name":"${acme.name}"`))
    const edited = packed('event', text.replace(`"name":"${acme.name}"`, '"name":"Innocent LLC"'))
    log.prepare('update events set packed = ? where position = ?').run(edited, Number(row?.position))
  })
  const { code, output } = await audit(copy, 'verify')
  assert.is(code, 1)
  assert.match(output, new RegExp(`1 +changed event +business-${id} +0 +\\d+ +BusinessCreated +20\\d\\d-`))
})

test('an edited, a removed and an added record are named by replay, with the fields', async () => {
  const copy = copyWith('read-models.sqlite', (models) =>
    models.exec(`
      update businesses_v${businesses.spec.version} set document = json_set(document, '$.status', 'rejected', '$.name', 'Another') where key = '${id}';
      delete from accounts_v${accounts.spec.version};
      insert into liens_v${liens.spec.version} (key, position, document) values ('invented', 1, '{"id":"invented"}')`),
  )
  const { code, stdout, stderr } = await audit(copy, 'replay', '--json')
  assert.is(code, 1, stderr)
  const found = JSON.parse(stdout) as readonly { collection: string; key: string; problem: string; fields: readonly string[] }[]
  assert.equal(found.map(({ collection, problem }) => `${collection} ${problem}`).sort(), [
    `accounts@${accounts.spec.version} missing`,
    `businesses@${businesses.spec.version} different`,
    `liens@${liens.spec.version} surplus`,
  ])
  const edited = found.find(({ problem }) => problem === 'different')
  assert.equal([edited?.key, [...(edited?.fields ?? [])].sort()], [id, ['name', 'status']])
})

test('an edited answer is named by replay, although its document is what the log says', async () => {
  const table = `"businesses_v${businesses.spec.version} renderings"`
  for (const edit of [(answer: string) => answer.replace('"status":"approved"', '"status":"rejected"'), () => 'no answer at all']) {
    const copy = copyWith('read-models.sqlite', (models) => {
      const answer = unpacked(models.prepare(`select rendering from ${table} where key = ?`).get(id)?.rendering as Uint8Array)
      const edited = edit(answer)
      assert.is.not(edited, answer)
      const bytes = edited.startsWith('[') ? packed('answer', edited) : Buffer.from(edited)
      models.prepare(`update ${table} set rendering = ? where key = ?`).run(bytes, id)
    })
    const { code, stdout } = await audit(copy, 'replay', '--json')
    const { collection, key, problem, fields } = JSON.parse(stdout)[0]
    assert.equal([code, collection, key, problem, fields], [1, `businesses@${businesses.spec.version}`, id, 'different', ['kept answer']])
  }
})

test('a record whose text was overwritten is named by replay, which goes on with the others', async () => {
  const table = `businesses_v${businesses.spec.version}`
  const copy = copyWith('read-models.sqlite', (models) =>
    models.exec(`update ${table} set "$.review" = '{' where key = '${id}'; update accounts_v${accounts.spec.version} set document = 'x'`),
  )
  const { code, stdout } = await audit(copy, 'replay', '--json')
  const found = JSON.parse(stdout) as readonly { collection: string; problem: string }[]
  assert.equal(
    [code, found.map(({ collection, problem }) => `${collection} ${problem}`).sort()],
    [1, [`accounts@${accounts.spec.version} unreadable`, `businesses@${businesses.spec.version} unreadable`]],
  )
})

test('what cannot be written is told, and nobody takes the rest for the whole', async () => {
  const env = { ...process.env, MASTER_KEY: masterKey, DATA_DIR: service.dataDir, PROGRAM: process.execPath, CLI: cli }
  for (const command of [`history ${id}`, 'verify', 'export']) {
    const { status, stderr } = spawnSync('bash', ['-c', `"$PROGRAM" "$CLI" ${command} > /dev/full`], { encoding: 'utf8', env })
    assert.equal([status, stderr.includes('audit: the output is not whole: ENOSPC')], [1, true], `${command}: ${stderr}`)
  }
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const sealing = await audit(service.dataDir, 'seal', '--seals', join(file, 'seals'))
  assert.is(sealing.code, 1)
  assert.match(sealing.output, /the log was sealed, but .+ cannot keep the seal \(ENOTDIR.+run it again/)
})

test('a log that no seal fits is not called unsealed, and nobody is told to seal it', async () => {
  const copy = copyWith('events.sqlite', (log) => log.exec(`delete from events where stream = 'business-${id}'`))
  const { code, output } = await audit(copy, 'verify')
  assert.is(code, 1)
  // Two where the log has grown since the first one, by background work.
  assert.match(output, /[12] seals?; no seal holds\n/, output)
  assert.match(output, new RegExp(`Chain business-${id} had events 0 to`))
  assert.not.match(output, /audit -- seal/)
})

test('an auditor needs no keys: the log alone, the public key and the seals will do', async () => {
  const copy = copyWith('events.sqlite', () => undefined)
  for (const file of ['read-models.sqlite', 'authentication.sqlite', 'records.sqlite']) rmSync(join(copy, file))
  const { code, stdout } = await audit(copy, 'verify', '--public-key', join(copy, 'seals', 'public-key.pem'), '--json')
  assert.equal([code, JSON.parse(stdout).problems], [0, []])
})

test('history, as-of and diff say the same of a record, and a proof of it checks offline', async () => {
  const history = JSON.parse((await audit(service.dataDir, 'history', id, '--json')).output) as readonly {
    type: string
    position: string
  }[]
  const approved = history.find(({ type }) => type === 'BusinessApproved')
  const before = String(Number(approved?.position) - 1)
  assert.is(JSON.parse((await audit(service.dataDir, 'as-of', id, before)).output).status, 'in_review')
  const changes = JSON.parse((await audit(service.dataDir, 'diff', id, before, approved?.position ?? '', '--json')).output)
  assert.equal(
    changes.find(({ field }: { field: string }) => field === 'status'),
    { field: 'status', before: 'in_review', after: 'approved' },
  )
  const proof = join(folder, 'proof.json')
  assert.is((await audit(service.dataDir, 'prove', id, '--out', proof)).code, 0)
  const checked = await audit(
    mkdtempSync(join(folder, 'third-party-')),
    'check',
    proof,
    '--public-key',
    join(service.dataDir, 'seals', 'public-key.pem'),
  )
  assert.equal([checked.code, checked.output.startsWith('valid: ')], [0, true])
})

test('the export is NDJSON or Parquet, and holds what was asked for', async () => {
  const lines = join(folder, 'decisions.ndjson')
  const written = await audit(service.dataDir, 'export', '--type', 'BusinessApproved', '--out', lines)
  assert.is(written.code, 0, written.output)
  assert.equal(
    readFileSync(lines, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).subject),
    [`business-${id}`],
  )
  const again = ['export', '--out', lines, '--type'] as const
  assert.is((await audit(service.dataDir, ...again, 'BusinessApproved')).code, 0, 'an export with the same filters is continued')
  const before = readFileSync(lines, 'utf8')
  for (const [asked, differs] of [
    [['--type', 'BusinessRejected'], '--type differs'],
    [['--from', '2026-01-01', '--to', '2026-03-31'], '--from and --to differ'],
    [['--account', 'first-account'], '--account differs'],
  ] as const) {
    const other = await audit(service.dataDir, ...again, 'BusinessApproved', ...asked)
    assert.equal(
      [other.code, other.stderr.includes(`${lines} was begun with other filters: ${differs} from ${lines}.export.json; `)],
      [1, true],
    )
  }
  const another = takeLock(`${lines}.export.lock`, 0)
  const meanwhile = await audit(service.dataDir, ...again, 'BusinessApproved')
  another?.close()
  assert.equal([meanwhile.code, meanwhile.stderr.includes(`another export to ${lines} is under way: wait for its end`)], [1, true])
  assert.is((await audit(service.dataDir, ...again, 'BusinessApproved')).code, 0)
  assert.is(readFileSync(lines, 'utf8'), before)
  const ofAccount = await audit(service.dataDir, 'export', '--account', 'first-account', '--type', 'BusinessApproved')
  assert.match(ofAccount.stderr, /^1 event written$/m)
  const out = join(folder, 'new', 'parquet')
  const { code, output } = await audit(service.dataDir, 'export', '--format', 'parquet', '--out', out)
  assert.is(code, 0, output)
  const [file = ''] = readdirSync(out).filter((name) => name.endsWith('.parquet'))
  const other = takeLock(join(out, '_export.lock'), 0)
  assert.match(
    (await audit(service.dataDir, 'export', '--format', 'parquet', '--out', out)).stderr,
    `another export to ${out} is under way`,
  )
  other?.close()
  const rows = await parquetReadObjects({ file: await asyncBufferFromFile(join(out, file)) })
  assert.is(rows.length, service.events().all)
  const days = rows.map(({ time }) => time.toISOString().slice(0, 10))
  const [first = '', last = ''] = [days[0], days.at(-1)]
  for (const [to, count] of [
    [last, rows.length],
    [`${first}T00:00Z`, 0],
  ] as const)
    assert.match((await audit(service.dataDir, 'export', '--from', first, '--to', to)).stderr, new RegExp(`^${count} events written$`, 'm'))
})

test('a wrong command line exits with 2, a missing object with 1, each in one line', async () => {
  for (const [words, code, message] of [
    [['export', '--format', 'csv'], 2, 'audit: there is no format csv: ndjson, parquet'],
    [['as-of', id, 'yesterday'], 2, 'audit: yesterday is neither a date, nor a time with an offset (ISO 8601), nor a position'],
    [['replay', '--collection', 'nothing'], 2, 'audit: there is no collection nothing'],
    [['erase', id], 2, 'audit: --reason and --requested-by are needed'],
    [['erase', id, '--reason', 'asked'], 2, 'audit: --reason and --requested-by are needed'],
    [['erase', id, '--requested-by', 'Ann'], 2, 'audit: --reason and --requested-by are needed'],
    [['history', 'nobody'], 1, 'audit: nothing has the id nobody'],
    [['as-of', id, '2020-01-01'], 1, `audit: ${id} did not exist at 2020-01-01T00:00:00.000Z; it began at 20`],
    [['diff', id, '2020-01-01', '2020-02-01'], 1, `audit: ${id} existed at neither moment; it began at 20`],
    [['diff', id, '2099-01-01', '2099-02-01'], 0, 'nothing differs'],
    [['access', id], 0, `no reader of ${id} is recorded; a service records readers while it runs with ACCESS_LOG=true`],
    [['export', '--type', 'BusinesApproved'], 2, 'audit: there is no event of type BusinesApproved'],
    [['export', '--out', '/nowhere/at/all.ndjson'], 2, 'audit: the folder /nowhere/at does not exist\n'],
    [['export', '--account', 'nobody'], 1, 'audit: there is no account "nobody"\n'],
    [['erase', id, '--person', nobody, '--dry-run'], 1, 'audit: nobody in the business or its liens has this id'],
  ] as const) {
    const answer = await audit(service.dataDir, ...words)
    assert.equal([answer.code, answer.output.startsWith(message)], [code, true], answer.output)
  }
})

test('a log that cannot be read leaves no copy of the records behind', async () => {
  const copy = copyWith('events.sqlite', () => undefined)
  rmSync(join(copy, 'events.sqlite'))
  const temporary = mkdtempSync(join(folder, 'temporary-'))
  process.env.TMPDIR = temporary
  const { code, output } = await audit(copy, 'history', id)
  delete process.env.TMPDIR
  assert.equal([code, output.includes('holds no event log'), readdirSync(temporary)], [1, true, []])
})

test('a reader that wants no more leaves no copy of the read models behind', async () => {
  const TMPDIR = mkdtempSync(join(folder, 'piped-'))
  const { child, ended } = startCommand('audit', ['history', id], {
    ...process.env,
    DATA_DIR: service.dataDir,
    MASTER_KEY: masterKey,
    TMPDIR,
  })
  child.stdout?.destroy()
  assert.equal([(await ended).code, readdirSync(TMPDIR)], [0, []])
})

test('a command that is interrupted leaves no copy of the read models behind', async () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const TMPDIR = mkdtempSync(join(folder, 'interrupted-'))
    const { child, ended } = startCommand('audit', ['replay'], { ...process.env, DATA_DIR: service.dataDir, MASTER_KEY: masterKey, TMPDIR })
    await until('the copy is being made', async () => readdirSync(TMPDIR).some((name) => name.startsWith('probity-audit-')))
    child.kill(signal)
    const { code } = await ended
    assert.equal([code, readdirSync(TMPDIR)], [128 + constants.signals[signal], []], signal)
  }
})

test("a folder that is not the service's is refused, and nothing is begun in it", async () => {
  const nowhere = join(folder, 'nowhere')
  for (const command of ['verify', 'seal', 'replay']) {
    const { code, output } = await audit(nowhere, command)
    assert.equal([code, output.includes('holds no event log')], [1, true], `${command}: ${output}`)
  }
  assert.not(existsSync(nowhere))
})

test('what an auditor brings along and is not what it is given for is told, instead of being held against nothing', async () => {
  const fileOf = (name: string, content: string) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    return file
  }
  const [missing, text, empty] = [join(folder, 'missing'), fileOf('text', 'a note'), fileOf('empty.json', '{}')]
  const marked = fileOf('marked.json', '\uFEFF{}')
  const bare = mkdtempSync(join(folder, 'bare-'))
  const wrongSeals = mkdtempSync(join(folder, 'wrong-seals-'))
  writeFileSync(join(wrongSeals, 'seal.json'), '{}')
  for (const [words, message] of [
    [['verify', '--seals', missing], `${missing} does not exist`],
    [['verify', '--seals', bare], `${bare} holds no seal`],
    [['verify', '--seals', wrongSeals], 'seal.json is not a kept seal'],
    [['verify', '--public-key', missing], `${missing} does not exist`],
    [['verify', '--public-key', text], `${text} holds no public key`],
    [['check', missing], `${missing} does not exist`],
    [['check', text], `${text} is not JSON, so it is not a proof`],
    [['check', empty], `${empty} is not a proof`],
    [['check', marked], `${marked} is not a proof`],
    [['check', bare], `${bare} is a folder, where PROOF needs a file`],
    [['verify', '--seals', text], `${text} is a file, where --seals needs a folder`],
    [['verify', '--public-key', bare], `${bare} is a folder, where --public-key needs a file`],
    [['backtest', text], `${text} is not JSON`],
  ] as const) {
    const { code, output } = await audit(service.dataDir, ...words)
    assert.equal([code, output.includes(message)], [2, true], `${words.join(' ')}: ${output}`)
  }
})

test.run()
