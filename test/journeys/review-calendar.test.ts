// When a business is looked at again, as an integrator meets it: the date, the settings, the queue, the orders, the webhooks, and a change that a
// monitor tells of.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { until } from '../eventually.ts'
import { countEvents } from './event-count.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body, type Client, reviewed, startTestService, verified } from './service.ts'

/** Dates are counted in years from a day that each year has. */
let ahead = Date.parse('2027-03-10T12:00:00Z') - Date.now()
const service = await startTestService({ ALLOW_LOOPBACK_FETCH: 'true' }, { now: () => new Date(Date.now() + ahead) })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})

const day = 86_400_000
const riskOf = async (client: Client, id: string): Promise<Body> => (await client.get(`/v1/businesses/${id}/risk`)).body
const approve = async (client: Client, id: string) =>
  assert.is((await client.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'Checked.' })).status, 200)

/** The risk of the business once its date holds. */
const dated = async (client: Client, id: string, holds: (date: Body) => boolean = Boolean): Promise<Body> => {
  let last: Body
  await until('the date holds', async () => {
    last = await riskOf(client, id)
    return holds(last.review_date)
  })
  return last
}
/** Whether the list has the business. */
const isDue = async (due: string, wanted: string): Promise<boolean> => {
  const { status, body } = await service.test.get(`/v1/businesses?due=${due}`)
  assert.is(status, 200)
  return body.data.some(({ id }: Body) => id === wanted)
}
const yearsAfter = (from: string, years: number): string => `${Number(from.slice(0, 4)) + years}${from.slice(4)}`

test('an approval sets the date by the tier, another tier moves it, a rejection ends it', async () => {
  const { id } = await verified(service.test, acme)
  assert.equal([(await riskOf(service.test, id)).review_due_at, (await riskOf(service.test, id)).review_date], [null, null])
  await approve(service.test, id)
  const { review_date: date, review_due_at } = await dated(service.test, id)
  assert.equal([date.tier, date.status, date.cause, date.change], ['low', 'scheduled', 'decision', null])
  assert.equal([date.due_at, review_due_at], [yearsAfter(date.counted_from, 5), date.due_at])
  assert.is(Date.parse(date.due_at) - Date.parse(date.soon_at), 30 * day)

  await service.test.put(`/v1/businesses/${id}/risk`, { tier: 'medium', reason: 'Its owners changed.' })
  const moved = (await dated(service.test, id, (now) => now.tier === 'medium')).review_date
  assert.equal([moved.due_at, moved.cause], [yearsAfter(date.counted_from, 3), 'tier'])
  await service.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reason: 'Closed.' })
  assert.is((await riskOf(service.test, id)).review_date, null)
})

test('the settings are read, set whole, kept within their bounds, and move the dates', async () => {
  const { id } = await verified(service.test, acme)
  await approve(service.test, id)
  const { counted_from } = (await dated(service.test, id)).review_date
  const byDefault = {
    object: 'review_calendar',
    high_months: 12,
    medium_months: 36,
    low_months: 60,
    soon_days: 30,
    change_days: 30,
    reorder: true,
  }
  assert.equal((await service.test.get('/v1/review_calendar')).body, byDefault)
  for (const [body, parameter] of [
    [{ high_months: 0 }, 'high_months'],
    [{ low_months: 121 }, 'low_months'],
    [{ high_months: 37 }, 'medium_months'],
    [{ low_months: 35 }, 'low_months'],
    [{ soon_days: 91 }, 'soon_days'],
    [{ change_days: -1 }, 'change_days'],
    [{ reorder: 'no' }, 'reorder'],
  ] as const) {
    const refused = await service.test.put('/v1/review_calendar', body)
    assert.equal([refused.status, refused.body.errors[0].parameter], [422, parameter])
  }
  const set = await service.test.put('/v1/review_calendar', { high_months: 1, medium_months: 24, low_months: 24, soon_days: 0 })
  assert.equal([set.status, set.body], [200, { ...byDefault, high_months: 1, medium_months: 24, low_months: 24, soon_days: 0 }])
  const moved = (await dated(service.test, id, ({ cause }) => cause === 'settings')).review_date
  assert.equal([moved.due_at, moved.soon_at], [yearsAfter(counted_from, 2), yearsAfter(counted_from, 2)])
  assert.is(countEvents(service.dataDir, 'ReviewCalendarSet'), 1)
  assert.is((await service.test.put('/v1/review_calendar', {})).status, 200)
  await dated(service.test, id, ({ due_at }) => due_at === yearsAfter(counted_from, 5))
  const other = await service.otherAccount()
  assert.equal((await other.get('/v1/review_calendar')).body, byDefault)
})

test('a review that comes near is announced and verified again, an overdue one is announced, and an approval sets the next date', async () => {
  const path = '/hooks/reviews'
  const webhook = { url: `${receiver.url}${path}`, enabled_events: ['review.due', 'review.overdue'] }
  assert.is((await service.test.post('/v1/webhooks', webhook)).status, 201)
  const told = (type: string, id: string): readonly Body[] =>
    receiver.events(type).flatMap(({ data: { object } }) => (object.business_id === id ? [object] : []))
  const { id } = await verified(service.test, acme)
  const erased = (await verified(service.test, acme)).id
  const off = (await verified(service.test, acme)).id
  for (const each of [id, erased, off]) await approve(service.test, each)
  const first = (await dated(service.test, id)).review_date
  await dated(service.test, erased)
  await dated(service.test, off)
  await service.test.patch(`/v1/businesses/${off}`, { status: 'rejected', status_reason: 'Closed.' })
  const erasure = { business_id: erased, person_id: null, reason: 'asked', requested_by: 'officer', dry_run: false }
  const ended = await service.operator.post('/operator/erasures', erasure)
  assert.is(ended.body.erased, true, ended.text)

  ahead = Date.parse(first.soon_at) - Date.now() - day
  assert.not(await isDue('either', id))
  ahead += day + 60_000
  await until('it is announced', async () => told('review.due', id).length === 1)
  const [object] = told('review.due', id)
  assert.equal([object.object, object.status, object.due_at], ['review_date', 'due', first.due_at])
  await reviewed(service.test, id)
  const { data: orders } = (await service.test.get(`/v1/businesses/${id}/orders`)).body
  assert.equal(orders.map(({ product, status }: Body) => [product, status]).length, 2)
  assert.equal([await isDue('soon', id), await isDue('overdue', id), await isDue('either', id)], [true, false, true])

  ahead += 31 * day
  await until('it is overdue', async () => told('review.overdue', id).length === 1)
  assert.equal([await isDue('soon', id), await isDue('overdue', id)], [false, true])
  assert.is((await riskOf(service.test, id)).review_date.status, 'overdue')
  await service.restart()
  await approve(service.test, id)
  const next = (await dated(service.test, id, (date) => date !== null && date.due_at > first.due_at)).review_date
  assert.equal([next.status, next.cause], ['scheduled', 'decision'])
  assert.not(await isDue('either', id))
  assert.equal([told('review.due', id).length, told('review.overdue', id).length], [1, 1])
  for (const never of [erased, off]) {
    assert.equal([told('review.due', never), told('review.overdue', never)], [[], []])
    assert.not(await isDue('either', never))
  }
})

test('a change that a monitor tells of brings the review forward, with its reason', async () => {
  const { live } = service
  const { id } = await verified(live, { name: 'Acme Widgets LLC', addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
  assert.is((await live.post(`/v1/businesses/${id}/monitor`, { event_types: ['person.created'] })).status, 201)
  await approve(live, id)
  const first = (await dated(live, id)).review_date
  const lines = readFileSync('sample/or_sos/invented-biz-list.csv', 'utf8').trimEnd().split('\n')
  const jane = lines.find((line) => line.includes('900000002') && line.includes('AUTHORIZED REPRESENTATIVE,JANE')) as string
  const file = join(service.dataDir, 'invented-biz-list.csv')
  writeFileSync(file, `${[...lines, jane.replace('JANE,Q,EXAMPLE', 'PERPETUA,,NEWCOMER')].join('\n')}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_sos', files: [file], version: '2027-01-01' })
  const { review_date: date } = await dated(live, id, ({ cause }) => cause === 'change')
  assert.equal([date.change.type, date.counted_from], ['person.created', first.counted_from])
  assert.is(Date.parse(date.due_at) - Date.parse(date.change.found_at), 30 * day)
  const { data } = (await live.get(`/v1/businesses/${id}/events?per_page=100`)).body
  assert.ok(
    data.some(({ type }: Body) => type === 'ReviewScheduled'),
    JSON.stringify(data.map(({ type }: Body) => type)),
  )
})

test('a list of due reviews goes on behind one that was decided meanwhile', async () => {
  const client = await service.otherAccount()
  // Nothing is ordered again, which would take the decision meanwhile.
  const calendar = { high_months: 12, medium_months: 36, low_months: 60, soon_days: 30, change_days: 30, reorder: false }
  assert.is((await client.put('/v1/review_calendar', calendar)).status, 200)
  const ids: string[] = []
  for (const name of ['First LLC', 'Second LLC', 'Third LLC']) {
    const { id } = await verified(client, { ...acme, name })
    await approve(client, id)
    await dated(client, id)
    ids.push(id)
  }
  const [first = '', ...others] = ids
  const due = async (list: string) => {
    const { status, body } = await client.get(`/v1/businesses?${list}`)
    assert.is(status, 200)
    return body.data.map(({ id }: Body) => id)
  }
  const { due_at } = (await riskOf(client, first)).review_date
  ahead = Date.parse(due_at) - Date.now() + day
  await until('they are told to be overdue', async () => (await due('due=overdue')).length === ids.length)
  for (const list of ['due=overdue', 'due=either']) assert.equal(await due(list), ids, list)
  await client.patch(`/v1/businesses/${first}`, { status: 'rejected', status_reason: 'Closed.' })
  for (const list of ['due=overdue', 'due=either']) assert.equal(await due(`${list}&starting_after=${first}`), others, list)
  await approve(client, first)
  await dated(client, first)
  for (const list of ['due=overdue', 'due=either']) assert.equal(await due(`${list}&starting_after=${first}`), others, list)
  assert.equal(await due(`due=overdue&starting_after=${others[0]}`), others.slice(1), 'one that is as it was has its place')
})

test.run()
