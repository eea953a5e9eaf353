// The Python client, where it has been built (`npm run clients`): its own tests, against a service and a call that the service sent.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, testKey } from '../journeys/service.ts'
import { delivered } from './delivered.ts'
import { journeysThrough } from './journeys-through.ts'

const python = 'clients/python/.venv/bin/python'
const test = suite('the Python client')

if (existsSync(python) && existsSync('clients/python/src/probity/generated/client.py')) {
  const service = await startTestService()
  test.after(() => service.stop())

  test('its tests pass', async () => {
    const delivery = JSON.stringify(await delivered(service))
    const env = { ...process.env, PROBITY_URL: service.url, PROBITY_KEY: testKey, DELIVERY: delivery }
    const ran = await new Promise<{ readonly failed: boolean; readonly told: string }>((resolve) =>
      execFile(python, ['-m', 'unittest', 'discover', '-s', 'clients/python/tests'], { env }, (error, out, told) =>
        resolve({ failed: error !== null, told: out + told }),
      ),
    )
    assert.not(ran.failed, ran.told)
    assert.ok(Number(/Ran (\d+) tests/.exec(ran.told)?.[1]) >= 9, ran.told)
  })

  journeysThrough(test, 'python')

  test.run()
} else console.log('SKIPPED: 1 (the Python client is not built: `npm run clients -- python` does it with python3 and pip)')
