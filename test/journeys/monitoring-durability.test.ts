// Liens in the making and a bulk disable survive kills: the real program is killed again and again while it works, and in the end nothing is
// lost and nothing happened twice.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { environment, type Program, startProgram } from './program.ts'
import { type Body, testKey } from './service.ts'

const rounds = Number(process.env.KILL_ROUNDS ?? 3)
const businesses = Number(process.env.KILL_BUSINESSES ?? 60)

const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
const debtor = { organization_name: 'Acme', addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] }
const states = ['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD']

test(`killed ${rounds} times during filings and a bulk disable over ${businesses} monitors, nothing is lost and nothing is doubled`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-kill-'))
  const env = { ...environment(dataDir), MONITOR_INTERVAL: '365d' }
  let program: Program = await startProgram(env)
  const ask = async (path: string, body?: object, key?: string): Promise<Body> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const own = key === undefined ? headers : { ...headers, 'Idempotency-Key': key }
    const response = await fetch(`${program.url}${path}`, { headers: own, ...init })
    assert.ok(response.ok, `${path}: ${response.status} ${response.ok ? '' : await response.text()}`)
    return response.json()
  }
  /** As a careful client does it: asks again under the same key when the connection breaks. */
  const insist = async (path: string, body: object, key: string): Promise<Body> => {
    for (;;) {
      try {
        return await ask(path, body, key)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await pause(100)
      }
    }
  }
  const events = (type: string): readonly Body[] => {
    const file = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
    try {
      return file.prepare('select stream, data from events where type = ?').all(type)
    } finally {
      file.close()
    }
  }

  try {
    const ids: string[] = []
    for (let n = 0; n < businesses; n++) {
      const { id } = await ask('/v1/businesses', {
        name: `Watched ${n} LLC`,
        addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
      })
      await ask(`/v1/businesses/${id}/monitor`, { event_types: ['tin', 'lien'] })
      ids.push(id)
    }
    const [first] = ids
    await until('the first business is verified', async () => (await ask(`/v1/businesses/${first}`)).status === 'in_review')

    const filing = async () => {
      for (const state of states) {
        const request = { state, debtors: [debtor], secured_parties: [debtor], packet_number: `P-${state}` }
        await insist(`/v1/businesses/${first}/liens`, request, `lien-${state}`)
        await pause(50)
      }
    }
    const filings = filing()
    const { id } = await insist('/v1/monitoring/bulk_disable', { monitor_types: ['lien'], notification_email: 'ann@example.com' }, 'bulk')
    for (let round = 0; round < rounds; round++) {
      await pause(Math.random() * 250)
      await program.end('SIGKILL')
      program = await startProgram(env)
    }
    await filings

    await until('the bulk disable is done', async () => events('BulkDisableCompleted').length === 1)
    for (const business of ids) {
      const { event_types } = await ask(`/v1/businesses/${business}/monitor`)
      assert.equal(
        event_types.map(({ type }: Body) => type),
        ['tin.retrieved'],
      )
    }
    assert.is(events('MonitorChanged').length, businesses, 'every monitor was changed once')
    assert.equal(JSON.parse(events('BulkDisableCompleted')[0].data), { done: businesses, changed: businesses })
    await until('the mail is there', async () => readdirSync(dataDir).includes('mail') && readdirSync(join(dataDir, 'mail')).length === 1)
    assert.equal(readdirSync(join(dataDir, 'mail')), [`bulk-disable-${id}.eml`])

    const open = async () => (await ask(`/v1/businesses/${first}/liens?per_page=100`)).data.filter(({ status }: Body) => status === 'open')
    for (let waited = 0; waited < 3 && (await open()).length < states.length; waited++)
      await until('every lien is open', async () => (await open()).length === states.length).catch(() => undefined)
    const liens: readonly Body[] = (await ask(`/v1/businesses/${first}/liens?per_page=100`)).data
    assert.equal(liens.map(({ state, status }) => `${state} ${status}`).toSorted(), states.map((state) => `${state} open`).toSorted())
    for (const type of ['LienRequested', 'LienFulfilmentStarted', 'LienFiled', 'LienReflected'])
      assert.is(new Set(events(type).map(({ stream }) => stream)).size, events(type).length, `${type} once for each`)
    await program.end('SIGTERM')
  } finally {
    program.child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test.run()
