// The timeline of a business (specification 4.7 and 6; records.md, Timeline events).
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { acme, type Body, parameters, startTestService, type TestService, verified } from './service.ts'

const test = suite('timeline')
let probity: TestService
let id: string
test.before(async () => {
  probity = await startTestService()
  ;({ id } = await verified(probity.test, { ...acme, name: 'Inactive Business', people: [{ name: 'Ann Smith' }] }))
})
test.after(() => probity.stop())

const timeline = (query = '') => probity.test.get(`/v1/businesses/${id}/timeline${query}`)
const typesOf = ({ body }: Body): string[] => body.data.map(({ type }: Body) => type)

test('what was found is in the timeline, with the registry’s own filings under their prefix', async () => {
  const answer = await timeline()
  assert.is(answer.status, 200)
  assert.equal([answer.body.object, answer.body.has_more, answer.body.url], ['list', false, `/v1/businesses/${id}/timeline`])
  assert.is(answer.body.total_count, answer.body.data.length)
  for (const type of [
    'registration.created',
    'name.created',
    'person.created',
    'sos_history.registration.created',
    'sos_history.registration.updated',
  ])
    assert.ok(typesOf(answer).includes(type), type)
  for (const event of filled<Body>(answer.body.data)) {
    assert.is(event.object, 'event')
    assert.is(event.id.length, 36)
    assert.ok(event.data.object)
  }
})

test('the newest stands first', async () => {
  const times = (await timeline()).body.data.map(({ occurred_at }: Body) => occurred_at)
  assert.equal(times, [...times].sort().reverse())
})

test('a plain type finds what the history tells too, and the prefix the history alone', async () => {
  assert.equal([...new Set(typesOf(await timeline('?event_types=registration.created')))].sort(), [
    'registration.created',
    'sos_history.registration.created',
  ])
  assert.equal(typesOf(await timeline('?event_types=sos_history.registration.created')), ['sos_history.registration.created'])
  assert.equal([...new Set(typesOf(await timeline('?event_types=name.created,person.created')))].sort(), ['name.created', 'person.created'])
})

test('days are counted on or after, and on or before', async () => {
  const on = '2022-09-23'
  assert.equal(typesOf(await timeline(`?start_date=${on}&end_date=${on}`)), ['sos_history.registration.updated'])
  assert.ok(typesOf(await timeline(`?start_date=${on}`)).includes('sos_history.registration.updated'))
  assert.ok(typesOf(await timeline(`?end_date=${on}`)).includes('sos_history.registration.updated'))
  assert.not.ok(typesOf(await timeline('?start_date=2022-09-24')).includes('sos_history.registration.updated'))
  assert.not.ok(typesOf(await timeline('?end_date=2022-09-22')).includes('sos_history.registration.updated'))
})

test('pages do not overlap and have at most a hundred events', async () => {
  const all = (await timeline()).body
  const [first, second] = [(await timeline('?per_page=2&page=1')).body, (await timeline('?per_page=2&page=2')).body]
  assert.equal([...first.data, ...second.data], all.data.slice(0, 4))
  assert.is(first.has_more, true)
  assert.is((await timeline('?per_page=5000')).status, 200)
  assert.equal((await timeline('?page=99')).body.data, [])
})

for (const [query, parameter] of [
  ['start_date=yesterday', 'start_date'],
  ['start_date=2026-02-30', 'start_date'],
  ['end_date=20260101', 'end_date'],
  ['event_types=registration.created,moonrise', 'event_types'],
  ['page=0', 'page'],
  ['per_page=x', 'per_page'],
] as const)
  test(`${query} is 400 naming ${parameter}`, async () => {
    const answer = await timeline(`?${query}`)
    assert.is(answer.status, 400)
    assert.match(parameters(answer)[0] ?? '', new RegExp(`^${parameter}`))
  })

test('a business that does not exist has no timeline', async () => {
  assert.is((await probity.test.get('/v1/businesses/0198c0de-0000-7000-8000-00000000dead/timeline')).status, 404)
})

test.run()
