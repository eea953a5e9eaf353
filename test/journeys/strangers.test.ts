// Another account's objects are not there, and those of the other mode are not either (records.md, Errors; Test and live): on every path of the
// interface description that names one, whatever is asked.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { filing } from './lien-parties.ts'
import { oneOfEach } from './one-of-each.ts'
import { type Body, startTestService } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())
const { test: owner } = service
const strangers = { 'another account': await service.otherAccount(), 'a live key of the same account': service.live }
const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, Record<string, Body>> }

const { business, webhook, artifact, ids, named } = await oneOfEach(service)

/** Bodies that the owner could send. */
const bodies: Readonly<Record<string, unknown>> = {
  'patch /v1/businesses/{id}': { tags: ['stolen'] },
  'post /v1/businesses/{business_id}/liens': filing,
  'post /v1/businesses/{business_id}/liens/batch': { liens: [filing] },
  'post /v1/businesses/{business_id}/monitor': { event_types: ['*'] },
  'put /v1/businesses/{business_id}/monitor': { event_types: ['*'] },
  'post /v1/businesses/{business_id}/orders': { product: 'bankruptcies' },
  'post /v1/businesses/{business_id}/notes': { text: 'stolen' },
  'post /v1/businesses/{business_id}/relationship_end': { ended_on: '2026-01-01' },
  'post /v1/businesses/{business_id}/legal_holds': { reason: 'stolen' },
  'post /v1/businesses/{business_id}/legal_holds/{hold_id}/lift': { reason: 'stolen' },
  'put /v1/businesses/{business_id}/ownership': { ownership: [{ person: { name: 'Ann Smith' }, percentage: 100 }] },
  'post /v1/businesses/{business_id}/ownership/certifications': { name: 'Ann Smith', title: 'Managing member' },
  'post /v1/businesses/{business_id}/ownership/discrepancies/{discrepancy_id}/resolution': { reason: 'stolen' },
  'put /v1/businesses/{business_id}/risk': { tier: 'high', reason: 'stolen' },
  'put /v1/orders/{id}': { status: 'stolen' },
  'put /v1/policies/{policy_id}/shadow': { version: 1 },
  'post /v1/policies/{policy_id}/shadow/promotion': { version: 2 },
  'post /v1/runs/{id}/resume': { interrupt_id: business, answer: 'yes' },
  'post /v1/runs/{id}/feedback': { rating: 'POSITIVE', artifact_id: artifact },
  'post /v1/test_clocks/{id}/advance': { to: '2100-01-01T00:00:00Z' },
  'put /v1/webhooks/{id}': { enabled_events: ['*'] },
  'patch /v1/webhooks/{id}': { enabled_events: ['*'] },
  'post /v1/webhooks/{id}/replays': { since: new Date().toISOString() },
  'patch /v1/partner/mail/{id}': ['stolen'],
}
const queries: Readonly<Record<string, string>> = { 'get /v1/actions/{id}': `?object_type=businesses&object_id=${business}` }

/** Of the account, in both modes. */
const isShared = (path: string, who: string): boolean => who === 'a live key of the same account' && path.startsWith('/v1/policies')

/** Agents are everybody's. Proposals need two people: proposals.test.ts asks for them. */
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  path.startsWith('/v1/') && path.includes('{') && path !== '/v1/agents/{id}' && !path.startsWith('/v1/proposals/')
    ? Object.keys(methods).map((method) => ({ method, path }))
    : [],
)

for (const [who, stranger] of Object.entries(strangers))
  for (const { method, path } of filled(operations.filter((each) => !isShared(each.path, who))))
    test(`${method} ${path} is 404 for ${who}`, async () => {
      const operation = `${method} ${path}`
      const target = named(path) + (queries[operation] ?? '')
      assert.not.match(target, 'undefined')
      const body = bodies[operation]
      const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const answer = await stranger.raw(method.toUpperCase(), target, body === undefined ? undefined : JSON.stringify(body), headers)
      assert.is(answer.status, 404, answer.text)
      // A hint may follow, which is the same for an id that nobody has.
      assert.match(answer.body.errors[0].message, /not found(?:$|: )/)
    })

test('nothing of it has changed for its owner', async () => {
  const { body } = await owner.get(`/v1/businesses/${business}`)
  assert.equal(body.tags, ['told'])
  assert.is(body.monitor.event_types.length, 18)
  assert.is((await owner.get(`/v1/webhooks/${webhook}`)).body.enabled_events.length, 1)
  assert.is((await owner.get(`/v1/partner/registration_requests/${ids.registration_requests}`)).status, 200)
  assert.equal((await owner.get(`/v1/partner/mail/${ids.mail}`)).body.tag_names, [])
})

/** Every list that begins with no object. Agents and jurisdictions are everybody's, and a key sees itself. */
const lists = Object.entries(paths).flatMap(([path, { get }]) =>
  get &&
  !path.includes('{') &&
  /List"/.test(JSON.stringify(get.responses)) &&
  !['/v1/agents', '/v1/agent/jurisdictions/search', '/v1/api_keys'].includes(path)
    ? [path]
    : [],
)

for (const [who, stranger] of Object.entries(strangers))
  test(`the lists are empty for ${who}`, async () => {
    for (const list of [
      '/v1/businesses',
      '/v1/signals',
      '/v1/threads',
      '/v1/runs',
      '/v1/webhooks',
      '/v1/business_batches',
      '/v1/partner/mail',
    ])
      assert.ok(lists.includes(list), list)
    for (const list of filled(lists.filter((each) => !isShared(each, who)))) {
      const { status, body } = await stranger.get(list)
      if (status === 200) assert.is(body.total_count, 0, list)
    }
    assert.is((await service.live.get('/v1/businesses?mode=test')).body.total_count, 0)
    assert.is((await owner.get('/v1/businesses?mode=live')).body.total_count, 0)
  })

test.run()
