// The background work in a thread of its own: clients notice nothing of it, also when a key is destroyed and when the thread dies.
import type { Worker } from 'node:worker_threads'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService, until } from './service.ts'

const test = suite('background work in a thread')
/** The threads of this process. The first one that a service starts does its background work. */
const threads: Worker[] = []
const keepThread = (thread: Worker) => void threads.push(thread)
let probity: TestService

test.before(async () => {
  process.on('worker', keepThread)
  probity = await startTestService({ WORK_IN_THREAD: 'true' })
})
test.after(async () => {
  await probity.stop()
  process.off('worker', keepThread)
})

const order = { product: 'business_verification_verify' }
const someBusiness = (name: string) => ({ name, addresses: [{ full_address: '123 Main St, Portland, OR 97201' }] })
const gauge = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec((await probity.as({}).raw('GET', '/metrics')).text)?.[1])
const isVerified = async (id: string) => (await probity.test.get(`/v1/businesses/${id}`)).body.status === 'in_review'

test('a business can be read and listed as soon as it is created, and is verified', async () => {
  const created = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const { status, body } = await probity.test.post('/v1/businesses', { ...someBusiness(`Acme ${n} LLC`), orders: [order] })
      assert.is(status, 201)
      assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).status, 200)
      assert.is((await probity.test.get(`/v1/businesses?q=${encodeURIComponent(`Acme ${n} LLC`)}`)).body.total_count > 0, true)
      return body.id as string
    }),
  )
  for (const id of created) await until('the business is verified', () => isVerified(id))
})

test('the count of a list grows with each business that is created', async () => {
  const count = async () => (await probity.test.get('/v1/businesses?per_page=1')).body.total_count
  const before = await count()
  for (let n = 1; n <= 3; n++) {
    await probity.test.post('/v1/businesses', someBusiness(`Counted ${n} LLC`))
    assert.is(await count(), before + n)
  }
})

test('the metrics say how far the thread is', async () => {
  await until('the read models and processes hold the log', async () => {
    const end = await gauge('probity_log_position')
    return (await gauge('probity_projected_position')) >= end && (await gauge('probity_processed_position')) >= end
  })
  assert.ok((await gauge('probity_log_events_read_total')) > 0)
})

test('what is erased here is not in what the thread folds afterwards', async () => {
  const { body } = await probity.test.post('/v1/businesses', {
    ...someBusiness('Erased LLC'),
    people: [{ name: 'Greta Hidden' }],
    orders: [order],
  })
  await until('the business is verified', () => isVerified(body.id))
  const erasure = { business_id: body.id, person_id: null, reason: 'asked', requested_by: 'the person', dry_run: false }
  assert.is((await probity.operator.post('/operator/erasures', erasure)).body.erased, true)
  await probity.test.patch(`/v1/businesses/${body.id}`, { external_id: 'after' })
  const after = await probity.test.get(`/v1/businesses/${body.id}`)
  assert.is(after.body.external_id, 'after')
  assert.not.match(after.text, 'Greta')
})

test('a thread that dies is replaced, and goes on where it was', async () => {
  const { body } = await probity.test.post('/v1/businesses', { ...someBusiness('Interrupted LLC'), orders: [order] })
  await threads[0]?.terminate()
  const during = await probity.test.post('/v1/businesses', { ...someBusiness('Meanwhile LLC'), orders: [order] })
  assert.is(during.status, 201)
  for (const { id } of [body, during.body])
    await until('the business is verified', async () => (await probity.test.get(`/v1/businesses/${id}`)).status === 200 && isVerified(id))
  assert.ok(threads.length > 1)
})

test('a restart goes on behind what the thread has done', async () => {
  const before = probity.events().all
  await probity.restart()
  await probity.settled()
  assert.is(probity.events().all, before)
})

test.run()
