// The start of the service in the process of its caller, as a command line has it.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../src/config.ts'
import { startService } from '../src/service.ts'

test('a start that fails at its last step lets the data folder go: the next start in the same process works', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-service-'))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const starting = (PORT: string) => startService(readConfig({ DATA_DIR: dataDir, PORT, LOG_LEVEL: 'silent' }))
  try {
    await starting(String(port)).then(
      () => assert.unreachable('the port is taken'),
      ({ message }) => assert.match(message, String(port)),
    )
    const service = await starting('0')
    assert.is((await fetch(`${service.url}/healthz`)).status, 200)
    await service.stop()
  } finally {
    taken.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
