// Monitoring as an integrator meets it: what is watched for, checks on schedule and out of turn, and ending it in bulk.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { importFiles } from '../../src/evidence/reference/import.ts'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { countEvents } from './event-count.ts'
import { acme, type Body, type Client, startTestService, verified } from './service.ts'

let ahead = 0
const service = await startTestService({}, { now: () => new Date(Date.now() + ahead) })
test.after(() => service.stop())

const hour = 3_600_000

const count = (type: string, stream?: string): number => countEvents(service.dataDir, type, stream)

const monitored = async (client: Client, request: object, eventTypes: readonly string[] = ['*']): Promise<string> => {
  const { id } = await verified(client, request)
  assert.is((await client.post(`/v1/businesses/${id}/monitor`, { event_types: eventTypes })).status, 201)
  return id
}

const types = ({ event_types }: Body): readonly string[] => event_types.map(({ type }: Body) => type)

test('a monitor is made, shown, replaced and ended', async () => {
  const { id } = await verified(service.test, acme)
  const path = `/v1/businesses/${id}/monitor`
  assert.is((await service.test.get(path)).status, 404)
  assert.is((await service.test.put(path, { event_types: ['tin'] })).status, 404)
  assert.is((await service.test.del(path)).status, 404)

  const made = await service.test.post(path, { event_types: ['*'] })
  assert.is(made.status, 201)
  assert.is(types(made.body).length, 18)
  assert.ok(filled(made.body.event_types).every(({ status, enabled_at }: Body) => status === 'active' && enabled_at))
  assert.equal((await service.test.get(`/v1/businesses/${id}`)).body.monitor, made.body)

  const replaced = await service.test.put(path, { event_types: ['lien', 'tin.retrieved'] })
  assert.equal(
    [replaced.status, types(replaced.body), replaced.body.id],
    [200, ['tin.retrieved', 'lien.found', 'lien.terminated'], made.body.id],
  )
  const again = await service.test.post(path, { event_types: ['registration'] })
  assert.equal([again.status, types(again.body).length, again.body.id], [201, 8, made.body.id])

  assert.is((await service.test.del(path)).status, 200)
  assert.is((await service.test.get(path)).status, 404)
  assert.is((await service.test.get(`/v1/businesses/${id}`)).body.monitor, null)
})

test('an empty list, an unknown type and another account are refused', async () => {
  const { id } = await verified(service.test, acme)
  const path = `/v1/businesses/${id}/monitor`
  for (const body of [{}, { event_types: [] }, { event_types: ['weather'] }, { event_types: 'tin' }])
    assert.is((await service.test.post(path, body)).status, 422, JSON.stringify(body))
  const other = await service.otherAccount()
  assert.is((await other.post(path, { event_types: ['*'] })).status, 404)
})

test('a monitored business is checked again on schedule, once an interval, and nothing differs where nothing changed', async () => {
  const id = await monitored(service.test, acme)
  const checks = () => count('MonitoredBusinessChecked', `monitor-${id}`)
  const before = await service.test.get(`/v1/businesses/${id}/timeline`)
  assert.is(checks(), 0)
  ahead += 24 * hour
  await until('it is checked', async () => checks() === 1)
  // A long outage: the missed checks are made up for by one.
  ahead += 24 * 10 * hour
  await until('it is checked once more', async () => checks() >= 2)
  ahead += hour
  await until('the next day comes', async () => {
    ahead += hour
    return checks() >= 3
  })
  assert.ok(checks() <= 4)
  assert.equal((await service.test.get(`/v1/businesses/${id}/timeline`)).body.total_count, before.body.total_count)
})

test('new reference data checks exactly the businesses that it touches, and what differs shows in the timeline', async () => {
  const touched = await monitored(service.live, {
    name: 'Acme Widgets LLC',
    addresses: [{ full_address: '123 Main St, Portland, OR 97201' }],
  })
  const other = await monitored(service.live, {
    name: 'Quillfeather Lantern Works LLC',
    addresses: [{ full_address: '12 Glimmer Ln, Portland, OR 97201' }],
  })
  const people = async (id: string) => (await service.live.get(`/v1/businesses/${id}`)).body.people.map(({ name }: Body) => name)
  const lines = readFileSync('sample/or_sos/invented-biz-list.csv', 'utf8').trimEnd().split('\n')
  const jane = lines.find((line) => line.includes('900000002') && line.includes('AUTHORIZED REPRESENTATIVE,JANE')) as string
  const file = join(service.dataDir, 'invented-biz-list.csv')
  writeFileSync(file, `${[...lines, jane.replace('JANE,Q,EXAMPLE', 'PERPETUA,,NEWCOMER')].join('\n')}\n`)
  await importFiles({ folder: join(service.dataDir, 'reference'), kind: 'or_sos', files: [file], version: '2027-01-01' })

  await until('the newcomer is found', async () => (await people(touched)).some((name: string) => /newcomer/i.test(name)))
  const { data } = (await service.live.get(`/v1/businesses/${touched}/timeline?event_types=person.created`)).body
  assert.ok(data.some((event: Body) => /newcomer/i.test(event.data.object.name)))
  assert.is(count('MonitorCheckRequested', `monitor-${touched}`), 1)
  assert.is(count('MonitorCheckRequested', `monitor-${other}`), 0, 'nobody else is looked at')
  const { event_types } = (await service.live.get(`/v1/businesses/${touched}/monitor`)).body
  const status = (type: string) => event_types.find((each: Body) => each.type === type).status
  assert.equal([status('lien.found'), status('bankruptcy.created')], ['active', 'unavailable'], 'open data tells of liens alone')
})

test('a new listing checks the businesses and people whose names it hits', async () => {
  const hit = await monitored(service.live, {
    name: 'Grimwold Holdings LLC',
    addresses: [{ full_address: '9 Side St, Salem, OR 97301' }],
    people: [{ name: 'Ottoline Grimsby' }],
  })
  const sdn = readFileSync('sample/ofac_sdn/invented-sdn.csv', 'utf8').trimEnd().split('\n')
  const row = (sdn[3] as string).replace('9900004', '9900099').replace('BLACK MICHAEL, Duke', 'GRIMSBY, Ottoline')
  const files = readdirSync('sample/ofac_sdn').map((name) => join('sample/ofac_sdn', name))
  const file = join(service.dataDir, 'invented-sdn.csv')
  writeFileSync(file, `${[...sdn, row].join('\n')}\n`)
  await importFiles({
    folder: join(service.dataDir, 'reference'),
    kind: 'ofac_sdn',
    files: [...files.filter((each) => !each.endsWith('invented-sdn.csv')), file],
    version: '2027-01-02',
  })
  await until('the hit shows', async () => (await service.live.get(`/v1/businesses/${hit}`)).body.watchlist?.hit_count === 1)
})

test('a type that the account may not monitor any more is unavailable and looked at no more, until it may again', async () => {
  const [one, other] = [await monitored(service.test, acme, ['tin', 'watchlist_result']), await monitored(service.test, acme, ['tin'])]
  const settings = `/operator/accounts/${(await service.operator.get('/operator/accounts')).body.data[0].id}`
  const allow = (...monitor_types: string[]) => service.operator.put(`${settings}/monitor_types`, { monitor_types })
  const shown = async (id: string) => {
    const { event_types } = (await service.test.get(`/v1/businesses/${id}/monitor`)).body
    return event_types.map(({ type, status, enabled_at }: Body) => [type, status, enabled_at !== null])
  }
  const checks = (id: string) => count('MonitoredBusinessChecked', `monitor-${id}`)
  const [tin, hit] = [(status: string, is: boolean) => ['tin.retrieved', status, is], ['watchlist_result.created', 'active', true]]
  await allow('watchlist_result', 'lien')
  assert.equal([await shown(one), await shown(other)], [[tin('unavailable', false), hit], [tin('unavailable', false)]])
  const before = checks(other)
  ahead += 25 * hour
  await until('what may be watched is checked', async () => checks(one) > 0)
  ahead += 25 * hour
  await until('it is checked again', async () => checks(one) > 1)
  assert.is(checks(other), before, 'nothing is left to look at')
  await allow('watchlist_result', 'lien', 'tin')
  assert.equal(await shown(other), [tin('active', true)])
  ahead += 25 * hour
  await until('it is watched for again', async () => checks(other) > before)
  await service.operator.put(`${settings}/features/monitoring`, { on: false })
  assert.equal(await shown(other), [tin('unavailable', false)])
  await service.operator.put(`${settings}/features/monitoring`, { on: true })
})

test('bulk disable takes the types named away, ends what has none left, and tells by mail', async () => {
  const [one, other] = [await monitored(service.test, acme, ['lien', 'tin']), await monitored(service.test, acme, ['lien'])]
  const accepted = await service.test.post('/v1/monitoring/bulk_disable', {
    monitor_types: ['lien'],
    notification_email: 'ann@example.com',
  })
  assert.is(accepted.status, 200)
  await until(
    'the monitor that has none left is gone',
    async () => (await service.test.get(`/v1/businesses/${other}/monitor`)).status === 404,
  )
  await until(
    'the other has one type left',
    async () => types((await service.test.get(`/v1/businesses/${one}/monitor`)).body).join() === 'tin.retrieved',
  )
  const file = join(service.dataDir, 'mail', `bulk-disable-${accepted.body.id}.eml`)
  await until('the mail is there', async () => existsSync(file))
  const mail = readFileSync(file, 'utf8')
  assert.match(mail, /^To: ann@example\.com/m)

  const rest = await service.test.post('/v1/monitoring/bulk_disable')
  assert.is(rest.status, 200)
  await until('nothing is monitored any more', async () => (await service.test.get(`/v1/businesses/${one}/monitor`)).status === 404)
  assert.is((await service.test.post('/v1/monitoring/bulk_disable', { monitor_types: ['weather'] })).status, 422)
  assert.is((await service.test.post('/v1/monitoring/bulk_disable', { monitor_types: [] })).status, 422)
  assert.is((await service.test.post('/v1/monitoring/bulk_disable', { notification_email: 'nobody' })).status, 422)
})

test.run()
