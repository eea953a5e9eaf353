// What an account sets up, route by route: keys, policies, two pairs of eyes, retention, test clocks and the review calendar.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shadowResults } from '../../../src/projections/policies.ts'
import type { Read } from '../../../src/projections/read.ts'
import { retentions } from '../../../src/projections/retention.ts'
import { until } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import {
  type Body,
  type Caller,
  idsOf,
  made,
  once,
  openScene,
  paged,
  portland,
  type Reply,
  refusal,
  reviewed,
  type Scene,
} from '../scene.ts'

const test = suite('routes of settings')

let scene: Scene
let business: Body

test.before(async () => {
  scene = await openScene()
  business = await reviewed(scene.test, { name: 'Settled LLC', addresses: [portland] })
})
test.after(() => scene.close())

const keys = '/v1/api_keys'

test('an API key makes, lists, replaces and revokes API keys of its mode, and a person none', async () => {
  const first = await made(scene.test.post(keys, { name: 'First' }))
  const second = await made(
    scene.test.post(keys, { name: 'Second', scopes: ['liens:read'], expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
  )
  assert.equal([first.name, first.mode, second.scopes], ['First', 'test', ['liens:read']])
  assert.equal(await paged(scene.test, keys), [second.id, first.id])
  assert.equal(idsOf(await scene.live.get(keys)), [])
  assert.equal(idsOf(await scene.other.get(keys)), [])
  const path = `${keys}/${first.id}`
  for (const caller of [scene.live, scene.other]) {
    assert.is((await caller.post(`${path}/rotate`)).status, 404)
    assert.is((await caller.del(path)).status, 404)
  }
  for (const answer of [
    scene.person.get(keys),
    scene.person.post(keys, { name: 'No' }),
    scene.person.post(`${path}/rotate`),
    scene.person.del(path),
  ])
    assert.is((await answer).status, 403)
  const rotated = await made(scene.test.post(`${path}/rotate`))
  assert.equal([rotated.name, rotated.id === first.id], ['First', false])
  assert.equal(await made(scene.test.del(`${keys}/${rotated.id}`)), { object: 'api_key', id: rotated.id, revoked: true })
  assert.ok((await made(scene.test.get(keys))).data.find(({ id }: Body) => id === rotated.id).revoked_at)
  assert.equal(refusal(await scene.test.post(keys, {})), [422, 'name'])
})

const rule = (name: string, when: unknown) => ({ name, when, result: name, actions: [] })
const always = { '>=': [{ var: 'registrations.count' }, 0] }
const never = { '<': [{ var: 'registrations.count' }, 0] }

test('a policy shows its versions, the active one and the one in shadow, and how that one compares', async () => {
  const desk = `/operator/accounts/${scene.accountId}/policies`
  const { policy_id: id } = await made(scene.operator.post(desk, { name: 'Compared', rules: [rule('first', always)] }))
  await made(scene.operator.post(desk, { name: 'Compared', rules: [rule('second', always)] }))
  await made(scene.operator.post(desk, { name: 'Compared', rules: [rule('first', always)] }))
  const shown = async () => {
    const { data } = await made(scene.test.get('/v1/policies'))
    const { active_version, shadow_version, versions } = data.find((each: Body) => each.id === id)
    return [active_version, shadow_version, versions.map(({ version }: Body) => version)]
  }
  assert.equal(await shown(), [null, null, [1, 2, 3]])
  await made(scene.operator.put(`${desk}/${id}`, { enabled: true, version: 1 }))
  const path = `/v1/policies/${id}/shadow`
  assert.is((await scene.test.get(path)).status, 404)
  const started = await made(scene.test.put(path, { version: 2 }))
  assert.equal([started.active_version, started.shadow_version], [1, 2])
  assert.equal(await shown(), [1, 2, [1, 2, 3]])
  for (const answer of [
    scene.other.get(path),
    scene.other.get(`${path}/outcomes`),
    scene.other.put(path, { version: 2 }),
    scene.other.del(path),
    scene.other.post(`${path}/promotion`, { version: 2 }),
  ])
    assert.is((await answer).status, 404)
  assert.equal(idsOf(await scene.other.get('/v1/policies')), [])

  const evaluated = async (name: string, count: number) => {
    await made(scene.test.post('/v1/businesses', { name, addresses: [portland] }))
    await once(scene.test, `${path}/outcomes`, ({ total_count }) => total_count === count)
  }
  await evaluated('Evaluated One LLC', 1)
  await evaluated('Evaluated Two LLC', 2)
  const outcomes = await paged(scene.test, `${path}/outcomes`)
  assert.equal(idsOf(await scene.test.get(`${path}/outcomes?differs=true`)), outcomes)
  assert.equal(idsOf(await scene.test.get(`${path}/outcomes?differs=false`)), [])
  assert.equal(idsOf(await scene.live.get(`${path}/outcomes`)), [])
  assert.equal(refusal(await scene.test.get(`${path}/outcomes?differs=perhaps`)), [400, 'differs'])
  const compared = await made(scene.test.get(path))
  assert.equal([compared.version, compared.active_version, compared.outcomes, compared.differing], [2, 1, 2, 2])
  const [newest] = outcomes
  assert.is((await scene.inner.read(shadowResults).get(newest ?? ''))?.result, 'second')

  const { data: results } = await made(
    scene.test.get(`/v1/businesses/${(await made(scene.test.get(`${path}/outcomes`))).data[0].business_id}/policy_results`),
  )
  assert.equal(
    results.map(({ name, result }: Body) => [name, result]),
    [['Compared', 'first']],
  )

  assert.is((await scene.test.post(`${path}/promotion`, { version: 3 })).status, 422)
  const promoted = await made(scene.test.post(`${path}/promotion`, { version: 2 }))
  assert.equal([promoted.active_version, promoted.shadow_version], [2, null])
  await made(scene.test.put(path, { version: 3 }))
  const ended = await made(scene.test.del(path))
  assert.equal([ended.active_version, ended.shadow_version], [2, null])
  assert.equal(refusal(await scene.test.put(path, {})), [422, 'version'])
  await made(scene.operator.put(`${desk}/${id}`, { enabled: false }))
})

test('a trial of a policy is begun and shown to its own account, without the definition', async () => {
  const definition = { name: 'Tried', rules: [rule('none', never)] }
  const trial = await made(scene.test.post('/v1/policy_trials', { definition }))
  assert.not.ok('definition' in trial)
  const shown = await once(scene.test, `/v1/policy_trials/${trial.id}`, ({ status }) => status !== 'running')
  assert.equal([shown.id, 'definition' in shown], [trial.id, false])
  assert.is((await scene.other.get(`/v1/policy_trials/${trial.id}`)).status, 404)
  assert.equal(refusal(await scene.test.post('/v1/policy_trials', {})), [422, 'definition'])
})

const nothing = { approval: null, override: false, dismissal: false, policy: false, erasure: false, settings: false }
const required = (caller: Caller, more: object) => caller.put('/v1/two_person_rule', { ...nothing, ...more })

test('what needs a second person waits as a proposal until another one confirms or refuses it', async () => {
  assert.equal(await made(scene.test.get('/v1/two_person_rule')), { object: 'two_person_rule', ...nothing })
  assert.equal(await made(required(scene.person, { approval: 'low' })), { object: 'two_person_rule', ...nothing, approval: 'low' })
  assert.equal(await made(scene.test.get('/v1/two_person_rule')), { object: 'two_person_rule', ...nothing, approval: 'low' })
  assert.equal(refusal(await required(scene.person, { approval: 'none' })), [422, 'approval'])

  const proposed = async (at: Body): Promise<Body> => {
    const answer = await scene.person.patch(`/v1/businesses/${at.id}`, { status: 'approved' })
    assert.is(answer.status, 202, answer.text)
    assert.is(answer.headers.get('location'), `/v1/proposals/${answer.body.id}`)
    return answer.body
  }
  const other = await reviewed(scene.test, { name: 'Proposed LLC', addresses: [portland] })
  const [first, second] = [await proposed(business), await proposed(other)]
  const list = '/v1/proposals'
  assert.equal(await paged(scene.test, list), [second.id, first.id])
  const cases = {
    '': [second, first],
    'status=open': [second, first],
    'status=confirmed': [],
    [`business_id=${business.id}`]: [first],
    [`business_id=${other.id}&status=open`]: [second],
  }
  for (const [query, expected] of filled(Object.entries(cases)))
    assert.equal(
      idsOf(await scene.test.get(`${list}?${query}`)),
      expected.map(({ id }) => id),
      query,
    )
  assert.equal(refusal(await scene.test.get(`${list}?status=lost`)), [400, 'status'])
  assert.equal(idsOf(await scene.other.get(list)), [])

  const path = `${list}/${first.id}`
  assert.is((await made(scene.second.get(path))).proposed_by.id, scene.personId)
  for (const answer of [
    scene.other.get(path),
    scene.other.post(`${path}/confirm`),
    scene.other.post(`${path}/refuse`, { reason: 'x' }),
    scene.other.post(`${path}/withdraw`),
  ])
    assert.is((await answer).status, 404)
  assert.is((await scene.person.post(`${path}/confirm`)).status, 403)
  assert.is((await scene.second.post(`${path}/withdraw`)).status, 403)
  assert.equal(refusal(await scene.second.post(`${path}/refuse`, {})), [422, 'reason'])
  const confirmed = await made(scene.second.post(`${path}/confirm`))
  assert.equal([confirmed.status, confirmed.decided_by.id], ['confirmed', scene.secondId])
  await once(scene.test, `/v1/businesses/${business.id}`, ({ status }) => status === 'approved')
  assert.is((await scene.second.post(`${path}/refuse`, { reason: 'Too late' })).status, 409)

  const refused = await made(scene.second.post(`${list}/${second.id}/refuse`, { reason: 'The lease is missing' }))
  assert.equal([refused.status, refused.reason], ['refused', 'The lease is missing'])
  const third = await proposed(other)
  assert.is((await made(scene.person.post(`${list}/${third.id}/withdraw`))).status, 'withdrawn')
  assert.is((await scene.test.get(`${list}/${randomUUID()}`)).status, 404)
  const loosened = await required(scene.person, {})
  assert.is(loosened.status, 202)
  const byOperator = await scene.over({}, 'clerk').post(`${list}/${loosened.body.id}/confirm`)
  assert.equal([byOperator.status, byOperator.body], [403, { errors: [{ message: 'your role does not allow this' }] }])
  await made(scene.second.post(`${list}/${loosened.body.id}/confirm`))
  assert.is((await made(scene.test.get('/v1/two_person_rule'))).approval, null)
})

test('settings are changed by those who may', async () => {
  const calendar = '/v1/review_calendar'
  const held = await made(scene.test.get(calendar))
  const set = await made(scene.person.put(calendar, { high_months: 7, medium_months: 13 }))
  assert.equal([set.high_months, set.medium_months, set.low_months], [7, 13, held.low_months])
  assert.equal(await made(scene.test.get(calendar)), set)
  assert.equal(refusal(await scene.person.put(calendar, { high_months: 13, medium_months: 7 })), [422, 'medium_months'])
  const unfit: readonly (readonly [string, object])[] = [
    [calendar, {}],
    ['/v1/notice_settings', {}],
    ['/v1/two_person_rule', nothing],
    ['/v1/retention', { customer_months: 60, applicant_months: 60, automatic: false }],
  ]
  const clerk = scene.over({}, 'clerk')
  for (const [path, body] of filled(unfit)) assert.is((await clerk.put(path, body)).status, 403, path)
})

test('retention: the periods, the end of a relationship, and what is due', async () => {
  const settings = { customer_months: 60, applicant_months: 25, automatic: false }
  assert.equal(await made(scene.person.put('/v1/retention', settings)), { object: 'retention_settings', ...settings })
  assert.equal(await made(scene.test.get('/v1/retention')), { object: 'retention_settings', ...settings })
  const one = await reviewed(scene.test, { name: 'Over One LLC', addresses: [portland] })
  const two = await reviewed(scene.test, { name: 'Over Two LLC', addresses: [portland] })
  const ended = async ({ id }: Body, ended_on: string): Promise<Body> =>
    made(scene.test.post(`/v1/businesses/${id}/relationship_end`, { ended_on, reason: 'Moved' }))
  assert.equal([(await ended(one, '2001-01-02')).status, (await ended(two, '2001-01-01')).status], ['due', 'due'])
  const shown = await made(scene.test.get(`/v1/businesses/${one.id}/retention`))
  assert.equal([shown.ended_on, shown.kind, shown.reason], ['2001-01-02', 'applicant', 'Moved'])

  const due = '/v1/retention/due'
  const listed = async (query = '', caller = scene.test): Promise<readonly string[]> =>
    (await made(caller.get(`${due}?${query}`))).data.map(({ business_id }: Body) => business_id)
  assert.equal(await listed(), [two.id, one.id])
  assert.equal(await listed('kind=applicant'), [two.id, one.id])
  assert.equal(await listed('kind=customer'), [])
  assert.equal(await listed('per_page=1&page=2'), [one.id])
  assert.equal(await listed('', scene.other), [])
  const { total_count, has_more, url } = await made(scene.test.get(`${due}?per_page=1`))
  assert.equal([total_count, has_more, url], [2, true, due])
  const csv = await scene.test.get(`${due}/csv`)
  assert.equal([csv.text.trim().split('\r\n').length, csv.headers.get('content-type')], [3, 'text/csv; charset=utf-8'])
  assert.is(csv.headers.get('content-disposition'), 'attachment; filename="due-for-erasure.csv"')
  assert.is((await scene.test.get(`${due}/csv?kind=customer`)).text.trim().split('\r\n').length, 1)

  const holds = `/v1/businesses/${one.id}/legal_holds`
  const hold = await made(scene.person.post(holds, { reason: 'Smith v. Acme' }))
  assert.equal([hold.reason, hold.placed_by.id, hold.lifted_by], ['Smith v. Acme', scene.personId, null])
  const erased = await made(scene.test.post('/v1/retention/erasures', { business_ids: [one.id, two.id, business.id] }))
  assert.equal(
    erased.data.map(({ business_id, status }: Body) => [business_id, status]),
    [
      [one.id, 'refused'],
      [two.id, 'ordered'],
      [business.id, 'refused'],
    ],
  )
  assert.equal(refusal(await scene.test.post('/v1/retention/erasures', { business_ids: [] })), [422, 'business_ids'])
  const strange = (caller: Caller): readonly Promise<Reply>[] => [
    caller.post(holds, { reason: 'x' }),
    caller.post(`${holds}/${hold.id}/lift`, { reason: 'x' }),
    caller.post(`/v1/businesses/${one.id}/relationship_end`, { ended_on: '2001-01-01' }),
    caller.del(`/v1/businesses/${one.id}/relationship_end`),
  ]
  for (const caller of [scene.other, scene.live]) for (const answer of filled(strange(caller))) assert.is((await answer).status, 404)
  const lifted = await made(scene.test.post(`${holds}/${hold.id}/lift`, { reason: 'Settled' }))
  assert.equal([lifted.id, lifted.lifted_by.id], [hold.id, scene.keyId])
  assert.is((await scene.test.post(`${holds}/${randomUUID()}/lift`, { reason: 'x' })).status, 404)
  assert.is((await made(scene.test.del(`/v1/businesses/${one.id}/relationship_end`))).status, 'active')
})

test('a legal hold that cannot be shown yet stands, and is not said to be unknown', async () => {
  const { id } = await made(scene.test.post('/v1/businesses', { name: 'Held LLC', addresses: [portland] }))
  const { inner } = scene
  const read = ((projection: never) => ({
    ...inner.read(projection),
    ...(projection === retentions && { get: async () => undefined }),
  })) as unknown as Read
  const answer = await scene.over({ read, passed: async () => false }).post(`/v1/businesses/${id}/legal_holds`, { reason: 'Smith v. Acme' })
  assert.equal([answer.status, answer.body.errors[0].message], [503, 'the change is saved, but cannot be shown yet; try again'])
  await once(scene.test, `/v1/businesses/${id}/retention`, ({ status }) => status === 'held')
})

test('test clocks are made, listed, advanced and deleted with a test key', async () => {
  const clocks = '/v1/test_clocks'
  const first = await made(scene.test.post(clocks, { name: 'First', at: '2026-01-01T00:00:00.000Z' }))
  const second = await made(scene.test.post(clocks, { name: 'Second' }))
  assert.equal([first.name, first.at, first.status], ['First', '2026-01-01T00:00:00.000Z', 'ready'])
  assert.equal(await paged(scene.test, clocks), [second.id, first.id])
  assert.equal((await made(scene.test.get(`${clocks}/${first.id}`))).id, first.id)
  assert.is((await scene.live.post(clocks, { name: 'No' })).status, 403)
  assert.is((await scene.live.get(clocks)).status, 403)
  const path = `${clocks}/${first.id}`
  const to = '2026-02-01T00:00:00.000Z'
  for (const answer of [scene.other.get(path), scene.other.post(`${path}/advance`, { to }), scene.other.del(path)])
    assert.is((await answer).status, 404)
  assert.is((await made(scene.test.post(`${path}/advance`, { to }))).advance.to, to)
  assert.is((await once(scene.test, path, ({ status }) => status === 'ready')).at, to)
  assert.equal(refusal(await scene.test.post(`${path}/advance`, { to: 'soon' })), [422, 'to'])
  assert.is((await made(scene.test.del(path))).id, first.id)
  assert.is((await scene.test.get(path)).status, 404)
  assert.equal(idsOf(await scene.test.get(clocks)), [second.id])
})

test('a clock without a time begins behind what happens to its businesses while it is made; one with a time does not', async () => {
  const { id } = await reviewed(scene.test)
  const asked = { name: 'Under way', business_ids: [id] }
  const { history } = scene.inner
  const changing: typeof history = async (...given) => {
    const before = Date.now()
    await until('time goes by', async () => Date.now() > before)
    await made(scene.test.post(`/v1/businesses/${id}/notes`, { text: 'meanwhile' }))
    return history(...given)
  }
  const during = scene.over({ history: changing })
  const at = new Date().toISOString()
  assert.equal(refusal(await during.post('/v1/test_clocks', { ...asked, at })), [422, 'at'])
  const clock = await made(during.post('/v1/test_clocks', asked))
  const last = (await made(scene.test.get(`/v1/businesses/${id}/notes`))).data[0].created_at
  assert.ok(clock.at >= last, `${clock.at} is not before ${last}`)
})

test.run()
