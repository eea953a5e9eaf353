// Businesses as specification 4.1 and records.md section 1 have them: created, listed, read, changed, decided on.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { filled } from '../filled.ts'
import { acme, type Body, type Client, parameters, reviewed, startTestService, subLabels, type TestService, verified } from './service.ts'

const test = suite('businesses')
let probity: TestService
let other: Client
test.before(async () => {
  probity = await startTestService()
  other = await probity.otherAccount()
})
test.after(() => probity.stop())

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const create = (more: object = {}, client = probity.test) => client.post('/v1/businesses', { ...acme, ...more })
let counter = 0
const fresh = (what: string) => `${what}-${process.pid}-${++counter}`

test('the id of a business begins with the time at which it was made', async () => {
  const before = Date.now()
  const { body } = await probity.test.raw('POST', '/v1/businesses', JSON.stringify(acme), { 'Content-Type': 'application/json' })
  assert.match(body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  const made = Number.parseInt(body.id.replaceAll('-', '').slice(0, 12), 16)
  assert.ok(made >= before && made <= Date.now(), `${made} is not between ${before} and now`)
})

test('a business is answered at once with what was submitted', async () => {
  const { status, body } = await create({
    tin: { tin: '12-3456789' },
    website: { url: 'https://acme.example' },
    people: [
      { name: 'Ann Doe', title: 'Manager', email: 'ann@example.com', phone: '+1 503 555 0100', dob: '1970-01-02', ssn: '123-45-6789' },
    ],
    external_id: 'e-1',
    unique_external_id: fresh('u'),
    tags: ['new', 'west'],
  })
  assert.is(status, 201)
  assert.is(body.object, 'business')
  assert.is(body.name, acme.name)
  assert.is(body.external_id, 'e-1')
  assert.equal(body.tags, ['new', 'west'])
  assert.is(body.tin.tin, '123456789')
  assert.match(body.created_at, timestamp)
  assert.is(body.submitted.people[0].name, 'Ann Doe')
  assert.not.match(JSON.stringify(body), '123456789","ssn')
  assert.match(body.submitted.people[0].ssn, /^\*+6789$/)
  assert.equal(body.orders.map(({ product }: Body) => product).sort(), ['business_verification_verify', 'kyc', 'tin', 'website'])
})

const sentInFull = {
  names: [{ name: 'Acme Outfitters', type: 'dba' }, { name: 'Acme' }],
  phone_numbers: [{ phone_number: '+1 503 555 0142' }],
  email_addresses: [{ email_address: 'info@acme.example' }],
  formation: { entity_type: 'llc', formation_date: '2012-03-14', formation_state: 'or' },
  people: [{ name: 'Ann Doe', titles: ['Manager', 'Secretary'], date_of_birth: '1970-01-02', ownership_percentage: 25.5 }],
}

test('submitted data is kept: names, contacts, formation, assignee, and details of people', async () => {
  const { status, headers, body } = await create({ ...sentInFull, assignee_id: probity.userId() })
  assert.is(status, 201)
  assert.is(headers.get('Probity-Ignored'), null)
  // An order may be done already, and have found the types of names.
  assert.equal(
    body.submitted.names.map((each: Body) => [each.name, each.name_type]),
    [
      [acme.name, null],
      ['Acme Outfitters', 'dba'],
      ['Acme', null],
    ],
  )
  const names = body.names.filter(({ submitted }: Body) => submitted)
  assert.equal(
    names.map(({ name }: Body) => name),
    [acme.name, 'Acme Outfitters', 'Acme'],
  )
  assert.equal(
    body.phone_numbers.map(({ number }: Body) => number),
    ['+1 503 555 0142'],
  )
  assert.equal(
    body.email_addresses.map(({ email }: Body) => email),
    ['info@acme.example'],
  )
  assert.is(body.assignee_id, probity.userId())
  assert.is(body.submitted.entity_type, 'LLC')
  assert.equal(body.submitted.formation, { entity_type: 'LLC', formation_date: '2012-03-14', formation_state: 'OR' })
  assert.equal(
    body.people[0].titles.map(({ title }: Body) => title),
    ['Manager', 'Secretary'],
  )
  const [{ dob, ownership_percentage }] = body.submitted.people
  assert.equal({ dob, ownership_percentage }, { dob: '1970-01-02', ownership_percentage: 25.5 })
  assert.ok(
    body.orders.some(({ product }: Body) => product === 'kyc'),
    'a date of birth asks for kyc under either name',
  )
})

test('a tag, a subproduct and an e-mail address that are sent twice are kept once', async () => {
  const { body } = await create({
    tags: ['new', 'vip', ' new '],
    website: { url: 'https://acme.example' },
    people: [{ name: 'Ann Doe', email: 'Ann@acme.example' }],
    email_addresses: [{ email_address: 'ann@acme.example ' }, { email_address: 'info@acme.example' }],
    orders: [{ product: 'website', subproducts: ['web_analysis', 'web_analysis'] }],
  })
  assert.equal([body.tags, body.orders[0].subproducts], [['new', 'vip'], ['web_analysis']])
  assert.equal(body.submitted.email_addresses, [{ email_address: 'ann@acme.example' }, { email_address: 'info@acme.example' }])
})

test('an update replaces what it names, leaves the rest, and keeps ids of what stays', async () => {
  const before = await reviewed(probity.test, (await create({ ...sentInFull, assignee_id: probity.userId() })).body.id)
  const change = { names: [{ name: 'Acme', type: 'dba' }], phone_numbers: [], formation: null, assignee_id: null }
  const { status, body } = await probity.test.patch(`/v1/businesses/${before.id}`, change)
  assert.is(status, 200)
  assert.equal(body.submitted.names, [
    { name: acme.name, name_type: null },
    { name: 'Acme', name_type: 'dba' },
  ])
  const idOf = ({ names }: Body) => names.find(({ name }: Body) => name === 'Acme').id
  assert.is(idOf(body), idOf(before))
  assert.equal(body.submitted.phone_numbers, [])
  assert.is(body.submitted.formation, undefined)
  assert.is(body.assignee_id, null)
  assert.equal(filled(body.submitted.email_addresses), before.submitted.email_addresses)
  const again = await probity.test.patch(`/v1/businesses/${before.id}`, change)
  assert.is(again.body.updated_at, body.updated_at, 'the same again changes nothing')
})

test('members that nothing reads are named, those of addresses and people included', async () => {
  const reply = await create({ adress: '1 Main St', uniqe_external_id: 'u', people: [{ name: 'Ann Doe', nickname: 'A' }] })
  assert.is(reply.status, 201)
  assert.is(reply.headers.get('Probity-Ignored'), 'adress, uniqe_external_id, people.0.nickname')
  const spelt = { address_line_1: '1 Main St', city: 'Portland', state: 'OR', county: 'Multnomah' }
  assert.is((await create({ addresses: [spelt] })).headers.get('Probity-Ignored'), 'addresses.0.county')
})

test('what cannot be is refused: a date of birth to come, two that differ, a stranger as assignee', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const born = (...people: object[]) => create({ people: people.map((each) => ({ name: 'Ann Doe', ...each })) })
  assert.equal(parameters(await born({ dob: day(1) }, { date_of_birth: day(1) })), ['people.0.dob', 'people.1.date_of_birth'])
  assert.is((await born({ dob: day(0) })).status, 201)
  assert.equal(parameters(await born({ dob: '1970-01-02', date_of_birth: '1970-01-03' })), ['people.0.date_of_birth'])
  assert.equal(parameters(await born({ ownership_percentage: 101 })), ['people.0.ownership_percentage'])
  const owners = (...percentages: readonly number[]) =>
    percentages.map((ownership_percentage, index) => ({ name: `Owner ${index}`, ownership_percentage }))
  assert.equal(parameters(await create({ people: owners(60, 40.01) })), ['people'])
  assert.is((await create({ people: owners(60, 40) })).status, 201)
  assert.equal(parameters(await create({ assignee_id: '0198c0de-0000-7000-8000-000000000009' })), ['assignee_id'])
  assert.equal(parameters(await create({ formation: { entity_type: 'GUILD' } })), ['formation.entity_type'])
  const { body } = await create()
  assert.equal(parameters(await probity.test.patch(`/v1/businesses/${body.id}`, { assignee_id: '0198c0de-0000-7000-8000-000000000009' })), [
    'assignee_id',
  ])
})

test('every field of the record is there', async () => {
  const found = await verified(probity.test, acme)
  const fields = [
    'object',
    'id',
    'external_id',
    'unique_external_id',
    'name',
    'status',
    'tags',
    'requester',
    'assignee_id',
    'supported_document_types',
    'review',
    'tin',
    'business_batch_id',
    'formation',
    'website',
    'watchlist',
    'bankruptcies',
    'certifications',
    'documents',
    'liens',
    'names',
    'addresses',
    'people',
    'phone_numbers',
    'email_addresses',
    'profiles',
    'registrations',
    'orders',
    'industry_classification',
    'monitor',
    'tax_exempt_organization',
    'fmcsa_registrations',
    'loans',
    'litigations',
    'policy_results',
    'politically_exposed_person_screening',
    'adverse_media_screening',
    'signal',
    'submitted',
    'subscription',
    'subscription_availability',
    'created_at',
    'updated_at',
  ]
  for (const field of fields) assert.ok(Object.hasOwn(found, field), field)
  assert.is(found.requester.type, 'account')
  assert.is(found.requester.name, 'First account')
})

for (const [what, address] of [
  ['full_address', { full_address: '1 main street suite 2, portland, or 97201' }],
  ['components', { address_line1: '1 Main St', address_line2: 'Suite 2', city: 'Portland', state: 'OR', postal_code: '97201' }],
  [
    'the other spelling',
    { address_line_1: '1 Main St', address_line_2: 'Suite 2', city: 'Portland', state: 'or', postal_code: '97201', country: 'US' },
  ],
] as const)
  test(`an address given as ${what} comes back parsed and normalised`, async () => {
    const { body, status } = await create({ addresses: [address] })
    assert.is(status, 201)
    const [found] = body.addresses
    assert.ok(found.submitted)
    assert.match(found.full_address, /^1 MAIN ST.*2.*PORTLAND,? OR,? 97201$/i)
    assert.match(found.address_line1, /^1 MAIN ST/i)
    assert.match(found.city, /^PORTLAND$/i)
    assert.equal([found.state, found.postal_code], ['OR', '97201'])
  })

test('an address outside the known states is kept as it was sent', async () => {
  const { status, body } = await create({ addresses: [{ full_address: '1 Yonge Street, Toronto, ON M5E 1W7' }] })
  assert.is(status, 201)
  assert.match(body.addresses[0].full_address, /yonge/i)
})

test('a TIN is nine digits, with or without the hyphen, and an SSN is masked', async () => {
  assert.is((await create({ tin: { tin: '123456789' } })).body.tin.tin, '123456789')
  assert.is((await create({ tin: { tin: '12-3456789' } })).body.tin.tin, '123456789')
  const ssn = (await create({ tin: { tin: '123-45-6789' } })).body
  assert.match(ssn.tin.tin, /^\*+6789$/)
  assert.not.match(JSON.stringify(ssn), '12345')
})

test('orders of the creation are placed instead of the usual ones', async () => {
  const { body } = await create({
    orders: [
      { product: 'identity', subproducts: ['web_analysis'] },
      { product: 'documents', subproducts: ['articles_of_incorporation'] },
    ],
  })
  assert.equal(
    body.orders.map(({ product, subproducts }: Body) => [product, subproducts]),
    [
      ['identity', ['web_analysis']],
      ['documents', ['Articles of Incorporation']],
    ],
  )
})

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

test('a unique_external_id is taken once, and the second create names it', async () => {
  const unique_external_id = fresh('u')
  assert.is((await create({ unique_external_id })).status, 201)
  const before = probity.events().asked
  const second = await create({ unique_external_id })
  assert.is(second.status, 422)
  assert.equal(parameters(second), ['unique_external_id'])
  assert.is(probity.events().asked, before)
})

test('of two hundred creates with one unique_external_id at the same moment exactly one wins', async () => {
  const unique_external_id = fresh('u')
  const answers = await Promise.all(Array.from({ length: 200 }, () => create({ unique_external_id })))
  const statuses = answers.map(({ status }) => status)
  assert.is(statuses.filter((status) => status === 201).length, 1)
  assert.is(statuses.filter((status) => status === 422).length, 199)
  for (const answer of filled(answers.filter(({ status }) => status === 422))) assert.equal(parameters(answer), ['unique_external_id'])
  assert.is((await probity.test.get(`/v1/businesses?unique_external_id=${unique_external_id}`)).body.total_count, 1)
})

test('another account may use the same unique_external_id', async () => {
  const unique_external_id = fresh('u')
  assert.is((await create({ unique_external_id })).status, 201)
  assert.is((await create({ unique_external_id }, other)).status, 201)
})

test('a create that is refused leaves its unique_external_id free', async () => {
  const unique_external_id = fresh('u')
  assert.is((await create({ unique_external_id, orders: [{ product: 'liens' }] })).status, 422)
  assert.is((await create({ unique_external_id })).status, 201)
})

test('a unique_external_id that a business gave up can be taken again, also by itself', async () => {
  const [first, second] = [fresh('u'), fresh('u')]
  const { body } = await create({ unique_external_id: first })
  const patch = (unique_external_id: string | null) => probity.test.patch(`/v1/businesses/${body.id}`, { unique_external_id })
  assert.is((await patch(second)).body.unique_external_id, second)
  assert.is((await patch(first)).body.unique_external_id, first)
  await until('the second value is free', async () => (await create({ unique_external_id: second })).status === 201)
  assert.is((await create({ unique_external_id: first })).status, 422)
  assert.is((await patch(null)).body.unique_external_id, null)
})

test('a PATCH that is refused leaves its unique_external_id free', async () => {
  const unique_external_id = fresh('u')
  const running = (await probity.test.post('/v1/businesses', { ...acme, name: 'Slow Business' })).body
  assert.is((await probity.test.patch(`/v1/businesses/${running.id}`, { unique_external_id, status: 'approved' })).status, 422)
  assert.is((await create({ unique_external_id })).status, 201)
})

test('a PATCH to the unique_external_id of another business is 422 naming it', async () => {
  const unique_external_id = fresh('u')
  await create({ unique_external_id })
  const { body } = await create()
  const answer = await probity.test.patch(`/v1/businesses/${body.id}`, { unique_external_id, name: 'Renamed' })
  assert.is(answer.status, 422)
  assert.equal(parameters(answer), ['unique_external_id'])
  assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).body.name, acme.name)
})

test('the same Idempotency-Key answers as the first time and creates once', async () => {
  const headers = { 'Idempotency-Key': fresh('key') }
  const name = fresh('Idempotent Company')
  const first = await probity.test.post('/v1/businesses', { ...acme, name }, headers)
  const again = await probity.test.raw('POST', '/v1/businesses', JSON.stringify({ addresses: acme.addresses, name }), {
    'Content-Type': 'application/json',
    ...headers,
  })
  assert.is(again.status, 201)
  assert.is(again.text, first.text)
  assert.is((await probity.test.get(`/v1/businesses?q=${encodeURIComponent(name)}`)).body.total_count, 1)
  const differs = await probity.test.post('/v1/businesses', { ...acme, name: 'Another' }, headers)
  assert.is(differs.status, 422)
})

test('a refused request is answered the same again under its Idempotency-Key', async () => {
  const headers = { 'Idempotency-Key': fresh('key') }
  const first = await probity.test.post('/v1/businesses', { name: 'Acme' }, headers)
  const again = await probity.test.post('/v1/businesses', { name: 'Acme' }, headers)
  assert.equal([again.status, again.text], [422, first.text])
})

test('two requests with one Idempotency-Key at the same moment make one business and get two equal answers', async () => {
  for (let round = 0; round < 10; round++) {
    const headers = { 'Idempotency-Key': fresh('key') }
    const name = fresh('Simultaneous Company')
    const request = { ...acme, name, unique_external_id: fresh('u'), people: [{ name: 'Ann Doe' }] }
    const [one, two] = await Promise.all([1, 2].map(() => probity.test.post('/v1/businesses', request, headers)))
    assert.equal([one?.status, two?.status], [201, 201])
    assert.is(one?.text, two?.text)
    assert.is((await probity.test.get(`/v1/businesses?q=${encodeURIComponent(name)}`)).body.total_count, 1)
  }
})

test('an Idempotency-Key is 1 to 255 characters', async () => {
  for (const [key, status] of [
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 400],
    ['', 400],
  ] as const) {
    const answer = await probity.test.post('/v1/businesses', acme, { 'Idempotency-Key': key })
    assert.is(answer.status, status, `${key.length} characters: ${answer.text}`)
  }
})

test('a business that does not exist, or is of another account, is 404', async () => {
  const { body } = await create()
  const unknown = '0198c0de-0000-7000-8000-00000000dead'
  for (const id of [unknown, 'x', '%00', '..%2f', 'a'.repeat(2000)])
    assert.is((await probity.test.get(`/v1/businesses/${id}`)).status, 404, id)
  const before = probity.events().asked
  for (const path of ['', '/orders', '/review', '/timeline'])
    assert.is((await other.get(`/v1/businesses/${body.id}${path}`)).status, 404, path)
  assert.is((await other.patch(`/v1/businesses/${body.id}`, { name: 'Mine' })).status, 404)
  assert.is((await other.post(`/v1/businesses/${body.id}/orders`, { product: 'tin' })).status, 404)
  assert.is((await probity.test.patch(`/v1/businesses/${unknown}`, { name: 'Nobody' })).status, 404)
  const [order] = body.orders
  assert.is((await other.get(`/v1/orders/${order.id}`)).status, 404)
  assert.is((await other.put(`/v1/orders/${order.id}`, { status: 'mine' })).status, 404)
  // Its own verification goes on meanwhile: wait for it, then nothing but its events is there.
  await reviewed(probity.test, body.id)
  assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).body.name, acme.name)
  assert.ok(probity.events().asked >= before)
})

test('a PATCH changes what it names and keeps the rest', async () => {
  const { body } = await create({ external_id: 'e', tags: ['a'], tin: { tin: '123456789' }, people: [{ name: 'Ann Doe' }] })
  // An order that still waits would verify the new number.
  assert.is((await reviewed(probity.test, body.id)).tin.verified, true)
  const changed = await probity.test.patch(`/v1/businesses/${body.id}`, {
    name: 'Renamed LLC',
    tags: ['b'],
    external_id: 'f',
    tin: { tin: '987654321' },
    addresses: [{ full_address: '2 Side St, Salem, OR 97301' }],
    people: [{ name: 'Bob Roe' }, { name: 'Cat Poe' }],
  })
  assert.is(changed.status, 200, changed.text)
  assert.equal(
    [changed.body.name, changed.body.tags, changed.body.external_id, changed.body.tin.tin, changed.body.tin.verified],
    ['Renamed LLC', ['b'], 'f', '987654321', null],
  )
  assert.match(changed.body.addresses[0].full_address, /salem/i)
  assert.equal(
    changed.body.people.filter(({ submitted }: Body) => submitted).map(({ name }: Body) => name),
    ['Bob Roe', 'Cat Poe'],
  )
  const nothing = await probity.test.patch(`/v1/businesses/${body.id}`, {})
  assert.is(nothing.status, 200)
  assert.is(nothing.body.name, 'Renamed LLC')
})

test('a PATCH that repeats what is on file appends nothing', async () => {
  const people = [{ name: 'Ann Doe', title: 'Manager' }]
  const found = await verified(probity.test, { ...acme, people, tags: ['a'] })
  const before = probity.events().asked
  const same = await probity.test.patch(`/v1/businesses/${found.id}`, { ...acme, people, tags: ['a'], status: 'in_review' })
  assert.is(same.status, 200)
  assert.is(probity.events().asked, before)
  assert.is(same.body.addresses[0].id, found.addresses[0].id)
})

test('a decision is taken when the review is filled, changed, and taken back', async () => {
  const { id } = await verified(probity.test, acme)
  for (const status of ['approved', 'rejected', 'in_review', 'approved']) {
    const answer = await probity.test.patch(`/v1/businesses/${id}`, { status })
    assert.equal([answer.status, answer.body.status], [200, status])
  }
})

for (const status of ['approved', 'rejected', 'in_review'])
  test(`${status} is 422 while orders run`, async () => {
    const { body } = await probity.test.post('/v1/businesses', { ...acme, name: 'Slow Business' })
    const answer = await probity.test.patch(`/v1/businesses/${body.id}`, { status, name: 'Renamed' })
    assert.is(answer.status, 422)
    assert.equal(parameters(answer), ['status'])
    assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).body.name, 'Slow Business')
  })

for (const status of ['open', 'pending', 'in_audit', 'none', '', 5])
  test(`a PATCH to the status ${JSON.stringify(status)} is 422 naming it`, async () => {
    const { id } = await verified(probity.test, acme)
    const before = probity.events().asked
    const answer = await probity.test.patch(`/v1/businesses/${id}`, { status })
    assert.is(answer.status, 422)
    assert.equal(parameters(answer), ['status'])
    assert.is(probity.events().asked, before)
  })

test('the review and the businesses of a test key are made up, and say so in every source', async () => {
  const { review } = await verified(probity.test, acme)
  const sources = review.tasks.flatMap(({ sources }: Body) => sources)
  assert.ok(sources.length > 0)
})

test('the review is 404 until it is filled, then it lists its tasks', async () => {
  const { body } = await probity.test.post('/v1/businesses', { ...acme, name: 'Slow Business' })
  assert.is((await probity.test.get(`/v1/businesses/${body.id}/review`)).status, 404)
  const found = await verified(probity.test, acme)
  const review = await probity.test.get(`/v1/businesses/${found.id}/review`)
  assert.is(review.status, 200)
  assert.equal(review.body, found.review)
  assert.match(review.body.completed_at, timestamp)
})

test('TIN-match availability is a yes or a no', async () => {
  const { status, body } = await probity.test.get('/v1/tin_match/availability')
  assert.equal([status, body], [200, { available: true }])
})

test('a key sees what was made in its own mode, and the list of the other mode is empty', async () => {
  const names = async (client: typeof probity.test, query: string): Promise<string[]> =>
    (await client.get(`/v1/businesses?tag=kinds${query}`)).body.data.map(({ name }: Body) => name).sort()
  await probity.test.post('/v1/businesses', { ...acme, name: 'Made Up LLC', tags: ['kinds'] })
  await probity.live.post('/v1/businesses', { ...acme, name: 'Real LLC', tags: ['kinds'] })
  for (const [client, own, other, name] of [
    [probity.test, 'test', 'live', 'Made Up LLC'],
    [probity.live, 'live', 'test', 'Real LLC'],
  ] as const) {
    assert.equal(await names(client, ''), [name])
    assert.equal(await names(client, `&mode=${own}`), [name])
    assert.equal(await names(client, `&mode=${other}`), [])
  }
  assert.equal(parameters(await probity.test.get('/v1/businesses?mode=sandbox')), ['mode'])
})

test('of different decisions sent at once the first counts, and the other is refused with its status', async () => {
  const { id } = await verified(probity.test, acme)
  const decide = (status: string) => probity.test.patch(`/v1/businesses/${id}`, { status })
  // They may also arrive one after the other, and then both are carried out.
  for (let attempt = 0; attempt < 20; attempt++) {
    assert.is((await decide('in_review')).status, 200)
    const answers = await Promise.all([decide('approved'), decide('rejected')])
    const late = answers.find(({ status }) => status === 409)
    if (!late) continue
    const first = answers.find(({ status }) => status === 200)?.body.status
    assert.equal(late.body.errors, [{ message: `status has since been set to ${first} by another decision`, parameter: 'status' }])
    assert.is((await probity.test.get(`/v1/businesses/${id}`)).body.status, first)
    return
  }
  assert.unreachable('no two decisions met')
})

test('after an update the review says nothing of what was replaced, and what nobody screened yet', async () => {
  const { id } = await verified(probity.test, { ...acme, tin: { tin: '123456789' }, people: [{ name: 'Ann Smith' }] })
  const { body } = await probity.test.patch(`/v1/businesses/${id}`, {
    name: 'Zanzibar Trombones',
    tin: { tin: '555555555' },
    people: [{ name: 'Bob Roe' }],
    tags: ['changed'],
  })
  const outcomes = Object.fromEntries(filled<Body>(body.review.tasks).map(({ key, sub_label }) => [key, sub_label]))
  assert.equal(
    [outcomes.name, outcomes.tin, outcomes.person_verification, outcomes.watchlist],
    ['Unverified', undefined, 'Unverified', 'Not Fully Screened'],
  )
  assert.is(body.status, 'in_review')
  await probity.test.post(`/v1/businesses/${id}/orders`, { product: 'business_verification_verify' })
  const again = subLabels(await reviewed(probity.test, id))
  assert.equal([again.name, again.person_verification, again.watchlist], ['Verified', 'Verified', 'No Hits'])
})

test('a business is found by its name with and without accents', async () => {
  const name = 'Crème Brûlée Łódź GmbH'
  const { body } = await probity.test.post('/v1/businesses', { ...acme, name, external_id: 'creme' })
  for (const q of ['creme brulee lodz', 'CRÈME', 'Łódź', 'lodz', 'brûlee'])
    assert.equal(
      (await probity.test.get(`/v1/businesses?q=${encodeURIComponent(q)}`)).body.data.map(({ id }: Body) => id),
      [body.id],
      q,
    )
  assert.is((await probity.test.get('/v1/businesses?q=brule%20creme%20lyon')).body.total_count, 0)
})

test('a business is found by its name with and without commas and full stops', async () => {
  for (const [name, q] of [
    ['Quillby Tools Inc', 'Quillby Tools, Inc.'],
    ['Quorndon Tools, Inc.', '"quorndon tools inc"'],
  ] as const) {
    const { body } = await create({ name })
    const { data } = (await probity.test.get(`/v1/businesses?q=${encodeURIComponent(q)}`)).body
    assert.equal(
      filled<Body>(data).map(({ id }) => id),
      [body.id],
      q,
    )
  }
})

test.run()
