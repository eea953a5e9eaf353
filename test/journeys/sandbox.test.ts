// Every scenario of the sandbox (records.md, section 6), from the creation to the review.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { filled } from '../filled.ts'
import { type Body, business, reviewed, startTestService, subLabels, type TestService, verified } from './service.ts'

const test = suite('sandbox')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const ordinary = '1 Main St, Portland, OR 97201'
const create = (name: string, more: object = {}, address = ordinary) =>
  verified(probity.test, { name, addresses: [{ full_address: address }], ...more })

const statusOf = (found: Body, key: string): string => found.review.tasks.find((task: Body) => task.key === key)?.status

test('an ordinary business verifies in every respect', async () => {
  const found = await create('Ordinary Company LLC', { tin: { tin: '12-3456789' }, people: [{ name: 'Ann Smith' }] })
  const labels = subLabels(found)
  assert.equal(
    ['name', 'address_verification', 'sos_domestic', 'sos_active', 'tin', 'person_verification', 'watchlist'].map((key) => [
      key,
      labels[key],
    ]),
    [
      ['name', 'Verified'],
      ['address_verification', 'Verified'],
      ['sos_domestic', 'Active'],
      ['sos_active', 'Active'],
      ['tin', 'Found'],
      ['person_verification', 'Verified'],
      ['watchlist', 'No Hits'],
    ],
  )
  assert.is(found.registrations.length, 1)
  assert.is(found.tin.verified, true)
  assert.is(found.watchlist.hit_count, 0)
  for (const task of filled<Body>(found.review.tasks)) {
    assert.ok(task.sources.length > 0, `${task.key} has sources`)
    for (const { metadata } of task.sources) assert.ok(metadata.data_set && metadata.version && metadata.row)
  }
})

test('an unregistered business has no registrations', async () => {
  const found = await create('Unregistered Business')
  assert.equal(found.registrations, [])
  assert.is(subLabels(found).sos_not_found, 'Not Found')
  for (const key of ['sos_not_found', 'name'])
    assert.is(found.review.tasks.find((task: Body) => task.key === key).sources[0].type, 'sandbox')
  assert.is(subLabels(found).name, 'Unverified')
})

test('of a similar name only a similar one is found', async () => {
  const found = await create('Similar Name Business')
  assert.is(subLabels(found).name, 'Similar Match')
  assert.is(statusOf(found, 'name'), 'warning')
})

test('an inactive business has inactive registrations', async () => {
  const found = await create('Inactive Business')
  assert.equal(
    found.registrations.map(({ status }: Body) => status),
    ['inactive'],
  )
  assert.is(subLabels(found).sos_inactive, 'Inactive')
  assert.is(subLabels(found).sos_domestic, 'Inactive')
})

test('a business that was renamed is verified under its new name alone', async () => {
  const { id } = await create('Acme Widgets LLC')
  await probity.test.patch(`/v1/businesses/${id}`, { name: 'Unregistered Business' })
  await probity.test.post(`/v1/businesses/${id}/orders`, { product: 'business_verification_verify' })
  const again = await reviewed(probity.test, id)
  assert.is(statusOf(again, 'name'), 'failure')
})

test('an audited business goes through in_audit, also when other orders run beside', async () => {
  const created = await probity.test.post('/v1/businesses', {
    name: 'Audited Business',
    addresses: [{ full_address: ordinary }],
    tin: { tin: '123456789' },
  })
  const { id } = created.body
  const audited = await business(probity.test, id, 'it is in audit with its TIN checked', ({ status, orders }) => {
    return status === 'in_audit' && orders.some(({ product, status }: Body) => product === 'tin' && status === 'completed')
  })
  assert.is(audited.orders.find(({ product }: Body) => product === 'business_verification_verify').status, 'audited')
  const decided = await probity.test.patch(`/v1/businesses/${id}`, { status: 'approved' })
  assert.is(decided.status, 422)
  const found = await reviewed(probity.test, id)
  assert.is(subLabels(found).name, 'Verified')
})

for (const [name, type] of Object.entries({
  Corporation: 'CORPORATION',
  LLC: 'LLC',
  Partnership: 'PARTNERSHIP',
  'Sole Proprietorship': 'SOLE_PROPRIETORSHIP',
  Trust: 'TRUST',
  'Non Profit': 'NON_PROFIT',
}))
  test(`${name} is formed as one`, async () => {
    const found = await create(name)
    assert.is(found.formation.entity_type, type)
    assert.is(found.registrations[0].entity_type, type)
    assert.is(subLabels(found).entity_type, name)
    const [{ metadata }] = found.formation.sources
    assert.ok(metadata.filed_as === found.registrations[0].filed_as && metadata.filed_as !== type, metadata.filed_as)
  })

test('a non-profit has its tax-exempt record', async () => {
  const found = await create('Non Profit')
  assert.is(found.tax_exempt_organization?.section, '501(c)(3)')
})

test('a watchlist business is hit', async () => {
  const found = await create('Watchlist Business')
  assert.is(subLabels(found).watchlist, 'Hits')
  assert.is(found.watchlist.hit_count, 1)
  assert.is(found.watchlist.lists.flatMap(({ results }: Body) => results).length, 1)
})

for (const [number, expected] of Object.entries({
  123: { address_verification: 'Unverified' },
  223: { address_verification: 'Approximate Match' },
  323: { address_verification: 'Similar Match' },
  423: { address_deliverability: 'Undeliverable', address_verification: 'Verified' },
  523: { address_property_type: 'Residential', address_verification: 'Verified' },
  623: { address_registered_agent: 'Registered Agent', address_verification: 'Verified' },
  723: { address_cmra: 'CMRA', address_verification: 'Verified' },
}))
  test(`${number} Grand St. says ${Object.values(expected).join(', ')}`, async () => {
    const found = await create('Grand Street Company LLC', {}, `${number} Grand St., New York, NY 10013`)
    const labels = subLabels(found)
    for (const [key, label] of filled(Object.entries(expected))) assert.is(labels[key], label, key)
    const submitted = found.addresses.find((address: Body) => address.submitted)
    assert.is(submitted.deliverable, number !== '423')
    assert.is(submitted.property_type, number === '523' ? 'residential' : 'commercial')
    assert.is(submitted.cmra, number === '723')
    assert.is(submitted.is_registered_agent, number === '623')
  })

test('J Doe is not on the registration', async () => {
  const found = await create('Doe Company LLC', { people: [{ name: 'J Doe' }] })
  assert.is(subLabels(found).person_verification, 'Unverified')
  assert.is(found.people.find(({ submitted }: Body) => submitted).name, 'J Doe')
})

test('a watchlist person is hit, and the hit names the person', async () => {
  const found = await create('Listed Company LLC', { people: [{ name: 'Watchlist Person' }] })
  assert.is(subLabels(found).watchlist, 'Hits')
  assert.is(found.watchlist.people.length, 1)
})

for (const [tin, expected, status] of [
  ['000000001', 'Mismatch', 'failure'],
  ['000000002', 'Not Found', 'failure'],
] as const)
  test(`the TIN ${tin} says ${expected}`, async () => {
    const found = await create('Numbered Company LLC', { tin: { tin } })
    assert.is(subLabels(found).tin, expected)
    assert.is(statusOf(found, 'tin'), status)
    assert.is(found.tin.verified, false)
    assert.is(found.tin.mismatch, expected === 'Mismatch')
    assert.is(found.tin.tin, tin)
  })

test('for the TIN 000000003 the tax authority is away at first, and found on the retry', async () => {
  const created = await probity.test.post('/v1/businesses', {
    name: 'Patient Company LLC',
    addresses: [{ full_address: ordinary }],
    tin: { tin: '000000003' },
  })
  const first = await reviewed(probity.test, created.body.id)
  assert.is(subLabels(first).tin_error, 'Unavailable')
  assert.is(first.tin.verified, null)
  const later = await business(probity.test, first.id, 'the TIN is found', (found) => subLabels(found).tin === 'Found')
  assert.is(subLabels(later).tin_error, undefined)
  assert.is(later.tin.verified, true)
  assert.is(later.status, 'in_review')
})

test('the TIN 000000004 is a person’s, and found where that of a submitted person was ordered', async () => {
  const sent = { tin: { tin: '000000004' }, people: [{ name: 'Ann Smith' }] }
  const found = await create('Numbered Company LLC', sent)
  assert.equal(
    [subLabels(found).tin, statusOf(found, 'tin'), found.tin.name, found.tin.verified],
    ['Warning', 'warning', 'Ann Smith', false],
  )
  const orders = [{ product: 'business_verification_verify' }, { product: 'tin', options: { person_match: true } }]
  const matched = await create('Numbered Company LLC', { ...sent, orders })
  assert.equal([subLabels(matched).tin, matched.tin.verified], ['Found', true])
})

test('the same evidence is found again for a second order, and nothing changes but the order and the review', async () => {
  const first = await create('Ordinary Company LLC', { tin: { tin: '12-3456789' }, people: [{ name: 'Ann Smith' }] })
  await probity.settled()
  const before = probity.events().all
  const placed = await probity.test.post(`/v1/businesses/${first.id}/orders`, { product: 'business_verification_verify' })
  assert.is(placed.status, 201, placed.text)
  const second = await reviewed(probity.test, first.id)
  assert.equal(filled(second.registrations), first.registrations)
  assert.equal(filled(second.addresses), first.addresses)
  // Placed, started, completed, reviewed.
  assert.is(probity.events().all - before, 4)
})

test('a slow business waits for its evidence, and can be read and ordered for meanwhile', async () => {
  const created = await probity.test.post('/v1/businesses', { name: 'Slow Business', addresses: [{ full_address: ordinary }] })
  const pending = await business(probity.test, created.body.id, 'it is pending', ({ status }) => status === 'pending')
  assert.equal(pending.registrations, [])
  const again = await probity.test.post(`/v1/businesses/${pending.id}/orders`, { product: 'business_verification_verify' })
  assert.is(again.status, 422)
  assert.is((await probity.test.get(`/v1/businesses/${pending.id}`)).body.status, 'pending')
})

test.run()
