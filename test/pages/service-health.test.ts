// The health page: what an operator sees when all is well, and when work was given up or a webhook fails.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { ok, startReceiver } from '../journeys/receiver.ts'
import { startTestService, visitor } from './browser.ts'
import { startWithGivenUpWork } from './given-up-work.ts'

const test = suite('the health page')
const business = { name: 'Healthy LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] }

test('it says that read models hold the log, names the reference data with their age, and finds nothing that fails', async () => {
  const service = await startTestService()
  const user = visitor(service.url)
  await user.signIn()
  await service.api('POST', '/v1/businesses', business)
  await until('the read models hold the log', async () => (await user.get('/health')).text.includes('All read models are up to date'))
  const { text, status } = await user.get('/health')
  assert.is(status, 200)
  assert.match(text, /<a [^>]*href="\/health"[^>]*>Health/)
  for (const said of ['Oregon', 'No failed work.', 'No failing webhooks.']) assert.match(text, said)
  assert.match(text, /data-title="Age"[^>]*>\s*\d+ (day|month|year)/)
  assert.not.match(text, /data-title="Age"[^>]*>\s*0 days/, 'data that do not say as of when they are have no age')
  await service.stop()
})

test('a webhook that fails is named with its error until its deliveries come through', async () => {
  const service = await startTestService()
  const receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end()
  const user = visitor(service.url)
  await user.signIn()
  const created = await service.api('POST', '/v1/webhooks', { url: `${receiver.url}/failing`, enabled_events: ['business.created'] })
  assert.is(created.status, 201)
  await service.api('POST', '/v1/businesses', business)
  await until('the failure is told', async () => (await user.get('/health')).text.includes(`${receiver.url}/failing`))
  const { text } = await user.get('/health')
  assert.match(text, /data-title="Will retry"[^>]*>\s*1\s*</)
  assert.match(text, /data-title="Given up"[^>]*>\s*0\s*</)
  receiver.answer = ok
  service.clock.offsetMs += 3_600_000
  await until('nothing fails any more', async () => (await user.get('/health')).text.includes('No failing webhooks.'))
  await receiver.close()
  await service.stop()
})

test('dead letters are counted by process, for the account that they are of', async () => {
  const { service, stop } = await startWithGivenUpWork('away')
  const [user, stranger] = [visitor(service.url), visitor(service.url)]
  await user.signIn()
  assert.match((await user.get('/health')).text, /Webhooks[\s\S]*Dead letter[\s\S]*data-title="Events"[^>]*>\s*1\s*</)
  await stranger.signIn(await service.otherAccount('health-stranger'))
  const { text } = await stranger.get('/health')
  assert.match(text, 'No failed work.')
  assert.not.match(text, 'Dead letter')
  await stop()
})

test.run()
