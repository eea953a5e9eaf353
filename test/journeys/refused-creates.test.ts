// A request that is refused leaves nothing in the log: no event of its own, and no claim on a value.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, type Body, startTestService, type TestService, testKey, verified } from './service.ts'

const test = suite('refused creates')
let probity: TestService
let account: string

test.before(async () => {
  probity = await startTestService()
  account = `/operator/accounts/${(await probity.operator.get('/operator/accounts')).body.data[0].id}`
})
test.after(() => probity.stop())

/** All events, also those of processes: nothing else may go on meanwhile. */
const appendsNothing = async (
  refused: () => Promise<{ readonly status: number; readonly text: string; readonly body?: Body }>,
  status: number,
  parameter?: string,
) => {
  const before = probity.events().all
  const answer = await refused()
  assert.is(answer.status, status, answer.text)
  if (parameter !== undefined) assert.is(answer.body.errors[0].parameter, parameter)
  assert.is(probity.events().all, before)
}

test('a business', async () => {
  await verified(probity.test, { ...acme, unique_external_id: 'mine' })
  const create = (request: object) => () => probity.test.post('/v1/businesses', { ...acme, ...request })
  await appendsNothing(create({ unique_external_id: 'mine' }), 422, 'unique_external_id')
  await appendsNothing(create({ unique_external_id: 'free', orders: [{ product: 'liens' }] }), 422, 'orders.0.product')
})

test('a company', async () => {
  const create = async (request: object) => {
    const headers = { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ legal_name: 'Acme', ...request })
    const response = await fetch(`${probity.url}/v1/partner/companies`, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  }
  assert.is((await create({ ein: '123456789', external_id: 'acme' })).status, 201)
  await appendsNothing(() => create({ ein: '123456789', external_id: 'other' }), 409)
  await appendsNothing(() => create({ external_id: 'acme' }), 409)
  assert.is((await create({ external_id: 'other' })).status, 201)
})

test('a batch, long or short', async () => {
  const upload = (csv: string) =>
    probity.test.post('/v1/business_batches', { name: 'May', filename: 'may.csv', csv: Buffer.from(csv).toString('base64') })
  await appendsNothing(() => upload('name,name\nAcme,Acme\n'), 422, 'csv')
  const rows = Array.from({ length: 3_000 }, (_, n) => `Company ${n} LLC,"1 Main St, Portland, OR 97201"`)
  await appendsNothing(() => upload(`name,address\n${rows.join('\n')}\n"never closed`), 400, 'csv')
})

test('a user, and an account', async () => {
  const invite = (email: string) => () => probity.operator.post(`${account}/users`, { email, name: 'A', roles: ['member'] })
  assert.is((await invite('a@example.com')()).status, 201)
  await appendsNothing(invite('A@example.com'), 409, 'email')
  await appendsNothing(() => probity.operator.post('/operator/accounts', { name: 'Bank', slug: 'first-account' }), 422, 'slug')
})

// Last, because the desk goes on with the lien by itself after some seconds.
test('a lien, and its termination', async () => {
  const { id } = await verified(probity.test, acme)
  const lien = {
    state: 'OR',
    debtors: [{ organization_name: 'Acme', addresses: acme.addresses }],
    secured_parties: [{ organization_name: 'Bank', addresses: acme.addresses }],
    packet_number: 'P-1',
  }
  const file = (request: object) => probity.test.post(`/v1/businesses/${id}/liens`, { ...lien, ...request })
  const filed = await file({})
  assert.is(filed.status, 201, filed.text)
  await appendsNothing(() => file({}), 422, 'packet_number')
  await appendsNothing(() => file({ packet_number: 'P-2', debtors: [] }), 422, 'debtors')
})

test.run()
