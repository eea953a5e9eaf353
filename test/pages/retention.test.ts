// Retention on the pages: the periods, what is due with its file, its erasure, the end of a relationship and legal holds.
import * as assert from 'uvu/assert'
import { until } from '../eventually.ts'
import { reviewed, type SignedIn, signedInSuite } from './browser.ts'

const test = signedInSuite('retention')

const read = async ({ service }: SignedIn, path: string) =>
  (await (await service.api('GET', path)).json()) as { readonly [field: string]: unknown }

const path = '/retention'
const acme = {
  name: 'Acme Widgets LLC',
  addresses: [{ full_address: '1 Main St, Portland, OR 97201' }],
  people: [{ name: 'Quentin Quagmire' }],
}

test('the periods are shown, saved, given back with what is wrong, and without limit when empty', async (context) => {
  const { user } = context
  assert.match((await user.get(path)).text, /name="customer_months" value="60"/)
  await user.form(path, { customer_months: '', applicant_months: '25' })
  const { object: _, ...saved } = await read(context, '/v1/retention')
  assert.equal(saved, { customer_months: null, applicant_months: 25, automatic: false })
  await user.get(path)
  const refused = await user.form(path, { customer_months: '60', applicant_months: '601' })
  assert.is(refused.status, 422)
  assert.match(refused.text, /name="applicant_months" value="601"/)
  assert.is((await read(context, '/v1/retention')).applicant_months, 25)
})

test('a refused form keeps its tick, and settings that another has changed are not replaced unseen', async (context) => {
  const { service, user } = context
  await user.get(path)
  const refused = await user.form(path, { customer_months: '0', applicant_months: '25', automatic: 'true' })
  assert.match(refused.text, /name="automatic" value="true" checked/)
  await user.get(path)
  const set = (months: number) => service.api('PUT', '/v1/retention', { customer_months: months, applicant_months: 25, automatic: false })
  assert.is((await set(90)).status, 200)
  const late = await user.form(path, { customer_months: '36', applicant_months: '25' })
  assert.is(late.status, 422)
  assert.match(late.text, 'Somebody has changed these settings since this page was opened')
  assert.is((await read(context, '/v1/retention')).customer_months, 90)
  assert.is((await user.form(path, { customer_months: '36', applicant_months: '25' })).status, 303, 'saved again, it replaces them')
  await user.get(path)
  assert.is((await set(48)).status, 200)
  assert.is((await user.form(path, { customer_months: '48', applicant_months: '25' })).status, 303, 'what is so already is no conflict')
})

test('a refused lift of a hold stays at its form', async ({ service, user }) => {
  const { id } = (await (await service.api('POST', '/v1/businesses', acme)).json()) as { readonly id: string }
  await reviewed(service, id)
  const own = `/businesses/${id}/retention`
  const hold = (await (await service.api('POST', `/v1/businesses/${id}/legal_holds`, { reason: 'Smith v. Acme' })).json()) as { id: string }
  await user.get(own)
  const refused = await user.form(`${own}/holds/${hold.id}/lift`, { lift_reason: 'x'.repeat(2001) })
  assert.is(refused.status, 422)
  assert.match(refused.text, /<details class="confirm" open><summary class="button">Lift/)
  assert.match(refused.text, 'xxxxx')
  assert.match(refused.text, 'Smith v. Acme')
})

test('a person ends a relationship, is stopped by a hold, lifts it, and erases what is due', async (context) => {
  const { service, user } = context
  const { id } = (await (await service.api('POST', '/v1/businesses', acme)).json()) as { readonly id: string }
  await reviewed(service, id)
  assert.match((await user.get(path)).text, 'Nothing is due.')

  const own = `/businesses/${id}/retention`
  assert.match((await user.get(own)).text, 'The relationship goes on')
  const refused = await user.form(`${own}/end`, { ended_on: '2999-01-01', end_reason: '' })
  assert.is(refused.status, 422)
  await user.get(own)
  await user.form(`${own}/end`, { ended_on: '2020-01-31', end_reason: 'The account was closed.' })
  await user.get(own)
  await user.form(`${own}/holds`, { hold_reason: 'Smith v. Acme' })
  const held = (await user.get(own)).text
  assert.match(held, 'Smith v. Acme')
  assert.match((await user.get(`/businesses/${id}`)).text, 'Legal hold')

  const report = (await user.get(path)).text
  assert.match(report, 'Legal hold')
  assert.not.match(report, 'Erase for good')
  assert.match((await user.get(`${path}/csv`)).text, `${id},Acme Widgets LLC,applicant,held,2020-01-31,stated,2022-02-28,Smith v. Acme`)

  const [lift = ''] = /\/businesses\/[^"]+\/lift/.exec(held) ?? []
  await user.get(own)
  await user.form(lift, { lift_reason: 'Settled.' })
  assert.match((await user.get(own)).text, 'Settled.')

  await user.get(path)
  await user.form(`${path}/erasures`, { business_ids: id })
  await until('it is erased', async () => (await read(context, `/v1/businesses/${id}/retention`)).status === 'erased')
  const erased = (await user.get(own)).text
  assert.match(erased, 'Personal data erased')
  assert.not.match(erased, 'Correct the end')
  const page = (await user.get(`/businesses/${id}`)).text
  assert.not.match(page, 'Quagmire')
  assert.match(page, /data-live="status">[^\n]*Personal data erased/)
  assert.match((await user.get('/businesses')).text, 'Personal data erased')
  assert.match((await user.get(`/businesses/${id}/history`)).text, 'Erasure began')
})

test('an end that was an error is taken back', async (context) => {
  const { service, user } = context
  const { id } = (await (await service.api('POST', '/v1/businesses', acme)).json()) as { readonly id: string }
  const own = `/businesses/${id}/retention`
  await user.get(own)
  await user.form(`${own}/end`, { ended_on: '2020-01-31', end_reason: '' })
  await user.get(own)
  await user.form(`${own}/resume`)
  assert.is((await read(context, `/v1/businesses/${id}/retention`)).status, 'active')
})

test.run()
