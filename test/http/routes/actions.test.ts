// Actions, threads and runs route by route: on whose objects, on whose behalf, and what is refused.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { agents } from '../../../src/processes/agents/agents.ts'
import { filled } from '../../filled.ts'
import { type Body, type Caller, idsOf, made, once, openScene, paged, portland, refusal, reviewed, type Scene } from '../scene.ts'

const test = suite('routes of actions and agents')

let scene: Scene
let business: string
let listed: string
let hit: string

test.before(async () => {
  scene = await openScene()
  const [plain, watched] = await Promise.all([
    reviewed(scene.test),
    reviewed(scene.test, { name: 'Watchlist Business', addresses: [portland] }),
  ])
  business = plain.id
  listed = watched.id
  hit = watched.watchlist.lists.flatMap(({ results }: Body) => results)[0].id
})
test.after(() => scene.close())

const about = (type: 'businesses' | 'watchlist_result', id: string) => `object_type=${type}&object_id=${id}`
const naming = (note?: string | null) => ({
  object_type: 'businesses',
  object_id: business,
  type: 'add_attributes',
  payload: { names: [`Acme ${randomUUID()}`] },
  note,
})
const act = (caller: Caller, more: object = {}) => caller.post('/v1/actions', { ...naming(), ...more })

test('an action is by the person whose token or session it came with, or by the account of the key', async () => {
  const byPerson = await made(act(scene.person))
  assert.equal(
    byPerson.actors.map(({ actor_type, data }: Body) => [actor_type, data.id, data.name]),
    [['user', scene.personId, 'ann']],
  )
  const byKey = await made(act(scene.test))
  assert.equal(
    byKey.actors.map(({ actor_type, data }: Body) => [actor_type, data.id, data.name]),
    [['account', scene.accountId, 'Account one']],
  )
  for (const { id, actors } of [byPerson, byKey])
    assert.equal((await made(scene.test.get(`/v1/actions/${id}?${about('businesses', business)}`))).actors, actors)
})

test('the note of an action is kept, and none is null', async () => {
  assert.is((await made(scene.test.post('/v1/actions', naming('Seen in a letter')))).note, 'Seen in a letter')
  for (const none of [undefined, null, '', '  ']) assert.is((await made(scene.test.post('/v1/actions', naming(none)))).note, null)
})

test('an action with everything new gets an id for each of it', async () => {
  await made(act(scene.test, { payload: { names: ['Acme One', 'Acme Two'] } }))
  const { names } = await made(scene.test.get(`/v1/businesses/${business}`))
  const added = names.filter(({ name }: Body) => name === 'Acme One' || name === 'Acme Two').map(({ id }: Body) => id)
  assert.is(new Set(added).size, 2)
})

test('the actions of an object are listed, the newest first, and of no other object', async () => {
  await made(act(scene.test))
  await made(act(scene.person))
  const ids = await paged(scene.test, `/v1/actions?${about('businesses', business)}`)
  const { data } = await made(scene.test.get(`/v1/actions?${about('businesses', business)}`))
  const times: readonly string[] = data.map(({ created_at }: Body) => created_at)
  assert.equal(times, times.toSorted().toReversed())
  assert.equal((await scene.test.get(`/v1/actions?${about('businesses', listed)}`)).body.data, [])
  const [id = ''] = ids
  assert.is((await scene.test.get(`/v1/actions/${id}?${about('businesses', listed)}`)).status, 404)
  assert.is((await scene.test.get(`/v1/actions/${id}?${about('watchlist_result', business)}`)).status, 404)
  assert.is((await scene.test.get(`/v1/actions/${randomUUID()}?${about('businesses', business)}`)).status, 404)
})

test('a dismissal is an action on the hit, and counts for the business of the hit', async () => {
  const dismissal = { object_type: 'watchlist_result', object_id: hit, type: 'dismissal', payload: { reason: 'Another one' } }
  const { id, object_id } = await made(scene.test.post('/v1/actions', dismissal))
  assert.is(object_id, hit)
  assert.equal(idsOf(await scene.test.get(`/v1/actions?${about('watchlist_result', hit)}`)), [id])
  assert.equal(idsOf(await scene.test.get(`/v1/actions?${about('businesses', listed)}`)), [])
  assert.is((await scene.test.get(`/v1/actions/${id}?${about('businesses', hit)}`)).status, 404)
  for (const caller of [scene.other, scene.live]) {
    assert.is((await caller.post('/v1/actions', dismissal)).status, 404)
    assert.is((await caller.get(`/v1/actions?${about('watchlist_result', hit)}`)).status, 404)
    assert.is((await caller.get(`/v1/actions?${about('businesses', business)}`)).status, 404)
    assert.is((await caller.get(`/v1/actions/${id}?${about('watchlist_result', hit)}`)).status, 404)
  }
  assert.is((await scene.test.get(`/v1/actions?${about('watchlist_result', business)}`)).status, 404)
  assert.is((await scene.test.get(`/v1/actions?${about('businesses', hit)}`)).status, 404)
})

test('an unknown type of action or object is 400, and a payload that does not fit 422', async () => {
  assert.equal(refusal(await act(scene.test, { type: 'praise' })), [400, 'type'])
  assert.equal(refusal(await act(scene.test, { object_type: 'people' })), [400, 'object_type'])
  assert.equal(refusal(await act(scene.test, { payload: { names: [] } })), [422, 'payload.names'])
  assert.equal(refusal(await act(scene.test, { note: 7 })), [422, 'note'])
})

test('an action is by the run that is named, or by the latest of the thread, which must be its own', async () => {
  const completed = async (more: object = {}) => {
    const { id } = await made(scene.test.post('/v1/runs', { type: 'business_verification', business_id: business, ...more }))
    return once(scene.test, `/v1/runs/${id}`, ({ status }) => status === 'completed')
  }
  const empty = await made(scene.test.post('/v1/threads', { type: 'business_verification', business_id: business }))
  const first = await completed()
  const later = await completed({ thread_id: first.thread_id })
  const elsewhere = await completed()
  const actorOf = async (more: object) =>
    (await made(act(scene.test, more))).actors.map(({ actor_type, data }: Body) => [actor_type, data.id, data.thread_id])
  assert.equal(await actorOf({ run_id: first.id }), [['run', first.id, first.thread_id]])
  assert.equal(await actorOf({ run_id: first.id, thread_id: first.thread_id }), [['run', first.id, first.thread_id]])
  assert.equal(await actorOf({ thread_id: first.thread_id }), [['run', later.id, first.thread_id]])
  assert.equal(await actorOf({ thread_id: empty.id }), [['account', scene.accountId, undefined]])
  assert.equal(refusal(await act(scene.test, { run_id: elsewhere.id, thread_id: first.thread_id })), [404, 'run_id'])
  assert.is((await act(scene.test, { run_id: randomUUID() })).status, 404)
  assert.is((await act(scene.test, { thread_id: randomUUID() })).status, 404)
  const foreign = await made(scene.other.post('/v1/businesses', { name: 'Other LLC', addresses: [portland] }))
  const theirs = { object_id: foreign.id }
  assert.is((await act(scene.other, theirs)).status, 201)
  assert.is((await act(scene.other, { ...theirs, run_id: first.id })).status, 404)
  assert.is((await act(scene.other, { ...theirs, thread_id: first.thread_id })).status, 404)
})

test('an agent is found by its id and by its type', async () => {
  const { data } = await made(scene.test.get('/v1/agents'))
  const known: typeof agents = data
  assert.ok(known.length > 1)
  for (const agent of known) {
    assert.equal(await made(scene.test.get(`/v1/agents/${agent.id}`)), agent)
    assert.equal(await made(scene.test.get(`/v1/agents/${agent.type}`)), agent)
  }
  assert.is((await scene.test.get('/v1/agents/weather')).status, 404)
})

test('threads are started on a business, and listed by it', async () => {
  const start = (caller: Caller, id: string, type = 'business_verification') => caller.post('/v1/threads', { type, business_id: id })
  const own = await reviewed(scene.test, { name: 'Threaded LLC', addresses: [portland] })
  const [first, second] = [await made(start(scene.test, own.id)), await made(start(scene.person, own.id))]
  assert.equal([first.requester.name, second.requester.name], ['Account one', 'ann'])
  assert.equal(await made(scene.test.get(`/v1/threads/${first.id}`)), first)
  assert.equal(await paged(scene.test, `/v1/threads?business_id=${own.id}`), [second.id, first.id])
  assert.ok(idsOf(await scene.test.get('/v1/threads?per_page=100')).length > 2)
  assert.equal(idsOf(await scene.other.get('/v1/threads')), [])
  assert.is((await start(scene.other, own.id)).status, 404)
  assert.is((await scene.other.get(`/v1/threads/${first.id}`)).status, 404)
  assert.is((await start(scene.test, own.id, 'weather')).status, 404)
  const run = await made(scene.test.post('/v1/runs', { type: 'website_review', thread_id: first.id }))
  await once(scene.test, `/v1/runs/${run.id}`, ({ status }) => status === 'completed')
  assert.equal(
    [(await made(scene.test.get(`/v1/threads/${first.id}`))).status, (await made(scene.test.get(`/v1/threads/${second.id}`))).status],
    ['completed', second.status],
  )
})

test('a run is on a business, in a thread about it, or on a business that comes with it', async () => {
  const run = (more: object, caller = scene.test) => caller.post('/v1/runs', { type: 'website_review', ...more })
  const one = await made(run({ business_id: business }, scene.person))
  assert.equal([one.requester.name, one.steps], ['ann', undefined])
  const inThread = await made(run({ thread_id: one.thread_id }))
  assert.is(inThread.thread_id, one.thread_id)
  assert.is((await made(run({ thread_id: one.thread_id, business_id: business }))).thread_id, one.thread_id)
  assert.equal(refusal(await run({ thread_id: one.thread_id, business_id: listed })), [422, 'business_id'])
  const own = await made(run({ business: { id: business } }))
  assert.is.not(own.thread_id, one.thread_id)
  const fresh = await made(run({ business: { name: 'Inline LLC', addresses: [portland] } }))
  const { data } = await made(scene.test.get('/v1/businesses?q=inline'))
  assert.equal(idsOf(await scene.test.get(`/v1/threads?business_id=${data[0].id}`)), [fresh.thread_id])
  assert.equal(refusal(await run({ business: { name: 'No Address', addresses: [{}] } })).slice(0, 1), [422])
  assert.equal(refusal(await run({})), [400, 'business_id'])
  assert.equal(refusal(await run({ business_id: business, type: 'weather' })), [404, 'type'])
  assert.is((await run({ thread_id: one.thread_id }, scene.other)).status, 404)
  assert.is((await run({ business_id: business }, scene.live)).status, 404)
  const ids = await paged(scene.test, '/v1/runs', 5)
  assert.ok(ids.includes(one.id) && ids.includes(fresh.id))
  assert.ok(filled<Body>((await made(scene.test.get('/v1/runs'))).data).every((each) => each.steps === undefined))
  assert.equal(idsOf(await scene.other.get('/v1/runs')), [])
})

test('a key for agents alone runs on a business that is there, and creates none', async () => {
  const assistant = scene.over({}, 'assistant')
  const run = (about: object) => assistant.post('/v1/runs', { type: 'website_review', business: about })
  const known = { name: 'Known LLC', addresses: [portland], unique_external_id: 'known-to-agents' }
  const { id } = await made(scene.test.post('/v1/businesses', known))
  for (const about of [{ id }, known]) assert.is((await made(run(about))).context_id, id)
  const { status, headers, body } = await run({ ...known, name: 'Unasked LLC', unique_external_id: 'new-to-agents' })
  assert.equal([status, body.errors], [403, [{ message: 'the API key needs the scope businesses:write' }]])
  assert.match(headers.get('www-authenticate') ?? '', 'scope="businesses:write"')
  assert.equal(idsOf(await scene.test.get('/v1/businesses?q=unasked')), [])
})

test('runs at once on the same new business are on one business', async () => {
  const described = { name: 'At Once LLC', addresses: [portland], unique_external_id: 'at-once' }
  const start = () => made(scene.test.post('/v1/runs', { type: 'website_review', business: described }))
  const runs = await Promise.all(Array.from({ length: 4 }, start))
  assert.is(new Set(runs.map(({ id }) => id)).size, 4)
  assert.equal(new Set(runs.map(({ context_id }) => context_id)), new Set(idsOf(await scene.test.get('/v1/businesses?q=once'))))
  assert.equal(refusal(await scene.test.post('/v1/businesses', described)), [422, 'unique_external_id'])
})

test('a run whose request names two businesses is refused before one is created', async () => {
  const described = { name: 'Contrary LLC', addresses: [portland], unique_external_id: 'contrary' }
  const run = (more: object) => scene.test.post('/v1/runs', { type: 'website_review', ...more })
  const inContext = { context_type: 'business', context_id: business }
  assert.equal(refusal(await run({ business_id: business, business: described })), [422, 'business'])
  assert.equal(refusal(await run({ ...inContext, business: described })), [422, 'business'])
  assert.equal(refusal(await run({ business_id: business, business: { id: listed } })), [422, 'business'])
  assert.equal(refusal(await run({ ...inContext, business_id: listed, business: { id: listed } })), [422, 'context_id'])
  assert.equal(idsOf(await scene.test.get('/v1/businesses?q=contrary')), [])
  const { context_id } = await made(run({ business: described }))
  const same = await made(run({ business_id: context_id, context_type: 'business', context_id, business: described }))
  assert.is(same.context_id, context_id)
  assert.is((await made(run({ ...inContext, business: { id: business } }))).context_id, business)
})

test('no run works on a business that a person audits', async () => {
  const load = (async () => ({ status: 'in_audit' })) as unknown as typeof scene.inner.load
  const refused = await scene.over({ load }).post('/v1/runs', { type: 'website_review', business_id: business })
  assert.equal([refused.status, refused.body.errors.length], [422, 1])
})

test('a run shows its steps where they are asked for, and how it stood', async () => {
  const { id, status } = await made(scene.test.post('/v1/runs', { type: 'business_verification', business_id: business }))
  const path = `/v1/runs/${id}`
  const done = await once(scene.test, path, (run) => run.status === 'completed')
  assert.is(done.steps, undefined)
  assert.ok((await made(scene.test.get(`${path}?include=steps`))).steps.length > 0)
  const { data } = await made(scene.test.get('/v1/events?limit=1000&types=RunStarted'))
  const { position } = data.findLast(({ data: { run_id } }: Body) => run_id === id)
  assert.is((await made(scene.test.get(`${path}?as_of=${position}`))).status, status)
  assert.is((await scene.test.get(`${path}?as_of=${Number(position) - 1}`)).status, 404)
  assert.equal(refusal(await scene.test.get(`${path}?include=all`)), [400, 'include'])
  assert.equal(refusal(await scene.test.get(`${path}?as_of=once`)), [400, 'as_of'])
  for (const caller of [scene.other, scene.live]) {
    assert.is((await caller.get(path)).status, 404)
    assert.is((await caller.get(`${path}?as_of=${position}`)).status, 404)
    assert.is((await caller.get(`${path}/stream`)).status, 404)
    assert.is((await caller.post(`${path}/resume`, { interrupt_id: randomUUID(), answer: 'yes' })).status, 404)
  }
  const { text, headers } = await scene.test.get(`${path}/stream`)
  assert.match(headers.get('content-type') ?? '', 'text/event-stream')
  assert.match(text, /^event: RUN_STARTED\n[\s\S]*event: RUN_FINISHED\n/)
  assert.equal(refusal(await scene.test.post(`${path}/resume`, { interrupt_id: randomUUID(), answer: 'yes' })), [422, 'interrupt_id'])
})

test('a run that asks a question goes on with the answer', async () => {
  const watched = await reviewed(scene.live, { name: 'Acme Widgets LLC', addresses: [portland], people: [{ name: 'Gregor Vulturoff' }] })
  const { id } = await made(scene.live.post('/v1/runs', { type: 'sanctions_review', business_id: watched.id }))
  const path = `/v1/runs/${id}`
  const [{ id: interrupt_id }] = (await once(scene.live, path, ({ status }) => status === 'interrupted')).interrupts
  assert.equal(refusal(await scene.live.post(`${path}/resume`, { interrupt_id, answer: 'perhaps' })), [422, 'answer'])
  assert.is((await made(scene.live.post(`${path}/resume`, { interrupt_id, answer: 'different' }))).id, id)
  await once(scene.live, path, ({ status }) => status === 'completed')
})

test('feedback on an artifact is by the person or by the account, and of the feature', async () => {
  const run = await made(scene.test.post('/v1/runs', { type: 'business_verification', business_id: business }))
  const { output } = await once(scene.test, `/v1/runs/${run.id}`, ({ status }) => status === 'completed')
  const path = `/v1/runs/${run.id}/feedback`
  const feedback = { rating: 'POSITIVE', artifact_id: output.artifacts[0].id }
  assert.equal((await made(scene.person.post(path, feedback))).reviewer, { type: 'User', id: scene.personId })
  assert.equal((await made(scene.test.post(path, feedback))).reviewer, { type: 'Account', id: scene.accountId })
  assert.equal(refusal(await scene.test.post(path)), [422, 'rating', 'artifact_id'])
  assert.is((await scene.other.post(path, feedback)).status, 404)
  const feature = `/operator/accounts/${scene.accountId}/features/operator_feedback`
  await made(scene.operator.put(feature, { on: false }))
  assert.is((await scene.test.post(path, feedback)).status, 403)
  await made(scene.operator.put(feature, { on: true }))
})

test.run()
