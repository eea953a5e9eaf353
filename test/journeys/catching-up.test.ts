// While the service starts for the first time, or builds its read models again, a valid key is never answered 401.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { filled } from '../filled.ts'
import { freePort } from '../free-port.ts'
import { environment, launchProgram } from './program.ts'
import { testKey, until } from './service.ts'

const test = suite('catching up')
let dataDir: string
test.before.each(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'probity-catching-up-'))
})
test.after.each(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs the program and asks it with the key from before it listens until it answers with `last`. @returns the statuses of the answers, each once */
const askedAllAlong = async (key: string, last: number): Promise<readonly number[]> => {
  const port = await freePort()
  const { child } = launchProgram({ ...environment(dataDir), PORT: String(port) })
  const ended = once(child, 'close')
  const statuses = new Set<number>()
  try {
    await until(
      `it answers ${last}`,
      async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/v1/businesses`, { headers: { Authorization: `Bearer ${key}` } }).catch(
          () => null,
        )
        if (answer) statuses.add(answer.status)
        return answer?.status === last
      },
      120_000,
    )
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  return [...statuses].sort()
}

test('a key that the first start creates is refused at no moment', async () => {
  const answers = await askedAllAlong(testKey, 200)
  assert.ok(
    filled(answers).every((status) => status === 200 || status === 503),
    String(answers),
  )
})

test('without read models, and with nobody to build them, a key is answered 503 with Retry-After; once they are built, as ever', async () => {
  await askedAllAlong(testKey, 200)
  for (const name of ['read-models', 'authentication'])
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `${name}.sqlite${suffix}`), { force: true })
  // The program refuses to start so on these stores.
  const unbuilt = await startService(readConfig({ ...environment(dataDir), ROLES: 'api' }))
  const answer = await fetch(`${unbuilt.url}/v1/businesses`, { headers: { Authorization: `Bearer ${testKey}` } })
  await unbuilt.stop()
  assert.equal([answer.status, answer.headers.get('retry-after')], [503, '1'])

  const rebuilt = await askedAllAlong(testKey, 200)
  assert.ok(
    filled(rebuilt).every((status) => status === 200 || status === 503),
    String(rebuilt),
  )
  const wrong = await askedAllAlong(`${testKey}x`, 401)
  assert.ok(
    filled(wrong).every((status) => status === 401 || status === 503),
    'and a key that is nobody\u2019s is refused',
  )
})

test.run()
