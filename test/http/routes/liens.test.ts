// Liens and monitoring route by route: what is refused and where, what is filed, and what a list shows.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { monitorTypes } from '../../../src/events/monitor.ts'
import { memberLimits } from '../../../src/interface/limits.ts'
import { StoreUnavailable } from '../../../src/stores/event-store.ts'
import { until } from '../../eventually.ts'
import { debtor, filing } from '../../journeys/lien-parties.ts'
import { type Body, made, openScene, paged, refusal, reviewed, type Scene } from '../scene.ts'

const test = suite('routes of liens and monitoring')

let scene: Scene
/** A clock so slow that the desk of the sandbox, which takes seconds, never comes to a lien. */
const start = Date.parse('2026-11-21T09:30:00.000Z')
let ticks = 0
let business: string
let liens: string

test.before(async () => {
  scene = await openScene({ now: () => new Date(start + ticks++) })
  business = (await reviewed(scene.test)).id
  liens = `/v1/businesses/${business}/liens`
})
test.after(() => scene.close())

const file = { document_type: 'UCC-1', filename: 'one.txt', content_type: 'text/plain', content: Buffer.from('one').toString('base64') }

test('a lien is filed with its packet number and its parties, and listed with the newest first', async () => {
  const first = await made(scene.test.post(liens, { ...filing, packet_number: 'P-1' }))
  assert.equal([first.packet_number, first.state, first.business_id], ['P-1', 'OR', business])
  const { debtors } = await made(scene.operator.get(`/operator/liens/${first.id}`))
  assert.match(debtors[0].id, /^[0-9a-f-]{36}$/)
  const second = await made(scene.test.post(liens, filing))
  assert.match(second.packet_number, /^.{12}$/)
  assert.equal((await paged(scene.test, liens)).slice(0, 2), [second.id, first.id])
  assert.is((await scene.live.get(liens)).status, 404)
})

test('one state makes a lien, a list of states a list of them, and of one state a list of one', async () => {
  assert.is((await made(scene.test.post(liens, filing))).object, 'lien')
  const several = await made(scene.test.post(liens, { ...filing, states: ['CA', 'TX'] }))
  assert.equal([several.object, several.data.map(({ state }: Body) => state), several.url], ['list', ['CA', 'TX'], liens])
  assert.is(new Set(several.data.map(({ id }: Body) => id)).size, 2)
  const single = await made(scene.test.post(liens, { ...filing, states: ['NV'] }))
  assert.equal([single.object, single.data.length], ['list', 1])
})

test('the liens of a business as they stood at a position of the log', async () => {
  const { id } = await made(scene.test.post(liens, filing))
  const { data } = await made(scene.test.get('/v1/events?types=LienRequested&limit=1000'))
  const own = data.filter(({ subject }: Body) => subject !== undefined)
  const { position } = (own.length > 0 ? own : data).at(-1)
  const stood = await made(scene.test.get(`${liens}?as_of=${position}`))
  const before = await made(scene.test.get(`${liens}?as_of=${Number(position) - 1}`))
  assert.is(stood.data.find((each: Body) => each.id === id)?.status, 'created')
  assert.equal(
    before.data.map((each: Body) => each.id),
    stood.data.map((each: Body) => each.id).filter((each: string) => each !== id),
  )
  assert.ok(before.data.length > 0)
})

test('what the account is set up with fills in for what a lien does not name', async () => {
  const secured_parties = [{ name: 'House Bank', addresses: [{ full_address: '2 Side St, Salem, OR 97301' }] }]
  await made(scene.operator.put(`/operator/accounts/${scene.accountId}/defaults`, { secured_parties, collateral: 'All there is' }))
  const bare = { state: 'OR', debtors: [debtor] }
  const lien = await made(scene.test.post(liens, bare))
  assert.equal([lien.secured_parties[0].name, lien.collateral], ['House Bank', 'All there is'])
  const [inBatch] = (await made(scene.test.post(`${liens}/batch`, { liens: [bare] }))).data
  assert.equal([inBatch.secured_parties[0].name, inBatch.collateral], ['House Bank', 'All there is'])
  await made(scene.operator.put(`/operator/accounts/${scene.accountId}/defaults`, { secured_parties: [], collateral: null }))
})

for (const [what, path, body] of [
  ['a lien', '', filing],
  ['a batch', '/batch', { liens: [filing] }],
] as const) {
  test(`${what} needs a business of the account and the feature`, async () => {
    const at = `${liens}${path}`
    assert.is((await scene.other.post(at, body)).status, 404)
    assert.is((await scene.live.post(at, body)).status, 404)
    const feature = `/operator/accounts/${scene.accountId}/features/lien_filing`
    await made(scene.operator.put(feature, { on: false }))
    assert.equal(refusal(await scene.test.post(at, body)), [403, undefined])
    await made(scene.operator.put(feature, { on: true }))
  })

  test(`${what} needs an identity order that is completed, whatever else was ordered`, async () => {
    const read = ((projection: Parameters<typeof scene.inner.read>[0]) => {
      const reading = scene.inner.read(projection)
      const changed = (document: Body, orders: readonly object[]) => document && { ...document, orders }
      return { ...reading, get: async (id: string) => (id === business ? changed(await reading.get(id), ordersNow) : reading.get(id)) }
    }) as typeof scene.inner.read
    let ordersNow: readonly object[] = []
    const post = () => scene.over({ read }).post(`${liens}${path}`, body)
    assert.equal(refusal(await post()), [403, undefined])
    for (const [product, stage, status] of [
      ['website', 'completed', 403],
      ['identity', 'ordered', 403],
      ['identity', 'completed', path === '' ? 201 : 200],
    ] as const) {
      ordersNow = [{ product, stage }]
      assert.is((await post()).status, status, `${product} ${stage}`)
    }
    ordersNow = [
      { product: 'website', stage: 'ordered' },
      { product: 'identity', stage: 'completed' },
    ]
    assert.ok((await post()).status < 300)
  })
}

test('a refusal of one lien names the member, and of a batch the member of the entry', async () => {
  await made(scene.test.post(liens, { ...filing, packet_number: 'Taken' }))
  assert.equal(refusal(await scene.test.post(liens, { ...filing, packet_number: 'Taken' })), [422, 'packet_number'])
  assert.equal(refusal(await scene.test.post(liens, { ...filing, state: 'XX' })), [422, 'state'])
  assert.equal(refusal(await scene.test.post(liens, { ...filing, states: ['CA', 'TX', 'ca'] })), [422, 'states.2'])
  assert.equal(refusal(await scene.test.post(liens, { ...filing, states: ['CA', 'TX'], packet_number: 'Two' })), [422, 'packet_number'])
  const { data } = await made(scene.test.post(`${liens}/batch`, { liens: [filing, { ...filing, state: 'CA', packet_number: 'Taken' }] }))
  assert.equal([data[0].object, data[1].object, data[1].index, data[1].state], ['lien', 'error', 1, 'CA'])
  assert.equal(
    data[1].errors.map(({ parameter }: Body) => parameter),
    ['liens.1.packet_number'],
  )
})

test('the entries of a batch are told apart by their states, however these are written', async () => {
  const batch = (...entries: readonly unknown[]) => scene.test.post(`${liens}/batch`, { liens: entries })
  assert.equal(refusal(await batch(filing, { ...filing, state: ' or ' }, { ...filing, state: 'or' })), [
    422,
    'liens.1.state',
    'liens.2.state',
  ])
  assert.equal(refusal(await batch()), [422, 'liens'])
  const { data, url } = await made(batch(7, null, 'text', {}, { ...filing, state: 5 }, [], { ...filing, state: 'wa' }))
  assert.is(url, liens)
  assert.equal(
    data.map(({ object, index, state }: Body) => [object, index, state]),
    [0, 1, 2, 3, 4, 5].map((index) => ['error', index, null] as unknown[]).concat([['lien', undefined, 'WA']]),
  )
  assert.equal(
    data[0].errors.map(({ parameter }: Body) => parameter),
    ['liens.0'],
  )
  const { debtors } = await made(scene.operator.get(`/operator/liens/${data[6].id}`))
  assert.match(debtors[0].id, /^[0-9a-f-]{36}$/)
})

for (const path of ['', '/batch'])
  for (const [error, status] of [
    [new StoreUnavailable('away'), 503],
    [new Error('broken'), 500],
  ] as const)
    test(`a failure of the service is the answer at liens${path} (${status}), and says nothing of the liens`, async () => {
      const failing = scene.over({ handle: () => Promise.reject(error) })
      assert.is((await failing.post(`${liens}${path}`, path === '' ? filing : { liens: [filing] })).status, status)
    })

test('a document of a lien is served as it was attached, to its own account alone', async () => {
  const { id } = await made(scene.test.post(liens, filing))
  await made(scene.operator.post(`/operator/liens/${id}/documents`, file))
  const lien = (await made(scene.test.get(liens))).data.find((each: Body) => each.id === id)
  const path = `/v1/liens/${id}/documents/${lien.documents[0].id}`
  const served = await scene.test.get(path)
  assert.equal([served.status, served.text, served.headers.get('content-type')], [200, 'one', 'text/plain'])
  assert.match(served.headers.get('content-disposition') ?? '', /^attachment; .*one\.txt/)
  for (const caller of [scene.other, scene.live]) assert.is((await caller.get(path)).status, 404)
  assert.is((await scene.test.get(`/v1/liens/${id}/documents/${randomUUID()}`)).status, 404)
})

test('a lien is terminated once, under the number that came first, with a body or without', async () => {
  const processing = async () => {
    const { id } = await made(scene.test.post(liens, filing))
    assert.equal(refusal(await scene.test.post(`/v1/liens/${id}/termination`)), [422, undefined])
    await made(scene.operator.post(`/operator/liens/${id}/steps`, { step: 'start' }))
    return id
  }
  const id = await processing()
  const path = `/v1/liens/${id}/termination`
  for (const caller of [scene.other, scene.live]) assert.is((await caller.post(path)).status, 404)
  const first = await made(scene.test.post(path, { packet_number: 'T-1' }))
  assert.equal([first.packet_number, first.lien_id], ['T-1', id])
  assert.equal((await made(scene.test.post(path))).packet_number, 'T-1')
  assert.match((await made(scene.test.post(`/v1/liens/${await processing()}/termination`))).packet_number, /^.{12}$/)
})

const monitor = () => `/v1/businesses/${business}/monitor`
const types = ({ event_types }: Body): readonly string[] => event_types.map(({ type }: Body) => type)
const allow = (...monitor_types: readonly string[]) =>
  made(scene.operator.put(`/operator/accounts/${scene.accountId}/monitor_types`, { monitor_types }))

test('a monitor is set, shown, replaced and ended, by its own account and with the feature', async () => {
  const wish = { event_types: ['tin'] }
  for (const answer of [scene.test.get(monitor()), scene.test.put(monitor(), wish), scene.test.del(monitor())])
    assert.is((await answer).status, 404)
  const set = await made(scene.test.post(monitor(), wish))
  assert.ok(types(set).length > 0 && types(set).every((type) => type.startsWith('tin.')))
  assert.equal(await made(scene.test.get(monitor())), set)
  const replaced = await made(scene.test.put(monitor(), { event_types: ['lien', 'tin.retrieved'] }))
  assert.equal([types(replaced), replaced.id], [['tin.retrieved', 'lien.found', 'lien.terminated'], set.id])
  for (const caller of [scene.other, scene.live]) {
    assert.is((await caller.get(monitor())).status, 404)
    assert.is((await caller.post(monitor(), wish)).status, 404)
    assert.is((await caller.put(monitor(), wish)).status, 404)
    assert.is((await caller.del(monitor())).status, 404)
  }
  const feature = `/operator/accounts/${scene.accountId}/features/monitoring`
  await made(scene.operator.put(feature, { on: false }))
  for (const answer of [scene.test.post(monitor(), wish), scene.test.put(monitor(), wish), scene.test.post('/v1/monitoring/bulk_disable')])
    assert.is((await answer).status, 403)
  await made(scene.operator.put(feature, { on: true }))
  assert.equal(await made(scene.test.del(monitor())), { object: 'monitor', id: set.id, deleted: true })
  assert.is((await scene.test.get(monitor())).status, 404)
})

test('only what is known, and what the account is set up for, can be monitored', async () => {
  const post = (...event_types: readonly string[]) => scene.test.post(monitor(), { event_types })
  assert.equal(refusal(await post()), [422, 'event_types'])
  assert.equal(refusal(await post('weather')), [422, 'event_types.0'])
  const { most } = memberLimits.monitored
  await made(post(...Array(most).fill('tin')))
  assert.equal(refusal(await post(...Array(most + 1).fill('tin'))), [422, 'event_types'])
  await allow('tin', 'lien')
  const groups = types(await made(post('*'))).map((type) => type.split('.')[0])
  assert.equal([...new Set(groups)].toSorted(), ['lien', 'tin'])
  const refusedOne = await post('tin', 'bankruptcy.created', 'lien')
  assert.equal(refusal(refusedOne), [422, 'event_types'])
  assert.match(refusedOne.body.errors[0].message, /^bankruptcy.created cannot be monitored/)
  await allow()
  const refusedAll = await post('*')
  assert.equal(refusal(refusedAll), [422, 'event_types'])
  assert.match(refusedAll.body.errors[0].message, /not set up for any/)
  await allow(...monitorTypes)
  await made(scene.test.del(monitor()))
})

test('monitors end in bulk: those that are named, or all that the account is set up for', async () => {
  await allow('tin', 'lien')
  const path = '/v1/monitoring/bulk_disable'
  await made(scene.test.post(monitor(), { event_types: ['tin', 'lien'] }))
  const named = await made(scene.test.post(path, { monitor_types: ['tin', 'lien', 'tin'], notification_email: 'ops@example.com' }))
  assert.equal([named.monitor_types, named.monitor_count], [['tin', 'lien'], 1])
  await until('the monitor ends', async () => (await scene.test.get(monitor())).status === 404)
  const { data } = await made(scene.test.get('/v1/events?types=BulkDisableRequested'))
  assert.is(data.at(-1).data.notification_email, 'ops@example.com')
  const all = await made(scene.test.post(path))
  assert.equal([all.monitor_types.toSorted(), all.monitor_count], [['lien', 'tin'], 0])
  assert.equal(refusal(await scene.test.post(path, { monitor_types: [] })), [422, 'monitor_types'])
  for (const [state, status, done] of [
    [{ status: 'none' }, 'running', 0],
    [{ status: 'running', done: 2 }, 'running', 2],
    [{ status: 'completed', done: 3 }, 'completed', 3],
  ] as const) {
    const handle = (async () => ({ state, position: null })) as unknown as typeof scene.inner.handle
    const answer = await made(scene.over({ handle }).post(path))
    assert.equal([answer.status, answer.completed_monitor_count], [status, done])
  }
  await allow(...monitorTypes)
})

test.run()
