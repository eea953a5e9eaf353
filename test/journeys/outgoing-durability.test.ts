// A batch and its deliveries survive kills: the real program is killed again and again while it works, and in the end every row is one business and
// every business has been told of, under one id.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { environment, startProgram } from './program.ts'
import { startReceiver } from './receiver.ts'
import { type Body, testKey } from './service.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 5)
const rows = Number(process.env.KILL_ROWS ?? 3_000)

const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }

const ask = async (url: string, path: string, body?: object): Promise<Body> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${url}${path}`, { headers, ...init })
  assert.ok(response.ok, `${path}: ${response.status}`)
  return response.json()
}

test(`killed ${rounds} times during a batch of ${rows} rows, no row and no delivery is lost, and no row is doubled`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-kill-'))
  const receiver = await startReceiver()
  // One in fifty is refused, so that retries are under way at each kill.
  receiver.answer = (response, _, index) => response.writeHead(index % 50 === 7 ? 500 : 204).end()
  const env = environment(dataDir)
  try {
    let program = await startProgram(env)
    await ask(program.url, '/v1/webhooks', { url: receiver.url, enabled_events: ['business.created', 'business_batch.completed'] })
    const lines = Array.from({ length: rows }, (_, n) => `Killed ${n} LLC,"${n + 1} Main St, Portland, OR 97201",kill-${n}`)
    const csv = Buffer.from(['name,address,unique_external_id', ...lines].join('\n')).toString('base64')
    const { id } = await ask(program.url, '/v1/business_batches', { name: 'Killed', filename: 'killed.csv', csv })

    let before = 0
    for (let round = 0; round < rounds; round++) {
      await until(`round ${round} has come further`, async () => receiver.received.length > before + Math.random() * 200)
      before = receiver.received.length
      await program.end('SIGKILL')
      program = await startProgram(env)
    }
    let batch: Body
    for (let waited = 0; waited < 10 && batch?.completed_business_count !== rows; waited++)
      await until('the batch is done', async () => {
        batch = await ask(program.url, `/v1/business_batches/${id}`)
        return batch.completed_business_count === rows
      }).catch(() => undefined)
    assert.is(batch.completed_business_count, rows)
    assert.is((await ask(program.url, `/v1/businesses?business_batch_id=${id}`)).total_count, rows)
    assert.is((await ask(program.url, '/v1/businesses')).total_count, rows)

    const told = () =>
      new Set(receiver.received.filter(({ event }) => event.type === 'business.created').map(({ event }) => event.data.object.id))
    for (let waited = 0; waited < 10 && told().size < rows; waited++)
      await until('every business has been told of', async () => told().size === rows).catch(() => undefined)
    assert.is(told().size, rows)
    const idOf = new Map<string, string>()
    for (const { event, headers } of receiver.received) {
      const key = `${event.type} ${event.data.object.id}`
      assert.is(headers['webhook-id'], idOf.get(key) ?? headers['webhook-id'], 'told again under the same id')
      idOf.set(key, String(headers['webhook-id']))
    }
    await until('the batch has been told of', async () => receiver.received.some(({ event }) => event.type === 'business_batch.completed'))
    await program.end('SIGTERM')
  } finally {
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
