// Liens as an integrator meets them in the sandbox, where the desk is simulated.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { address, debtor, filing } from './lien-parties.ts'
import { acme, type Body, startTestService, verified } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())

const problems = ({ errors }: Body): [string, string][] => errors.map(({ parameter }: Body) => parameter)

const { id: business } = await verified(service.test, acme)
const liens = `/v1/businesses/${business}/liens`

test('a lien is filed, reflected, terminated, and shows in the business all along', async () => {
  const created = await service.test.post(liens, { ...filing, loan_principal_amount_cents: 100_000, packet_number: 'P-1' })
  assert.is(created.status, 201)
  const { id, ...lien } = created.body
  assert.is(lien.object, 'lien')
  assert.is(lien.type, 'ucc')
  assert.is(lien.business_id, business)
  assert.is(lien.status, 'created')
  assert.is(lien.status_category, 'processing')
  assert.is(lien.packet_number, 'P-1')
  assert.is(lien.file_number, null)
  assert.is(lien.debtors[0].name, 'Acme Widgets LLC')
  assert.is(lien.debtors[0].addresses[0].full_address.includes('Portland'), true)
  assert.is((await service.test.post(`/v1/liens/${id}/termination`, {})).status, 422)

  const current = async () => (await service.test.get(`/v1/businesses/${business}`)).body.liens.find((each: Body) => each.id === id)
  await until('the state reflects it', async () => (await current()).status === 'open')
  // The webhooks tell of it as it was: who looks seldom may miss a status.
  const { data } = (await service.test.get('/v1/events?types=LienFulfilmentStarted,LienFiled,LienReflected&limit=1000&expand[]=webhooks'))
    .body
  const told: readonly Body[] = data.flatMap(({ subject, webhooks }: Body) => (subject === `lien-${id}` ? webhooks : []))
  assert.equal(
    told.map(({ data: { object } }) => object.status),
    ['pending', 'filed', 'open'],
  )
  const open = await current()
  assert.is(open.status_category, 'open')
  assert.ok(open.file_number)
  assert.is(open.lapse_date.slice(0, 4), String(Number(open.filing_date.slice(0, 4)) + 5))

  const [one, other] = await Promise.all([
    service.test.post(`/v1/liens/${id}/termination`, { packet_number: 'P-2' }),
    service.test.post(`/v1/liens/${id}/termination`, { packet_number: 'P-3' }),
  ])
  assert.equal([one?.status, other?.status], [200, 200])
  assert.is(one?.body.id, other?.body.id, 'both are told of the one termination')
  assert.is(one?.body.lien_id, id)
  assert.ok(['P-2', 'P-3'].includes(one?.body.packet_number))
  await until('the termination closes it', async () => (await current()).status === 'closed')
  const closed = await current()
  assert.is(closed.status_category, 'terminated')
  assert.is(closed.lien_termination.status, 'completed')
  const again = await service.test.post(`/v1/liens/${id}/termination`)
  assert.equal([again.status, again.body.id], [200, one?.body.id])
  const unused = one?.body.packet_number === 'P-2' ? 'P-3' : 'P-2'
  assert.is((await service.test.post(liens, { ...filing, packet_number: unused })).status, 201, 'the number that lost is free')
  assert.is((await service.test.post(liens, { ...filing, packet_number: one?.body.packet_number })).status, 422)
})

test('several states make several liens, and states wins over state', async () => {
  const { status, body } = await service.test.post(liens, { ...filing, state: 'NY', states: ['CA', 'TX'] })
  assert.is(status, 201)
  assert.equal([body.object, body.total_count, body.has_more], ['list', 2, false])
  assert.equal(
    body.data.map((lien: Body) => lien.state),
    ['CA', 'TX'],
  )
  const packets = new Set(body.data.map((lien: Body) => lien.packet_number))
  assert.is(packets.size, 2)
  const listed = await service.test.get(liens)
  assert.ok(listed.body.data.some((lien: Body) => lien.state === 'TX'))
})

const refusals: readonly (readonly [string, object, number, string])[] = [
  ['no state', { state: undefined }, 422, 'state'],
  ['an unknown state', { state: 'XX' }, 422, 'state'],
  ['no debtors', { debtors: undefined }, 422, 'debtors'],
  ['an empty list of debtors', { debtors: [] }, 422, 'debtors'],
  ['a debtor without a name', { debtors: [{ addresses: [address] }] }, 422, 'debtors.0.organization_name'],
  ['a debtor with a first name only', { debtors: [{ first_name: 'Ann', addresses: [address] }] }, 422, 'debtors.0.last_name'],
  ['a debtor without an address', { debtors: [{ organization_name: 'A' }] }, 422, 'debtors.0.addresses'],
  ['a debtor with two addresses', { debtors: [{ ...debtor, addresses: [address, address] }] }, 422, 'debtors.0.addresses'],
  [
    'an address without a city',
    { debtors: [{ ...debtor, addresses: [{ ...address, city: undefined }] }] },
    422,
    'debtors.0.addresses.0.city',
  ],
  ['nine debtors in Georgia', { state: 'GA', debtors: Array(9).fill(debtor) }, 422, 'debtors'],
  ['nine debtors in Oklahoma', { state: 'OK', debtors: Array(9).fill(debtor) }, 422, 'debtors'],
  ['21 debtors in Oregon', { debtors: Array(21).fill(debtor) }, 422, 'debtors'],
  ['26 debtors in Minnesota', { state: 'MN', debtors: Array(26).fill(debtor) }, 422, 'debtors'],
  ['101 debtors in New Hampshire', { state: 'NH', debtors: Array(101).fill(debtor) }, 422, 'debtors'],
  ['no secured party', { secured_parties: undefined }, 400, 'secured_parties'],
  ['a secured party without a name', { secured_parties: [{ addresses: [address] }] }, 400, 'secured_parties.0.organization_name'],
  [
    'a secured party without an address',
    { secured_parties: undefined, secured_party: { organization_name: 'B' } },
    400,
    'secured_party.addresses',
  ],
  ['secured parties that are no list', { secured_parties: 'First Bank' }, 400, 'secured_parties'],
  ['a fraction of a cent', { loan_principal_amount_cents: 1.5 }, 422, 'loan_principal_amount_cents'],
  ['a designation outside Tennessee', { alternative_designation: 'lessee_lessor' }, 422, 'alternative_designation'],
  ['an unknown designation', { state: 'TN', alternative_designation: 'friends' }, 422, 'alternative_designation'],
  ['one packet number for two states', { states: ['CA', 'NY'], packet_number: 'X-1' }, 422, 'packet_number'],
  ['the same state twice', { states: ['CA', 'CA'] }, 422, 'states.1'],
]

for (const [what, change, status, parameter] of refusals)
  test(`a lien with ${what} is refused`, async () => {
    const reply = await service.test.post(liens, { ...filing, ...change })
    assert.equal([reply.status, problems(reply.body)], [status, [parameter]], reply.text)
  })

test('everything that is wrong with a lien is told at once', async () => {
  const wrong = {
    states: ['OK', 'ok', 'ZZ'],
    packet_number: 'X-2',
    debtors: [...Array(9).fill(debtor), { last_name: 'Lee', addresses: [{ city: 'Salem' }, address] }],
    secured_party: { name: 'Bank' },
    alternative_designation: 'lessee_lessor',
  }
  const reply = await service.test.post(liens, wrong)
  assert.is(reply.status, 422)
  assert.equal(problems(reply.body).toSorted(), [
    'alternative_designation',
    'debtors',
    'debtors.9.addresses',
    'debtors.9.addresses.0.address_line1',
    'debtors.9.addresses.0.state',
    'debtors.9.first_name',
    'packet_number',
    'secured_party.addresses',
    'states.1',
    'states.2',
  ])
  assert.match(reply.text, 'debtors must be a list of at most 8: OK allows no more')
})

test('a state may be written small', async () => {
  const { status, body } = await service.test.post(liens, { ...filing, state: 'ks' })
  assert.equal([status, body.state], [201, 'KS'])
})

test('a designation in Tennessee, and as many debtors as the state allows, are filed', async () => {
  const inTennessee = await service.test.post(liens, { ...filing, state: 'TN', alternative_designation: 'lessee_lessor' })
  assert.equal([inTennessee.status, inTennessee.body.alternative_designation], [201, 'lessee_lessor'])
  assert.is((await service.test.post(liens, { ...filing, state: 'GA', debtors: Array(8).fill(debtor) })).status, 201)
})

test('without a completed identity or verify order no lien can be filed', async () => {
  const { id } = (await service.test.post('/v1/businesses', { ...acme, orders: [{ product: 'email_risk' }] })).body
  assert.is((await service.test.post(`/v1/businesses/${id}/liens`, filing)).status, 403)
  assert.is((await service.test.post(`/v1/businesses/${id}/liens/batch`, { liens: [filing] })).status, 403)
})

test('liens of unknown businesses, and of other accounts, are not found', async () => {
  const other = await service.otherAccount()
  const { body } = await service.test.post(liens, { ...filing, state: 'WA' })
  for (const reply of [
    await other.get(liens),
    await other.post(liens, filing),
    await other.post(`/v1/liens/${body.id}/termination`, {}),
    await service.test.post('/v1/liens/nothing/termination', {}),
  ])
    assert.is(reply.status, 404)
})

test('each entry of a batch stands alone, with errors by their full paths', async () => {
  const { status, body } = await service.test.post(`${liens}/batch`, {
    liens: [
      { ...filing, state: 'AL', packet_number: 'B-1' },
      { ...filing, state: 'AK', debtors: [{ organization_name: 'A', addresses: [] }] },
      { ...filing, state: 'AZ', packet_number: 'B-1' },
      { ...filing, state: undefined },
      { ...filing, state: 'AR', secured_parties: [] },
      'nothing',
    ],
  })
  assert.is(status, 200)
  assert.is(body.data[0].object, 'lien')
  assert.equal(
    body.data.slice(1).map(({ object, index, state, errors }: Body) => [object, index, state, errors.map((each: Body) => each.parameter)]),
    [
      ['error', 1, 'AK', ['liens.1.debtors.0.addresses']],
      ['error', 2, 'AZ', ['liens.2.packet_number']],
      ['error', 3, null, ['liens.3.state']],
      ['error', 4, 'AR', ['liens.4.secured_parties']],
      ['error', 5, null, ['liens.5']],
    ],
  )
})

test('a batch with a state twice, without entries or with too many is refused as a whole', async () => {
  const before = (await service.test.get(liens)).body.total_count
  const twice = await service.test.post(`${liens}/batch`, { liens: [filing, { ...filing, state: 'NV' }, filing] })
  assert.equal([twice.status, problems(twice.body)], [422, ['liens.2.state']])
  assert.is((await service.test.post(`${liens}/batch`, { liens: [] })).status, 422)
  assert.is((await service.test.post(`${liens}/batch`, {})).status, 422)
  assert.is((await service.test.post(`${liens}/batch`, { liens: Array(51).fill(filing) })).status, 422)
  assert.is((await service.test.get(liens)).body.total_count, before)
})

test('a repeated request under one Idempotency-Key files once', async () => {
  const headers = { 'Idempotency-Key': 'lien-1' }
  const first = await service.test.post(liens, { ...filing, state: 'UT' }, headers)
  const second = await service.test.post(liens, { ...filing, state: 'UT' }, headers)
  assert.equal([first.status, second.status, second.body.id], [201, 201, first.body.id])
})

test.run()
