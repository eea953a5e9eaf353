// What the body of a create must have (specification 4.1): what is missing or malformed is refused by name and appends nothing.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, fresh, parameters, reviewed, startTestService, type TestService } from './service.ts'

const test = suite('creates of businesses')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const create = (more: object = {}) => probity.test.post('/v1/businesses', { ...acme, ...more })

const numbered = { ...acme, tin: { tin: '123456789' } }

const required: readonly (readonly [string, object, readonly string[]])[] = [
  ['no name', { addresses: acme.addresses }, ['name']],
  ['no addresses', { name: 'Acme' }, ['addresses']],
  ['neither', {}, ['name', 'addresses']],
  ['an empty list of addresses', { name: 'Acme', addresses: [] }, ['addresses']],
  ['an empty name', { ...acme, name: '' }, ['name']],
  ['a blank name', { ...acme, name: '  ' }, ['name']],
  ['a name of zero-width spaces', { ...acme, name: '\u200b\u200b' }, ['name']],
  ['a name of the wrong type', { ...acme, name: 5 }, ['name']],
  ['no address line', { name: 'Acme', addresses: [{ city: 'Portland', state: 'OR' }] }, ['address.address_line1']],
  ['an empty address', { name: 'Acme', addresses: [{}] }, ['address.address_line1', 'address.city', 'address.state']],
  ['an address that is text', { name: 'Acme', addresses: ['1 Main St'] }, ['address']],
  ['addresses that are text', { name: 'Acme', addresses: '1 Main St' }, ['addresses']],
  ['a state that is none', { name: 'Acme', addresses: [{ address_line1: '1 Main St', city: 'X', state: 'Oregon' }] }, ['address.state']],
  ['a state that does not exist', { name: 'Acme', addresses: [{ address_line1: '1 Main St', city: 'X', state: 'ZZ' }] }, ['address.state']],
  [
    'a ZIP code that is none',
    { name: 'Acme', addresses: [{ address_line1: '1 Main St', city: 'X', state: 'OR', postal_code: '9' }] },
    ['address.postal_code'],
  ],
  ['a TIN that is none', { ...acme, tin: { tin: '12' } }, ['tin.tin']],
  ['a TIN that is text', { ...acme, tin: '123456789' }, ['tin']],
  ['no TIN in the TIN', { ...acme, tin: {} }, ['tin.tin']],
  ['a website that is none', { ...acme, website: { url: 'ftp://acme.example' } }, ['website.url']],
  ['a person without a name', { ...acme, people: [{ title: 'Manager' }] }, ['people.0.name']],
  ['a date of birth that is none', { ...acme, people: [{ name: 'Ann', dob: '1970-13-01' }] }, ['people.0.dob']],
  ['an e-mail address that is none', { ...acme, people: [{ name: 'Ann', email: 'ann' }] }, ['people.0.email']],
  ['tags that are no list', { ...acme, tags: 'new' }, ['tags']],
  ['a tag that is no text', { ...acme, tags: ['new', 5] }, ['tags.1']],
  ['several problems at once', { name: 5, tags: 5, tin: { tin: 'x' } }, ['name', 'tin.tin', 'tags', 'addresses']],
  ['a product nobody knows', { ...acme, orders: [{ product: 'tarot' }] }, ['orders.0.product']],
  [
    'a subproduct that does not fit',
    { ...numbered, orders: [{ product: 'tin', subproducts: ['web_analysis'] }] },
    ['orders.0.subproducts'],
  ],
  [
    'an option that does not fit',
    { ...acme, people: [{ name: 'Ann' }], orders: [{ product: 'kyc', options: { person_match: true } }] },
    ['orders.0.options.person_match'],
  ],
  [
    'everything wrong with the orders',
    { ...numbered, orders: [{ product: 'liens' }, { product: 'tin', options: { speed: 1 } }] },
    ['orders.0.product', 'orders.1.options.speed'],
  ],
  ['an order without its prerequisite', { ...acme, orders: [{ product: 'liens' }] }, ['orders.0.product']],
  ['a product ordered twice', { ...numbered, orders: [{ product: 'tin' }, { product: 'tin' }] }, ['orders.1.product']],
  ['a connection nobody knows', { connection_id: 'nowhere' }, ['connection_id']],
  [
    'a website alone with other orders',
    { website: { url: 'https://acme.example' }, orders: [{ product: 'website' }] },
    ['name', 'addresses'],
  ],
  ['an analysis of a website that is not given', { orders: [{ product: 'website', subproducts: ['web_analysis'] }] }, ['website']],
]

for (const [what, request, expected] of required)
  test(`${what} is 422, names ${expected.join(', ')}, and appends nothing`, async () => {
    const before = probity.events().asked
    const answer = await probity.test.post('/v1/businesses', { ...request, unique_external_id: fresh('refused') })
    assert.is(answer.status, 422, answer.text)
    assert.equal([...parameters(answer)].sort(), [...expected].sort())
    assert.is(probity.events().asked, before)
  })

test('the message of a wrong address says which one it is', async () => {
  const { body } = await probity.test.post('/v1/businesses', {
    name: 'Acme',
    addresses: [...acme.addresses, { city: 'Salem', state: 'OR' }],
  })
  assert.is(body.errors[0].parameter, 'address.address_line1')
  assert.match(body.errors[0].message, /address 2/)
})

for (const product of ['web_analysis', 'industry_classification'])
  test(`a website alone is enough for ${product}`, async () => {
    const { status, body } = await probity.test.post('/v1/businesses', {
      website: { url: 'acme.example' },
      orders: [{ product: 'website', subproducts: [product] }],
    })
    assert.is(status, 201, JSON.stringify(body))
    assert.is(body.name, '')
    assert.is((await reviewed(probity.test, body.id)).status, 'in_review')
    const verify = () => probity.test.post(`/v1/businesses/${body.id}/orders`, { product: 'identity' })
    const unnamed = await verify()
    assert.equal([unnamed.status, parameters(unnamed)], [422, ['name']])
    assert.is((await probity.test.patch(`/v1/businesses/${body.id}`, { name: acme.name, addresses: acme.addresses })).status, 200)
    assert.is((await verify()).status, 201)
  })

test('members that nobody knows are passed over', async () => assert.is((await create({ colour: 'green' })).status, 201))

test('null is the same as absent', async () => {
  const { status, body } = await create({
    tin: null,
    website: null,
    people: null,
    external_id: null,
    unique_external_id: null,
    tags: null,
    orders: null,
  })
  assert.is(status, 201, JSON.stringify(body))
  assert.equal(body.tags, [])
})

const malformed: readonly (readonly [string, string | Uint8Array | undefined, Readonly<Record<string, string>>, number])[] = [
  ['no body', undefined, {}, 400],
  ['broken JSON', '{"name":', { 'Content-Type': 'application/json' }, 400],
  ['a list', '[]', { 'Content-Type': 'application/json' }, 400],
  ['a text', '"Acme"', { 'Content-Type': 'application/json' }, 400],
  ['null', 'null', { 'Content-Type': 'application/json' }, 400],
  ['another content type', JSON.stringify(acme), { 'Content-Type': 'text/plain' }, 400],
  ['a form', 'name=Acme', { 'Content-Type': 'application/x-www-form-urlencoded' }, 400],
  ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), { 'Content-Type': 'application/json' }, 400],
  ['half a surrogate pair', '{"name":"\\ud800"}', { 'Content-Type': 'application/json' }, 422],
  ['more than 1 MB', JSON.stringify({ ...acme, name: 'x'.repeat(1_100_000) }), { 'Content-Type': 'application/json' }, 413],
]

for (const [what, body, headers, status] of malformed)
  test(`${what} is ${status} and appends nothing`, async () => {
    const before = probity.events().asked
    for (const [method, path] of [['POST', '/v1/businesses']] as const) {
      const answer = await probity.test.raw(method, path, body, headers)
      assert.is(answer.status, status, answer.text)
    }
    assert.is(probity.events().asked, before)
  })

test.run()
