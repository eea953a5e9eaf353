// The real program over a data folder whose keys of personal data are missing, another installation's, older than the log, or under another master key.
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { unpackLog } from '../plain-log.ts'
import { environment, startProgram } from './program.ts'
import { until } from './service.ts'
import { headers, refusal, use } from './used-folder.ts'

const test = suite('lost keys')
const folder = mkdtempSync(join(tmpdir(), 'probity-keys-'))
const whole = join(folder, 'whole')
const other = join(folder, 'other')
let id: string

test.before(async () => {
  id = await use(whole, () => cpSync(whole, join(folder, 'older'), { recursive: true }))
  await use(other)
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** A copy of the used folder, changed. */
const changed = (name: string, change: (dataDir: string) => void): string => {
  const dataDir = join(folder, name)
  cpSync(whole, dataDir, { recursive: true })
  change(dataDir)
  return dataDir
}

const place = (from: string, dataDir: string) => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `records.sqlite${suffix}`), { force: true })
  copyFileSync(join(from, 'records.sqlite'), join(dataDir, 'records.sqlite'))
}

test('a start without the records is refused, and so is one with the records of another service', async () => {
  const without = changed('without', (dataDir) => rmSync(join(dataDir, 'records.sqlite')))
  assert.match(await refusal(without), /the log holds personal data, but .+records\.sqlite does not exist; restore the records/)
  const others = changed('others', (dataDir) => {
    place(other, dataDir)
    copyFileSync(join(other, 'master.key'), join(dataDir, 'master.key'))
  })
  assert.match(await refusal(others), /the log holds personal data, but .+records\.sqlite lacks \d+ of \d+ keys that were looked for/)
})

test('a start with records that are older than the log is refused', async () => {
  const older = changed('outdated', (dataDir) => place(join(folder, 'older'), dataDir))
  assert.match(await refusal(older), /records\.sqlite lacks \d+ of \d+ keys/)
})

test('a start with another master key, or without the one that the data was written with, is refused', async () => {
  const intact = changed('intact', () => undefined)
  const another = { MASTER_KEY: Buffer.alloc(32, 5).toString('base64') }
  assert.match(await refusal(intact, another), /the master key .+ is not the one that the data was written with/)
  const keyless = changed('keyless', (dataDir) => rmSync(join(dataDir, 'master.key')))
  assert.match(await refusal(keyless), /master\.key does not exist; restore it, or set MASTER_KEY/)
  assert.not.ok(existsSync(join(keyless, 'master.key')))
})

test('a refused start leaves a log of an earlier release in its layout, and the right key then starts it', async () => {
  const layoutOf = (dataDir: string) => {
    const log = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
    const found = log.prepare('pragma user_version').get()?.user_version
    log.close()
    return found
  }
  const early = changed('early', (dataDir) => {
    unpackLog(join(dataDir, 'events.sqlite'))
    const log = new DatabaseSync(join(dataDir, 'events.sqlite'))
    log.exec('alter table events drop column packed; pragma user_version = 1')
    log.close()
  })
  assert.match(
    await refusal(early, { MASTER_KEY: Buffer.alloc(32, 5).toString('base64') }),
    /is not the one that the data was written with/,
  )
  assert.is(layoutOf(early), 1)
  const { end } = await startProgram(environment(early))
  await end('SIGTERM')
  assert.is(layoutOf(early), 2)
})

test('the right folder starts, and an operator who accepts the loss reads lost and not erased', async () => {
  const nameAt = async (dataDir: string, settings: NodeJS.ProcessEnv) => {
    const { url, end } = await startProgram({ ...environment(dataDir), ...settings })
    let name: string | undefined
    await until('the business is shown', async () => {
      const answer = await fetch(`${url}/v1/businesses/${id}`, { headers })
      if (answer.status === 200) name = ((await answer.json()) as { readonly people: readonly { readonly name: string }[] }).people[0]?.name
      return answer.status === 200
    })
    await end('SIGTERM')
    return name
  }
  const loss = changed('loss', (dataDir) => {
    for (const file of ['records.sqlite', 'read-models.sqlite']) rmSync(join(dataDir, file))
  })
  assert.is(await nameAt(loss, { ACCEPT_LOST_KEYS: 'true' }), '[lost]')
  assert.is(
    await nameAt(
      changed('right', () => undefined),
      {},
    ),
    'Ann Keeper',
  )
})

test.run()
