// Read models that lag: what was written is answered all the same, from the log, and the answer says so.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, type Body, startTestService, type TestService } from './service.ts'

const test = suite('behind')
let probity: TestService
test.before(async () => {
  // The first start needs a worker for its keys; after it nobody folds.
  probity = await startTestService()
  await probity.restart({ ROLES: 'api' })
})
test.after(() => probity.stop())

test('a business that nobody has folded yet is answered as created', async () => {
  const { status, headers, body } = await probity.test.post('/v1/businesses', { ...acme, people: [{ name: 'Ann Doe' }] })
  assert.is(status, 201)
  assert.is(headers.get('probity-read-model'), 'behind')
  assert.equal([body.name, body.people[0].name, body.orders.length], [acme.name, 'Ann Doe', 1])
  assert.is((await probity.test.get(`/v1/businesses/${body.id}`)).status, 404)
  assert.match((await probity.as({}).get('/metrics')).text, /^probity_read_model_behind_total 1$/m)
  await probity.restart({ ROLES: 'api,worker' })
  const later = await probity.test.post('/v1/businesses', acme)
  assert.is(later.headers.get('probity-read-model'), null)
  const found = (await probity.test.get(`/v1/businesses/${body.id}`)).body as Body
  assert.equal([found.name, found.created_at], [body.name, body.created_at])
})

test.run()
