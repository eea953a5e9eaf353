// Orders as specification 4.2 and records.md (Orders) have them.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { products } from '../../src/events/business.ts'
import { filled } from '../filled.ts'
import { acme, type Body, business, parameters, reviewed, startTestService, type TestService, verified } from './service.ts'

const test = suite('orders')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

/** With all that a product may need of a business. */
const given = { tin: { tin: '123456789' }, people: [{ name: 'Ann Smith' }], website: { url: 'https://acme-widgets.example' } }
const alone = { orders: [{ product: 'business_verification_verify' }] }
const slow = async () => (await probity.test.post('/v1/businesses', { ...acme, ...given, ...alone, name: 'Slow Business' })).body
const place = (id: string, body: object) => probity.test.post(`/v1/businesses/${id}/orders`, body)
const free = ['business_verification_verify', 'business_verification_qualify', 'identity', 'tin', 'website', 'email_risk', 'kyc']

test('an order is answered as it was placed, runs, and brings the business back to review', async () => {
  const { id } = await verified(probity.test, acme)
  const placed = await place(id, { product: 'identity', subproducts: ['web_analysis'] })
  assert.is(placed.status, 201)
  const { body } = placed
  assert.equal(
    [body.object, body.business_id, body.product, body.subproducts, body.assignee_id, body.completed_at],
    ['order', id, 'identity', ['web_analysis'], null, null],
  )
  assert.equal(body.requester, { name: 'First account', type: 'api_key' })
  await reviewed(probity.test, id)
  const done = (await probity.test.get(`/v1/orders/${body.id}`)).body
  assert.is(done.status, 'completed')
  assert.ok(done.completed_at >= done.created_at)
})

test('document subproducts are answered in words', async () => {
  const { id } = await verified(probity.test, acme)
  const subproducts = ['articles_of_incorporation', 'certificate_of_good_standing', 'articles_of_incorporation_with_fallback']
  assert.equal((await place(id, { product: 'documents', subproducts })).body.subproducts, [
    'Articles of Incorporation',
    'Certificate of Good Standing',
    'Articles of Incorporation with Certificate of Good Standing fallback',
  ])
})

for (const product of filled(products.filter((each) => !free.includes(each))))
  test(`${product} needs an identity or verify order, and names product when there is none`, async () => {
    const { body } = await probity.test.post('/v1/businesses', { ...acme, orders: [{ product: 'email_risk' }] })
    const refused = await place(body.id, { product })
    assert.is(refused.status, 422)
    assert.equal(parameters(refused), ['product'])
    await reviewed(probity.test, body.id)
    assert.is((await place(body.id, { product: 'identity' })).status, 201)
    assert.is((await place(body.id, { product })).status, 201)
    await business(
      probity.test,
      body.id,
      `${product} has completed`,
      ({ status, orders }) => status === 'in_review' && orders.every((order: Body) => order.status === 'completed'),
    )
  })

const wrong: readonly (readonly [string, object, number, readonly string[]])[] = [
  ['no product', {}, 400, ['product']],
  ['no product with subproducts', { subproducts: ['web_analysis'] }, 400, ['product']],
  ['a product that is null', { product: null }, 400, ['product']],
  ['an unknown product', { product: 'tarot' }, 422, ['product']],
  ['a product of the wrong type', { product: 5 }, 422, ['product']],
  ['a subproduct of another product', { product: 'tin', subproducts: ['web_analysis'] }, 422, ['subproducts']],
  ['subproducts that are no list', { product: 'website', subproducts: 'web_analysis' }, 422, ['subproducts']],
  ['an option of another product', { product: 'website', options: { person_match: true } }, 422, ['options.person_match']],
  ['an option of the wrong type', { product: 'tin', options: { person_match: 'yes' } }, 422, ['options.person_match']],
  ['options that are no object', { product: 'tin', options: [] }, 422, ['options']],
]
for (const [what, body, status, expected] of wrong)
  test(`${what} is ${status} naming ${expected}, and appends nothing`, async () => {
    const { id } = await verified(probity.test, { ...acme, ...given })
    const before = probity.events().asked
    const answer = await place(id, body)
    assert.is(answer.status, status, answer.text)
    assert.equal(parameters(answer), expected)
    assert.is(probity.events().asked, before)
  })

for (const [product, parameter] of [
  ['tin', 'tin'],
  ['kyc', 'people'],
  ['website', 'website'],
] as const)
  test(`${product} without ${parameter} is 422 naming ${parameter}, at creation too`, async () => {
    const { id } = await verified(probity.test, acme)
    const before = probity.events().asked
    const answers = [await place(id, { product }), await probity.test.post('/v1/businesses', { ...acme, orders: [{ product }] })]
    for (const answer of answers) assert.equal([answer.status, parameters(answer)], [422, [parameter]])
    assert.is(probity.events().asked, before)
    assert.is((await probity.test.post('/v1/businesses', { ...acme, ...given, orders: [{ product }] })).status, 201)
  })

test('person_match is taken on a tin order', async () => {
  const { id } = await verified(probity.test, { ...acme, tin: { tin: '123456789' } })
  assert.is((await place(id, { product: 'tin', options: { person_match: true } })).status, 201)
})

test('a product that still runs may not be ordered again, others may', async () => {
  const { id } = await slow()
  const again = await place(id, { product: 'business_verification_verify' })
  assert.is(again.status, 422)
  assert.equal(parameters(again), ['product'])
  assert.is((await place(id, { product: 'kyc' })).status, 201)
})

test('of many orders of one product at the same moment one is placed', async () => {
  const { id } = await slow()
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(id, { product: 'website' })))
  assert.is(answers.filter(({ status }) => status === 201).length, 1)
  assert.is(answers.filter(({ status }) => status === 422).length, 19)
})

test('the same Idempotency-Key places one order', async () => {
  const { id } = await slow()
  const headers = { 'Idempotency-Key': `order-${id}` }
  const post = () => probity.test.post(`/v1/businesses/${id}/orders`, { product: 'tin' }, headers)
  const [one, two] = await Promise.all([post(), post()])
  assert.equal([one.status, two.status, one.text], [201, 201, two.text])
  assert.is((await probity.test.get(`/v1/businesses/${id}/orders?packages=tin`)).body.total_count, 1)
})

test('the orders of a business are listed, newest first, and filtered by products', async () => {
  const { id } = await verified(probity.test, { ...acme, ...given, ...alone })
  for (const product of ['tin', 'kyc', 'identity']) {
    await place(id, { product })
    await reviewed(probity.test, id)
  }
  const list = (query: string) => probity.test.get(`/v1/businesses/${id}/orders${query}`)
  const productsOf = ({ body }: Body) => body.data.map(({ product }: Body) => product)
  const all = await list('')
  assert.equal([all.body.object, all.body.total_count, all.body.has_more, all.body.url], ['list', 4, false, `/v1/businesses/${id}/orders`])
  assert.equal(productsOf(all), ['identity', 'kyc', 'tin', 'business_verification_verify'])
  assert.equal(productsOf(await list('?packages=tin')), ['tin'])
  assert.equal(productsOf(await list('?packages=tin,%20identity')), ['identity', 'tin'])
  assert.equal(productsOf(await list('?packages=website')), [])
  assert.equal(productsOf(await list('?per_page=1&page=2')), ['kyc'])
  assert.is((await list('?per_page=3')).body.has_more, true)
  const unknown = await list('?packages=tin,tarot')
  assert.is(unknown.status, 400)
  assert.match(parameters(unknown)[0] ?? '', /^packages/)
})

test('an order is found under its business and by itself, and under no other business', async () => {
  const [first, second] = [await verified(probity.test, acme), await verified(probity.test, acme)]
  const [order] = first.orders
  assert.equal(
    (await probity.test.get(`/v1/businesses/${first.id}/orders/${order.id}`)).body,
    (await probity.test.get(`/v1/orders/${order.id}`)).body,
  )
  assert.is((await probity.test.get(`/v1/businesses/${second.id}/orders/${order.id}`)).status, 404)
  assert.is((await probity.test.get('/v1/orders/0198c0de-0000-7000-8000-00000000dead')).status, 404)
  assert.is((await probity.test.put('/v1/orders/0198c0de-0000-7000-8000-00000000dead', { status: 'x' })).status, 404)
})

test('PUT sets any status of up to 64 characters', async () => {
  const { orders } = await verified(probity.test, acme)
  const put = (body: object) => probity.test.put(`/v1/orders/${orders[0].id}`, body)
  for (const status of ['approved', 'rejected', 'on Ann’s desk', 'x'.repeat(64)]) {
    const answer = await put({ status })
    assert.equal([answer.status, answer.body.status], [200, status])
  }
  for (const status of ['', '   ', 'x'.repeat(65), 5]) {
    const answer = await put({ status })
    assert.is(answer.status, 422, JSON.stringify(status))
    assert.equal(parameters(answer), ['status'])
  }
  assert.is((await put({})).body.status, 'x'.repeat(64))
})

test('a status set while an order runs does not stop it', async () => {
  const { body } = await probity.test.post('/v1/businesses', { ...acme, name: 'Audited Business' })
  const [order] = body.orders
  await business(probity.test, body.id, 'it is in audit', ({ status }) => status === 'in_audit')
  assert.is((await probity.test.put(`/v1/orders/${order.id}`, { status: 'looked at' })).body.status, 'looked at')
  assert.is((await reviewed(probity.test, body.id)).status, 'in_review')
})

test('an assignee must be a user of the account, and is shown', async () => {
  const { orders } = await verified(probity.test, acme)
  const put = (assignee_id: unknown) => probity.test.put(`/v1/orders/${orders[0].id}`, { assignee_id })
  for (const unknown of ['0198c0de-0000-7000-8000-00000000dead', 'nobody', 5]) {
    const answer = await put(unknown)
    assert.is(answer.status, 422, JSON.stringify(unknown))
    assert.equal(parameters(answer), ['assignee_id'])
  }
  const userId = probity.userId()
  const answer = await put(userId)
  assert.equal([answer.status, answer.body.assignee_id], [200, userId])
  assert.is((await probity.test.put(`/v1/orders/${orders[0].id}`, { status: 'looked at' })).body.assignee_id, userId)
  const unassigned = await put(null)
  assert.equal([unassigned.status, unassigned.body.assignee_id, unassigned.body.status], [200, null, 'looked at'])
  const other = await probity.otherAccount()
  const theirs = await verified(other, acme)
  assert.is((await other.put(`/v1/orders/${theirs.orders[0].id}`, { assignee_id: userId })).status, 422)
})

test('business_verification_qualify brings names, registrations, formation and watchlists only', async () => {
  const found = await verified(probity.test, {
    ...acme,
    people: [{ name: 'Ann Smith' }],
    orders: [{ product: 'business_verification_qualify' }],
  })
  assert.is(found.registrations.length, 1)
  assert.ok(found.formation && found.watchlist)
  assert.is(found.industry_classification, null)
  assert.equal(
    found.addresses.map(({ submitted, rating }: Body) => [submitted, rating.risk_rating]),
    [[true, 'not_available']],
  )
})

test('business_verification_verify rates addresses and classifies the industry', async () => {
  const found = await verified(probity.test, acme)
  assert.is(found.industry_classification.status, 'completed')
  assert.is(found.addresses[0].rating.risk_rating, 'low')
  assert.ok(found.addresses[0].rating.indicators.length > 3)
})

test.run()
