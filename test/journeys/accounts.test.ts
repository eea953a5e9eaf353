// Accounts and their settings, as the operator's command line sets them.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { startTestService, type TestService } from './service.ts'

const test = suite('accounts')
let probity: TestService
let first: string

test.before(async () => {
  probity = await startTestService()
  first = `/operator/accounts/${(await probity.operator.get('/operator/accounts')).body.data[0].id}`
})
test.after(() => probity.stop())

test('a slug names one account, also when two ask for it at the same moment, and that of the first start is taken', async () => {
  const ask = (slug: string) => probity.operator.post('/operator/accounts', { name: 'Bank', slug })
  const both = await Promise.all([ask('bank'), ask('bank')])
  assert.equal(both.map(({ status }) => status).sort(), [201, 422])
  for (const slug of ['bank', 'first-account']) {
    const { status, body } = await ask(slug)
    assert.is(status, 422)
    assert.equal(body.errors, [{ message: 'slug is already taken', parameter: 'slug' }])
  }
})

test('a feature that there is not is refused by the names of those that there are', async () => {
  const { status, body } = await probity.operator.put(`${first}/features/moonlight`, { on: true })
  assert.is(status, 422)
  assert.match(body.errors[0].message, /^feature must be one of .*monitoring/)
})

test('a default secured party needs an address that a form can be filled in with', async () => {
  const party = (full_address: string) => ({
    secured_parties: [{ organization_name: 'Bank', addresses: [{ full_address }] }],
    collateral: null,
  })
  const { status, body } = await probity.operator.put(`${first}/defaults`, party('nonsense'))
  assert.is(status, 422)
  assert.is(body.errors[0].parameter, 'secured_parties.0.addresses')
  assert.is((await probity.operator.put(`${first}/defaults`, party('1 Main St, Reno, NV 89501'))).status, 200)
})

test('work is asked for by a state that there is', async () => {
  assert.is((await probity.operator.get('/operator/work?state=dead_letter')).status, 200)
  assert.is((await probity.operator.get('/operator/work?state=parked')).status, 200)
  const { status, body } = await probity.operator.get('/operator/work?state=lost')
  assert.is(status, 400)
  assert.equal(body.errors, [{ message: 'state must be one of dead_letter, failed, queued, deferred', parameter: 'state' }])
})

test.run()
