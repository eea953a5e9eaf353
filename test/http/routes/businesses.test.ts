// Businesses and all that is read of one, route by route: what a list selects, what an answer shows, and who is refused.
import { randomUUID } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { products } from '../../../src/events/business.ts'
import { entityTypes } from '../../../src/events/entity-types.ts'
import { registryTypes, timelineTypes } from '../../../src/inner/timeline.ts'
import { businesses } from '../../../src/projections/businesses.ts'
import { timeline } from '../../../src/projections/timeline.ts'
import { filled } from '../../filled.ts'
import {
  acme,
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

const test = suite('routes of businesses')

let scene: Scene
let business: Body
let path: string
/** One without a website, decided on by nobody. */
let plain: Body

const site = { ...acme, website: { url: 'https://acme-widgets.example' }, people: [{ name: 'Ann Smith' }] }

test.before(async () => {
  scene = await openScene()
  plain = await reviewed(scene.test, { name: 'Plain LLC', addresses: [portland], tags: ['plain'], external_id: 'p-1' })
  business = await reviewed(scene.test, site)
  path = `/v1/businesses/${business.id}`
  await made(scene.person.post(`${path}/notes`, { text: 'Called them.' }))
})
test.after(() => scene.close())

const strangers = (): readonly Caller[] => [scene.other, scene.live]

for (const part of [
  '',
  '/orders',
  '/events',
  '/proof',
  '/timeline',
  '/notes',
  '/website',
  '/connections',
  '/screenings',
  '/screenings/latest/certificate',
  '/screenings/latest/certificate/pdf',
  '/report',
  '/pdf',
  '/risk',
  '/review',
  '/documents',
  '/ownership',
  '/ownership/bods',
  '/policy_results',
  '/decision',
  '/decision/notice',
  '/decision/notice/text',
  '/decision/notice/pdf',
  '/retention',
])
  test(`to other accounts and modes there is no business${part}`, async () => {
    for (const caller of filled(strangers())) assert.is((await caller.get(`${path}${part}`)).status, 404)
    assert.is((await scene.test.get(`/v1/businesses/${randomUUID()}${part}`)).status, 404)
  })

const writes: readonly (readonly [string, (caller: Caller) => Promise<Reply>])[] = [
  ['updated', (caller) => caller.patch(path, { tags: ['x'] })],
  ['noted', (caller) => caller.post(`${path}/notes`, { text: 'x' })],
  ['given another risk', (caller) => caller.put(`${path}/risk`, { tier: 'high', reason: 'x' })],
  ['given other owners', (caller) => caller.put(`${path}/ownership`, { ownership: [] })],
  ['certified', (caller) => caller.post(`${path}/ownership/certifications`, { name: 'Ann', title: 'CEO' })],
  ['resolved', (caller) => caller.post(`${path}/ownership/discrepancies/${randomUUID()}/resolution`, { reason: 'x' })],
  ['ordered for', (caller) => caller.post(`${path}/orders`, { product: 'website' })],
  ['given a notice', (caller) => caller.post(`${path}/decision/notice`)],
]
for (const [what, write] of writes)
  test(`by other accounts and modes no business is ${what}`, async () => {
    for (const caller of filled(strangers())) assert.is((await write(caller)).status, 404)
  })

test('businesses are created with what is submitted, and found by it', async () => {
  const { id } = await made(
    scene.person.post('/v1/businesses', {
      ...acme,
      name: 'Unusual Zither Inc',
      tags: ['zither'],
      external_id: 'z-1',
      unique_external_id: 'z-unique',
    }),
  )
  const list = '/v1/businesses'
  for (const query of ['q=zither', 'tag=zither', 'external_id=z-1', 'unique_external_id=z-unique', 'mode=test&q=unusual'])
    assert.equal(idsOf(await scene.test.get(`${list}?${query}`)), [id], query)
  for (const query of [
    'mode=live',
    'q=zither&tag=plain',
    `business_batch_id=${randomUUID()}`,
    'due=overdue',
    'due=soon',
    'due=either',
    'status=approved',
  ])
    assert.equal(idsOf(await scene.test.get(`${list}?${query}`)), [], query)
  assert.equal(await paged(scene.test, list, 3), [id, business.id, plain.id])
  assert.equal(idsOf(await scene.other.get(list)), [])
  const [item] = (await made(scene.test.get(`${list}?q=zither`))).data
  assert.equal([item.orders[0].requester.name, item.assignee], ['ann', null])
  assert.equal(refusal(await scene.test.post(list, { name: 'X', addresses: [{}] })).slice(0, 1), [422])
  const unplaced = await scene.test.post(list, { name: 'X', addresses: [portland, { state: 'Oregon' }] })
  assert.equal(refusal(unplaced), [422, 'address.address_line1', 'address.city', 'address.state'])
})

test('the businesses that are due are asked for with the time and the order of their reviews', async () => {
  const asked: Body[] = []
  const read = ((projection: unknown) => {
    const reading = scene.inner.read(projection as never) as Body
    if (projection !== businesses) return reading
    const find = (options: object) => {
      asked.push(options)
      return reading.find(options)
    }
    return { ...reading, find }
  }) as typeof scene.inner.read
  await made(scene.over({ read }).get('/v1/businesses?due=soon'))
  await made(scene.over({ read }).get('/v1/businesses'))
  const [due, all] = asked
  assert.not.equal(due.sort, all.sort)
  assert.ok(Object.keys(due.where).length > Object.keys(all.where).length)
})

test('an item of a list has what is selected and what it is expanded by', async () => {
  const item = async (query: string) => (await made(scene.test.get(`/v1/businesses?external_id=p-1&${query}`))).data[0]
  const bare = await item('')
  assert.not.ok('registrations' in bare)
  assert.equal([bare.name, bare.tags], ['Plain LLC', ['plain']])
  const expanded = await item('expand[]=registrations&expand[]=names')
  assert.equal([expanded.registrations, expanded.names], [plain.registrations, plain.names])
  assert.equal(expanded.name, 'Plain LLC')
  const selected = await item('fields=name')
  assert.equal([selected.name, 'tags' in selected, selected.id], ['Plain LLC', false, plain.id])
  assert.equal(Object.keys(await item('fields=name&expand[]=registrations')).includes('registrations'), true)
  assert.equal(refusal(await scene.test.get('/v1/businesses?fields=color')), [400, 'fields'])
  assert.equal(refusal(await scene.test.get('/v1/businesses?expand[]=color')), [400, 'expand[]'])
})

test('a list reads what its items are expanded by, and nothing more', async () => {
  const collections = async (query: string): Promise<ReadonlySet<string>> => {
    const asked = new Set<string>()
    const read = ((projection: Parameters<typeof scene.inner.read>[0]) => {
      asked.add(projection.spec.name)
      return scene.inner.read(projection)
    }) as typeof scene.inner.read
    await made(scene.over({ read }).get(`/v1/businesses?external_id=p-1&${query}`))
    return asked
  }
  const plainly = await collections('fields=name')
  const expanded = await collections('fields=name&expand[]=monitor')
  assert.equal([plainly.has('monitors'), expanded.has('monitors')], [false, true])
})

test('a business that the client has already is answered without a body', async () => {
  const tagOf = ({ headers }: Reply) => headers.get('etag') ?? ''
  const first = await scene.test.get(path)
  assert.is((await scene.test.get(path, { 'If-None-Match': '*' })).status, 304)
  for (const stranger of [scene.live, scene.other]) {
    const { status, headers } = await stranger.get(path, { 'If-None-Match': '*' })
    assert.equal([status, headers.get('etag')], [404, null], 'a tag would tell when the business changes')
  }
  const again = await scene.test.get(path, { 'If-None-Match': tagOf(first) })
  assert.equal([again.status, again.text, tagOf(again)], [304, '', tagOf(first)])
  assert.is((await scene.test.get(path, { 'If-None-Match': 'W/"other"' })).status, 200)
  await made(scene.test.patch(path, { tags: ['changed'] }))
  const changed = await scene.test.get(path, { 'If-None-Match': tagOf(first) })
  assert.equal([changed.status, changed.body.tags], [200, ['changed']])
  const { body, headers } = await scene.test.get(`${path}?fields=name,tags`)
  assert.equal([body.name, body.tags, body.orders], ['Acme Widgets LLC', ['changed'], undefined])
  assert.match(headers.get('content-type') ?? '', 'application/json')
  const some = await made(scene.test.get(`${path}?fields=name&expand[]=registrations`))
  assert.equal([some.registrations.length > 0, some.tags], [true, undefined])
})

test('what belongs to a business is 304 too while nothing of it has changed', async () => {
  const one = await reviewed(scene.test)
  const order = `/v1/orders/${one.orders[0].id}`
  const own = `/v1/businesses/${one.id}`
  for (const at of [order, ...['review', 'risk', 'ownership', 'retention'].map((part) => `${own}/${part}`)]) {
    const tag = (await scene.test.get(at)).headers.get('etag') ?? ''
    assert.is((await scene.test.get(at, { 'If-None-Match': tag })).status, 304, at)
  }
  const tag = (await scene.test.get(order)).headers.get('etag') ?? ''
  await made(scene.test.put(order, { status: 'rejected' }))
  const changed = await scene.test.get(order, { 'If-None-Match': tag })
  assert.equal([changed.status, changed.body.status], [200, 'rejected'])
})

test('a business is shown as it stood', async () => {
  const { data } = await made(scene.test.get(`${path}/events?per_page=100`))
  const submitted = data.at(-1)
  const stood = await made(scene.test.get(`${path}?as_of=${submitted.position}`))
  assert.equal([stood.status, stood.requester.name, stood.registrations], ['open', 'Account one', []])
  assert.equal(Object.keys(await made(scene.test.get(`${path}?as_of=${submitted.position}&fields=name`))).includes('orders'), false)
  assert.is((await scene.test.get(`${path}?as_of=${Number(submitted.position) - 1}`)).status, 404)
  for (const part of ['ownership', 'risk', 'ownership/bods']) {
    assert.is((await scene.test.get(`${path}/${part}?as_of=${submitted.position}`)).status, 200)
    assert.is((await scene.test.get(`${path}/${part}?as_of=${Number(submitted.position) - 1}`)).status, 404)
    assert.equal(refusal(await scene.test.get(`${path}/${part}?as_of=once`)), [400, 'as_of'])
  }
})

test('the events of a business are listed, the newest first, with a place in each page', async () => {
  const ids = await paged(scene.test, `${path}/events`, 4)
  const { data } = await made(scene.test.get(`${path}/events?per_page=100`))
  assert.equal(
    data.map(({ revision }: Body) => revision),
    ids.map((_, index) => ids.length - 1 - index),
  )
  assert.equal(
    [data[0].object, data.at(-1).type, data.at(-1).actor],
    ['history_event', 'BusinessCreated', { type: 'api_key', id: scene.keyId }],
  )
  const half = ids[1] ?? ''
  const { data: rest, has_more } = await made(scene.test.get(`${path}/events?per_page=100&starting_after=${half}`))
  assert.equal([rest.map(({ id }: Body) => id), has_more], [ids.slice(2), false])
  assert.is((await made(scene.test.get(`${path}/events?per_page=${ids.length}`))).has_more, false)
  assert.is((await made(scene.test.get(`${path}/events?per_page=${ids.length - 1}`))).has_more, true)
})

test('a proof comes once the log is sealed over the business', async () => {
  const none = scene.over({ proofOf: async () => null })
  const missing = await none.get(`${path}/proof`)
  assert.equal([missing.status, missing.body.errors.length], [404, 1])
  assert.match(missing.text, /no seal covers this business yet/)
  const asked: string[] = []
  const proofOf = async (stream: string) => {
    asked.push(stream)
    return { of: stream }
  }
  const sealed = scene.over({ proofOf: proofOf as unknown as typeof scene.inner.proofOf })
  assert.equal(await made(sealed.get(`${path}/proof`)), { of: `business-${business.id}` })
  assert.equal(asked, [`business-${business.id}`])
})

test('the timeline is that of the days and types that are asked for, plain ones with the filings of the registry', async () => {
  const asked: Body[] = []
  const read = ((projection: unknown) => {
    const reading = scene.inner.read(projection as never) as Body
    const noted = (options: Body) => {
      asked.push(options.where)
      return reading.find(options)
    }
    return projection === timeline ? { ...reading, find: noted } : reading
  }) as typeof scene.inner.read
  const over = scene.over({ read })
  const all = await made(over.get(`${path}/timeline`))
  assert.ok(all.data.length > 1)
  assert.is(all.url, `${path}/timeline`)
  await paged(scene.test, `${path}/timeline`)
  const days = [...new Set(all.data.map(({ occurred_at }: Body) => occurred_at.slice(0, 10)))].toSorted() as readonly string[]
  const [first = '', last = ''] = [days[0], days.at(-1)]
  assert.is.not(first, last)
  const of = async (query: string): Promise<readonly string[]> => idsOf(await over.get(`${path}/timeline?${query}`))
  const ids = idsOf({ body: all } as Reply)
  const on = (fits: (day: string) => boolean) =>
    all.data.filter(({ occurred_at }: Body) => fits(occurred_at.slice(0, 10))).map(({ id }: Body) => id)
  assert.equal(await of(`start_date=${first}`), ids)
  assert.equal(
    await of(`start_date=${last}`),
    on((day) => day >= last),
  )
  assert.equal(await of(`end_date=${last}`), ids)
  assert.equal(
    await of(`end_date=${first}`),
    on((day) => day <= first),
  )
  assert.equal(
    await of(`start_date=${first}&end_date=${first}`),
    on((day) => day === first),
  )
  const [type = ''] = registryTypes
  const typesOf = async (types: string) => {
    await of(`event_types=${types}`)
    return asked.at(-1).type
  }
  assert.equal(await typesOf(type), { in: [type, `sos_history.${type}`] })
  assert.equal(await typesOf(`sos_history.${type}`), { in: [`sos_history.${type}`] })
  assert.is(await typesOf(''), undefined)
  for (const each of filled(timelineTypes)) await typesOf(each)
  assert.equal(refusal(await scene.test.get(`${path}/timeline?event_types=moon`)), [400, 'event_types'])
  assert.equal(refusal(await scene.test.get(`${path}/timeline?start_date=soon`)), [400, 'start_date'])
})

test('orders are listed by product, and shown below their own business', async () => {
  const orders = `${path}/orders`
  await paged(scene.test, orders)
  const { data } = await made(scene.test.get(orders))
  const verify = data.find(({ product }: Body) => product === 'business_verification_verify')
  assert.equal(idsOf(await scene.test.get(`${orders}?packages=business_verification_verify`)), [verify.id])
  assert.is((await made(scene.test.get(`${orders}?packages=`))).total_count, data.length)
  assert.is((await made(scene.test.get(`${orders}?packages=${products.join(',')}`))).total_count, data.length)
  assert.equal(idsOf(await scene.test.get(`${orders}?packages=tin`)), [])
  assert.equal(refusal(await scene.test.get(`${orders}?packages=moon`)), [400, 'packages'])
  assert.equal(await made(scene.test.get(`${orders}/${verify.id}`)), verify)
  assert.equal(await made(scene.test.get(`/v1/orders/${verify.id}`)), verify)
  assert.is((await scene.test.get(`/v1/businesses/${plain.id}/orders/${verify.id}`)).status, 404)
  for (const caller of filled(strangers())) {
    assert.is((await caller.get(`/v1/orders/${verify.id}`)).status, 404)
    assert.is((await caller.put(`/v1/orders/${verify.id}`, { status: 'completed' })).status, 404)
    assert.is((await caller.get(`${orders}/${verify.id}`)).status, 404)
  }
})

test('an order is placed by the sender, assigned to a person of the account, and gets a status', async () => {
  const placed = await made(scene.person.post(`/v1/businesses/${plain.id}/orders`, { product: 'bankruptcies' }))
  assert.equal([placed.product, placed.requester.name], ['bankruptcies', 'ann'])
  const at = `/v1/orders/${placed.id}`
  const assigned = await made(scene.test.put(at, { assignee_id: scene.secondId }))
  assert.is(assigned.assignee_id, scene.secondId)
  const { status } = await once(scene.test, at, (order) => order.status === 'completed')
  const kept = await made(scene.test.put(at, { status }))
  assert.equal([kept.assignee_id, kept.status], [scene.secondId, status])
  for (const stranger of [randomUUID(), scene.keyId])
    assert.equal(refusal(await scene.test.put(at, { assignee_id: stranger })), [422, 'assignee_id'])
  assert.equal(refusal(await scene.test.post(`/v1/businesses/${plain.id}/orders`, {})), [400, 'product'])
  assert.equal(refusal(await scene.test.post(`/v1/businesses/${plain.id}/orders`, { product: 'moon' })), [422, 'product'])
  const opened = await made(scene.test.put(at, { status: 'open' }))
  assert.is(opened.status, 'open')
})

test('the website of a business is shown with the details of its indicators where they are asked for', async () => {
  const website = await made(scene.test.get(`${path}/website`))
  const detailed = await made(scene.test.get(`${path}/website?include=indicator_details`))
  assert.is(website.url, 'https://acme-widgets.example')
  assert.ok(JSON.stringify(detailed).length > JSON.stringify(website).length)
  assert.equal(await made(scene.test.get(`${path}/website?include=`)), website)
  assert.is((await scene.test.get(`/v1/businesses/${plain.id}/website`)).status, 404)
  assert.equal(refusal(await scene.test.get(`${path}/website?include=all`)), [400, 'include'])
})

test('connections are listed where the account has them, and noted for the prefill that follows', async () => {
  await reviewed(scene.test, { name: 'Neighbour One LLC', addresses: [portland] })
  const all = await paged(scene.test, `${path}/connections`)
  const { data, url } = await made(scene.test.get(`${path}/connections`))
  assert.equal(
    [url, filled<Body>(data).every(({ object }) => object === 'connection'), all.length],
    [`${path}/connections`, true, data.length],
  )
  const feature = `/operator/accounts/${scene.accountId}/features/connections`
  await made(scene.operator.put(feature, { on: false }))
  assert.is((await scene.test.get(`${path}/connections`)).status, 403)
  await made(scene.operator.put(feature, { on: true }))
  const asked: string[] = []
  const { records } = scene.inner.documents
  const getMany: typeof records.getMany = (kind, keys) => {
    if (kind === 'shown_connections') asked.push(...keys)
    return records.getMany(kind, keys)
  }
  const over = scene.over({ documents: { ...scene.inner.documents, records: { ...records, getMany } } })
  await made(over.get(`${path}/connections?per_page=1`))
  assert.is(asked.length, 1)
  assert.ok(asked[0]?.includes(all[0] ?? ''))
})

test('names are completed and forms filled from the evidence of the mode', async () => {
  const found = await made(scene.live.post('/v1/identities/autocomplete', { name: 'acme wid' }))
  assert.ok(found.data.some(({ names }: Body) => names[0].name === 'ACME WIDGETS LLC'))
  assert.is.not(
    (await made(scene.test.post('/v1/identities/autocomplete', { name: 'acme wid' }))).data[0]?.names[0].name,
    'ACME WIDGETS LLC',
  )
  const [{ id }] = found.data
  const filledIn = await made(scene.live.post('/v1/prefill/businesses', { autocomplete_result_id: id }))
  assert.ok(filledIn.names.length > 0)
  assert.is((await scene.test.post('/v1/prefill/businesses', { names: ['Acme'], addresses: [portland.full_address] })).status, 200)
  assert.equal(refusal(await scene.test.post('/v1/prefill/businesses', {})), [400, undefined])
  assert.equal(refusal(await scene.test.post('/v1/prefill/businesses', { names: ['Acme'] })), [400, 'addresses'])
})

test('a creation and an update are told all that is wrong with what they refer to', async () => {
  const taken = { unique_external_id: 'all-problems' }
  const { id } = await made(scene.test.post('/v1/businesses', { ...acme, ...taken }))
  const nobody = { assignee_id: randomUUID() }
  const unknown = { connection_id: 'unknown', ...nobody }
  const create = async (more: object) => refusal(await scene.test.post('/v1/businesses', { ...acme, ...more }))
  assert.equal(await create({ ...unknown, ...taken }), [422, 'connection_id', 'assignee_id', 'unique_external_id'])
  assert.equal(await create({ ...unknown, unique_external_id: 'free' }), [422, 'connection_id', 'assignee_id'])
  assert.equal(await create({ orders: [{ product: 'liens' }], ...taken }), [422, 'orders.0.product', 'unique_external_id'])
  const update = async (of: string, more: object) => refusal(await scene.test.patch(`/v1/businesses/${of}`, more))
  const other = await made(scene.test.post('/v1/businesses', { ...acme, unique_external_id: 'other-problems' }))
  assert.equal(await update(other.id, { ...nobody, ...taken }), [422, 'assignee_id', 'unique_external_id'])
  assert.equal(await update(id, { ...nobody, ...taken }), [422, 'assignee_id'])
  assert.equal(await update(id, { assignee_id: null, ...taken }), [200])
})

test('names are completed and forms filled by every type of entity', async () => {
  const complete = (entity_type: string) => scene.test.post('/v1/identities/autocomplete', { name: 'acme wid', entity_type })
  for (const type of filled(entityTypes)) {
    const { data } = await made(complete(type))
    assert.equal(
      data.filter(({ entity_type }: Body) => entity_type !== type),
      [],
      type,
    )
  }
  assert.equal(refusal(await complete('SOLE_TRADER')), [422, 'entity_type'])
  const sole = { names: ['Sole Proprietorship'], addresses: [portland.full_address] }
  assert.is((await made(scene.test.post('/v1/prefill/businesses', sole))).formation.entity_type, 'SOLE_PROPRIETORSHIP')
})

const isPdf = async (at: string, name: RegExp, caller = scene.test) => {
  const { status, text, headers } = await caller.get(at)
  assert.equal([status, text.slice(0, 5), headers.get('content-type')], [200, '%PDF-', 'application/pdf'])
  assert.match(headers.get('content-disposition') ?? '', name)
}

test('each screening has a certificate, as JSON and to print', async () => {
  const screenings = `${path}/screenings`
  const older = randomUUID()
  const history: typeof scene.inner.history = async (stream, options) => {
    const events = await scene.inner.history(stream, options)
    const both = (event: (typeof events)[number]) => [{ ...event, id: older }, event]
    return events.flatMap((event) => {
      if (event.type !== 'WatchlistScreened') return event
      return options?.direction === 'backwards' ? both(event).toReversed() : both(event)
    })
  }
  const screened = scene.over({ history })
  const [newest = '', ...others] = await paged(screened, screenings)
  assert.equal(others, [older])
  const latest = await made(scene.test.get(`${screenings}/latest/certificate`))
  const certificate = await made(screened.get(`${screenings}/${older}/certificate`))
  assert.equal([latest.screening.id, certificate.screening.id, latest.business.id], [newest, older, business.id])
  await isPdf(`${screenings}/${older}/certificate/pdf`, new RegExp(`^inline; filename="screening-${older}\\.pdf"$`), screened)
  assert.is((await scene.test.get(`${screenings}/${randomUUID()}/certificate`)).status, 404)
})

test('the report on a business is there for machines and to print', async () => {
  const report = await made(scene.test.get(`${path}/report`))
  assert.is(report.business.id, business.id)
  await isPdf(`${path}/pdf`, new RegExp(`^inline; filename="business-${business.id}\\.pdf"$`))
})

test('the risk tier is shown and set with a reason', async () => {
  const risk = await made(scene.test.get(`${path}/risk`))
  assert.ok(risk.tier)
  const set = await made(scene.person.put(`${path}/risk`, { tier: 'high', reason: 'A new market' }))
  assert.is(set.tier, 'high')
  assert.equal(await made(scene.test.get(`${path}/risk`)), set)
  assert.equal(refusal(await scene.test.put(`${path}/risk`, { tier: 'high' })).slice(0, 2), [422, 'reason'])
})

test('the review is shown with its assignee, and of a business without one refused', async () => {
  const review = await made(scene.test.get(`${path}/review`))
  assert.ok(review.tasks.length > 3)
  const read = ((projection: unknown) => {
    const reading = scene.inner.read(projection as never) as Body
    const get = async (id: string) => ({ ...(await reading.get(id)), review: null })
    return projection === businesses ? { ...reading, get } : reading
  }) as typeof scene.inner.read
  assert.is((await scene.over({ read }).get(`${path}/review`)).status, 404)
  assert.is(review.assignee, null)
  await made(scene.test.patch(path, { assignee_id: scene.personId }))
  assert.is((await made(scene.test.get(`${path}/review`))).assignee.id, scene.personId)
  const [item] = (await made(scene.test.get('/v1/businesses?q=acme&tag=changed'))).data
  assert.is(item.assignee.id, scene.personId)
  assert.is((await made(scene.test.get('/v1/tin_match/availability'))).available, true)
  const modes: string[] = []
  const tinAvailable = async (mode: string) => {
    modes.push(mode)
    return false
  }
  assert.equal(await made(scene.over({ tinAvailable }).get('/v1/tin_match/availability')), { available: false })
  assert.equal(modes, ['test'])
})

test('notes are listed, the newest first', async () => {
  const { id } = await made(scene.test.post(`${path}/notes`, { text: 'Wrote to them.' }))
  assert.is((await paged(scene.test, `${path}/notes`))[0], id)
  assert.equal(refusal(await scene.test.post(`${path}/notes`, {})), [422, 'text'])
})

test('documents are listed, shown and linked to, of their own business', async () => {
  const file = { document_type: 'UCC-1', filename: 'one.txt', content_type: 'text/plain', content: Buffer.from('one').toString('base64') }
  for (const filename of ['one.txt', 'two.txt']) {
    const answer = await scene.operator.post(`/operator/businesses/${business.id}/documents`, {
      ...file,
      filename,
      content: Buffer.from(filename).toString('base64'),
    })
    assert.is(answer.status, 201, answer.text)
  }
  const [newest = ''] = await paged(scene.test, `${path}/documents`)
  const document = await made(scene.test.get(`/v1/documents/${newest}`))
  assert.is(document.filename, 'two.txt')
  const { data: link } = await made(scene.test.get(`/v1/documents/${newest}/download_url`))
  const address = new URL(JSON.stringify(link).match(/http[^"]*/)?.[0] ?? '')
  const served = await scene.test.get(`${address.pathname}${address.search}`)
  assert.equal([served.status, served.text], [200, 'two.txt'])
  assert.equal(idsOf(await scene.test.get(`/v1/businesses/${plain.id}/documents`)), [])
  for (const caller of filled(strangers())) {
    assert.is((await caller.get(`/v1/documents/${newest}`)).status, 404)
    assert.is((await caller.get(`/v1/documents/${newest}/download_url`)).status, 404)
  }
})

test('owners are replaced, certified and exported', async () => {
  const owners = [
    { person: { name: 'Ann Owner' }, percentage: 60 },
    { person: { name: 'Ben Jones' }, percentage: 40 },
  ]
  const replaced = await made(scene.test.put(`${path}/ownership`, { ownership: owners }))
  assert.equal(replaced.owners.map(({ name }: Body) => name).toSorted(), ['Ann Owner', 'Ben Jones'])
  const certified = await made(scene.test.post(`${path}/ownership/certifications`, { name: 'Ann Owner', title: 'CEO' }))
  assert.equal([certified.name, (await made(scene.test.get(`${path}/ownership`))).certifications[0]], ['Ann Owner', certified])
  assert.ok((await made(scene.test.get(`${path}/ownership/bods`))).length > 2)
  assert.is((await scene.test.post(`${path}/ownership/discrepancies/${randomUUID()}/resolution`, { reason: 'x' })).status, 404)
  assert.equal(refusal(await scene.test.put(`${path}/ownership`, { ownership: 'x' })), [422, 'ownership'])
})

test('a rejection is told with its notice, in each form', async () => {
  const { id } = await reviewed(scene.test, { name: 'Turned Away LLC', addresses: [portland] })
  const at = `/v1/businesses/${id}/decision`
  assert.is((await made(scene.test.get(at))).decision, null)
  assert.is((await scene.test.post(`${at}/notice`)).status, 422)
  assert.is((await scene.test.get(`${at}/notice`)).status, 422)
  await made(
    scene.test.patch(`/v1/businesses/${id}`, { status: 'rejected', status_reasons: [{ code: 'not_registered', findings: ['name'] }] }),
  )
  assert.is((await scene.test.post(`${at}/notice`)).status, 422)
  const settings = await made(scene.test.put('/v1/notice_settings', { creditor_address: '1 Bank St, Salem, OR 97301' }))
  assert.equal(await made(scene.test.get('/v1/notice_settings')), settings)
  assert.is(settings.creditor_address, '1 Bank St, Salem, OR 97301')
  assert.is((await scene.test.get(`${at}/notice`)).status, 404)
  const notice = await made(scene.test.post(`${at}/notice`))
  assert.equal(await made(scene.test.get(`${at}/notice`)), notice)
  const { text, headers } = await scene.test.get(`${at}/notice/text`)
  assert.equal([text, headers.get('content-type')?.split(';')[0]], [notice.text, 'text/plain'])
  await isPdf(`${at}/notice/pdf`, new RegExp(`^inline; filename="notice-${notice.id}\\.pdf"$`))
  assert.is((await made(scene.test.get(at))).notice.id, notice.id)
})

test.run()
