// What the auditor's commands read beside a service that goes on working: a log, and records with every key that is named in it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openForReading } from '../../src/cli/reading.ts'
import { readConfig } from '../../src/config.ts'
import { filled } from '../filled.ts'
import { environment, type Program, startProgram } from '../journeys/program.ts'
import { headers } from '../journeys/used-folder.ts'

const test = suite('reading beside the service')
const dataDir = mkdtempSync(join(tmpdir(), 'probity-reading-'))
let program: Program
test.before(async () => {
  program = await startProgram(environment(dataDir))
})
test.after(async () => {
  await program.end('SIGTERM')
  rmSync(dataDir, { recursive: true })
})

const body = JSON.stringify({
  name: 'Acme Widgets LLC',
  addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  people: [{ name: 'Ann Keeper' }],
})

/** The service takes on a person while this process waits. */
const takeOn = (): void => {
  const request = JSON.stringify({ method: 'POST', headers, body })
  const asking = `const { status } = await fetch('${program.url}/v1/businesses', ${request}); process.exitCode = status === 201 ? 0 : 1`
  assert.is(spawnSync(process.execPath, ['--input-type=module', '-e', asking]).status, 0)
}

/** Calls back behind each copy of a database. @returns what ends it */
const behindEachCopy = (act: () => void): (() => void) => {
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (sql, ...options) {
    const statement = prepare.call(this, sql, ...options)
    if (sql !== 'vacuum into ?') return statement
    const run = statement.run.bind(statement)
    // The one value is the name of the copy.
    statement.run = (copy: unknown) => {
      const result = run(copy as string)
      act()
      return result
    }
    return statement
  }
  return () => {
    DatabaseSync.prototype.prepare = prepare
  }
}

test('somebody whom the service takes on between two copies is not lost', async () => {
  takeOn()
  const end = behindEachCopy(takeOn)
  const { store, log, close } = await openForReading(readConfig(environment(dataDir))).finally(end)
  try {
    const events = filled(await log.open(await Array.fromAsync(store.readAll())))
    const people = events.flatMap((event) => (event.type === 'BusinessCreated' ? event.data.people.map(({ name }) => name) : []))
    assert.equal([...new Set(people)], ['Ann Keeper'])
    assert.ok(people.length > 1, 'the log is newer than the read models')
  } finally {
    await close()
  }
})

test.run()
