// Agents, threads and runs as integrators meet them: started, watched, answered, judged.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Body, startTestService, type TestService, until, verified } from './service.ts'

const test = suite('agents')
let probity: TestService

test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const reviewed = async (name: string, more: object = {}): Promise<string> => {
  const { id } = await verified(probity.test, { name, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }], ...more })
  return id
}

const ended = async (id: string): Promise<Body> => {
  await until('the run ends', async () => (await probity.test.get(`/v1/runs/${id}`)).body.status !== 'running')
  return (await probity.test.get(`/v1/runs/${id}?include=steps`)).body
}

test('the agents are listed, and each can be read', async () => {
  const { body } = await probity.test.get('/v1/agents')
  assert.equal(
    body.data.map(({ type }: Body) => type),
    ['business_verification', 'website_review', 'ownership_review', 'sanctions_review', 'registration_readiness'],
  )
  assert.is((await probity.test.get(`/v1/agents/${body.data[0].id}`)).body.type, 'business_verification')
  assert.is((await probity.test.get('/v1/agents/0198c0de-0000-7000-8000-000000000001')).status, 404)
})

test('a run explains the review, recommends a decision, and every artifact names its sources', async () => {
  const businessId = await reviewed('Acme Widgets LLC')
  const { status, body: started } = await probity.test.post('/v1/runs', { type: 'business_verification', business_id: businessId })
  assert.is(status, 201)
  const run = await ended(started.id)
  assert.is(run.status, 'completed')
  const recommendation = run.output.artifacts.find(({ type }: Body) => type === 'recommendation')
  assert.match(recommendation.summary, 'Recommendation:')
  assert.ok(recommendation.sources.length > 0)
  assert.equal(
    run.steps.map(({ name, status }: Body) => `${name} ${status}`),
    ['analysis completed', 'recommend completed'],
  )
  assert.equal(
    run.steps[0].steps.map(({ name }: Body) => name),
    ['read_evidence', 'explain_tasks', 'reconcile'],
  )
  assert.is((await probity.test.get(`/v1/runs/${run.id}`)).body.steps, undefined)
  const about = async (id: string) => (await probity.test.get(`/v1/runs?business_id=${id}`)).body.data.map(({ id }: Body) => id)
  assert.equal([await about(businessId), await about(await reviewed('Without Runs LLC'))], [[run.id], []])
})

test('what is missing or wrong in a request is said with its status', async () => {
  const { test: client } = probity
  const businessId = await reviewed('Requests LLC')
  const nobody = '0198c0de-0000-7000-8000-00000000dead'
  const another = await reviewed('Another LLC')
  const type = 'business_verification'
  const { body: thread } = await client.post('/v1/threads', { type, business_id: businessId })
  const inThread = { type, thread_id: thread.id }
  const cases: readonly (readonly [string, object, number, string?])[] = [
    ['/v1/runs', { type: 'business_verification' }, 400, 'business_id'],
    ['/v1/threads', { type: 'business_verification' }, 400, 'business_id'],
    ['/v1/threads', { type: 'business_verification', context_type: 'business' }, 400, 'context_id'],
    ['/v1/threads', { type: 'business_verification', context_id: businessId }, 400, 'context_type'],
    ['/v1/threads', { type: 'business_verification', context_type: 'galaxy', context_id: businessId }, 422, 'context_type'],
    ['/v1/runs', { business_id: businessId }, 422, 'type'],
    ['/v1/runs', { type: 'fortune_teller', business_id: businessId }, 404],
    ['/v1/threads', { type: 'fortune_teller', business_id: businessId }, 404],
    ['/v1/runs', { type: 'business_verification', thread_id: nobody }, 404],
    ['/v1/runs', { type: 'business_verification', business_id: nobody }, 404],
    ['/v1/threads', { type: 'business_verification', context_type: 'business', context_id: nobody }, 404],
    ['/v1/threads', { type, business_id: businessId, context_type: 'business', context_id: another }, 422, 'context_id'],
    ['/v1/runs', { type, business_id: businessId, context_type: 'galaxy' }, 422, 'context_type'],
    ['/v1/runs', { ...inThread, business_id: another }, 422, 'business_id'],
    ['/v1/runs', { ...inThread, business: { id: another } }, 422, 'business'],
    [
      '/v1/runs',
      { ...inThread, business: { name: 'New LLC', addresses: [{ full_address: '1 Main St, Reno, NV 89501' }] } },
      422,
      'business',
    ],
    ['/v1/runs', { ...inThread, business_id: businessId }, 201],
    ['/v1/runs', { ...inThread, business: { id: businessId } }, 201],
  ]
  for (const [path, body, status, parameter] of cases) {
    const answer = await client.post(path, body)
    assert.is(answer.status, status, `${path} ${JSON.stringify(body)}`)
    if (parameter) assert.is(answer.body.errors[0].parameter, parameter, answer.text)
  }
  for (const path of ['/v1/threads', '/v1/runs', '/v1/runs/x/stream'].map((each) => each.replace('x', nobody)))
    if (path.includes(nobody)) assert.is((await client.get(path)).status, 404)
})

test('a business in audit cannot be worked on', async () => {
  const { body } = await probity.test.post('/v1/businesses', {
    name: 'Audited Business',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  })
  await until('it is in audit', async () => (await probity.test.get(`/v1/businesses/${body.id}`)).body.status === 'in_audit')
  assert.is((await probity.test.post('/v1/runs', { type: 'business_verification', business_id: body.id })).status, 422)
})

test('a thread holds many runs and stands as the latest does', async () => {
  const businessId = await reviewed('Threads LLC')
  const { status, body: thread } = await probity.test.post('/v1/threads', {
    type: 'registration_readiness',
    context_type: 'business',
    context_id: businessId,
  })
  assert.equal([status, thread.context_type, thread.context_id], [201, 'business', businessId])
  for (let n = 0; n < 2; n++) {
    const { body: run } = await probity.test.post('/v1/runs', { type: 'registration_readiness', thread_id: thread.id })
    assert.is((await ended(run.id)).thread_id, thread.id)
  }
  assert.is((await probity.test.get(`/v1/threads/${thread.id}`)).body.status, 'completed')
  assert.is((await probity.test.get(`/v1/threads?business_id=${businessId}`)).body.total_count, 1)
})

test('an inline business is created, and found again by its unique_external_id', async () => {
  const business = { name: 'Inline LLC', addresses: [{ full_address: '9 Main St, Portland, OR 97201' }], unique_external_id: 'inline-1' }
  const first = await probity.test.post('/v1/runs', { type: 'ownership_review', business })
  const second = await probity.test.post('/v1/runs', { type: 'ownership_review', business })
  assert.equal([first.status, second.status], [201, 201])
  assert.is(first.body.context_id, second.body.context_id)
})

test('a run can be read as it stood', async () => {
  const businessId = await reviewed('As Of LLC')
  const { body: started } = await probity.test.post('/v1/runs', { type: 'ownership_review', business_id: businessId })
  const run = await ended(started.id)
  const beforeItsEnd = new Date(Date.parse(run.ended_at) - 1).toISOString()
  const then = (await probity.test.get(`/v1/runs/${run.id}?include=steps&as_of=${beforeItsEnd}`)).body
  assert.equal([then.id, then.status, then.ended_at, then.output], [run.id, 'running', null, null])
  assert.equal((await probity.test.get(`/v1/runs/${run.id}?include=steps&as_of=${new Date().toISOString()}`)).body, run)
  assert.is((await probity.test.get(`/v1/runs/${run.id}?as_of=2020-01-01T00:00:00Z`)).status, 404)
  const wrong = await probity.test.get(`/v1/runs/${run.id}?as_of=yesterday`)
  assert.equal([wrong.status, wrong.body.errors[0].parameter], [400, 'as_of'])
})

test('feedback is attributed, supersedes the earlier one, and is refused where it does not fit', async () => {
  const businessId = await reviewed('Feedback LLC')
  const { body: started } = await probity.test.post('/v1/runs', { type: 'ownership_review', business_id: businessId })
  const run = await ended(started.id)
  const artifact_id = run.output.artifacts[0].id
  const path = `/v1/runs/${run.id}/feedback`
  const first = await probity.test.post(path, { rating: 'POSITIVE', artifact_id, comment: '   ' })
  assert.equal([first.status, first.body.comment, first.body.superseded_prior, first.body.reviewer.type], [201, null, false, 'Account'])
  const second = await probity.test.post(path, { rating: 'NEGATIVE', artifact_id, comment: ' thin ' })
  assert.equal([second.body.comment, second.body.superseded_prior], ['thin', true])
  assert.is((await probity.test.post(path, { rating: 'FINE', artifact_id })).status, 422)
  assert.is((await probity.test.post(path, { rating: 'POSITIVE' })).status, 422)
  assert.is((await probity.test.post(path)).status, 422)
  assert.is((await probity.test.post(path, { rating: 'POSITIVE', artifact_id: businessId })).status, 404)
  const { body: accounts } = await probity.operator.get('/operator/accounts')
  const account = accounts.data[0].id
  await probity.operator.put(`/operator/accounts/${account}/features/operator_feedback`, { on: false })
  assert.is((await probity.test.post(path, { rating: 'POSITIVE', artifact_id })).status, 403)
  await probity.operator.put(`/operator/accounts/${account}/features/operator_feedback`, { on: true })
})

test("another account's run is not there", async () => {
  const businessId = await reviewed('Ours LLC')
  const { body: run } = await probity.test.post('/v1/runs', { type: 'ownership_review', business_id: businessId })
  const other = await probity.otherAccount()
  assert.is((await other.get(`/v1/runs/${run.id}`)).status, 404)
  assert.is((await other.post('/v1/runs', { type: 'ownership_review', business_id: businessId })).status, 404)
})

test.run()
