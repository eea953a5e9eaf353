// A business that is asked for again: 304 while nothing of what its record shows has changed, and never once something has.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filing } from './lien-parties.ts'
import { acme, type Body, startTestService, verified } from './service.ts'

const halfHour = 1_800_000
/** Tags are of a half hour, which begins with the test. */
let passed = halfHour - (Date.now() % halfHour)
const now = () => new Date(Date.now() + passed)
const probity = await startTestService({}, { now })
test.after(() => probity.stop())

const account = `/operator/accounts/${(await probity.operator.get('/operator/accounts')).body.data[0].id}`
const { id } = await verified(probity.test, acme)
const path = `/v1/businesses/${id}`
const get = (tag?: string) => probity.test.get(path, tag === undefined ? {} : { 'If-None-Match': tag })
const tagOf = ({ headers }: { readonly headers: Headers }) => headers.get('etag') ?? ''

/** The tag of the moment at which nothing is under way any more. */
const settled = async (): Promise<string> => {
  let tag = ''
  await until('the record stands still', async () => {
    const before = tag
    tag = tagOf(await get())
    return tag === before
  })
  return tag
}

/** The change shows in the record, and from then on the tag from before it brings the whole record. */
const shows = (
  what: string,
  change: () => Promise<{ readonly status: number; readonly text: string }>,
  shown: (business: Body) => unknown,
) =>
  test(`${what} changes the tag`, async () => {
    let tag = ''
    let before = ''
    // What happens by itself, such as the filing of a lien, may come between.
    await until('the tag is that of what stands still', async () => {
      tag = await settled()
      before = JSON.stringify(shown((await get()).body))
      return (await get(tag)).status === 304
    })
    const { status, text } = await change()
    assert.ok(status < 300, text)
    await until('the record shows it', async () => JSON.stringify(shown((await get()).body)) !== before)
    const after = await get(tag)
    assert.is(after.status, 200)
    assert.is.not(tagOf(after), tag)
    await until('what stands still is 304 again', async () => (await get(await settled())).status === 304)
  })

test('what has not changed is answered with 304, the tag and no body', async () => {
  const tag = await settled()
  assert.match(tag, /^W\/"[\w-]{22}"$/)
  const { status, headers, text } = await get(tag)
  assert.equal([status, headers.get('etag'), text], [304, tag, ''])
})

test('a tag is found among several and compared weakly; others bring the record', async () => {
  const tag = await settled()
  assert.is((await get(`"another", ${tag}`)).status, 304)
  assert.is((await get(tag.slice(2))).status, 304)
  assert.is((await get(`${tag.slice(0, -1)}x"`)).status, 200)
  assert.is((await get('*')).status, 304, '`*` names whatever is there')
})

test('a tag tells another account nothing, and a business that is not there has none', async () => {
  const other = await probity.otherAccount()
  assert.is((await other.get(path, { 'If-None-Match': await settled() })).status, 404)
  const missing = await probity.test.get('/v1/businesses/0198c0de-0000-7000-8000-00000000dead')
  assert.equal([missing.status, missing.headers.get('etag')], [404, null])
})

shows(
  'a change of the business',
  () => probity.test.patch(path, { tags: ['vip'] }),
  ({ tags }) => tags,
)
shows(
  'another order',
  () => probity.test.post(`${path}/orders`, { product: 'business_verification_verify' }),
  ({ orders }) => orders.length,
)
shows(
  'an assignment',
  () => probity.test.patch(path, { assignee_id: probity.userId() }),
  ({ review }) => review.assignee,
)
shows(
  'a lien',
  () => probity.test.post(`${path}/liens`, filing),
  ({ liens }) => liens.length,
)
shows(
  'the end of a lien',
  async () => {
    const lien = () => probity.test.get(path).then(({ body }) => body.liens.find(({ type }: Body) => type === 'ucc'))
    await until('it is filed', async () => (await lien()).status === 'open')
    return probity.test.post(`/v1/liens/${(await lien()).id}/termination`, {})
  },
  ({ liens }) => liens.map(({ lien_termination }: Body) => lien_termination),
)
shows(
  'a feature of the account that is switched off',
  () => probity.operator.put(`${account}/features/monitoring`, { on: false }),
  ({ subscription_availability }) => subscription_availability,
)
shows(
  'a feature of the account that is switched on',
  () => probity.operator.put(`${account}/features/monitoring`, { on: true }),
  ({ subscription_availability }) => subscription_availability,
)
shows(
  'what the account may be monitored for',
  () => probity.operator.put(`${account}/monitor_types`, { monitor_types: ['watchlist_result'] }),
  ({ subscription_availability }) => subscription_availability,
)
shows(
  'a monitor',
  () => probity.test.post(`${path}/monitor`, { event_types: ['watchlist_result'] }),
  ({ monitor }) => monitor,
)

const signal = (external_id: string) =>
  probity.test.post('/v1/signals', { name: 'Acme', addresses: ['7 Main St, Portland, OR 97201'], external_id })

shows(
  'an external id that a signal names',
  async () => {
    await signal('crm-7')
    return probity.test.patch(path, { external_id: 'crm-7' })
  },
  ({ signal }) => signal,
)
shows(
  'another signal that names it',
  () => signal('crm-7'),
  ({ signal }) => signal,
)

test('signals that do not name it change no tag', async () => {
  const tag = await settled()
  const { body } = await signal('crm-8')
  await until('it is scored', async () => (await probity.test.get(`/v1/signals/${body.id}`)).body.completed_at !== null)
  assert.is((await get(tag)).status, 304)
})

const rule = { name: 'noted', when: { '==': [1, 1] }, result: 'noted', actions: [] }
let policy = ''
shows(
  'a policy result',
  async () => {
    const added = await probity.operator.post(`${account}/policies`, { name: 'Noting', rules: [rule] })
    policy = `${account}/policies/${added.body.policy_id}`
    await probity.operator.put(policy, { enabled: true })
    return probity.test.post(`${path}/orders`, { product: 'business_verification_verify' })
  },
  ({ policy_results }) => policy_results.length,
)
shows(
  'a policy that is disabled',
  () => probity.operator.put(policy, { enabled: false }),
  ({ policy_results }) => policy_results.length,
)

test('after half an hour the record is sent again, for its links expire', async () => {
  const tag = await settled()
  passed += halfHour
  assert.is((await get(tag)).status, 200)
})

test('the record as it was has a tag of its own, which says nothing of the record as it is', async () => {
  const past = `${path}?as_of=${now().toISOString()}`
  const tag = tagOf(await probity.test.get(past))
  assert.is((await probity.test.get(past, { 'If-None-Match': tag })).status, 304)
  assert.is((await get(tag)).status, 200)
})

test('the interface description names the tag, the header and the answer', async () => {
  const description = (await (await fetch(`${probity.url}/openapi.json`)).json()) as Body
  const { parameters, responses } = description.paths['/v1/businesses/{id}'].get
  assert.ok(parameters.some(({ $ref }: Body) => $ref === '#/components/parameters/If-None-Match'))
  assert.is(description.components.parameters['If-None-Match'].in, 'header')
  for (const status of [200, 304]) assert.equal(responses[status].headers.ETag, { $ref: '#/components/headers/ETag' })
})

test('a write that names a tag is refused, and changes nothing', async () => {
  const tag = await settled()
  const named = async (header: string) => {
    const { status, body } = await probity.test.patch(path, { tags: [header] }, { 'If-Match': header })
    return [status, body.errors?.[0].parameter, (await get()).body.tags.includes(header)]
  }
  for (const header of [tag, tag.slice(2), '"another"', `"another", ${tag}`]) assert.equal(await named(header), [412, 'If-Match', false])
  assert.equal(await named('*'), [200, undefined, true])
  const missing = '/v1/businesses/0198c0de-0000-7000-8000-00000000dead'
  assert.is((await probity.test.patch(missing, { tags: [] }, { 'If-Match': tag })).status, 404, 'what is not there is told first')
})

test.run()
