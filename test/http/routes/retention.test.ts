// Erasure of several businesses in one request, when a store goes away in the middle; and the file of what is due, while that is erased.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Handle } from '../../../src/commands/handler.ts'
import { nothingEnded, retentions } from '../../../src/projections/retention.ts'
import { StoreUnavailable } from '../../../src/stores/event-store.ts'
import { until } from '../../eventually.ts'
import { filled } from '../../filled.ts'
import { type Body, openScene } from '../scene.ts'

const scene = await openScene()
test.after(() => scene.close())

test('a request that a fault cut off tells, sent again under its key, of each that it was ordered, and orders each once', async () => {
  const business_ids: string[] = []
  for (const name of ['One LLC', 'Two LLC', 'Three LLC']) {
    const { id } = (await scene.test.post('/v1/businesses', { name, addresses: [{ full_address: '1 Main St, Portland, OR 97201' }] })).body
    await until('it is in review', async () => (await scene.test.get(`/v1/businesses/${id}`)).body.status === 'in_review')
    assert.is((await scene.test.post(`/v1/businesses/${id}/relationship_end`, { ended_on: '2015-01-10' })).status, 200)
    business_ids.push(id)
  }
  let orders = 0
  const handle: Handle = (aggregate, id, command, context) => {
    if (aggregate.name === 'erasure_order_business' && ++orders > 1) return Promise.reject(new StoreUnavailable('the disk is full'))
    return scene.inner.handle(aggregate, id, command, context)
  }
  const key = { 'Idempotency-Key': 'erase-three' }
  const path = '/v1/retention/erasures'
  assert.is((await scene.over({ handle }).post(path, { business_ids }, key)).status, 503)
  const isErased = async (id: string) => (await scene.test.get(`/v1/businesses/${id}/retention`)).body.status === 'erased'
  const [first = '', ...others] = business_ids
  await until('the first is erased', () => isErased(first))

  const again = await scene.test.post(path, { business_ids }, key)
  assert.equal(
    again.body.data.map(({ status, message }: Body) => [status, message]),
    business_ids.map(() => ['ordered', null]),
  )
  for (const each of filled(others)) await until('what was ordered then is erased too', () => isErased(each))
  const other = await scene.test.post(path, { business_ids: business_ids.slice(0, 1) })
  assert.equal([other.body.data[0].status, other.body.data[0].message], ['refused', 'this is not due for erasure'])
})

test('the file of what is due has each business once, also when the one before is erased while it is written', async () => {
  const idOf = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`
  const ids = Array.from({ length: 250 }, (_, number) => idOf(number))
  const file = async (query: string): Promise<readonly (string | undefined)[]> => {
    const due = ids.map((id) => ({
      ...nothingEnded({ id, account_id: scene.accountId, created_at: '2015-01-01T00:00:00.000Z' }),
      mode: 'test' as const,
      ended_on: '2015-01-10',
    }))
    let reads = 0
    const read = ((projection: unknown) => {
      const reading = scene.inner.read(projection as never) as Body
      if (projection !== retentions) return reading
      const find = async ({ where, after, page, perPage }: Body) => {
        if (where.kind !== 'applicant') return []
        assert.ok(++reads < 10, 'it comes to an end')
        const behind = due.filter(({ id }) => after === undefined || id > after.key)
        // The earliest one is erased once it has been read.
        due.shift()
        return behind.slice((page - 1) * perPage, page * perPage)
      }
      return { ...reading, find, count: async ({ kind }: Body) => (kind === 'applicant' ? due.length : 0), get: async () => due[0] }
    }) as typeof scene.inner.read
    const { status, text } = await scene.over({ read }).get(`/v1/retention/due/csv${query}`)
    assert.is(status, 200, text)
    const [, ...lines] = text.trim().split('\r\n')
    return lines.map((line) => line.split(',')[0])
  }
  assert.equal(await file(''), ids)
  assert.equal(await file(`?starting_after=${ids[3]}`), ids, 'what is no parameter of the file changes nothing')
})

test.run()
