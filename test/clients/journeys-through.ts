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

/** All journeys in a process of their own. @returns what each printed, by its name, and how the process ended */
const toldThrough = async (client: 'typescript' | 'python') => {
  const { told, ended } = await new Promise<{ readonly told: string; readonly ended: string }>((resolve) =>
    execFile(
      process.execPath,
      [...process.execArgv, 'test/clients/several-journeys.ts', ...journeys],
      { env: { ...process.env, JOURNEYS_CLIENT: client, FORCE_COLOR: '0' }, maxBuffer: 64 * 1024 * 1024 },
      (error, out, complaints) =>
        resolve({ told: out, ended: `${complaints}${error === null ? '' : `ended with ${error.signal ?? error.code}`}` }),
    ),
  )
  const parts = told.split(/^JOURNEY (\w+)\n/m).slice(1)
  const byName = new Map(journeys.map((name) => [name, parts[parts.indexOf(name) + 1] ?? '']))
  return { byName, ended }
}

export const journeysThrough = (test: Test, client: 'typescript' | 'python'): void => {
  let running: ReturnType<typeof toldThrough> | undefined
  for (const journey of journeys)
    test(`the journey of ${journey} passes through it`, async () => {
      running ??= toldThrough(client)
      const { byName, ended } = await running
      const told = byName.get(journey) ?? ''
      const [, total, passed] = /Total: +(\d+)\s+Passed: +(\d+)/.exec(told) ?? []
      assert.ok(Number(total) > 0 && total === passed, told + ended)
    })
  test('all journeys end by themselves', async () => {
    const { ended } = await (running ?? toldThrough(client))
    assert.is(ended, '')
  })
}
