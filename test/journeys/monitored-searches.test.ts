// Liens, bankruptcies and certifications of a monitored business: a vendor is searched again, and subscribers hear what is new.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { countEvents } from './event-count.ts'
import { filing } from './lien-parties.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body, startTestService, taskOf, verified } from './service.ts'

/** What the vendor answers, by the path that is asked; null: it is away. */
const held: Record<string, readonly object[] | null> = { '/liens': [], '/bankruptcies': [], '/certifications': [] }
const vendor = createServer((request, response) => {
  const records = held[request.url ?? '']
  response.writeHead(records ? 200 : 503).end(JSON.stringify(records ?? {}))
})
await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
const vendorUrl = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
const search = (path: string, fields: readonly string[], key: string, constants: object = {}) => ({
  name: 'Vendor',
  url: `${vendorUrl}${path}`,
  fields: Object.fromEntries(fields.map((field) => [field, field])),
  constants,
  key,
})
const folder = mkdtempSync(join(tmpdir(), 'probity-monitored-'))
writeFileSync(
  join(folder, 'sources.json'),
  JSON.stringify({
    products: {
      liens: search('/liens', ['file_number', 'status'], 'file_number', { type: 'ucc', state: 'OR' }),
      bankruptcies: search('/bankruptcies', ['case_number', 'chapter', 'case_updates'], 'case_number', { court: 'Oregon' }),
      certifications: search('/certifications', ['name', 'entrance_date'], 'name', { key: 'hubzone', certification_type: 'federal' }),
    },
  }),
)
let ahead = 0
const service = await startTestService(
  { SOURCES_CONFIG: join(folder, 'sources.json'), ALLOW_LOOPBACK_FETCH: 'true' },
  { now: () => new Date(Date.now() + ahead) },
)
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
  vendor.close()
  vendor.closeAllConnections()
  rmSync(folder, { recursive: true })
})

const client = service.live
const told = (businessId: string, type: string): readonly Body[] =>
  receiver.events(type).flatMap(({ data: { object } }) => (object.business_id === businessId ? [object] : []))
const monitored = async (eventTypes: readonly string[], orders = ['identity']): Promise<string> => {
  const { id } = await verified(client, { ...acme, orders: orders.map((product) => ({ product })) })
  const { status } = await client.post(`/v1/businesses/${id}/monitor`, { event_types: eventTypes })
  assert.is(status, 201)
  return id
}

/** The next day comes once the check of this one is noted, which happens after its findings are sent. */
const nextDay = async (id: string, checks: number) => {
  await until('the check is noted', async () => countEvents(service.dataDir, 'MonitoredBusinessChecked', `monitor-${id}`) === checks)
  ahead += 25 * 3_600_000
}

test('new liens, cases and certifications are reported, and so are their changes', async () => {
  assert.is((await client.post('/v1/webhooks', { url: `${receiver.url}/all` })).status, 201)
  const id = await monitored(['lien', 'bankruptcy', 'certification'])
  const { event_types } = (await client.get(`/v1/businesses/${id}/monitor`)).body
  assert.ok(filled(event_types).every(({ status }: Body) => status === 'active'))

  held['/liens'] = [{ file_number: 'L-1', status: 'open' }]
  held['/bankruptcies'] = [{ case_number: 'B-1', chapter: 7 }]
  held['/certifications'] = [{ name: 'HUBZone', entrance_date: '2026-01-02' }]
  await nextDay(id, 0)
  for (const type of ['lien.found', 'bankruptcy.created', 'certification.created'])
    await until(`${type} is told`, async () => told(id, type).length === 1)
  assert.equal([told(id, 'lien.found')[0].file_number, told(id, 'lien.found')[0].status], ['L-1', 'open'])
  const { body } = await client.get(`/v1/businesses/${id}`)
  assert.equal([body.liens[0].file_number, body.bankruptcies[0].case_number, body.certifications[0].name], ['L-1', 'B-1', 'HUBZone'])
  assert.equal(body.liens[0], told(id, 'lien.found')[0])
  // No order asked for them, and the review tells them all the same.
  for (const key of ['liens', 'bankruptcies']) assert.equal([taskOf(body, key).status, taskOf(body, key).sub_label], ['warning', 'Found'])
  const list = (await client.get(`/v1/businesses/${id}/liens`)).body
  assert.equal([list.total_count, list.data], [1, body.liens])

  held['/liens'] = [
    { file_number: 'L-1', status: 'closed' },
    { file_number: 'L-2', status: 'open' },
  ]
  held['/bankruptcies'] = [{ case_number: 'B-1', chapter: 7, case_updates: [{ description: 'Discharged' }] }]
  await nextDay(id, 1)
  await until('the release is told', async () => told(id, 'lien.terminated').length === 1)
  await until('the update is told', async () => told(id, 'bankruptcy.updated').length === 1)
  await until('the second lien is told', async () => told(id, 'lien.found').length === 2)
  assert.is(told(id, 'bankruptcy.created').length, 1)
  assert.is(told(id, 'certification.created').length, 1)
})

test('of what re-checks find, only what a monitor subscribes to is reported; what orders find is always reported', async () => {
  held['/liens'] = [{ file_number: 'L-5', status: 'open' }]
  const ordered = await monitored(['lien.terminated'], ['identity', 'liens'])
  await until('the order tells of the lien', async () => told(ordered, 'lien.found').length === 1)
  held['/liens'] = [
    { file_number: 'L-5', status: 'closed' },
    { file_number: 'L-6', status: 'open' },
  ]
  await nextDay(ordered, 0)
  await until('the release is told', async () => told(ordered, 'lien.terminated').length === 1)
  await until('the new lien is on file', async () => (await client.get(`/v1/businesses/${ordered}`)).body.liens.length === 2)
  assert.is(told(ordered, 'lien.found').length, 1)
})

test('a lien of our own that a search finds is shown once, and told of as our own', async () => {
  held['/liens'] = []
  const id = await monitored(['lien'])
  const filed = await client.post(`/v1/businesses/${id}/liens`, filing)
  const step = (body: object) => service.operator.post(`/operator/liens/${filed.body.id}/steps`, body)
  for (const body of [{ step: 'start' }, { step: 'filed', file_number: 'OWN-1' }]) assert.is((await step(body)).status, 200)
  held['/liens'] = [
    { file_number: 'OWN-1', status: 'open' },
    { file_number: 'OTHER-1', status: 'open' },
  ]
  await nextDay(id, 0)
  const liens = async (): Promise<readonly Body[]> => (await client.get(`/v1/businesses/${id}/liens`)).body.data
  await until('the other one is found', async () => (await liens()).some(({ file_number }) => file_number === 'OTHER-1'))
  assert.equal(
    (await liens()).map(({ file_number, filed_by_account }: Body) => [file_number, filed_by_account]),
    [
      ['OWN-1', true],
      ['OTHER-1', false],
    ],
  )
  await until('the other one is told', async () => told(id, 'lien.found').length > 0)
  held['/liens'] = [
    { file_number: 'OWN-1', status: 'closed' },
    { file_number: 'OTHER-1', status: 'closed' },
  ]
  await nextDay(id, 1)
  await until('the release of the other one is told', async () => told(id, 'lien.terminated').length > 0)
  for (const type of ['lien.found', 'lien.terminated'])
    assert.equal(
      told(id, type).map(({ file_number }) => file_number),
      ['OTHER-1'],
      type,
    )
  assert.ok(filled(told(id, 'lien.updated')).every(({ file_number, filed_by_account }) => file_number !== 'OWN-1' || filed_by_account))
})

test('a vendor that is away changes nothing of what is on file', async () => {
  held['/liens'] = [{ file_number: 'L-9', status: 'open' }]
  const id = await monitored(['lien'], ['identity', 'liens'])
  held['/liens'] = null
  await nextDay(id, 0)
  await until('it has been checked', async () => countEvents(service.dataDir, 'MonitoredBusinessChecked', `monitor-${id}`) === 1)
  const { liens, review } = (await client.get(`/v1/businesses/${id}`)).body
  assert.is(liens[0].file_number, 'L-9')
  assert.is(review.tasks.find(({ key }: Body) => key === 'liens').sub_label, 'Found')
})

test.run()
