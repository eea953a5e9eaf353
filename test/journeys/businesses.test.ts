// Businesses as specification 4.1 and records.md section 1 have them: created, listed, read, changed, decided on.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import {
  acme,
  type Body,
  type Client,
  fresh,
  parameters,
  reviewed,
  startTestService,
  subLabels,
  type TestService,
  verified,
} from './service.ts'

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
    ['Unknown', 'Unknown', 'Unknown', 'Not Fully Screened'],
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

test('a business is found by its name with and without commas and full stops, whatever its quotes and dashes look like', async () => {
  for (const [name, q] of [
    ['Quillby Tools Inc', 'Quillby Tools, Inc.'],
    ['Quorndon Tools, Inc.', '"quorndon tools inc"'],
    ["Quince's Garden Inc", 'Quince’s'],
    ['Quigley’s Smith–Jones Inc', "quigley's smith-jones"],
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
