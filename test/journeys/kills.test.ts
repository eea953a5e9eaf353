// What goes on by itself survives kills: a batch, bulk disables, liens with their terminations, and the deliveries that tell of them, while the real
// program is killed at random. In the end no row, monitor, lien or delivery is lost, and none happened twice.
// At full size: KILL_ROUNDS=20 KILL_ROWS=20000 KILL_MONITORS=1000 KILL_LIENS=200 npm test -- kills
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { patienceMs } from '../eventually.ts'
import { filled } from '../filled.ts'
import { filing } from './lien-parties.ts'
import { environment, type Program, startProgram } from './program.ts'
import { startReceiver } from './receiver.ts'
import { type Body, testKey } from './service.ts'

const setting = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const rounds = setting('KILL_ROUNDS', 3)
const rows = setting('KILL_ROWS', 500)
const monitors = setting('KILL_MONITORS', 60)
const liens = setting('KILL_LIENS', 12)

const states = ['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD']
const address = '1 Main St, Portland, OR 97201'
/** Of each object that the receiver hears of: the event in the log, and its type there. */
const told = {
  BusinessCreated: 'business.created',
  MonitorChanged: 'monitor.updated',
  LienRequested: 'lien.created',
  LienTerminationCompleted: 'lien.terminated',
  BusinessBatchCompleted: 'business_batch.completed',
} as const

const dataDir = mkdtempSync(join(tmpdir(), 'probity-kill-'))
const env = { ...environment(dataDir), MONITOR_INTERVAL: '365d' }
let program: Program

/** As a careful client does it: asks again, what changes something under the same key, when the connection breaks or the service is starting. */
const ask = async (path: string, body?: object, key?: string): Promise<Body> => {
  const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json', ...(key ? { 'Idempotency-Key': key } : {}) }
  for (;;) {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${program.url}${path}`, { headers, ...init }).catch(() => undefined)
    const answer = await response?.json().catch(() => undefined)
    if (response?.ok && answer !== undefined) return answer
    assert.ok(response === undefined || response.status === 503 || answer === undefined, `${path}: ${JSON.stringify(answer)}`)
    await pause(100)
  }
}

const each = async (count: number, atATime: number, work: (n: number) => Promise<void>): Promise<void> => {
  let next = 0
  const line = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atATime }, line))
}

/** How many events of the type the log holds, and in how many streams. */
const counted = (type: string): { readonly events: number; readonly streams: number } => {
  const file = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
  try {
    const row = file.prepare('select count(*) as events, count(distinct stream) as streams from events where type = ?').get(type)
    return { events: Number(row?.events), streams: Number(row?.streams) }
  } finally {
    file.close()
  }
}

/** Waits as long as the measure grows now and then. */
const growing = async (what: string, goal: number, measure: () => Promise<number>): Promise<void> => {
  let [before, since] = [-1, performance.now()]
  for (;;) {
    const now = await measure()
    if (now >= goal) return
    if (now > before) [before, since] = [now, performance.now()]
    if (performance.now() - since > patienceMs) throw new Error(`${what}: it stays at ${now} of ${goal}`)
    await pause(100)
  }
}

test(`killed ${rounds} times during ${rows} rows, ${liens} liens and bulk disables of ${monitors} monitors, nothing is lost or doubled`, async () => {
  const receiver = await startReceiver()
  // One in fifty is refused, so that retries are under way at each kill.
  receiver.answer = (response, _, index) => response.writeHead(index % 50 === 7 ? 500 : 204).end()
  program = await startProgram(env)
  try {
    await ask('/v1/webhooks', { url: receiver.url, enabled_events: Object.values(told) })
    const ids: string[] = []
    await each(monitors, 8, async (n) => {
      const { id } = await ask('/v1/businesses', { name: `Watched ${n} LLC`, addresses: [{ full_address: address }] }, `watched-${n}`)
      await ask(`/v1/businesses/${id}/monitor`, { event_types: ['tin', 'lien'] }, `monitor-${n}`)
      ids.push(id)
    })
    const debtors = ids.slice(0, Math.ceil(liens / states.length))
    await each(debtors.length, 4, (n) =>
      growing('the debtor is verified', 1, async () => Number((await ask(`/v1/businesses/${debtors[n]}`)).status === 'in_review')),
    )

    const lines = Array.from({ length: rows }, (_, n) => `Killed ${n} LLC,"${n + 1} Main St, Portland, OR 97201",kill-${n}`)
    const csv = Buffer.from(['name,address,unique_external_id', ...lines].join('\n')).toString('base64')
    const batch = await ask('/v1/business_batches', { name: 'Killed', filename: 'killed.csv', csv }, 'batch')
    const done = async (): Promise<number> => (await ask(`/v1/business_batches/${batch.id}`)).completed_business_count

    /** Each is filed and, as soon as the state has it, terminated. */
    const filings = each(liens, 8, async (n) => {
      const path = `/v1/businesses/${debtors[Math.floor(n / states.length)]}/liens`
      const request = { ...filing, state: states[n % states.length], packet_number: `P-${n}` }
      const { id } = await ask(path, request, `lien-${n}`)
      const status = async () => (await ask(`${path}?per_page=100`)).data.find((lien: Body) => lien.id === id)?.status
      await growing(`lien ${n} is open`, 1, async () => Number((await status()) === 'open'))
      await ask(`/v1/liens/${id}/termination`, { packet_number: `T-${n}` }, `termination-${n}`)
    })
    const disables = (async () => {
      const disable = (type: string) =>
        ask('/v1/monitoring/bulk_disable', { monitor_types: [type], notification_email: 'ann@example.com' }, type)
      await disable('lien')
      await growing('half of the rows are done', rows / 2, done)
      await disable('tin')
    })()

    for (let round = 0; round < rounds; round++) {
      // Spread over the whole of the batch, and at any moment of a start.
      const goal = ((round + Math.random()) / rounds) * rows * 0.9
      await growing(`round ${round} has come further`, goal, done)
      await pause(Math.random() * 300)
      await program.end('SIGKILL')
      program = await startProgram(env)
    }
    await growing('every row is done', rows, done)
    await Promise.all([filings, disables])

    assert.is((await ask(`/v1/businesses?business_batch_id=${batch.id}`)).total_count, rows)
    assert.is((await ask('/v1/businesses')).total_count, rows + monitors)
    assert.equal(counted('BatchRowsRejected').events, 0)

    await growing('both bulk disables are done', 2, async () => counted('BulkDisableCompleted').events)
    assert.equal(counted('MonitorChanged'), { events: monitors, streams: monitors }, 'every monitor was changed once')
    assert.equal(counted('MonitorDisabled'), { events: monitors, streams: monitors }, 'and ended once')
    const mail = join(dataDir, 'mail')
    // The folder comes with the first of them.
    await growing('both are told by mail', 2, async () => (existsSync(mail) ? readdirSync(mail).length : 0))

    await growing('every lien is terminated', liens, async () => counted('LienTerminationCompleted').events)
    for (const type of ['LienRequested', 'LienFulfilmentStarted', 'LienFiled', 'LienReflected', 'LienTerminationRequested'])
      assert.equal(counted(type), { events: liens, streams: liens }, `${type} once for each`)

    for (const [type, name] of Object.entries(told)) {
      const toTell = counted(type).events
      const arrived = () =>
        new Set(receiver.received.flatMap(({ event, headers }) => (event.type === name ? [headers['webhook-id']] : []))).size
      await growing(`every ${name} is told`, toTell, async () => arrived())
      assert.is(arrived(), toTell, `each ${name} under one id`)
    }
    const idOf = new Map<string, string>()
    for (const { event, headers } of filled(receiver.received)) {
      const key = `${event.type} ${event.data.object.id}`
      assert.is(headers['webhook-id'], idOf.get(key) ?? headers['webhook-id'], `${key} is told again under the same id`)
      idOf.set(key, String(headers['webhook-id']))
    }
    console.log(`  ${rounds} kills; ${receiver.received.length} requests for ${idOf.size} deliveries`)
    await program.end('SIGTERM')
  } finally {
    program.child.kill('SIGKILL')
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
