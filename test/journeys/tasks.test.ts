// The tasks of the review that a plain creation brings, from what was sent to what the review says, in the sandbox.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, type Body, startTestService, subLabels, type TestService, taskOf, verified } from './service.ts'

const test = suite('tasks')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const verify = (more: object) => verified(probity.test, { ...acme, ...more })

test('a plain creation with all that can be sent brings a task for each of it', async () => {
  const found = await verify({
    names: [{ name: 'Acme Tools', type: 'dba' }],
    phone_numbers: [{ phone_number: '(503) 555-0142' }],
    email_addresses: [{ email_address: 'info@acme-widgets.example' }],
    formation: { entity_type: 'LLC' },
    tin: { tin: '123456789' },
  })
  const labels = subLabels(found)
  const expected = {
    dba_name: 'Verified',
    sos_match: 'Submitted Active',
    sos_domestic_sub_status: 'Good Standing',
    tin_issued: 'Issued',
    location_frequency: '1',
    entity_type_match: 'Match',
    phone: 'Verified',
    email_risk: 'Low',
  }
  assert.equal(Object.fromEntries(Object.keys(expected).map((key) => [key, labels[key]])), expected)
  for (const key of Object.keys(expected)) assert.ok(taskOf(found, key).sources.length > 0, key)
})

test('without what they judge these tasks do not come', async () => {
  const labels = subLabels(await verify({}))
  for (const key of ['dba_name', 'tin_issued', 'entity_type_match', 'phone', 'email_risk', 'liens']) assert.is(labels[key], undefined, key)
})

const scenarios: readonly (readonly [what: string, sent: object, key: string, status: string, label: string])[] = [
  ['a further name that is unregistered', { names: [{ name: 'Unregistered Business' }] }, 'dba_name', 'failure', 'Unverified'],
  ['a further name like the registered one', { names: [{ name: 'Similar Name Business' }] }, 'dba_name', 'warning', 'Similar Match'],
  [
    'two further names, one unregistered',
    { names: [{ name: 'Acme Tools' }, { name: 'Unregistered Business' }] },
    'dba_name',
    'failure',
    'Unverified',
  ],
  ['an inactive business', { name: 'Inactive Business' }, 'sos_match', 'warning', 'Submitted Inactive'],
  ['an inactive business at home', { name: 'Inactive Business' }, 'sos_domestic_sub_status', 'failure', 'Not Good Standing'],
  ['an unregistered business', { name: 'Unregistered Business' }, 'sos_match', 'failure', 'Submitted Not Registered'],
  ['a number that nobody has', { tin: { tin: '000000002' } }, 'tin_issued', 'failure', 'Not Issued'],
  ['a number of another business', { tin: { tin: '000000001' } }, 'tin_issued', 'success', 'Issued'],
  ['another kind of entity', { formation: { entity_type: 'CORPORATION' } }, 'entity_type_match', 'warning', 'Mismatch'],
  ['a number that is nowhere else', { phone_numbers: [{ phone_number: '212-555-0199' }] }, 'phone', 'warning', 'Unverified'],
  [
    'an e-mail address of the business that its website tells',
    { website: { url: 'https://acme-widgets.example' }, email_addresses: [{ email_address: 'info@acme-widgets.example' }] },
    'web_email_address_verification',
    'success',
    'Verified',
  ],
  [
    'a place without a street',
    { addresses: [{ full_address: 'Portland, OR 97201' }] },
    'address_verification',
    'warning',
    'Incomplete Match',
  ],
  ['an address at a free provider', { email_addresses: [{ email_address: 'acme@gmail.com' }] }, 'email_risk', 'warning', 'Moderate'],
  ['a thrown-away address', { email_addresses: [{ email_address: 'acme@mailinator.com' }] }, 'email_risk', 'failure', 'High'],
]
for (const [what, sent, key, status, label] of scenarios)
  test(`${what}: ${key} is ${label}`, async () => {
    const task = taskOf(await verify(sent), key)
    assert.equal([task?.status, task?.sub_label], [status, label])
  })

test('the number that was not issued is shown so in the record', async () => {
  const { tin } = await verify({ tin: { tin: '000000002' } })
  assert.equal([tin.issued, tin.verified], [false, false])
})

test('an assumed business name is a registration of its own, and the business is formed as before', async () => {
  const found = await verify({ names: [{ name: 'Acme Tools', type: 'dba' }] })
  assert.is(found.registrations.length, 2)
  assert.is(found.formation.entity_type, 'LLC')
  assert.equal(
    found.names.map(({ name, submitted, type }: Body) => [name, submitted, type]),
    [
      ['Acme Widgets LLC', true, 'legal'],
      ['Acme Tools', true, 'dba'],
    ],
  )
})

test.run()
