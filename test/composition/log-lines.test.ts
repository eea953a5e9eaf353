// The lines of the log go on where they can, and the service where they cannot.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { logLines } from '../../src/composition/log-lines.ts'
import { readOwner } from '../../src/stores/embedded/folder.ts'
import { withCompiled } from '../compiled.ts'
import { until } from '../eventually.ts'
import { environment } from '../journeys/program.ts'

const test = suite('lines of the log')
const folder = mkdtempSync(join(tmpdir(), 'probity-lines-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** The file that is always full. */
const full = '/dev/full'
const withFull = existsSync(full) ? test : test.skip

test('lines are written whole, and those that could not be written are counted in the next one', () => {
  const file = join(folder, 'log')
  writeFileSync(file, '')
  const readOnly = openSync(file, 'r')
  const lines = logLines(readOnly)
  for (const line of ['one\n', 'two\n']) lines.write(line)
  closeSync(readOnly)
  const writable = openSync(file, 'a')
  assert.is(writable, readOnly, 'the same number, as after the disk has room again')
  for (const line of ['three\n', 'four\n']) lines.write(line)
  closeSync(writable)
  const [told = '', ...others] = readFileSync(file, 'utf8').split('\n')
  const { level, lost, msg } = JSON.parse(told)
  assert.equal([level, lost, msg], [40, 2, 'lines of this log could not be written'])
  assert.equal(others, ['three', 'four', ''])
})

withFull('a service whose output takes nothing more starts, answers and ends as usual', async () => {
  const dataDir = join(folder, 'data')
  const output = openSync(full, 'w')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts'], {
    env: withCompiled({ ...environment(dataDir), LOG_LEVEL: 'trace' }),
    stdio: ['ignore', output, output],
  })
  const ending = once(child, 'exit')
  try {
    await until('it listens', async () => (await readOwner(dataDir))?.address !== undefined)
    const url = (await readOwner(dataDir))?.address
    const ask = () => fetch(`${url}/v1/businesses`, { signal: AbortSignal.timeout(60_000) })
    for (const _ of [1, 2, 3]) assert.is((await ask()).status, 401)
    child.kill('SIGTERM')
    assert.equal(await ending, [0, null])
  } finally {
    child.kill('SIGKILL')
    closeSync(output)
  }
})

test.run()
