// A backup made while the service works, and a service started on nothing but it.

import { rejects } from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { backUp } from '../../src/cli/backup.ts'
import { WrongUse } from '../../src/cli/command-line.ts'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { openDataFolder } from '../../src/stores/embedded/folder.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { environment, startProgram } from '../journeys/program.ts'
import { testKey } from '../journeys/service.ts'
import { runCommand } from './command.ts'

const root = mkdtempSync(join(tmpdir(), 'probity-backup-'))
test.after(() => rmSync(root, { recursive: true, force: true }))

const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }

test('a backup of a working service holds all it needs to go on, personal data included', async () => {
  const dataDir = join(root, 'data')
  const target = join(root, 'backup')
  const first = await startProgram(environment(dataDir))
  const body = JSON.stringify({
    name: 'Backed Up LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
    people: [{ name: 'Ann Doe' }],
    orders: [{ product: 'identity' }],
  })
  const created = (await (await fetch(`${first.url}/v1/businesses`, { method: 'POST', headers, body })).json()) as { readonly id: string }
  const { code, stdout, stderr } = await runCommand('stores', ['backup', target], { ...process.env, DATA_DIR: dataDir })
  assert.is(code, 0, stderr)
  assert.match(stdout, /^\d+ events up to position \d+, their records and 0 documents are in /)
  assert.match(stdout, /master key is not included/)
  assert.equal(readdirSync(target).sort(), ['backup.json', 'events.sqlite', 'records.sqlite'])
  assert.is(statSync(target).mode & 0o077, 0)
  await first.end('SIGKILL')

  copyFileSync(join(dataDir, 'master.key'), join(target, 'master.key'))
  // The killed service left its -wal files and its read models.
  const over = join(root, 'over')
  cpSync(dataDir, over, { recursive: true })
  cpSync(target, over, { recursive: true })
  const refused = {
    message: /is a backup that was copied over other stores: remove authentication\.sqlite, .*events\.sqlite-wal, .*read-models\.sqlite/,
  }
  await rejects(openDataFolder(over), refused)
  assert.match((await runCommand('audit', ['verify'], { ...process.env, DATA_DIR: over })).stderr, refused.message)
  for (const name of readdirSync(over)) if (/-wal$|^read-models|^authentication/.test(name)) rmSync(join(over, name))
  const used = await openDataFolder(over)
  assert.ok(existsSync(join(over, 'backup.json')))
  await used.use()
  await used.close()
  assert.not.ok(existsSync(join(over, 'backup.json')), 'what is written from now on belongs to it')

  const names = readdirSync(target).sort()
  const wrong = readConfig({ ...environment(target), MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })
  await rejects(startService(wrong), { message: /is not the one that the data was written with/ })
  assert.equal(readdirSync(target).sort(), [...names, 'lock.sqlite'].sort(), 'it is a backup still')
  const restored = await startProgram(environment(target))
  try {
    assert.not.match(restored.output(), 'First start')
    const ask = () => fetch(`${restored.url}/v1/businesses/${created.id}`, { headers })
    await until('the read models are folded anew', async () => (await ask()).status === 200)
    const found = (await (await ask()).json()) as {
      readonly name: string
      readonly people: readonly { readonly name: string }[]
    }
    assert.equal([found.name, found.people[0]?.name], ['Backed Up LLC', 'Ann Doe'])
  } finally {
    await restored.end('SIGKILL')
  }
})

test('documents, seals and jurisdictions are copied from the folders that they lie in, without what is being written', async () => {
  const [from, target] = [join(root, 'with-documents'), join(root, 'their-backup')]
  await startProgram(environment(from)).then((program) => program.end('SIGTERM'))
  mkdirSync(join(from, 'documents', 'ab'), { recursive: true })
  writeFileSync(join(from, 'documents', 'ab', 'whole'), 'x')
  writeFileSync(join(from, 'documents', 'ab', '.half'), 'x')
  chmodSync(join(from, 'documents', 'ab', 'whole'), 0o644)
  const beside = ['seals', 'jurisdictions']
  for (const name of beside) {
    mkdirSync(join(from, name), { recursive: true })
    writeFileSync(join(from, name, 'one.json'), name)
  }
  assert.is((await backUp(from, target)).documents, 1)
  for (const name of ['', ...readdirSync(target, { recursive: true, encoding: 'utf8' })])
    assert.is(statSync(join(target, name)).mode & 0o077, 0, `${name} is for its owner alone`)
  assert.equal(readdirSync(join(target, 'documents', 'ab')), ['whole'])
  for (const name of filled(beside)) assert.is(readFileSync(join(target, name, 'one.json'), 'utf8'), name)
})

test('a backup that does not fit leaves nothing that would take room from the service', async () => {
  const from = join(root, 'too-large')
  await startProgram(environment(from)).then((program) => program.end('SIGTERM'))
  // As on a full disk, a file that grows beyond this is refused.
  const limited = spawnSync(
    'sh',
    ['-c', 'trap "" XFSZ; ulimit -f 16; exec "$0" src/cli/stores.ts backup "$1"', process.execPath, join(root, 'small')],
    { env: { ...process.env, DATA_DIR: from }, encoding: 'utf8' },
  )
  assert.is(limited.status, 1, limited.stderr)
  assert.match(limited.stderr, /^stores: nothing was backed up to \S+small: [^\n]+\n$/)
  assert.not.ok(existsSync(join(root, 'small.unfinished')))
})

test('of two backups to one folder at once, the second is refused, and takes nothing from the first', async () => {
  const target = join(root, 'twice')
  const first = await openDataFolder(`${target}.unfinished`)
  writeFileSync(join(first.path, 'events.sqlite'), 'being copied')
  const { code, stderr } = await runCommand('stores', ['backup', target], { ...process.env, DATA_DIR: join(root, 'data') })
  assert.is(code, 1)
  assert.match(stderr, /^stores: another backup to \S+twice is under way: [^\n]+\n$/)
  assert.equal(readdirSync(first.path).sort(), ['events.sqlite', 'lock.sqlite', 'owner.json'])
  assert.not.ok(existsSync(target))
  await first.close()
})

test('a backup that was killed leaves nothing to the next one to the same folder', async () => {
  const target = join(root, 'again')
  mkdirSync(join(`${target}.unfinished`, 'documents'), { recursive: true })
  writeFileSync(join(`${target}.unfinished`, 'documents', 'left'), 'x')
  writeFileSync(join(`${target}.unfinished`, 'events.sqlite'), 'half')
  await backUp(join(root, 'data'), target)
  assert.equal(readdirSync(target).sort(), ['backup.json', 'events.sqlite', 'records.sqlite'])
})

test('a backup never overwrites anything, and needs something to back up', async () => {
  const taken = join(root, 'taken')
  mkdirSync(taken)
  for (const [from, to, expected] of [
    [join(root, 'data'), taken, /already exists/],
    [join(root, 'nowhere'), join(root, 'new'), /there is no event log in/],
  ] as const) {
    const error = await backUp(from, to).catch((reason: unknown) => reason)
    assert.instance(error, WrongUse)
    assert.match((error as Error).message, expected)
  }
  assert.not.ok(existsSync(join(root, 'new')))
})

test.run()
