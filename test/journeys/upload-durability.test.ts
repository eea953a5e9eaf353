// An upload that a kill interrupts leaves nothing behind: what was kept of its rows goes, and asked again it becomes a batch.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { until } from '../eventually.ts'
import { countEvents } from './event-count.ts'
import { keptChunks } from './kept-rows.ts'
import { environment, startProgram } from './program.ts'
import { testKey } from './service.ts'

const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
const rows = 6_000
const csv = `name,address,note\n${Array.from({ length: rows }, (_, n) => `Left Over ${n} LLC,,${'note '.repeat(160)}`).join('\n')}`
const body = JSON.stringify({ name: 'Killed', filename: 'killed.csv', csv: Buffer.from(csv).toString('base64') })

test('the rows of an upload that was killed are gone after an hour, and the upload may be made again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-upload-'))
  try {
    const env = environment(dataDir)
    const program = await startProgram(env, join(import.meta.dirname, 'killed-in-upload.ts'))
    const answer = await fetch(`${program.url}/v1/business_batches`, { method: 'POST', headers, body }).catch(() => 'broken off')
    assert.is(answer, 'broken off')
    assert.is((await program.end('SIGKILL')).signal, 'SIGKILL')
    assert.ok(keptChunks(dataDir) > 0)
    assert.is(countEvents(dataDir, 'BusinessBatchUploaded'), 0)

    let ahead = 0
    const service = await startService(readConfig(env), { now: () => new Date(Date.now() + ahead) })
    try {
      ahead = 3_700_000
      await until('the rows are gone', async () => keptChunks(dataDir) === 0)
      assert.is(countEvents(dataDir, 'BatchUploadAbandoned'), 1)
      const again = await fetch(`${service.url}/v1/business_batches`, { method: 'POST', headers, body })
      assert.is(again.status, 200)
      assert.is(((await again.json()) as { readonly business_count: number }).business_count, rows)
      assert.is(keptChunks(dataDir), rows / 100)
    } finally {
      await service.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
