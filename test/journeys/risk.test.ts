// The risk tier of a business: computed, explained, set by a person with a reason, taken back, and as it stood.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, type Body, startTestService, verified } from './service.ts'

const probity = await startTestService()
test.after(() => probity.stop())

const riskOf = async (id: string, query = ''): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}/risk${query}`)).body

test('a tier is explained by the inputs that gave it', async () => {
  const { id } = await verified(probity.test, { ...acme, ownership: [{ person: { name: 'Ann Smith' }, percentage: 30 }] })
  const risk = await riskOf(id)
  assert.equal([risk.tier, risk.computed, risk.points, risk.table.version], ['medium', 'medium', 20, 1])
  assert.equal(
    risk.inputs.filter(({ applies }: Body) => applies).map(({ key, points }: Body) => [key, points]),
    [['unknown_owners', 20]],
  )
})

test('a person sets another tier with a reason, and takes it back; as of before nobody had', async () => {
  const { id } = await verified(probity.test, acme)
  const path = `/v1/businesses/${id}/risk`
  const before = new Date().toISOString()
  assert.is((await probity.test.put(path, { tier: 'high' })).body.errors[0].parameter, 'reason')
  assert.is((await probity.test.put(path, { tier: 'extreme', reason: 'Because.' })).status, 422)
  const { status, body } = await probity.test.put(path, { tier: 'high', reason: 'Its owners changed twice.' })
  assert.equal(
    [status, body.tier, body.computed, body.override.reason, body.override.computed],
    [200, 'high', 'low', 'Its owners changed twice.', 'low'],
  )
  const { body: timeline } = await probity.test.get(`/v1/businesses/${id}/timeline`)
  assert.ok(timeline.data.some(({ type }: Body) => type === 'risk.set'))
  assert.is((await riskOf(id, `?as_of=${before}`)).override, null)
  assert.equal((await probity.test.put(path, { tier: null, reason: 'Settled.' })).body.override, null)
  assert.is((await riskOf(id)).tier, 'low')
  const other = await probity.otherAccount()
  assert.equal([(await other.get(path)).status, (await other.put(path, { tier: 'low', reason: 'No.' })).status], [404, 404])
})

test('businesses are listed by their tier, as it stands', async () => {
  const { id } = await verified(probity.test, acme)
  const isListed = async (tier: string) =>
    (await probity.test.get(`/v1/businesses?risk_tier=${tier}`)).body.data.some((each: Body) => each.id === id)
  assert.equal([await isListed('low'), await isListed('high')], [true, false])
  await probity.test.put(`/v1/businesses/${id}/risk`, { tier: 'high', reason: 'Its owners changed twice.' })
  assert.equal([await isListed('low'), await isListed('high')], [false, true])
  const { status, body } = await probity.test.get('/v1/businesses?risk_tier=extreme')
  assert.equal([status, body.errors[0].parameter], [400, 'risk_tier'])
})

test.run()
