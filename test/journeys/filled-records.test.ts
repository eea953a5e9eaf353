// Fields of a business's record that the service can fill: from signals, monitors, the website's domain, registrations and the screening of people.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { acme, type Body, startTestService, type TestService, verified } from './service.ts'

const test = suite('filled records')
let probity: TestService
test.before(async () => {
  probity = await startTestService()
})
test.after(() => probity.stop())

const shown = async (id: string): Promise<Body> => (await probity.test.get(`/v1/businesses/${id}`)).body
const score = async (external_id: string): Promise<Body> =>
  (await probity.test.post('/v1/signals', { name: acme.name, addresses: ['1 Main St, Portland, OR 97201'], external_id })).body

test('a business has the latest signal with its external id', async () => {
  const { id, signal } = await verified(probity.test, { ...acme, external_id: 'scored' })
  assert.is(signal, null)
  const tag = (await probity.test.get(`/v1/businesses/${id}`)).headers.get('etag')
  await score('other')
  assert.is((await shown(id)).signal, null)
  await score('scored')
  const second = await score('scored')
  assert.equal((await shown(id)).signal, second)
  assert.is.not((await probity.test.get(`/v1/businesses/${id}`)).headers.get('etag'), tag)
})

test('a business without an external id has no signal', async () => {
  assert.is((await verified(probity.test, acme)).signal, null)
})

test('a monitored business has a subscription, with the id of its monitor, until the monitor ends', async () => {
  const { id, subscription } = await verified(probity.test, acme)
  assert.is(subscription, null)
  const { body } = await probity.test.post(`/v1/businesses/${id}/monitor`, { event_types: ['*'] })
  assert.equal((await shown(id)).subscription, { object: 'subscription', id: body.id })
  await probity.test.del(`/v1/businesses/${id}/monitor`)
  assert.is((await shown(id)).subscription, null)
})

test('people who were screened are shown with and without hits', async () => {
  const { watchlist } = await verified(probity.test, { ...acme, people: [{ name: 'Ann Smith' }, { name: 'Watchlist Person' }] })
  assert.equal(
    watchlist.people.map(({ name, results }: Body) => [name, results.length]),
    [
      ['Ann Smith', 0],
      ['Watchlist Person', 1],
    ],
  )
})

test('an e-mail address of the website’s domain has the domain’s age, another has none', async () => {
  const { email_addresses, website } = await verified(probity.test, {
    ...acme,
    website: { url: 'https://acme-widgets.example' },
    email_addresses: [{ email_address: 'ann@acme-widgets.example' }, { email_address: 'ann@elsewhere.example' }],
  })
  const ageOf = (email: string) => email_addresses.find((each: Body) => each.email === email).domain_age
  assert.is(ageOf('ann@acme-widgets.example'), new Date(website.domain.creation_date).toISOString())
  assert.is(ageOf('ann@elsewhere.example'), undefined)
})

test('the submitted name has the kind of name that the registry has it as', async () => {
  const typeOf = async (name: string) => (await verified(probity.test, { ...acme, name })).names[0].type
  assert.equal([await typeOf('Acme Widgets LLC'), await typeOf('Similar Name Business')], ['legal', null])
})

test.run()
