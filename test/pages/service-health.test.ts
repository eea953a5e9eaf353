// The health page: what an operator sees when all is well, and when work was given up or a webhook fails.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readConfig } from '../../src/config.ts'
import { retryInboxKind } from '../../src/processes/running/retry-inbox.ts'
import { partitionNames } from '../../src/projections/partitions.ts'
import { openStores } from '../../src/stores/open.ts'
import { until } from '../eventually.ts'
import { ok, startReceiver } from '../journeys/receiver.ts'
import { masterKey, startTestService, visitor } from './browser.ts'

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
  const dataDir = await mkdtemp(join(tmpdir(), 'probity-health-'))
  const before = await startTestService({ DATA_DIR: dataDir })
  const made = await before.api('POST', '/v1/partner/companies', { legal_name: 'Given Up LLC' })
  const { id, account_id: accountId } = (await made.json()) as { readonly id: string; readonly account_id: string }
  await before.stop()
  const stores = await openStores(readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') }))
  const stream = `partner_company-${id}`
  const work = {
    stream,
    revision: 0,
    type: 'PartnerCompanyCreated',
    accountId,
    state: 'dead_letter',
    deliveries: 8,
    failures: 8,
    error: 'away',
  }
  const [partition = ''] = partitionNames(1)
  await stores.documents.records.put(retryInboxKind('webhooks', partition), `${stream}/0000000000`, work, { expectedRevision: -1 })
  await stores.close()
  const service = await startTestService({ DATA_DIR: dataDir })
  const [user, stranger] = [visitor(service.url), visitor(service.url)]
  await user.signIn()
  assert.match((await user.get('/health')).text, /Webhooks[\s\S]*Dead letter[\s\S]*data-title="Events"[^>]*>\s*1\s*</)
  await stranger.signIn(await service.otherAccount('health-stranger'))
  const { text } = await stranger.get('/health')
  assert.match(text, 'No failed work.')
  assert.not.match(text, 'Dead letter')
  await service.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test.run()
