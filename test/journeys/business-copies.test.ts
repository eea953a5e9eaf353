// Branch and fast-forward: a live business as it stood, copied into the test mode without its personal data, and the years that pass for the copy.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runCommand } from '../cli/command.ts'
import { until } from '../eventually.ts'
import { startReceiver } from './receiver.ts'
import { acme, type Body, liveKey, startTestService, testKey, verified } from './service.ts'

const service = await startTestService({ MONITOR_INTERVAL: '100d' })
const receiver = await startReceiver()
test.after(async () => {
  await service.stop()
  await receiver.close()
})
const { live, test: sandbox } = service

const person = { name: 'Quentin Quagmire', email: 'quentin@quagmire.example', dob: '1970-02-03', ssn: '321-54-9876' }
const submitted = {
  ...acme,
  people: [person],
  tin: { tin: '987654321' },
  phone_numbers: [{ phone_number: '503-555-0123' }],
  email_addresses: [{ email_address: 'desk@quagmire.example' }],
  ownership: [
    { person: { name: person.name }, percentage: 60 },
    { business: { name: 'Quagmire Holdings LLC' }, percentage: 40 },
  ],
  external_id: 'ours-1',
  unique_external_id: 'only-1',
}
const personal = /quagmire|1970-02-03|321549876|321-54-9876|987654321|98-7654321|5035550123|555-0123/i

// The sample comes into use while the tests run, and a check of the renamed live business brings its review forward: not so near as to be due soon.
assert.is((await live.put('/v1/review_calendar', { soon_days: 10 })).status, 200)
const made = await verified(live, submitted)
const { id } = made
await live.post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })
await live.patch(`/v1/businesses/${id}`, { status: 'approved', status_reason: 'Quagmire is known to us.' })
const reviewDate = async (client: typeof live, of: string): Promise<Body> =>
  (await client.get(`/v1/businesses/${of}/risk`)).body.review_date
await until('its review has a date', async () => (await reviewDate(live, id)) !== null)
const stood = (await live.get(`/v1/businesses/${id}`)).body
const date = await reviewDate(live, id)
const as_of = new Date().toISOString()
await until('time has passed', async () => new Date().toISOString() > as_of)
await live.patch(`/v1/businesses/${id}`, { name: 'Acme Renamed LLC' })

const branch = (client: typeof live, copy: object, more: object = {}) => client.post('/v1/test_clocks', { name: 'Branch', copy, ...more })
const settled = (copy: string) =>
  until('the copy stands', async () => {
    const { status, monitor } = (await sandbox.get(`/v1/businesses/${copy}`)).body
    return status === 'approved' && monitor !== null
  })
const events = async (subject: string, ...types: readonly string[]): Promise<readonly Body[]> => {
  const { body } = await sandbox.get(`/v1/events?limit=1000${types.length > 0 ? `&types=${types.join(',')}` : ''}`)
  return body.data.filter((event: Body) => event.subject === subject)
}

test('a live business is copied as it stood, without its personal data, and its years pass', async () => {
  const answer = await branch(live, { business_id: id, as_of })
  assert.equal([answer.status, answer.body.at], [201, as_of], answer.text)
  const [copy] = answer.body.business_ids
  assert.is.not(copy, id)
  assert.is((await live.get(`/v1/businesses/${copy}`)).status, 404)
  await settled(copy)
  const { body, text } = await sandbox.get(`/v1/businesses/${copy}`)
  assert.equal([body.name, body.status, body.external_id, body.unique_external_id], [stood.name, 'approved', 'ours-1', null])
  assert.equal(
    [body.monitor.event_types.length, body.orders.map(({ product }: Body) => product).sort()],
    [stood.monitor.event_types.length, stood.orders.map(({ product }: Body) => product).sort()],
  )
  assert.equal(await reviewDate(sandbox, copy), { ...date, business_id: copy })
  const history = [text, JSON.stringify(await events(`business-${copy}`)), (await sandbox.get(`/v1/businesses/${copy}/ownership`)).text]
  for (const each of history) assert.not.match(each, personal)

  await sandbox.post(`/v1/test_clocks/${answer.body.id}/advance`, { to: new Date(Date.parse(date.due_at) + 1).toISOString() })
  await until('its time has passed', async () => (await sandbox.get(`/v1/test_clocks/${answer.body.id}`)).body.status === 'ready')
  const due = (await events(`business-${copy}`, 'ReviewDue', 'ReviewOverdue')).map(({ type, time }) => [type, time])
  assert.equal(due, [
    ['probity.ReviewDue', date.soon_at],
    ['probity.ReviewOverdue', date.due_at],
  ])
  assert.ok((await events(`monitor-${copy}`, 'MonitoredBusinessChecked')).length > 2)
  assert.equal(await events(`business-${id}`, 'ReviewDue', 'ReviewOverdue'), [], 'the live business stays in its time')
})

test('what may not be copied is refused, and nothing is made', async () => {
  const refusals: readonly (readonly [Body, number, string | undefined])[] = [
    [await branch(sandbox, { business_id: id, as_of }), 404, undefined],
    [await branch(await service.otherAccount(), { business_id: id, as_of }), 404, undefined],
    [await branch(live, { business_id: id, as_of: '2020-01-01T00:00:00Z' }), 422, 'copy.as_of'],
    [await branch(live, { business_id: id, as_of: '2999-01-01T00:00:00Z' }), 422, 'copy.as_of'],
    [await branch(live, { business_id: id, as_of }, { business_ids: [id] }), 422, 'copy'],
    [await live.post('/v1/test_clocks', { name: 'No copy' }), 403, undefined],
  ]
  for (const [{ status, body }, expected, parameter] of refusals)
    assert.equal([status, body.errors[0].parameter], [expected, parameter], JSON.stringify(body))
  const restricted = async (scopes: readonly string[]) => {
    const { body } = await live.post('/v1/api_keys', { name: 'Restricted', scopes })
    return branch(service.as({ Authorization: `Bearer ${body.key}` }), { business_id: id, as_of })
  }
  const blind = await restricted(['test_clocks:write'])
  assert.equal([blind.status, /businesses:read/.test(blind.text)], [403, true], blind.text)
  assert.is((await sandbox.get('/v1/test_clocks')).body.total_count, 1)
  assert.is((await restricted(['test_clocks:write', 'businesses:read'])).status, 201)
})

test('the command line branches a business and advances its clock', async () => {
  const run = (key: string, ...args: readonly string[]) =>
    runCommand('sandbox', args, { PATH: process.env.PATH, PROBITY_KEY: key, BASE_URL: service.url })
  const branched = await run(liveKey, 'branch', id, '--as-of', as_of, '--json')
  assert.is(branched.code, 0, branched.output)
  const { id: clock } = JSON.parse(branched.stdout)
  const to = new Date(Date.parse(date.soon_at) + 1).toISOString()
  const advanced = await run(testKey, 'advance', clock, '--to', to)
  assert.is(advanced.code, 0, advanced.output)
  assert.match(advanced.stdout, `ready at ${to}`)
  const listed = await run(testKey, 'clocks')
  assert.match(listed.stdout, clock)
  assert.is((await run(testKey, 'advance', clock)).code, 2)
  for (const [command, ...args] of [['advance', clock, '--to', to], ['clocks']] as const) {
    const withLiveKey = await run(liveKey, command, ...args)
    assert.is(withLiveKey.code, 2)
    assert.match(withLiveKey.stderr, new RegExp(`sandbox: ${command} works in the sandbox, so it takes a test key only`))
  }
  assert.is((await run(testKey, 'branch', id, '--as-of', as_of)).code, 1)
})

test('a webhook hears of a test clock that was set to a day before the webhook was made', async () => {
  const webhook = await sandbox.post('/v1/webhooks', { url: receiver.url, enabled_events: ['business.updated'] })
  assert.ok(webhook.body.created_at > as_of)
  const [copy] = (await branch(live, { business_id: id, as_of })).body.business_ids
  await settled(copy)
  assert.is((await sandbox.patch(`/v1/businesses/${copy}`, { name: 'Told On Its Clock LLC' })).status, 200)
  const told = () => receiver.events('business.updated').map(({ data, created_at }) => [data.object.name, created_at])
  await until('it is told', async () => told().some(([name, at]) => name === 'Told On Its Clock LLC' && at === as_of))
})

test.run()
