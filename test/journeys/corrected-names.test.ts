// A client corrects the name or the number of a business: what belonged to the former one leaves its record, and the history tells it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { type Body, startTestService, verified } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())

const place = [{ full_address: '88 Crumpet St, Eugene, OR 97401' }]

const read = async (id: string): Promise<Body> => (await service.live.get(`/v1/businesses/${id}`)).body
const corrected = async (id: string, change: object): Promise<Body> => {
  assert.is((await service.live.patch(`/v1/businesses/${id}`, change)).status, 200)
  assert.is((await service.live.post(`/v1/businesses/${id}/orders`, { product: 'identity' })).status, 201)
  await until('it is verified anew', async () => (await read(id)).status === 'in_review')
  return read(id)
}
const names = (records: readonly Body[]): readonly string[] => records.map(({ name, legal_name }) => name ?? legal_name)
const taskOf = ({ review }: Body, key: string): Body => review.tasks.find((task: Body) => task.key === key)

test('a carrier with its contacts goes with the former name, and comes back with it', async () => {
  const haulier = { name: 'Snorkelberry Freight LLC', addresses: place, orders: [{ product: 'identity' }, { product: 'email_risk' }] }
  const before = await verified(service.live, haulier)
  const contacts = ({ phone_numbers, email_addresses }: Body) => [phone_numbers.length, email_addresses.length]
  assert.equal([names(before.fmcsa_registrations), contacts(before)], [['SNORKELBERRY FREIGHT LLC'], [1, 1]])

  const baker = await corrected(before.id, { name: 'Mosswick & Thistledown Bakery, Inc.' })
  assert.equal(names(baker.registrations), ['MOSSWICK & THISTLEDOWN BAKERY, INC.'])
  assert.equal([baker.fmcsa_registrations, contacts(baker), baker.loans.length], [[], [0, 0], 1])
  assert.equal([taskOf(baker, 'motor_carriers'), taskOf(baker, 'email_risk').sub_label], [undefined, 'No Email'])

  const again = await corrected(before.id, { name: haulier.name })
  assert.equal([names(again.fmcsa_registrations), contacts(again), again.loans.length], [['SNORKELBERRY FREIGHT LLC'], [1, 1], 0])
})

test('a tax-exempt record goes with the former name', async () => {
  const exempt = await verified(service.live, { name: 'Friends of the Invisible Heron', addresses: place, tin: { tin: '000000011' } })
  assert.is(exempt.tax_exempt_organization.name, 'FRIENDS OF THE INVISIBLE HERON')
  assert.is((await corrected(exempt.id, { name: 'Mosswick & Thistledown Bakery, Inc.' })).tax_exempt_organization, null)
})

test('the TIN and the courts are asked anew for another name, and what was found for the former company leaves with its registration', async () => {
  const orders = ['identity', 'tin', 'bankruptcies'].map((product) => ({ product }))
  const made = await verified(service.test, { name: 'Bankrupt Business', addresses: place, tin: { tin: '123456789' }, orders })
  const outcomes = (of: Body) => [
    taskOf(of, 'tin').sub_label,
    taskOf(of, 'bankruptcies').sub_label,
    of.tin.verified,
    of.bankruptcies.length,
  ]
  assert.equal(outcomes(made), ['Found', 'Found', true, 1])
  const path = `/v1/businesses/${made.id}`
  assert.is((await service.test.patch(path, { name: 'Zanzibar Trombones LLC' })).status, 200)
  const current = async () => (await service.test.get(path)).body
  assert.equal(outcomes(await current()), ['Unknown', 'Found', null, 1])
  for (const product of ['identity', 'tin', 'bankruptcies']) {
    assert.is((await service.test.post(`${path}/orders`, { product })).status, 201)
    await until('it is done', async () => (await current()).status === 'in_review')
    if (product === 'identity') assert.equal(outcomes(await current()), ['Unknown', 'Not Available', null, 0])
  }
  assert.equal(outcomes(await current()), ['Found', 'None Found', true, 0])
})

test.run()
