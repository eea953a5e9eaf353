// Time that passes for businesses of the test mode, as an integrator meets it: liens, reviews and monitors in the order of their times.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { lapsesAt } from '../../src/commands/lien-rules.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { countEvents } from './event-count.ts'
import { filing } from './lien-parties.ts'
import { environment, startProgram } from './program.ts'
import { acme, type Body, startTestService, testKey, verified } from './service.ts'

const service = await startTestService({ MONITOR_INTERVAL: '30d' })
test.after(() => service.stop())
const { test: client } = service

const day = 86_400_000
const after = (from: string, days: number): string => new Date(Date.parse(from) + days * day).toISOString()
const clocked = async (business_ids: readonly string[], more: object = {}): Promise<Body> => {
  const made = await client.post('/v1/test_clocks', { name: 'Years later', business_ids, ...more })
  assert.is(made.status, 201, made.text)
  return made.body
}
const ready = async (id: string): Promise<Body> => {
  let last: Body
  await until('the clock is ready', async () => {
    last = (await client.get(`/v1/test_clocks/${id}`)).body
    return last.status === 'ready'
  })
  return last
}
const advanced = async (id: string, to: string): Promise<Body> => {
  const begun = await client.post(`/v1/test_clocks/${id}/advance`, { to })
  assert.equal([begun.status, begun.body.status], [200, 'advancing'], begun.text)
  const clock = await ready(id)
  assert.is(clock.at, to)
  return clock
}
/** The events of these types in a stream, in their order. */
const events = async (subject: string, ...types: readonly string[]): Promise<readonly Body[]> => {
  const { body } = await client.get(`/v1/events?limit=1000&types=${types.join(',')}`)
  return body.data.filter((event: Body) => event.subject === subject)
}
const told = (found: readonly Body[]) => found.map(({ type, time }) => [type.slice('probity.'.length), time])

test('a lien reminds of its lapse twice and lapses, each at its time, over several advances', async () => {
  const { id } = await verified(client, acme)
  const lien = (await client.post(`/v1/businesses/${id}/liens`, filing)).body.id
  const lienOf = async () => (await client.get(`/v1/businesses/${id}`)).body.liens.find((each: Body) => each.id === lien)
  await until('it is open', async () => (await lienOf()).status === 'open')
  const { lapse_date } = await lienOf()
  const clock = await clocked([id])
  await advanced(clock.id, after(clock.at, 700))
  await advanced(clock.id, after(clock.at, 1400))
  const lapse = () => events(`lien-${lien}`, 'LienLapseApproached', 'LienLapsed')
  assert.equal(await lapse(), [])
  const [half, month] = [after(lapse_date, -180), after(lapse_date, -30)]
  await advanced(clock.id, after(month, -1))
  assert.equal(told(await lapse()), [['LienLapseApproached', half]])
  const { advance } = await advanced(clock.id, after(month, 60))
  assert.is(advance.steps, 2)
  assert.equal(told(await lapse()), [
    ['LienLapseApproached', half],
    ['LienLapseApproached', month],
    ['LienLapsed', lapsesAt(lapse_date).toISOString()],
  ])
  assert.is((await lienOf()).status, 'closed')
})

test('a review comes near, is verified again and is overdue, at the time of the clock', async () => {
  await client.put('/v1/review_calendar', { high_months: 6, medium_months: 12, low_months: 12, soon_days: 30 })
  const { id } = await verified(client, acme)
  const clock = await clocked([id])
  await client.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'Checked.' })
  const reviewDate = async (): Promise<Body> => (await client.get(`/v1/businesses/${id}/risk`)).body.review_date
  await until('its date is set', async () => (await reviewDate()) !== null)
  const date = await reviewDate()
  assert.is(date.counted_from, clock.at)
  await advanced(clock.id, after(date.soon_at, -1))
  const reviews = () => events(`business-${id}`, 'ReviewDue', 'ReviewOverdue')
  assert.equal(await reviews(), [])
  const listed = async (at: string) => (await client.get(`/v1/businesses?due=${at}`)).body.data.some((each: Body) => each.id === id)
  assert.not.ok(await listed('either'))
  await advanced(clock.id, after(date.soon_at, 1))
  assert.equal([await listed('soon'), await listed('overdue')], [true, false])
  await advanced(clock.id, after(date.due_at, 1))
  assert.equal(told(await reviews()), [
    ['ReviewDue', date.soon_at],
    ['ReviewOverdue', date.due_at],
  ])
  assert.equal([await listed('soon'), await listed('overdue'), await listed('either')], [false, true, true])
  const [due, overdue] = await reviews()
  const completed = (await events(`business-${id}`, 'ReviewCompleted')).at(-1)
  assert.ok(completed.revision > due.revision && completed.revision < overdue.revision, 'what followed from the one came before the other')
})

test('a policy judges what an advance brings, in its place and at the time of the clock', async () => {
  const { id } = await verified(client, acme)
  const clock = await clocked([id])
  await client.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'Checked.' })
  await until('its date is set', async () => (await client.get(`/v1/businesses/${id}/risk`)).body.review_date !== null)
  const { review_date } = (await client.get(`/v1/businesses/${id}/risk`)).body
  const accounts = (await service.operator.get('/operator/accounts')).body
  const policies = `/operator/accounts/${accounts.data[0].id}/policies`
  const found = {
    name: 'found',
    when: { '!!': [{ var: 'watchlist.screened' }] },
    result: 'found',
    actions: [{ type: 'add_tag', tag: 'seen-again' }],
  }
  const added = await service.operator.post(policies, { name: 'Seen again', rules: [found] })
  const policy = `${policies}/${added.body.policy_id}`
  assert.is((await service.operator.put(policy, { enabled: true })).status, 200)
  try {
    await advanced(clock.id, after(review_date.due_at, 1))
  } finally {
    await service.operator.put(policy, { enabled: false })
  }
  const brought = await events(`business-${id}`, 'ReviewDue', 'PoliciesEvaluated', 'ReviewOverdue')
  assert.equal(
    told(brought).map(([type]) => type),
    ['ReviewDue', 'PoliciesEvaluated', 'ReviewOverdue'],
  )
  const [due, judged] = filled(brought).map(({ time }) => Date.parse(time))
  assert.ok((judged ?? 0) - (due ?? 0) >= 0 && (judged ?? 0) - (due ?? 0) < day, 'it judged when the review came due')
  assert.equal((await client.get(`/v1/businesses/${id}`)).body.tags, ['seen-again'])
})

test('a monitor checks once per interval, also when the service stops in the middle of an advance', async () => {
  const { id } = await verified(client, acme)
  const other = await verified(client, acme)
  for (const each of [id, other.id]) assert.is((await client.post(`/v1/businesses/${each}/monitor`, { event_types: ['*'] })).status, 201)
  const clock = await clocked([id])
  const to = after(clock.at, 300)
  const begun = await client.post(`/v1/test_clocks/${clock.id}/advance`, { to })
  assert.is(begun.body.status, 'advancing')
  await until('it is on its way', async () => (await client.get(`/v1/test_clocks/${clock.id}`)).body.advance.steps > 1)
  const again = await client.post(`/v1/test_clocks/${clock.id}/advance`, { to })
  assert.equal([again.status, again.body.status], [200, 'advancing'])
  assert.is((await client.post(`/v1/test_clocks/${clock.id}/advance`, { to: after(to, 1) })).status, 409)
  await service.restart()
  const done = await ready(clock.id)
  const checks = (await events(`monitor-${id}`, 'MonitoredBusinessChecked')).map(({ time }) => Date.parse(time))
  assert.equal([done.at, done.advance.steps, checks.length], [to, 10, 10])
  assert.ok(
    filled(checks).every((at, index) => index === 0 || at - (checks[index - 1] ?? 0) === 30 * day),
    String(checks),
  )
  assert.equal(await events(`monitor-${other.id}`, 'MonitoredBusinessChecked'), [], 'a business without the clock stays in its time')
})

test('an advance that a kill cuts off goes on after the restart, and does nothing twice', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'probity-clock-'))
  const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
  const asked = async (url: string, path: string, body?: object): Promise<Body> =>
    (await fetch(`${url}/v1${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })).json()
  try {
    const env = { ...environment(dataDir), MONITOR_INTERVAL: '30d' }
    const program = await startProgram(env)
    const { id } = await asked(program.url, '/businesses', acme)
    await until('it is in review', async () => (await asked(program.url, `/businesses/${id}`)).status === 'in_review')
    await asked(program.url, `/businesses/${id}/monitor`, { event_types: ['*'] })
    const clock = await asked(program.url, '/test_clocks', { name: 'Killed', business_ids: [id] })
    const to = after(clock.at, 300)
    await asked(program.url, `/test_clocks/${clock.id}/advance`, { to })
    await until('it is on its way', async () => (await asked(program.url, `/test_clocks/${clock.id}`)).advance.steps > 1)
    await program.end('SIGKILL')
    const counted = (type: string, stream: string) => countEvents(dataDir, type, stream)
    assert.is(counted('TestClockAdvanced', `test_clock-${clock.id}`), 0)

    const next = await startProgram(env)
    try {
      await until('it is there', async () => (await asked(next.url, `/test_clocks/${clock.id}`)).at === to)
      await until('it is ready', async () => (await asked(next.url, `/test_clocks/${clock.id}`)).status === 'ready')
      assert.equal([counted('MonitoredBusinessChecked', `monitor-${id}`), counted('TestClockStepped', `test_clock-${clock.id}`)], [10, 10])
    } finally {
      await next.end('SIGTERM')
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a clock goes forward only, at most two years at a time, and the same again changes nothing', async () => {
  const { id, at } = await clocked([])
  const advance = (to: string) => client.post(`/v1/test_clocks/${id}/advance`, { to })
  // The day before the first of March is the last of February, whichever that is.
  const twoYears = `${Number(at.slice(0, 4)) + 2}${at.slice(4)}`.replace('-02-29', '-02-28')
  for (const to of [after(at, -1), new Date(Date.parse(at) - 1).toISOString(), new Date(Date.parse(twoYears) + 1).toISOString()]) {
    const refused = await advance(to)
    assert.equal([refused.status, refused.body.errors[0].parameter], [422, 'to'], to)
  }
  const there = await advanced(id, twoYears)
  const again = await advance(twoYears)
  assert.equal([again.status, again.body], [200, there])
})

test('a clock begins at any moment behind the last change of its businesses, which follow one clock for good', async () => {
  const { id } = await verified(client, acme)
  const free = await clocked([], { at: '2020-02-29T12:00:00Z' })
  assert.equal([free.at, free.status, free.advance, free.business_ids], ['2020-02-29T12:00:00.000Z', 'ready', null, []])
  const make = (more: object) => client.post('/v1/test_clocks', { name: 'One', ...more })
  const early = await make({ business_ids: [id], at: '2020-02-29T12:00:00Z' })
  assert.equal([early.status, early.body.errors[0].parameter], [422, 'at'])
  const ahead = await make({ at: after(new Date().toISOString(), 1) })
  assert.equal([ahead.status, ahead.body.errors[0].parameter], [422, 'at'])
  const clock = await clocked([id, id])
  assert.equal(clock.business_ids, [id])
  const taken = await make({ business_ids: [id] })
  assert.equal([taken.status, taken.body.errors[0].parameter], [409, 'business_ids'])
  const many = Array.from({ length: 11 }, () => id)
  assert.is((await make({ business_ids: many })).status, 422)
  assert.is((await client.del(`/v1/test_clocks/${clock.id}`)).status, 200)
  for (const gone of [await client.get(`/v1/test_clocks/${clock.id}`), await client.del(`/v1/test_clocks/${clock.id}`)])
    assert.is(gone.status, 404)
  const listed = (await client.get('/v1/test_clocks')).body.data.map((each: Body) => each.id)
  assert.equal([listed.includes(free.id), listed.includes(clock.id)], [true, false])
  assert.is((await make({ business_ids: [id] })).status, 409, 'it stays at the time of the deleted clock')
})

test('a live key is told that clocks are of the test mode, and another account finds nothing', async () => {
  const { id } = await clocked([])
  const made = await service.live.post('/v1/test_clocks', { name: 'Live' })
  assert.equal([made.status, (await service.live.get('/v1/test_clocks')).status], [403, 403])
  assert.match(made.body.errors[0].message, 'use a test key')
  const other = await service.otherAccount()
  for (const stranger of [other, service.live]) {
    assert.is((await stranger.get(`/v1/test_clocks/${id}`)).status, 404)
    assert.is((await stranger.post(`/v1/test_clocks/${id}/advance`, { to: '2030-01-01T00:00:00Z' })).status, 404)
    assert.is((await stranger.del(`/v1/test_clocks/${id}`)).status, 404)
  }
  const { id: business } = await verified(client, acme)
  const foreign = await other.post('/v1/test_clocks', { name: 'Stolen', business_ids: [business] })
  assert.is(foreign.status, 404)
})

test.run()
