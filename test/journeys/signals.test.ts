import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { reasonRules } from '../../src/evidence/signals/reasons.ts'
import { filled } from '../filled.ts'
import { type Body, startTestService } from './service.ts'

const service = await startTestService()
test.after(() => service.stop())

const address = '1 Main St, Portland, OR 97201'
const create = async (request: object): Promise<Body> => {
  const { status, body, text } = await service.test.post('/v1/signals', { addresses: [address], ...request })
  assert.is(status, 201, text)
  return body
}
const codes = ({ reasons }: Body): readonly string[] => reasons.map(({ code }: Body) => code)

test('a company that verifies scores high, one that nobody knows scores low, and both say why', async () => {
  const good = await create({ name: 'Acme Widgets LLC', tin: '12-3456789', people: ['Ann Doe'], external_id: 'good-1' })
  const bad = await create({ name: 'Unregistered Business' })
  assert.is(good.object, 'signal')
  assert.is(good.model_slug, 'default')
  assert.is(good.tin, '123456789')
  assert.equal(good.people, ['Ann Doe'])
  assert.is(good.batch_id, null)
  assert.ok(good.score > 0.8 && good.score <= 1, `${good.score}`)
  assert.ok(bad.score < 0.4 && bad.score >= 0, `${bad.score}`)
  assert.ok(codes(good).includes('I102') && codes(good).includes('V010'))
  assert.ok(codes(bad).includes('I107'))
  for (const { category, group, description, importance } of filled<Body>(good.reasons))
    assert.ok(category && group && description && importance > 0)
  assert.equal((await service.test.get(`/v1/signals/${good.id}`)).body, good)
})

test('scenarios of the sandbox show in the reasons', async () => {
  const cases = [
    [{ name: 'Watchlist Business' }, 'V801'],
    [{ name: 'Inactive Business' }, 'V103'],
    [{ name: 'Similar Name Business' }, 'I103'],
    [{ name: 'Acme LLC', tin: '000000001' }, 'V011'],
    [{ name: 'Acme LLC', addresses: ['723 Grand St., New York, NY 10013'] }, 'E501'],
    [{ name: 'xxxxxxxx' }, 'E500'],
    [{ name: 'Acme LLC', addresses: ['nowhere in particular'] }, 'I204'],
  ] as const
  for (const [request, code] of cases) assert.ok(codes(await create(request)).includes(code), `${JSON.stringify(request)} ${code}`)
})

test('with a live key the loaded reference data is asked', async () => {
  const { status, body, text } = await service.live.post('/v1/signals', { name: 'Nobody Knows This Company LLC', addresses: [address] })
  assert.is(status, 201, text)
  assert.ok(codes(body).includes('I107') && body.score < 0.5)
})

test('the same request gets the same score and the same reasons', async () => {
  const one = await create({ name: 'Acme Widgets LLC' })
  const other = await create({ name: 'Acme Widgets LLC' })
  assert.not.equal(one.id, other.id)
  assert.ok(one.score > 0)
  assert.equal([one.score, filled(one.reasons)], [other.score, other.reasons])
})

test('a request that lacks a field or names an unknown model is refused', async () => {
  const cases = [
    [{ addresses: [address] }, 'name'],
    [{ name: 'Acme' }, 'addresses'],
    [{ name: 'Acme', addresses: [] }, 'addresses'],
    [{ name: 'Acme', addresses: [address], model_slug: 'other' }, 'model_slug'],
    [{ name: 'Acme', addresses: [address], tin: '12' }, 'tin'],
    [{ name: 'Acme', addresses: [1] }, 'addresses.0'],
  ] as const
  for (const [request, parameter] of cases) {
    const { status, body } = await service.test.post('/v1/signals', request)
    assert.is(status, 422)
    assert.is(body.errors[0].parameter, parameter)
  }
})

test('the list is searched by words, ids, days, moments and reasons', async () => {
  const one = await create({ name: 'Zebra Crossing LLC', external_id: 'zebra', addresses: ['77 Stripe Rd, Salem, OR 97301'] })
  const find = async (question: string): Promise<readonly string[]> => {
    const { status, body, text } = await service.test.get(`/v1/signals?${question}`)
    assert.is(status, 200, text)
    return body.data.map(({ id }: Body) => id)
  }
  assert.equal(await find('q=zebra'), [one.id])
  assert.equal(await find('q=stripe%20salem'), [one.id])
  assert.equal(await find('q=zebra%20portland'), [])
  assert.equal(await find(`q=${encodeURIComponent('Zébra strípe')}`), [one.id])
  assert.equal(await find('external_id=zebra'), [one.id])
  const today = one.created_at.slice(0, 10)
  assert.equal(await find(`q=zebra&start_date=${today}&end_date=${today}`), [one.id])
  assert.equal(await find('q=zebra&end_date=2001-01-01'), [])
  assert.equal(await find(`q=zebra&starting_at=${one.created_at}&ending_at=${one.created_at}`), [one.id])
  const elsewhere = encodeURIComponent(new Date(Date.parse(one.created_at) + 2 * 3_600_000).toISOString().replace('Z', '+02:00'))
  assert.equal(await find(`q=zebra&starting_at=${elsewhere}&ending_at=${elsewhere}`), [one.id])
  assert.equal(await find(`q=zebra&ending_at=2001-01-01T00:00:00Z`), [])
  assert.equal(await find('q=zebra&model_slug=default'), [one.id])
  assert.equal(await find('q=zebra&model_slug=other'), [])
  assert.equal(await find('batch_id=0198c0de-0000-7000-8000-000000000001'), [])
  assert.equal(await find('q=zebra&reason_codes=V801,I102'), [one.id])
  assert.equal(await find('q=zebra&reason_codes=V801'), [])
  for (const wrong of ['start_date=yesterday', 'starting_at=now', 'reason_codes=X1', 'page=0'])
    assert.is((await service.test.get(`/v1/signals?${wrong}`)).status, 400, wrong)
})

test("another account's signal is not there", async () => {
  const one = await create({ name: 'Mine LLC' })
  const other = await service.otherAccount()
  assert.is((await other.get(`/v1/signals/${one.id}`)).status, 404)
  assert.is((await other.get('/v1/signals')).body.total_count, 0)
})

/** The interface names these (records.md, section 4). */
const codesOfTheInterface = [
  ...['I301', 'I302', 'I304', 'I102', 'I103', 'I107', 'I108', 'I109', 'I111', 'I601', 'I603', 'I201', 'I202', 'I203', 'I204'],
  ...['V010', 'V011', 'V101', 'V102', 'V103', 'V104', 'V501', 'V502', 'V503', 'V505', 'V748', 'V749', 'V750', 'V751', 'V752', 'V753'],
  ...['V801', 'V1101', 'V1201', 'V1302', 'E500', 'E501', 'E502', 'E503', 'E1101', 'E1102', 'E1201'],
]

test('the table of reasons defines exactly the codes of the interface, each in its category', () => {
  assert.equal(Object.keys(reasonRules).sort(), codesOfTheInterface.sort())
  const categories = { I: 'identification', V: 'verification', E: 'evaluation' }
  for (const [code, { category }] of Object.entries(reasonRules)) assert.is(category, categories[code[0] as keyof typeof categories])
})

test.run()
