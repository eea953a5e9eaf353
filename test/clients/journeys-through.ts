// Journeys of the service through a client: each test file runs once more, with the client in the place of `fetch`. Any other journey runs through it
// by hand: `JOURNEYS_CLIENT=python npm test -- journeys/lei`.
import { execFile } from 'node:child_process'
import type { Test } from 'uvu'
import * as assert from 'uvu/assert'

const journeys = [
  'businesses',
  'lists',
  'orders',
  'decisions',
  'documents',
  'notes',
  'webhooks',
  'partner',
  'agents',
  'tasks',
  'certificates',
  'ownership',
  'actions',
  'retention',
]

export const journeysThrough = (test: Test, client: 'typescript' | 'python'): void => {
  for (const journey of journeys)
    test(`the journey of ${journey} passes through it`, async () => {
      const told = await new Promise<string>((resolve) =>
        execFile(
          process.execPath,
          ['--disable-warning=ExperimentalWarning', `test/journeys/${journey}.test.ts`],
          { env: { ...process.env, JOURNEYS_CLIENT: client, FORCE_COLOR: '0' } },
          (error, out, complaints) => resolve(`${error === null ? '' : `FAILED with ${error.signal ?? error.code}\n`}${out}${complaints}`),
        ),
      )
      const [, total, passed] = /Total: +(\d+)\s+Passed: +(\d+)/.exec(told) ?? []
      assert.not(told.startsWith('FAILED'), told)
      assert.ok(Number(total) > 0 && total === passed, told)
    })
}
