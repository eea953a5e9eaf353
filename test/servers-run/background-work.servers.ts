// What goes on behind the requests, on EventStoreDB and MongoDB with two instances that share it: an uploaded batch, webhooks of which the first attempt
// fails, and monitors ended in bulk. Each is asked for at one instance and looked at through the other, and one instance leaves in the midst of it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { ok, startReceiver } from '../journeys/receiver.ts'
import { type Body, startTestService } from '../journeys/service.ts'
import { startEventStore } from '../servers/eventstored.ts'
import { startMongoServer } from '../servers/mongodb.ts'

const test = suite('background work in a cluster')
const eventStore = await startEventStore()
const mongo = await startMongoServer()
const stores = { EVENT_STORE_URL: eventStore.url, MONGODB_URL: `${mongo.url}background` }
const [one, other] = [await startTestService(stores, { insistent: true }), await startTestService(stores, { insistent: true })]
const receiver = await startReceiver()
const rows = 12
const refusals = 5

test.after(async () => {
  await one.stop()
  await receiver.close()
  await eventStore.stop()
  await mongo.stop()
})

const told = (type: string): readonly Body[] => receiver.received.map(({ event }) => event).filter((event) => event.type === type)
const ids = (events: readonly Body[]): readonly string[] => [...new Set(events.map(({ data }) => data.object.id as string))].sort()

let businesses: readonly Body[] = []

test('the rows of a batch become businesses once each, though an instance leaves meanwhile, and webhooks are told of each', async () => {
  await until('the first key is known', async () => (await one.test.get('/v1/businesses')).status === 200)
  const refused = new Set<string>()
  receiver.answer = (response, { event }) => {
    if (refused.has(event.id) || refused.size >= refusals) return ok(response)
    refused.add(event.id)
    return response.writeHead(503).end()
  }
  const webhook = await one.test.post('/v1/webhooks', {
    url: `${receiver.url}/hook`,
    enabled_events: ['business.created', 'order.completed'],
  })
  assert.is(webhook.status, 201, webhook.text)

  const csv = ['name,address', ...Array.from({ length: rows }, (_, n) => `Row ${n} LLC,"${n + 1} Main St, Portland, OR 97201"`)].join('\n')
  const batch = await other.test.post('/v1/business_batches', {
    name: 'All',
    filename: 'all.csv',
    csv: Buffer.from(csv).toString('base64'),
  })
  assert.is(batch.status, 200, batch.text)
  const progress = async () => (await one.test.get(`/v1/business_batches/${batch.body.id}`)).body.completed_business_count
  await until('some rows are done', async () => (await progress()) > 0)
  await other.stop()
  await until('all rows are done', async () => (await progress()) === rows)

  // The collections of MongoDB are not written at one moment.
  await until('all businesses are listed', async () => {
    businesses = (await one.test.get(`/v1/businesses?business_batch_id=${batch.body.id}&per_page=100`)).body.data
    return businesses.length >= rows
  })
  assert.equal(businesses.map(({ name }) => name).toSorted(), Array.from({ length: rows }, (_, n) => `Row ${n} LLC`).toSorted())
  const created = businesses.map(({ id }) => id as string).toSorted()
  await until('a webhook call has arrived for every creation', async () => ids(told('business.created')).length === rows)
  assert.equal(ids(told('business.created')), created)
  await until('every order is completed and told of', async () => ids(told('order.completed')).length >= rows)
  const log = async (): Promise<readonly Body[]> =>
    (await one.test.get(`/v1/webhooks/${webhook.body.id}/deliveries?per_page=100`)).body.data
  await until('every delivery has come through', async () => (await log()).every(({ status }) => status === 'delivered'))
  // The log may know of fewer attempts: the instance that left took its attempts under way with it, and they were made again.
  const calls = Map.groupBy(receiver.received, ({ event }) => event.id as string)
  assert.is(refused.size, refusals)
  for (const id of filled([...refused])) assert.ok((calls.get(id)?.length ?? 0) > 1, `event ${id} was refused and is sent again`)
})

test('monitors are ended in bulk, and whoever asked is told by mail', async () => {
  for (const { id } of filled(businesses.slice(0, 5))) {
    const made = await one.test.post(`/v1/businesses/${id}/monitor`, { event_types: ['lien', 'tin'] })
    assert.is(made.status, 201, made.text)
  }
  const accepted = await one.test.post('/v1/monitoring/bulk_disable', { notification_email: 'ann@example.com' })
  assert.is(accepted.status, 200, accepted.text)
  for (const { id } of businesses.slice(0, 5))
    await until('the monitor is gone', async () => (await one.test.get(`/v1/businesses/${id}/monitor`)).status === 404)
  await until('the mail is there', async () => existsSync(join(one.dataDir, 'mail', `bulk-disable-${accepted.body.id}.eml`)))
})

test.run()
