// Another account's objects are not there (records.md, Errors): on every path of the interface description that names one, whatever is asked.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filing } from './lien-parties.ts'
import { acme, type Body, startTestService, until, verified } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())
const { test: owner, operator } = service
const stranger = await service.otherAccount()
const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, Body>> }

const made = async (path: string, body: object): Promise<string> => {
  const answer = await owner.post(path, body)
  assert.ok(answer.status === 201 || answer.status === 200, `${path} ${answer.text}`)
  return answer.body.id
}

const file = { document_type: 'UCC-1', filename: 'one.txt', content_type: 'text/plain', content: Buffer.from('one').toString('base64') }

const { id: business } = await verified(owner, { ...acme, website: { url: 'https://acme.example' } })
await made(`/v1/businesses/${business}/monitor`, { event_types: ['*'] })
await operator.post(`/operator/businesses/${business}/documents`, file)
const lien = await made(`/v1/businesses/${business}/liens`, filing)
await operator.post(`/operator/liens/${lien}/documents`, file)
const webhook = await made('/v1/webhooks', { url: 'http://127.0.0.1:9/', enabled_events: ['business.updated'] })
await owner.patch(`/v1/businesses/${business}`, { tags: ['told'] })
const deliveries = async (): Promise<readonly Body[]> => (await owner.get(`/v1/webhooks/${webhook}/deliveries`)).body.data
await until('something is to be delivered', async () => (await deliveries()).length > 0)
const run = await made('/v1/runs', { type: 'business_verification', business_id: business })
await until('the run ends', async () => (await owner.get(`/v1/runs/${run}`)).body.status === 'completed')
const { thread_id: thread, output } = (await owner.get(`/v1/runs/${run}`)).body
const { body: company } = await owner.post('/v1/partner/companies', { legal_name: 'Acme', external_id: 'acme' })
const mail = await operator.post('/operator/mail', { account_id: company.account_id, sender_name: 'Agency', state: 'OR' })
const ofBusiness = async (what: string): Promise<Body> => (await owner.get(`/v1/businesses/${business}/${what}`)).body.data[0]
const csv = Buffer.from('name,address\nBatch LLC,"1 Main St, Portland, OR 97201"\n').toString('base64')

/** The owner's id in a path, by the collection that it is of. */
const ids: Readonly<Record<string, string>> = {
  businesses: business,
  orders: (await ofBusiness('orders')).id,
  liens: lien,
  documents: (await ofBusiness('documents')).id,
  business_batches: await made('/v1/business_batches', { name: 'One', filename: 'one.csv', csv }),
  signals: await made('/v1/signals', { name: 'Acme', addresses: ['1 Main St, Portland, OR 97201'] }),
  actions: await made('/v1/actions', {
    object_type: 'businesses',
    object_id: business,
    type: 'add_attributes',
    payload: { names: ['Acme Two'] },
  }),
  threads: thread,
  runs: run,
  webhooks: webhook,
  deliveries: (await deliveries())[0].id,
  registration_requests: await made('/v1/partner/registration_requests', { state: 'OR', email: 'ann@example.com', company_id: company.id }),
  mail: mail.body.id,
}
const lienDocument = (await ofBusiness('liens')).documents[0].id

/** Bodies that the owner could send. */
const bodies: Readonly<Record<string, unknown>> = {
  'patch /v1/businesses/{id}': { tags: ['stolen'] },
  'post /v1/businesses/{business_id}/liens': filing,
  'post /v1/businesses/{business_id}/liens/batch': { liens: [filing] },
  'post /v1/businesses/{business_id}/monitor': { event_types: ['*'] },
  'put /v1/businesses/{business_id}/monitor': { event_types: ['*'] },
  'post /v1/businesses/{business_id}/orders': { product: 'bankruptcies' },
  'put /v1/orders/{id}': { status: 'stolen' },
  'post /v1/runs/{id}/resume': { interrupt_id: business, answer: 'yes' },
  'post /v1/runs/{id}/feedback': { rating: 'POSITIVE', artifact_id: output.artifacts[0].id },
  'put /v1/webhooks/{id}': { enabled_events: ['*'] },
  'patch /v1/partner/mail/{id}': ['stolen'],
}
const queries: Readonly<Record<string, string>> = { 'get /v1/actions/{id}': `?object_type=businesses&object_id=${business}` }

/** Agents are everybody's. */
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  path.startsWith('/v1/') && path.includes('{') && path !== '/v1/agents/{id}'
    ? Object.keys(methods).map((method) => ({ method, path }))
    : [],
)

const named = (path: string): string =>
  path
    .replace('/liens/{lien_id}/documents/{document_id}', `/liens/${lien}/documents/${lienDocument}`)
    .replaceAll(/\/([a-z_]+)\/\{[^}]+\}/g, (_, collection: string) => `/${collection}/${ids[collection]}`)

for (const { method, path } of operations)
  test(`${method} ${path} is 404 for another account`, async () => {
    const operation = `${method} ${path}`
    const target = named(path) + (queries[operation] ?? '')
    assert.not.match(target, 'undefined')
    const body = bodies[operation]
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
    const answer = await stranger.raw(method.toUpperCase(), target, body === undefined ? undefined : JSON.stringify(body), headers)
    assert.is(answer.status, 404, answer.text)
    assert.match(answer.body.errors[0].message, /not found$/)
  })

test('nothing of it has changed for its owner', async () => {
  const { body } = await owner.get(`/v1/businesses/${business}`)
  assert.equal(body.tags, ['told'])
  assert.is(body.monitor.event_types.length, 15)
  assert.is((await owner.get(`/v1/webhooks/${webhook}`)).body.enabled_events.length, 1)
  assert.is((await owner.get(`/v1/partner/registration_requests/${ids.registration_requests}`)).status, 200)
  assert.equal((await owner.get(`/v1/partner/mail/${mail.body.id}`)).body.tag_names, [])
  for (const list of [
    '/v1/businesses',
    '/v1/signals',
    '/v1/threads',
    '/v1/runs',
    '/v1/webhooks',
    '/v1/business_batches',
    '/v1/partner/mail',
  ])
    assert.is((await stranger.get(list)).body.total_count, 0, list)
})

test.run()
