// While the service starts for the first time, or builds its read models again, a valid key is never answered 401.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
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

type Answer = { readonly status: number; readonly retryAfter: string | null }

/** Runs the program and asks it with the key from before it listens until `enough` is content. @returns the answers, in their order */
const askedAllAlong = async (
  settings: NodeJS.ProcessEnv,
  key: string,
  enough: (answers: readonly Answer[]) => boolean,
): Promise<readonly Answer[]> => {
  const port = await freePort()
  const { child } = launchProgram({ ...environment(dataDir), ...settings, PORT: String(port) })
  const ended = once(child, 'close')
  const answers: Answer[] = []
  try {
    await until(
      'the answers are enough',
      async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/v1/businesses`, { headers: { Authorization: `Bearer ${key}` } }).catch(
          () => null,
        )
        if (answer) answers.push({ status: answer.status, retryAfter: answer.headers.get('retry-after') })
        return enough(answers)
      },
      120_000,
    )
  } finally {
    child.kill('SIGTERM')
    await ended
  }
  return answers
}

const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort()
const is = (status: number) => (answers: readonly Answer[]) => answers.at(-1)?.status === status

test('a key that the first start creates is refused at no moment', async () => {
  const answers = await askedAllAlong({}, testKey, is(200))
  assert.ok(
    filled(statuses(answers)).every((status) => status === 200 || status === 503),
    String(statuses(answers)),
  )
})

test('without read models, and with nobody to build them, a key is answered 503 with Retry-After; once they are built, as ever', async () => {
  await askedAllAlong({}, testKey, is(200))
  for (const name of ['read-models', 'authentication'])
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `${name}.sqlite${suffix}`), { force: true })
  const [answer] = await askedAllAlong({ ROLES: 'api' }, testKey, ({ length }) => length > 0)
  assert.equal([answer?.status, answer?.retryAfter], [503, '1'])

  const rebuilt = await askedAllAlong({}, testKey, is(200))
  assert.ok(
    filled(statuses(rebuilt)).every((status) => status === 200 || status === 503),
    String(statuses(rebuilt)),
  )
  const wrong = await askedAllAlong({}, `${testKey}x`, is(401))
  assert.ok(
    filled(statuses(wrong)).every((status) => status === 401 || status === 503),
    'and a key that is nobody\u2019s is refused',
  )
})

test.run()
